// An event that is moved keeps its length: the last day goes along with the first, unless one wrote a last day that still comes after it.
const [first, last] = ["starts_on", "ends_on"].map((name) => document.querySelector(`input[name=${name}]`));
let before = first.valueAsNumber; // milliseconds, NaN where no day is written
let written = false;

last.addEventListener("change", () => (written = true));

first.addEventListener("change", () => {
  const now = first.valueAsNumber;
  if (Number.isNaN(now)) return;
  const length = last.valueAsNumber - before;
  if (!written || !(last.valueAsNumber >= now)) last.valueAsNumber = now + (length > 0 ? length : 0);
  before = now;
});
