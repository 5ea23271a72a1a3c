// The table from above: four chairs in playing order around the score.
import { button, el, icon, mark, p, pin, span } from "./elements.js";
import { SideName, nameOf, places, wins } from "./people.js";
import { known, say } from "./say.js";
import { signsOf } from "./signs.js";

/** Turn the table by a quarter on this tablet, to where the referee stands. */
export const turnButton = (desk) =>
  button([icon("turn"), gettext("Turn the table")], () => desk.turn(), { kind: "quiet", id: "turn-table" });

/** The name of a player; `touch` makes it a button, `words` say what a touch does. */
function plate(game, seat, name, touch, words) {
  const who = [mark(seat), " ", span("", name), signsOf(game, seat)];
  if (!touch) return p("seat-name", who);
  const act = { type: "button", class: "seat-name touchable", id: `touch-${seat}`, click: () => touch(seat) };
  return el("button", act, who, span("off-screen", `. ${words(name)}`));
}

const penaltyFor = (name) => interpolate(gettext("Penalty for %(name)s"), { name }, true);

/** Draw the felt; `beneath(seat)` gives what stands under a name, `touch(seat)` is what a touch on a player does. */
export function felt(
  game,
  label,
  middle,
  {
    leader = null,
    beneath = () => [],
    nearest = "A1",
    name = (seat) => nameOf(game, seat),
    touch = null,
    touchWords = penaltyFor,
  } = {},
) {
  return el(
    "div",
    { class: "felt", role: "group", "aria-label": label },
    places(nearest).map(({ place, seat }) =>
      el(
        "div",
        { class: `seat ${place}${leader === seat ? " leads" : ""}`, "data-seat": seat },
        plate(game, seat, name(seat), touch, touchWords),
        beneath(seat),
      ),
    ),
    el("div", { class: "middle" }, middle),
  );
}

export const leads = (words) => p("seat-role", pin(), " ", words);
export const role = (words) => p("seat-role", words);

/** The score as one tile, the names of the two sides in its halves. */
export function scoreTile(game, { names = false, winner = game.fold.winner } = {}) {
  const half = (side) => {
    const people = names ? [nameOf(game, `${side}1`), el("br"), nameOf(game, `${side}2`)] : SideName(side);
    return el(
      "div",
      { class: `score-half ${side.toLowerCase()}${winner === side ? " won" : ""}` },
      span("", people),
      span("score-num", String(game.fold.score[side])),
      names ? foot(side, winner) : null,
    );
  };
  const words = interpolate(
    gettext("Score: side A %(a)s, side B %(b)s"),
    { a: game.fold.score.A, b: game.fold.score.B },
    true,
  );
  known("score", words); // what stood there when the page opened is not news
  say("score", words);
  return el(
    "div",
    { class: names ? "score final" : "score", role: "group", "aria-label": words },
    half("A"),
    half("B"),
  );
}

function foot(side, winner) {
  if (winner !== side) return span("side-foot", SideName(side));
  return span("won", icon("done"), " ", wins(side));
}
