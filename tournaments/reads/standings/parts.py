"""Rankings beside that of all: a category, a club, a country by itself; and clubs and countries against each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.counting import Total
from scoring.standings import rank

from ...models import Entry, Tournament
from .values import Competitor, Row, Table

#: What decides among clubs and countries: what their entries have, added up.
ADDED: Final = ("wins", "effectiveness", "points")

OF: Final[Mapping[str, Callable[[Competitor], str]]] = {
    "clubs": lambda entry: entry.club,
    "countries": lambda entry: entry.country,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the entries that can be ranked by itself."""

    kind: str  # category, club or country
    code: str  # as the address has it
    name: str
    entries: frozenset[int]

    def count(self, table: Table) -> int:
        """Count its entries in the standings."""
        return sum(row.entry.id in self.entries for row in table.everybody)


@dataclass(frozen=True, slots=True)
class Group:
    """A club or a country with what its entries have, added up; `best` stands highest of them."""

    place: int
    name: str
    entries: int
    wins: int
    effectiveness: int
    points: int
    best: Row


def categories_of(tournament: Tournament) -> list[Part]:
    """List the categories that have entries, by name: one query."""
    links = Entry.categories.through.objects.filter(entry__tournament=tournament).order_by("category__name")
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for code, name, entry in links.values_list("category__code", "category__name", "entry_id"):
        found[code, name].add(entry)
    return [Part("category", code, name, frozenset(entries)) for (code, name), entries in found.items()]


def part_of(kind: str, name: str, table: Table) -> Part | None:
    """Find the entries of a club or a country; None where it has none here."""
    asked = name.casefold()
    of = {"club": OF["clubs"], "country": OF["countries"]}[kind]
    rows = [row for row in table.everybody if of(row.entry).casefold() == asked] if asked else []
    return Part(kind, of(rows[0].entry), of(rows[0].entry), frozenset(row.entry.id for row in rows)) if rows else None


def count(table: Table, view: str) -> int:
    """Count the clubs or countries there are."""
    return len({OF[view](row.entry) for row in table.everybody} - {""})


def groups_of(table: Table, view: str) -> list[Group]:
    """Rank the clubs or the countries by what their entries have, added up; who is disqualified adds nothing."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in table.everybody:
        if OF[view](row.entry) and not row.disqualified:
            rows[OF[view](row.entry)].append(row)
    names = sorted(rows)
    totals = [_added(index, rows[name]) for index, name in enumerate(names)]
    return [
        Group(
            place=standing.place,
            name=names[standing.total.entry],
            entries=len(rows[names[standing.total.entry]]),
            wins=standing.total.wins,
            effectiveness=standing.total.effectiveness,
            points=standing.total.points,
            best=rows[names[standing.total.entry]][0],
        )
        for standing in rank(totals, ADDED)
    ]


def _added(index: int, rows: Iterable[Row]) -> Total:
    sums = Counter[str]()
    for row in rows:
        sums.update(wins=row.wins, effectiveness=row.effectiveness, points=row.points)
    return Total(index, sums["wins"], sums["effectiveness"], sums["points"])
