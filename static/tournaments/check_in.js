// Check-in by keyboard: the field keeps the focus, arrow keys go through those who may be meant. Without it the forms work.
const form = document.getElementById("check-in-form");
const field = document.getElementById("who");
const lost = document.getElementById("check-in-lost");
const state = document.getElementById("check-in");
let sent = "";

function giveBack() {
  if (field.value) return; // the next one is being typed already
  field.value = sent;
  field.select();
}

document.addEventListener("htmx:beforeSend", event => {
  if (event.detail.elt !== form) return;
  sent = field.value;
  field.value = "";
});
document.addEventListener("htmx:afterSwap", event => {
  if (event.detail.target !== state) return;
  lost.hidden = true;
  if (!state.querySelector("[data-done]")) giveBack();
  else if (field.value === sent) field.value = ""; // it was given back, and one of those offered was chosen
  field.focus();
});
for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, () => {
    lost.hidden = false;
    giveBack();
    field.focus();
  });
}

addEventListener("keydown", event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const choices = [field, ...state.querySelectorAll("[data-candidates] button")];
  const at = choices.indexOf(document.activeElement);
  if (!step || at < 0 || choices.length < 2) return;
  event.preventDefault();
  choices[(at + step + choices.length) % choices.length].focus();
});
