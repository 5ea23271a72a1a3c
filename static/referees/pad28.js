// The 28 tiles as a triangle: row = higher half, place in the row = lower half. No tile can lie in two hands.
import { el, mark, p, placeName, span, tile } from "./elements.js";
import { nameOf } from "./people.js";
import { pipsOf } from "./points.js";
import { pips, tiles } from "./words.js";

const MOST_TILES = 7;

export const allTiles = () =>
  Array.from({ length: 7 }, (_, high) => Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`)).flat();

/** Where each tile of the set was put: {"6-4": "A1"}. */
function taken(values, seats) {
  const places = {};
  for (const seat of seats)
    if (Array.isArray(values.left[seat])) for (const name of values.left[seat]) places[name] = seat;
  return places;
}

/** The pad on which the tiles of the chosen hand are touched; `next` goes on to another hand. */
export function tilePad(game, values, seats, change, next) {
  const seat = values.hand;
  const hand = Array.isArray(values.left[seat]) ? values.left[seat] : [];
  const places = taken(values, seats);
  const touch = (name) => () => {
    values.refused = whyNot(game, name, places[name], seat, hand);
    if (!values.refused) values.left[seat] = toggled(hand, name);
    change();
  };
  const shut = (name) => Boolean(places[name] ? places[name] !== seat : hand.length >= MOST_TILES);
  return el(
    "div",
    { class: "pad28" },
    allTiles().map((name) => padTile(name, { holder: places[name], seat, shut: shut(name), press: touch(name) })),
    el("div", { class: "count" }, stillOut(places), next),
  );
}

const toggled = (hand, name) => (hand.includes(name) ? hand.filter((one) => one !== name) : [...hand, name]);

/** Say why a tile cannot be put into this hand; null where it can. */
function whyNot(game, name, holder, seat, hand) {
  if (holder && holder !== seat)
    return interpolate(
      gettext("%(tile)s is in the hand of %(seat)s, %(name)s. Take it out there first."),
      { tile: name, seat: placeName(holder), name: nameOf(game, holder) },
      true,
    );
  if (holder || hand.length < MOST_TILES) return null;
  return gettext("A hand has seven tiles at most. Take one out first.");
}

/** What no hand has claimed: it lies on the table, or is still to be touched. */
function stillOut(places) {
  const out = allTiles().filter((name) => !places[name]);
  return p(
    "still-out",
    span("small soft", gettext("Still out")),
    span("num", tiles(out.length)),
    span("small", pips(pipsOf(out))),
  );
}

function padTile(name, { holder = null, seat = null, shut = false, press }) {
  const elsewhere = holder && holder !== seat;
  const words = elsewhere
    ? interpolate(gettext("%(tile)s, in the hand of %(seat)s"), { tile: name, seat: placeName(holder) }, true)
    : name;
  return el(
    "label",
    { class: shut ? "pad-tile taken" : "pad-tile", "data-first": name.endsWith("-0") },
    el("input", {
      type: "checkbox",
      "aria-label": words,
      "aria-disabled": shut ? "true" : null,
      id: `tile-${name}`,
      checked: Boolean(holder) && !elsewhere,
      change: press,
    }),
    tile(name, "lying", { silent: true }),
    holder ? mark(holder) : null,
  );
}

/** A pad to choose one tile of the set, for the drawing of the first lead; those in `used` are gone. */
export function onePad(used, chosen) {
  const free = (name) => (event) => {
    if (used[name]) event.target.checked = false;
    else chosen(name);
  };
  return el(
    "div",
    { class: "pad28" },
    allTiles().map((name) => padTile(name, { holder: used[name], shut: Boolean(used[name]), press: free(name) })),
  );
}
