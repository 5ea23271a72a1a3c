// The end of the time, called by the clock of the round itself (S13, S14): written at once where it is clear whether a
// deal was on the table, asked with one tap where it is not.
import { NoContact } from "./api.js";
import { boundaries, judge, seeTurns } from "./boundaries.js";
import { button } from "./elements.js";
import { Intention } from "./intention.js";
import { inWindow } from "./kept.js";
import { counting, dealNumber, lastDealLine } from "./rows.js";

const say = (sentence, values) => interpolate(sentence, values, true);

export class Timekeeper {
  constructor(desk) {
    this.desk = desk;
    this.kept = null; // what stands in read()
    this.writing = false;
  }

  get key() {
    return `domino-desk:${this.desk.game.id}:clock`;
  }

  get end() {
    return this.desk.game.minutes * 60;
  }

  keep(changes) {
    this.kept = { ...this.kept, ...changes };
    inWindow.keep(this.key, this.kept);
  }

  read() {
    const nothing = {
      seen: {},
      before: null,
      last: null,
      asked: null,
      sent: null, // {end, by_clock} of a line of which nobody knows yet whether it arrived
      calledAt: null,
      called: null,
      after: null,
    };
    this.kept ??= inWindow.read(this.key) ?? nothing;
    return this.desk.door.secondsGone() ?? 0;
  }

  /** The server has answered: whatever is new in its answer happened since the one before. */
  contact() {
    const gone = this.read();
    this.keep({ before: this.kept.last, last: gone });
  }

  /** See the turns that are new in the log. */
  look() {
    const gone = this.read();
    const first = !this.kept.watched;
    const seen = seeTurns(this.kept.seen, boundaries(this.desk.game), this.kept.before, gone, first);
    this.keep({ seen, watched: true });
    if (!this.writing) this.find();
    this.afterDeal();
  }

  /** The answer was lost, and the line has come with a later look. */
  find() {
    const { sent } = this.kept;
    if (!sent) return;
    const intention = this.intentionAt(sent.end);
    if (intention.foundIn(this.desk.game.lines)) this.called(intention, sent.by_clock, sent.end);
  }

  /** What was begun for an end of the time: kept until it is known that it arrived. */
  intentionAt(end, lines = []) {
    return new Intention(this.desk.game.id, `time-${end}`, {}, lines);
  }

  /** Whether the clock has run out and the log does not have it yet. */
  get open() {
    const { game, door } = this.desk;
    if (!game || !this.kept || game.fold.state !== "running" || game.fold.time_over) return false;
    return (door.secondsLeft() ?? 1) <= 0;
  }

  /** Write what is clear; called twice a second. What was asked once is not decided without an answer. */
  tick() {
    const { desk } = this;
    if (!this.open || this.writing || desk.door.silent || !this.mayCall()) return;
    if (this.kept.asked === this.end || this.kept.calledAt >= this.end) return;
    const unclear = this.struck() || desk.screen === "deal";
    const said = unclear ? null : judge(boundaries(desk.game), this.kept.seen, this.end);
    if (said) this.write(said);
    else this.keep({ asked: this.end });
  }

  mayCall() {
    const { desk } = this;
    if (!desk.door.may("record_deals") || !desk.holding.writes) return false;
    return desk.training || desk.game.lease?.mine === true;
  }

  /** Somebody took the end of the time back, perhaps at another tablet: then nothing is written without asking. */
  struck() {
    return this.kept.calledAt === null && this.desk.game.lines.some((line) => line.kind === "time");
  }

  /** Write that the time is over; with the same id until it is known that it arrived. */
  async write({ in_deal, before = null }, by_clock = true) {
    if (this.writing) return;
    this.writing = true;
    const { desk, end } = this;
    const intention = this.intentionAt(end, desk.game.lines);
    intention.before = before;
    this.keep({ sent: { end, by_clock } });
    try {
      await desk.door.write([intention.line({ kind: "time", in_deal })]);
      const lost = intention.lostIn(desk.game.lines);
      if (lost) desk.say(gettext("Not written."), lost);
      else this.called(intention, by_clock, end);
    } catch (failure) {
      await this.failed(intention, failure, by_clock, end);
    }
    this.writing = false;
    desk.drawBar();
  }

  async failed(intention, failure, by_clock, end) {
    if (failure instanceof NoContact) return;
    if (failure.code === "time_already_over") return this.called(intention, by_clock, end);
    if (!["stale", "table_held", "id_reused"].includes(failure.code)) return this.refused(failure, by_clock);
    if (failure.code === "id_reused") {
      intention.renew();
      this.desk.say(gettext("Not written."), failure.message);
    }
    await this.desk.door.look();
    return undefined;
  }

  called(intention, by_clock, end) {
    intention.forget();
    this.keep({ calledAt: end, called: by_clock ? intention.last : null, after: null, sent: null });
  }

  /** It cannot stand where it belongs: somebody has to see to it, so it is not tried again and again. */
  refused(failure, by_clock) {
    this.keep({ calledAt: this.end, after: null, sent: null });
    this.desk.say(
      by_clock ? gettext("The end of the time could not be written by itself.") : gettext("Not written."),
      failure.message,
    );
  }

  /** The deal was over before the time was, and is written now: the end of the time comes after it. */
  afterDeal() {
    const { fold } = this.desk.game;
    if (!this.kept.after || this.desk.game.log_length <= this.kept.after || fold.deal_open) return;
    if (fold.state !== "running" || fold.time_over) this.keep({ after: null });
    else if (this.mayCall()) this.write({ in_deal: false }, false);
  }

  /** The answers to the one question, each a tap: {words, id, act}. */
  choices() {
    const { game } = this.desk;
    const number = dealNumber(game);
    const choose = (id, words, act) => button(words, act, { id: `time-${id}` });
    const inDeal = choose("in-deal", say(gettext("In deal %(number)s"), { number }), () =>
      this.write({ in_deal: true }, false),
    );
    if (game.fold.deal_open) return [inDeal, this.notBegun(choose, number), this.overAlready(choose, number)];
    const between = choose("between", number > 1 ? gettext("Between deals") : gettext("Before the first deal"), () =>
      this.write({ in_deal: false }, false),
    );
    return [between, this.inLast(choose, number), inDeal];
  }

  notBegun(choose, number) {
    const begun = counting(this.desk.game).findLast((line) => line.kind === "deal_begin");
    if (!begun) return null;
    const words = say(gettext("Before deal %(number)s began"), { number });
    return choose("not-begun", words, () => this.write({ in_deal: false, before: begun.id }, false));
  }

  overAlready(choose, number) {
    return choose("after", say(gettext("Deal %(number)s was over already"), { number }), () => {
      this.keep({ after: this.desk.game.log_length });
      this.desk.go(`deal-${number}`);
      this.desk.drawBar();
    });
  }

  inLast(choose, number) {
    const last = lastDealLine(this.desk.game);
    const turns = boundaries(this.desk.game);
    const time = this.kept.seen[turns.at(-1)?.id];
    if (!last || turns.at(-1).id !== last.id || (time && time[0] < this.end - 60)) return null; // over long before
    return choose("in-last", say(gettext("In deal %(number)s"), { number: number - 1 }), () =>
      this.write({ in_deal: true, before: last.id }, false),
    );
  }

  /** Whether the line that ended the time was written by the clock and is still the last word. */
  get undoable() {
    const { game } = this.desk;
    return this.kept?.called ? (game.lines.find((line) => line.id === this.kept.called && line.counts) ?? null) : null;
  }
}
