// Where the deals of a table begin and end, by the clock of the round: what decides whether time ended in a deal.
import { counting } from "./rows.js";

export const NEAR = 10; // seconds: within these of the end nobody trusts a tap, so it is asked

/** Whether a line begins a deal, ends one, or neither; of a penalty only where it ends or restarts the deal. */
function turns(line) {
  if (line.kind === "deal_begin") return "begin";
  if (line.kind === "deal" || line.kind === "void") return "end";
  if (line.kind !== "penalty") return null;
  return line.code === "false_pass" || (line.code === "out_of_turn" && line.opponents === "restart") ? "end" : null;
}

/** List the turns of a log in order: {id, turn, marked}; an end is marked where its beginning was written before. */
export function boundaries(game) {
  let open = false;
  const list = [];
  for (const line of counting(game)) {
    const turn = turns(line);
    if (!turn) continue;
    list.push({ id: line.id, turn, marked: turn === "begin" || open });
    open = turn === "begin";
  }
  return list;
}

/** Put down when the turns were seen that are new since the last look; what was there at the first look is unknown.
 *
 * `seen` is {id: [earliest, latest]} in seconds of the clock, `last` the clock at the look before this one.
 */
export function seeTurns(seen, list, last, gone, first) {
  const known = { ...seen };
  for (const { id } of list) if (!(id in known)) known[id] = first ? null : [last ?? gone, gone];
  return known;
}

/** Judge whether the end of the time fell into a deal: {in_deal, before} or null where it has to be asked. */
export function judge(list, seen, end) {
  const times = list.map(({ id }) => seen[id] ?? null);
  const later = times.findIndex((time) => time && time[0] > end + NEAR);
  const place = later < 0 ? list.length : later;
  const last = list[place - 1];
  if (!last) return null; // the table may not mark how its deals begin
  const time = times[place - 1];
  if (!time || time[1] > end - NEAR || !last.marked) return null;
  return { in_deal: last.turn === "begin", before: list[place]?.id ?? null };
}
