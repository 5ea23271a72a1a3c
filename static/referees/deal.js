// How a deal ended, on one screen: question, hands, result, and a button that says who gets what.
import { SEATS, SIDES, button, choice, el, field, mark, notice, other, p, phrase, seatsOf, span } from "./elements.js";
import { counted, counter, emptyHands, handChoice, leftOf, nextHand, pipsIn } from "./hands.js";
import { SideName, nameOf, namesOf } from "./people.js";
import { pipsOf, pointsOfDeal } from "./points.js";
import { leaderNow } from "./rows.js";

export const emptyDeal = () => ({
  ending: null,
  by: null,
  side: null,
  points: "",
  counted_as_is: false,
  ...emptyHands(),
});

/** The values of a deal that is written already, to be corrected. */
export function dealAsWritten(line) {
  const { ending, by = null, side = null } = line;
  return {
    ...emptyDeal(),
    ending,
    by,
    side,
    points: line.points === undefined ? "" : String(line.points),
    left: { ...line.left },
    hand: null,
  };
}

/** The hands that this ending asks for, opponents of who went out first. */
function handsAsked(values) {
  if (!values.ending || !values.by) return [];
  if (values.ending === "fish") return SEATS;
  return [...seatsOf(other(values.by[0])), ...seatsOf(values.by[0]).filter((seat) => seat !== values.by)];
}

function lineOf(values, rules) {
  if (values.ending === "points") {
    const by = rules.lead === "winner" && values.by ? { by: values.by } : {};
    return { kind: "deal", ending: "points", side: values.side, points: Number(values.points), ...by };
  }
  return { kind: "deal", ending: values.ending, by: values.by, left: leftOf(values, handsAsked(values)) };
}

/** Say what is still missing; null when the deal can be written. */
function missing(values, game) {
  if (!values.ending) return gettext("Say first how it ended.");
  if (values.ending === "points") {
    if (!values.side) return gettext("Say first which side gets the points.");
    if (!/^\d{1,4}$/.test(values.points)) return gettext("Type the points first.");
    if (game.rules.lead === "winner" && Number(values.points) && !values.by)
      return gettext("Say first who ended the deal: he leads the next one.");
    return null;
  }
  if (!values.by)
    return values.ending === "out" ? gettext("Say first who went out.") : gettext("Say first who laid the last tile.");
  const open = handsAsked(values).find((seat) => !counted(values, seat));
  return open ? interpolate(gettext("Count the hand of %(name)s first."), { name: nameOf(game, open) }, true) : null;
}

export function dealScreen(desk, intention, corrected = null) {
  const { game } = desk;
  const { values } = intention;
  const change = () => {
    intention.trouble = null;
    intention.keep();
    desk.redraw();
  };
  const asked = handsAsked(values);
  if (values.ending !== "points" && asked.length && !asked.includes(values.hand)) nextHand(values, asked);
  return el(
    "form",
    { class: "work three deal-entry", submit: (event) => event.preventDefault() },
    question(game, values, change),
    values.ending === "points" ? pointsOnly(game, values, change) : counter(game, values, asked, change),
    el(
      "section",
      { class: "stack result" },
      values.ending === "points" || !asked.length ? null : hands(game, values, asked, change),
      result(desk, intention, corrected),
    ),
  );
}

function question(game, values, change) {
  const end = (ending) => () => {
    Object.assign(values, { ending, by: ending === "points" ? null : values.by, hand: null, counted_as_is: false });
    change();
  };
  const ending = (name, words) => choice("radio", "ending", name, values.ending === name, end(name), [words]);
  const paper = values.ending === "points";
  return el(
    "div",
    { class: "stack ask" },
    el(
      "fieldset",
      {},
      el("legend", { class: "legend" }, gettext("How it ended")),
      el("div", { class: "segments" }, ending("out", gettext("Out")), ending("fish", gettext("Fish"))),
    ),
    !paper || game.rules.lead === "winner" ? whoFieldset(game, values, change) : null,
    paper ? null : button(gettext("Points only, without hands"), end("points"), { kind: "quiet", id: "points-only" }),
  );
}

