// The protocol on the table: what was played, and five who sign exactly this version.
import { NoContact, send } from "./api.js";
import { Door } from "./door.js";
import { el, icon, link, notice, p, phrase, show, showNew, span } from "./elements.js";
import { scoreTile } from "./felt.js";
import * as frame from "./frame.js";
import { dealTable } from "./log.js";
import { Signature } from "./sign.js";
import { reopenDialog, signDialog, whatIsSigned } from "./signing.js";
import { reason } from "./words.js";

class Sheet {
  constructor(facts) {
    this.facts = facts;
    this.screen = "protocol";
    this.door = new Door(facts.game_url, facts.rules);
    this.place = document.getElementById("instrument");
    this.dialog = document.getElementById("dialog");
    this.step = { sending: false, trouble: null };
    this.drawn = {}; // strokes given on this tablet, by version and signer: the server keeps its own
  }

  get game() {
    return this.door.game;
  }

  get protocol() {
    return this.game.protocol;
  }

  start() {
    this.door.addEventListener("game", () => this.draw());
    this.door.addEventListener("contact", () => this.drawBar());
    this.door.start();
  }

  draw() {
    if (!this.game) return;
    show(this.place, this.page());
    const signer = this.signing?.signer;
    if (signer && !this.protocol?.needed.includes(signer)) this.close(); // signed meanwhile, perhaps elsewhere
    this.drawBar();
  }

  drawBar() {
    if (!this.game) return;
    showNew(document.getElementById("bar-state"), frame.barState(this));
    showNew(document.getElementById("banner"), banner(this));
  }

  /** Send something and take the game anew; what failed is said and can be sent again. */
  async act(intention, url, body, done = () => {}) {
    if (intention.sending) return;
    Object.assign(intention, { sending: true, trouble: null });
    this.draw();
    this.drawDialog();
    try {
      await send(url, body);
      done();
    } catch (failure) {
      // Signed twice because the first answer was lost: it is signed, and that is what was wanted.
      if (failure.code === "signed_already") done();
      else
        intention.trouble =
          failure instanceof NoContact ? gettext("Not sent: the server does not answer. Try again.") : failure.message;
    }
    intention.sending = false;
    await this.door.look();
    this.draw();
    this.drawDialog();
  }

  page() {
    return el(
      "div",
      { class: "desk protocol" },
      el("section", { class: "stack" }, whatWasPlayed(this)),
      el("section", { class: "stack" }, whatIsSigned(this)),
    );
  }

  close() {
    this.signing = null;
    if (this.dialog.open) this.dialog.close();
  }

  sign(signer) {
    this.signing = { signer, how: "drawn", reason: "", sending: false, trouble: null };
    this.signing.field = new Signature(() => this.drawDialog());
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  reopen() {
    this.signing = { signer: null, reopening: true, reason: "", sending: false, trouble: null };
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  drawDialog() {
    if (this.signing) show(this.dialog, this.signing.reopening ? reopenDialog(this) : signDialog(this));
  }
}

function banner(sheet) {
  const { game, door, facts } = sheet;
  const strip = (kind, sign, bold, words, act = null) =>
    el(
      "div",
      { class: `banner ${kind}`, role: kind === "stop" ? "alert" : "status" },
      icon(sign),
      el("p", {}, el("strong", {}, bold), " ", words),
      act,
    );
  if (door.problem) return strip("stop", "warn", door.problem, "");
  if (game.state === "accepted") {
    return strip(
      "done",
      "done",
      gettext("The protocol is accepted."),
      gettext("The result counts in the standings."),
      el("a", { class: "button main", href: facts.view_url, id: "to-table" }, gettext("Back to the table")),
    );
  }
  if (!door.may("hold_pen")) {
    return strip(
      "stop",
      "hold",
      gettext("You do not hold the pen any more."),
      gettext("Take it up again with your PIN to take signatures."),
      el("a", { class: "button", href: facts.pen_url }, gettext("Take it up again")),
    );
  }
  if (sheet.protocol?.state === "void") {
    return strip(
      "stop",
      "edit",
      interpolate(
        gettext("Version %(version)s is void: all its signatures are void."),
        { version: sheet.protocol.version },
        true,
      ),
      sheet.protocol.void_reason,
    );
  }
  if (door.silent)
    return strip(
      "now",
      "send",
      gettext("No answer from the server."),
      gettext("Try again in a moment; who has signed stays signed."),
    );
  return null;
}

function whatWasPlayed(sheet) {
  const { game, protocol } = sheet;
  if (game.fold.state !== "finished")
    return notice(
      "",
      "wait",
      p("", gettext("The game is not over, so there is nothing to sign yet.")),
      link(sheet.facts.table_url, gettext("Back to the game")),
    );
  const deals = game.fold.deals.length;
  const penalties = game.fold.penalties.length;
  return [
    scoreTile(game, { names: true }),
    p(
      "row",
      chip(reason(game.fold.reason)),
      chip(interpolate(ngettext("%(count)s deal", "%(count)s deals", deals), { count: deals }, true)),
      chip(interpolate(ngettext("%(count)s penalty", "%(count)s penalties", penalties), { count: penalties }, true)),
    ),
    el(
      "div",
      { class: "card" },
      el(
        "div",
        { class: "spread" },
        el("h3", {}, gettext("Log of deals")),
        link(`${sheet.facts.table_url}#log`, gettext("Every line"), "quiet"),
      ),
      dealTable(game, { next: false }),
    ),
    p(
      "small soft",
      protocol ? versionWords(protocol) : null,
      phrase(gettext("Code of the game: %(code)s"), { code: span("code strong", game.code) }),
    ),
  ];
}

const chip = (words) => span("chip", words);

function versionWords(protocol) {
  const digest = el(
    "span",
    { class: "code strong", title: protocol.digest, id: "digest" },
    protocol.digest.slice(0, 12),
  );
  return [
    phrase(gettext("Protocol version %(version)s, digest %(digest)s."), { version: String(protocol.version), digest }),
    " ",
    gettext("A signature holds for exactly this version; a correction makes a new one and asks for new signatures."),
    " ",
  ];
}

const sheet = new Sheet(JSON.parse(document.getElementById("facts").textContent));
sheet.place.replaceChildren(p("soft waiting", gettext("Asking for the protocol …")));
sheet.start();
