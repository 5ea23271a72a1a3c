// What would follow: the log on the screen with more lines, folded by the same rules. Nothing is sent.
import { LogError } from "../scoring/errors.js";
import { Fold } from "../scoring/fold.js";
import { Record } from "../scoring/games.js";
import { parseRules } from "../scoring/rules.js";
import { SEATS } from "./elements.js";
import { counting } from "./rows.js";

const TRIED = "tried";

function recordOf(game) {
  const record = new Record(parseRules(game.rules), game.carried);
  for (const { number, counts, ...line } of game.lines) record.add(line);
  return record;
}

/** Fold the log with more lines: {before, after, refusal}; `after` is null where the rules refuse one of them. */
export function preview(game, lines) {
  const record = recordOf(game);
  try {
    for (const line of lines) record.add(line);
  } catch (refusal) {
    if (!(refusal instanceof LogError)) throw refusal;
    return { before: game.fold, after: null, refusal };
  }
  return { before: game.fold, after: record.state(), refusal: null };
}

/** The table just before a line in the place where it would be folded; without a line, the table as it is now. */
export function tableBefore(game, line = null) {
  const record = recordOf(game);
  if (line) record.add({ ...line, id: TRIED });
  const byId = new Map(record.lines.map((one) => [one.id, one]));
  const fold = new Fold(record.rules, record.carried);
  const arrived = new Map(SEATS.map((seat) => [fold.chairs[seat], game.carried[seat] ?? {}]));
  const lines = record.lines.map((one, place) => ({ ...one.raw, counts: record.counts(place) }));
  for (const { id } of counting({ lines })) {
    if (id === TRIED) break;
    fold.apply(byId.get(id));
  }
  return { fold, arrived, tried: byId.get(TRIED) ?? null };
}

const drawnUp = new WeakMap(); // by game as it was last told: the felt asks at every redraw

/** What each player on a chair has to his name: {cards: [{card, earlier}], warnings: [{code, count, earlier}]}. */
export function burdens(game) {
  if (!drawnUp.has(game)) drawnUp.set(game, countBurdens(game));
  return drawnUp.get(game);
}

function countBurdens(game) {
  const { fold, arrived } = tableBefore(game);
  return Object.fromEntries(SEATS.map((seat) => [seat, burdenOf(fold, seat, arrived.get(fold.chairs[seat]) ?? {})]));
}

function burdenOf({ chairs, rules, sideBreaches }, seat, { cards = [], warnings = {} }) {
  const person = chairs[seat];
  if (!person) return { cards: [], warnings: [] };
  const breaches = new Map(person.breaches);
  if (rules.count_warnings === "side") sideBreaches[seat[0]].forEach((count, code) => breaches.set(code, count));
  const counted = [...breaches].map(([code, count]) => ({ code, count, earlier: count <= (warnings[code] ?? 0) }));
  const before = Object.entries(warnings).filter(([code]) => !breaches.has(code));
  return {
    cards: person.cards.map((card, place) => ({ card, earlier: place < cards.length })),
    warnings: [...counted, ...before.map(([code, count]) => ({ code, count, earlier: true }))],
  };
}

/** Say why the rules refuse what was tried, before anything is sent. */
export function whyNot(refusal) {
  const { code, params } = refusal;
  const words = {
    not_started: () => gettext("The game has not started yet. This can be written when it has."),
    game_over: () => gettext("The game is over, so this cannot be written any more."),
    already_started: () => gettext("The game has started already."),
    deal_in_progress: () => gettext("A deal is on the table. End it first."),
    time_already_over: () => gettext("That the time is over stands in the log already."),
    breaks_later_line: () =>
      interpolate(
        gettext("Line %(number)s of the log could not stand any more. Correct that line first."),
        { number: params.line + 1 },
        true,
      ),
    unknown_line: () => gettext("The line this belongs to counts no more. Look at the log."),
    tile_twice: () => gettext("One tile lies in two hands. Count again."),
    too_many_pips: () => gettext("There are not so many pips in the set. Count again."),
    hand_too_heavy: () => gettext("Seven tiles cannot have so many pips. Count again."),
  }[code];
  if (words) return words();
  if (code === "not_allowed" && params.why?.startsWith("The next deal"))
    return gettext("The next deal has begun, so this false pass stays without a sanction.");
  if (code === "not_allowed") return gettext("A deal has been counted: who leaves now forfeits the game.");
  return gettext("The rules do not allow this line here.");
}
