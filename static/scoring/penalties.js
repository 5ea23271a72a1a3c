// What follows a breach: the tariff, warnings and cards of a player (S22, S23, S28, A15-A17).
import { malformed } from "./errors.js";
import { CARDS, NO_SANCTION } from "./rules.js";

const OF_CARD = { yellow: "fine", red: "game_loss", black: "disqualification" };

/** A player as he comes to the table: cards always count, carried warnings where the rules say so. */
export const bring = (burden, rules) => ({
  name: null,
  breaches: new Map(burden && rules.warnings_carry ? burden.warnings : []),
  cards: burden ? [...burden.cards] : [],
});

/** Whether breaches of this code are counted for the side and not for the player (A15); signs always are (S28). */
export const countsForSide = (code, seat, rules) => seat === null || rules.count_warnings === "side" || code === "sign";

/** What a breach costs after so many of the same kind: {sanction, points, card}. */
export function stepFor(penalty, breachesBefore, offender, rules) {
  if (penalty.sanction === null && penalty.opponents === "continue" && !rules.continue_fine) return NO_SANCTION; // A18
  const ladder = penalty.sanction ? [penalty.sanction] : rules.tariff.get(penalty.code);
  const step = ladder[Math.min(breachesBefore, ladder.length - 1)];
  if (step.card === null) return step;
  if (offender === null) throw malformed("bad_field", { field: "seat" });
  return shown(step, offender.cards);
}

/** A card not above the highest held becomes the next above it; red and black cost no points. */
function shown(step, held) {
  const highest = Math.max(-1, ...held.map((card) => CARDS.indexOf(card)));
  const level = Math.min(Math.max(CARDS.indexOf(step.card), highest + 1), CARDS.length - 1);
  const sanction = OF_CARD[CARDS[level]];
  return { sanction, points: sanction === "fine" ? step.points : 0, card: CARDS[level] };
}
