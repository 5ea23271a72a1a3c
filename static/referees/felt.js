// The table from above: four chairs in playing order around the score.
import { el, icon, mark, p, pin, span } from "./elements.js";
import { SideName, nameOf, places, wins } from "./people.js";

/** Draw the felt; `beneath(seat)` gives what stands under a name. */
export function felt(
  game,
  label,
  middle,
  { leader = null, beneath = () => [], nearest = "A1", name = (seat) => nameOf(game, seat) } = {},
) {
  return el(
    "div",
    { class: "felt", role: "group", "aria-label": label },
    places(nearest).map(({ place, seat }) =>
      el(
        "div",
        { class: `seat ${place}${leader === seat ? " leads" : ""}`, "data-seat": seat },
        p("seat-name", mark(seat), " ", span("", name(seat))),
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
