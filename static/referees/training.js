// A game that counts nowhere: the same instrument on a door of its own. The log stays in this window, nothing is sent.
import { Record } from "../scoring/games.js";
import { parseRules } from "../scoring/rules.js";
import { Refusal } from "./api.js";
import { Desk } from "./desk.js";
import { Door } from "./door.js";
import { SEATS } from "./elements.js";
import { newId } from "./intention.js";
import { inWindow } from "./kept.js";
import { whyNot } from "./preview.js";

const MAY = ["hold_pen", "record_deals", "penalise", "rule", "answer_call"];

class TrainingDoor extends Door {
  constructor(facts) {
    super("", facts.rules);
    this.facts = facts;
    this.key = `domino-desk:training:${facts.game}`;
    this.kept = inWindow.read(this.key) ?? this.fresh();
  }

  /** A new game: other ids, so that nothing of the last one is taken for this one's. */
  fresh() {
    return { id: `training-${newId()}`, lines: [], from: null };
  }

  start() {
    this.kept.from ??= Date.now();
    this.told();
    setInterval(() => this.heard(), 10_000);
  }

  async look() {
    this.told();
  }

  /** Judge the lines as the server would, and keep those that stand. */
  async write(lines) {
    const record = new Record(parseRules(this.rules));
    for (const line of this.kept.lines) record.add(line);
    const written = [...this.kept.lines];
    for (const line of lines) {
      try {
        if (record.add(line)) written.push(line);
      } catch (refusal) {
        throw refusal.code ? new Refusal(refusal.code, whyNot(refusal)) : refusal;
      }
    }
    this.kept.lines = written;
    this.told();
  }

  async post() {
    return {};
  }

  again() {
    this.kept = { ...this.fresh(), from: Date.now() };
    this.told();
  }

  told() {
    inWindow.keep(this.key, this.kept);
    this.lastContact = new Date();
    this.take(this.shown());
  }

  /** The game as a server would tell it. */
  shown() {
    const record = new Record(parseRules(this.rules));
    for (const line of this.kept.lines) record.add(line);
    const gone = Math.floor((Date.now() - this.kept.from) / 1000);
    return {
      id: this.kept.id,
      code: "",
      table: 0,
      state: record.state().state,
      carried: {},
      minutes: this.rules.minutes,
      clock: { state: "running", seconds_left: Math.max(0, this.rules.minutes * 60 - gone), seconds_gone: gone },
      lease: {
        name: this.facts.official,
        mine: true,
        taken_at: new Date().toISOString(),
        seen_at: new Date().toISOString(),
      },
      log_length: this.kept.lines.length,
      lines: this.kept.lines.map((line, place) => ({ ...line, number: place + 1, counts: record.counts(place) })),
      protocol: null,
      may: MAY,
      seats: this.facts.players.map((name, place) => seat(SEATS[place], name, place)),
      substitutes: [],
      calls: [],
    };
  }
}

const seat = (chair, name, place) => ({
  seat: chair,
  player: { key: `trainee-${place + 1}`, name },
  entry: { number: (place % 2) + 1, name: "", club: "" },
});

const facts = JSON.parse(document.getElementById("facts").textContent);
new Desk(facts, new TrainingDoor(facts)).start();
