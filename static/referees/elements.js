// What screens are built of. Text comes in as text nodes only, so a name can never become markup.

export { SEATS, SIDES, otherSide as other, seatsOf } from "../scoring/seats.js";

const heard = new WeakMap(); // what each element listens to, so that a fresh drawing can hand its own listeners on

function listen(element, name, act) {
  if (!heard.has(element)) heard.set(element, {});
  heard.get(element)[name] = act;
  element.addEventListener(name, (event) => heard.get(element)[name](event));
}

/** Make an element; attributes whose value is null, undefined or false are left out, functions become listeners. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") listen(element, name, value);
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

const SVG = "http://www.w3.org/2000/svg";
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]; // places in a half, row by row
const pipsAt = (half, top) => PIPS[half].map((at) => `M${5 + 5 * (at % 3)} ${top + 5 + 5 * Math.floor(at / 3)}h0`).join("");

/** Draw a tile as the tag "tile" of the pages does; the browser tests hold them together. */
function drawing(...shapes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 40");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, className, attributes] of shapes) {
    const shape = document.createElementNS(SVG, name);
    shape.setAttribute("class", className);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  return svg;
}

const BODY = ["rect", "tile-body", { x: ".3", y: ".3", width: "19.4", height: "39.4", rx: "3.2" }];
const LINE = ["path", "tile-line", { d: "M3 20h14" }];
const PIN = ["circle", "tile-pin", { cx: "10", cy: "20", r: "1.7" }];
const BACK = ["path", "tile-line", { d: "M4 3.5h12v33h-12zM10 13l4 7-4 7-4-7z" }];

const drawings = new Map(); // each face is drawn once and then copied

function face(name) {
  if (!drawings.has(name)) {
    const [first, second] = name.split("-").map(Number);
    const pips = ["path", "tile-pips", { d: pipsAt(first, 0) + pipsAt(second, 20) }];
    drawings.set(name, drawing(BODY, LINE, PIN, pips));
  }
  return drawings.get(name).cloneNode(true);
}

/** A tile by its name, "6-4", which is read out unless something around it is; without a name it lies face down. */
export function tile(name, className = "", { silent = false } = {}) {
  if (!name) return span(`tile down ${className}`.trim(), drawing(BODY, BACK));
  const spoken = silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return el("span", { class: `tile ${className}`.trim(), ...spoken }, face(name));
}

/** The rail before a player, with the tiles of a deal that is being played. */
export const rack = (tiles = 7) =>
  el("span", { class: "rack", "aria-hidden": "true" }, ...Array.from({ length: tiles }, () => tile()));

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
export function choice(type, name, value, checked, onchange, face, { disabled = false, className = "", again = null } = {}) {
  return el(
    "label",
    { class: `choice ${className}`.trim() },
    el("input", { type, name, value, checked, disabled, id: `${name}-${value}`, change: onchange, click: checked ? again : null }),
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

const NEXT_BEST = ["button.main:not(:disabled)", "input:is([type=radio], [type=checkbox])", "button:not(:disabled)"];
const waiting = new WeakSet(); // places whose focus went with what stood there, until something can take it

/** Where the caret stands in a field of text; null in anything else. */
const caretOf = (field) => ((field?.selectionStart ?? null) === null ? null : [field.selectionStart, field.selectionEnd]);

function redraw(place, fresh) {
  const [old] = place.children;
  const kept = place.children.length === 1 && fresh.length === 1 && [old, fresh[0]].every((one) => one.dataset?.kept);
  if (kept && old.dataset.kept === fresh[0].dataset.kept) patch(old, fresh[0]);
  else place.replaceChildren(...fresh);
}

/** Make what stands there like a fresh drawing and touch nothing that is the same: fast, and nothing is read out again. */
function patch(old, fresh) {
  if (old.nodeName === "svg" && old.isEqualNode(fresh)) return;
  if (!alike(old, fresh)) old.replaceWith(fresh);
  else if (old.nodeType === Node.TEXT_NODE) old.data === fresh.data || (old.data = fresh.data);
  else {
    if (heard.has(fresh)) heard.set(old, heard.get(fresh));
    patchAttributes(old, fresh);
    patchChildren(old, [...fresh.childNodes]);
  }
}

function patchChildren(place, after) {
  const before = [...place.childNodes];
  after.forEach((child, at) => (at < before.length ? patch(before[at], child) : place.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

function alike(old, fresh) {
  const events = (one) => Object.keys(heard.get(one) ?? {}).join();
  return old.nodeName === fresh.nodeName && (old.id ?? "") === (fresh.id ?? "") && events(old) === events(fresh);
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName !== "INPUT") return;
  old.checked = fresh.checked;
  if (old.value !== fresh.value) old.value = fresh.value;
}

/** Show other children without losing the place of the keyboard: what had the focus keeps it, or the next best has. */
export const show = (place, ...children) => keepingFocus(place, () => redraw(place, given(children)));

/** Show the same children as they are now: what is typed in or focused stays the very element it was. */
export const showAgain = (place, ...children) => keepingFocus(place, () => patchChildren(place, given(children)));

const given = (children) => children.flat(Infinity).filter(Boolean);

function keepingFocus(place, draw) {
  const active = document.activeElement;
  const within = place.contains(active) || (waiting.has(place) && active === document.body);
  const id = within && active !== document.body ? active.id : null;
  const caret = within ? caretOf(active) : null;
  draw();
  waiting.delete(place);
  if (!within) return;
  const again = id ? document.getElementById(id) : null;
  const best = () => NEXT_BEST.map((what) => place.querySelector(what)).find(Boolean);
  if (again !== active && !again?.disabled) (again ?? best())?.focus({ preventScroll: true }); // one that is closed while it sends opens again
  if (caret && again !== active && caretOf(again)) again.setSelectionRange(...caret); // else it is typed in from its beginning
  if (!place.contains(document.activeElement)) waiting.add(place);
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
