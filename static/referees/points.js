// What a deal will bring, shown before it is written (S8-S12, A2, A3). The server counts again and decides.
import { SEATS, SIDES, other, seatsOf } from "./elements.js";

export const pipsOf = (hand) =>
  Array.isArray(hand) ? hand.reduce((sum, name) => sum + Number(name[0]) + Number(name[2]), 0) : hand;

const ofSide = (hands, side) => seatsOf(side).reduce((sum, seat) => sum + (hands[seat] ?? 0), 0);
const ofAll = (hands) => Object.values(hands).reduce((sum, pips) => sum + pips, 0);

function lowestHand(hands) {
  const lowest = Math.min(...SEATS.map((seat) => hands[seat]));
  const sides = new Set(SEATS.filter((seat) => hands[seat] === lowest).map((seat) => seat[0]));
  return sides.size === 1 ? [...sides][0] : null;
}

function lowerPair(hands) {
  const [a, b] = SIDES.map((side) => ofSide(hands, side));
  return a === b ? null : a < b ? "A" : "B";
}

function fishPoints(side, hands, rules) {
  if (rules.scoring === "opponents") return ofSide(hands, other(side));
  if (rules.scoring === "difference") return Math.abs(ofSide(hands, "A") - ofSide(hands, "B"));
  return ofAll(hands);
}

/** The side that wins the hands, null when they are level, and the points before carry and factor. */
function worth(line, hands, leader, rules) {
  if (line.ending === "out") {
    const side = line.by[0];
    return { side, points: rules.scoring === "opponents" ? ofSide(hands, other(side)) : ofAll(hands), level: false };
  }
  const side = rules.fish_winner === "lowest_hand" ? lowestHand(hands) : lowerPair(hands);
  if (side) return { side, points: fishPoints(side, hands, rules), level: false };
  if (rules.level_fish !== "leader_wins") return { side: null, points: 0, level: true };
  return { side: leader[0], points: fishPoints(leader[0], hands, rules), level: true };
}

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
  const hands = Object.fromEntries(Object.entries(line.left).map(([seat, hand]) => [seat, pipsOf(hand)]));
  const found = worth(line, hands, leader, rules);
  return {
    side: found.side,
    points: found.side ? found.points * state.factor + state.carry : 0,
    level: found.level,
    replayed: found.level && rules.level_fish === "replay",
    odd: line.ending === "fish" && ofAll(hands) % 2 === 1,
  };
}
