// Fold the lines that count, one after the other, into the state of a game.
import { ALL_PIPS, worthOfDeal } from "./deals.js";
import { illegal, malformed } from "./errors.js";
import { bring, countsForSide, stepFor } from "./penalties.js";
import { SEATS, SIDES, nextSeat, otherSide, partnerOf, sideOf } from "./seats.js";

// Kinds that may still come when the game is over; penalties because a sign is punishable until signing (S28).
const AFTER_THE_END = new Set(["penalty", "ruling", "note", "protest", "seat"]);
const LARGEST_FACTOR = 2 ** 20;

const bySeat = (value) => Object.fromEntries(SEATS.map((seat) => [seat, value()]));

/** A game as far as its lines have been folded. Every kind of line checks first and changes afterwards. */
export class Fold {
  stage = "waiting";
  score = { A: 0, B: 0 };
  winner = null;
  reason = null;
  firstLeader = null;
  nextLeader = null;
  markedLeader = null; // who really led, where it was not nextLeader
  dealOpen = false;
  timeOver = false;
  owed = 0; // deals still to be played after time (S13, S14)
  carry = 0;
  factor = 1;
  deals = [];
  penalties = [];
  warnings = [];
  dealsBegun = 0; // with those annulled: tells whether a later deal has begun (A21)
  trimmed = false;
  lost = new Set();
  excused = new Set(); // partners of absent players who have a bye
  fines = bySeat(() => 0);
  ownFines = bySeat(() => 0); // taken from the person, not from the score
  cards = bySeat(() => []);
  sideBreaches = { A: new Map(), B: new Map() };
  chairs = {};
  named = new Set(); // chairs that have had a seat line
  people = new Map();

  constructor(rules, carried) {
    this.rules = rules;
    for (const seat of SEATS) this.bring(seat, carried[seat]);
  }

  /** Seat whoever was drawn to a chair; what is counted for the pair it carries for both (A15). */
  bring(seat, burden) {
    const person = bring(burden, this.rules);
    this.chairs[seat] = person;
    for (const [code, count] of person.breaches)
      if (countsForSide(code, seat, this.rules)) add(this.sideBreaches[sideOf(seat)], code, count);
  }

  /** Fold one line that counts; throws LogError and changes nothing where it cannot stand here. */
  apply({ kind, body }) {
    if (kind === "deal") this.checkPoints(body);
    if (this.stage === "finished" && !AFTER_THE_END.has(kind)) throw illegal("game_over");
    this[kind](body);
  }

  /** The first to be named on a chair sat there from the beginning; later ones replace him. */
  seat({ seat, player }) {
    let person = this.people.get(player);
    if (person) {
      for (const chair of SEATS) if (this.chairs[chair] === person) this.chairs[chair] = null;
    } else {
      person = (this.named.has(seat) ? null : this.chairs[seat]) ?? bring(null, this.rules);
      person.name = player;
      this.people.set(player, person);
    }
    this.chairs[seat] = person;
    this.named.add(seat);
  }

  start({ leader }) {
    if (this.stage === "running") throw illegal("already_started");
    this.stage = "running";
    this.firstLeader = leader;
    this.nextLeader = leader;
  }

  deal_begin({ leader }) {
    this.needStart();
    if (this.dealOpen) throw illegal("deal_in_progress");
    this.openDeal();
    this.markedLeader = leader;
  }

  /** End a deal: points, the lead passed on, and whether that decides the game. */
  deal(body) {
    this.needStart();
    this.openDeal();
    if (body.ending === "fish" && total(Object.values(body.hands)) % 2) this.warnings.push("odd_fish");
    const leader = this.whoLed();
    const worth =
      body.ending === "points"
        ? { side: body.points ? body.side : null, points: body.points, level: !body.points }
        : worthOfDeal(body, leader, this.rules);
    if (worth.level && this.rules.level_fish === "replay") {
      this.clearTable(); // A3: not counted, and the same player leads again
      return;
    }
    const points = this.pointsOf(body, worth);
    this.countDeal(leader, body.ending, worth.side, points, this.leaderAfter(body, worth));
    this.judge();
  }

