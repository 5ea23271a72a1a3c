// The count of the pairs that will be taken, while boxes are ticked. Without a script the server counts all the same.
const number = document.querySelector("[data-count]");
const word = document.querySelector("[data-count-word]");
const button = document.querySelector("[data-take]");
const boxes = [...document.querySelectorAll("[data-takes]")];
const good = Number(number.textContent);

function count() {
  const pairs = good + boxes.reduce((sum, box) => sum + (box.checked ? Number(box.dataset.takes) : 0), 0);
  number.textContent = pairs;
  word.textContent = ngettext("pair to take", "pairs to take", pairs);
  button.firstChild.textContent = interpolate(ngettext("Take %s pair", "Take %s pairs", pairs), [pairs]) + " ";
  button.disabled = pairs === 0;
}

document.addEventListener("change", event => boxes.includes(event.target) && count());
addEventListener("pageshow", count);
