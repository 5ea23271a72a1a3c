// Clocks count down to a deadline the server gave, in the server's time; a table or a laptop with a wrong clock shows the same.
const LAST = 300; // seconds: from here on the clock is gold

export function face(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
}

export function phase(seconds) {
  return seconds <= 0 ? "over" : seconds <= LAST ? "last" : "";
}

// How far this device is behind the server. A page the browser brings back (history, a 304) is older than it looks:
// what was measured when it first came is kept under the server's time of it.
export function measure(serverNow, deviceNow, store) {
  const key = `clock ${serverNow}`;
  try {
    const known = store.getItem(key);
    if (known !== null) return Number(known);
    store.setItem(key, String(serverNow - deviceNow));
  } catch { /* no storage in this browser: the page is taken as fresh */ }
  return serverNow - deviceNow;
}

const behind = new Map();
let loading = true; // what is swapped into the page later is always fresh

function offset(serverNow) {
  if (!behind.has(serverNow)) {
    const deviceNow = Date.now();
    behind.set(serverNow, loading ? measure(serverNow, deviceNow, window.sessionStorage) : serverNow - deviceNow);
  }
  return behind.get(serverNow);
}

export function secondsLeft(clock) {
  const ahead = offset(Number(clock.dataset.now)); // measured before the time is read: else the first face is a second too high
  return (Number(clock.dataset.deadline) - ahead - Date.now()) / 1000;
}

function show(clock) {
  const seconds = secondsLeft(clock);
  const now = phase(seconds);
  const text = face(seconds);
  const shown = clock.querySelector(".clock-face");
  if (shown.textContent !== text) shown.textContent = text;
  if (now === (clock.dataset.phase || "")) return;
  clock.dataset.phase = now;
  clock.classList.toggle("last", now === "last");
  clock.classList.toggle("over", now === "over");
  const said = clock.querySelector("[role=status]"); // a silent clock has none
  if (said) said.textContent = now === "over" ? clock.dataset.sayOver : clock.dataset.sayLast;
  clock.dispatchEvent(new CustomEvent(`clock-${now}`, { bubbles: true }));
}

export function tick() {
  for (const clock of document.querySelectorAll(".clock[data-deadline]")) show(clock);
}

if (typeof document !== "undefined") {
  tick();
  loading = false;
  setInterval(tick, 250);
  document.addEventListener("visibilitychange", tick);
}
