// What a deal will bring, shown before it is written (S8-S12, A2, A3). The server counts again and decides.
import { worthOfDeal } from "../scoring/deals.js";
import { SEATS } from "../scoring/seats.js";

export const pipsOf = (hand) =>
  Array.isArray(hand) ? hand.reduce((sum, name) => sum + Number(name[0]) + Number(name[2]), 0) : hand;

/** Score a deal line on top of a state of log-format.md: {side, points, level, replayed, odd}. */
export function pointsOfDeal(line, state, rules, leader = state.next_leader) {
  if (line.ending === "points") {
    const level = line.points === 0;
    return {
      side: level ? null : line.side,
      points: line.points,
      level,
      replayed: level && rules.level_fish === "replay",
      odd: false,
    };
  }
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, pipsOf(line.left[seat] ?? 0)]));
  const found = worthOfDeal({ ...line, hands }, leader, rules);
  return {
    side: found.side,
    points: found.side ? found.points * state.factor + state.carry : 0,
    level: found.level,
    replayed: found.level && rules.level_fish === "replay",
    odd: line.ending === "fish" && SEATS.reduce((sum, seat) => sum + hands[seat], 0) % 2 === 1,
  };
}
