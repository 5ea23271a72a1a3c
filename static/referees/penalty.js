// A penalty: which breach, whose, and what the opponents choose. What follows from it the server says.
import { SEATS, SIDES, button, cardSign, choice, el, field, mark, notice, other, p, phrase, span } from "./elements.js";
import { counted, counter, emptyHands, handChoice, leftOf, nextHand } from "./hands.js";
import { SideName, marked, nameOf, namesOf, sideName } from "./people.js";
import { dealNumber, lastDealLine, leaderNow, rows } from "./rows.js";
import { breach, cardName, sanction, step } from "./words.js";

const CARDS = ["yellow", "red", "black"];

export const emptyPenalty = () => ({
  code: null,
  who: null,
  opponents: null,
  late: null,
  sanction: "warning",
  points: "25",
  card: "",
  note: "",
  ...emptyHands(),
});

/** A false pass may have happened in the deal on the table or in the last one written (S45, A21). */
const twoDeals = (game) => !game.fold.deal_open && game.fold.state === "running" && lastDealLine(game) !== null;

const needsHands = (values, game) => values.code === "false_pass" && game.rules.false_pass_scores === "all_left";

function sanctionOf(values) {
  if (values.sanction !== "points") return values.sanction;
  return values.card ? { points: Number(values.points), card: values.card } : Number(values.points);
}

function lineOf(values, game) {
  const line = {
    kind: "penalty",
    code: values.code,
    ...(values.who.length === 1 ? { side: values.who } : { seat: values.who }),
  };
  if (values.code === "out_of_turn") line.opponents = values.opponents;
  if (values.code === "other") line.sanction = sanctionOf(values);
  if (values.code === "false_pass" && values.late && twoDeals(game)) line.instead_of = lastDealLine(game).id;
  if (needsHands(values, game)) line.left = leftOf(values, SEATS);
  if (values.note.trim()) line.text = values.note.trim();
  return line;
}

function missing(values, game) {
  if (!values.code) return gettext("Choose the breach first.");
  if (!values.who) return gettext("Say first who it was.");
  if (values.code === "out_of_turn" && !values.opponents) return gettext("Ask the opponents first: go on or restart?");
  if (values.code === "false_pass" && twoDeals(game) && values.late === null)
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

export function penaltyScreen(desk, intention) {
  const { game } = desk;
  const { values } = intention;
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
  return el(
    "form",
    { class: "work penalty-entry", submit: (event) => event.preventDefault() },
    el(
      "div",
      { class: "stack loose" },
      kinds(game, values, set),
      whoFieldset(game, values, set),
      values.code === "out_of_turn" && values.who ? opponentsChoose(game, values, set) : null,
      values.code === "false_pass" && twoDeals(game) ? whichDeal(game, values, set) : null,
      needsHands(values, game)
        ? [
            counter(game, values, SEATS, change),
            el(
              "div",
              { class: "stack hands" },
              SEATS.map((seat) => handChoice(game, values, seat, change)),
            ),
          ]
        : null,
      values.code === "other" ? ownSanction(values, set, change) : null,
      noteField(intention),
    ),
    consequence(desk, intention),
  );
}

function kinds(game, values, set) {
  const kind = (code, words) =>
    choice("radio", "code", code, values.code === code, set({ code, opponents: null, late: null }), [
      span("", breach(code), el("small", {}, words)),
    ]);
  const ladder = (steps) => steps.map(step).join(" → ");
  const words = (code, steps) => (code === "out_of_turn" ? gettext("the opponents choose") : ladder(steps));
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("Breach")),
    el(
      "div",
      { class: "kinds" },
      Object.entries(game.rules.tariff).map(([code, steps]) => kind(code, words(code, steps))),
      kind("other", gettext("as the referee decides")),
    ),
  );
}

