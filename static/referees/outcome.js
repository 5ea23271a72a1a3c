// What a deal brings, before it is written: the sum, the score it leads to, and a button that says who gets what.
import { SEATS, SIDES, button, el, mark, notice, p, phrase, seatsOf, span } from "./elements.js";
import { counted, doubted, handsAsked, leftOf, pipsIn, recount, unsettled } from "./hands.js";
import { nameOf, namesOf, wins } from "./people.js";
import { doubtOf, mostPoints, pipsOf, pointsOfDeal } from "./points.js";
import { preview, whyNot as whyRefused } from "./preview.js";
import { leaderNow } from "./rows.js";
import { say } from "./say.js";
import { pips } from "./words.js";

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
  if (values.ending === "points") return missingOnPaper(values, game);
  if (!values.by)
    return values.ending === "out" ? gettext("Say first who went out.") : gettext("Say first who laid the last tile.");
  const open = unsettled(values, handsAsked(values));
  if (!open) return null;
  const words = doubted(values, open)
    ? gettext("Count the hand of %(name)s again, or press → if it is right.")
    : gettext("Count the hand of %(name)s first.");
  return interpolate(words, { name: nameOf(game, open) }, true);
}

function missingOnPaper(values, game) {
  if (!values.side) return gettext("Say first which side gets the points.");
  if (values.points === "") return gettext("Type the points first.");
  if (game.rules.lead === "winner" && Number(values.points) && !values.by)
    return gettext("Say first who ended the deal: he leads the next one.");
  return null;
}

/** Look ahead: what the deal is worth, and the game once it is written. */
function lookAhead(line, game, corrected) {
  const now = corrected ? { factor: 1, carry: 0 } : game.fold;
  const found = pointsOfDeal(line, now, game.rules, corrected ? corrected.deal.leader : leaderNow(game));
  const { after, refusal } = preview(game, [corrected ? { ...line, instead_of: corrected.line.id } : line]);
  const deal = corrected && after && !found.replayed ? after.deals[corrected.number - 1] : null;
  if (deal && found.side) found.points = deal.points[found.side]; // with what level deals before it had left
  return { ...found, state: after, refusal, line, sum: line.left ? Object.values(line.left).map(pipsOf) : [line.points] };
}

export function outcome(desk, game, intention, corrected) {
  const { values } = intention;
  const wanting = missing(values, game);
  if (wanting) {
    say("deal", null);
    return shut(desk, intention, wanting, [p("points soft", "–"), soFar(game, values, corrected)]);
  }
  const line = lineOf(values, game.rules);
  const ahead = lookAhead(line, game, corrected);
  const refused = whyNot(ahead, game);
  if (refused) {
    say("deal", refused);
    return shut(desk, intention, gettext("This cannot be written"), [notice("stop", "warn", p("", refused))]);
  }
  const doubt = doubtOf(line);
  if (doubt && !values.counted_as_is) return countAgain(desk, intention, doubt);
  return consequence(desk, game, intention, ahead, corrected);
}

function shut(desk, intention, why, children) {
  return el(
    "div",
    { class: "card stack" },
    children,
    sendRow(
      desk.trouble(intention),
      desk.sendButton(intention, gettext("Write the deal"), why, () => {}, { disabled: true }),
    ),
  );
}

/** The row of the main button, and why it did not write: on small screens it stays in sight. */
const sendRow = (...children) => el("div", { class: "send-row" }, children);

/** What is counted already, while hands are still missing; of a correction, what was written. */
function soFar(game, values, corrected) {
  const sums = handsAsked(values).filter((seat) => counted(values, seat)).map((seat) => pipsIn(values, seat));
  return [
    sums.length ? p("soft", interpolate(gettext("So far: %(pips)s"), { pips: pips(total(sums)) }, true)) : null,
    corrected ? asItWas(game, corrected) : null,
  ];
}

const total = (sums) => sums.reduce((a, b) => a + b, 0);

