// What some breaches ask besides: the choice of the opponents, the deal, a sanction of no tariff.
import { SEATS, cardSign, choice, el, field, mark, other, p, phrase, span } from "./elements.js";
import { counter, handChoice } from "./hands.js";
import { marked, namesOf, sideName } from "./people.js";
import { dealNumber, dealsToTakeBack, leaderNow } from "./rows.js";
import { cardName, step } from "./words.js";

const CARDS = ["yellow", "red", "black"];

/** All hands are counted where a false pass brings them to the opponents (A20). */
export const allHands = (game, values, change) => [
  counter(game, values, SEATS, change),
  el(
    "div",
    { class: "stack hands" },
    SEATS.map((seat) => handChoice(game, values, seat, change)),
  ),
];

/** The opponents of who played out of turn choose (S42, S43). */
export function opponentsChoose(game, values, set) {
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

/** In which deal a false pass was made: in that on the table, or in one that can still be taken back (S45, A21). */
export function whichDeal(game, values, set) {
  const deal = (id, late, number, words) =>
    choice("radio", "late", id, values.late === late, set({ late }), [
      span("", interpolate(gettext("Deal %(number)s"), { number }, true), el("small", {}, words)),
    ]);
  const written = dealsToTakeBack(game).map(({ line, number }, place) =>
    deal(
      place ? `deal-${number}` : "true",
      line.id,
      number,
      gettext("it is written already: its points are taken back"),
    ),
  );
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("In which deal")),
    el(
      "div",
      { class: "who-four" },
      game.fold.state === "running"
        ? deal("false", false, dealNumber(game), gettext("it is on the table and ends now"))
        : null,
      written,
    ),
  );
}

/** Why a deal that was written before cannot be chosen; null where no deal was. */
export function tooLateWords(game) {
  if (!game.fold.deal_open || !game.fold.deals.length) return null;
  return p(
    "soft",
    interpolate(
      gettext("Deal %(number)s ends now. An earlier one stays as it is: its false pass was found after the next lead."),
      { number: dealNumber(game) },
      true,
    ),
  );
}

/** What a breach that no tariff names is to cost: the chief referee says it. */
export function ownSanction(values, set, change) {
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
