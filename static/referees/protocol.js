// The protocol on the table: what was played, and five who sign exactly this version.
import { NoContact, send } from "./api.js";
import { Calls } from "./calls.js";
import { Door } from "./door.js";
import { button, el, link, mark, notice, p, phrase, show, showAgain, showNew, span } from "./elements.js";
import { scoreTile } from "./felt.js";
import { onlyWhenLifted } from "./finger.js";
import * as frame from "./frame.js";
import { Holding } from "./holding.js";
import { INCIDENTS, incidentDialog } from "./incidents.js";
import { Intention } from "./intention.js";
import { dealTable } from "./log.js";
import { counting } from "./rows.js";
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
    this.asking = null; // what draws the open dialog, and its intention, null where nothing is written in it
    this.asked = null; // what drew the dialog last
    this.told = null; // something to be read once: {sign, bold, words}
    this.holding = new Holding(this);
    this.calls = new Calls(this);
    onlyWhenLifted(this, "heard", "draw", "drawBar", "drawDialog");
  }

  get game() {
    return this.door.game;
  }

  get protocol() {
    return this.game.protocol;
  }

  start() {
    this.door.addEventListener("game", () => this.heard());
    this.door.addEventListener("contact", () => (this.game ? this.drawBar() : frame.noGame(this)));
    this.dialog.addEventListener("close", () => {
      if (this.dialog.open) return; // the next one is open already
      Object.assign(this, { asking: null, signing: null });
      this.dialog.replaceChildren();
    });
    this.door.start();
  }

  heard() {
    if (!this.game) return;
    this.holding.lookOn();
    this.calls.look();
    const found = this.asking?.intention;
    if (found && !found.sending) this.find(found);
    this.draw();
    // A name that is being drawn is left alone while it can still be sent.
    const drawing = this.signing && !this.signing.reopening && this.signing.writable === this.holding.writes;
    if (!drawing) this.drawDialog();
  }

  /** Look for what was sent and not answered: written, or struck since. */
  find(intention) {
    const lost = intention.lostIn(this.game.lines);
    if (lost) intention.trouble = lost;
    else if (intention.isIn(this.game.lines)) this.leave(intention);
    if (lost) this.drawDialog();
  }

  draw() {
    if (!this.game) return;
    show(this.place, this.page());
    if (this.signing && !this.canSign(this.signing)) this.close();
    this.drawBar();
  }

  /** Whether what the open dialog is for can still be done: perhaps it was done elsewhere, or the log was changed. */
  canSign({ signer, reopening, version }) {
    const { game, protocol } = this;
    if (reopening) return game.state === "accepted";
    return protocol?.state === "open" && protocol.version === version && protocol.needed.includes(signer);
  }

  drawBar() {
    if (!this.game) return;
    showNew(document.getElementById("bar-state"), frame.barState(this));
    showNew(document.getElementById("banner"), [banner(this), this.calls.banners(frame.strip)]);
  }

  /** Send something and take the game anew; what failed is said and can be sent again. */
  async act(intention, url, body, done = () => {}) {
    if (intention.sending) return;
    Object.assign(intention, { sending: true, trouble: null });
    this.told = null;
    this.draw();
    this.drawDialog();
    try {
      await send(url, body);
      done();
    } catch (failure) {
      // Signed twice because the first answer was lost, or at another tablet: it is signed, and that was wanted.
      if (failure.code === "signed_already") {
        this.told = { sign: "done", bold: failure.message, words: gettext("Nothing was written twice.") };
        done();
      } else intention.trouble = failure instanceof NoContact ? NOT_SENT() : failure.message;
    }
    intention.sending = false;
    await this.door.look();
    this.draw();
    this.drawDialog();
  }

  /** Write a line of the log from here: it makes the version that is being signed void, which the banner says. */
  async write(intention, lines) {
    if (intention.sending) return;
    Object.assign(intention, { sending: true, trouble: null });
    this.drawDialog();
    try {
      await this.door.write(lines, { countersign: intention.countersign });
      intention.trouble = intention.lostIn(this.game.lines);
      if (!intention.trouble) this.leave(intention);
    } catch (failure) {
      if (failure.code === "id_reused") intention.renew();
      intention.trouble = failure instanceof NoContact ? NOT_SENT() : failure.message;
    }
    intention.sending = false;
    await this.door.look();
    this.draw();
    this.drawDialog();
  }

  incident(kind) {
    const intention = new Intention(this.game.id, kind, INCIDENTS[kind].values(this.game), this.game.lines);
    const draw = () => incidentDialog(this, kind, intention, null);
    this.asking = { kind, intention, line: null, draw };
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  leave(intention) {
    intention.forget();
    this.close();
  }

  /** A button that writes; closed while another window holds the table, and then it says which. */
  sendButton(intention, words, small, act, more = {}) {
    if (this.holding.writes) return frame.sendButton(intention, words, small, act, more);
    return frame.sendButton(intention, words, this.holding.sentence(), act, { ...more, disabled: true });
  }

  /** Show a dialog that only tells or leads on; `draw` gives its children as the game is now, null where it is over. */
  open(draw) {
    const back = () => button(gettext("Back"), () => this.close(), { kind: "big", id: "dialog-back" });
    const withBack = () => {
      const children = draw();
      return children && [children, back()];
    };
    this.close();
    this.asking = { intention: null, draw: withBack };
    this.drawDialog();
    if (this.asking) this.dialog.showModal();
  }

  say(bold, words) {
    this.told = { sign: "warn", bold, words };
    this.drawBar();
  }

  trouble(intention) {
    return frame.trouble(intention);
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
    Object.assign(this, { signing: null, asking: null });
    if (this.dialog.open) this.dialog.close();
  }

  sign(signer) {
    const { version } = this.protocol;
    this.signing = { signer, version, how: "drawn", reason: "", sending: false, trouble: null };
    this.signing.field = new Signature(() => this.drawDialog());
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  reopen() {
    this.signing = { signer: null, reopening: true, reason: "", sending: false, trouble: null };
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** The dialog follows the game while it is open; what is being typed in it is not touched. */
  drawDialog() {
    if (this.signing) return this.drawSigning();
    if (!this.asking) return undefined;
    const children = this.asking.draw();
    if (!children) return this.close();
    const draw = this.asking === this.asked && this.dialog.open ? showAgain : show;
    this.asked = this.asking;
    return draw(this.dialog, children);
  }

  drawSigning() {
    const { signing } = this;
    signing.writable = this.holding.writes;
    if (!signing.reopening) return show(this.dialog, signDialog(this));
    const draw = signing === this.asked && this.dialog.open ? showAgain : show;
    this.asked = signing;
    return draw(this.dialog, reopenDialog(this));
  }
}

const NOT_SENT = () => gettext("Not sent: the server does not answer. What you entered is kept; try again.");

function banner(sheet) {
  const { game, door, facts } = sheet;
  const { strip } = frame;
  if (door.problem) return strip("stop", "warn", door.problem, "", door.older ? frame.loadAgain() : null);
  if (game.state === "accepted") {
    return strip(
      "done",
      "done",
      gettext("The protocol is accepted."),
      gettext("The result counts in the standings."),
      el("a", { class: "button main", href: facts.view_url, id: "to-table" }, gettext("Back to the table")),
    );
  }
  const closed = frame.ofRound(sheet);
  if (closed) return closed;
  if (!door.may("hold_pen")) {
    return strip(
      "stop",
      "hold",
      gettext("You do not hold the pen any more."),
      gettext("Take it up again with your PIN to take signatures."),
      el("a", { class: "button", href: facts.pen_url }, gettext("Take it up again")),
    );
  }
  const held = sheet.holding.banner(strip);
  if (held) return held;
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
  if (sheet.told) return strip("now", sheet.told.sign, sheet.told.bold, sheet.told.words);
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
        el("h2", {}, gettext("Log of deals")),
        link(`${sheet.facts.table_url}#log`, gettext("Every line"), "quiet"),
      ),
      dealTable(game, { next: false }),
    ),
    remarks(game),
    p(
      "small soft",
      protocol ? versionWords(protocol) : null,
      phrase(gettext("Code of the game: %(code)s"), { code: span("code strong", game.code) }),
    ),
  ];
}

/** Notes and protests in full: who signs has read them. */
function remarks(game) {
  const lines = counting(game).filter((line) => ["note", "protest"].includes(line.kind));
  if (!lines.length) return null;
  const item = (line) =>
    el(
      "li",
      {},
      span("strong", line.kind === "protest" ? gettext("Protest") : gettext("Note")),
      line.side ? [" ", mark(line.side)] : null,
      `: ${line.text}`,
    );
  return el(
    "div",
    { class: "card stack", id: "remarks" },
    el("h2", {}, gettext("Remarks and protests")),
    el("ul", { class: "follows" }, lines.map(item)),
  );
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
