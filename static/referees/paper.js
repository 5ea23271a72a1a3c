// A score sheet typed without a mouse: Enter goes on as Tab does, rows grow, the rules read along.
const form = document.getElementById("paper");
const PAUSE = 350; // milliseconds after the last key until the sheet is read
let waiting = 0;
let asked = 0;

const rows = () => [...form.querySelectorAll(".paper-row")];
const boxes = row => [...row.querySelectorAll("input.input")];
const isBlank = row => boxes(row).every(box => !box.value.trim()) && row.dataset.what === "deal";

function grow() {
  const last = rows().at(-1);
  if (last && isBlank(last)) return;
  const number = rows().length;
  const html = document.getElementById("row").innerHTML.replaceAll("__n__", String(number));
  document.getElementById("rows").insertAdjacentHTML("beforeend", html);
  numberRows();
}

/** Number the deals as the rules read them; one that is not read yet has the number it will have. */
function numberRows() {
  let next = 1;
  for (const row of rows()) {
    const cell = row.querySelector(".row-number");
    const read = cell.classList.contains("to-come") ? 0 : Number(cell.textContent);
    const number = read || (row.dataset.what === "deal" ? next : 0);
    cell.textContent = number || "";
    if (number) next = number + 1;
  }
}

function goOn(box) {
  const row = box.closest(".paper-row");
  const list = row ? boxes(row) : [];
  const place = list.indexOf(box);
  if (box === form.elements.leader) return boxes(rows()[0])[0].focus();
  // Enter through an empty row says that the deals are over; not at its first box, which stays empty where B scores.
  if (row && place === list.length - 1 && isBlank(row)) return form.elements.score_a.focus();
  if (row && place >= 0 && place < list.length - 1) return list[place + 1].focus();
  if (row && box.matches("select")) return (row.querySelector(`.${nextPart(box, row)}`) ?? list[0]).focus();
  if (row) {
    grow();
    return boxes(rows()[rows().indexOf(row) + 1])[0].focus();
  }
  const all = [...form.querySelectorAll("input:not([type=hidden]), select, button.main")].filter(field => field.offsetParent);
  all[all.indexOf(box) + 1]?.focus();
}

function nextPart(box, row) {
  const parts = ["row-what", "row-who", "row-code"].map(name => row.querySelector(`.${name} > select`)).filter(Boolean);
  const seen = parts.filter(part => part.offsetParent);
  const next = seen[seen.indexOf(box) + 1];
  return next ? `${next.parentElement.className} > select` : "none";
}

function tell(answer) {
  answer.rows.forEach((read, index) => {
    const row = rows()[index];
    if (!row) return;
    const touched = !row.contains(document.activeElement);
    const number = row.querySelector(".row-number");
    number.textContent = read.number ?? "";
    number.classList.toggle("to-come", !read.number);
    row.querySelector(".row-leader").replaceChildren(...(read.leader ? [mark(read.leader)] : []));
    const fault = touched ? read.fault : "";
    row.classList.toggle("wrong", Boolean(fault));
    row.querySelector(".row-fault").textContent = fault || (read.total ? `${read.total.A} : ${read.total.B}` : "");
  });
  numberRows();
  document.getElementById("outcome").textContent = answer.outcome;
}

function mark(seat) {
  const sign = document.createElement("b");
  sign.className = `mark ${seat[0].toLowerCase()}`;
  sign.textContent = seat;
  return sign;
}

async function read() {
  const number = ++asked;
  try {
    const response = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), credentials: "same-origin" });
    if (response.ok && number === asked) tell(await response.json());
  } catch {
    // Without contact nothing is said beside the rows; the sheet is checked when it is written.
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(read, PAUSE);
}

function show(field) {
  const row = field.closest(".paper-row");
  if (row && field.name.endsWith("-what")) {
    row.dataset.what = field.value;
    numberRows();
  }
  if (field.name.startsWith("how_")) field.closest("li").querySelector(".why-not").classList.toggle("asked", field.value === "refused");
}

/** Find the box to mend: the one that is marked, else the first that is seen, of a row the first of figures. */
function wrongBox(place) {
  const marked = place?.querySelector("[aria-invalid=true]");
  const seen = kind => [...(place?.querySelectorAll(kind) ?? [])].find(box => box.offsetParent);
  return marked ?? seen("input.input") ?? seen("select");
}

if (form) {
  form.classList.add("with-script");
  form.querySelectorAll("select").forEach(show);
  rows().forEach(row => row.classList.toggle("wrong", Boolean(row.querySelector(".row-fault").textContent.trim()) && !row.querySelector(".row-fault .num")));
  form.addEventListener("input", event => { show(event.target); grow(); soon(); });
  form.addEventListener("change", event => { show(event.target); grow(); soon(); });
  form.addEventListener("focusout", soon);
  form.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.target.matches("button, summary, a")) return;
    event.preventDefault();
    goOn(event.target);
  });
  (wrongBox(form.querySelector(".wrong")) ?? form.elements.leader).focus();
}
