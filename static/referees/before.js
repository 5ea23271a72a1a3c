// Before the start: who sits where, the drawing of the first lead (S31, S32), and who has not come (S17).
import { noShowClock } from "./absence.js";
import { arrivalsCard, arrivalWords } from "./arrivals.js";
import { canDo } from "./countersign.js";
import { SEATS, SIDES, button, cardSign, el, mark, minutes, p, phrase, pin, seatsOf, span, tile } from "./elements.js";
import { undoButton } from "./corrections.js";
import { felt, role, turnButton } from "./felt.js";
import { onePad } from "./hands.js";
import { SideName, nameOf, sitting } from "./people.js";
import { burdens } from "./preview.js";
import { hasCome, linesToSit } from "./seats.js";
import { inWords as signsInWords } from "./signs.js";

export const emptyStart = () => ({ drawn: {}, leader: null });

const ofTile = (name) => [Number(name[0]) + Number(name[2]), Number(name[0])];

/** Most pips lead; with equal pips the higher half decides (S31, S32). */
function drawnLeader(drawn) {
  const seats = SEATS.filter((seat) => drawn[seat]);
  return (
    seats.sort((one, two) => {
      const [a, b] = [ofTile(drawn[one]), ofTile(drawn[two])];
      return b[0] - a[0] || b[1] - a[1];
    })[0] ?? null
  );
}

const allDrawn = (values) => SEATS.every((seat) => values.drawn[seat]);

/** Whose lead it is: who was touched as leader, else who drew the highest of four tiles. */
const leaderOf = (values) => values.leader ?? (allDrawn(values) ? drawnLeader(values.drawn) : null);

export function beforeScreen(desk, intention) {
  const { game } = desk;
  const { values } = intention;
  const change = () => {
    intention.trouble = null;
    intention.keep();
    desk.redraw();
  };
  const name = (seat) => nameOf(game, seat);
  const leader = leaderOf(values);
  const here = SEATS.filter((seat) => hasCome(game, seat));
  const beneath = (seat) => [
    here.length && !here.includes(seat) ? role(gettext("not here yet")) : null,
    button(
      leader === seat ? [pin(), gettext("leads deal 1")] : gettext("Leads"),
      () => {
        values.leader = values.leader === seat ? null : seat;
        change();
      },
      {
        kind: "small",
        id: `leads-${seat}`,
        disabled: !desk.holding.writes,
        "aria-pressed": leader === seat ? "true" : "false",
        "aria-label": interpolate(gettext("%(name)s leads deal 1"), { name: name(seat) }, true),
      },
    ),
  ];
  return el(
    "div",
    { class: "desk before" },
    el(
      "section",
      { class: "play" },
      felt(game, gettext("Table before the start"), drawing(desk, intention, name, change), {
        leader,
        beneath,
        nearest: desk.nearest,
        touch: desk.holding.writes && canDo(desk, "penalise") ? (seat) => desk.go(`penalty-${game.log_length}-${seat}`) : null,
      }),
      el(
        "div",
        { class: "actions" },
        startButton(desk, intention, leader, name),
        button(gettext("More"), () => desk.more(), { kind: "big", id: "more" }),
      ),
      desk.trouble(intention),
      desk.trouble(desk.step),
    ),
    el(
      "section",
      { class: "side-col stack" },
      arrivalsCard(desk),
      here.length === SEATS.length ? null : noShowCard(desk),
      broughtCard(game),
      chairButtons(desk, values),
    ),
  );
}

function drawing(desk, intention, name, change) {
  const { values } = intention;
  const best = drawnLeader(values.drawn);
  const slot = (seat) => {
    const there = values.drawn[seat];
    const words = interpolate(
      there ? gettext("%(name)s drew %(tile)s; choose another") : gettext("Which tile did %(name)s turn over?"),
      { name: name(seat), tile: there ?? "" },
      true,
    );
    return el(
      "li",
      { class: there && best === seat ? "first" : null },
      el(
        "button",
        {
          type: "button",
          class: there ? "drawn-tile" : "slot",
          id: `draw-${seat}`,
          disabled: !desk.holding.writes,
          "aria-label": words,
          click: () => chooseTile(desk, values, seat, name(seat), change),
        },
        there ? tile(there) : "+",
      ),
      el("span", {}, mark(seat), " ", span("num", there ? String(ofTile(there)[0]) : "–")),
    );
  };
  return el(
    "div",
    { class: "first-lead" },
    el("h2", {}, gettext("First leader: each turns over one tile")),
    el("ol", {}, SEATS.map(slot)),
    p("center", drawingWords(values, name)),
  );
}

function drawingWords(values, name) {
  if (values.leader)
    return phrase(gettext("%(who)s leads deal 1."), { who: [mark(values.leader), " ", name(values.leader)] });
  const best = drawnLeader(values.drawn);
  if (!best) return gettext("Touch a tile's place, or touch Leads under the name of who leads.");
  const level =
    SEATS.filter((seat) => values.drawn[seat] && ofTile(values.drawn[seat])[0] === ofTile(values.drawn[best])[0])
      .length > 1;
  const why = level ? gettext("equal pips, the higher half decides") : gettext("most pips");
  const sentence = allDrawn(values)
    ? gettext("%(who)s leads deal 1: %(why)s.")
    : gettext("So far %(who)s leads: %(why)s. Not all tiles are turned yet.");
  return phrase(sentence, { who: [mark(best), " ", name(best)], why });
}

