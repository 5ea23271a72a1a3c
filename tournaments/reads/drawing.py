"""How a round was drawn: what is kept of it in Round.drawing, and that in plain language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..draw.orders import order
from ..draw.values import Drawn, Meeting, Wanted
from ..models import Entry, Regulations, Round
from .entry_words import entry_word
from .rounds import Side, Table

# Those that speak of who competes stand in entry_words.
ORDERS: dict[str, Promise] = {
    "number": gettext_lazy("They stand by their numbers."),
    "lot": gettext_lazy("They stand by lot."),
}
BYES: dict[str, Promise] = {
    "table": gettext_lazy("The number of places in the table is odd: in this round its place meets nobody."),
    "opponent_out": gettext_lazy("Whom it would meet by the table does not play in this round."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One table of a round, with the sentences that say why these meet."""

    table: Table
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entries that were exchanged by hand."""

    words: str
    reason: str
    by: str


def as_data(
    regulations: Regulations, wanted: Wanted, drawn: Drawn, entries: Sequence[Entry], absent: Sequence[int]
) -> dict[str, Any]:
    """Write down a draw with all that made it: entries by their ids, so that a change of numbers leaves it readable."""
    data: dict[str, Any] = {
        "system": wanted.system,
        "first_round": regulations.first_round,
        "seed": regulations.seed,
        "pairings": [_pairing(meeting) for meeting in drawn.meetings],
        "byes": [{"entry": bye.entry, "why": bye.why} for bye in drawn.byes],
        "also_absent": list(absent),
        "rematches": wanted.rematches,
        "swaps": [],
    }
    if wanted.number == 1 and wanted.system == Regulations.System.SWISS:
        there = {one.entry for one in wanted.competitors if not one.out}
        ratings = {e.number: [m.player.rating for m in e.members.all()] for e in entries if e.pk in there}
        data["order"] = order(regulations.first_round, regulations.seed, ratings)
    elif wanted.number == 1:
        data["places"] = [one.entry for one in wanted.competitors]
    return data


def lines(round_: Round, tables: Sequence[Table]) -> list[Line]:
    """Give the tables of a round with why each of them is as it is."""
    pairings = {frozenset((one["a"], one["b"])): one for one in round_.drawing.get("pairings", ())}
    byes = {one["entry"]: one["why"] for one in round_.drawing.get("byes", ())}
    swapped = {entry for swap in round_.drawing.get("swaps", ()) for entry in (swap["a"], swap["b"])}
    kind, made = round_.tournament.entry_kind, []
    for table in tables:
        why: list[str] = []
        if table.b is None:
            why = [_why_bye(byes[table.a.entry], kind)] if table.a.entry in byes else []
        elif pairing := pairings.get(frozenset((table.a.entry, table.b.entry))):
            why = _because(round_, pairing, {table.a.entry: table.a, table.b.entry: table.b})
        if not why and any(side.entry in swapped for side in table.sides):
            why = [_("Put together by hand: see the swaps.")]
        made.append(Line(table, tuple(why)))
    return made


def swaps(round_: Round, tables: Sequence[Table]) -> list[Swap]:
    """Give the swaps by hand in the order in which they were made."""
    named = {side.entry: f"{side.number} {side.name}" for table in tables for side in table.sides}
    return [
        Swap(
            _("%(first)s and %(second)s") % {"first": named.get(swap["a"], "?"), "second": named.get(swap["b"], "?")},
            swap["reason"],
            swap["by"],
        )
        for swap in round_.drawing.get("swaps", ())
    ]


def lots_of(round_: Round) -> list[int]:
    """Give the numbers in the order of their lots where the order was drawn by lot; else nothing."""
    by_lot = round_.drawing.get("first_round") == Regulations.FirstRound.LOT
    return list(round_.drawing.get("order", ())) if by_lot else []


def _pairing(meeting: Meeting) -> dict[str, Any]:
    why = meeting.why
    data: dict[str, Any] = {"a": meeting.a, "b": meeting.b}
    if why.places:
        return data | {"places": list(why.places)}
    return data | {
        "group": why.group,
        "down": [list(one) for one in why.down],
        "order_left": why.order_left,
        "rematch": why.rematch,
        "same_club": why.same_club,
    }


def _because(round_: Round, pairing: dict[str, Any], sides: dict[int, Side]) -> list[str]:
    if "places" in pairing:
        first, second = pairing["places"]
        words = {"number": round_.number, "first": first, "second": second}
        return [_("Round %(number)s of the table: place %(first)s meets place %(second)s.") % words]
    if pairing["rematch"]:
        return [_("They have met before: a rematch could not be avoided, and was allowed when the round was drawn.")]
    if round_.number == 1:
        return _because_of_order(round_, pairing)
    return _because_of_group(pairing, sides, round_.tournament.entry_kind)


def _why_bye(code: str, kind: str) -> str:
    return entry_word(kind, f"bye_{code}") if code in ("lowest", "passed") else str(BYES[code])


def _ordered(code: str, kind: str) -> str:
    return entry_word(kind, "by_ratings") if code == "rating" else str(ORDERS[code])


def _because_of_order(round_: Round, pairing: dict[str, Any]) -> list[str]:
    kind, order_ = round_.tournament.entry_kind, round_.drawing["first_round"]
    said = [_("The first round: the top half meets the bottom half."), _ordered(order_, kind)]
    if pairing["same_club"]:
        said.append(entry_word(kind, "one_club"))
    elif pairing["order_left"]:
        said.append(entry_word(kind, "clubs_apart"))
    return said


def _because_of_group(pairing: dict[str, Any], sides: dict[int, Side], kind: str) -> list[str]:
    group = _wins(pairing["group"])
    down = [(sides[entry], score) for entry, score in pairing["down"]]
    said = [
        _("%(entry)s had %(wins)s and came down to the group with %(group)s: in its own not all could be paired.")
        % {"entry": f"{side.number} {side.name}", "wins": _wins(score), "group": group}
        for side, score in down
    ]
    if not down:
        said.append(_("Both had %(wins)s: in this group the top half meets the bottom half.") % {"wins": group})
    elif len(down) == 1:
        said.append(_("Who comes down meets the highest of the group."))
    if pairing["order_left"]:
        said.append(entry_word(kind, "nobody_again"))
    return said


def _wins(count: int) -> str:
    return ngettext("%(count)s win", "%(count)s wins", count) % {"count": count}
