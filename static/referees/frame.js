// What stands around every screen of a table: the bar, one banner, and the clock.
import { button, el, hour, icon, link, minutes, p, phrase, scoreLine, span } from "./elements.js";
import { marked } from "./people.js";
import { dealNumber, leaderNow } from "./rows.js";

const LAST = 5 * 60; // seconds: from here on the clock is gold

export const ENTERING = ["deal", "penalty", "log", "correct"]; // screens that cover the table

/** Signs of contact: never silent about being cut off. */
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
    { class: "chip done", role: "status" },
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
    contact(door, desk.unsent),
    ENTERING.includes(desk.screen)
      ? null
      : el(
          "form",
          { class: "held-by", method: "post", action: facts.pen_down_url },
          el("input", {
            type: "hidden",
            name: "csrfmiddlewaretoken",
            value: document.querySelector("[name=csrfmiddlewaretoken]").value,
          }),
          el(
            "p",
            { class: "small" },
            span("soft wide-only", gettext("Held by"), el("br")),
            span("strong", facts.official),
          ),
          el("button", { class: "button small", title: gettext("Lay down the pen") }, gettext("Give back")),
        ),
  ];
}

/** On a screen that covers the table the score and the clock stand in the bar. */
export const barScore = (desk) =>
  ENTERING.includes(desk.screen) ? [scoreLine(desk.game.fold.score, desk.game.fold.winner), clock(desk.door)] : [];

const strip = (kind, sign, bold, words, act = null) =>
  el(
    "div",
    { class: `banner ${kind}`, role: kind === "stop" ? "alert" : "status" },
    icon(sign),
    el("p", {}, el("strong", {}, bold), " ", words),
    act,
  );

/** What holds for the whole table just now; the first that applies. */
export function banner(desk) {
  const { game, door, facts } = desk;
  if (door.problem) return strip("stop", "warn", door.problem, "", link(facts.view_url, gettext("Back to the table")));
  if (!door.may("hold_pen")) {
    return strip(
      "stop",
      "hold",
      gettext("You do not hold the pen any more."),
      gettext("You can look. Take it up again with your PIN to write."),
      link(facts.pen_url, gettext("Take it up again")),
    );
  }
  if (game.state === "accepted")
    return strip(
      "done",
      "done",
      gettext("The protocol is accepted."),
      gettext("The result counts; nothing more can be written here."),
      link(facts.protocol_url, gettext("See the protocol")),
    );
  if (game.protocol?.state === "void" && game.fold.state === "finished" && game.state !== "signing") {
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
  return ofTime(desk) ?? ofNetwork(door);
}

function ofTime(desk) {
  const { game, door } = desk;
  if (game.fold.state !== "running") return null;
  if (game.fold.time_over) return afterTime(game);
  const now = phase(door);
  if (now === "over") {
    return strip(
      "now",
      "warn",
      gettext("The time is over."),
      gettext("Write whether a deal was on the table when it ended."),
      desk.screen === "" ? button(gettext("Time is over"), () => desk.incident("time"), { id: "call-time" }) : null,
    );
  }
  if (now === "last") return strip("now", "wait", gettext("5 minutes left."), IN_TIME[game.rules.time_rule]());
  if (game.clock.state === "paused")
    return strip("", "wait", gettext("The desk has paused the clock."), gettext("It runs on for all tables together."));
  return null;
}

const IN_TIME = {
  finish_deal: () => gettext("When the time ends in a deal, that deal is finished and decides."),
  finish_plus_one: () => gettext("When the time ends in a deal, it is finished and one more is played."),
  stop: () => gettext("When the time ends in a deal, that deal is void."),
};

function afterTime(game) {
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
  return strip("now", "warn", bold, phrase(words, { who, number }));
}

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
