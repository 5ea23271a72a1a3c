// What was recorded: the deals as people write them on paper, and every line of the log with its corrections.
import { button, cardSign, el, hour, icon, mark, p, phrase, pin, span } from "./elements.js";
import { SideName, marked, personOf, sideName } from "./people.js";
import { tableBefore } from "./preview.js";
import { dealNumber, leaderNow, rows } from "./rows.js";
import { breach, points, sanction } from "./words.js";

const figure = (points, side) =>
  el("td", { class: `right num ink-${side.toLowerCase()}` }, points > 0 ? `+${points}` : points ? `−${-points}` : "");
const total = (score) => el("td", { class: "right num" }, score ? `${score.A}:${score.B}` : "");

function ending(row, rules) {
  const { line, deal } = row;
  if (deal.ending === "out") return [gettext("Out"), " ", mark(line.by)];
  const level = !deal.points.A && !deal.points.B;
  if (deal.ending === "false_pass")
    return [
      level ? gettext("False pass") : gettext("False pass, all hands counted"),
      row.penalty ? [" ", whom(row.penalty), ", ", fineOf(row.penalty, rules)] : null,
    ];
  if (deal.ending === "points") return level ? gettext("Level deal") : gettext("Points from paper");
  return level ? gettext("Level deal, nobody scores") : [gettext("Fish"), line.by ? [" ", mark(line.by)] : null];
}

/** What a penalty brought; points that are the person's own (A16) do not move the score beside it. */
function costOf(penalty, rules) {
  const own = penalty.sanction === "fine" && penalty.points > 0 && isOwn(penalty, rules);
  return [
    penalty.card ? cardSign(penalty.card) : null,
    own
      ? interpolate(gettext("−%(points)s of his own points"), { points: penalty.points }, true)
      : sanction(penalty),
  ];
}

/** Beside the points of a deal, which are no fine. */
const fineOf = (penalty, rules) =>
  penalty.sanction === "fine" && penalty.points > 0 && !penalty.card && !isOwn(penalty, rules)
    ? interpolate(gettext("fine %(points)s"), penalty, true)
    : costOf(penalty, rules);

const isOwn = ({ seat }, rules) => rules.fines_to === "person" && seat !== null;

const whom = (penalty) => mark(penalty.seat ?? penalty.side);

/** A row between two deals, in a few words. */
function aside(row, rules) {
  const { line } = row;
  switch (row.kind) {
    case "penalty":
      return [
        whom(row.penalty),
        " ",
        breach(row.penalty.code),
        ": ",
        costOf(row.penalty, rules),
      ];
    case "time":
      return line.in_deal ? gettext("Time over, in the deal") : gettext("Time over, between deals");
    case "void":
      return line.scope === "game"
        ? [gettext("The game is void"), ": ", line.reason]
        : [gettext("The deal is void"), ": ", line.reason];
    case "annulled":
      return gettext("A deal, void with the game");
    case "replayed":
      return gettext("Level deal, played again");
    case "no_show":
      return [gettext("No-show"), ": ", sides(line.side)];
    case "forfeit":
      return [gettext("Forfeit"), ": ", sides(line.side), ", ", line.reason];
    case "ruling":
      return [gettext("Ruling"), ` ${line.score.A}:${line.score.B}, `, line.reason];
    case "protest":
      return [gettext("Protest"), line.side ? [" ", mark(line.side)] : null, ": ", line.text];
    default:
      return [gettext("Note"), ": ", line.text];
  }
}

const sides = (side) => (side === "both" ? gettext("both sides") : sideName(side));

/** What a fine moved on a side that got or lost it. */
function moved(penalty, side, rules) {
  if (penalty?.sanction !== "fine" || isOwn(penalty, rules)) return 0;
  const to = rules.fines_to === "opponents";
  if (to !== (penalty.side !== side)) return 0;
  return to ? penalty.points : -penalty.points;
}

/** A false pass ends its deal: its penalty and the deal are one line, and one row to read. */
function oneRowEach(all) {
  const joined = all.map((row) =>
    row.kind === "deal" && row.line.kind === "penalty"
      ? { ...row, penalty: all.find((one) => one.kind === "penalty" && one.line.id === row.line.id).penalty }
      : row,
  );
  const inDeals = new Set(joined.filter((row) => row.kind === "deal").map((row) => row.line.id));
  return joined.filter((row) => row.kind !== "penalty" || !inDeals.has(row.line.id));
}