function chooseTile(desk, values, seat, name, change) {
  const used = Object.fromEntries(
    SEATS.filter((one) => one !== seat && values.drawn[one]).map((one) => [values.drawn[one], one]),
  );
  const choose = (chosen) => {
    values.drawn[seat] = chosen;
    values.leader = null;
    desk.close();
    change();
    document.getElementById(`draw-${seat}`)?.focus();
  };
  const draws = () => desk.game.fold.state === "waiting" && desk.holding.writes; // else the drawing is over, or not ours
  desk.open(() =>
    draws()
      ? [el("h2", {}, phrase(gettext("The tile of %(who)s"), { who: [mark(seat), " ", name] })), onePad(used, choose)]
      : null,
  );
}

function startButton(desk, intention, leader, name) {
  const { game } = desk;
  const { target, deals } = game.rules;
  const goal =
    deals === null
      ? interpolate(gettext("game to %(target)s"), { target }, true)
      : interpolate(ngettext("%(deals)s deal", "%(deals)s deals", deals), { deals }, true);
  const sits = sitting(game);
  const empty = SEATS.find((seat) => !sits[seat]);
  const small = empty
    ? interpolate(gettext("Say first who sits on %(seat)s."), { seat: empty }, true)
    : leader
      ? interpolate(gettext("%(name)s leads deal 1, %(goal)s"), { name: name(leader), goal }, true)
      : gettext("Say first who leads deal 1.");
  /** Whoever is not yet in the log on his chair is written there first: who plays is here. */
  const start = () => {
    const seats = linesToSit(game, sits).map((line) => intention.line(line, `-${line.seat}-${line.player}`));
    desk.write(intention, [...seats, intention.line({ kind: "start", leader }, "-start")]);
  };
  return desk.sendButton(intention, gettext("Start the game"), small, start, { disabled: !leader || Boolean(empty) });
}

function noShowCard(desk) {
  const { game } = desk;
  const clock = noShowClock(desk);
  if (!clock)
    return el(
      "div",
      { class: "card stack" },
      el("h3", {}, gettext("No-show")),
      p("soft", gettext("The clock of the round has not started yet.")),
    );
  const { limit, gone, over } = clock;
  const offered = () =>
    canDo(desk, "penalise")
      ? button(gettext("Somebody has not come"), () => desk.incident("no_show"), {
          id: "no-show",
          disabled: !over,
          kind: over ? "final" : "",
          small: over
            ? gettext("the other side wins")
            : phrase(gettext("can be written in %(time)s"), {
                time: el("span", { "data-until": true }, minutes(limit - gone)),
              }),
        })
      : p("small soft", gettext("A no-show is written by a referee."));
  return el(
    "div",
    { class: `card stack noshow${over ? " now" : ""}` },
    el(
      "div",
      { class: "spread" },
      el(
        "h3",
        {},
        over
          ? interpolate(gettext("%(minutes)s minutes are over"), { minutes: game.rules.no_show_minutes }, true)
          : gettext("No-show"),
      ),
    ),
    p(
      "clock-line",
      el("span", { class: "clock", "data-gone": true }, minutes(gone)),
      " ",
      span("soft", interpolate(gettext("of %(time)s"), { time: minutes(limit) }, true)),
    ),
    el("progress", {
      class: "progress",
      "data-limit": true,
      max: String(Math.max(limit, 1)),
      value: String(Math.min(gone, limit)),
      "aria-label": gettext("Time until a no-show"),
    }),
    desk.holding.writes ? offered() : null,
  );
}

/** Cards and warnings from earlier rounds. */
function broughtCard(game) {
  const earlier = (signs) => signs.filter((one) => one.earlier); // who came late has a sign of this game already
  const brought = SEATS.map((seat) => {
    const { cards, warnings } = burdens(game)[seat];
    return { seat, cards: earlier(cards), warnings: earlier(warnings) };
  }).filter(({ cards, warnings }) => cards.length || warnings.length);
  if (!brought.length) return null;
  const row = ({ seat, cards, warnings }) =>
    el(
      "li",
      {},
      mark(seat),
      el(
        "span",
        {},
        nameOf(game, seat),
        el("br"),
        cards.map(({ card }) => [cardSign(card), " "]),
        span("soft small", signsInWords({ cards, warnings })),
      ),
    );
  return el(
    "div",
    { class: "card stack" },
    el("h3", {}, gettext("What they bring along")),
    el("ul", { class: "brought" }, brought.map(row)),
  );
}

/** Partners who change chairs, somebody else on a chair, and the table turned to where the referee stands. */
function chairButtons(desk, values) {
  const { game, step } = desk;
  const swap = (side) => () => {
    const [one, two] = seatsOf(side);
    const sits = sitting(game);
    Object.assign(values, { leader: null, drawn: {} });
    const lines = linesToSit(game, { [one]: sits[two], [two]: sits[one] });
    desk.write(
      step,
      lines.map((line) => step.line(line, arrivalWords(line))),
    );
  };
  const swapButton = (side) =>
    button([mark(side), " ", gettext("change chairs")], swap(side), {
      id: `swap-${side}`,
      small: seatsOf(side).every((seat) => hasCome(game, seat)) ? null : gettext("and note that both are here"),
      disabled: step.sending,
      "aria-label": interpolate(gettext("%(side)s: the partners change chairs"), { side: SideName(side) }, true),
    });
  return el(
    "div",
    { class: "actions chairs" },
    desk.holding.writes
      ? [
          SIDES.map(swapButton),
          button(gettext("They sit otherwise"), () => desk.incident("seats"), {
            id: "sit-otherwise",
            small: gettext("a substitute, or a wrong seat"),
          }),
        ]
      : null,
    turnButton(desk),
    undoButton(desk),
  );
}
