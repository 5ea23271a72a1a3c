// A keyboard does what fingers do: figures press the pad, Enter the next hand or the main button, Escape goes back.

const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select";
const AGAIN = 400; // milliseconds after a line was written in which a second Enter is the first one's echo
const PRESSED = "button, a, summary"; // Enter is theirs already

export function listenToKeys(desk) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || desk.dialog.open) return;
    if (event.key === "Enter" && (event.repeat || performance.now() - desk.writtenAt < AGAIN)) return event.preventDefault();
    const act = actOf(event.key, event.target, desk);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actOf(key, target, desk) {
  if (key === "Escape") return desk.screen ? () => desk.go("") : null;
  if (key === "Enter") return target.closest("textarea") || target.closest(PRESSED) ? null : pressed("key-next", "write");
  if (target.closest(FIELDS)) return null;
  if (/^[0-9]$/.test(key)) return pressed(`key-${key}`);
  return key === "Backspace" ? pressed("key-back") : null;
}

function pressed(...ids) {
  const found = ids.map((id) => document.getElementById(id)).find((one) => one && !one.disabled);
  return found ? () => found.click() : null;
}
