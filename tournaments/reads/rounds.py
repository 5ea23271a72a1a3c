"""Rounds and their tables, as pages and sheets show them: two queries for a round, however many tables it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import ngettext

from ..models import Entry, Game, Round, Seat, Tournament
from .seated import name_as_seated, still_in

SHOWN = (Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED)
OPEN = (Round.State.PUBLISHED, Round.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits where."""

    seat: str
    player: str
    latin_name: str
    key: str  # of the player
    entry: int = 0  # the number of his entry


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table; it is called after those who sat there, whoever is in its entry now."""

    entry: int
    number: int
    name: str
    club: str
    country: str
    chairs: tuple[Chair, ...]
    entries: tuple[tuple[int, str], ...] = ()  # numbers and names: partners of different entries are two


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round, or a bye (no table, no side B)."""

    game: int
    table: int | None
    code: str
    state: str
    score_a: int
    score_b: int
    winner: str
    reason: str
    to_come: str
    deals_played: int
    last_line_at: datetime | None
    a: Side
    b: Side | None = None
    round: int = 0

    @property
    def bye(self) -> bool:
        """Tell whether nobody sits opposite."""
        return self.table is None

    @property
    def accepted(self) -> bool:
        """Tell whether the game has its result."""
        return self.state == Game.State.ACCEPTED

    @property
    def sides(self) -> tuple[Side, ...]:
        """List the sides there are."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def chairs(self) -> list[Chair]:
        """List the chairs in playing order: A1, B1, A2, B2."""
        return sorted((c for side in self.sides for c in side.chairs), key=lambda chair: (chair.seat[1], chair.seat[0]))


def shown_rounds(tournament: Tournament) -> list[Round]:
    """List the rounds the public may see, in order."""
    return list(tournament.rounds.filter(state__in=SHOWN).order_by("number"))


def current_round(rounds: Sequence[Round]) -> Round | None:
    """Choose the round that is on: the last one published."""
    return next((round_ for round_ in reversed(rounds) if round_.state in SHOWN), None)


def is_reopened(round_: Round, rounds: Iterable[Round]) -> bool:
    """Tell whether a round was opened again while a later one had been published: it is corrected, not played."""
    return round_.state in OPEN and any(other.number > round_.number and other.state in SHOWN for other in rounds)


def tables_of(round_: Round) -> list[Table]:
    """List the tables of a round in order, byes last."""
    return _tables(Q(round=round_), Q(round=round_))


def table_of(game: Game) -> Table:
    """Read one table, of a game that is at hand."""
    return _table([attrgetter(field.replace("__", "."))(game) for field in _GAME], _sides(Q(game=game)))


def tables_by_round(entry: Entry) -> dict[int, Table]:
    """Read the tables of one entry in the rounds the public may see, by the number of the round."""
    games = Seat.objects.filter(entry=entry, round__state__in=SHOWN).values("game")
    return {table.round: table for table in _tables(Q(pk__in=games), Q(game__in=games))}


def table_list(tables: Iterable[int | None]) -> str:
    """Name tables in a sentence: table 4; tables 4, 12 and 17."""
    numbers = sorted(table for table in tables if table is not None)
    named = ngettext("table %(tables)s", "tables %(tables)s", len(numbers))
    return named % {"tables": ", ".join(str(number) for number in numbers)}


def count_words(tables: Sequence[Table]) -> str:
    """Count a round in words, byes apart: 11 tables, 1 bye."""
    byes = sum(table.bye for table in tables)
    played = len(tables) - byes
    words = [ngettext("%(count)s table", "%(count)s tables", played) % {"count": played}]
    if byes:
        words.append(ngettext("%(count)s bye", "%(count)s byes", byes) % {"count": byes})
    return ", ".join(words)


_GAME = (
    "id",
    "table",
    "code",
    "state",
    "score_a",
    "score_b",
    "winner",
    "reason",
    "to_come",
    "deals_played",
    "last_line_at",
    "round__number",
)


class _Entered(NamedTuple):
    """The entry that a seat is for."""

    id: int
    number: int
    name: str
    club: str | None
    country: str


def _tables(games: Q, seats: Q) -> list[Table]:
    sides = _sides(seats)
    rows = Game.objects.filter(games).order_by("bye", "table", "id").values_list(*_GAME)
    return [_table(row, sides) for row in rows]


def _table(row: Sequence[Any], sides: dict[tuple[int, str], Side]) -> Table:
    """Put the fields of a game and its sides together."""
    return Table(*(*row[:-1], sides[row[0], "A"], sides.get((row[0], "B")), row[-1]))


def _sides(which: Q) -> dict[tuple[int, str], Side]:
    """Put chairs together by game and side; partners of different entries make one side of two names."""
    chairs: dict[tuple[int, str], list[Chair]] = defaultdict(list)
    entries: dict[tuple[int, str], dict[_Entered, list[tuple[str, bool]]]] = defaultdict(dict)
    found = Seat.objects.filter(which).annotate(there=still_in()).order_by("game_id", "seat")
    seats: Iterable[Any] = found.values_list(
        "game_id", "seat", "player__name", "player__latin_name", "player__key", "there",
        "entry_id", "entry__number", "entry__name", "entry__club__name", "entry__country",
    )  # fmt: skip
    for game, seat, player, latin_name, key, there, *entered in seats:
        where, entry = (game, seat[0]), _Entered(*entered)
        chairs[where].append(Chair(seat, player, latin_name, key, entry.number))
        entries[where].setdefault(entry, []).append((player, there))
    return {where: _side(seated, entries[where]) for where, seated in chairs.items()}


def _side(chairs: Sequence[Chair], entries: Mapping[_Entered, Iterable[tuple[str, bool]]]) -> Side:
    named = tuple((entry.number, name_as_seated(entry.name, seated)) for entry, seated in entries.items())
    first = next(iter(entries))
    name = " / ".join(name for _number, name in named)
    return Side(first.id, first.number, name, first.club or "", first.country, chairs=tuple(chairs), entries=named)
