// What stands around every screen of a table: the bar, one banner, and the clock.
import { button, el, hour, icon, link, minutes, p, phrase, showNew, span } from "./elements.js";
import { takeBackTime, undo } from "./corrections.js";
import { heldBy, roundIsClosed } from "./holding.js";
import { holder } from "./holder.js";
import { marked } from "./people.js";
import { counting, dealNumber, leaderNow } from "./rows.js";
import { say } from "./say.js";

const LAST = 5 * 60; // seconds: from here on the clock is gold

export const ENTERING = ["deal", "penalty", "log", "correct", "forgot"]; // screens that cover the table

/** Signs of contact: never silent about being cut off. Read out is trouble only, not that all is well every minute. */
export function contact(door, unsent = false) {
  const last = door.lastContact ? hour(door.lastContact) : "–";
  if (unsent) {
    return el(
      "p",
      { class: "chip now", role: "status" },
      icon("send"),
      interpolate(gettext("not sent yet · last contact %(time)s"), { time: last }, true),
    );
  }
  if (door.silent)
    return el(
      "p",
      { class: "chip stop", role: "status" },
      icon("warn"),
      interpolate(gettext("no contact since %(time)s"), { time: last }, true),
    );
  return el(
    "p",
    { class: "chip done" },
    icon("done"),
    interpolate(gettext("all sent · %(time)s"), { time: last }, true),
  );
}

/** A clock that `tick` keeps right; its classes say when it is gold and when it is over. */
export function clock(door) {
  const element = span("clock", "");
  element.setAttribute("role", "timer");
  drawClock(element, door);
  element.dataset.ticks = "";
  return element;
}

function drawClock(element, door) {
  const left = door.secondsLeft();
  const running = left !== null;
  const shown = minutes(running ? left : door.game.minutes * 60);
  const words = !running
    ? gettext("not started")
    : door.game.clock.state === "paused"
      ? gettext("paused")
      : left > 0
        ? gettext("left")
        : gettext("over");
  element.className = [
    "clock",
    running && left <= 0 ? "over" : running && left <= LAST ? "last" : "",
    running ? "" : "still",
  ]
    .join(" ")
    .trim();
  element.replaceChildren(span("clock-face", shown), " ", el("small", {}, words));
}

/** Keep right what shows the time, in place: nothing under a finger is drawn anew. */
export function tick(door) {
  document.querySelectorAll("[data-ticks]").forEach((element) => drawClock(element, door));
  const gone = door.secondsGone();
  const limit = door.game.rules.no_show_minutes * 60;
  document.querySelectorAll("[data-gone]").forEach((element) => {
    element.textContent = minutes(gone);
  });
  document.querySelectorAll("[data-until]").forEach((element) => {
    element.textContent = minutes(limit - gone);
  });
  document.querySelectorAll("progress[data-limit]").forEach((element) => {
    element.value = Math.min(gone, limit);
  });
}

/** The phase of the clock: when it changes, the banner does. */
export function phase(door) {
  const left = door.secondsLeft();
  if (left === null) return "idle";
  return left <= 0 ? "over" : left <= LAST ? "last" : "running";
}

