"""A believable event for tests: the entry list of the case file, and a fixed cast of people.

The cast: administrator, organiser, chief referee, desk (sign in with a password, the officials hold PINs too), referee
and scorer (PINs; they have users as well, so that a test can try the desk's doors as them), player (a user without an
office) and a stranger, who is nobody: a client that is not signed in.
"""

from __future__ import annotations

import csv
import datetime
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from tournaments.models import (
    Club,
    Entry,
    EntryMember,
    Federation,
    Game,
    Official,
    Player,
    Regulations,
    RegulationsPreset,
    Role,
    Round,
    Seat,
    Tournament,
)
from tournaments.names import pair_name
from tournaments.permissions import Actor, actor_for

CASES = Path(__file__).parent / "cases"
PASSWORD = "six-six leads"
PINS = {
    Role.ORGANISER: "1001",
    Role.CHIEF_REFEREE: "2002",
    Role.REFEREE: "4711",
    Role.SCORER: "5312",
    Role.DESK: "6006",
}
CAST = ("administrator", "organiser", "chief_referee", "desk", "referee", "scorer", "player", "stranger")
_NAMES = {
    Role.ORGANISER: "Ingrid Sandell",
    Role.CHIEF_REFEREE: "Henrike Vos",
    Role.REFEREE: "Олег Тарасов",
    Role.SCORER: "Σπύρος Ράλλης",
    Role.DESK: "Kerem Demir",
}


@dataclass(frozen=True)
class Event:
    """An event and who is who in it."""

    tournament: Tournament
    organiser: Official
    chief_referee: Official
    referee: Official
    scorer: Official
    desk: Official
    administrator: User
    player: User

    def user(self, who: str) -> User | AnonymousUser:
        """Give the user of one of the cast; the stranger has none."""
        person: User | Official | None = None if who == "stranger" else getattr(self, who)
        user = person.user if isinstance(person, Official) else person
        return user or AnonymousUser()

    def account(self, who: str) -> User:
        """Give the user of one of the cast who has one."""
        user = self.user(who)
        assert isinstance(user, User)
        return user

    def actor(self, who: str = "organiser") -> Actor:
        """Give what acts ask for: one of the cast in this event."""
        return actor_for(self.user(who), self.tournament)

    def client(self, who: str = "organiser") -> Client:
        """Give a browser in which one of the cast is signed in."""
        client = Client()
        user = self.user(who)
        if isinstance(user, User):
            client.force_login(user)
        return client

    def entries(self) -> list[Entry]:
        """List the entries by number, members and players with them."""
        return list(self.tournament.entries.prefetch_related("members__player").order_by("number"))


def event(pairs: int = 0, *, name: str = "Amber Coast Open", rules: dict[str, Any] | None = None, **more: Any) -> Event:
    """Make an event with its regulations, its cast and as many pairs as asked for.

    `more` are fields of the tournament (slug, starts_on, ...) and `planned_rounds` of the regulations.
    """
    planned_rounds = more.pop("planned_rounds", 8)
    tournament = _tournament(name, more)
    preset, _ = RegulationsPreset.objects.get_or_create(
        federation=tournament.federation, club=None, name="Federation", defaults={"rules": {}}
    )
    Regulations.objects.create(tournament=tournament, preset=preset, rules=rules or {}, planned_rounds=planned_rounds)
    cast = {str(role): official(tournament, role, _NAMES[role]) for role in Role}
    add_pairs(tournament, pairs)
    return Event(tournament, administrator=administrator(), player=user("player"), **cast)


def federation(code: str = "RUS", name: str = "Domino Federation of the Coast") -> Federation:
    """Find or make a federation."""
    return Federation.objects.get_or_create(code=code, defaults={"name": name})[0]


def administrator() -> User:
    """Find or make the one who may do everything at every desk."""
    return user("administrator", is_superuser=True, is_staff=True)


def user(username: str, **fields: Any) -> User:
    """Find or make a user whose password is PASSWORD."""
    defaults = {"password": _hashed(PASSWORD), **fields}
    return User.objects.get_or_create(username=username, defaults=defaults)[0]


def official(tournament: Tournament, role: Role, name: str, *, pin: str | None = None) -> Official:
    """Make an official with a user and a PIN (PINS gives it, unless another is asked for)."""
    return Official.objects.create(
        tournament=tournament,
        user=user(f"{role}-{tournament.pk}"),
        name=name,
        role=role,
        pin_hash=_hashed(PINS[role] if pin is None else pin),
    )


def player(name: str, licence: str, **fields: Any) -> Player:
    """Make a player."""
    return Player.objects.create(name=name, licence=licence, **{"federation": federation(), **fields})


