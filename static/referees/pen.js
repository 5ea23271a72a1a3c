// Figures to press for the PIN; without a script the field itself is typed into.
import { button, show } from "./elements.js";

const pin = document.querySelector("input[name=pin]");
const keys = document.getElementById("keys");

if (pin && keys) {
  const type = (figure) => () => {
    if (pin.value.length < pin.maxLength) pin.value += figure;
  };
  const key = (figure) => button(String(figure), type(figure), { id: `key-${figure}` });
  show(
    keys,
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(key),
    button(
      gettext("Clear"),
      () => {
        pin.value = "";
      },
      { kind: "word", id: "key-clear" },
    ),
    key(0),
    button(
      "⌫",
      () => {
        pin.value = pin.value.slice(0, -1);
      },
      { "aria-label": gettext("Delete the last figure"), id: "key-back" },
    ),
  );
  keys.hidden = false;
  // The pad is there, so the screen keyboard of the tablet need not cover half of it.
  if (matchMedia("(pointer: coarse)").matches) pin.inputMode = "none";
}