export function barState(desk) {
  const { door, facts } = desk;
  return [
    desk.training ? null : contact(door, desk.unsent), // nothing is sent from there
    ENTERING.includes(desk.screen) || desk.training
      ? null
      : el(
          "form",
          { class: "held-by", method: "post", action: facts.pen_down_url },
          hidden("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value),
          hidden("holder", holder()),
          heldBy(desk),
          el("button", { class: "button small", title: gettext("Lay down the pen") }, gettext("Give back")),
        ),
  ];
}

const hidden = (name, value) => el("input", { type: "hidden", name, value });

/** On a screen that covers the table the score and the clock stand in the bar. */
export const barScore = (desk) => (ENTERING.includes(desk.screen) ? [clock(desk.door)] : []);

export const strip = (kind, sign, bold, words, act = null, role = kind === "stop" ? "alert" : "status") =>
  el(
    "div",
    { class: `banner ${kind}`, role },
    icon(sign),
    el("p", {}, el("strong", {}, bold), " ", words),
    act,
  );

/** What holds for the whole table just now: one state, and beside it what was said and who calls. */
export const banners = (desk) => [banner(desk), toldBanner(desk), desk.leftover.banner(strip), desk.calls.banners(strip)];

function banner(desk) {
  const { door } = desk;
  if (door.problem && !desk.training) return problem(desk);
  return ofRound(desk) ?? ofPen(desk) ?? desk.holding.banner(strip) ?? ofProtocol(desk) ?? ofTime(desk) ?? ofNetwork(door);
}

function problem({ door, facts }) {
  const act = door.older ? loadAgain() : link(facts.view_url, gettext("Back to the table"));
  return strip("stop", "warn", door.problem, "", act);
}

export const loadAgain = () => button(gettext("Load again"), () => location.reload(), { id: "load-again" });

/** What stands instead of a game that was never shown: why, and the way on. */
export function noGame(desk) {
  if (desk.door.problem) showNew(document.getElementById("banner"), problem(desk));
}

/** A round that is closed takes nothing more, whoever holds the pen. */
export function ofRound({ game, facts }) {
  if (game.round_state !== "closed" || game.state === "accepted") return null;
  return strip(
    "stop",
    "hold",
    roundIsClosed(game),
    gettext("Nothing more can be written at this table. What was typed is kept; the chief referee can open the round again."),
    link(facts.view_url, gettext("Back to the table")),
  );
}

function ofPen({ door, facts }) {
  if (door.may("hold_pen")) return null;
  return strip(
    "stop",
    "hold",
    gettext("You do not hold the pen any more."),
    gettext("You can look. Take it up again with your PIN to write."),
    link(facts.pen_url, gettext("Take it up again")),
  );
}

function ofProtocol({ game, facts }) {
  if (game.state === "accepted")
    return strip(
      "done",
      "done",
      gettext("The protocol is accepted."),
      gettext("The result counts; nothing more can be written here."),
      link(facts.protocol_url, gettext("See the protocol")),
    );
  if (game.protocol?.state !== "void" || game.fold.state !== "finished" || game.state === "signing") return null;
  return strip(
    "stop",
    "edit",
    interpolate(
      gettext("All signatures under version %(version)s are void."),
      { version: game.protocol.version },
      true,
    ),
    game.protocol.void_reason,
    link(facts.protocol_url, gettext("To the protocol")),
  );
}

/** Something that was said once, until it is put away. */
function toldBanner(desk) {
  if (!desk.told) return null;
  const away = () => {
    desk.told = null;
    desk.drawBar();
  };
  const understood = button(gettext("Understood"), away, { id: "understood" });
  return strip("now", "warn", desk.told.bold, desk.told.words, understood);
}

function ofTime(desk) {
  const { game, door } = desk;
  if (game.fold.state !== "running") return null;
  if (game.fold.time_over) return afterTime(desk);
  const now = phase(door);
  if (desk.timekeeper.open) return timeOver(desk);
  if (now === "last") return lastMinutes(game);
  if (game.clock.state === "paused")
    return strip("", "wait", gettext("The desk has paused the clock."), gettext("It runs on for all tables together."));
  return null;
}

/** Read out once, and not again each time the banner is drawn. */
function lastMinutes(game) {
  const words = gettext("Less than 5 minutes left.");
  say("last-minutes", words);
  return strip("now", "wait", words, IN_TIME[game.rules.time_rule](), null, null);
}

/** The clock has run out and the log does not have it: one tap says where it belongs. */
function timeOver(desk) {
  const { timekeeper } = desk;
  if (timekeeper.kept.after !== null)
    return strip(
      "now",
      "wait",
      gettext("The time is over."),
      gettext("It is written after this deal, as soon as the deal is."),
    );
  if (!desk.door.may("record_deals") || !desk.holding.writes)
    return strip("now", "warn", gettext("The time is over."), "");
  return strip(
    "now",
    "warn",
    gettext("The time is over."),
    gettext("Was a deal on the table when it ended?"),
    el("span", { class: "row", id: "time-choices" }, timekeeper.choices()),
  );
}

const IN_TIME = {
  finish_deal: () => gettext("When the time ends in a deal, that deal is finished and decides."),
  finish_plus_one: () => gettext("When the time ends in a deal, it is finished and one more is played."),
  stop: () => gettext("When the time ends in a deal, that deal is void."),
};

/** The end of the time that stands in the log while the clock shows time left: {line, known}; null where none does.
 *
 * `known`: this tablet called it by the clock, which had run out then. Else somebody may have heard a signal of the hall:
 * of the last minute nothing is said.
 */
function calledTooEarly({ game, door, timekeeper }) {
  const left = door.secondsLeft() ?? 0;
  const known = (timekeeper.kept?.calledAt ?? null) !== null;
  if (left <= (known ? 0 : 60)) return null;
  const line = counting(game).findLast((one) => one.kind === "time");
  return line ? { line, known } : null;
}

/** Whether it is to be taken back: why that is asked, in two sentences. */
const earlyWords = ({ known }) => [
  " ",
  known
    ? gettext("The desk gave more time after the end was called.")
    : gettext("The clock of the round still shows time left."),
  " ",
  gettext("Take the end of the time back?"),
];

function afterTime(desk) {
  const { game } = desk;
  const leader = leaderNow(game);
  const number = String(dealNumber(game));
  const who = leader ? marked(game, leader) : "";
  const [bold, words] = {
    last_deal: () => [
      gettext("Last deal."),
      gettext("The time is over. This deal is finished, then the side with more points has won."),
    ],
    one_more_deal: () => [
      gettext("One more deal."),
      gettext("The time is over. %(who)s leads deal %(number)s, the last."),
    ],
    two_more_deals: () => [
      gettext("Two more deals."),
      gettext("The time is over. This deal is finished and one more is played."),
    ],
    extra_deal: () => [
      gettext("Extra deal."),
      gettext("It is level and a game always has a winner. %(who)s leads deal %(number)s, without a clock."),
    ],
  }[game.fold.to_come]?.() ?? [gettext("The time is over."), ""];
  const early = calledTooEarly(desk);
  const called = early ? null : desk.timekeeper.undoable;
  const more = early ? earlyWords(early) : called ? byTheClock(called) : "";
  return strip("now", "warn", bold, [phrase(words, { who, number }), more], backOf(desk, early?.line, called));
}

/** The button that takes the end of the time back, where that is asked or the clock has just called it. */
function backOf(desk, early, called) {
  if (!desk.holding.writes) return null;
  if (early) return button(gettext("Take the end back"), () => takeBackTime(desk, early), { id: "take-back-time" });
  return called ? button(gettext("Undo"), () => undo(desk, called), { id: "undo-time" }) : null;
}

const byTheClock = (line) => [
  " ",
  line.in_deal ? gettext("Called by the clock, in the deal.") : gettext("Called by the clock, between deals."),
];

function ofNetwork(door) {
  if (!door.silent) return null;
  const time = door.lastContact ? hour(door.lastContact) : "–";
  return strip(
    "now",
    "send",
    interpolate(gettext("No answer from the server since %(time)s."), { time }, true),
    gettext("What you enter is kept on this tablet until it is sent. Try again in a moment."),
    button(gettext("Try now"), () => door.look(), { id: "try-now" }),
  );
}

/** A button that sends: closed while it does, and it says to whom what happens. */
export function sendButton(intention, words, small, act, { kind = "main", disabled = false, ...attributes } = {}) {
  const busy = intention.sending;
  return button(busy ? gettext("Sending …") : words, act, {
    kind: `big ${kind}`,
    small,
    disabled: disabled || busy,
    id: "write",
    ...attributes,
  });
}

/** Why the last attempt was not written; nothing that was entered is lost. */
export function trouble(intention) {
  if (!intention?.trouble) return null;
  return el(
    "div",
    { class: "notice stop trouble", role: "alert" },
    icon("warn"),
    el("div", {}, p("", intention.trouble)),
  );
}
