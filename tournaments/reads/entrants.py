"""Who takes part, as everybody may read it: no licences, no fees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Prefetch

from ..models import Entry, EntryMember, Tournament
from ..names import in_latin_letters
from .alphabets import in_order
from .search import folded


@dataclass(frozen=True, slots=True)
class Person:
    """One player of an entry."""

    name: str
    latin_name: str
    club: str
    country: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry with its players."""

    number: int
    name: str
    club: str
    country: str
    people: tuple[Person, ...]
    categories: tuple[tuple[str, str], ...]  # names and codes
    withdrawn: bool
    reserve: bool
    from_round: int

    def answers(self, asked: str) -> bool:
        """Tell whether the entry has every word that is searched for, or the number."""
        if asked.isdecimal():
            return int(asked) == self.number
        people = [word for one in self.people for word in (one.name, one.latin_name, in_latin_letters(one.name))]
        text = folded(" ".join([self.name, self.club, self.country, *people]))
        return all(word in text for word in folded(asked).split())

    def belongs_to(self, category: str) -> bool:
        """Tell whether the entry is of a category; of none it is where none is asked for."""
        return not category or any(code == category for _name, code in self.categories)


#: In what order the list can be read: what stands first decides, the name after it.
ORDERS: Final[Mapping[str, Callable[[Entrant], Any]]] = {
    "number": lambda one: one.number,
    "name": lambda one: (in_order(one.name), one.number),
    "club": lambda one: (not one.club, in_order(one.club), in_order(one.name)),
    "country": lambda one: (not one.country, one.country, in_order(one.name)),
}


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """List the entries by number: three queries, however many they are."""
    members = Prefetch("members", EntryMember.objects.select_related("player__club").order_by("place"))
    entries = tournament.entries.select_related("club").prefetch_related(members, "categories").order_by("number")
    return [
        Entrant(
            number=entry.number,
            name=entry.name,
            club=entry.club.name if entry.club else "",
            country=entry.country,
            people=tuple(_person(member) for member in entry.members.all()),
            categories=tuple((category.name, category.code) for category in entry.categories.all()),
            withdrawn=entry.withdrawn_at is not None,
            reserve=entry.reserve,
            from_round=entry.from_round,
        )
        for entry in entries
    ]


def people_of(entry: Entry) -> list[Person]:
    """List the players of one entry."""
    return [_person(member) for member in entry.members.select_related("player__club").order_by("place")]


def _person(member: EntryMember) -> Person:
    player = member.player
    return Person(player.name, player.latin_name, player.club.name if player.club else "", player.country)
