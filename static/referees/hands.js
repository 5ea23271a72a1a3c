// What is left in the hands: pips by number, or the tiles themselves on a pad of 28.
import { SIDES, button, choice, el, icon, mark, other, p, phrase, placeName, seatsOf, span } from "./elements.js";
import { onTablet } from "./kept.js";
import { tilePad } from "./pad28.js";
import { nameOf } from "./people.js";
import { pipsOf } from "./points.js";
import { say } from "./say.js";
import { pips, tiles } from "./words.js";

export { allTiles, onePad } from "./pad28.js";

const HEAVIEST = 69; // seven tiles cannot have more
const STARTS_TWO = 6; // no hand of two figures begins with 7, 8, 9 or 0
const WAY = "domino-desk:way";

/** Values of an empty entry; `left` keeps for each seat a number, a list of tiles, or nothing yet. */
export const emptyHands = () => ({ left: {}, recount: [], hand: null, way: onTablet.read(WAY) ?? "number" });

export const counted = (values, seat) => values.left[seat] !== undefined && values.left[seat] !== null;

/** A hand that is in doubt keeps what was typed until it is counted again, or said to be so. */
export const doubted = (values, seat) => (values.recount ?? []).includes(seat);
const settled = (values, seat) => counted(values, seat) && !doubted(values, seat);
export const unsettled = (values, seats) => seats.find((seat) => !settled(values, seat));
const settle = (values, seat) => {
  values.recount = (values.recount ?? []).filter((one) => one !== seat);
};

/** Ask for some hands once more: what was typed stays, and the first of them is counted now. */
export function recount(values, seats) {
  Object.assign(values, { recount: seats });
  turnTo(values, seats[0]);
}

export const pipsIn = (values, seat) => (counted(values, seat) ? pipsOf(values.left[seat]) : null);

/** How the hands of a line were counted, where all were counted alike: a touch on the other pad begins a hand anew. */
export function wayOf(left = {}) {
  const ways = new Set(Object.values(left).map((hand) => (Array.isArray(hand) ? "tiles" : "number")));
  return ways.size === 1 ? [...ways][0] : null;
}

/** The hands that were counted, as a deal line wants them. */
export const leftOf = (values, seats) => Object.fromEntries(seats.map((seat) => [seat, values.left[seat]]));

/** The hands that this ending asks for: pair by pair in a fish, opponents of who went out first. */
export function handsAsked(values) {
  if (!values.by || !["out", "fish"].includes(values.ending)) return [];
  if (values.ending === "fish") return SIDES.flatMap(seatsOf);
  return [...seatsOf(other(values.by[0])), ...seatsOf(values.by[0]).filter((seat) => seat !== values.by)];
}

/** Choose the hand that is asked for next: the first of `seats` that nobody has counted, or that is in doubt. */
export function nextHand(values, seats) {
  const open = unsettled(values, seats);
  turnTo(values, open ?? (seats.includes(values.hand) ? values.hand : seats[0]));
}

/** Count a hand from the beginning: its first figure replaces what stood there. */
function turnTo(values, seat) {
  Object.assign(values, { cameFrom: values.hand, hand: seat, fresh: null, refused: null });
}

/** One row a hand: who, and how many pips; pressed is the one that is being counted. */
export function handChoice(game, values, seat, change) {
  const sum = pipsIn(values, seat);
  const count = Array.isArray(values.left[seat]) ? tiles(values.left[seat].length) : null;
  const choose = () => {
    turnTo(values, seat);
    change();
  };
  const face = [
    mark(seat),
    span("hand-name", nameOf(game, seat), count && el("small", {}, count)),
    doubted(values, seat) && el("small", { class: "doubted" }, icon("warn"), span("", gettext("count again"))),
    span("hand-pips", sum === null ? "–" : String(sum)),
  ];
  return choice("radio", "hand", seat, values.hand === seat, choose, face, { again: choose }); // touched again: counted anew
}

