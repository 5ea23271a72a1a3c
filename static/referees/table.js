// The instrument of a table: what the server last said, one screen of it, and what somebody is about to write.
import { NoContact } from "./api.js";
import { beforeScreen, emptyStart } from "./before.js";
import { dealAsWritten, dealScreen, emptyDeal } from "./deal.js";
import { Door } from "./door.js";
import { button, el, p, show, showNew } from "./elements.js";
import * as frame from "./frame.js";
import { INCIDENTS, incidentDialog } from "./incidents.js";
import { Intention } from "./intention.js";
import { logScreen } from "./log.js";
import { emptyPenalty, penaltyScreen } from "./penalty.js";
import { dealNumber, rows } from "./rows.js";
import { runningScreen } from "./running.js";

class Desk {
  constructor(facts) {
    this.facts = facts;
    this.door = new Door(facts.game_url, facts.rules);
    this.place = document.getElementById("instrument");
    this.dialog = document.getElementById("dialog");
    this.asking = null; // the intention and kind of the open dialog
    this.drawn = null;
  }

  get game() {
    return this.door.game;
  }

  /** Whether something stands on the screen of which nobody knows that it arrived. */
  get unsent() {
    return [this.intention, this.asking?.intention, this.step].some((intention) => intention?.unsent);
  }

  /** The address of a screen names what is about to be written: deal-9, penalty-41 (lines so far), correct-<id>. */
  get hash() {
    return location.hash.slice(1);
  }

  get screen() {
    return this.hash.split("-")[0];
  }

  start() {
    this.door.addEventListener("game", () => this.told());
    this.door.addEventListener("contact", () => this.drawBar());
    addEventListener("hashchange", () => this.draw());
    this.dialog.addEventListener("close", () => {
      this.asking = null;
      this.dialog.replaceChildren();
    });
    setInterval(() => this.tick(), 500);
    this.door.start();
  }

  tick() {
    if (!this.game) return;
    frame.tick(this.door);
    const late = (this.door.secondsGone() ?? -1) >= this.game.rules.no_show_minutes * 60;
    const phase = `${frame.phase(this.door)}, ${late}`;
    if (phase === this.phase) return;
    this.phase = phase;
    this.drawBar();
    if (this.game.fold.state === "waiting") this.redraw();
  }

  /** The server told something new: an intention whose line is in the log by now is done. */
  told() {
    for (const intention of [this.intention, this.asking?.intention])
      if (intention?.isIn(this.game.lines)) this.done(intention);
    this.draw();
  }

