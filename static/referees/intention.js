// An intention is what somebody is about to write: its id and time are made once, what was typed is kept until it is
// written. So a second tap, a lost answer or a reloaded page sends the same line again, and the server knows it.

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // plain http gives no randomUUID
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Intention {
  constructor(gameId, name, values = {}) {
    this.key = `domino-desk:${gameId}:${name}`;
    const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
    this.id = kept?.id ?? newId();
    this.at = kept?.at ?? null;
    this.last = kept?.last ?? null; // the id of its last line: once that is in the log, all is written
    this.values = { ...values, ...kept?.values };
  }

  keep() {
    sessionStorage.setItem(
      this.key,
      JSON.stringify({ id: this.id, at: this.at, last: this.last, values: this.values }),
    );
  }

  /** Make the line; the time is that of the first attempt to send it. */
  line(fields, suffix = "") {
    this.at ??= `${new Date().toISOString().slice(0, 19)}Z`;
    this.last = this.id + suffix;
    this.keep();
    return { id: this.last, at: this.at, ...fields };
  }

  isIn(lines) {
    return this.last !== null && lines.some((line) => line.id === this.last);
  }

  /** It is written, or given up. */
  forget() {
    sessionStorage.removeItem(this.key);
  }
}