/** Say in words why the log would refuse this; null where it would not. */
function whyNot({ refusal, line }, game) {
  if (!refusal) return null;
  if (refusal.code === "tile_twice") return gettext("One tile lies in two hands. Look at the tiles again.");
  if (refusal.code !== "too_many_pips") return whyRefused(refusal);
  return line.left ? gettext("All 28 tiles together have 168 pips. Count again.") : tooMany(game);
}

const tooMany = (game) =>
  interpolate(gettext("One deal cannot bring more than %(most)s points."), { most: mostPoints(game.fold) }, true);

// -- hands that cannot be true -------------------------------------------------------------------------------------

/** The hands of which one is wrong: of an odd sum any can be, else those without pips. */
const inDoubt = (values, doubt) =>
  handsAsked(values).filter((seat) => doubt === "odd" || pipsIn(values, seat) === 0);

/** An odd sum is no fish: all tiles have 168 pips, and what lies on the table is even too. */
function countAgain(desk, intention, doubt) {
  const { values } = intention;
  const again = () => {
    recount(values, inDoubt(values, doubt));
    intention.keep();
    desk.redraw();
  };
  const asIs = () => {
    values.counted_as_is = true;
    intention.keep();
    desk.redraw();
  };
  const [bold, why] = {
    odd: [gettext("The four hands have an odd sum."), gettext("After a fish it is always even: one hand is wrong.")],
    empty: [
      gettext("Two hands have no pips."),
      gettext("Only one can: the hand with nothing but the 0-0. Count again."),
    ],
  }[doubt];
  say("deal", `${bold} ${why}`);
  return el(
    "div",
    { class: "card stack" },
    comparison(values),
    notice("now", "warn", el("p", {}, el("strong", {}, bold), " ", why)),
    sendRow(button(gettext("Count again"), again, { kind: "big main", small: bold, id: "count-again" })),
    button(gettext("Counted again: it is so"), asIs, { id: "as-counted" }),
  );
}

// -- the consequence -----------------------------------------------------------------------------------------------

function consequence(desk, game, intention, ahead, corrected) {
  const write = () =>
    desk.write(intention, [
      intention.line({ ...ahead.line, ...(corrected ? { instead_of: corrected.line.id } : {}) }),
    ]);
  const [words, names] = buttonWords(game, ahead, corrected);
  say("deal", `${words} ${names}`);
  return el(
    "div",
    { class: "card stack" },
    corrected ? asItWas(game, corrected) : null,
    comparison(intention.values),
    ahead.side ? scoring(game, ahead, corrected) : level(game, ahead),
    gameOver(game, ahead),
    sendRow(desk.trouble(intention), desk.sendButton(intention, words, names, write)),
  );
}

function comparison(values) {
  if (values.ending !== "fish") return null;
  const sums = Object.fromEntries(SIDES.map((side) => [side, seatsOf(side).map((seat) => pipsIn(values, seat))]));
  const [a, b] = SIDES.map((side) => total(sums[side]));
  const half = (side, own, others) =>
    el(
      "div",
      { class: `score-half ${side.toLowerCase()}` },
      span("", sums[side].join(" + ")),
      span("score-num", String(own)),
      own < others ? span("won", gettext("fewer")) : span("", gettext("pips")),
    );
  const sign = a === b ? "=" : a < b ? "<" : ">";
  return el("div", { class: "score versus", "data-sign": sign }, half("A", a, b), half("B", b, a));
}

/** To whom, out of what, and the two scores before and after. */
function scoring(game, ahead, corrected) {
  return [
    p("", phrase(gettext("To side %(mark)s"), { mark: mark(ahead.side) })),
    ahead.line.left ? p("sum-of num", sumWords(game, ahead, corrected)) : null,
    el(
      "div",
      { class: "brings" },
      p(`points ink-${ahead.side.toLowerCase()}`, `+${ahead.points}`),
      becomes(game, ahead.state),
    ),
  ];
}

