// How a deal ended, on one screen: who ended it and how, the hands, and what that brings.
import { SEATS, SIDES, button, choice, el, mark, span } from "./elements.js";
import { counter, emptyHands, handChoice, handsAsked, nextHand, numberPad, wayOf } from "./hands.js";
import { outcome } from "./outcome.js";
import { SideName, nameOf, namesOf } from "./people.js";

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
    as_written: true, // the first figure begins anew
    left: { ...line.left },
    hand: null,
    way: wayOf(line.left) ?? emptyHands().way,
  };
}

/** `corrected` is the row of a deal that is written already; `game` is as it was then where a deal was forgotten. */
export function dealScreen(desk, intention, { corrected = null, game = desk.game } = {}) {
  const { values } = intention;
  const change = (changes = {}) => {
    Object.assign(values, changes);
    intention.trouble = null;
    intention.keep();
    desk.redraw();
  };
  const asked = handsAsked(values);
  if (asked.length && !asked.includes(values.hand)) nextHand(values, asked);
  const known = asked.length > 0 || (values.ending === "points" && (values.by || game.rules.lead !== "winner"));
  return el(
    "form",
    { class: `work three deal-entry${known ? " known" : ""}`, "data-kept": intention.key, submit: (event) => event.preventDefault() },
    question(game, values, change),
    values.ending === "points" ? paper(game, values, change) : hands(game, values, asked, change),
    el("section", { class: "stack result" }, outcome(desk, game, intention, corrected)),
  );
}

// -- how it ended, and by whom -------------------------------------------------------------------------------------

function question(game, values, change) {
  const onPaper = values.ending === "points";
  const toPaper = () => change({ ending: "points", by: null, hand: null, counted_as_is: false, asking: false });
  const told = onPaper
    ? gettext("Points only")
    : values.by && `${endingWord(values.ending)}: ${nameOf(game, values.by)}`;
  return el(
    "div",
    { class: `stack ask${values.asking ? " open" : ""}` },
    told ? button([told, span("soft", gettext("Change"))], () => change({ asking: true }), { kind: "told", id: "told" }) : null,
    el(
      "fieldset",
      { class: "endings" },
      el("legend", { class: "legend" }, gettext("How it ended"), " ", span("small soft", whose())),
      el("div", { class: "by-whom" }, SEATS.map((seat) => endingsOf(game, values, seat, change))),
    ),
    onPaper && game.rules.lead === "winner" ? whoEnded(game, values, change) : null,
    button(gettext("Points only"), toPaper, {
      id: "points-only",
      small: gettext("from paper, without hands"),
      "aria-pressed": String(onPaper),
    }),
  );
}

const endingWord = (ending) => (ending === "out" ? gettext("Out") : gettext("Fish"));
const whose = () => gettext("who went out; who laid the last tile of a fish");

/** One player and the two ways in which he can have ended the deal: one touch says both. */
function endingsOf(game, values, seat, change) {
  const one = (ending) => {
    const end = () => {
      Object.assign(values, { ending, by: seat, counted_as_is: false, recount: [], asking: false });
      nextHand(values, handsAsked(values));
      change();
    };
    const chosen = values.ending === ending && values.by === seat;
    return choice("radio", "end", `${ending}-${seat}`, chosen, end, [
      span("off-screen", mark(seat), ` ${nameOf(game, seat)}: `),
      span("", endingWord(ending)),
    ]);
  };
  return el(
    "div",
    { class: "endings-of" },
    el("p", { class: "ending-name", "aria-hidden": "true" }, mark(seat), span("", nameOf(game, seat))),
    one("out"),
    one("fish"),
  );
}

/** Where the winner of a deal leads the next one, a paper with points alone does not say who that is. */
function whoEnded(game, values, change) {
  const who = (seat) =>
    choice("radio", "by", seat, values.by === seat, () => change({ by: seat }), [mark(seat), span("", nameOf(game, seat))]);
  return el(
    "fieldset",
    { class: "who" },
    el("legend", { class: "legend" }, gettext("Who ended the deal")),
    el("div", { class: "stack tight" }, SEATS.map(who)),
  );
}

// -- what was left, or what the paper says -------------------------------------------------------------------------

function hands(game, values, asked, change) {
  return el(
    "div",
    { class: "stack enter" },
    asked.length
      ? el(
          "fieldset",
          { class: "hands" },
          el("legend", { class: "off-screen" }, gettext("Hands left")),
          el("div", { class: "hands-row" }, asked.map((seat) => handChoice(game, values, seat, change))),
        )
      : null,
    counter(game, values, asked, change),
  );
}

function paper(game, values, change) {
  const side = (one) =>
    choice("radio", "side", one, values.side === one, () => change({ side: one }), [
      mark(one),
      span("", SideName(one), el("small", {}, namesOf(game, one))),
    ]);
  const points = (typed) => change({ points: typed, as_written: false });
  const type = (figure) => points(String(Number((values.as_written ? "" : values.points) + figure)).slice(0, 4));
  const rubOut = () => points(values.points.slice(0, -1));
  return el(
    "section",
    { class: "card enter stack" },
    el(
      "fieldset",
      {},
      el("legend", { class: "legend" }, gettext("To which side")),
      el("div", { class: "segments sides-two" }, SIDES.map(side)),
    ),
    el(
      "p",
      { class: "spread paper-points" },
      span("", gettext("Points as the paper has them"), el("br"), span("small soft", gettext("0 is a level deal: nobody scores."))),
      el("output", { class: "hand-pips", id: "paper-points" }, values.points || "–"),
    ),
    numberPad(type, rubOut),
  );
}
