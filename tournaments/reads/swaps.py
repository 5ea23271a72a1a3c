"""A swap by hand before it is made: what would change, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from ..models import Entry, Game, Regulations, Round, Seat
from ..refusals import Refused
from .entry_words import entry_word
from .rounds import Side, Table, table_list, tables_of


class Warned(NamedTuple):
    """What speaks against a swap, which the organiser may accept with a reason."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Change:
    """One table as it would be."""

    table: Table
    a: Side
    b: Side | None


@dataclass(frozen=True, slots=True)
class Proposed:
    """A swap that is possible: the two who change places, the tables after it, the warnings."""

    first: Side
    second: Side
    changes: tuple[Change, ...]
    warnings: tuple[Warned, ...]

    @property
    def games(self) -> list[int]:
        """List the games in which they sit now: first, second."""
        return [change.table.game for change in self.changes]


def swap_of(round_: Round, first: int, second: int) -> Proposed:
    """Look at a swap of two entries of a round. Refuses what is impossible; `warnings` tell what is only unwanted."""
    kind = round_.tournament.entry_kind
    if round_.state not in (Round.State.DRAWN, Round.State.PUBLISHED):
        raise Refused("round_begun", entry_word(kind, "swap_before_clock"))
    tables = tables_of(round_)
    one, other = _table_of(tables, first, kind), _table_of(tables, second, kind)
    if one.game == other.game:
        raise Refused("same_table", entry_word(kind, "swap_two_tables"))
    _require_nothing_recorded(one, other, kind=kind)
    mine, theirs = _side(one, first), _side(other, second)
    changes = (_changed(one, mine, theirs), _changed(other, theirs, mine))
    return Proposed(mine, theirs, changes, tuple(_warnings(round_, changes)))


def ask_why(against: Iterable[str]) -> str:
    """Ask for the reason that a swap needs which something speaks against."""
    return _("Say why they are swapped all the same. %(why)s") % {"why": " ".join(against)}


def _table_of(tables: Sequence[Table], entry: int, kind: str) -> Table:
    found = next((table for table in tables if any(side.entry == entry for side in table.sides)), None)
    if found is None:
        raise Refused("not_in_round", entry_word(kind, "swap_drawn"))
    return found


def _require_nothing_recorded(*tables: Table, kind: str) -> None:
    begun = Game.objects.filter(pk__in=[table.game for table in tables], bye=False).exclude(
        log_length=0, state=Game.State.WAITING
    )
    numbers = list(begun.order_by("table").values_list("table", flat=True))
    if numbers:
        raise Refused("recorded", entry_word(kind, "swap_recorded") % {"tables": table_list(numbers)})


def _side(table: Table, entry: int) -> Side:
    return next(side for side in table.sides if side.entry == entry)


def _changed(table: Table, gone: Side, come: Side) -> Change:
    a, b = (come if side == gone else side for side in (table.a, table.b))
    assert a is not None
    return Change(table, a, b)


def _warnings(round_: Round, changes: Sequence[Change]) -> Iterator[Warned]:
    for change in changes:
        if change.b is None:
            yield from _bye_again(round_, change.a)
        else:
            yield from _met(round_, change.a, change.b)
    regulations = getattr(round_.tournament, "regulations", None)
    if regulations is None:
        return
    if round_.number == 1 and regulations.clubs_apart:
        yield from _one_club(changes)
    if regulations.system != Regulations.System.SWISS:
        words = _("Later rounds of the table stay as they are: who meets now by hand meets again in the table’s round.")
        yield Warned("table_left", words)


def _bye_again(round_: Round, side: Side) -> Iterator[Warned]:
    others = Game.objects.filter(round__tournament=round_.tournament_id, bye=True, seats__entry=side.entry)
    number = others.exclude(round=round_).values_list("round__number", flat=True).order_by("round__number").first()
    if number is not None:
        words = _("%(entry)s has a bye in round %(number)s already.") % {"entry": _named(side), "number": number}
        yield Warned("bye_twice", words)


def _met(round_: Round, a: Side, b: Side) -> Iterator[Warned]:
    of_a = Seat.objects.filter(round__tournament=round_.tournament_id, entry=a.entry).exclude(round=round_)
    games = Game.objects.filter(pk__in=of_a.values("game"), seats__entry=b.entry)
    number = games.values_list("round__number", flat=True).order_by("round__number").first()
    if number is not None:
        words = {"first": _named(a), "second": _named(b), "number": number}
        yield Warned("rematch", _("%(first)s and %(second)s meet in round %(number)s too.") % words)


def _one_club(changes: Sequence[Change]) -> Iterator[Warned]:
    pairs = [(change.a, change.b) for change in changes if change.b is not None]
    ids = [side.entry for pair in pairs for side in pair]
    clubs = dict(Entry.objects.filter(pk__in=ids, club__isnull=False).values_list("pk", "club"))
    for a, b in pairs:
        if a.entry in clubs and clubs[a.entry] == clubs.get(b.entry):
            words = {"first": _named(a), "second": _named(b), "club": a.club}
            yield Warned("same_club", _("%(first)s and %(second)s are both of %(club)s.") % words)


def _named(side: Side) -> str:
    return f"{side.number} {side.name}"