/** The table of deals; `next` shows the deal that is to come as its last row, `touch(line)` is called by a row. */
export function dealTable(game, { next = true, last = Infinity, touch = null } = {}) {
  const body = oneRowEach(rows(game))
    .slice(-last)
    .map((row) => (row.kind === "deal" ? dealRow(row, game.rules, touch) : asideRow(row, game, touch)));
  if (next && game.fold.state === "running") body.push(nextRow(game));
  const head = [gettext("Deal"), gettext("Leads"), gettext("How it ended")].map((words) =>
    el("th", { scope: "col" }, words),
  );
  const right = ["A", "B"].map((side) => el("th", { scope: "col", class: "right" }, mark(side)));
  return el(
    "table",
    { class: touch ? "table deals touched" : "table deals" },
    el("thead", {}, el("tr", {}, head, right, el("th", { scope: "col", class: "right" }, gettext("Score")))),
    el("tbody", {}, body),
  );
}

/** What a row is pressed by: its number or sign; the whole row answers a finger as well. */
const handle = (row, touch, face) =>
  touch
    ? el(
        "button",
        { type: "button", class: "row-handle", id: `row-${row.line.id}`, "aria-label": handleWords(row) },
        face,
      )
    : face;

const handleWords = (row) =>
  row.kind === "deal"
    ? interpolate(gettext("Deal %(number)s: correct or strike it"), { number: row.number }, true)
    : interpolate(gettext("Line %(number)s: correct or strike it"), { number: row.line.number }, true);

const touched = (row, touch) => (touch ? { click: () => touch(row.line), "data-row": row.line.id } : {});

const dealRow = (row, rules, touch) =>
  el(
    "tr",
    touched(row, touch),
    el("th", { scope: "row" }, handle(row, touch, String(row.number))),
    el("td", {}, mark(row.deal.leader)),
    el("td", {}, ending(row, rules)),
    ["A", "B"].map((side) => figure(row.deal.points[side] + moved(row.penalty, side, rules), side)),
    total(row.total),
  );

const SIGNS = { time: "wait", note: "edit", seat: "hold" };

const asideRow = (row, game, touch) =>
  el(
    "tr",
    { class: "side-note", ...touched(row, touch) },
    el("td", {}, handle(row, touch, icon(SIGNS[row.kind] ?? "warn"))),
    el("td", { colspan: "2" }, row.kind === "seat" ? inWords(row.line, game) : aside(row, game.rules)),
    ["A", "B"].map((side) => figure(moved(row.penalty, side, game.rules), side)),
    total(["A", "B"].some((side) => moved(row.penalty, side, game.rules)) ? row.total : null),
  );

function nextRow(game) {
  const leader = leaderNow(game);
  return el(
    "tr",
    { class: "here" },
    el("th", { scope: "row" }, String(dealNumber(game))),
    el("td", {}, leader ? mark(leader) : ""),
    el("td", { colspan: "4" }, pin(), " ", game.fold.deal_open ? gettext("on the table") : gettext("next")),
  );
}

/** What followed from the last line, if that was a penalty: said until something else is written. */
export function lastPenalty(game) {
  const last = game.lines.at(-1);
  const row =
    last?.kind === "penalty" && last.counts
      ? rows(game).find((one) => one.line.id === last.id && one.kind === "penalty")
      : null;
  if (!row) return null;
  const { penalty } = row;
  const who = penalty.seat ? marked(game, penalty.seat) : [mark(penalty.side), " ", SideName(penalty.side)];
  const follows = followed(game, row);
  return el(
    "div",
    { class: "notice now", role: "status" },
    icon("warn"),
    el(
      "div",
      {},
      el(
        "p",
        {},
        el(
          "strong",
          {},
          who,
          ": ",
          breach(penalty.code),
          ", ",
          penalty.card ? cardSign(penalty.card) : null,
          sanction(penalty),
        ),
      ),
      follows ? p("", follows) : null,
    ),
  );
}

function followed(game, row) {
  const { penalty } = row;
  const { rules } = game;
  if (penalty.sanction === "none") return gettext("The opponents let the deal go on: nobody is fined.");
  if (penalty.sanction !== "fine") return null;
  if (!penalty.points) return nothingTaken(game, row);
  const other = penalty.side === "A" ? "B" : "A";
  if (rules.fines_to === "opponents")
    return phrase(gettext("%(points)s to %(mark)s."), { points: points(penalty.points), mark: mark(other) });
  return phrase(gettext("%(points)s taken from %(mark)s."), {
    points: points(penalty.points),
    mark: mark(rules.fines_to === "person" && penalty.seat ? penalty.seat : penalty.side),
  });
}

