// Who has come: each arrival is written at once, and who comes late can be punished with one touch.
import { canDo } from "./countersign.js";
import { SEATS, button, el, icon, mark, p, span } from "./elements.js";
import { nameOf, sitting } from "./people.js";
import { counting } from "./rows.js";
import { hasCome, linesToSit } from "./seats.js";
import { now } from "./servertime.js";

const LATE = 60; // seconds after the start of the round: who comes within them has been on the way

/** What tells the lines of one step apart: the chair and who takes it. */
export const arrivalWords = ({ seat, player }) => `-${seat}-${player}`;

function write(desk, wanted) {
  const { game, step } = desk;
  const lines = linesToSit(game, wanted);
  desk.write(
    step,
    lines.map((line) => step.line(line, arrivalWords(line))),
  );
}

/** How many whole minutes after the start of the round a player came; 0 where he was in time or the clock was idle. */
function minutesLate({ game, door }, seat) {
  const gone = door.secondsGone();
  const line = counting(game).findLast((one) => one.kind === "seat" && one.seat === seat);
  if (gone === null || !line?.at) return 0;
  const came = gone - (now() - new Date(line.at)) / 1000;
  return came >= LATE ? Math.floor(came / 60) : 0;
}

const punished = (game, seat) => game.fold.penalties.some((one) => one.code === "late" && one.seat === seat);

function latePenalty(desk, seat) {
  const { game } = desk;
  const minutes = minutesLate(desk, seat);
  if (!minutes || !game.rules.tariff.late || !canDo(desk, "penalise")) return null;
  if (punished(game, seat)) return span("soft small", gettext("late, written"));
  if (!desk.holding.writes) return null;
  return button(gettext("Penalty: late"), () => desk.go(`penalty-${game.log_length}-${seat}-late`), {
    kind: "small",
    id: `late-${seat}`,
    small: interpolate(
      ngettext("here %(count)s minute after the start", "here %(count)s minutes after the start", minutes),
      { count: minutes },
      true,
    ),
  });
}

function row(desk, seat) {
  const { game, step } = desk;
  const come = hasCome(game, seat);
  const name = nameOf(game, seat);
  return el(
    "li",
    { class: come ? "come" : "awaited", "data-arrival": seat },
    mark(seat),
    span("", name),
    come
      ? [span("is-here", icon("done"), " ", gettext("here")), latePenalty(desk, seat)]
      : desk.holding.writes
        ? button(gettext("Is here"), () => write(desk, { [seat]: sitting(game)[seat] }), {
            kind: "small",
            id: `here-${seat}`,
            disabled: step.sending || !sitting(game)[seat],
            "aria-label": interpolate(gettext("%(name)s is here"), { name }, true),
          })
        : span("soft small", gettext("not here yet")),
  );
}

/** The four players before the start: who is here, who is not. */
export function arrivalsCard(desk) {
  const { game, step } = desk;
  const here = SEATS.filter((seat) => hasCome(game, seat));
  const sits = sitting(game);
  const awaited = SEATS.filter((seat) => !here.includes(seat) && sits[seat]);
  return el(
    "div",
    { class: "card stack arrivals" },
    el(
      "div",
      { class: "spread" },
      el("h3", {}, gettext("At the table")),
      p("strong", interpolate(gettext("%(count)s of 4"), { count: here.length }, true)),
    ),
    el(
      "ul",
      {},
      SEATS.map((seat) => row(desk, seat)),
    ),
    awaited.length > 1 && desk.holding.writes
      ? button(
          gettext("All are here"),
          () => write(desk, Object.fromEntries(awaited.map((seat) => [seat, sits[seat]]))),
          { id: "all-here", disabled: step.sending },
        )
      : null,
  );
}
