// A log as people write it on paper: deals with running totals, and between them what else happened.
import { other } from "./elements.js";
import { pointsOfDeal } from "./points.js";

/** The lines that count, in the order of folding: a correction stands in the place of what it corrects. */
export function counting(game) {
  const order = [];
  for (const line of game.lines) {
    const beside = line.instead_of ?? line.before;
    const place = beside ? order.findIndex((one) => one.id === beside) : -1;
    if (place < 0) order.push(line);
    else order.splice(place, 0, line);
  }
  return order.filter((line) => line.counts && line.kind !== "strike");
}

function replayed(line, game) {
  if (game.rules.level_fish !== "replay" || line.ending === "out") return false;
  return pointsOfDeal(line, { ...game.fold, factor: 1, carry: 0 }, game.rules, "A1").level;
}

/** What a fine does to the score; one that is the person's own does nothing to it (A16). */
function afterFine(score, penalty, fines_to) {
  if (penalty.sanction !== "fine") return;
  if (fines_to === "opponents") score[other(penalty.side)] += penalty.points;
  else if (fines_to === "offender" || !penalty.seat) score[penalty.side] -= penalty.points;
}

/** List the rows: {kind, line, number, deal, penalty, total, annulled}. */
export function rows(game) {
  const lines = counting(game);
  const lastVoid = lines.findLastIndex((line) => line.kind === "void" && line.scope === "game");
  const start = lines.findIndex((line) => line.kind === "start"); // who sat there from the beginning is no row
  const deals = [...game.fold.deals];
  const penalties = [...game.fold.penalties];
  const score = { A: 0, B: 0 };
  const list = [];
  let number = 0;

  const addDeal = (line) => {
    const deal = deals.shift();
    if (!deal) return;
    number += 1;
    for (const side of ["A", "B"]) score[side] += deal.points[side];
    list.push({ kind: "deal", line, number, deal, total: deal.total });
  };

  lines.forEach((line, at) => {
    if (line.kind === "deal" && at < lastVoid) list.push({ kind: "annulled", line });
    else if (line.kind === "deal" && replayed(line, game)) list.push({ kind: "replayed", line });
    else if (line.kind === "deal") addDeal(line);
    else if (line.kind === "penalty") {
      const penalty = penalties.shift();
      afterFine(score, penalty, game.rules.fines_to);
      list.push({ kind: "penalty", line, penalty, total: { ...score } });
      if (line.code === "false_pass" && at > lastVoid && deals[0]?.ending === "false_pass") addDeal(line);
    } else if (line.kind === "seat" ? start >= 0 && at > start : !["start", "deal_begin"].includes(line.kind))
      list.push({ kind: line.kind, line });
  });
  return list;
}

export const dealsPlayed = (game) => game.fold.deals.length;
export const dealNumber = (game) => dealsPlayed(game) + 1;

/** Who really leads the deal on the table: another than the right one, if the log says so. */
export function leaderNow(game) {
  if (!game.fold.deal_open) return game.fold.next_leader;
  const begun = counting(game).findLast((line) => line.kind === "deal_begin");
  return begun?.leader ?? game.fold.next_leader;
}

/** The last line that ended a deal. */
export const lastDealLine = (game) => counting(game).findLast((line) => line.kind === "deal") ?? null;

/** The deals that a false pass found late could still take back, the latest first (A21): {line, number}. */
export function dealsToTakeBack(game) {
  const written = rows(game).filter(({ kind, line }) => kind === "deal" && line.kind === "deal");
  if (game.rules.false_pass_until === "signed") return written.reverse();
  return game.fold.deal_open ? [] : written.slice(-1);
}
