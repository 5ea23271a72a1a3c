// Which screen an address of the instrument shows.
import { beforeScreen, emptyStart } from "./before.js";
import { asOf } from "./corrections.js";
import { dealAsWritten, dealScreen, emptyDeal } from "./deal.js";
import { logScreen } from "./log.js";
import { emptyPenalty, penaltyAsWritten, penaltyScreen } from "./penalty.js";
import { dealNumber, rows } from "./rows.js";
import { runningScreen } from "./running.js";

/** The title of a screen that covers the table. */
export function titleOf(desk) {
  return {
    deal: () => interpolate(gettext("Deal %(number)s"), { number: dealNumber(desk.game) }, true),
    penalty: () => gettext("Penalty"),
    log: () => gettext("Log"),
    correct: () => gettext("Correction"),
    forgot: () => gettext("Forgotten"),
  }[desk.screen]();
}

export function screenOf(desk) {
  const { game } = desk;
  if (desk.holding.state === "held") return desk.holding.screen();
  const shown = covering(desk, game.state === "accepted");
  if (shown) return shown;
  if (desk.screen) desk.uncover();
  if (game.fold.state === "waiting") return beforeScreen(desk, desk.mine("start", emptyStart()));
  return runningScreen(desk);
}

function covering(desk, over) {
  const { screen } = desk;
  if (screen === "log") return logScreen(desk);
  if (over) return null;
  if (screen === "deal") return ofDeal(desk);
  if (screen === "penalty") return penaltyScreen(desk, desk.mine(desk.hash, emptyPenalty()));
  if (screen === "correct") return ofCorrection(desk);
  if (screen === "forgot") return ofForgotten(desk);
  return null;
}

function ofDeal(desk) {
  const current = `deal-${dealNumber(desk.game)}`;
  if (desk.game.fold.state === "running" && desk.hash === current)
    return dealScreen(desk, desk.mine(current, emptyDeal()));
  keepLeftover(desk);
  return null;
}

/** What was typed for a deal that stands in the log by now, from elsewhere, is kept and offered again. */
function keepLeftover(desk) {
  const typed = desk.intention ?? desk.intentionOf(desk.hash, emptyDeal());
  if (typed.values.ending && !typed.isIn(desk.game.lines)) desk.leftover.keep(typed, desk.hash);
}

function ofCorrection(desk) {
  const row = rows(desk.game).find((one) => `correct-${one.line.id}` === desk.hash);
  if (row?.kind === "deal" && row.line.kind === "deal")
    return dealScreen(desk, desk.mine(desk.hash, dealAsWritten(row.line)), { corrected: row });
  if (row?.line.kind === "penalty") return penaltyScreen(desk, desk.mine(desk.hash, penaltyAsWritten(row.line)), row);
  return null;
}

/** A forgotten line is written as it would have been then, and folded before the one that was touched. */
function ofForgotten(desk) {
  const [, kind, id] = desk.hash.match(/^forgot-(deal|penalty)-(.+)$/) ?? [];
  if (!desk.game.lines.some((line) => line.id === id && line.counts)) return null;
  const empty = kind === "deal" ? emptyDeal() : { ...emptyPenalty(), who: null, code: null };
  const intention = desk.mine(desk.hash, empty);
  intention.before = id;
  if (kind === "penalty") return penaltyScreen(desk, intention);
  return dealScreen(desk, intention, { game: asOf(desk.game, id) });
}
