// The instrument of a table: what the server last said, one screen of it, and what somebody is about to write.
import { keepAwake } from "../look/awake.js";
import { over as overSound, warning as warningSound } from "../look/sound.js";
import { NoContact } from "./api.js";
import { Calls } from "./calls.js";
import { rowDialog } from "./corrections.js";
import { SEATS, button, el, show, showAgain, showNew } from "./elements.js";
import { onlyWhenLifted } from "./finger.js";
import * as frame from "./frame.js";
import { Holding } from "./holding.js";
import { INCIDENTS, incidentDialog } from "./incidents.js";
import { Intention } from "./intention.js";
import { onTablet } from "./kept.js";
import { listenToKeys } from "./keyboard.js";
import { Leftover } from "./leftover.js";
import { moreActs } from "./more.js";
import { screenOf, titleOf } from "./screens.js";
import { Tables } from "./tables.js";
import { Timekeeper } from "./timekeeper.js";
import { standing } from "./tocome.js";

const NEAREST = "domino-desk:nearest";
const AGAIN = ["stale", "table_held", "id_reused"]; // refusals after which the screen was behind: look anew

export class Desk {
  constructor(facts, door) {
    this.facts = facts;
    this.door = door;
    this.place = document.getElementById("instrument");
    this.dialog = document.getElementById("dialog");
    this.asking = null; // what draws the open dialog, and its intention, null where nothing is written in it
    this.asked = null; // what drew the dialog last
    this.drawn = null;
    this.writtenAt = -Infinity; // by performance.now()
    this.told = null; // something to be read once: {bold, words}
    this.leftover = new Leftover(this);
    this.holding = new Holding(this);
    this.timekeeper = new Timekeeper(this);
    this.calls = new Calls(this);
    this.tables = new Tables(this);
    this.training = facts.training === true;
    onlyWhenLifted(this, "heard", "contact", "tick", "draw", "redraw", "drawBar", "drawDialog");
  }

  get game() {
    return this.door.game;
  }

  /** Whether something stands on the screen of which nobody knows that it arrived. */
  get unsent() {
    return this.begun.some((intention) => intention.unsent);
  }

  /** What is about to be written: of the open screen, of the open dialog, of the next step. */
  get begun() {
    return [this.intention, this.asking?.intention, this.step].filter(Boolean);
  }

