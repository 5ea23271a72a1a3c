// What is left in the hands: pips by number, or the tiles themselves on a pad of 28.
import { button, choice, el, mark, p, phrase, span, tile } from "./elements.js";
import { nameOf } from "./people.js";
import { pipsOf } from "./points.js";
import { pips } from "./words.js";

const HEAVIEST = 69; // seven tiles cannot have more
const MOST_TILES = 7;

/** Values of an empty entry; `left` keeps for each seat a number, a list of tiles, or nothing yet. */
export const emptyHands = () => ({ left: {}, hand: null, way: localStorage.getItem("domino-desk:way") ?? "number" });

export const counted = (values, seat) => values.left[seat] !== undefined && values.left[seat] !== null;
export const pipsIn = (values, seat) => (counted(values, seat) ? pipsOf(values.left[seat]) : null);

/** The hands that were counted, as a deal line wants them. */
export const leftOf = (values, seats) => Object.fromEntries(seats.map((seat) => [seat, values.left[seat]]));

/** Choose the hand that is asked for next: the first of `seats` that nobody has counted. */
export function nextHand(values, seats) {
  const open = seats.find((seat) => !counted(values, seat));
  values.hand = open ?? (seats.includes(values.hand) ? values.hand : seats[0]);
}

/** One row a hand: who, and how many pips; pressed is the one that is being counted. */
export function handChoice(game, values, seat, change) {
  const sum = pipsIn(values, seat);
  const tiles = Array.isArray(values.left[seat]) ? tilesLeft(values.left[seat].length) : null;
  return choice(
    "radio",
    "hand",
    seat,
    values.hand === seat,
    () => {
      values.hand = seat;
      change();
    },
    [
      mark(seat),
      span("", nameOf(game, seat), tiles && el("small", {}, tiles)),
      span("hand-pips", sum === null ? "–" : String(sum)),
    ],
  );
}

const tilesLeft = (count) =>
  interpolate(ngettext("%(count)s tile left", "%(count)s tiles left", count), { count }, true);

/** The card in which one hand is counted. */
export function counter(game, values, seats, change) {
  const seat = values.hand;
  if (!seat)
    return el(
      "section",
      { class: "card enter stack" },
      p("soft", gettext("Say first how the deal ended and who laid the last tile.")),
    );
  const pad = values.way === "tiles" ? tilePad(values, seats, change) : numberPad(game, values, seats, change);
  return el(
    "section",
    { class: "card enter stack", "aria-label": gettext("Pips left in the hands") },
    el(
      "div",
      { class: "spread" },
      el("h2", {}, phrase(gettext("Left in the hand of %(mark)s"), { mark: mark(seat) })),
      ways(values, change),
    ),
    pad,
  );
}

function ways(values, change) {
  const choose = (way) => () => {
    values.way = way;
    localStorage.setItem("domino-desk:way", way);
    change();
  };
  const way = (name, words) => choice("radio", "way", name, values.way === name, choose(name), [words]);
  return el(
    "div",
    { class: "segments ways-to-count" },
    way("number", gettext("Number")),
    way("tiles", gettext("Tiles")),
  );
}

function numberPad(game, values, seats, change) {
  const seat = values.hand;
  const sum = pipsIn(values, seat);
  const set = (number) => {
    values.left[seat] = number;
    change();
  };
  const type = (figure) => {
    const fresh = values.fresh === seat ? Number(`${sum ?? ""}${figure}`) : figure;
    values.fresh = seat;
    set(fresh <= HEAVIEST ? fresh : figure);
  };
  const key = (figure) => button(String(figure), () => type(figure), { id: `key-${figure}` });
  const rubOut = () => set(sum === null || sum < 10 ? null : Math.floor(sum / 10));
  const rest = seats.filter((one) => one !== seat && !counted(values, one));
  return el(
    "div",
    { class: "by-number", "data-keys": "", keydown: (event) => typed(event, type, rubOut) },
    p(
      "count",
      span("num", sum === null ? "–" : String(sum)),
      el("br"),
      sum === null ? gettext("pips") : pips(sum).replace(/^\S+\s/, ""),
      el("br"),
      span("soft small", nameOf(game, seat)),
    ),
    el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "keys" },
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map(key),
        button(gettext("Clear"), () => set(null), { kind: "word", id: "key-clear" }),
        key(0),
        button("⌫", rubOut, { "aria-label": gettext("Delete the last figure"), id: "key-back" }),
      ),
      rest.length && sum !== null
        ? button(
            phrase(gettext("Next hand: %(mark)s"), { mark: mark(rest[0]) }),
            () => {
              values.hand = rest[0];
              change();
            },
            { small: nameOf(game, rest[0]), id: "key-next" },
          )
        : null,
    ),
  );
}

/** A keyboard at the desk types figures too. */
function typed(event, type, rubOut) {
  if (/^[0-9]$/.test(event.key)) type(Number(event.key));
  else if (event.key === "Backspace") rubOut();
  else return;
  event.preventDefault();
}

/** Where each tile of the set was put: {"6-4": "A1"}. */
function taken(values, seats) {
  const places = {};
  for (const seat of seats)
    if (Array.isArray(values.left[seat])) for (const name of values.left[seat]) places[name] = seat;
  return places;
}

function tilePad(values, seats, change) {
  const seat = values.hand;
  const hand = Array.isArray(values.left[seat]) ? values.left[seat] : [];
  const places = taken(values, seats);
  const full = hand.length >= MOST_TILES;
  const press = (name) => () => {
    values.left[seat] = hand.includes(name) ? hand.filter((one) => one !== name) : [...hand, name];
    change();
  };
  const sum = pipsIn(values, seat);
  return el(
    "div",
    { class: "pad28" },
    allTiles().map((name) => padTile(name, places[name], seat, full, press(name))),
    p(
      "count",
      span("num", sum === null ? "–" : String(sum)),
      el("br"),
      sum === null ? gettext("pips") : pips(sum).replace(/^\S+\s/, ""),
      hand.length ? [el("br"), tilesLeft(hand.length)] : null,
    ),
  );
}

export const allTiles = () =>
  Array.from({ length: 7 }, (_, high) => Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`)).flat();

function padTile(name, holder, seat, full, press) {
  const mine = holder === seat;
  const elsewhere = holder && !mine;
  const words = elsewhere
    ? interpolate(gettext("%(tile)s, in the hand of %(seat)s"), { tile: name, seat: holder }, true)
    : name;
  return el(
    "label",
    { class: elsewhere ? "pad-tile taken" : "pad-tile", style: name.endsWith("-0") ? "grid-column: 1" : null },
    el("input", {
      type: "checkbox",
      "aria-label": words,
      id: `tile-${name}`,
      checked: mine,
      disabled: elsewhere || (full && !mine),
      change: press,
    }),
    tile(name, "lying"),
    holder ? mark(holder) : null,
  );
}

/** A pad to choose one tile of the set, for the drawing of the first lead; those in `used` are gone. */
export function onePad(used, chosen) {
  return el(
    "div",
    { class: "pad28" },
    allTiles().map((name) =>
      el(
        "label",
        { class: used[name] ? "pad-tile taken" : "pad-tile", style: name.endsWith("-0") ? "grid-column: 1" : null },
        el("input", {
          type: "checkbox",
          "aria-label": name,
          disabled: Boolean(used[name]),
          change: () => chosen(name),
        }),
        tile(name, "lying"),
        used[name] ? mark(used[name]) : null,
      ),
    ),
  );
}
