// What happens seldom: each a small dialog with what it means, what follows, a reason where the log wants one, one button.
import { FORFEIT, NO_SHOW } from "./absence.js";
import { figure, needsReason, one, sideChoices, text, wanted } from "./asking.js";
import { actOf, confirmer, confirmsWords, countersignPanel, missingPin, needsPin, writeConfirmed } from "./countersign.js";
import { SEATS, SIDES, el, mark, p, span } from "./elements.js";
import { followsCard } from "./follows.js";
import { inWords } from "./log.js";
import { SideName, nameOf } from "./people.js";
import { preview } from "./preview.js";
import { dealNumber } from "./rows.js";
import { SITTING } from "./seats.js";

/** kind: title, may, when it is offered, first values, body(game, values, draw, line, desk), missing, line or lines, button
 * words; `early(desk)` says why it cannot be written yet; `tried(values)`, whether what follows can be shown already;
 * `more(game, values, seen)` adds to it. */
export const INCIDENTS = {
  time: {
    title: () => gettext("Time is over"),
    may: "record_deals",
    when: (game) => game.fold.state === "running" && !game.fold.time_over,
    small: () => gettext("of the round: the deal is finished, or one more is played"),
    values: (game) => ({ in_deal: game.fold.deal_open ? "yes" : null }),
    body: (game, values, draw) => [
      p("", gettext("It counts as in the deal when the lead tile lay when the time ended.")),
      one(
        values,
        "in_deal",
        "yes",
        draw,
        span("", gettext("In a deal"), el("small", {}, TIME_IN_DEAL[game.rules.time_rule]())),
      ),
      game.fold.deal_open
        ? null
        : one(
            values,
            "in_deal",
            "no",
            draw,
            span(
              "",
              gettext("Between deals"),
              el("small", {}, gettext("points were counted or tiles shuffled: one more deal is played")),
            ),
          ),
    ],
    missing: (values) => wanted(values.in_deal, gettext("Say first whether a deal was on the table.")),
    line: (values) => ({ kind: "time", in_deal: values.in_deal === "yes" }),
    button: () => gettext("Time is over"),
  },
  over_without_begin: {
    title: (game) => interpolate(gettext("Deal %(number)s is over"), { number: dealNumber(game) }, true),
    may: "record_deals",
    when: (game) => game.fold.state === "running" && !game.fold.deal_open,
    small: () => gettext("its beginning was not marked"),
    screen: (game) => `deal-${dealNumber(game)}`,
  },
  other_leader: {
    title: () => gettext("Another player leads"),
    may: "record_deals",
    when: (game) => game.fold.state === "running" && !game.fold.deal_open,
    small: () => gettext("a wrong leader that nobody noticed; the turn order stays"),
    values: () => ({ leader: null }),
    body: (game, values, draw) =>
      el(
        "div",
        { class: "stack" },
        SEATS.filter((seat) => seat !== game.fold.next_leader).map((seat) =>
          one(values, "leader", seat, draw, mark(seat), span("", nameOf(game, seat))),
        ),
      ),
    missing: (values) => wanted(values.leader, gettext("Say first who led.")),
    line: (values) => ({ kind: "deal_begin", leader: values.leader }),
    button: () => gettext("Begin the deal with this leader"),
  },
  void: {
    title: () => gettext("Annul the deal or the game"),
    may: "penalise",
    when: (game) => game.fold.state === "running",
    small: () => gettext("the same leader again, or the next"),
    values: () => ({ scope: "deal", replay: "yes", reason: "" }),
    body: (game, values, draw) => [
      el(
        "div",
        { class: "segments" },
        one(values, "scope", "deal", draw, gettext("This deal")),
        one(values, "scope", "game", draw, gettext("The whole game")),
      ),
      values.scope === "game" ? p("soft", gettext("All deals are taken back; fines stay.")) : null,
      el(
        "div",
        { class: "segments" },
        one(values, "replay", "yes", draw, gettext("The same leader again")),
        one(values, "replay", "no", draw, gettext("The lead passes on")),
      ),
      text(values, "reason", gettext("Reason")),
    ],
    missing: needsReason,
    tried: () => true,
    line: (values) => ({
      kind: "void",
      scope: values.scope,
      reason: values.reason.trim(),
      replay: values.replay === "yes",
    }),
    button: (game, values) =>
      values.scope === "game"
        ? gettext("Annul the game")
        : interpolate(gettext("Annul deal %(number)s"), { number: dealNumber(game) }, true),
    final: true,
  },
  seats: SITTING,
  no_show: NO_SHOW,
  forfeit: FORFEIT,
  note: {
    title: () => gettext("Note"),
    may: "record_deals",
    when: () => true,
    small: () => gettext("for the protocol; it changes nothing"),
    values: () => ({ text: "" }),
    body: (game, values) => text(values, "text", gettext("What is to be remembered"), { long: true }),
    missing: (values) => wanted(values.text, gettext("Write the note first.")),
    line: (values) => ({ kind: "note", text: values.text.trim() }),
    button: () => gettext("Write the note"),
  },
  protest: {
    title: () => gettext("Protest"),
    may: "record_deals",
    when: () => true,
    small: () => gettext("in the players' own words"),
    values: () => ({ text: "", side: null }),
    body: (game, values, draw) => [
      el(
        "fieldset",
        {},
        el("legend", { class: "legend" }, gettext("Whose protest")),
        sideChoices(game, values, draw, { both: false }),
      ),
      text(values, "text", gettext("What they protest against"), { long: true }),
    ],
    missing: (values) =>
      wanted(values.side, gettext("Say first whose protest it is.")) ??
      wanted(values.text, gettext("Write down the protest first.")),
    line: (values) => ({ kind: "protest", side: values.side, text: values.text.trim() }),
    button: (game, values) =>
      ({ A: gettext("Write the protest of side A"), B: gettext("Write the protest of side B") })[values.side] ??
      gettext("Write the protest"),
  },
  ruling: {
    title: () => gettext("Ruling"),
    may: "rule",
    when: () => true,
    small: () => gettext("the chief referee sets the outcome"),
    values: (game) => ({
      a: String(game.fold.score.A),
      b: String(game.fold.score.B),
      side: game.fold.winner,
      reason: "",
    }),
    body: (game, values, draw, line, desk) => [
      el(
        "div",
        { class: "form-row" },
        figure(values, "a", "A", () => showFollows(desk)),
        figure(values, "b", "B", () => showFollows(desk)),
      ),
      el(
        "fieldset",
        {},
        el("legend", { class: "legend" }, gettext("Winner")),
        el(
          "div",
          { class: "segments" },
          SIDES.map((side) => one(values, "side", side, draw, mark(side), SideName(side))),
          one(values, "side", "none", draw, gettext("Nobody")),
        ),
      ),
      text(values, "reason", gettext("Reason")),
    ],
    tried: (values) => inFigures(values) && values.side !== null,
    missing: (values) =>
      (inFigures(values) ? null : gettext("Type both scores in figures.")) ??
      wanted(values.side, gettext("Say first who wins.")) ??
      needsReason(values),
    line: (values) => ({
      kind: "ruling",
      score: { A: Number(values.a), B: Number(values.b) },
      winner: values.side === "none" ? null : values.side,
      reason: values.reason.trim(),
    }),
    button: (game, values) => interpolate(gettext("Rule %(a)s:%(b)s"), values, true),
    final: true,
  },
  strike: {
    title: () => gettext("Strike a line"),
    may: "record_deals",
    when: () => true,
    small: () => gettext("one line of the log, with a reason"),
    screen: () => "log",
    values: () => ({ reason: "" }),
    body: (game, values, draw, line) => [
      p("struck-line", inWords(line, game)),
      p(
        "soft",
        line.kind === "strike"
          ? gettext("The line that was struck counts again. Both stay readable.")
          : gettext("It stays readable and counts for nothing."),
      ),
      text(values, "reason", gettext("Reason")),
    ],
    missing: needsReason,
    tried: () => true,
    line: (values, line) => ({ kind: "strike", of: line.id, reason: values.reason.trim() }),
    button: (game, values, line) => interpolate(gettext("Strike line %(number)s"), { number: line.number }, true),
    final: true,
  },
};

