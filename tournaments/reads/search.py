"""Finding people: 60 pairs are asking where they sit, in five scripts and without their accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..models import EntryMember, Tournament
from ..names import in_latin_letters
from .rounds import Side, Table

MOST = 20
LAST_TABLE = 99  # a number up to here is one of a table or an entry, not a piece of a licence


@dataclass(frozen=True, slots=True)
class Member:
    """One player of a found entry."""

    name: str
    latin_name: str
    licence: str


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that answers a search, and where it sits in the round that is on."""

    entry: int
    number: int
    name: str
    club: str
    country: str
    withdrawn: bool
    from_round: int  # it takes part from there on
    members: tuple[Member, ...]
    table: Table | None = None
    side: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """List the chairs of the entry."""
        if self.table is None:
            return ()
        return tuple(chair.seat for chair in self.table.chairs if chair.entry == self.number)

    @property
    def against(self) -> Side | None:
        """Give the side opposite; None for a bye."""
        if self.table is None or self.table.b is None:
            return None
        return self.table.b if self.side == "A" else self.table.a


def folded(text: str) -> str:
    """Bring a text to the form that is compared: no case, no accents; the database cannot do it in every script."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if unicodedata.category(char) != "Mn")


def find(tournament: Tournament, asked: str, tables: Sequence[Table], *, public: bool = False) -> list[Found]:
    """Find entries by number, table, player, entry name, club or licence; numbers first, at most twenty.

    In public a licence answers only when it is written whole: it is nothing to be spelled out piece by piece.
    """
    words = folded(asked).split()
    if not words:
        return []
    seated = {chair.entry: (table, chair.seat[0]) for table in tables for chair in table.chairs}
    wanted = int(asked) if asked.isdecimal() else None
    by_number, by_name = [], []
    for entry in _entries(tournament):
        table, letter = seated.get(entry.number, (None, ""))
        found = Found(entry.entry, entry.number, entry.name, entry.club, entry.country, entry.withdrawn,
                      entry.from_round, entry.members, table, letter)  # fmt: skip
        if wanted is not None and wanted in (entry.number, table.table if table else None):
            by_number.append(found)
        elif (wanted is None or wanted > LAST_TABLE) and _answers(entry, words, public):
            by_name.append(found)
    by_number.sort(key=lambda found: found.number != wanted)
    return (by_number + by_name)[:MOST]


def find_tables(tables: Iterable[Table], asked: str) -> list[Table]:
    """Keep the tables with a number or a name that was asked for."""
    words = folded(asked).split()
    if asked.isdecimal():
        number = int(asked)
        return [t for t in tables if number == t.table or any(number == side.number for side in t.sides)]
    return [table for table in tables if any(_matches(words, _names(side)) for side in table.sides)]


def _entries(tournament: Tournament) -> list[Found]:
    members: dict[tuple[int, int, str, str, str, bool, int], list[Member]] = {}
    rows = EntryMember.objects.filter(tournament=tournament).order_by("entry__number", "place").values_list(
        "entry_id", "entry__number", "entry__name", "entry__club__name", "entry__country", "entry__withdrawn_at",
        "entry__from_round", "player__name", "player__latin_name", "player__licence",
    )  # fmt: skip
    for entry, number, name, club, country, withdrawn_at, from_round, *person in rows:
        key = (entry, number, name, club or "", country, withdrawn_at is not None, from_round)
        members.setdefault(key, []).append(Member(*person))
    return [Found(*entry, members=tuple(people)) for entry, people in members.items()]


def _matches(words: Sequence[str], text: str) -> bool:
    return all(word in text for word in words)


def _answers(entry: Found, words: Sequence[str], public: bool) -> bool:
    licences = [folded(member.licence) for member in entry.members]
    if public:
        return " ".join(words) in licences or _matches(words, _words_of(entry))
    return _matches(words, " ".join([_words_of(entry), *licences]))


def _words_of(entry: Found) -> str:
    people = [
        word for member in entry.members for word in (member.name, member.latin_name, in_latin_letters(member.name))
    ]
    return folded(" ".join([entry.name, entry.club, *people]))


def _names(side: Side) -> str:
    return folded(" ".join([side.name, *(f"{chair.player} {chair.latin_name}" for chair in side.chairs)]))
