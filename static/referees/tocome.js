// What is still to be played (S5, S13-S15, S18), in words, and the strip that keeps it in view on every screen.
import { el, phrase, pin, scoreLine, span } from "./elements.js";
import { marked } from "./people.js";
import { dealNumber, leaderNow } from "./rows.js";

const say = (sentence, values) => interpolate(sentence, values, true);

/** One sentence for each value of `to_come`. */
export function toCome(game) {
  const number = dealNumber(game);
  return {
    start: () => gettext("Not started: the first lead is drawn."),
    deal: () => ordinary(game, number),
    extra_deal: () => say(gettext("Extra deal %(number)s: it is level, and a game always has a winner."), { number }),
    last_deal: () => say(gettext("Time is over: deal %(number)s is the last."), { number }),
    two_more_deals: () => say(gettext("Time is over: deal %(number)s is finished and one more is played."), { number }),
    one_more_deal: () => say(gettext("Time is over: deal %(number)s is still played, the last."), { number }),
    sign: () => gettext("The game is over: the players and the referee sign."),
  }[game.fold.to_come]();
}

function ordinary(game, number) {
  const { target, deals } = game.rules;
  if (deals !== null) return say(gettext("Deal %(number)s of %(deals)s."), { number, deals });
  const needs = (side) => Math.max(target - game.fold.score[side], 0);
  return say(gettext("Game to %(target)s: A needs %(a)s more, B %(b)s."), { target, a: needs("A"), b: needs("B") });
}

/** Who leads the deal on the table or the next one, as nodes; nothing where nobody does. */
export function whoLeads(game) {
  const seat = leaderNow(game);
  if (!seat) return null;
  const words = game.fold.deal_open ? gettext("%(who)s led deal %(number)s") : gettext("%(who)s leads deal %(number)s");
  return [pin(), " ", phrase(words, { who: marked(game, seat), number: String(dealNumber(game)) })];
}

/** Score, leader and what is to come, on one line. */
export const standing = (game) =>
  el(
    "div",
    { class: "standing-line" },
    scoreLine(game.fold.score, game.fold.winner),
    game.fold.state === "running" ? span("standing-leads", whoLeads(game)) : null,
    span("standing-come", toCome(game)),
  );
