// Who is not there: a no-show (S17, A24), or a side that gives up or walks off.
import { needsReason, partnerChoices, seatChoices, sideChoices, text, wanted } from "./asking.js";
import { SEATS, minutes } from "./elements.js";
import { SideName, nameOf } from "./people.js";
import { dealsPlayed } from "./rows.js";

/** Where partners change each round, who is missing is a player and not a pair. */
const bySeat = (desk) => desk.facts.entry_kind === "player";

const sideOf = (seats) => {
  const sides = [...new Set(seats.map((seat) => seat[0]))];
  return sides.length === 2 ? "both" : (sides[0] ?? null);
};

/** The side and seats of a line; the seats of a chosen side only. */
function missingOnes(values) {
  const side = values.side ?? sideOf(values.seats);
  const seats = values.seats.filter((seat) => side === "both" || seat[0] === side).sort();
  return { side, ...(seats.length ? { seats } : {}) };
}

const whoOf = (values) => values.side ?? (values.seats.length ? "some" : null);

function asked(desk, values, draw, legends) {
  const { game } = desk;
  if (bySeat(desk)) return seatChoices(game, values, SEATS, draw, legends.each);
  return [sideChoices(game, values, draw), partnerChoices(game, values, draw, legends.partner)];
}

/** Seconds until a no-show may be written (S17); 0 when it may, null while the clock has not started. */
export function untilNoShow({ game, door }) {
  const gone = door.secondsGone();
  return gone === null ? null : Math.max(0, game.rules.no_show_minutes * 60 - gone);
}

function tooEarly(desk) {
  const left = untilNoShow(desk);
  if (left === null) return gettext("The clock of the round has not started yet.");
  if (left > 0) return interpolate(gettext("can be written in %(time)s"), { time: minutes(left + 0.999) }, true);
  return null;
}

const namesOfSeats = (game, seats) => seats.map((seat) => nameOf(game, seat)).join(", ");

export const NO_SHOW = {
  title: () => gettext("No-show"),
  may: "penalise",
  when: (game) => game.fold.state !== "finished" && !dealsPlayed(game),
  early: tooEarly,
  small: () => gettext("somebody is not at the table: the other side wins"),
  values: () => ({ side: null, seats: [] }),
  body: (game, values, draw, line, desk) =>
    asked(desk, values, draw, {
      each: gettext("Who has not come?"),
      partner: gettext("Only one partner is missing? Mark who."),
    }),
  missing: (values) => wanted(whoOf(values), gettext("Say first who has not come.")),
  line: (values) => ({ kind: "no_show", ...missingOnes(values) }),
  button: (game, values) => {
    if (values.side === "both") return gettext("Both sides have not come");
    if (values.side) return interpolate(gettext("%(side)s has not come"), { side: SideName(values.side) }, true);
    if (!values.seats.length) return gettext("No-show");
    return interpolate(
      ngettext("%(names)s has not come", "%(names)s have not come", values.seats.length),
      { names: namesOfSeats(game, [...values.seats].sort()) },
      true,
    );
  },
  final: true,
};

export const FORFEIT = {
  title: () => gettext("Forfeit"),
  may: "penalise",
  when: (game) => game.fold.state !== "finished",
  small: () => gettext("a side gives up or walks off"),
  values: () => ({ side: null, seats: [], reason: "" }),
  body: (game, values, draw, line, desk) => [
    asked(desk, values, draw, {
      each: gettext("Who gives up or has left?"),
      partner: gettext("Only one partner left? Mark who."),
    }),
    text(values, "reason", gettext("Reason")),
  ],
  missing: (values) => wanted(whoOf(values), gettext("Say first who gives up.")) ?? needsReason(values),
  tried: (values) => whoOf(values) !== null,
  line: (values) => ({ kind: "forfeit", reason: values.reason.trim(), ...missingOnes(values) }),
  button: (game, values) => {
    const { side } = missingOnes(values);
    return side && side !== "both"
      ? interpolate(gettext("%(side)s loses by forfeit"), { side: SideName(side) }, true)
      : gettext("Write the forfeit");
  },
  final: true,
};

/** The countdown on the screen before the start: {limit, gone, over}; null while the clock has not started. */
export function noShowClock(desk) {
  const limit = desk.game.rules.no_show_minutes * 60;
  const gone = desk.door.secondsGone();
  return gone === null ? null : { limit, gone, over: gone >= limit };
}
