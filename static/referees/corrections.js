// Corrections, in place: a row of the log is touched, and it is corrected, struck, or another line is put before it.
// Every one of them shows what was and what will be before it is written.
import { actOf, canDo, countersignPanel, missingPin, writeConfirmed } from "./countersign.js";
import { SEATS, SIDES, button, choice, el, icon, mark, notice, p, placeName, span } from "./elements.js";
import { inWords } from "./log.js";
import { nameOf, personOf } from "./people.js";
import { preview, tableBefore, whyNot } from "./preview.js";
import { counting, rows } from "./rows.js";
import { stateOf } from "../scoring/state.js";
import { toCome } from "./tocome.js";

const say = (sentence, values) => interpolate(sentence, values, true);
const HERE = "here"; // the id of the line that would be put in

/** The game as it was just before one of its lines: what was forgotten there is written as it would have been then. */
export function asOf(game, id) {
  const before = counting(game);
  const place = before.findIndex((line) => line.id === id);
  if (place < 0) return game;
  const lines = before.slice(0, place).map(({ instead_of, before: _, ...line }) => line);
  const fold = stateOf(tableBefore(game, { kind: "note", text: HERE, before: id }).fold);
  return { ...game, lines, fold, log_length: game.log_length };
}

// -- what would follow ------------------------------------------------------------------------------------------------

const score = ({ A, B }) => `${A}:${B}`;

/** What lines would change: the score, what is to come, or the sentence that refuses them. */
export function changes(game, lines) {
  const { before, after, refusal } = preview(game, lines);
  if (refusal) return notice("stop", "warn", p("", whyNot(refusal)));
  const became = { ...game, fold: after };
  const now = toCome(game);
  const then = toCome(became);
  return el(
    "dl",
    { class: "from-to-list" },
    change(gettext("Score"), score(before.score), score(after.score)),
    SIDES.some((side) => before.winner !== after.winner && [before.winner, after.winner].includes(side))
      ? change(gettext("Winner"), sideLetter(before.winner), sideLetter(after.winner))
      : null,
    before.next_leader !== after.next_leader && after.next_leader
      ? change(gettext("Who leads"), leaderName(game), leaderName(became))
      : null,
    now === then ? null : change(gettext("To come"), now, then),
  );
}

const leaderName = (game) => (game.fold.next_leader ? nameOf(game, game.fold.next_leader) : "–");

const change = (what, was, willBe) => [
  el("dt", {}, what),
  el(
    "dd",
    {},
    was === willBe
      ? [was, " ", span("soft small", gettext("as before"))]
      : [span("was", was), " → ", span("strong", willBe)],
  ),
];

const sideLetter = (side) => (side ? placeName(side) : "–");

const refused = (game, lines) => preview(game, lines).refusal !== null;

// -- one dialog for what is confirmed in a second tap -----------------------------------------------------------------

/** Ask in the dialog of the page: what it does, what follows, one button; `line(values)` is null while it is not said.
 *
 * What was written in one step of several lines is taken back by several, `linesOf(values)`.
 */
export function confirm(desk, name, { title, body, line, linesOf = null, words, kind = "main", values = {} }) {
  const intention = desk.intentionOf(name, values);
  const draw = () => desk.drawDialog();
  desk.ask(intention, () => {
    const wanted = linesOf ? linesOf(intention.values) : [line(intention.values)].filter(Boolean);
    const [fields = null] = wanted;
    const lines = wanted.map((one, place) => ({ id: intention.id + suffix(place), ...one }));
    const act = fields ? actOf(fields, desk.game.lines) : "record_deals";
    const wanting = fields ? missingPin(desk, intention, act) : null;
    const closed = !fields || !canDo(desk, act) || refused(desk.game, lines);
    const send = () => {
      intention.trouble = wanting;
      if (wanting) return draw();
      const written = wanted.map((one, place) => intention.line(one, suffix(place)));
      return writeConfirmed(desk, intention, act, written);
    };
    return [
      el("h2", {}, title),
      el(
        "div",
        { class: "stack loose" },
        body?.(intention.values, changed(intention, draw)),
        fields ? changes(desk.game, lines) : null,
      ),
      fields ? countersignPanel(desk, intention, act, draw) : null,
      fields && !canDo(desk, act) ? notYours() : null,
      desk.trouble(intention),
      el(
        "div",
        { class: "actions" },
        desk.sendButton(intention, words, null, send, { kind, disabled: closed, id: "confirm-write" }),
        button(gettext("Back"), () => desk.leave(intention), { kind: "big", id: "confirm-back" }),
      ),
    ];
  });
}

