// A penalty: whose breach, which, and what the opponents choose. What follows is shown before it is written.
import { articleOf } from "./articles.js";
import { allHands, opponentsChoose, ownSanction, tooLateWords, whichDeal } from "./asked.js";
import {
  actOf,
  canDo,
  confirmer,
  countersignPanel,
  missingPin,
  needsPin,
  toCountersign,
  writeConfirmed,
} from "./countersign.js";
import { SEATS, SIDES, button, choice, el, field, icon, mark, p, span } from "./elements.js";
import { costs, nextTime, penaltyFollows, penaltyHeadline } from "./follows.js";
import { counted, emptyHands, leftOf, nextHand } from "./hands.js";
import { SideName, nameOf, namesOf } from "./people.js";
import { burdens } from "./preview.js";
import { dealsToTakeBack } from "./rows.js";
import { say } from "./say.js";
import { inWords as signsInWords } from "./signs.js";
import { breach, sanction, step } from "./words.js";

/** What the address already says: penalty-41-A1 was opened by a touch on A1, penalty-41-A1-late names the breach too. */
function fromAddress() {
  const [, , who = null, code = null] = location.hash.slice(1).split("-");
  return { who: SEATS.includes(who) || SIDES.includes(who) ? who : null, code };
}

export const emptyPenalty = () => ({
  ...fromAddress(),
  opponents: null,
  late: null,
  sanction: "warning",
  points: "25",
  card: "",
  note: "",
  ...emptyHands(),
});

/** The values of a penalty that was written, to correct it in the same form. */
export function penaltyAsWritten({ code, seat, side, opponents = null, sanction: given = null, left = {}, text = "" }) {
  const points = typeof given === "number" ? given : given?.points;
  return {
    ...emptyPenalty(),
    code,
    who: seat ?? side,
    opponents,
    late: false,
    sanction: points === undefined ? (given ?? "warning") : "points",
    points: String(points ?? 25),
    card: given?.card ?? "",
    note: text,
    left: { ...left },
  };
}

/** A false pass may have happened in the deal on the table or in one that is written (S45, A21). */
const severalDeals = (game) => dealsToTakeBack(game).length > 0;

const needsHands = (values, game) => values.code === "false_pass" && game.rules.false_pass_scores === "all_left";

function sanctionOf(values) {
  if (values.sanction !== "points") return values.sanction;
  return values.card ? { points: Number(values.points), card: values.card } : Number(values.points);
}

function lineOf(values, game, corrected) {
  const line = {
    kind: "penalty",
    code: values.code,
    ...(values.who.length === 1 ? { side: values.who } : { seat: values.who }),
  };
  if (values.code === "out_of_turn") line.opponents = values.opponents;
  if (values.code === "other") line.sanction = sanctionOf(values);
  if (corrected) line.instead_of = corrected.line.id;
  else if (values.code === "false_pass" && values.late) line.instead_of = values.late;
  if (needsHands(values, game)) line.left = leftOf(values, SEATS);
  if (values.note.trim()) line.text = values.note.trim();
  return line;
}

function missing(values, game, placed) {
  if (!values.code) return gettext("Choose the breach first.");
  if (!values.who) return gettext("Say first who it was.");
  if (values.code === "out_of_turn" && !values.opponents) return gettext("Ask the opponents first: go on or restart?");
  if (values.code === "false_pass" && !placed && severalDeals(game) && values.late === null)
    return gettext("Say first in which deal it was.");
  if (values.code === "other" && values.sanction === "points" && !/^\d{1,4}$/.test(values.points))
    return gettext("Type the points first.");
  if (showsCard(values, game) && values.who.length === 1)
    return gettext("A card is shown to a person: choose one player.");
  if (needsHands(values, game) && !SEATS.every((seat) => counted(values, seat)))
    return gettext("Count all four hands first.");
  return null;
}

const showsCard = (values, game) =>
  values.code === "other" ? Boolean(values.card) : game.rules.tariff[values.code].some((one) => one.card);

