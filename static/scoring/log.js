// The lines of a log: what each kind holds, and whether a line could stand in any log at all.
import { malformed } from "./errors.js";
import { CARDS, parseStep } from "./rules.js";
import { SEATS, SIDES, seatsOf } from "./seats.js";
import { asInteger, get, has, isObject } from "./values.js";

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

const bad = (field) => malformed("bad_field", { field });

/** Read one line of format 1: {kind, id, instead_of, before, body, raw}. Hands are counted later. */
export function readLine(raw, rules) {
  if (!isObject(raw)) throw bad("lines");
  const kind = get(raw, "kind");
  if (typeof kind !== "string" || !has(READERS, kind))
    throw malformed("unknown_kind", { value: typeof kind === "string" ? kind : "(none)" });
  if (has(raw, "at") && !(typeof raw.at === "string" && TIME.test(raw.at))) throw bad("at");
  if (has(raw, "by_official") && asInteger(raw.by_official) === null) text(raw, "by_official");
  const [id, instead_of, before] = ["id", "instead_of", "before"].map((name) => (has(raw, name) ? idOf(raw, name) : null));
  if (instead_of !== null && before !== null) throw bad("before");
  return { kind, id, instead_of, before, body: READERS[kind](raw, rules), raw };
}

/** Whether a line does anything but stand at the end of the log. */
export const corrects = (line) => line.instead_of !== null || line.before !== null || line.kind === "strike";

/** Read what the players on the four seats bring from earlier games: by seat {cards, warnings}. */
export function readCarried(value) {
  if (!isObject(value)) throw bad("carried");
  const seats = SEATS.filter((seat) => has(value, seat));
  return Object.fromEntries(seats.map((seat) => [seat, readBurden(`carried.${seat}`, value[seat])]));
}

function readBurden(where, value) {
  if (!isObject(value)) throw bad(where);
  const cards = has(value, "cards") ? value.cards : [];
  const warnings = has(value, "warnings") ? value.warnings : {};
  if (!Array.isArray(cards) || !cards.every((card) => CARDS.includes(card))) throw bad(`${where}.cards`);
  if (!isObject(warnings)) throw bad(`${where}.warnings`);
  const counts = Object.entries(warnings).map(([code, count]) => [code, asInteger(count)]);
  if (counts.some(([, count]) => count === null || count < 0)) throw bad(`${where}.warnings`);
  return { cards: [...cards], warnings: new Map(counts) };
}

function text(raw, name) {
  const value = get(raw, name);
  if (typeof value !== "string") throw bad(name);
  return value;
}

function idOf(raw, name) {
  const value = text(raw, name);
  if (!value) throw bad(name);
  return value;
}

function oneOf(raw, name, values) {
  const value = get(raw, name);
  if (typeof value !== "string" || !values.includes(value)) throw bad(name);
  return value;
}

function truth(raw, name) {
  const value = get(raw, name);
  if (typeof value !== "boolean") throw bad(name);
  return value;
}

const READERS = {
  seat: (raw) => ({ seat: oneOf(raw, "seat", SEATS), player: idOf(raw, "player") }),
  start: (raw) => ({ leader: oneOf(raw, "leader", SEATS) }),
  deal_begin: (raw) => ({ leader: has(raw, "leader") ? oneOf(raw, "leader", SEATS) : null }),
  deal: readDeal,
  void(raw) {
    const scope = oneOf(raw, "scope", ["deal", "game"]);
    text(raw, "reason");
    return { scope, replay: truth(raw, "replay") };
  },
  penalty: readPenalty,
  time: (raw) => ({ in_deal: truth(raw, "in_deal") }),
  no_show: readLoss,
  forfeit(raw) {
    const loss = readLoss(raw);
    text(raw, "reason");
    return loss;
  },
  ruling: readRuling,
  strike(raw) {
    const of = idOf(raw, "of");
    text(raw, "reason");
    return { of };
  },
  note: readRemark,
  protest: readRemark,
};

function readDeal(raw, rules) {
  const ending = oneOf(raw, "ending", ["out", "fish", "points"]);
  if (ending === "points") return readPaperDeal(raw, rules);
  return { ending, by: oneOf(raw, "by", SEATS), side: null, points: 0, left: readLeft(raw), hands: null };
}

/** A deal of which the paper gives the points only; who leads next hangs on `by` where lead is winner. */
function readPaperDeal(raw, rules) {
  const side = oneOf(raw, "side", SIDES);
  const points = asInteger(get(raw, "points"));
  if (points === null || points < 0) throw bad("points");
  const by = rules.lead === "winner" && (points || has(raw, "by")) ? oneOf(raw, "by", SEATS) : null;
  return { ending: "points", by, side, points, left: null, hands: null };
}

function readLeft(raw) {
  const left = has(raw, "left") ? raw.left : {};
  if (!isObject(left)) throw bad("left");
  for (const seat of SEATS.filter((one) => has(left, one))) {
    const pips = asInteger(left[seat]);
    if (!Array.isArray(left[seat]) && (pips === null || pips < 0)) throw bad(`left.${seat}`);
  }
  return left;
}

function readPenalty(raw, rules) {
  const code = get(raw, "code");
  if (typeof code !== "string" || (code !== "other" && !rules.tariff.has(code))) throw bad("code");
  const [seat, side] = seatOrSide(raw);
  const opponents = code === "out_of_turn" ? oneOf(raw, "opponents", ["continue", "restart"]) : null;
  const sanction = code === "other" ? parseStep(get(raw, "sanction")) : null;
  if (code === "other" && sanction === null) throw bad("sanction");
  const allLeft = code === "false_pass" && rules.false_pass_scores === "all_left";
  return { code, seat, side, opponents, sanction, left: allLeft ? readLeft(raw) : null, hands: null };
}

function seatOrSide(raw) {
  if (has(raw, "seat") === has(raw, "side")) throw bad("seat");
  if (has(raw, "side")) return [null, oneOf(raw, "side", SIDES)];
  const seat = oneOf(raw, "seat", SEATS);
  return [seat, seat[0]];
}

function readLoss(raw) {
  const side = oneOf(raw, "side", [...SIDES, "both"]);
  const sides = side === "both" ? SIDES : [side];
  const seats = has(raw, "seats") ? raw.seats : [];
  const chairs = sides.flatMap(seatsOf);
  if (!Array.isArray(seats) || !seats.every((seat) => chairs.includes(seat))) throw bad("seats");
  return { sides, seats };
}

function readRuling(raw, rules) {
  if (!isObject(get(raw, "score"))) throw bad("score");
  const score = Object.fromEntries(SIDES.map((side) => [side, asInteger(get(raw.score, side))]));
  if (Object.values(score).some((points) => points === null || (points < 0 && !rules.below_zero))) throw bad("score");
  if (!has(raw, "winner")) throw bad("winner");
  const winner = raw.winner === null ? null : oneOf(raw, "winner", SIDES);
  text(raw, "reason");
  return { score, winner };
}

function readRemark(raw) {
  text(raw, "text");
  if (has(raw, "side")) oneOf(raw, "side", SIDES);
  return {};
}
