// An intention is what somebody is about to write: its id and time are made once, what was typed is kept until it is
// written. So a second tap, a lost answer or a reloaded page sends the same line again, and the server knows it.

import { inWindow } from "./kept.js";
import { now } from "./servertime.js";
import { otherValues } from "./words.js";

export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // plain http gives no randomUUID
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Intention {
  /** `lines` is the log: what was kept for a line that stands in it, struck or not, is over and begins afresh. */
  constructor(gameId, name, values = {}, lines = []) {
    this.key = `domino-desk:${gameId}:${name}`;
    const found = inWindow.read(this.key);
    this.arrived = Boolean(found?.last) && lines.some((line) => line.id === found.last);
    if (this.arrived) this.forget();
    const kept = this.arrived ? null : found;
    this.id = kept?.id ?? newId();
    this.at = kept?.at ?? null;
    this.last = kept?.last ?? null; // the id of its last line: once that is in the log, all is written
    this.values = { ...values, ...kept?.values };
    this.before = null; // the line this one was forgotten before
    this.sent = null; // what was typed when it was last sent
    this.countersign = null; // a referee's PIN goes with one attempt and is kept nowhere
  }

  keep() {
    inWindow.keep(this.key, { id: this.id, at: this.at, last: this.last, values: this.values });
  }

  /** Make the line; the time, the server's, is that of the first attempt to send it. */
  line(fields, suffix = "") {
    this.at ??= `${now().toISOString().slice(0, 19)}Z`;
    this.last = this.id + suffix;
    this.sent = JSON.stringify(this.values);
    this.keep();
    return { id: this.last, at: this.at, ...fields, ...(this.before ? { before: this.before } : {}) };
  }

  /** Its last line in the log, or null: one that was struck meanwhile is known to the server and counts for nothing. */
  foundIn(lines) {
    return (this.last && lines.find((line) => line.id === this.last)) ?? null;
  }

  isIn(lines) {
    return this.foundIn(lines)?.counts === true;
  }

  /** Give the next attempt an id of its own; what was typed stays. */
  renew() {
    Object.assign(this, { id: newId(), at: null, last: null });
    this.keep();
  }

  /** Whether something else was typed since it was sent. */
  get changed() {
    return this.sent !== null && this.sent !== JSON.stringify(this.values);
  }

  /** What is sent stands in the log: null when that is all, else what is not; the next attempt is then another line. */
  lostIn(lines) {
    const found = this.foundIn(lines);
    if (!found || (found.counts && !this.changed)) return null;
    this.renew();
    if (found.counts) return otherValues();
    return gettext(
      "What you sent had arrived, and was struck or corrected meanwhile. Look at the log; press again to write it anew.",
    );
  }

  /** It is written, or given up. */
  forget() {
    inWindow.forget(this.key);
  }
}
