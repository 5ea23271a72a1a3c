// What screens are built of. Text comes in as text nodes only, so a name can never become markup.

export const SEATS = ["A1", "B1", "A2", "B2"]; // in playing order
export const SIDES = ["A", "B"];
export const other = (side) => (side === "A" ? "B" : "A");
export const seatsOf = (side) => [`${side}1`, `${side}2`];

/** Make an element; attributes whose value is null, undefined or false are left out, functions become listeners. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export const span = (className, ...children) => el("span", { class: className }, ...children);
export const p = (className, ...children) => el("p", { class: className }, ...children);

/** Put nodes into a translated sentence: phrase("%(mark)s leads", {mark: mark("A1")}). */
export function phrase(sentence, parts = {}) {
  return sentence.split(/(%\([a-z_]+\)s)/).map((piece) => {
    const name = piece.match(/^%\(([a-z_]+)\)s$/)?.[1];
    return name === undefined ? piece : (parts[name] ?? piece);
  });
}

/** The letter of a side in the reader's script, as the server's pages write it. */
const letter = (side) => (side === "A" ? pgettext("letter of side A", "A") : pgettext("letter of side B", "B"));
export const placeName = (place) => letter(place[0]) + place.slice(1);

/** The mark of a side or seat: A dark and round, B light and square. */
export const mark = (place) => el("b", { class: `mark ${place[0].toLowerCase()}` }, placeName(place));

export const icon = (name) => el("span", { class: `icon icon-${name}`, "aria-hidden": "true" });
export const pin = () => el("span", { class: "pin", "aria-hidden": "true" });
export const cardSign = (card) => el("span", { class: `card-sign ${card}`, "aria-hidden": "true" });

/** A tile by its name, "6-4"; without a name it lies face down. */
export function tile(name, className = "") {
  if (!name) return span(`tile down ${className}`);
  const [high, low] = name.split("-");
  return span(`tile ${className}`, el("i", { class: `p${high}` }), el("i", { class: `p${low}` }));
}

export const rack = () =>
  el("span", { class: "rack", "aria-hidden": "true" }, ...Array.from({ length: 7 }, () => tile()));

/** 137 : 92 on one line. */
export function scoreLine(score, winner = null) {
  const half = (side, words) =>
    el(
      "b",
      { class: side.toLowerCase() + (winner === side ? " won" : "") },
      span("off-screen", `${words} `),
      String(score[side]),
    );
  return span("score-line", half("A", gettext("side A")), half("B", gettext("side B")));
}

export function button(words, onclick, { small = null, kind = "", ...attributes } = {}) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`.trim(), click: onclick, ...attributes },
    words,
    small ? el("small", {}, small) : null,
  );
}

export const link = (href, words, kind = "") => el("a", { class: `button ${kind}`.trim(), href }, words);

/** A radio or check box as a tile to press. */
export function choice(type, name, value, checked, onchange, face, { disabled = false, className = "" } = {}) {
  return el(
    "label",
    { class: `choice ${className}`.trim() },
    el("input", { type, name, value, checked, disabled, id: `${name}-${value}`, change: onchange }),
    span("choice-face", ...face),
  );
}

export const field = (label, input, help = null) =>
  el("label", { class: "field" }, span("legend", label), input, help ? el("small", {}, help) : null);

export const notice = (kind, sign, ...children) =>
  el(
    "div",
    { class: `notice ${kind}`, role: kind === "stop" ? "alert" : "status" },
    icon(sign),
    el("div", {}, ...children),
  );

/** Show other children without losing the place of the keyboard. */
export function show(place, ...children) {
  const focused = document.activeElement?.id;
  const within = place.contains(document.activeElement);
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (within && focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Show other children only where they differ: the bar is drawn every few seconds, perhaps under a finger. */
export function showNew(place, ...children) {
  const fresh = el("div", {}, ...children);
  if (fresh.innerHTML !== place.innerHTML) show(place, [...fresh.childNodes]);
}

export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

export const hour = (date) =>
  date.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