const TIME_IN_DEAL = {
  finish_deal: () => gettext("this deal is finished, then the side with more points has won"),
  finish_plus_one: () => gettext("this deal is finished and one more is played"),
  stop: () => gettext("this deal is void; the side that is ahead has won"),
};

const inFigures = ({ a, b }) => [a, b].every((number) => /^\d{1,5}$/.test(number));

const CHANGES_NOTHING = ["note", "protest"];

/** The lines an incident would write: fields only, their ids are made when they are sent. */
const fieldsOf = (incident, values, game, line) =>
  incident.lines ? incident.lines(values, game) : [incident.line(values, line)];

/** The lines that can be tried on the log, as far as the dialog is filled in; null while nothing can be said. */
function triedOf({ game }, kind, { values }, line) {
  const incident = INCIDENTS[kind];
  const ready = incident.tried ? incident.tried(values, game) : incident.missing(values, game) === null;
  return ready && !CHANGES_NOTHING.includes(kind) ? fieldsOf(incident, values, game, line) : null;
}

/** What follows; null while nothing can be said. */
const followsOf = (desk, kind, intention, line) =>
  followsCard(
    desk.game,
    triedOf(desk, kind, intention, line),
    (seen) => INCIDENTS[kind].more?.(desk.game, intention.values, seen) ?? [],
  );

