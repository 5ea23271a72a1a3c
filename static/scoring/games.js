// A game is its log: take lines as they are added, corrections in place, and fold what counts.
import { countHands } from "./deals.js";
import { LogError, illegal, malformed } from "./errors.js";
import { Fold } from "./fold.js";
import { corrects, readCarried, readLine } from "./log.js";
import { parseRules } from "./rules.js";
import { stateOf } from "./state.js";
import { get, has, isObject, same } from "./values.js";

const FORMAT = 1;

/** A log under way. `add` takes a line or refuses it and leaves everything as it was. */
export class Record {
  lines = [];
  #byId = new Map();
  #removes = []; // by line, what it takes out while it counts itself
  #counts = [];
  #offered = []; // by line, its index among all lines that were offered, known ones too
  #knownLines = 0;
  #order = null; // lines in folding order; null while that is the order of adding
  #begun = []; // by line, how many deals had begun when it had been folded (A21)
  #fold;

  constructor(rules, carried = {}) {
    this.rules = rules;
    this.carried = readCarried(carried);
    this.#fold = new Fold(rules, this.carried);
  }

  /** Add one line: true, or false where the very line is known already. */
  add(raw) {
    if (this.#known(raw)) {
      this.#knownLines += 1;
      return false;
    }
    const line = readLine(raw, this.rules);
    if (line.id !== null && this.#byId.has(line.id)) throw malformed("id_reused", { id: line.id });
    countHandsOf(line);
    if (corrects(line)) this.#correct(line);
    else this.#append(line);
    return true;
  }

  state() {
    return stateOf(this.#fold);
  }

  /** Whether a line still counts: every strike or correction of it has been removed in its turn. */
  counts(number) {
    return this.#counts[number];
  }

  #append(line) {
    this.#fold.apply(line);
    this.#order?.push(this.lines.length);
    this.#begun.push(this.#fold.dealsBegun);
    this.#counts.push(true);
    this.#keep(line, []);
  }

  #known(raw) {
    const number = isObject(raw) ? this.#byId.get(get(raw, "id")) : undefined;
    return number !== undefined && same(this.lines[number].raw, raw);
  }

  #keep(line, removes) {
    if (line.id !== null) this.#byId.set(line.id, this.lines.length);
    this.#offered.push(this.lines.length + this.#knownLines);
    this.lines.push(line);
    this.#removes.push(removes);
  }

  /** Fold the log again with a line that strikes, replaces or goes before another. */
  #correct(line) {
    const names = [line.instead_of, line.before, struck(line)].filter((name) => name !== null);
    const named = new Map(names.map((name) => [name, this.#counting(name)]));
    if (line.instead_of !== null) this.#checkLateFalsePass(line, named.get(line.instead_of));
    const removes = this.#takenOut(line, named);
    const order = this.#placed(line, named);
    const counts = whatCounts([...this.#removes, removes]);
    const [fold, begun] = this.#folded([...this.lines, line], order, counts);
    this.#order = order;
    this.#fold = fold;
    this.#begun = begun;
    this.#counts = counts;
    this.#keep(line, removes);
  }

  #counting(id) {
    const number = this.#byId.get(id);
    if (number === undefined || !this.#counts[number]) throw illegal("unknown_line", { id });
    return number;
  }

  /** A21: under next_lead a false pass found later replaces its deal only until the next one has begun. */
  #checkLateFalsePass(line, number) {
    const claimed = line.kind === "penalty" && line.body.code === "false_pass" && this.lines[number].kind === "deal";
    if (claimed && this.rules.false_pass_until === "next_lead" && this.#fold.dealsBegun > this.#begun[number])
      throw illegal("not_allowed", { why: "The next deal has begun, so the false pass stays without a sanction." });
  }

  /** What a line takes out: what it strikes, and what it replaces with all that had been replaced before. */
  #takenOut(line, named) {
    const removes = line.instead_of === null ? [] : this.#group(named.get(line.instead_of));
    const of = struck(line);
    if (of !== null && !removes.includes(named.get(of))) removes.push(named.get(of));
    return removes;
  }

  /** A line and those whose place it had taken: a correction of a correction leaves the original replaced. */
  #group(number) {
    const group = [number];
    for (let name = this.lines[number].instead_of; name !== null; name = this.lines[group.at(-1)].instead_of)
      group.push(this.#byId.get(name));
    return group;
  }

  /** The order of folding with a new line: a correction beside what it replaces, a forgotten one before. */
  #placed(line, named) {
    const number = this.lines.length;
    const order = this.#order ? [...this.#order] : this.lines.map((_, place) => place);
    if (line.instead_of !== null) order.splice(order.indexOf(named.get(line.instead_of)) + 1, 0, number);
    else if (line.before !== null) order.splice(order.indexOf(this.#group(named.get(line.before)).at(-1)), 0, number);
    else order.push(number);
    return order;
  }

  /** Fold all that counts, the last line just added: its own error, or breaks_later_line for another. */
  #folded(lines, order, counts) {
    const fold = new Fold(this.rules, this.carried);
    const begun = lines.map(() => 0);
    for (const number of order) {
      if (lines[number].kind !== "strike" && counts[number]) this.#applyAgain(fold, lines, number);
      begun[number] = fold.dealsBegun;
    }
    return [fold, begun];
  }

  #applyAgain(fold, lines, number) {
    try {
      fold.apply(lines[number]);
    } catch (error) {
      if (!(error instanceof LogError) || number === lines.length - 1) throw error;
      throw illegal("breaks_later_line", { line: this.#offered[number], id: lines[number].id, code: error.code });
    }
  }
}

/** Fold an envelope of the log format into the state of its game; throws LogError for the first thing refused. */
export function replay(envelope) {
  const [record, lines] = openEnvelope(envelope);
  lines.forEach((raw, number) => {
    try {
      record.add(raw);
    } catch (error) {
      if (error instanceof LogError) error.line = number;
      throw error;
    }
  });
  return record.state();
}

/** Check an envelope: an empty record of its rules, and the lines still to be added. */
export function openEnvelope(envelope) {
  if (!isObject(envelope)) throw malformed("bad_field", { field: "envelope" });
  if (get(envelope, "format") !== FORMAT) throw malformed("bad_field", { field: "format" });
  const rules = parseRules(has(envelope, "rules") ? envelope.rules : {});
  const record = new Record(rules, has(envelope, "carried") ? envelope.carried : {});
  if (!Array.isArray(get(envelope, "lines"))) throw malformed("bad_field", { field: "lines" });
  return [record, envelope.lines];
}

const struck = (line) => (line.kind === "strike" ? line.body.of : null);

function countHandsOf({ kind, body }) {
  if (!["deal", "penalty"].includes(kind) || body.left === null) return;
  body.hands = countHands(body.left, body.ending === "out" ? body.by : null);
}

/** Whether each line counts; what removes a line always comes after it. */
function whatCounts(removes) {
  const counts = removes.map(() => true);
  for (let number = removes.length - 1; number >= 0; number -= 1)
    if (counts[number]) for (const removed of removes[number]) counts[removed] = false;
  return counts;
}
