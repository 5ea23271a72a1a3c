// What follows from a line, in words: read off the fold of the log with the line and without it.
import { cardSign, el, icon, mark, other, p, phrase, span } from "./elements.js";
import { nameOf, playerOn, sideName, wins } from "./people.js";
import { preview, tableBefore, whyNot } from "./preview.js";
import { say } from "./say.js";
import { toCome } from "./tocome.js";
import { breach, cardName, points, reason, step } from "./words.js";

const scored = ({ A, B }) => `${A}:${B}`;
const whom = (game, seat) => [mark(seat), " ", nameOf(game, seat)];

/** The n-th time a breach is found: in words as far as anybody counts. */
function time(count) {
  const words = [
    gettext("the first time"),
    gettext("the second time"),
    gettext("the third time"),
    gettext("the fourth time"),
  ];
  return words[count - 1] ?? interpolate(gettext("time number %(count)s"), { count }, true);
}

/** Fold a penalty into the log on the screen: which time it is, which step of the ladder, what it brings. */
export function penaltyFollows(game, line) {
  const seen = preview(game, [line]);
  if (seen.refusal) return { ...seen, words: [whyNot(seen.refusal)] };
  const { fold, tried } = tableBefore(game, line);
  const breaches = fold.breachesOf(tried.body, fold.sitting(tried.body.seat)).get(line.code) ?? 0;
  const penalty = seen.after.penalties[fold.penalties.length];
  const ladder = line.code === "other" ? [] : game.rules.tariff[line.code];
  const none = penalty.sanction === "none";
  return {
    ...seen,
    penalty,
    count: none ? null : breaches + 1,
    step: none || !ladder.length ? null : Math.min(breaches, ladder.length - 1),
    next: none || !ladder.length ? null : ladder[Math.min(breaches + 1, ladder.length - 1)],
    words: outcomeWords(game, seen, line),
  };
}

/** What a penalty costs, as a sentence begins: "25 points to side B". */
export function costs(game, penalty) {
  const { rules } = game;
  if (penalty.sanction === "none") return gettext("no sanction");
  if (penalty.sanction === "warning") return gettext("warning");
  if (penalty.sanction === "game_loss") return gettext("the game is lost");
  if (penalty.sanction === "disqualification") return gettext("disqualified, the game is lost");
  if (game.fold.state === "finished" && !penalty.points) return gettext("fine; the game is over, so the score stays");
  const parts = { points: points(penalty.points), side: sideName(other(penalty.side)) };
  if (rules.fines_to === "opponents") return interpolate(gettext("fine, %(points)s to %(side)s"), parts, true);
  if (rules.fines_to === "person" && penalty.seat)
    return interpolate(
      gettext("fine, %(points)s off the own points of %(name)s"),
      { ...parts, name: nameOf(game, penalty.seat) },
      true,
    );
  return interpolate(gettext("fine, %(points)s off %(side)s"), { ...parts, side: sideName(penalty.side) }, true);
}

/** "Talking, the second time: fine, 25 points to side B", and the card. */
export function penaltyHeadline(game, line, { penalty, count }) {
  const what = costs(game, penalty);
  const words = count
    ? interpolate(
        gettext("%(breach)s, %(time)s: %(what)s."),
        { breach: breach(line.code), time: time(count), what },
        true,
      )
    : interpolate(gettext("%(breach)s: %(what)s."), { breach: breach(line.code), what }, true);
  return penalty.card ? [words, " ", cardSign(penalty.card), " ", cardName(penalty.card)] : words;
}

export const nextTime = (value) => interpolate(gettext("Once more: %(step)s."), { step: step(value) }, true);