function whoFieldset(game, values, change) {
  const legend = {
    out: gettext("Who went out"),
    fish: gettext("Who laid the last tile"),
    points: gettext("Who ended the deal"),
  }[values.ending ?? "fish"];
  const who = (seat) =>
    choice(
      "radio",
      "by",
      seat,
      values.by === seat,
      () => {
        Object.assign(values, { by: seat, counted_as_is: false });
        if (["out", "fish"].includes(values.ending)) nextHand(values, handsAsked(values));
        change();
      },
      [mark(seat), span("", nameOf(game, seat))],
    );
  return el(
    "fieldset",
    { class: "who" },
    el("legend", { class: "legend" }, legend),
    el("div", { class: "stack by-whom" }, SEATS.map(who)),
  );
}

function pointsOnly(game, values, change) {
  const side = (one) =>
    choice(
      "radio",
      "side",
      one,
      values.side === one,
      () => {
        values.side = one;
        change();
      },
      [mark(one), span("", SideName(one), el("small", {}, namesOf(game, one)))],
    );
  const type = (event) => {
    values.points = event.target.value.trim();
    change();
  };
  return el(
    "section",
    { class: "card enter stack" },
    el("h2", {}, gettext("Points as the paper has them")),
    el(
      "fieldset",
      {},
      el("legend", { class: "legend" }, gettext("To which side")),
      el("div", { class: "segments" }, SIDES.map(side)),
    ),
    field(
      gettext("Points"),
      el("input", {
        class: "input figures",
        id: "paper-points",
        inputmode: "numeric",
        maxlength: "4",
        value: values.points,
        input: type,
        autocomplete: "off",
      }),
      gettext("0 is a level deal: nobody scores."),
    ),
  );
}

function hands(game, values, asked, change) {
  const inOrder = values.ending === "fish" ? SIDES.flatMap(seatsOf) : asked;
  return el(
    "fieldset",
    { class: "hands" },
    el("legend", { class: "legend" }, gettext("Hands left")),
    el(
      "div",
      { class: "stack" },
      inOrder.map((seat) => handChoice(game, values, seat, change)),
    ),
  );
}

// -- the consequence -----------------------------------------------------------------------------------------------

function result(desk, intention, corrected) {
  const { game } = desk;
  const { values } = intention;
  const wanting = missing(values, game);
  const write = () =>
    desk.write(intention, [
      intention.line({ ...lineOf(values, game.rules), ...(corrected ? { instead_of: corrected.line.id } : {}) }),
    ]);
  if (wanting) {
    return el(
      "div",
      { class: "card stack" },
      p("points soft", "–"),
      desk.sendButton(intention, gettext("Write the deal"), wanting, write, { disabled: true }),
      desk.trouble(intention),
    );
  }
  const line = lineOf(values, game.rules);
  const found = corrected
    ? pointsOfDeal(line, { factor: 1, carry: 0 }, game.rules, corrected.deal.leader)
    : pointsOfDeal(line, game.fold, game.rules, leaderNow(game));
  if (found.odd && !values.counted_as_is) return countAgain(desk, intention, found);
  return el(
    "div",
    { class: "card stack", "aria-live": "polite" },
    comparison(values, found),
    headline(game, found, line, corrected),
    corrected ? p("small soft", gettext("The old line stays readable, struck through.")) : null,
    desk.sendButton(intention, buttonWords(found, corrected, game.rules), buttonNames(game, found), write),
    desk.trouble(intention),
  );
}

