// What a deal will bring, shown before it is written (S8-S12, A2, A3). The server counts again and decides.
import { ALL_PIPS, worthOfDeal } from "../scoring/deals.js";
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

/** The most a paper can say of one deal: every pip, times what a level deal left behind, and what it carried. */
export const mostPoints = ({ factor, carry }) => ALL_PIPS * factor + carry;

/** Why hands cannot be true, though the log would take them: "odd", "empty", or null. */
export function doubtOf(line) {
  if (!line.left) return null;
  const sums = Object.values(line.left).map(pipsOf);
  if (line.ending === "fish" && sums.reduce((a, b) => a + b, 0) % 2) return "odd"; // 168 less an even table
  return sums.filter((sum) => sum === 0).length > 1 ? "empty" : null; // only the 0-0 has no pips
}
