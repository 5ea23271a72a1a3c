// An event that is moved keeps its length: the last day goes along with the first.
const [first, last] = ["starts_on", "ends_on"].map((name) => document.querySelector(`input[name=${name}]`));
let before = first.valueAsNumber; // milliseconds, NaN where no day is written

first.addEventListener("change", () => {
  const now = first.valueAsNumber;
  if (Number.isNaN(now)) return;
  const length = last.valueAsNumber - before;
  last.valueAsNumber = now + (length > 0 ? length : 0);
  before = now;
});