  /** Annul the current deal, marked or not, or the whole game; fines stay. */
  void({ scope, replay }) {
    this.needStart();
    if (scope === "deal") {
      this.openDeal();
      this.clearTable();
      if (!replay) this.nextLeader = nextSeat(this.nextLeader);
      return;
    }
    for (const side of SIDES) this.score[side] -= total(this.deals.map((deal) => deal.points[side]));
    this.deals = [];
    this.carry = 0;
    this.factor = 1;
    this.clearTable();
    if (!replay) this.firstLeader = nextSeat(this.firstLeader);
    this.nextLeader = this.firstLeader;
  }

  checkPoints({ points }) {
    const most = ALL_PIPS * this.factor + this.carry;
    if (points > most) throw malformed("too_many_pips", { most });
  }

  needStart() {
    if (this.stage === "waiting") throw illegal("not_started");
  }

  openDeal() {
    if (!this.dealOpen) this.dealsBegun += 1;
    this.dealOpen = true;
  }

  clearTable() {
    this.dealOpen = false;
    this.markedLeader = null;
  }

  whoLed() {
    return this.markedLeader ?? this.nextLeader;
  }

  /** Add carry and factor to a decided deal, or put a level one by for the next (A3). */
  pointsOf(body, worth) {
    if (worth.side === null) {
      if (this.rules.level_fish === "carry") this.carry += worth.points;
      if (this.rules.level_fish === "double_next") this.factor = Math.min(this.factor * 2, LARGEST_FACTOR);
      return 0;
    }
    const points = body.ending === "points" ? worth.points : worth.points * this.factor + this.carry;
    this.carry = 0;
    this.factor = 1;
    return points;
  }

  /** The lead passes on (S38, A6) from who had the right to it; where `lead` is winner, to him. */
  leaderAfter(body, worth) {
    if (this.rules.lead === "winner" && !worth.level && body.by !== null) return body.by;
    return nextSeat(this.nextLeader);
  }

  countDeal(leader, ending, side, points, nextLeader) {
    const won = { A: 0, B: 0 };
    if (side !== null) {
      won[side] = points;
      this.score[side] += points;
    }
    this.deals.push({ leader, ending, points: won, total: { ...this.score } });
    this.clearTable();
    this.nextLeader = nextLeader;
  }

  /** Call time, in a deal or between deals (S13, S14, A10). */
  time({ in_deal }) {
    this.needStart();
    if (this.timeOver) throw illegal("time_already_over");
    if (!in_deal && this.dealOpen) throw illegal("deal_in_progress");
    this.timeOver = true;
    if (this.rules.time_rule === "stop") {
      if (in_deal) this.openDeal();
      this.clearTable(); // an open deal is void and its leader keeps the lead
      if (this.leading() !== null) this.endByScore("time");
    } else if (in_deal) {
      this.openDeal();
      this.owed = this.rules.time_rule === "finish_plus_one" ? 2 : 1;
    } else if (this.rules.target_at_time === "game_over" && this.targetWon()) this.endByScore("time");
    else this.owed = 1;
  }

  /** Decide at the end of a deal whether the game is over (S5, S13-S15, S18, A11, A12). */
  judge() {
    this.owed = Math.max(this.owed - 1, 0);
    if (this.targetWon()) this.endByScore("target");
    else if (this.leading() === null) return; // never drawn: an extra deal
    else if (this.rules.deals !== null && this.deals.length >= this.rules.deals) this.endByScore("deals");
    else if (this.timeOver && !this.owed) this.endByScore("time");
  }

  leading() {
    const { A, B } = this.score;
    if (A === B) return null;
    return A > B ? "A" : "B";
  }

  targetWon() {
    const { goal } = this.rules;
    return goal !== null && this.leading() !== null && Math.max(this.score.A, this.score.B) >= goal;
  }

  endByScore(by) {
    this.trimmed = this.rules.over_target === "trim" && this.rules.goal !== null;
    this.finish(this.leading(), this.targetWon() ? "target" : by);
  }

  finish(winner, reason) {
    Object.assign(this, { stage: "finished", winner, reason, nextLeader: null });
    this.clearTable();
  }

  /** Give the game to the side that came (S17, A24). */
  no_show(body) {
    if (this.deals.length)
      throw illegal("not_allowed", { why: "A deal has been counted: who leaves now forfeits the game." });
    this.loseBy(body, "no_show");
  }