  /** The address of a screen names what is about to be written: deal-9, penalty-41 (lines so far), correct-<id>. */
  get hash() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }

  get screen() {
    return this.hash.split("-")[0];
  }

  /** The chair at the lower edge of the felt: where the referee stands. */
  get nearest() {
    const kept = onTablet.read(NEAREST);
    return SEATS.includes(kept) ? kept : "A1";
  }

  turn() {
    onTablet.keep(NEAREST, SEATS[(SEATS.indexOf(this.nearest) + 1) % 4]);
    this.redraw();
  }

  start() {
    this.door.addEventListener("game", () => this.heard());
    this.door.addEventListener("contact", () => this.contact());
    addEventListener("hashchange", () => this.draw());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.open) return; // the next one is open already
      this.asking = null;
      this.dialog.replaceChildren();
    });
    listenToKeys(this);
    setInterval(() => this.tick(), 500);
    this.door.start();
    if (!this.training) this.tables.start();
    keepAwake();
  }

  contact() {
    if (!this.game) return frame.noGame(this);
    this.timekeeper.contact();
    this.drawBar();
    return undefined;
  }

  tick() {
    if (!this.game) return;
    frame.tick(this.door);
    this.timekeeper.tick();
    const late = (this.door.secondsGone() ?? -1) >= this.game.rules.no_show_minutes * 60;
    const clock = frame.phase(this.door);
    const phase = `${clock}, ${late}`;
    if (phase === this.phase) return;
    this.sound(clock);
    this.phase = phase;
    this.clock_ = clock;
    this.drawBar();
    if (this.game.fold.state === "waiting") this.redraw();
  }

  /** Only for a change that was waited for: a page that opens late is silent. */
  sound(clock) {
    if (this.clock_ === "running" && clock === "last") warningSound();
    if (this.clock_ === "last" && clock === "over") overSound();
  }

  /** The server told something new: an intention whose line is in the log by now is done. */
  heard() {
    if (!this.game) return;
    this.holding.look();
    this.calls.look();
    this.timekeeper.look();
    if (this.begun.some((intention) => intention.sending)) return; // write() looks when its answer is understood
    for (const intention of [this.intention, this.asking?.intention]) if (intention) this.find(intention);
    // Nothing under a finger is drawn anew when the answer is the one before.
    const heard = shownOf(this.game, this.holding.state);
    if (heard !== this.heard_) this.draw();
    else this.drawBar();
    this.heard_ = heard;
    if (!this.training && !this.tables.list.length) this.tables.look();
  }

  /** Look for what was sent and not answered: written, or struck since. */
  find(intention) {
    const lost = intention.lostIn(this.game.lines);
    if (lost) Object.assign(intention, { trouble: lost, unsent: false });
    else if (intention.isIn(this.game.lines)) this.done(intention);
  }

  done(intention) {
    if (intention === this.intention) this.writtenAt = performance.now(); // a form: where its button was, another stands
    intention.forget();
    if (intention === this.asking?.intention) this.close();
    if (intention === this.intention) this.intention = null;
    if (this.screen !== "") this.go("");
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.game) return;
    const loaded = this.drawn === null;
    if (loaded) this.leftover.read();
    const key = `${location.hash}@${this.game.fold.state}`;
    if (key !== this.drawn) {
      this.intention = null;
      scrollTo(0, 0);
    }
    this.drawn = key;
    if (location.hash === "#more") {
      this.uncover();
      this.more();
    }
    this.step = this.intentionOf(`step-${this.game.log_length}`, {});
    this.redraw();
    // Written, but the answer was lost and the page loaded anew: the table shows it.
    if (loaded && this.screen && this.intention?.arrived) return this.done(this.intention);
    this.drawTitle();
    this.drawBar();
    return undefined;
  }

  drawTitle() {
    const covered = frame.ENTERING.includes(this.screen);
    show(
      document.getElementById("bar-back"),
      covered ? button(gettext("Back"), () => this.go(""), { id: "back" }) : null,
    );
    document.getElementById("bar-screen").textContent = covered ? `\u00a0· ${titleOf(this)}` : "";
    show(document.getElementById("bar-score"), frame.barScore(this));
    showNew(document.getElementById("standing"), covered ? standing(this.game) : null);
  }

  redraw() {
    document.body.classList.toggle("read-only", !this.holding.writes && this.game.state !== "accepted");
    show(this.place, screenOf(this));
    const log = this.place.querySelector(".log > .card");
    if (log) log.scrollTop = log.scrollHeight; // the last deal is what people look for
    if (this.asking) this.drawDialog();
  }

  drawBar() {
    if (!this.game) return;
    showNew(document.getElementById("bar-state"), frame.barState(this));
    showNew(document.getElementById("banner"), frame.banners(this));
  }

  /** Leave a screen that cannot be shown, without a step of the back button. */
  uncover() {
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** Say something once, in a banner that can be put away. */
  say(bold, words) {
    this.told = { bold, words };
    this.drawBar();
  }

  // -- intentions ----------------------------------------------------------------------------------------------------

  intentionOf(name, values) {
    return new Intention(this.game.id, name, values, this.game.lines);
  }

  /** The intention of the open screen, made when it opens and kept until it is written or given up. */
  mine(name, values) {
    this.intention ??= this.intentionOf(name, values);
    return this.intention;
  }

  async write(intention, lines) {
    if (intention.sending) return;
    if (!this.holding.writes) {
      intention.trouble = this.holding.sentence();
      return this.redraw();
    }
    Object.assign(intention, { sending: true, trouble: null });
    this.redraw();
    try {
      await this.door.write(lines, { countersign: intention.countersign });
      intention.unsent = false;
      intention.trouble = intention.lostIn(this.game.lines);
      if (!intention.trouble) this.done(intention);
    } catch (failure) {
      this.failed(intention, failure);
    }
    intention.sending = false;
    this.heard();
    this.redraw();
    this.drawBar();
    return undefined;
  }

  failed(intention, failure) {
    intention.unsent = failure instanceof NoContact;
    intention.trouble = intention.unsent
      ? gettext("Not sent: the server does not answer. What you entered is kept; try again.")
      : failure.message;
    if (failure.code === "id_reused") intention.renew();
    if (AGAIN.includes(failure.code)) {
      this.say(gettext("Not written."), failure.message);
      this.door.look();
    }
  }

  leave(intention) {
    intention.forget();
    if (intention === this.asking?.intention) this.close();
    else {
      this.intention = null;
      this.go("");
    }
  }

  go(screen) {
    if (this.hash === screen) return this.draw();
    location.hash = encodeURIComponent(screen);
    if (!screen) this.uncover();
    return undefined;
  }

  // -- dialogs -------------------------------------------------------------------------------------------------------

  /** Show a dialog that only tells or leads on; `draw` gives its children as the game is now, null where it is over. */
  open(draw) {
    const back = () => button(gettext("Back"), () => this.close(), { id: "dialog-back" });
    const withBack = () => {
      const children = draw();
      return children && [children, back()];
    };
    this.ask(null, withBack);
  }

  /** Show a dialog in which something is about to be written; `draw` gives its children anew. */
  ask(intention, draw, more = {}) {
    this.asking = { intention, draw, ...more };
    this.drawDialog();
    if (this.asking) this.unroll();
  }

  /** Show the dialog from its top, also where another one stood in it and was scrolled down. */
  unroll() {
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  close() {
    this.asking = null;
    if (this.dialog.open) this.dialog.close();
  }

  /** A dialog covers the table: score and what is to come stand in it. */
  above() {
    return el("div", { class: "standing" }, standing(this.game));
  }

  /** The dialog follows the log while it is open; what is being typed in it is not touched. */
  drawDialog() {
    if (!this.asking) return;
    const children = this.asking.draw();
    if (!children) return this.close();
    const draw = this.asking === this.asked && this.dialog.open ? showAgain : show;
    this.asked = this.asking;
    draw(this.dialog, this.above(), children);
    return undefined;
  }

  more() {
    this.open(() => [el("h2", {}, gettext("More")), moreActs(this)]);
  }

  toScreen(screen) {
    this.close();
    this.go(screen);
  }

  incident(kind, line = null) {
    const intention = this.intentionOf(line ? `${kind}-${line.id}` : kind, INCIDENTS[kind].values(this.game));
    this.ask(intention, () => incidentDialog(this, kind, intention, line), { kind, line });
  }

  /** A row of the log was touched. */
  touch(line) {
    rowDialog(this, line);
  }

  // -- parts of screens ----------------------------------------------------------------------------------------------

  clock() {
    return frame.clock(this.door);
  }

  /** A button that writes; closed while this tablet may not, and then it says why. `anybody`: also who looks on. */
  sendButton(intention, words, small, act, { anybody = false, ...more } = {}) {
    const { holding } = this;
    if (anybody ? holding.shut === null : holding.writes) return frame.sendButton(intention, words, small, act, more);
    return frame.sendButton(intention, words, holding.sentence(), act, { ...more, disabled: true });
  }

  trouble(intention) {
    return frame.trouble(intention);
  }
}

/** What of a game the screens are drawn from; the seconds of the clock are kept right in place. */
const shownOf = ({ lines, seats, substitutes, calls, lease, protocol, may, state, round_state, minutes, clock }, holding) =>
  JSON.stringify([
    lines,
    seats,
    substitutes,
    calls,
    lease?.name,
    lease?.mine,
    holding === "held" ? lease?.seen_at : null,
    protocol,
    may,
    state,
    round_state,
    minutes,
    clock.state,
  ]);
