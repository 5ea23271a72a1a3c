// Small signs at a seat: cards and warnings, of this game and brought along; with words for who cannot see them.
import { cardSign, el, span } from "./elements.js";
import { burdens } from "./preview.js";
import { breach, cardName } from "./words.js";

const times = (code, count) => (count > 1 ? `${breach(code)} ×${count}` : breach(code));

/** Say it in one sentence: "yellow card (from an earlier game), warned: Talking". Empty where there is nothing. */
export function inWords({ cards, warnings }) {
  const card = ({ card: name, earlier }) =>
    earlier ? interpolate(gettext("%(card)s from an earlier game"), { card: cardName(name) }, true) : cardName(name);
  const here = warnings.filter((one) => !one.earlier).map(({ code, count }) => times(code, count));
  const before = warnings.filter((one) => one.earlier).map(({ code, count }) => times(code, count));
  return [
    ...cards.map(card),
    here.length ? interpolate(gettext("breaches: %(list)s"), { list: here.join(", ") }, true) : null,
    before.length ? interpolate(gettext("warned in earlier games: %(list)s"), { list: before.join(", ") }, true) : null,
  ]
    .filter(Boolean)
    .join("; ");
}

/** The signs of one chair, or null. */
export function signsOf(game, seat) {
  const burden = burdens(game)[seat];
  const words = inWords(burden);
  if (!words) return null;
  const count = burden.warnings.reduce((sum, one) => sum + one.count, 0);
  const earlier = burden.warnings.every((one) => one.earlier);
  return el(
    "span",
    { class: "seat-signs", title: words, "data-signs": seat },
    span("off-screen", `, ${words}`),
    burden.cards.map((one) => el("span", { class: one.earlier ? "brought-sign" : null }, cardSign(one.card))),
    count
      ? el("span", { class: `warned${earlier ? " brought-sign" : ""}`, "aria-hidden": "true" }, `! ${count}`)
      : null,
  );
}