  forfeit(body) {
    this.loseBy(body, "forfeit");
  }

  loseBy({ sides, seats }, reason) {
    if (this.rules.partner_of_absent === "bye")
      for (const seat of seats) if (!seats.includes(partnerOf(seat))) this.excused.add(partnerOf(seat));
    this.lose(sides, reason);
  }

  /** Turn the result against the losing sides; both, or one after the other: 0-0 and no winner. */
  lose(sides, reason) {
    for (const side of sides) this.lost.add(side);
    this.trimmed = false;
    if (this.lost.size === SIDES.length) {
      this.score = { A: 0, B: 0 };
      this.finish(null, reason);
      return;
    }
    const [loser] = this.lost;
    const winner = otherSide(loser);
    this.score = { ...this.score, [winner]: Math.max(this.rules.walkover_points, this.score[winner]), [loser]: 0 };
    this.finish(winner, reason);
  }

  ruling({ score, winner }) {
    Object.assign(this, { score: { ...score }, lost: new Set(), excused: new Set(), trimmed: false });
    this.finish(winner, "ruling");
  }

  /** Find what follows from the tariff and what went before, and let it follow. */
  penalty(body) {
    const offender = this.sitting(body.seat);
    const breaches = this.breachesOf(body, offender);
    const step = stepFor(body, breaches.get(body.code) ?? 0, offender, this.rules);
    const endsDeal = body.code === "false_pass" && this.stage !== "finished";
    if (["false_pass", "out_of_turn"].includes(body.code)) this.needStart();
    const points = step.sanction === "fine" ? this.fine(body, step.points) : 0;
    if (step.sanction !== "none") add(breaches, body.code, 1);
    this.writePenalty(body, { ...step, points }, offender);
    if (endsDeal) this.endByFalsePass(body);
    else if (body.code === "out_of_turn" && this.stage === "running") this.afterOutOfTurn(body);
    if (["game_loss", "disqualification"].includes(step.sanction)) this.lose([body.side], "game_loss");
    else if (endsDeal) this.judge();
    else if (step.sanction === "fine" && this.rules.fine_ends_game && this.stage !== "finished" && this.targetWon())
      this.endByScore("target");
  }

  sitting(seat) {
    if (seat === null) return null;
    this.chairs[seat] ??= bring(null, this.rules);
    return this.chairs[seat];
  }

  breachesOf(body, offender) {
    const forSide = offender === null || countsForSide(body.code, body.seat, this.rules);
    return forSide ? this.sideBreaches[body.side] : offender.breaches;
  }

  /** Take or give the points at once and return what was really moved (A12, A16); nothing after the end. */
  fine({ side, seat }, points) {
    if (this.stage === "finished") return 0;
    if (this.rules.fines_to === "opponents") {
      this.score[otherSide(side)] += points;
      return points;
    }
    const own = this.rules.fines_to === "person" && seat !== null;
    const has = this.score[side] - (own ? this.ownFines[seat] : 0);
    const taken = this.rules.below_zero ? points : Math.min(points, Math.max(has, 0));
    if (own) this.ownFines[seat] += taken;
    else this.score[side] -= taken;
    return taken;
  }

  writePenalty({ code, side, seat }, { sanction, points, card }, offender) {
    this.penalties.push({ code, side, seat, sanction, points, card });
    if (seat === null) return;
    this.fines[seat] += points;
    if (card === null) return;
    this.cards[seat].push(card);
    offender.cards.push(card);
  }

  /** End the deal (S45): no points for play, or all pips left to the opponents (A20); the lead passes on. */
  endByFalsePass({ side, hands }) {
    this.openDeal();
    const points = hands ? total(Object.values(hands)) : 0;
    this.countDeal(this.whoLed(), "false_pass", points ? otherSide(side) : null, points, nextSeat(this.nextLeader));
  }

  /** Start the deal again under the same leader where the opponents chose so (S42, S43). */
  afterOutOfTurn({ opponents }) {
    if (!this.dealOpen) this.dealsBegun += 1; // somebody has laid a tile, marked or not
    if (opponents === "restart") this.clearTable();
  }

  note() {}

  protest() {}
}

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const add = (counts, code, count) => counts.set(code, (counts.get(code) ?? 0) + count);