/** 12 + 20 + 5 = 37, and what level deals before it add. */
function sumWords(game, { sum, line, points }, corrected) {
  const { factor, carry } = corrected ? { factor: 1, carry: 0 } : game.fold;
  const whole = `${sum.join(" + ")} = ${total(sum)}`;
  const notes = [
    points !== total(sum) * factor + carry ? RULE_OF[game.rules.scoring]?.(line) : null,
    factor > 1 ? interpolate(gettext("times %(factor)s after a level fish"), { factor }, true) : null,
    carry ? interpolate(gettext("and %(carry)s put by from level deals"), { carry }, true) : null,
  ].filter(Boolean);
  return [whole, notes.length ? el("small", { class: "soft" }, notes.join(", ")) : null];
}

const RULE_OF = {
  opponents: () => gettext("only the hands of the opponents count"),
  difference: (line) => (line.ending === "fish" ? gettext("the difference of the sides counts") : null),
};

function level(game, { replayed, sum }) {
  const words = replayed
    ? gettext("The same player leads again; the deal is not counted.")
    : game.rules.level_fish === "carry"
      ? interpolate(gettext("All hands, %(pips)s, are added to the next decided deal."), { pips: pips(total(sum)) }, true)
      : game.rules.level_fish === "double_next"
        ? gettext("The next decided deal counts double.")
        : gettext("Nobody scores; the lead passes on.");
  return [el("h3", {}, gettext("Level deal")), p("", words)];
}

/** Both scores: as they stand, and as they will. */
function becomes(game, state) {
  const now = game.fold.score;
  const then = state?.score ?? now;
  const row = (side) => [
    mark(side),
    now[side] === then[side]
      ? span("num", String(now[side]))
      : span("num", span("was", String(now[side])), " ", span("", String(then[side]))),
  ];
  return el("div", { class: "becomes" }, SIDES.map(row));
}

function gameOver(game, { state }) {
  if (state?.state !== "finished" || game.fold.state === "finished") return null;
  const words = interpolate(
    gettext("With this the game is over: %(a)s:%(b)s."),
    { a: state.score.A, b: state.score.B },
    true,
  );
  return notice("done", "done", p("", el("strong", {}, state.winner ? wins(state.winner) : ""), " ", words));
}

/** What a correction takes back: the deal as it is written now. */
function asItWas(game, { deal, line, number }) {
  const side = SIDES.find((one) => deal.points[one]);
  return el(
    "div",
    { class: "as-it-was" },
    span("small soft", interpolate(gettext("Deal %(number)s as it is written"), { number }, true)),
    p(
      "was",
      { out: gettext("Out"), fish: gettext("Fish"), points: gettext("Points only") }[line.ending],
      line.by ? [" ", mark(line.by)] : null,
      side ? [` · +${deal.points[side]} `, mark(side)] : [" · ", gettext("level")],
      line.left ? el("small", {}, handsWere(line.left)) : null,
    ),
  );
}

const handsWere = (left) =>
  SEATS.filter((seat) => left[seat] !== undefined).map((seat) => [" ", mark(seat), String(pipsOf(left[seat]))]);

function buttonWords(game, { side, points, state }, corrected) {
  if (!side) return [corrected ? gettext("Correct it: a level deal") : gettext("Write a level deal"), gettext("nobody scores")];
  const { A: a, B: b } = state?.score ?? game.fold.score;
  const toA = corrected ? gettext("Correct it: %(points)s to side A:") : TO_A(points);
  const toB = corrected ? gettext("Correct it: %(points)s to side B:") : TO_B(points);
  return [
    interpolate(side === "A" ? toA : toB, { points }, true),
    interpolate(gettext("%(names)s, %(a)s:%(b)s"), { names: namesOf(game, side), a, b }, true),
  ];
}

const TO_A = (points) => ngettext("%(points)s point to side A:", "%(points)s points to side A:", points);
const TO_B = (points) => ngettext("%(points)s point to side B:", "%(points)s points to side B:", points);
