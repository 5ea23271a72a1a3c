// The screen of the hall turns its sheets, asks what is new, and keeps what it has when nobody answers.
import { awakeWords, keepAwake } from "../look/awake.js";
import { tick } from "../look/clock.js";

const EVERY = 5000; // milliseconds from one answer to the next question
const PATIENCE = 8000; // for an answer
const UNTOUCHED = 4000; // then the buttons go away
const LARGE = matchMedia("(min-width: 40rem) and (min-aspect-ratio: 1/1)");

const $ = (id) => document.getElementById(id);
const hall = $("hall");
const seconds = Number(hall.dataset.seconds);
const now = () => performance.now();

let tag = "";
let heard = now(); // when the server answered last
let heardAt = new Date();
let lost = false;
let shown = ""; // which sheet
let turnedAt = now();
let held = false;
let touchedAt = now();

// ── sheets ───────────────────────────────────────────────────────────────────

const sheets = () => [...hall.querySelectorAll(".sheet")];

function show(name) {
  const all = sheets();
  const place = Math.max(0, all.findIndex((sheet) => sheet.dataset.sheet === name));
  shown = all[place]?.dataset.sheet ?? "";
  const turning = LARGE.matches;
  document.body.classList.toggle("turning", turning);
  all.forEach((sheet, at) => { sheet.hidden = turning && at !== place; });
  const beside = hall.querySelector(".beside");
  if (beside) beside.hidden = turning && !all[place].classList.contains("with-beside");
  $("until").hidden = !turning || all.length < 2;
  $("sheet-of").textContent = turning && all.length > 1 ? `${place + 1} / ${all.length}` : "";
}

function turn(by) {
  const all = sheets();
  const place = all.findIndex((sheet) => sheet.dataset.sheet === shown);
  turnedAt = now();
  show(all[(place + by + all.length) % all.length].dataset.sheet);
}

function hold(yes = !held) {
  held = yes;
  turnedAt = now();
  $("hold").setAttribute("aria-pressed", String(held));
  say();
}

function say() {
  $("says").textContent = held ? gettext("This sheet is held. Space lets the sheets turn again.") : "";
}

// ── what is new ──────────────────────────────────────────────────────────────

async function ask() {
  const bound = new AbortController();
  const late = setTimeout(() => bound.abort(), PATIENCE);
  try {
    const answer = await fetch(hall.dataset.address, {
      cache: "no-store", signal: bound.signal, headers: tag ? { "If-None-Match": tag } : {},
    });
    if (answer.status === 200) take(await answer.text(), answer.headers.get("ETag") ?? "");
    else if (answer.status !== 304) throw new Error(String(answer.status));
    heard = now();
    heardAt = new Date();
    lost = false;
  } catch { // no network, no server, or somebody else answered
    lost = true;
  } finally {
    clearTimeout(late);
  }
  tellAge();
}

function take(html, newTag) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const list = fresh.content.querySelector(".hall-sheets");
  if (!list) throw new Error("not ours");
  const before = hall.querySelector(".hall-sheets").dataset.round;
  hall.replaceChildren(list);
  tag = newTag;
  tick();
  if (list.dataset.round === before) return show(shown);
  turnedAt = now(); // a new round begins with its first sheet
  show("");
}

let asking = null;
const askAtOnce = () => (asking ??= ask().finally(() => { asking = null; }));

async function keepAsking() {
  await askAtOnce();
  setTimeout(keepAsking, EVERY);
}

function tellAge() {
  const told = $("lost");
  told.hidden = !lost;
  if (!lost) return;
  const age = Math.floor((now() - heard) / 1000);
  const words = age < 60 ? interpolate(ngettext("%s second", "%s seconds", age), [age])
    : interpolate(ngettext("%s minute", "%s minutes", Math.floor(age / 60)), [Math.floor(age / 60)]);
  const time = heardAt.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const sentence = gettext("No contact with the desk. This is how it stood at %(time)s, %(age)s ago; it goes on by itself.");
  const text = interpolate(sentence, { time, age: words }, true);
  if (told.textContent !== text) told.textContent = text;
}

// ── hands on it ──────────────────────────────────────────────────────────────

function touch() {
  touchedAt = now();
  document.body.classList.add("touched");
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {}); // a browser may refuse it
}

const KEYS = { " ": () => hold(), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), f: fill, F: fill };
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, summary, a, [open]") || (event.target.closest("button") && event.key === " ");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
for (const kind of ["pointermove", "pointerdown", "focusin"]) document.addEventListener(kind, touch);
$("before").addEventListener("click", () => turn(-1));
$("next").addEventListener("click", () => turn(1));
$("hold").addEventListener("click", () => hold());
$("full").addEventListener("click", fill);
$("full").hidden = !document.fullscreenEnabled;
LARGE.addEventListener("change", () => show(shown));
addEventListener("online", askAtOnce);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && askAtOnce());
document.addEventListener("awake", () => { $("full").title = awakeWords(); });

function beat() {
  const gone = (now() - turnedAt) / 1000;
  $("until").value = held ? 0 : Math.min(gone, seconds);
  if (!held && gone >= seconds && LARGE.matches) turn(1);
  if (now() - touchedAt > UNTOUCHED) document.body.classList.remove("touched");
  if (lost) tellAge();
}

$("acts").hidden = false;
show("");
touch();
setInterval(beat, 250);
keepAsking();
keepAwake();
