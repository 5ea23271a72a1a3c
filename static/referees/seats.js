// Who sits where: arrivals, substitutes, partners who change chairs, and wrong seats that are found later.
import { read } from "./api.js";
import { one, wanted } from "./asking.js";
import { SEATS, button, choice, el, mark, p, phrase, show, span } from "./elements.js";
import { drawnTo, sitting } from "./people.js";
import { tableBefore } from "./preview.js";
import { counting, rows } from "./rows.js";

const mayBe = (game, key, values) =>
  game.seats.find((each) => each.player.key === key)?.player.name ??
  game.substitutes?.find((each) => each.key === key)?.name ??
  values.known?.[key] ??
  gettext("substitute");

/** Whether the log has named who sits on a chair: before the start that is an arrival. */
export const hasCome = (game, seat) => game.fold.seats[seat].player !== null;

/** The seat lines that bring `wanted` ({chair: player}) about, folded at the end or just before a line.
 *
 * The first line of a chair names who has sat there from the beginning, with what was carried. So whoever was drawn is
 * named first where warnings and cards have to move with him.
 */
export function linesToSit(game, wantedSeats, before = null) {
  const { fold, arrived } = tableBefore(game, before ? { kind: "note", text: "", before } : null);
  const at = Object.fromEntries(SEATS.map((seat) => [seat, fold.chairs[seat]?.name ?? null]));
  const lines = [];
  const seat = (chair, player) => {
    for (const other of SEATS) if (at[other] === player) at[other] = null;
    at[chair] = player;
    lines.push({ kind: "seat", seat: chair, player, ...(before ? { before } : {}) });
  };
  const burdened =
    fold.stage !== "waiting" ||
    [...arrived.values()].some(({ cards = [], warnings = {} }) => cards.length || Object.keys(warnings).length);
  const concerned = (chair) => chair in wantedSeats || Object.values(wantedSeats).includes(drawnTo(game, chair));
  const asDrawn = SEATS.every((chair) => !(chair in wantedSeats) || wantedSeats[chair] === drawnTo(game, chair));
  if (burdened && !asDrawn)
    for (const chair of SEATS.filter((each) => concerned(each) && !fold.named.has(each)))
      if (!fold.people.has(drawnTo(game, chair))) seat(chair, drawnTo(game, chair));
  for (const chair of SEATS)
    if (chair in wantedSeats && at[chair] !== wantedSeats[chair]) seat(chair, wantedSeats[chair]);
  return lines;
}

// -- the dialog ------------------------------------------------------------------------------------------------------

const asking = (game) => {
  return { sits: sitting(game), chair: null, since: null, words: "", found: [], known: {} };
};

function changed(game, values) {
  const now = sitting(game);
  return SEATS.filter((seat) => values.sits[seat] !== now[seat]);
}

/** Before the start only who changes is written: the others may not have come yet. */
const toSeat = (game, values) =>
  game.fold.state === "waiting"
    ? Object.fromEntries(changed(game, values).map((seat) => [seat, values.sits[seat]]))
    : values.sits;

/** Put a player on a chair; who sat there takes his old one, where he had one at this table. */
function place(values, chair, key) {
  const old = SEATS.find((seat) => values.sits[seat] === key);
  const up = values.sits[chair];
  values.sits = { ...values.sits, ...(old ? { [old]: up } : {}), [chair]: key };
}

/** From when on: now, from the beginning, or since a deal; each with the line before which it is folded. */
function moments(game) {
  const lines = counting(game);
  const start = lines.findLast((line) => line.kind === "start");
  const list = [{ name: "now", before: null, words: gettext("From now on") }];
  if (start) list.push({ name: "start", before: start.id, words: gettext("Since the beginning of the game") });
  const deals = rows(game).filter((row) => row.kind === "deal");
  for (const { number, line } of deals) {
    const next = lines.slice(lines.indexOf(line) + 1).find((each) => ["deal_begin", "deal"].includes(each.kind));
    if (next)
      list.push({
        name: `deal-${number + 1}`,
        before: next.id,
        words: interpolate(gettext("Since deal %(number)s"), { number: number + 1 }, true),
      });
  }
  return list;
}

const momentOf = (game, values) => moments(game).find((each) => each.name === values.since) ?? null;

function chairRows(game, values, draw) {
  const row = (seat) => {
    const key = values.sits[seat];
    const was = sitting(game)[seat];
    const small =
      key === was
        ? null
        : was
          ? interpolate(gettext("instead of %(name)s"), { name: mayBe(game, was, values) }, true)
          : gettext("the chair was empty");
    return one(
      values,
      "chair",
      seat,
      draw,
      mark(seat),
      span("", key ? mayBe(game, key, values) : gettext("nobody"), small ? el("small", {}, small) : null),
    );
  };
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("Touch the chair where somebody else sits")),
    el("div", { class: "who-four" }, SEATS.map(row)),
  );
}

