// Who sits where, as the log says and, before it says anything, as the draw did.
import { mark, seatsOf } from "./elements.js";

const drawn = (game, seat) => game.seats.find((one) => one.seat === seat);

export function playerOn(game, seat) {
  const key = game.fold.seats[seat].player;
  if (!key) return drawn(game, seat).player;
  return game.seats.find((one) => one.player.key === key)?.player ?? { key, name: gettext("substitute") };
}

export const nameOf = (game, seat) => playerOn(game, seat).name;

/** The two names of a side in one sentence: "Lucía Ferrer and Mateo Ibarra". */
export function namesOf(game, side) {
  const [first, second] = seatsOf(side).map((seat) => nameOf(game, seat));
  return interpolate(gettext("%(first)s and %(second)s"), { first, second }, true);
}

export const sideName = (side) => (side === "A" ? gettext("side A") : gettext("side B"));
export const SideName = (side) => (side === "A" ? gettext("Side A") : gettext("Side B"));

export const wins = (side) => (side === "A" ? gettext("Side A wins") : gettext("Side B wins"));

/** A mark with the name beside it. */
export const marked = (game, seat) => [mark(seat), " ", nameOf(game, seat)];

const AROUND = ["A1", "B1", "A2", "B2"]; // counter-clockwise
const PLACES = ["south", "east", "north", "west"];

/** Where each chair lies on the screen when `nearest` lies at its lower edge. */
export function places(nearest) {
  const first = AROUND.indexOf(nearest);
  return PLACES.map((place, number) => ({ place, seat: AROUND[(first + number) % 4] }));
}

export const seatBefore = (seat) => AROUND[(AROUND.indexOf(seat) + 3) % 4];
