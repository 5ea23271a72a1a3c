// What happens seldom: each a small dialog with what it means, a reason where the log wants one, and one button.
import { SEATS, SIDES, choice, el, field, mark, p, seatsOf, span } from "./elements.js";
import { inWords } from "./log.js";
import { SideName, nameOf, namesOf } from "./people.js";
import { dealNumber, dealsPlayed } from "./rows.js";

const SHORT = 300; // characters of a reason
const LONG = 2_000; // of a note or protest

const text = (values, name, label, { long = false, help = null } = {}) =>
  field(
    label,
    el(
      long ? "textarea" : "input",
      {
        class: "input",
        id: `incident-${name}`,
        maxlength: String(long ? LONG : SHORT),
        value: values[name],
        autocomplete: "off",
        input: (event) => {
          values[name] = event.target.value;
        },
      },
      long ? (values[name] ?? "") : null,
    ),
    help,
  );

const one = (values, name, value, draw, ...face) =>
  choice(
    "radio",
    name,
    value,
    values[name] === value,
    () => {
      values[name] = value;
      draw();
    },
    face,
  );

const wanted = (value, words) => (value?.trim() ? null : words);
const needsReason = (values) => wanted(values.reason, gettext("Write the reason first; it stands in the protocol."));

function sideChoices(game, values, draw, { both = true } = {}) {
  return el(
    "div",
    { class: "stack" },
    SIDES.map((side) =>
      one(values, "side", side, draw, mark(side), span("", SideName(side), el("small", {}, namesOf(game, side)))),
    ),
    both ? one(values, "side", "both", draw, gettext("Both sides")) : null,
  );
}

/** Which partners: nobody marked means the whole pair. */
function seatChoices(game, values, draw, legend) {
  if (!values.side || values.side === "both") return null;
  const toggle = (seat) => () => {
    values.seats = values.seats.includes(seat) ? values.seats.filter((s) => s !== seat) : [...values.seats, seat];
    draw();
  };
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, legend),
    el(
      "div",
      { class: "segments" },
      seatsOf(values.side).map((seat) =>
        choice("checkbox", "seats", seat, values.seats.includes(seat), toggle(seat), [
          mark(seat),
          span("", nameOf(game, seat)),
        ]),
      ),
    ),
  );
}

const seatsIn = (values) => {
  const seats = values.seats.filter((seat) => values.side === seat[0]);
  return seats.length ? { seats } : {};
};

const wins = (game, values) =>
  values.side === "both"
    ? gettext("0:0, nobody wins")
    : interpolate(
        gettext("the game goes to %(names)s"),
        { names: namesOf(game, values.side === "A" ? "B" : "A") },
        true,
      );

/** kind: title, may, when it is offered, first values, body(game, values, draw), missing, line, button words. */
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
  no_show: {
    title: () => gettext("No-show"),
    may: "penalise",
    when: (game) => game.fold.state !== "finished" && !dealsPlayed(game),
    small: () => gettext("a side is not at the table"),
    values: () => ({ side: null, seats: [] }),
    body: (game, values, draw) => [
      sideChoices(game, values, draw),
      seatChoices(game, values, draw, gettext("Only one partner is missing? Mark who.")),
    ],
    missing: (values) => wanted(values.side, gettext("Say first who has not come.")),
    line: (values) => ({ kind: "no_show", side: values.side, ...seatsIn(values) }),
    button: (game, values) =>
      values.side === "both"
        ? gettext("Both sides have not come")
        : values.side
          ? interpolate(gettext("%(side)s has not come"), { side: SideName(values.side) }, true)
          : gettext("No-show"),
    beneath: wins,
    final: true,
  },
  forfeit: {
    title: () => gettext("Forfeit"),
    may: "penalise",
    when: (game) => game.fold.state !== "finished",
    small: () => gettext("a side gives up or walks off"),
    values: () => ({ side: null, seats: [], reason: "" }),
    body: (game, values, draw) => [
      sideChoices(game, values, draw),
      seatChoices(game, values, draw, gettext("Only one partner left? Mark who.")),
      text(values, "reason", gettext("Reason")),
    ],
    missing: (values) => wanted(values.side, gettext("Say first who gives up.")) ?? needsReason(values),
    line: (values) => ({ kind: "forfeit", side: values.side, reason: values.reason.trim(), ...seatsIn(values) }),
    button: (game, values) =>
      values.side && values.side !== "both"
        ? interpolate(gettext("%(side)s loses by forfeit"), { side: SideName(values.side) }, true)
        : gettext("Write the forfeit"),
    beneath: wins,
    final: true,
  },
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
    body: (game, values, draw) => [
      el("div", { class: "form-row" }, figure(values, "a", "A"), figure(values, "b", "B")),
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
    missing: (values) =>
      ([values.a, values.b].every((number) => /^\d{1,5}$/.test(number))
        ? null
        : gettext("Type both scores in figures.")) ??
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
      p("soft", gettext("It stays readable and counts for nothing.")),
      text(values, "reason", gettext("Reason")),
    ],
    missing: needsReason,
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

const figure = (values, name, side) =>
  field(
    [mark(side), " ", SideName(side)],
    el("input", {
      class: "input figures",
      id: `incident-${name}`,
      inputmode: "numeric",
      maxlength: "5",
      value: values[name],
      input: (event) => {
        values[name] = event.target.value.trim();
      },
      autocomplete: "off",
    }),
  );

/** The question of one incident, in the dialog of the page. */
export function incidentDialog(desk, kind, intention, line) {
  const { game } = desk;
  const incident = INCIDENTS[kind];
  const { values } = intention;
  const draw = () => {
    intention.trouble = null;
    intention.keep();
    desk.drawDialog();
  };
  const send = () => {
    intention.keep();
    const wanting = incident.missing(values);
    if (wanting) {
      intention.trouble = wanting;
      desk.drawDialog();
      return;
    }
    desk.write(intention, [intention.line(incident.line(values, line))]);
  };
  const small = incident.beneath && values.side ? incident.beneath(game, values) : null;
  return [
    el("h2", {}, incident.title(game)),
    el("div", { class: "stack loose" }, incident.body(game, values, draw, line)),
    desk.trouble(intention),
    el(
      "div",
      { class: "actions" },
      desk.sendButton(intention, incident.button(game, values, line), small, send, {
        kind: incident.final ? "final" : "main",
        id: "incident-write",
      }),
      el(
        "button",
        { type: "button", class: "button big", id: "incident-back", click: () => desk.leave(intention) },
        gettext("Back"),
      ),
    ),
  ];
}
