// What a role may not write alone, a referee confirms with his PIN at the same tablet. The PIN goes with one attempt.
import { choice, el, field, icon, p, span } from "./elements.js";

const LADDER = ["record_deals", "penalise", "rule"]; // who may the later may the earlier
const ACT_OF_LINE = {
  void: "penalise",
  penalty: "penalise",
  no_show: "penalise",
  forfeit: "penalise",
  ruling: "rule",
};
const PIN = /^[0-9]{4,8}$/;

const typed = new WeakMap(); // by intention: {official, pin}, in memory only

const stronger = (one, two) => (LADDER.indexOf(one) > LADDER.indexOf(two) ? one : two);

/** What writing a line asks for: its own kind's act, and that of every line it touches. */
export function actOf(line, lines = []) {
  const byId = new Map(lines.map((one) => [one.id, one]));
  const waiting = [line];
  let act = "record_deals";
  while (waiting.length) {
    const one = waiting.pop();
    act = stronger(act, one.kind === "penalty" && one.code === "other" ? "rule" : (ACT_OF_LINE[one.kind] ?? act));
    for (const name of [one.of, one.instead_of, one.before]) {
      if (byId.has(name)) waiting.push(byId.get(name));
      byId.delete(name);
    }
  }
  return act;
}

const officials = (facts, act) => (facts.countersigners ?? []).filter((one) => one.may.includes(act));

/** Whether an act can be done at this tablet: by who holds the pen, or with the PIN of somebody who may. */
export const canDo = ({ door, facts }, act) =>
  door.may(act) || (door.may("hold_pen") && officials(facts, act).length > 0);

/** Whether somebody else has to confirm. */
export const needsPin = ({ door, facts }, act) => !door.may(act) && canDo({ door, facts }, act);

function entryOf(intention, facts, act) {
  const list = officials(facts, act);
  const entry = typed.get(intention) ?? { official: list.length === 1 ? list[0].id : null, pin: "" };
  typed.set(intention, entry);
  return entry;
}

/** What is still missing, as a sentence; null where nothing is. */
export function missingPin(desk, intention, act) {
  if (!needsPin(desk, act) || intention.sending) return null; // while it is on its way, the PIN is gone already
  const { official, pin } = entryOf(intention, desk.facts, act);
  if (!officials(desk.facts, act).some((one) => one.id === official))
    return gettext("Say first which referee confirms this.");
  if (!PIN.test(pin)) return gettext("The referee types his PIN first: 4 to 8 figures.");
  return null;
}

/** What goes along with one attempt, or null. The PIN is forgotten here and now, whatever becomes of the attempt. */
export function takePin(desk, intention, act) {
  if (!needsPin(desk, act)) return null;
  const entry = typed.get(intention);
  const given = { official: entry.official, pin: entry.pin };
  entry.pin = "";
  return given;
}

/** Who has to confirm, in a few words for a button. */
export const confirmsWords = (act) =>
  act === "rule" ? gettext("the chief referee confirms with his PIN") : gettext("a referee confirms with his PIN");

/** The name of who was chosen to confirm. */
export const confirmer = (desk, intention) =>
  (desk.facts.countersigners ?? []).find((one) => one.id === typed.get(intention)?.official)?.name ?? null;

/** The panel in which a referee confirms; null where nobody has to. `draw` shows anew what hangs on it. */
export function countersignPanel(desk, intention, act, draw) {
  if (!needsPin(desk, act)) return null;
  const entry = entryOf(intention, desk.facts, act);
  const list = officials(desk.facts, act);
  const person = ({ id, name }) =>
    choice(
      "radio",
      "confirms",
      String(id),
      entry.official === id,
      () => {
        entry.official = id;
        draw();
        document.getElementById("countersign-pin")?.focus();
      },
      [span("", name)],
    );
  return el(
    "fieldset",
    { class: "countersign stack", id: "countersign" },
    el(
      "legend",
      { class: "legend" },
      act === "rule" ? gettext("The chief referee confirms") : gettext("A referee confirms"),
    ),
    p(
      "small soft",
      icon("hold"),
      " ",
      gettext("Your role does not do this alone. The PIN holds for this one time and is kept nowhere."),
    ),
    el("div", { class: "names" }, list.map(person)),
    field(gettext("PIN of the referee"), pinField(desk, intention, act, entry, draw)),
  );
}

/** The field keeps its figures while the screen is drawn anew; they stand in no attribute of the page. */
function pinField(desk, intention, act, entry, draw) {
  const input = el("input", {
    class: "input figures narrow",
    id: "countersign-pin",
    type: "password",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "8",
    input: ({ target }) => {
      const could = missingPin(desk, intention, act) === null;
      entry.pin = target.value.replaceAll(/\D/g, "");
      if (target.value !== entry.pin) target.value = entry.pin;
      if (could !== (missingPin(desk, intention, act) === null)) draw();
    },
  });
  input.value = entry.pin;
  return input;
}

/** Show where the referee confirms: on a phone it lies further down. */
export function toCountersign() {
  document.getElementById("countersign")?.scrollIntoView({ block: "center" });
}

/** Write lines that may need a referee's PIN; whatever happens, the PIN is gone afterwards and the rest is kept. */
export async function writeConfirmed(desk, intention, act, lines) {
  intention.countersign = takePin(desk, intention, act);
  try {
    await desk.write(intention, lines);
  } finally {
    intention.countersign = null;
  }
}