  done(intention) {
    intention.forget();
    if (intention === this.asking?.intention) this.close();
    if (intention === this.intention) this.intention = null;
    if (this.screen !== "") this.go("");
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.game) return;
    const key = `${location.hash}@${this.game.fold.state}`;
    if (key !== this.drawn) {
      this.intention = null;
      scrollTo(0, 0);
    }
    this.drawn = key;
    if (location.hash === "#more") {
      history.replaceState(null, "", location.pathname + location.search);
      this.more();
    }
    this.step = this.intentionOf(`step-${this.game.log_length}`, {});
    this.redraw();
    // Written, but the answer was lost and the page loaded anew.
    if (this.intention?.isIn(this.game.lines)) return this.done(this.intention);
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
    document.getElementById("bar-screen").textContent = covered ? ` · ${this.title()}` : "";
    show(document.getElementById("bar-score"), frame.barScore(this));
  }

  title() {
    return {
      deal: () => interpolate(gettext("Deal %(number)s"), { number: dealNumber(this.game) }, true),
      penalty: () => gettext("Penalty"),
      log: () => gettext("Log"),
      correct: () => gettext("Correction"),
    }[this.screen]();
  }

  redraw() {
    show(this.place, this.ofScreen());
    if (this.asking) this.drawDialog();
  }

  drawBar() {
    if (!this.game) return;
    showNew(document.getElementById("bar-state"), frame.barState(this));
    showNew(document.getElementById("banner"), frame.banner(this));
  }

  ofScreen() {
    const over = this.game.state === "accepted";
    if (this.screen === "log") return logScreen(this);
    if (this.hash === `deal-${dealNumber(this.game)}` && this.game.fold.state === "running")
      return dealScreen(this, this.mine(this.hash, emptyDeal()));
    if (this.screen === "penalty" && !over) return penaltyScreen(this, this.mine(this.hash, emptyPenalty()));
    const corrected =
      this.screen === "correct"
        ? rows(this.game).find((row) => row.kind === "deal" && `correct-${row.line.id}` === this.hash)
        : null;
    if (corrected) return dealScreen(this, this.mine(this.hash, dealAsWritten(corrected.line)), corrected);
    if (this.screen) history.replaceState(null, "", location.pathname + location.search); // of a deal that is over
    if (this.game.fold.state === "waiting") return beforeScreen(this, this.mine("start", emptyStart()));
    return runningScreen(this);
  }

  // -- intentions ----------------------------------------------------------------------------------------------------

  intentionOf(name, values) {
    return new Intention(this.game.id, name, values);
  }

  /** The intention of the open screen, made when it opens and kept until it is written or given up. */
  mine(name, values) {
    this.intention ??= this.intentionOf(name, values);
    return this.intention;
  }

  async write(intention, lines) {
    if (intention.sending) return;
    Object.assign(intention, { sending: true, trouble: null });
    this.redraw();
    try {
      await this.door.write(lines);
      intention.unsent = false;
      this.done(intention);
    } catch (failure) {
      intention.unsent = failure instanceof NoContact;
      intention.trouble =
        failure instanceof NoContact
          ? gettext("Not sent: the server does not answer. What you entered is kept; try again.")
          : failure.message;
      if (failure.code === "id_reused") this.door.look();
    } finally {
      intention.sending = false;
      this.redraw();
      this.drawBar();
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
    location.hash = screen;
    if (!screen) history.replaceState(null, "", location.pathname + location.search);
    return undefined;
  }

  // -- dialogs -------------------------------------------------------------------------------------------------------

  open(title, ...children) {
    this.asking = null;
    show(
      this.dialog,
      el("h2", {}, title),
      ...children,
      button(gettext("Back"), () => this.close(), { id: "dialog-back" }),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.asking = null;
    if (this.dialog.open) this.dialog.close();
  }

  more() {
    const offered = Object.entries(INCIDENTS).filter(
      ([, incident]) => incident.when(this.game) && this.game.state !== "accepted",
    );
    const act = ([kind, incident]) =>
      button(
        incident.title(this.game),
        () => (incident.screen ? this.toScreen(incident.screen(this.game)) : this.incident(kind)),
        {
          id: `more-${kind}`,
          small: this.door.may(incident.may) ? incident.small() : gettext("your role does not allow this"),
          disabled: !this.door.may(incident.may),
        },
      );
    this.open(gettext("More"), el("div", { class: "more-acts" }, offered.map(act)));
  }

  toScreen(screen) {
    this.close();
    this.go(screen);
  }

  incident(kind, line = null) {
    const intention = this.intentionOf(line ? `${kind}-${line.id}` : kind, INCIDENTS[kind].values(this.game));
    this.asking = { kind, intention, line };
    this.drawDialog();
    if (!this.dialog.open) this.dialog.showModal();
  }

  drawDialog() {
    if (!this.asking) return;
    const { kind, intention, line } = this.asking;
    show(this.dialog, incidentDialog(this, kind, intention, line));
  }

  // -- parts of screens ----------------------------------------------------------------------------------------------

  clock() {
    return frame.clock(this.door);
  }

  sendButton(...words) {
    return frame.sendButton(...words);
  }

  trouble(intention) {
    return frame.trouble(intention);
  }
}

const facts = JSON.parse(document.getElementById("facts").textContent);
const desk = new Desk(facts);
desk.place.replaceChildren(p("soft waiting", gettext("Asking for the game …")));
desk.start();