/** `corrected` is the row of a penalty that was written: the form then writes the line that stands in its place. */
export function penaltyScreen(desk, intention, corrected = null) {
  const { game } = desk;
  const { values } = intention;
  if (values.code !== "other" && !Object.hasOwn(game.rules.tariff, values.code ?? "")) values.code = null; // from an address
  const change = () => {
    intention.trouble = null;
    intention.keep();
    desk.redraw();
  };
  const set = (changes) => () => {
    Object.assign(values, changes);
    change();
  };
  if (needsHands(values, game) && !values.hand) nextHand(values, SEATS);
  const inItsOwnPlace = !corrected && !intention.before;
  return el(
    "form",
    { class: "work penalty-entry", "data-kept": intention.key, submit: (event) => event.preventDefault() },
    el(
      "div",
      { class: "stack loose" },
      corrected ? asItWas(game, corrected) : null,
      kinds(desk, values, set),
      whoFieldset(game, values, set),
      values.code === "out_of_turn" && values.who ? opponentsChoose(game, values, set) : null,
      values.code === "false_pass" && inItsOwnPlace ? inWhichDeal(game, values, set) : null,
      needsHands(values, game) ? allHands(game, values, change) : null,
      values.code === "other" ? ownSanction(values, set, change) : null,
      noteField(intention),
    ),
    consequence(desk, intention, corrected),
  );
}

const inWhichDeal = (game, values, set) =>
  severalDeals(game) ? whichDeal(game, values, set) : tooLateWords(game);

const asItWas = (game, { line, penalty }) =>
  p(
    "struck-line",
    span("soft small", gettext("As it was written:")),
    " ",
    mark(penalty.seat ?? penalty.side),
    " ",
    breach(line.code),
    ", ",
    sanction(penalty),
  );

function kinds(desk, values, set) {
  const { game } = desk;
  const kind = (code, words) =>
    choice("radio", "code", code, values.code === code, set({ code, opponents: null, late: null }), [
      span("", breach(code), el("small", {}, words)),
    ]);
  const ladder = (steps) => steps.map(step).join(" → ");
  const words = (code, steps) => (code === "out_of_turn" ? gettext("the opponents choose") : ladder(steps));
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("Breach"), values.who ? [" · ", whoseBreach(game, values.who)] : null),
    el(
      "div",
      { class: "kinds" },
      Object.entries(game.rules.tariff).map(([code, steps]) => kind(code, words(code, steps))),
      canDo(desk, "rule") ? kind("other", gettext("as the chief referee decides")) : null,
    ),
  );
}

/** Who was touched already stands above the breaches: on a phone the choice of players lies further down. */
const whoseBreach = (game, who) => [mark(who), " ", who.length === 2 ? nameOf(game, who) : namesOf(game, who)];

function whoFieldset(game, values, set) {
  const seat = (one) =>
    choice("radio", "who", one, values.who === one, set({ who: one, opponents: null }), [
      mark(one),
      span("", nameOf(game, one), el("small", {}, signsInWords(burdens(game)[one]) || gettext("nothing yet"))),
    ]);
  const side = (one) =>
    choice("radio", "who", one, values.who === one, set({ who: one, opponents: null }), [
      mark(one),
      span("", interpolate(gettext("%(side)s as a pair"), { side: SideName(one) }, true)),
    ]);
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("Who")),
    el("div", { class: "who-four" }, SEATS.map(seat), SIDES.map(side)),
  );
}

/** The note changes nothing else on the screen, so it is kept without drawing anew. */
function noteField(intention) {
  const type = (event) => {
    intention.values.note = event.target.value;
    intention.keep();
  };
  return field(
    [gettext("Note"), " ", span("soft small", gettext("(if you like)"))],
    el("input", {
      class: "input",
      id: "penalty-note",
      maxlength: "300",
      value: intention.values.note,
      input: type,
      autocomplete: "off",
    }),
  );
}

/** Where a line was forgotten it is folded before another. */
const forgotten = (intention) => (intention.before ? { before: intention.before } : {});

// -- what follows ----------------------------------------------------------------------------------------------------

