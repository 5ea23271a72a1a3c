// The name of this window: one owner per table means one window of one tablet. It survives a reload and a walk from
// table to table; a second window, opened by whatever means, has another one.
import { newId } from "./intention.js";
import { inWindow } from "./kept.js";

const KEY = "domino-desk:holder";
const REPLY = 120; // milliseconds in which another window that has our name says so
const born = newId();
const hall = "BroadcastChannel" in self ? new BroadcastChannel("domino-desk") : null;
const brought = inWindow.read(KEY);
let name = brought ?? take();
let settle;

/** Done when no other window can have this name any more: only then does a table learn it. */
export const named = new Promise((resolve) => {
  settle = resolve;
});

function take() {
  const fresh = newId();
  inWindow.keep(KEY, fresh);
  return fresh;
}

/** Give the name under which this window holds tables. */
export const holder = () => name;

const ask = () => hall?.postMessage({ asks: name, from: born });

// A window that was duplicated comes with the name of the first one: it asks whether somebody has that name already.
hall?.addEventListener("message", ({ data }) => {
  if (data.asks === name && data.from !== born) hall.postMessage({ has: name, to: data.from });
  if (data.has !== name || data.to !== born) return;
  name = take();
  settle();
});
// One that was frozen when it was asked could not answer; it asks itself when it wakes.
addEventListener("pageshow", (event) => event.persisted && ask());
document.addEventListener("visibilitychange", () => document.hidden || ask());

ask();
if (brought && hall) setTimeout(settle, REPLY);
else settle();
