// Three signals a table can hear, made of tones, no files. Off until somebody switches them on at this device. A browser lets
// a page sound only after a touch: until then a signal is silent, and it is not made up for later, when it would mislead.
const KEY = "sound";
const { document } = globalThis;

let context = null;
let chosen = null; // where the device keeps nothing, the choice holds as long as the page

export function soundIsOn() {
  chosen ??= kept() === "on";
  return chosen;
}

export function switchSound(on) {
  chosen = Boolean(on);
  keep(chosen ? "on" : "off");
  if (chosen) wake();
  else context?.suspend();
  show();
  document.dispatchEvent(new CustomEvent("sound", { detail: chosen }));
}

// Each gives a promise of whether it was heard. A tone: pitch in hertz, when it begins and how long it lasts in seconds.
export const warning = () => play([[660, 0, 0.18], [660, 0.3, 0.18]]); // five minutes are left
export const over = () => play([[880, 0, 0.25], [660, 0.3, 0.25], [440, 0.6, 0.7]]); // the time is over
export const call = () => play([[784, 0, 0.14], [988, 0.17, 0.14], [784, 0.34, 0.14], [988, 0.51, 0.3]]); // somebody calls

async function play(tones) {
  if (!soundIsOn() || context?.state !== "running") return false;
  const begin = context.currentTime + 0.02;
  for (const tone of tones) sound(tone, begin);
  return true;
}

function sound([pitch, from, length], begin) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "triangle"; // carries over voices and tiles, and small loudspeakers have it
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin + from); // rises and falls softly: an edge would click
  volume.gain.linearRampToValueAtTime(0.5, begin + from + 0.015);
  volume.gain.setValueAtTime(0.5, begin + from + length - 0.06);
  volume.gain.linearRampToValueAtTime(0, begin + from + length);
  source.connect(volume).connect(context.destination);
  source.start(begin + from);
  source.stop(begin + from + length);
}

// Called by a touch or a key: only then may a page begin to sound. iPads take it back ("interrupted") with every call and lock.
async function wake() {
  const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (!soundIsOn() || !Context || context?.state === "running") return;
  try {
    context ??= new Context();
    await context.resume();
  } catch { /* no loudspeaker just now: the next touch tries again */ }
}

function kept() {
  try {
    return globalThis.localStorage.getItem(KEY);
  } catch { // private mode, or a device that keeps nothing
    return null;
  }
}

function keep(value) {
  try {
    globalThis.localStorage.setItem(KEY, value);
  } catch { /* the choice holds as long as the page */ }
}

function show() {
  for (const button of document.querySelectorAll("button[data-sound]")) {
    button.closest("[data-sound-choice]").hidden = false;
    button.setAttribute("aria-pressed", String((button.dataset.sound === "on") === soundIsOn()));
  }
}

async function choose({ target }) {
  const button = target.closest?.("button[data-sound]");
  if (!button) return;
  switchSound(button.dataset.sound === "on");
  await wake();
  call(); // so that everybody knows what to listen for
}

if (document) {
  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, wake, { capture: true });
  document.addEventListener("click", choose);
  globalThis.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    chosen = null; // another page of this device switched it
    show();
  });
  show(); // modules run when the page is there
}