function consequence(desk, intention, corrected) {
  const { game } = desk;
  const { values } = intention;
  const wanting = missing(values, game, corrected ?? intention.before);
  const line = wanting ? null : { ...lineOf(values, game, corrected), ...forgotten(intention) };
  const seen = line ? penaltyFollows(game, line) : null;
  const act = line ? actOf(line, game.lines) : values.code === "other" ? "rule" : "penalise";
  const stops = wanting ?? (seen.refusal ? seen.words[0] : null);
  say("consequence", seen?.penalty ? spoken(game, line, seen) : null);
  const write = () => {
    intention.trouble = missingPin(desk, intention, act);
    if (!intention.trouble)
      return writeConfirmed(desk, intention, act, [intention.line(lineOf(values, game, corrected))]);
    desk.redraw();
    return toCountersign();
  };
  return el(
    "section",
    { class: "card stack result", id: "consequence" },
    el("h2", {}, values.code ? breach(values.code) : gettext("What it costs")),
    values.code ? article(values) : null,
    values.who ? p("", whoseBreach(game, values.who)) : null,
    seen?.penalty ? p("strong", penaltyHeadline(game, line, seen)) : null,
    values.code && values.code !== "other" ? ladder(game.rules.tariff[values.code], seen?.step ?? null) : null,
    seen ? follows(game, seen) : null,
    countersignPanel(desk, intention, act, () => {
      intention.trouble = null;
      desk.redraw();
    }),
    el(
      "div",
      { class: "send-row" },
      desk.trouble(intention),
      desk.sendButton(
        intention,
        writeWords(values, corrected),
        stops ?? writeSmall(desk, intention, seen, act),
        write,
        {
          disabled: Boolean(stops),
        },
      ),
    ),
    button(corrected ? gettext("Leave it as it was") : gettext("It was no breach"), () => desk.leave(intention), {
      id: "no-breach",
    }),
  );
}

function writeWords(values, corrected) {
  if (!values.code) return gettext("Write the penalty");
  const parts = { breach: breach(values.code) };
  if (corrected) return interpolate(gettext("Correct to: %(breach)s"), parts, true);
  return interpolate(gettext("Write: %(breach)s"), parts, true);
}

/** What is read out when the choice is made. */
const spoken = (game, { seat, side, code }, { penalty }) =>
  `${seat ? nameOf(game, seat) : namesOf(game, side)}. ${breach(code)}: ${costs(game, penalty)}`;

/** Under the button: who pays what, and who confirms it. */
function writeSmall(desk, intention, seen, act) {
  const { game } = desk;
  const { who } = intention.values;
  const parts = {
    name: who.length === 2 ? nameOf(game, who) : namesOf(game, who),
    what: costs(game, seen.penalty),
    referee: confirmer(desk, intention),
  };
  if (needsPin(desk, act) && !parts.referee)
    return interpolate(gettext("%(name)s: %(what)s; a referee confirms"), parts, true);
  if (needsPin(desk, act)) return interpolate(gettext("%(name)s: %(what)s; confirmed by %(referee)s"), parts, true);
  return interpolate(gettext("%(name)s: %(what)s"), parts, true);
}

let unfolded = false; // who reads one rule in full reads the next one too

/** The article: its short text, and the full rule to unfold. */
function article({ code }) {
  const { rule, short, full } = articleOf(code);
  const details = el(
    "details",
    { class: "article", id: "article", open: unfolded, toggle: ({ target }) => (unfolded = target.open) },
    el(
      "summary",
      {},
      rule ? interpolate(gettext("The rule in full (%(rule)s)"), { rule }, true) : gettext("The rule in full"),
    ),
    p("", full()),
  );
  return el("div", { class: "stack tight" }, p("", short()), details);
}

/** The ladder of the tariff with the step that applies now. */
const ladder = (steps, now) =>
  el(
    "ol",
    { class: "ladder", "aria-label": gettext("What it costs, from time to time") },
    steps.map((one, place) =>
      el(
        "li",
        { class: place === now ? "now" : null, "aria-current": place === now ? "step" : null },
        span(place === now ? "chip now" : "chip", step(one)),
      ),
    ),
  );

function follows(game, { words, refusal, next, step: now, penalty }) {
  const more = !refusal && next !== null && penalty.sanction !== "none" && now !== null ? [nextTime(next)] : [];
  return el(
    "ul",
    { class: `follows${refusal ? " stop" : ""}`, id: "follows" },
    [...words, ...more].map((one) => el("li", {}, refusal ? [icon("warn"), " "] : null, one)),
  );
}
