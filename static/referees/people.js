// Who sits where, as the log says and, before it says anything, as the draw did.
import { SEATS, mark, seatsOf } from "./elements.js";

export const drawnTo = (game, seat) => game.seats.find((one) => one.seat === seat)?.player.key ?? null;

/** Who sits on each chair: as the log says, else as drawn; null where somebody got up and nobody followed. */
export function sitting(game) {
  const said = Object.fromEntries(SEATS.map((seat) => [seat, game.fold.seats[seat].player]));
  const taken = Object.values(said);
  const drawn = (seat) => (taken.includes(drawnTo(game, seat)) ? null : drawnTo(game, seat));
  return Object.fromEntries(SEATS.map((seat) => [seat, said[seat] ?? drawn(seat)]));
}

export function playerOn(game, seat) {
  const key = sitting(game)[seat];
  if (!key) return { key, name: gettext("nobody") };
  return personOf(game, key) ?? { key, name: gettext("substitute") };
}

/** Find somebody of a game by his key: drawn to it, or a substitute the log has seated. */
export const personOf = (game, key) =>
  game.seats.find((one) => one.player.key === key)?.player ?? game.substitutes?.find((one) => one.key === key) ?? null;

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

const PLACES = ["south", "east", "north", "west"]; // counter-clockwise, as the seats are listed

/** Where each chair lies on the screen when `nearest` lies at its lower edge. */
export function places(nearest) {
  const first = SEATS.indexOf(nearest);
  return PLACES.map((place, number) => ({ place, seat: SEATS[(first + number) % 4] }));
}

export const seatBefore = (seat) => SEATS[(SEATS.indexOf(seat) + 3) % 4];