/** Whether the rules refuse it as the log is now: then it says so under "What follows". */
function isRefused(desk, kind, intention, line) {
  const lines = triedOf(desk, kind, intention, line);
  return lines !== null && preview(desk.game, lines).refusal !== null;
}

/** Draw only what follows anew: a field is being typed in. */
function showFollows(desk) {
  const { kind, intention, line } = desk.asking;
  const place = document.getElementById("follows-place");
  if (place) place.replaceChildren(...[followsOf(desk, kind, intention, line)].filter(Boolean));
}

/** The question of one incident, in the dialog of the page; the desk keeps {kind, intention, line} as `asking`. */
export function incidentDialog(desk, kind, intention, line) {
  const { game } = desk;
  const incident = INCIDENTS[kind];
  const { values } = intention;
  const draw = () => {
    intention.trouble = null;
    intention.keep();
    desk.drawDialog();
  };
  const act = actOf(kind === "seats" ? { kind: "seat" } : { ...incident.line(values, line) }, game.lines);
  const send = () => {
    intention.keep();
    const wanting = incident.missing(values, game) ?? missingPin(desk, intention, act);
    if (wanting) {
      intention.trouble = wanting;
      desk.drawDialog();
      return;
    }
    const lines = fieldsOf(incident, values, game, line);
    const made = lines.map((fields, place) => intention.line(fields, lines.length > 1 ? `-${place + 1}` : ""));
    // The answer to a write leaves out the names of new players: they come with the next look.
    writeConfirmed(desk, intention, act, made).then(() => kind === "seats" && desk.door.look?.());
  };
  return [
    el("h2", {}, incident.title(game)),
    el("div", { class: "stack loose" }, incident.body(game, values, draw, line, desk)),
    el("div", { id: "follows-place" }, followsOf(desk, kind, intention, line)),
    countersignPanel(desk, intention, act, draw),
    desk.trouble(intention),
    el(
      "div",
      { class: "actions" },
      desk.sendButton(intention, incident.button(game, values, line), confirmedBy(desk, intention, act), send, {
        kind: incident.final ? "final" : "main",
        id: "incident-write",
        disabled: isRefused(desk, kind, intention, line),
      }),
      el(
        "button",
        { type: "button", class: "button big", id: "incident-back", click: () => desk.leave(intention) },
        gettext("Back"),
      ),
    ),
  ];
}

function confirmedBy(desk, intention, act) {
  if (!needsPin(desk, act)) return null;
  const name = confirmer(desk, intention);
  return name
    ? interpolate(gettext("confirmed by %(name)s"), { name }, true)
    : confirmsWords(act);
}