function candidates(desk, values, draw) {
  const { game } = desk;
  if (!values.chair) return null;
  const keys = [
    ...new Set([
      ...game.seats.map((each) => each.player.key),
      ...(game.substitutes ?? []).map((each) => each.key),
      ...Object.values(values.sits),
    ]),
  ].filter(Boolean);
  const sit = (key) => () => {
    place(values, values.chair, key);
    draw();
  };
  const person = (key) => {
    const chair = SEATS.find((seat) => values.sits[seat] === key);
    const where = chair && chair !== values.chair ? gettext("the two change chairs") : null;
    return choice("radio", "sitter", key, values.sits[values.chair] === key, sit(key), [
      chair ? mark(chair) : null,
      span("", mayBe(game, key, values), where ? el("small", {}, where) : null),
    ]);
  };
  return el(
    "fieldset",
    { class: "stack" },
    el("legend", { class: "legend" }, phrase(gettext("Who sits on %(mark)s?"), { mark: mark(values.chair) })),
    el("div", { class: "who-four" }, keys.map(person)),
    desk.facts.game_url ? search(desk, values, draw) : null,
  );
}

/** Somebody who was not drawn to this game: found by a part of the name or the licence. */
function search(desk, values, draw) {
  const list = el("div", { class: "found stack tight", id: "found-players", "aria-live": "polite" });
  const take = (player) => () => {
    values.known[player.key] = player.name;
    place(values, values.chair, player.key);
    Object.assign(values, { words: "", found: [] });
    draw();
  };
  const tell = (words = null, place = document.getElementById("found-players") ?? list) =>
    show(
      place,
      words ? p("small soft", words) : null,
      values.found.map((player) =>
        button(player.name, take(player), {
          small: player.table
            ? interpolate(gettext("plays at table %(table)s in this round"), player, true)
            : player.licence || null,
          id: `found-${player.key}`,
          disabled: Boolean(player.table),
        }),
      ),
    );
  let waiting = null;
  const ask = async () => {
    const words = values.words.trim();
    if (words.length < 2) return Object.assign(values, { found: [] }) && tell();
    try {
      const { body } = await read(`${desk.facts.game_url}players/?q=${encodeURIComponent(words)}`);
      if (words !== values.words.trim()) return undefined; // typed on meanwhile
      values.found = body.players;
      tell(
        body.players.length
          ? null
          : gettext("Nobody of the federation has this name or licence."),
      );
    } catch (failure) {
      tell(failure.message);
    }
    return undefined;
  };
  const input = el("input", {
    class: "input",
    id: "find-player",
    type: "search",
    maxlength: "80",
    autocomplete: "off",
    value: values.words,
    input: ({ target }) => {
      values.words = target.value;
      clearTimeout(waiting);
      waiting = setTimeout(ask, 250);
    },
  });
  tell(null, list);
  return el(
    "div",
    { class: "stack tight" },
    el("label", { class: "field" }, span("legend", gettext("Somebody else: part of the name or the licence")), input),
    list,
  );
}

function sinceWhen(game, values, draw) {
  if (game.fold.state === "waiting" || !changed(game, values).length) return null;
  return el(
    "fieldset",
    {},
    el("legend", { class: "legend" }, gettext("Since when do they sit so?")),
    el(
      "div",
      { class: "who-four" },
      moments(game).map(({ name, words }) => one(values, "since", name, draw, words)),
    ),
  );
}

const beforeOf = (game, values) => momentOf(game, values)?.before ?? null;

function missing(values, game) {
  if (!changed(game, values).length) return gettext("Nothing is changed: touch a chair, then who sits on it.");
  const empty = SEATS.find((seat) => !values.sits[seat]);
  if (empty) return interpolate(gettext("Say first who sits on %(seat)s."), { seat: empty }, true);
  return game.fold.state === "waiting"
    ? null
    : wanted(momentOf(game, values)?.name, gettext("Say first since when they sit so."));
}

/** What a change of chairs means, besides the score that stays. */
function whatItMeans(game, values, seen) {
  const name = (key) => (key ? mayBe(game, key, values) : gettext("nobody"));
  const moved = changed(game, values).map((seat) =>
    phrase(gettext("%(mark)s: %(new)s instead of %(old)s"), {
      mark: mark(seat),
      new: name(values.sits[seat]),
      old: name(sitting(game)[seat]),
    }),
  );
  const otherwise = SEATS.filter((seat) => seen.after.seats[seat].player !== values.sits[seat]);
  const later = otherwise.length
    ? [
        phrase(gettext("A later line seats somebody else on %(mark)s again; strike that line too, if it was wrong."), {
          mark: mark(otherwise[0]),
        }),
      ]
    : [];
  if (game.fold.state === "waiting")
    return [...moved, gettext("Warnings and cards of earlier games go with each player.")];
  return [
    ...moved,
    ...later,
    gettext("The deals, the score and the order of leading stay with the chairs and sides."),
    beforeOf(game, values)
      ? gettext(
          "What was written for a chair since then counts for who really sat on it; warnings and cards go with him.",
        )
      : gettext(
          "What was written so far stays with who sat there; warnings and cards go with each player to the new chair.",
        ),
  ];
}

export const SITTING = {
  title: () => gettext("Who sits where"),
  may: "record_deals",
  when: () => true,
  small: () => gettext("a substitute, changed chairs, a wrong seat found later"),
  values: asking,
  body: (game, values, draw, line, desk) => [
    chairRows(game, values, draw),
    candidates(desk, values, draw),
    sinceWhen(game, values, draw),
  ],
  missing,
  lines: (values, game) => linesToSit(game, toSeat(game, values), beforeOf(game, values)),
  more: whatItMeans,
  button: (game, values) => {
    const count = changed(game, values).length;
    return count
      ? interpolate(ngettext("Write: %(count)s chair", "Write: %(count)s chairs", count), { count }, true)
      : gettext("Write who sits where");
  },
};
