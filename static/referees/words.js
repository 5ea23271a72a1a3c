// The words of the trade for the codes of a log, in the reader's language.

const BREACHES = {
  slow_play: () => gettext("Slow play"),
  talking: () => gettext("Talking"),
  conduct: () => gettext("Conduct"),
  table: () => gettext("Things on the table"),
  posture: () => gettext("Posture"),
  careless_move: () => gettext("Careless move"),
  rearranging: () => gettext("Rearranging tiles"),
  touched_tile: () => gettext("Touched tile"),
  out_of_turn: () => gettext("Out of turn"),
  false_pass: () => gettext("False pass"),
  sign: () => gettext("Sign to the partner"),
  late: () => gettext("Late"),
  other: () => gettext("Other"),
};

/** Name a breach; a code the regulations added is its own name. */
export const breach = (code) => (Object.hasOwn(BREACHES, code) ? BREACHES[code]() : code.replaceAll("_", " "));

const CARDS = {
  yellow: () => gettext("yellow card"),
  red: () => gettext("red card"),
  black: () => gettext("black card"),
};
export const cardName = (card) => CARDS[card]();

export const points = (count) => interpolate(ngettext("%(count)s point", "%(count)s points", count), { count }, true);
export const pips = (count) => interpolate(ngettext("%(count)s pip", "%(count)s pips", count), { count }, true);
export const tiles = (count) => interpolate(ngettext("%(count)s tile", "%(count)s tiles", count), { count }, true);

/** Say one step of a tariff as the regulations write it. */
export function step(value) {
  if (value === "warning") return gettext("warning");
  if (value === "game_loss") return gettext("the game is lost");
  if (value === "disqualification") return gettext("disqualified");
  if (typeof value === "number") return points(value);
  return [value.points ? points(value.points) : null, cardName(value.card)].filter(Boolean).join(", ");
}

/** Say what a recorded penalty brought, of the fold's list of penalties. */
export function sanction(penalty) {
  const words = {
    none: () => gettext("no sanction"),
    warning: () => gettext("warning"),
    fine: () => points(penalty.points),
    game_loss: () => gettext("the game is lost"),
    disqualification: () => gettext("disqualified"),
  }[penalty.sanction]();
  return penalty.card ? `${words}, ${cardName(penalty.card)}` : words;
}

const REASONS = {
  target: () => gettext("Target reached"),
  deals: () => gettext("All deals played"),
  time: () => gettext("Time over"),
  no_show: () => gettext("No-show"),
  forfeit: () => gettext("Forfeit"),
  game_loss: () => gettext("Lost by penalty"),
  ruling: () => gettext("Ruling of the chief referee"),
};
export const reason = (code) => (Object.hasOwn(REASONS, code) ? REASONS[code]() : code);

export const otherValues = () =>
  gettext("The first attempt had arrived, with other values. Look at the log and correct the line there.");

/** The sentence of an answer; the server has it in the reader's language already. */
export function sentence(body) {
  if (body?.code === "id_reused") return otherValues();
  return body?.sentence ?? body?.detail ?? null;
}