/** What changes for the table: the score, the end of the game or who leads next, and what is still to come. */
export function outcomeWords(game, { before, after }, line = {}) {
  const words = [];
  if (scored(before.score) !== scored(after.score))
    words.push(
      phrase(gettext("Score: %(before)s → %(after)s"), {
        before: scored(before.score),
        after: span("strong num", scored(after.score)),
      }),
    );
  words.push(...endWords(before, after));
  // Who leads is named as the chairs are then: the line may change who sits on them.
  if (after.state === "running") words.push(dealWords({ ...game, fold: after }, before, after, line));
  if (after.state === "running" && before.state === "running" && before.to_come !== after.to_come)
    words.push(toCome({ ...game, fold: after }));
  if (after.state === "waiting") words.push(gettext("The game has not begun; it begins as planned."));
  return words.filter(Boolean);
}

function endWords(before, after) {
  if (after.state !== "finished") return before.state === "finished" ? [gettext("The game is not over any more.")] : [];
  const parts = {
    score: scored(after.score),
    who: after.winner ? wins(after.winner) : gettext("nobody wins"),
    reason: reason(after.reason),
  };
  if (before.state !== "finished")
    return [interpolate(gettext("The game is over %(score)s: %(who)s (%(reason)s)."), parts, true)];
  if (before.winner === after.winner && scored(before.score) === scored(after.score))
    return [interpolate(gettext("The result stays %(score)s."), parts, true)];
  return [interpolate(gettext("The result becomes %(score)s: %(who)s (%(reason)s)."), parts, true)];
}

/** What becomes of the deal on the table, and who leads. */
function dealWords(game, before, after, line) {
  const leader = after.next_leader;
  const parts = { who: whom(game, leader), number: String(after.deals.length + 1) };
  if (line.kind === "deal_begin")
    return phrase(gettext("%(who)s leads this deal; the order of leading goes on as if %(right)s had led."), {
      who: whom(game, line.leader),
      right: whom(game, before.next_leader),
    });
  if (after.deal_open) return gettext("The deal goes on.");
  if (after.deals.length > before.deals.length)
    return phrase(gettext("The deal ends and counts as played. %(who)s leads deal %(number)s."), parts);
  if (line.code === "out_of_turn" && line.opponents === "restart")
    return phrase(gettext("The deal counts for nothing: tiles are shuffled again, %(who)s leads it once more."), parts);
  if (line.kind === "void" && line.scope === "game")
    return phrase(gettext("Everything is played anew: %(who)s leads deal %(number)s."), parts);
  if (before.deal_open || line.kind === "void")
    return phrase(gettext("The deal counts for nothing. %(who)s leads deal %(number)s."), parts);
  return phrase(gettext("The game goes on, %(who)s leads deal %(number)s."), parts);
}

/** How each chair comes out of a game that ended without being played: only where that differs within a side. */
export function rowWords(game, after) {
  if (after.state !== "finished") return [];
  return ["A", "B"].flatMap((side) => {
    const [one, two] = [`${side}1`, `${side}2`].map((seat) => ({ seat, ...after.seats[seat] }));
    if (one.won === two.won && one.points_for === two.points_for) return [];
    return [one, two].map(({ seat, won, points_for, points_against }) =>
      phrase(won ? gettext("%(who)s: won, %(score)s") : gettext("%(who)s: lost, %(score)s"), {
        who: [mark(seat), " ", playerOn(game, seat).name],
        score: `${points_for}:${points_against}`,
      }),
    );
  });
}

/** The card "What follows" of an incident; null where the fold can tell nothing yet. */
export function followsCard(game, lines, more = () => []) {
  if (!lines) return null;
  const seen = preview(game, lines);
  const words = seen.refusal
    ? [whyNot(seen.refusal)]
    : [...outcomeWords(game, seen, lines[0]), ...rowWords(game, seen.after), ...more(seen)];
  const list = el(
    "ul",
    { class: "follows" },
    words.map((one) => el("li", {}, one)),
  );
  say("follows", [...list.children].map((item) => item.textContent).join(" "));
  return el(
    "div",
    { class: `follows-card${seen.refusal ? " stop" : ""}`, id: "follows" },
    p("legend", seen.refusal ? [icon("warn"), " ", gettext("It cannot be written")] : gettext("What follows")),
    list,
  );
}