const suffix = (place) => (place ? `-${place}` : "");

const notYours = () => p("error", icon("hold"), " ", gettext("Your role does not write this. Call a referee."));

const changed = (intention, draw) => (values) => () => {
  Object.assign(intention.values, values);
  intention.trouble = null;
  intention.keep();
  draw();
};

// -- undo -------------------------------------------------------------------------------------------------------------

/** The line that Undo takes back: the last that counts and is no strike. */
export const lastCounting = (game) => game.lines.findLast((line) => line.counts && line.kind !== "strike") ?? null;

/** Name a line shortly: "deal 8, 31 to A". */
export function nameOfLine(line, game) {
  const row = rows(game).find((one) => one.line.id === line.id);
  if (row?.kind === "deal") return dealWords(row);
  if (line.kind === "deal_begin") return gettext("the beginning of the deal");
  if (line.kind === "time")
    return line.in_deal ? gettext("time over, in the deal") : gettext("time over, between deals");
  if (line.kind === "seat")
    return say(gettext("%(name)s on %(seat)s"), {
      name: personOf(game, line.player)?.name ?? "–",
      seat: placeName(line.seat),
    });
  const text = el("span", {}, inWords(line, game)).textContent;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function dealWords({ number, deal }) {
  const side = SIDES.find((one) => deal.points[one]);
  if (!side) return say(gettext("deal %(number)s, nobody scored"), { number });
  return side === "A"
    ? say(gettext("deal %(number)s, %(points)s to A"), { number, points: deal.points.A })
    : say(gettext("deal %(number)s, %(points)s to B"), { number, points: deal.points.B });
}

/** The lines that came in one step with a last one: people who changed chairs did so together. */
function withIt(line, game) {
  if (line.kind !== "seat" || !line.at) return [line];
  const counting = game.lines.filter((one) => one.counts && one.kind !== "strike");
  const before = counting.findLastIndex((one) => one.kind !== "seat" || one.at !== line.at);
  return counting.slice(before + 1).reverse();
}

function nameOfStep(lines, game) {
  if (lines.length === 1) return nameOfLine(lines[0], game);
  const words = ngettext("who sits on %(count)s chair", "who sits on %(count)s chairs", lines.length);
  return say(words, { count: new Set(lines.map((one) => one.seat)).size });
}

export function undoButton(desk) {
  const line = lastCounting(desk.game);
  if (!line || !desk.holding.writes) return null;
  return button(
    [icon("undo"), say(gettext("Undo: %(what)s"), { what: nameOfStep(withIt(line, desk.game), desk.game) })],
    () => undo(desk, line),
    { kind: "quiet undo", id: "undo" },
  );
}

/** Take back the end of the time, which the desk has moved: asked once, as Undo is. */
export const takeBackTime = (desk, line) => undo(desk, line, gettext("the clock was given more time"));

/** Take back the last line: the second tap writes a strike of it. */
export function undo(desk, line, reason = gettext("undone at once")) {
  const { game } = desk;
  const lines = withIt(line, game);
  confirm(desk, `undo-${line.id}`, {
    title: say(gettext("Undo: %(what)s"), { what: nameOfStep(lines, game) }),
    body: () => p("soft small", gettext("The line stays readable, struck through, and counts for nothing.")),
    linesOf: () => lines.map((one) => ({ kind: "strike", of: one.id, reason })),
    words: gettext("Undo it"),
    kind: "final",
  });
}

// -- a row that was touched -------------------------------------------------------------------------------------------

const CORRECTED_ON_A_SCREEN = ["deal", "penalty"];
const CORRECTED_HERE = ["time", "start", "seat"];

/** What can be done with a line, beneath it: each a tap. */
export function rowDialog(desk, line) {
  const now = () => desk.game.lines.find((one) => one.id === line.id);
  desk.open(() => [
    el("h2", {}, nameOfLine(now(), desk.game)),
    p("struck-line", inWords(now(), desk.game)),
    closedWords(desk, now()) ?? el("div", { class: "more-acts" }, rowActs(desk, now())),
  ]);
}

/** Why nothing can be done with a line just now; null where it can. */
function closedWords(desk, line) {
  if (!desk.holding.writes) return p("soft", gettext("Nothing can be written here just now."));
  return line.counts ? null : p("soft", gettext("The line this belongs to counts no more. Look at the log."));
}

function rowActs(desk, line) {
  const { game } = desk;
  const acts = [];
  const act = (id, words, onclick, small = null) => acts.push(button(words, onclick, { id, small, kind: "big" }));
  const screen = (id, words, address) => act(id, words, () => desk.toScreen(`${address}-${line.id}`));
  if (CORRECTED_ON_A_SCREEN.includes(line.kind)) screen("row-correct", gettext("Correct"), "correct");
  if (CORRECTED_HERE.includes(line.kind)) act("row-correct", gettext("Correct"), () => correctHere(desk, line));
  act("row-strike", gettext("Strike"), () => desk.incident("strike", line), gettext("with a reason"));
  if (game.fold.state !== "waiting" && !["seat", "start"].includes(line.kind)) {
    screen("row-forgot-deal", gettext("A deal was forgotten before it"), "forgot-deal");
    screen("row-forgot-penalty", gettext("A penalty was forgotten before it"), "forgot-penalty");
    if (!game.fold.time_over)
      act("row-forgot-time", gettext("The time was over before it"), () => forgottenTime(desk, line));
  }
  return acts;
}

/** A list of answers, one of which is chosen. */
const answers = (options, chosen, set) =>
  el(
    "div",
    { class: "stack" },
    options.map(({ value, face }) =>
      choice("radio", "correct", value, chosen === value, set({ chosen: value }), [face].flat()),
    ),
  );

function correctHere(desk, line) {
  const { game } = desk;
  const { title, options, field } = {
    time: () => ({ title: gettext("When was the time over?"), options: TIMES(), field: "in_deal" }),
    start: () => ({ title: gettext("Who led deal 1?"), options: seatOptions(game), field: "leader" }),
    seat: () => ({ title: gettext("Who sat there?"), options: people(game), field: "player" }),
  }[line.kind]();
  const { id, at, number, counts, before, instead_of, ...fields } = line;
  const now = String(line[field]);
  confirm(desk, `correct-here-${line.id}`, {
    title,
    values: { chosen: now },
    body: ({ chosen }, set) => answers(options, chosen, set),
    line: ({ chosen }) => {
      const value = field === "in_deal" ? chosen === "true" : chosen;
      return chosen === now ? null : { ...fields, [field]: value, instead_of: line.id };
    },
    words: gettext("Correct it"),
  });
}

const TIMES = () => [
  { value: "true", face: gettext("In a deal") },
  { value: "false", face: gettext("Between deals") },
];
const seatOptions = (game) => SEATS.map((seat) => ({ value: seat, face: [mark(seat), span("", nameOf(game, seat))] }));
const people = (game) =>
  [...game.seats.map(({ player }) => player), ...(game.substitutes ?? [])].map(({ key, name }) => ({
    value: key,
    face: span("", name),
  }));

function forgottenTime(desk, line) {
  confirm(desk, `forgot-time-${line.id}`, {
    title: say(gettext("The time was over before: %(what)s"), { what: nameOfLine(line, desk.game) }),
    values: { chosen: null },
    body: ({ chosen }, set) => answers(TIMES(), chosen, set),
    line: ({ chosen }) => (chosen === null ? null : { kind: "time", in_deal: chosen === "true", before: line.id }),
    words: gettext("Put it in"),
  });
}
