// The count of the rows that will be taken, while boxes are ticked. Without a script the server counts all the same.
const number = document.querySelector("[data-count]");
const word = document.querySelector("[data-count-word]");
const button = document.querySelector("[data-take]");
const boxes = [...document.querySelectorAll("[data-takes]")];
const good = Number(number.textContent);

const WORDS = {
  pair: n => [ngettext("pair to take", "pairs to take", n), ngettext("Take %s pair", "Take %s pairs", n)],
  player: n => [ngettext("player to take", "players to take", n), ngettext("Take %s player", "Take %s players", n)],
  team: n => [ngettext("team to take", "teams to take", n), ngettext("Take %s team", "Take %s teams", n)],
};

function count() {
  const taken = good + boxes.reduce((sum, box) => sum + (box.checked ? Number(box.dataset.takes) : 0), 0);
  const [beside, act] = WORDS[button.dataset.take](taken);
  number.textContent = taken;
  word.textContent = beside;
  button.firstChild.textContent = interpolate(act, [taken]) + " ";
  button.disabled = taken === 0;
}

document.addEventListener("change", event => boxes.includes(event.target) && count());
addEventListener("pageshow", count);
