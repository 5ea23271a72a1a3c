// A game under way: the table, the score, the clock, and one row of actions.
import { undoButton } from "./corrections.js";
import { canDo, needsPin } from "./countersign.js";
import { button, el, p, rack } from "./elements.js";
import { felt, leads, role, scoreTile, turnButton } from "./felt.js";
import { dealTable, lastPenalty } from "./log.js";
import { nameOf, seatBefore, wins } from "./people.js";
import { dealNumber, leaderNow } from "./rows.js";
import { toCome } from "./tocome.js";
import { reason } from "./words.js";

export function runningScreen(desk) {
  const { game } = desk;
  return el(
    "div",
    { class: "desk in-play" },
    el(
      "section",
      { class: "play" },
      theFelt(desk),
      el("div", { class: "actions" }, actions(desk)),
      desk.trouble(desk.step),
    ),
    el(
      "section",
      { class: "log" },
      el(
        "div",
        { class: "card" },
        el(
          "div",
          { class: "spread" },
          el("h2", {}, gettext("Log of deals")),
          button(gettext("Every line"), () => desk.go("log"), { kind: "quiet", id: "whole-log" }),
        ),
        el("div", { class: "beneath" }, undoButton(desk), turnButton(desk)),
        dealTable(game, { touch: desk.holding.writes ? (line) => desk.touch(line) : null }),
      ),
      lastPenalty(game),
    ),
  );
}

function theFelt(desk) {
  const { game } = desk;
  const leader = leaderNow(game);
  const number = dealNumber(game);
  const words = game.fold.deal_open ? gettext("led deal %(number)s") : gettext("leads deal %(number)s");
  const beneath = (seat) => [
    rack(game.fold.deal_open ? 7 : 0),
    seat === leader ? leads(interpolate(words, { number }, true)) : null,
    leader && !game.fold.deal_open && seat === seatBefore(leader) ? role(gettext("shuffles")) : null,
  ];
  const middle = [
    p("deal-now", headline(game)),
    p("to-come small", game.fold.state === "finished" ? reason(game.fold.reason) : toCome(game)),
    scoreTile(game),
    p("clock-place", game.fold.state === "finished" ? null : desk.clock()),
  ];
  return felt(game, gettext("Table in play"), middle, {
    leader,
    beneath,
    nearest: desk.nearest,
    touch:
      desk.holding.writes && canDo(desk, "penalise")
        ? (seat) => desk.go(`penalty-${game.log_length}-${seat}`)
        : null,
  });
}

function headline(game) {
  if (game.fold.state === "finished") return game.fold.winner ? wins(game.fold.winner) : gettext("Nobody wins");
  return interpolate(gettext("Deal %(number)s"), { number: dealNumber(game) }, true);
}

function actions(desk) {
  const { game } = desk;
  const more = button(gettext("More"), () => desk.more(), { kind: "big", id: "more" });
  const penalty = button(gettext("Penalty"), () => desk.go(`penalty-${game.log_length}`), {
    kind: "big",
    id: "penalty",
    disabled: !canDo(desk, "penalise"),
    small: needsPin(desk, "penalise") ? gettext("a referee confirms") : null,
  });
  if (game.state === "accepted")
    return [
      el(
        "a",
        { class: "button big main", href: desk.facts.view_url },
        gettext("Back to the table"),
        el("small", {}, gettext("the next round is written here too")),
      ),
    ];
  if (game.fold.state === "finished") return [desk.training ? again(desk) : toProtocol(desk), penalty, more];
  return [game.fold.deal_open ? endDeal(desk) : beginDeal(desk), penalty, more];
}

function beginDeal(desk) {
  const { game } = desk;
  const number = dealNumber(game);
  const begin = () => desk.write(desk.step, [desk.step.line({ kind: "deal_begin" })]);
  return desk.sendButton(
    desk.step,
    interpolate(gettext("Begin deal %(number)s"), { number }, true),
    interpolate(gettext("%(name)s leads"), { name: nameOf(game, leaderNow(game)) }, true),
    begin,
    { id: "begin-deal" },
  );
}

function endDeal(desk) {
  const number = dealNumber(desk.game);
  return button(interpolate(gettext("Deal %(number)s is over"), { number }, true), () => desk.go(`deal-${number}`), {
    kind: "big main",
    id: "end-deal",
    small: gettext("out or fish, and the hands that are left"),
  });
}

/** A game that counts nowhere is not signed: it is played again. */
const again = (desk) =>
  button(gettext("Play again"), () => desk.door.again(), {
    kind: "big main",
    id: "play-again",
    small: gettext("at a real table the protocol comes now: four players and the referee sign it"),
  });

function toProtocol(desk) {
  const { winner, score } = desk.game.fold;
  const words = winner
    ? interpolate(gettext("%(a)s:%(b)s, to be signed"), { a: score.A, b: score.B }, true)
    : gettext("no winner, to be signed");
  return el(
    "a",
    { class: "button big main", href: desk.facts.protocol_url, id: "to-protocol" },
    gettext("To the protocol"),
    el("small", {}, words),
  );
}