/** A fine of no points: after the end, or of somebody who had nothing that could be taken (A16). */
function nothingTaken(game, { line, penalty }) {
  const { fold } = tableBefore(game, { kind: "note", text: "", before: line.id });
  if (fold.stage === "finished") return gettext("The game was over: the fine stands in the protocol, the score stays.");
  const has = fold.score[penalty.side] - (isOwn(penalty, game.rules) ? fold.ownFines[penalty.seat] : 0);
  if (game.rules.fines_to === "opponents" || has > 0) return null; // the tariff itself has no points for it
  return gettext("There were no points to take: the fine stands in the protocol, the score stays.");
}

// -- every line ------------------------------------------------------------------------------------------------------

const KINDS = {
  seat: (line, game) => phrase(gettext("%(who)s sits here"), { who: [mark(line.seat), " ", seatName(line, game)] }),
  start: (line, game) => phrase(gettext("Start: %(who)s leads"), { who: marked(game, line.leader) }),
  deal_begin: (line) =>
    line.leader ? phrase(gettext("Deal begins, led by %(mark)s"), { mark: mark(line.leader) }) : gettext("Deal begins"),
  deal: (line) => {
    if (line.ending === "points")
      return phrase(gettext("Deal from paper: %(points)s to %(mark)s"), {
        points: points(line.points),
        mark: mark(line.side),
      });
    const left = Object.entries(line.left).map(([seat, hand]) =>
      span("left-in-hand", mark(seat), " ", Array.isArray(hand) ? hand.join(" ") || "0" : String(hand)),
    );
    return [line.ending === "out" ? gettext("Out") : gettext("Fish"), " ", mark(line.by), left];
  },
  penalty: (line) => [mark(line.seat ?? line.side), " ", breach(line.code), line.text ? ` (${line.text})` : null],
  strike: (line) => [gettext("Strike"), ": ", line.reason],
};

const seatName = (line, game) => personOf(game, line.player)?.name ?? gettext("substitute");

const inWords = (line, game) => (KINDS[line.kind] ? KINDS[line.kind](line, game) : aside({ kind: line.kind, line }));

export function logScreen(desk) {
  const { game } = desk;
  const all = rows(game);
  const rowOf = (kind, line) => all.find((row) => row.kind === kind && row.line.id === line.id);
  return el(
    "div",
    { class: "page narrow whole-log" },
    el(
      "div",
      { class: "card stack" },
      el("h2", {}, gettext("Every line of the log")),
      p(
        "soft small",
        gettext("Nothing is ever deleted. What is struck or corrected stays readable and counts for nothing."),
      ),
      el(
        "ol",
        { class: "log-lines" },
        game.lines.map((line) => logLine(desk, line, rowOf("deal", line), rowOf("penalty", line))),
      ),
    ),
  );
}

function logLine(desk, line, deal, fined) {
  const { game } = desk;
  const by =
    interpolate(gettext("line %(number)s"), { number: line.number }, true) +
    (line.at ? ` · ${hour(new Date(line.at))}` : "");
  return el(
    "li",
    { class: line.counts ? "log-line" : "log-line out", "data-line": line.id },
    el(
      "div",
      {},
      el(
        "p",
        { class: line.counts ? null : "was" },
        deal && line.counts ? span("strong", `${deal.number}. `) : null,
        inWords(line, game),
        fined ? `: ${sanction(fined.penalty)}` : null,
      ),
      p(
        "soft small",
        by,
        line.instead_of || line.before ? ` · ${gettext("a correction")}` : null,
        line.counts ? null : ` · ${gettext("counts for nothing")}`,
      ),
    ),
    line.counts && line.kind !== "deal_begin" && line.kind !== "strike" && desk.holding.writes
      ? button(gettext("Change"), () => desk.touch(line), { kind: "small", id: `change-${line.id}` })
      : line.counts && desk.holding.writes
        ? button(gettext("Strike"), () => desk.incident("strike", line), { kind: "small", id: `change-${line.id}` })
        : null,
  );
}

export { inWords };
