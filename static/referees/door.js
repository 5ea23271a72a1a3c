// One game as the server last told it, and the only way to write to it.
import { NoContact, Refusal, read, send } from "./api.js";
import { sentence } from "./words.js";

const POLL = 3_000; // milliseconds: two tablets at one table see the same

export class Door extends EventTarget {
  constructor(url, rules) {
    super();
    this.url = url;
    this.rules = rules; // in full; a log carries only what differs from the federation's
    this.game = null;
    this.etag = null;
    this.lastContact = null;
    this.silent = false; // the last attempt to reach the server failed
    this.problem = null; // why the server did not show the game
    this.busy = 0;
    this.writes = 0;
  }

  start() {
    this.look();
    setInterval(() => document.hidden || this.busy || this.look(), POLL);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    addEventListener("online", () => this.look());
  }

  /** Ask for the game; tell only when something is new, or contact came or went. */
  async look() {
    try {
      const asked = this.writes;
      const answer = await read(this.url, this.etag);
      if (asked !== this.writes) return; // something was written meanwhile: this answer is the older one
      this.problem = null;
      this.heard();
      if (answer) this.take(answer.body, answer.etag);
    } catch (failure) {
      if (failure instanceof Refusal) this.problem = failure.message;
      this.failed(failure);
    }
  }

  /** Append lines. Resolves when all are applied or known; throws Refusal or NoContact. */
  write(lines) {
    return this.post("lines/", { lines }, (answer) => {
      this.take(answer.game);
      const refused = answer.answers.find((one) => one.answer === "refused");
      if (refused) throw new Refusal(refused.error.code, sentence(refused.error));
    });
  }

  /** Post to an address below the game's and take what the server says the game is now. */
  async post(path, body, understand) {
    this.busy += 1;
    this.writes += 1;
    try {
      const answer = await send(new URL(path, new URL(this.url, location.href)), body);
      this.heard();
      understand(answer);
      return answer;
    } catch (failure) {
      this.failed(failure);
      throw failure;
    } finally {
      this.busy -= 1;
    }
  }

  take(game, etag = null) {
    // The answer to a write leaves out the drawn seats, which do not change.
    this.game = { seats: this.game?.seats, ...game, rules: this.rules };
    this.etag = etag;
    this.seen = performance.now();
    this.dispatchEvent(new Event("game"));
  }

  heard() {
    this.lastContact = new Date();
    const wasSilent = this.silent;
    this.silent = false;
    this.dispatchEvent(new Event(wasSilent ? "game" : "contact"));
  }

  failed(failure) {
    if (failure instanceof NoContact) this.silent = true;
    this.dispatchEvent(new Event("contact"));
  }

  /** Seconds left on the clock of the round now; null while it has not started. */
  secondsLeft() {
    const { clock } = this.game;
    if (clock.state === "idle") return null;
    const passed = clock.state === "running" ? (performance.now() - this.seen) / 1000 : 0;
    return clock.seconds_left - passed;
  }

  /** Seconds since the clock of the round started. */
  secondsGone() {
    const left = this.secondsLeft();
    return left === null ? null : this.game.minutes * 60 - left;
  }

  may(act) {
    return this.game.may.includes(act);
  }
}
