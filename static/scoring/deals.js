// What a deal is worth, and to whom (S8-S12, A2, A3).
import { malformed } from "./errors.js";
import { SEATS, otherSide, seatsOf, sideOf } from "./seats.js";
import { has } from "./values.js";

export const ALL_PIPS = 168;
const HEAVIEST_HAND = 69;
const HAND_SIZE = 7;

// Both ways of writing a tile: "6-4" and "4-6" are one.
const TILES = new Map();
for (let high = 0; high <= 6; high += 1)
  for (let low = 0; low <= high; low += 1)
    for (const name of [`${high}-${low}`, `${low}-${high}`]) TILES.set(name, { tile: `${high}-${low}`, pips: high + low });

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Count the pips left in each hand; `out` went out and may only be given as empty. */
export function countHands(left, out = null) {
  const needed = SEATS.filter((seat) => seat !== out);
  const missing = needed.find((seat) => !has(left, seat));
  if (missing) throw malformed("hands_missing", { seat: missing });
  if (out && has(left, out) && left[out] !== 0 && !(Array.isArray(left[out]) && left[out].length === 0))
    throw malformed("out_hand_not_empty", { seat: out });
  const lists = needed.filter((seat) => Array.isArray(left[seat]));
  checkTiles(left, lists);
  const hands = Object.fromEntries(needed.map((seat) => [seat, pipsOf(left[seat])]));
  const heavy = needed.find((seat) => hands[seat] > HEAVIEST_HAND);
  if (heavy) throw malformed("hand_too_heavy", { seat: heavy });
  checkOnce(lists.flatMap((seat) => left[seat]));
  if (sum(Object.values(hands)) > ALL_PIPS) throw malformed("too_many_pips", { most: ALL_PIPS });
  return hands;
}

const pipsOf = (hand) => (Array.isArray(hand) ? sum(hand.map((name) => TILES.get(name).pips)) : hand);

function checkTiles(left, lists) {
  const wrong = lists.flatMap((seat) => left[seat]).filter((name) => !TILES.has(name));
  if (wrong.length) throw malformed("bad_tile", { value: quoted(wrong[0]) });
  const full = lists.find((seat) => left[seat].length > HAND_SIZE);
  if (full) throw malformed("too_many_tiles", { seat: full });
}

const PYTHON = new Map([
  [null, "None"],
  [true, "True"],
  [false, "False"],
]); // errors are the same everywhere, to the letter

function quoted(value) {
  if (Array.isArray(value)) return "[…]";
  if (value !== null && typeof value === "object") return "{…}";
  return PYTHON.get(value) ?? String(value);
}

function checkOnce(names) {
  const seen = new Set();
  for (const name of names) {
    const { tile } = TILES.get(name);
    if (seen.has(tile)) throw malformed("tile_twice", { value: name });
    seen.add(tile);
  }
}

/** Score a deal by its hands: {side (null when level), points before carry and factor, level}. */
export function worthOfDeal(deal, leader, rules) {
  return deal.ending === "out" ? worthOfOut(deal, rules) : worthOfFish(deal.hands, leader, rules);
}

function worthOfOut({ by, hands }, rules) {
  const side = sideOf(by);
  const points = rules.scoring === "opponents" ? ofSide(hands, otherSide(side)) : sum(Object.values(hands));
  return { side, points, level: false };
}

function worthOfFish(hands, leader, rules) {
  const side = rules.fish_winner === "pair_total" ? lowerPair(hands) : lowestHand(hands);
  if (side) return { side, points: fishPoints(side, hands, rules), level: false };
  if (rules.level_fish !== "leader_wins") return { side: null, points: sum(Object.values(hands)), level: true };
  return { side: sideOf(leader), points: fishPoints(sideOf(leader), hands, rules), level: true };
}

const ofSide = (hands, side) => sum(seatsOf(side).map((seat) => hands[seat]));

function lowerPair(hands) {
  const a = ofSide(hands, "A");
  const b = ofSide(hands, "B");
  if (a === b) return null;
  return a < b ? "A" : "B";
}

function lowestHand(hands) {
  const lowest = Math.min(...Object.values(hands));
  const sides = new Set(SEATS.filter((seat) => hands[seat] === lowest).map(sideOf));
  return sides.size === 1 ? [...sides][0] : null;
}

function fishPoints(side, hands, rules) {
  if (rules.scoring === "opponents") return ofSide(hands, otherSide(side));
  if (rules.scoring === "difference") return Math.abs(ofSide(hands, "A") - ofSide(hands, "B"));
  return sum(Object.values(hands));
}
