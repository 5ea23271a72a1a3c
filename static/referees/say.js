// What is read out to those who do not see the screen: each thing once, when it changes.
import { el } from "./elements.js";

const KEPT = 4; // sentences that stay in the region; those before them have been read
const last = new Map();
const region = el("div", { class: "off-screen", role: "status", "aria-live": "polite", id: "said" });

/** Say something about `topic` unless that was said last; null is silence, and lets the same be said again. */
export function say(topic, words) {
  if ((last.get(topic) ?? null) === words) return;
  last.set(topic, words);
  if (words === null) return;
  if (!region.isConnected) document.body.append(region);
  region.append(el("p", {}, words));
  while (region.children.length > KEPT) region.firstChild.remove();
}

/** Know what stands there already without reading it out. */
export const known = (topic, words) => last.has(topic) || last.set(topic, words);