function whoFieldset(game, values, set) {
  const seat = (one) =>
    choice("radio", "who", one, values.who === one, set({ who: one, opponents: null }), [
      mark(one),
      span("", nameOf(game, one), el("small", {}, record(game, one))),
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

/** What a player has been punished for in this game, and the cards he brought along. */
function record(game, seat) {
  const here = rows(game)
    .filter((row) => row.kind === "penalty" && row.penalty.seat === seat)
    .map((row) => `${breach(row.penalty.code)}: ${sanction(row.penalty)}`);
  const brought = (game.carried[seat]?.cards ?? []).map((card) => [cardSign(card), cardName(card)]);
  return [...here, ...brought].flatMap((words, at) => (at ? [" · ", words] : [words]));
}

function opponentsChoose(game, values, set) {
  const side = other(values.who[0]);
  const way = (name, title, list) =>
    choice(
      "radio",
      "opponents",
      name,
      values.opponents === name,
      set({ opponents: name }),
      [
        span("name", title),
        span(
          "list",
          list.map((words) => el("span", {}, words)),
        ),
      ],
      { className: "way" },
    );
  const leader = leaderNow(game);
  return el(
    "fieldset",
    { class: "stack" },
    el(
      "div",
      { class: "asked" },
      el(
        "div",
        { class: "stack tight" },
        p(
          "",
          phrase(gettext("%(who)s played out of turn and takes the tile back."), {
            who: values.who.length === 2 ? marked(game, values.who) : [mark(values.who), " ", sideName(values.who)],
          }),
        ),
        el("h2", {}, phrase(gettext("The opponents choose: ask %(mark)s"), { mark: mark(side) })),
      ),
      p("", namesOf(game, side)),
    ),
    el(
      "div",
      { class: "ways" },
      way("continue", gettext("Go on"), [
        gettext("The tile lies open to the right of the player and must be played as soon as it fits."),
        gettext("What the deal brings, counts."),
        game.rules.continue_fine ? fineWords(game) : gettext("Nobody is fined."),
      ]),
      way("restart", gettext("Restart"), [
        gettext("The deal counts for nothing; all tiles are shuffled again."),
        leader
          ? phrase(gettext("%(who)s leads once more."), { who: marked(game, leader) })
          : gettext("The same player leads once more."),
        fineWords(game),
      ]),
    ),
  );
}

const fineWords = (game) =>
  interpolate(
    gettext("The pair of the player is fined: %(steps)s."),
    { steps: game.rules.tariff.out_of_turn.map(step).join(" → ") },
    true,
  );

function whichDeal(game, values, set) {
  const now = dealNumber(game);
  const deal = (late, number, words) =>
    choice("radio", "late", String(late), values.late === late, set({ late }), [
      span("", interpolate(gettext("Deal %(number)s"), { number }, true), el("small", {}, words)),
    ]);
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("In which deal")),
    el(
      "div",
      { class: "who-four" },
      deal(false, now, gettext("it is on the table and ends now")),
      deal(true, now - 1, gettext("it is written already: its points are taken back")),
    ),
  );
}

function ownSanction(values, set, change) {
  const one = (name, words) =>
    choice("radio", "sanction", name, values.sanction === name, set({ sanction: name, card: "" }), [words]);
  const card = (name, words) =>
    choice("radio", "card", name || "none", values.card === name, set({ card: name }), [
      name ? cardSign(name) : null,
      words,
    ]);
  const type = (event) => {
    values.points = event.target.value.trim();
    change();
  };
  return el(
    "fieldset",
    { class: "stack" },
    el("legend", { class: "legend" }, gettext("What it costs")),
    el(
      "div",
      { class: "segments four" },
      one("warning", gettext("Warning")),
      one("points", gettext("Points")),
      one("game_loss", gettext("The game")),
      one("disqualification", gettext("Disqualified")),
    ),
    values.sanction === "points"
      ? [
          field(
            gettext("Points"),
            el("input", {
              class: "input figures narrow",
              id: "fine-points",
              inputmode: "numeric",
              maxlength: "4",
              value: values.points,
              input: type,
              autocomplete: "off",
            }),
          ),
          el(
            "div",
            { class: "segments four" },
            card("", gettext("No card")),
            CARDS.map((name) => card(name, cardName(name))),
          ),
        ]
      : null,
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

function consequence(desk, intention) {
  const { game } = desk;
  const { values } = intention;
  const wanting = missing(values, game);
  const write = () => desk.write(intention, [intention.line(lineOf(values, game))]);
  const steps = values.code && values.code !== "other" ? game.rules.tariff[values.code] : null;
  return el(
    "section",
    { class: "card stack result", "aria-live": "polite" },
    el("h2", {}, values.code ? breach(values.code) : gettext("What it costs")),
    steps
      ? el(
          "ol",
          { class: "ladder", "aria-label": gettext("What it costs, from time to time") },
          steps.map((one) => el("li", {}, span("chip", step(one)))),
        )
      : null,
    values.who
      ? p("", values.who.length === 2 ? marked(game, values.who) : [mark(values.who), " ", namesOf(game, values.who)])
      : null,
    values.code
      ? el(
          "ul",
          { class: "follows" },
          follows(values, game).map((words) => el("li", {}, words)),
        )
      : null,
    wanting && !values.code
      ? null
      : notice(
          "",
          "wait",
          gettext("Which step it is, and what it brings, stands in the log as soon as it is written."),
        ),
    desk.sendButton(
      intention,
      values.code
        ? interpolate(gettext("Write: %(breach)s"), { breach: breach(values.code) }, true)
        : gettext("Write the penalty"),
      wanting ?? (values.who.length === 2 ? nameOf(game, values.who) : namesOf(game, values.who)),
      write,
      { disabled: Boolean(wanting) },
    ),
    desk.trouble(intention),
    button(gettext("It was no breach"), () => desk.leave(intention), { id: "no-breach" }),
  );
}

function follows(values, game) {
  const words = [];
  if (values.code === "false_pass") words.push(gettext("The deal ends; the lead passes on."));
  else if (values.code === "out_of_turn" && values.opponents === "restart")
    words.push(gettext("The deal is started again by the same player."));
  else words.push(gettext("The deal goes on."));
  if (!game.rules.fine_ends_game) words.push(gettext("A fine alone never ends a game."));
  return words;
}
