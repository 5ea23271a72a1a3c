// The state of a game as log-format.md writes it, read off a fold.
import { SEATS, SIDES, otherSide, sideOf } from "./seats.js";

export function stateOf(fold) {
  const score = shownScore(fold);
  return {
    state: fold.stage,
    score,
    winner: fold.winner,
    reason: fold.reason,
    next_leader: fold.stage === "running" ? fold.nextLeader : null,
    deal_open: fold.dealOpen,
    time_over: fold.timeOver,
    carry: fold.carry,
    factor: fold.factor,
    deals: [...fold.deals],
    penalties: [...fold.penalties],
    seats: Object.fromEntries(SEATS.map((seat) => [seat, outcome(fold, seat, score)])),
    to_come: toCome(fold),
    warnings: [...fold.warnings],
  };
}

/** Cut totals over the target where the regulations trim them: after the winner has been found. */
function shownScore({ score, trimmed, rules }) {
  if (!trimmed) return { ...score };
  return Object.fromEntries(SIDES.map((side) => [side, Math.min(score[side], rules.goal)]));
}

function outcome(fold, seat, score) {
  const side = sideOf(seat);
  const own = fold.ownFines[seat];
  const left = score[side] - own;
  const shown = {
    player: fold.chairs[seat]?.name ?? null,
    won: fold.stage === "finished" ? side === fold.winner : null,
    points_for: own && !fold.rules.below_zero ? Math.max(left, 0) : left,
    points_against: score[otherSide(side)],
    fines: fold.fines[seat],
    cards: [...fold.cards[seat]],
  };
  if (!fold.excused.has(seat)) return shown;
  return { ...shown, won: true, points_for: fold.rules.walkover_points, points_against: 0 };
}

/** What is still to be played, in a word (S13-S15, S18). */
function toCome(fold) {
  if (fold.stage !== "running") return fold.stage === "waiting" ? "start" : "sign";
  if (fold.timeOver) return toComeAfterTime(fold);
  if (fold.rules.deals !== null) return fold.deals.length >= fold.rules.deals ? "extra_deal" : "deal";
  return fold.score.A === fold.score.B && fold.score.A >= fold.rules.target ? "extra_deal" : "deal";
}

function toComeAfterTime({ owed, dealOpen }) {
  if (!owed) return "extra_deal";
  if (owed > 1) return "two_more_deals";
  return dealOpen ? "last_deal" : "one_more_deal";
}
