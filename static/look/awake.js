// The screen stays awake while somebody writes. A browser allows it to a secure page alone, takes it back when the page is
// hidden, and may refuse it, on a low battery for instance. The page hears of every change by the event `awake` of the document.
const { document, navigator } = globalThis;

let wanted = false;
let lock = null;
let asking = null;
let now = ""; // "" before it was asked for | awake | away | refused | insecure | unsupported

export function awake() {
  return now;
}

// Ask that the screen stays awake until letSleep(); answer what came of it.
export async function keepAwake() {
  if (!wanted) document.addEventListener("visibilitychange", again);
  wanted = true;
  await ask();
  return now;
}

export async function letSleep() {
  wanted = false;
  document.removeEventListener("visibilitychange", again);
  await asking; // a lock that is still on its way would come after us
  if (wanted) return; // and somebody may have asked for it again meanwhile
  const held = lock;
  lock = null;
  await held?.release();
  become("");
}

// What a page can tell about it; nothing where there is nothing to tell.
export function awakeWords(state = now) {
  return {
    awake: () => gettext("The screen stays awake."),
    refused: () => gettext("The screen may go dark: this device does not keep it awake just now. Is its battery low?"),
    insecure: () => gettext("The screen cannot be kept awake here: open the secure address."),
    unsupported: () => gettext("This browser cannot keep the screen awake: set the device to do so."),
  }[state]?.() ?? "";
}

function ask() {
  asking ??= request().finally(() => { asking = null; });
  return asking;
}

async function request() {
  if (lock) return;
  if (!globalThis.isSecureContext) return become("insecure");
  if (!navigator.wakeLock) return become("unsupported");
  if (document.visibilityState !== "visible") return become("away");
  try {
    const held = await navigator.wakeLock.request("screen");
    if (held.released) return become("away");
    lock = held;
    held.addEventListener("release", () => lost(held));
    become("awake");
  } catch { // NotAllowedError, by the battery or by the settings of the device; or it was hidden meanwhile
    become(document.visibilityState === "visible" ? "refused" : "away");
  }
}

// The system took it back: with the page when that is hidden, else because it has reasons of its own.
function lost(held) {
  if (lock !== held) return;
  lock = null;
  become(document.visibilityState === "visible" ? "refused" : "away");
}

function again() {
  if (document.visibilityState === "visible") ask();
}

function become(state) {
  if (state === now) return;
  now = state;
  document.dispatchEvent(new CustomEvent("awake", { detail: state }));
}
