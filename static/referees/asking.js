// What the small dialogs of incidents ask with: a text, a choice, a side, seats, a figure.
import { SIDES, choice, el, field, mark, seatsOf, span } from "./elements.js";
import { SideName, nameOf, namesOf } from "./people.js";

const SHORT = 300; // characters of a reason
const LONG = 2_000; // of a note or protest

/** A text; `typed` is told of each letter, without drawing anew. */
export const text = (values, name, label, { long = false, help = null, typed = () => {} } = {}) =>
  field(
    label,
    el(
      long ? "textarea" : "input",
      {
        class: "input",
        id: `incident-${name}`,
        maxlength: String(long ? LONG : SHORT),
        value: values[name],
        autocomplete: "off",
        input: (event) => {
          values[name] = event.target.value;
          typed();
        },
      },
      long ? (values[name] ?? "") : null,
    ),
    help,
  );

/** One of several values of a name. */
export const one = (values, name, value, draw, ...face) =>
  choice(
    "radio",
    name,
    value,
    values[name] === value,
    () => {
      values[name] = value;
      draw();
    },
    face,
  );

export const wanted = (value, words) => (value?.trim() ? null : words);
export const needsReason = (values) =>
  wanted(values.reason, gettext("Write the reason first; it stands in the protocol."));

export function sideChoices(game, values, draw, { both = true } = {}) {
  return el(
    "div",
    { class: "stack" },
    SIDES.map((side) =>
      one(values, "side", side, draw, mark(side), span("", SideName(side), el("small", {}, namesOf(game, side)))),
    ),
    both ? one(values, "side", "both", draw, gettext("Both sides")) : null,
  );
}

/** Players to mark, of the seats given. */
export function seatChoices(game, values, seats, draw, legend) {
  const toggle = (seat) => () => {
    values.seats = values.seats.includes(seat) ? values.seats.filter((s) => s !== seat) : [...values.seats, seat];
    draw();
  };
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, legend),
    el(
      "div",
      { class: seats.length > 2 ? "who-four" : "segments" },
      seats.map((seat) =>
        choice("checkbox", "seats", seat, values.seats.includes(seat), toggle(seat), [
          mark(seat),
          span("", nameOf(game, seat)),
        ]),
      ),
    ),
  );
}

/** Of the side that was chosen, which partners: nobody marked means the whole pair. */
export const partnerChoices = (game, values, draw, legend) =>
  !values.side || values.side === "both" ? null : seatChoices(game, values, seatsOf(values.side), draw, legend);

export const figure = (values, name, side, typed = () => {}) =>
  field(
    [mark(side), " ", SideName(side)],
    el("input", {
      class: "input figures",
      id: `incident-${name}`,
      inputmode: "numeric",
      maxlength: "5",
      value: values[name],
      input: (event) => {
        values[name] = event.target.value.trim();
        typed();
      },
      autocomplete: "off",
    }),
  );
