// One game as the server last told it, and the only way to write to it.
import { Record } from "../scoring/games.js";
import { parseRules } from "../scoring/rules.js";
import { NoContact, Refusal, read, send } from "./api.js";
import { now, ticks } from "./servertime.js";
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
    this.problem = null; // why the game is not shown as the server has it
    this.older = false; // the log cannot be read by this page
    this.busy = 0;
    this.writes = 0;
  }

  start() {
    this.look();
    setInterval(() => document.hidden || this.busy || this.look(), POLL);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    addEventListener("online", () => this.look());
    addEventListener("pageshow", (event) => event.persisted && this.look()); // brought back by the back button
  }

  /** Ask for the game; tell only when something is new, or contact came or went. */
  async look() {
    try {
      const asked = this.writes;
      const answer = await read(this.url, this.etag);
      if (asked !== this.writes) return; // something was written meanwhile: this answer is the older one
      const game = answer && this.understood(answer.body);
      Object.assign(this, { problem: null, older: false });
      this.heard();
      if (game) this.hold(game, answer.etag);
    } catch (failure) {
      if (failure instanceof Refusal) this.problem = failure.message;
      this.failed(failure);
    }
  }

  /** Append lines. Resolves when all are applied or known; throws Refusal or NoContact.
   *
   * `after` is the length of the log that was on the screen: from a stale one nothing is written twice.
   */
  write(lines, { after = this.game.log_length, countersign = null } = {}) {
    return this.post("lines/", { lines, after, countersign }, (answer) => {
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
      this.writes += 1; // and a look that was begun meanwhile may be answered from before it
    }
  }

  take(game) {
    this.hold(this.understood(game));
  }

  /** Fold what the server told; a log that this page cannot read is newer than the page. */
  understood(game) {
    try {
      return { ...game, rules: this.rules, ...folded(game, this.rules) };
    } catch {
      Object.assign(this, { older: true, problem: gettext("This page is older than the log. Load it again.") });
      throw new Refusal("page_too_old", this.problem);
    }
  }

  hold(game, etag = null) {
    // The answer to a write leaves out who sits and who calls, which it does not change.
    const { seats, substitutes, calls } = this.game ?? {};
    this.game = { seats, substitutes, calls, ...game };
    this.etag = etag;
    this.seen = ticks();
    this.dispatchEvent(new Event("game"));
  }

  heard() {
    this.lastContact = now();
    const wasSilent = this.silent;
    this.silent = false;
    this.dispatchEvent(new Event(wasSilent ? "game" : "contact"));
  }

  failed(failure) {
    if (failure instanceof NoContact) this.silent = true;
    this.dispatchEvent(new Event("contact"));
  }

  /** Seconds left on the clock of the round now, below 0 when they are over; null while it has not started. */
  secondsLeft() {
    const gone = this.secondsGone();
    return gone === null ? null : this.game.minutes * 60 - gone;
  }

  /** Seconds since the clock of the round started, pauses left out; they run on when the time is over. */
  secondsGone() {
    const { clock } = this.game;
    if (clock.state === "idle") return null;
    const passed = clock.state === "running" ? (ticks() - this.seen) / 1000 : 0;
    return clock.seconds_gone + passed;
  }

  may(act) {
    return this.game.may.includes(act);
  }
}

/** What the screen shows is the fold of the log and nothing else: the state, and which lines count. */
export function folded({ lines, carried }, rules) {
  const record = new Record(parseRules(rules), carried);
  for (const { number, counts, ...line } of lines) record.add(line);
  return {
    fold: record.state(),
    lines: lines.map((line, place) => ({ ...line, counts: record.counts(place) })),
  };
}