/** The card in which one hand is counted. */
export function counter(game, values, seats, change) {
  const seat = values.hand;
  if (!seat) return el("section", { class: "card enter stack" }, p("soft", gettext("Say first how the deal ended.")));
  const sum = pipsIn(values, seat);
  say("hand", sum === null ? null : `${placeName(seat)}: ${pips(sum)}`);
  return el(
    "section",
    { class: "card enter stack", "aria-label": gettext("Pips left in the hands") },
    el(
      "div",
      { class: "spread" },
      el("h2", {}, phrase(gettext("Left in the hand of %(mark)s"), { mark: mark(seat) })),
      ways(values, change),
    ),
    values.way === "tiles"
      ? tilePad(game, values, seats, touched(values, change), nextKey(game, values, seats, change))
      : handPad(game, values, seats, change),
    refusal(values),
  );
}

/** A tile that is touched counts the hand in hand anew. */
const touched = (values, change) => () => {
  if (!values.refused) settle(values, values.hand);
  change();
};

function refusal({ refused = null }) {
  say("refused", refused);
  return refused ? p("error refused", icon("warn"), " ", refused) : null;
}

function ways(values, change) {
  const choose = (way) => () => {
    Object.assign(values, { way, refused: null });
    onTablet.keep(WAY, way);
    change();
  };
  const way = (name, words) => choice("radio", "way", name, values.way === name, choose(name), [words]);
  return el(
    "div",
    { class: "segments ways-to-count", role: "group", "aria-label": gettext("How to count") },
    way("number", gettext("Number")),
    way("tiles", gettext("Tiles")),
  );
}

// -- by number -----------------------------------------------------------------------------------------------------

/** Ten figures, one to rub out, and what stands at the lower right: the way on. */
export function numberPad(type, rubOut, onward = null) {
  const key = (figure) => button(String(figure), () => type(figure), { id: `key-${figure}` });
  return el(
    "div",
    { class: "keys" },
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(key),
    button("⌫", rubOut, { "aria-label": gettext("Delete the last figure"), id: "key-back" }),
    key(0),
    onward ?? el("span"),
  );
}

function handPad(game, values, seats, change) {
  const type = (figure) => {
    typeFigure(values, seats, figure);
    change();
  };
  const rubOut = () => {
    rubFigure(values);
    change();
  };
  return numberPad(type, rubOut, nextKey(game, values, seats, change));
}

/** Take one figure; where no other can follow, go on to the next hand. */
function typeFigure(values, seats, figure) {
  const seat = values.hand;
  const going = values.fresh === seat && typeof values.left[seat] === "number";
  const number = going ? values.left[seat] * 10 + figure : figure;
  if (number > HEAVIEST) {
    values.refused = gettext("A hand has 69 pips at most.");
    return;
  }
  settle(values, seat);
  Object.assign(values, { fresh: seat, refused: null });
  values.left[seat] = number;
  const whole = going || figure > STARTS_TWO || figure === 0;
  if (whole && unsettled(values, seats)) nextHand(values, seats);
}

/** Rub out the last figure: of the hand before, where this one has none yet. */
function rubFigure(values) {
  if (!counted(values, values.hand) && values.cameFrom) values.hand = values.cameFrom;
  const seat = values.hand;
  const sum = pipsIn(values, seat);
  const rest = Array.isArray(values.left[seat]) || sum === null || sum < 10 ? null : Math.floor(sum / 10);
  values.left[seat] = rest;
  settle(values, seat);
  Object.assign(values, { fresh: seat, cameFrom: null, refused: null });
}

function nextKey(game, values, seats, change) {
  const rest = seats.filter((one) => one !== values.hand && !settled(values, one));
  const inDoubt = doubted(values, values.hand);
  const ready = (rest.length > 0 || inDoubt) && counted(values, values.hand);
  const go = () => {
    settle(values, values.hand); // gone on from, it is as it stands
    if (rest.length) turnTo(values, rest[0]);
    change();
  };
  const words = rest.length
    ? interpolate(gettext("Next hand: %(seat)s"), { seat: placeName(rest[0]) }, true)
    : inDoubt
      ? gettext("This hand is right")
      : gettext("Next hand");
  return button([rest.length ? mark(rest[0]) : null, " ", span("", "→")], go, {
    id: "key-next",
    kind: "word",
    disabled: !ready,
    "aria-label": words,
  });
}