def pair(tournament: Tournament, number: int, first: Player, second: Player, club: Club | None = None) -> Entry:
    """Enter two players as a pair."""
    entry = Entry.objects.create(
        tournament=tournament,
        number=number,
        name=pair_name([first.name, second.name]),
        club=club,
        country=first.country,
    )
    for place, member in enumerate((first, second), start=1):
        EntryMember.objects.create(entry=entry, tournament=tournament, player=member, place=place)
    return entry


def add_pairs(tournament: Tournament, count: int) -> list[Entry]:
    """Enter pairs 1 to `count`: the 24 of the case file, then invented ones; few queries however many they are."""
    rows = [_row(number) for number in range(1, count + 1)]
    clubs = _clubs(tournament, rows)
    players = Player.objects.bulk_create([p for row in rows for p in _players(tournament, row, clubs)])
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            name=pair_name([row["Player 1"], row["Player 2"]]),
            club=clubs[row["Club"]],
            country=row["Country"],
        )
        for number, row in enumerate(rows, start=1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entries[i // 2], tournament=tournament, player=p, place=i % 2 + 1)
        for i, p in enumerate(players)
    )
    return entries


def add_round(
    tournament: Tournament, number: int = 1, *, state: Round.State = Round.State.PUBLISHED, **fields: Any
) -> Round:
    """Seat entry 1 against 2 at table 1, 3 against 4 at table 2 and so on; an odd one left over has a bye."""
    round_ = Round.objects.create(tournament=tournament, number=number, state=state, **fields)
    entries = list(tournament.entries.filter(withdrawn_at=None).prefetch_related("members__player"))
    for table, first in enumerate(range(0, len(entries), 2), start=1):
        add_game(round_, entries[first : first + 2], table)
    return round_


def add_game(round_: Round, sides: list[Entry], table: int) -> Game:
    """Seat one entry (a bye) or two at a table of a round, with the rules of the event."""
    bye = len(sides) == 1
    game = Game.objects.create(
        round=round_,
        table=None if bye else table,
        bye=bye,
        code=f"E{round_.tournament_id}-R{round_.number}-{'BYE' if bye else f'T{table}'}",
        rules=round_.tournament.regulations.rules,
    )
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, seat=f"{side}{member.place}", player=member.player, entry=entry)
        for side, entry in zip("AB", sides, strict=False)
        for member in entry.members.all()
    )
    return game


@cache
def _hashed(secret: str) -> str:
    """Hash a password or PIN once for all tests: hashing is slow by design."""
    return make_password(secret)


@cache
def _case_rows() -> list[dict[str, str]]:
    with (CASES / "entries" / "pairs-24-utf8.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _row(number: int) -> dict[str, str]:
    if number <= len(_case_rows()):
        return _case_rows()[number - 1]
    return {
        "Player 1": f"Oak{number}, Ada",
        "Licence 1": f"CST-{number}-1",
        "Rating 1": str(1400 + number),
        "Player 2": f"Elm{number}, Ben",
        "Licence 2": f"CST-{number}-2",
        "Rating 2": str(1500 + number),
        "Club": f"Coast {number % 20}",
        "Country": "SWE",
    }


def _clubs(tournament: Tournament, rows: list[dict[str, str]]) -> dict[str, Club]:
    countries = {row["Club"]: row["Country"] for row in rows}
    Club.objects.bulk_create(
        [Club(federation=tournament.federation, name=n, country=c) for n, c in countries.items()], ignore_conflicts=True
    )
    return {club.name: club for club in Club.objects.filter(federation=tournament.federation)}


def _players(tournament: Tournament, row: dict[str, str], clubs: dict[str, Club]) -> list[Player]:
    return [
        Player(
            federation=tournament.federation,
            licence=row[f"Licence {place}"],
            name=row[f"Player {place}"],
            rating=int(row[f"Rating {place}"]),
            club=clubs[row["Club"]],
            country=row["Country"],
        )
        for place in (1, 2)
    ]


def _tournament(name: str, fields: dict[str, Any]) -> Tournament:
    first_day = datetime.date(2026, 11, 28)
    defaults: dict[str, Any] = {
        "slug": f"amber-coast-{Tournament.objects.count() + 1}",
        "venue": "Seaside Hall",
        "starts_on": first_day,
        "ends_on": first_day + datetime.timedelta(days=1),
    }
    if "federation" not in fields:
        defaults["federation"] = federation(code=f"RUS{Tournament.objects.count() or ''}")
    return Tournament.objects.create(name=name, **{**defaults, **fields})