/** An odd sum is no fish: all tiles have 168 pips, and what lies on the table is even too. */
function countAgain(desk, intention, found) {
  const { values } = intention;
  const again = () => {
    Object.assign(values, { left: {}, hand: null });
    nextHand(values, SEATS);
    intention.keep();
    desk.redraw();
  };
  const asIs = () => {
    values.counted_as_is = true;
    intention.keep();
    desk.redraw();
  };
  return el(
    "div",
    { class: "card stack" },
    comparison(values, found),
    notice(
      "now",
      "warn",
      el(
        "p",
        {},
        el("strong", {}, gettext("The four hands have an odd sum.")),
        " ",
        gettext("After a fish it is always even: one hand is wrong."),
      ),
    ),
    button(gettext("Count again"), again, { kind: "big main", id: "count-again" }),
    button(gettext("It is right as counted"), asIs, { id: "as-counted" }),
  );
}

function comparison(values, found) {
  if (values.ending !== "fish") return null;
  const sums = Object.fromEntries(SIDES.map((side) => [side, seatsOf(side).map((seat) => pipsIn(values, seat))]));
  const total = (side) => sums[side][0] + sums[side][1];
  const half = (side) =>
    el(
      "div",
      { class: `score-half ${side.toLowerCase()}` },
      span("", sums[side].join(" + ")),
      span("score-num", String(total(side))),
      total(side) < total(other(side)) ? span("won", gettext("fewer")) : span("", gettext("pips")),
    );
  const sign = total("A") === total("B") ? "=" : total("A") < total("B") ? "<" : ">";
  return el("div", { class: "score versus", "data-sign": sign }, half("A"), half("B"));
}

function headline(game, found, line, corrected) {
  if (!found.side) {
    const words = found.replayed
      ? gettext("The same player leads again; the deal is not counted.")
      : game.rules.level_fish === "carry"
        ? gettext("All hands are added to the next decided deal.")
        : game.rules.level_fish === "double_next"
          ? gettext("The next decided deal counts double.")
          : gettext("Nobody scores.");
    return [el("h3", {}, gettext("Level deal")), p("", words)];
  }
  const sum = line.left ? Object.values(line.left).map(pipsOf).join(" + ") : null;
  const more = [game.fold.factor > 1 ? `× ${game.fold.factor}` : null, game.fold.carry ? `+ ${game.fold.carry}` : null]
    .filter(Boolean)
    .join(" ");
  return [
    p(
      "spread",
      el("span", {}, phrase(gettext("To side %(mark)s"), { mark: mark(found.side) })),
      sum && game.rules.scoring === "all" ? span("soft small", `${more ? `(${sum}) ${more}` : sum}`) : null,
    ),
    el(
      "div",
      { class: "brings" },
      p(`points ink-${found.side.toLowerCase()}`, String(found.points)),
      corrected ? null : becomes(game, found),
    ),
    corrected ? null : reaches(game, found),
  ];
}

function becomes(game, found) {
  const row = (side) => {
    const now = game.fold.score[side];
    return [
      mark(side),
      span("num", found.side === side && found.points ? `${now} → ${now + found.points}` : String(now)),
    ];
  };
  return el("div", { class: "becomes" }, row("A"), row("B"));
}

function reaches(game, found) {
  const { target, deals } = game.rules;
  if (deals !== null || game.fold.score[found.side] + found.points < target) return null;
  return p(
    "small",
    phrase(gettext("With this %(mark)s reaches the target of %(target)s."), {
      mark: mark(found.side),
      target: String(target),
    }),
  );
}

function buttonWords(found, corrected, rules) {
  // What an earlier level deal put by for this one is the server's to say.
  if (corrected && ["carry", "double_next"].includes(rules.level_fish)) return gettext("Correct the deal");
  if (!found.side) return corrected ? gettext("Correct it: a level deal") : gettext("Write a level deal");
  const toA = corrected ? gettext("Correct it: %(points)s to side A") : gettext("Write %(points)s to side A");
  const toB = corrected ? gettext("Correct it: %(points)s to side B") : gettext("Write %(points)s to side B");
  return interpolate(found.side === "A" ? toA : toB, { points: found.points }, true);
}

const buttonNames = (game, found) => (found.side ? namesOf(game, found.side) : gettext("nobody scores"));
