// The rules a game is played by: the federation's, and what regulations may have instead (the list is closed).
import { malformed } from "./errors.js";
import { asInteger, has, isObject } from "./values.js";

export const CARDS = ["yellow", "red", "black"];
const STANDARD_WALKOVER = 200;

const step = (sanction, points = 0, card = null) => ({ sanction, points, card });
const WARNING = step("warning");
const GAME_LOSS = step("game_loss");
export const NO_SANCTION = step("none");
export const fine = (points) => step("fine", points);

const LADDER = [WARNING, fine(25)];
const DEFAULT_TARIFF = new Map([
  ...["slow_play", "talking", "conduct", "table", "posture", "careless_move", "rearranging", "late"].map((code) => [
    code,
    LADDER,
  ]),
  ["touched_tile", [fine(25)]],
  ["out_of_turn", [fine(25)]],
  ["false_pass", [fine(50)]],
  ["sign", [fine(50), GAME_LOSS]],
]);

// Rule: its values, the first of which is the default.
const CHOICES = {
  scoring: ["all", "opponents", "difference"],
  fish_winner: ["pair_total", "lowest_hand"],
  level_fish: ["no_score", "replay", "carry", "leader_wins", "double_next"],
  lead: ["rotate", "winner"],
  time_rule: ["finish_deal", "finish_plus_one", "stop"],
  target_at_time: ["game_over", "one_more"],
  over_target: ["keep", "trim"],
  fines_to: ["opponents", "offender", "person"],
  count_warnings: ["player", "side"],
  partner_of_absent: ["loses", "bye"],
  false_pass_scores: ["nothing", "all_left"],
  false_pass_until: ["next_lead", "signed"],
};
const SWITCHES = ["below_zero", "fine_ends_game", "warnings_carry", "continue_fine"];

const DEFAULTS = {
  target: 200,
  minutes: 40,
  deals: null,
  no_show_minutes: 5,
  walkover: null,
  tariff: DEFAULT_TARIFF,
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first])),
  ...Object.fromEntries(SWITCHES.map((name) => [name, false])),
};

/** Check the rules of an envelope and lay them over the defaults. */
export function parseRules(overrides) {
  if (!isObject(overrides)) throw malformed("bad_field", { field: "rules" });
  const rules = { ...DEFAULTS };
  for (const [name, value] of Object.entries(overrides)) rules[name] = ruleOf(name, value);
  rules.goal = rules.deals === null ? rules.target : null;
  rules.walkover_points = rules.walkover ?? rules.goal ?? STANDARD_WALKOVER;
  return rules;
}

/** Read one step of a tariff; null where it is none. */
export function parseStep(value) {
  if (typeof value === "string") return has(NAMED, value) ? NAMED[value] : null;
  const points = asInteger(value);
  if (points !== null) return points >= 0 ? fine(points) : null;
  return isObject(value) ? cardStep(value) : null;
}

const NAMED = { warning: WARNING, game_loss: GAME_LOSS, disqualification: step("disqualification") };

function cardStep(value) {
  const points = asInteger(value.points);
  const whole = Object.keys(value).length === 2 && has(value, "points") && has(value, "card");
  return whole && points !== null && points >= 0 && CARDS.includes(value.card) ? step("fine", points, value.card) : null;
}

function ruleOf(name, value) {
  if (has(CHOICES, name)) return checked(name, value, CHOICES[name].includes(value));
  if (SWITCHES.includes(name)) return checked(name, value, typeof value === "boolean");
  if (!has(READERS, name)) throw malformed("bad_rules", { field: name });
  return READERS[name](name, value);
}

function checked(name, value, good) {
  if (!good) throw malformed("bad_rules", { field: name });
  return value;
}

const atLeast = (least) => (name, value) => {
  const number = asInteger(value);
  return checked(name, number, number !== null && number >= least);
};

const READERS = {
  target: atLeast(1),
  minutes: atLeast(1),
  no_show_minutes: atLeast(0),
  walkover: (name, value) => (value === null ? null : atLeast(0)(name, value)),
  deals(name, value) {
    if (value === null) return null; // S18: 4, 8, 12 ... or none
    const number = asInteger(value);
    checked(name, number, number !== null);
    if (number <= 0 || number % 4) throw malformed("not_multiple_of_four", { value: number });
    return number;
  },
  tariff(name, value) {
    checked(name, value, isObject(value));
    return new Map([...DEFAULT_TARIFF, ...Object.entries(value).map(([code, steps]) => [code, ladder(code, steps)])]);
  },
};

function ladder(code, value) {
  const name = `tariff.${code}`;
  checked(name, value, Array.isArray(value) && value.length > 0);
  return value.map((one) => {
    const read = parseStep(one);
    return checked(name, read, read !== null);
  });
}
