"""Events of any size in few queries: entries, rounds to be played at tables, rounds with their results."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from random import Random

from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils import timezone

from referees.acts.pen import hold_pen
from tournaments.draw.round_robin import berger
from tournaments.models import (
    Club,
    Entry,
    EntryMember,
    Federation,
    Game,
    Official,
    Player,
    Regulations,
    Result,
    Role,
    Round,
    Seat,
    Tournament,
)
from tournaments.names import pair_name

CLUBS = 20
SURNAMES = ("Sandell", "Тарасов", "Ράλλης", "Țurcanu", "Қодиров", "Ferrer", "Lindqvist", "Раҳимов")


def event(slug: str, pairs: int) -> Tournament:
    """Make an event and enter pairs."""
    federation = Federation.objects.create(code=slug[:16], name=f"Federation of {slug}")
    today = timezone.localdate()
    tournament = Tournament.objects.create(
        name="Amber Coast Open", slug=slug, venue="Seaside Hall", federation=federation,
        starts_on=today, ends_on=today + datetime.timedelta(days=1),
    )  # fmt: skip
    Regulations.objects.create(tournament=tournament, rules={}, planned_rounds=8)
    clubs = Club.objects.bulk_create(
        Club(federation=federation, name=f"Club {number}", country="SWE") for number in range(CLUBS)
    )
    players = Player.objects.bulk_create(
        Player(federation=federation, licence=str(n), name=f"{SURNAMES[n % 8]}{n}, Ada", club=clubs[n % CLUBS])
        for n in range(2 * pairs)
    )
    _enter(tournament, players)
    return tournament


def _enter(tournament: Tournament, players: Sequence[Player]) -> None:
    both = list(zip(players[::2], players[1::2], strict=True))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=pair_name([one.name, two.name]), club=one.club, country="SWE")
        for number, (one, two) in enumerate(both, start=1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=tournament, player=player, place=place)
        for entry, pair in zip(entries, both, strict=True)
        for place, player in enumerate(pair, start=1)
    )


def published_rounds(tournament: Tournament, number: int) -> list[list[Game]]:
    """Draw and publish rounds; the games of each, by table."""
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=n, state=Round.State.PUBLISHED) for n in range(1, number + 1)
    )
    entries = list(tournament.entries.prefetch_related("members").order_by("number"))
    drawn = berger(len(entries))
    games: list[list[Game]] = []
    seats: list[Seat] = []
    for round_ in rounds:
        pairings = drawn[(round_.number - 1) % len(drawn)].pairings
        games.append(Game.objects.bulk_create(_games(round_, len(pairings))))
        for game, pairing in zip(games[-1], pairings, strict=True):
            seats += _seats(game, entries[pairing.a - 1], entries[pairing.b - 1])
    Seat.objects.bulk_create(seats)
    return games


def _games(round_: Round, tables: int) -> Iterator[Game]:
    for table in range(1, tables + 1):
        yield Game(round=round_, table=table, code=f"E{round_.tournament_id}R{round_.number}T{table}")


def _seats(game: Game, a: Entry, b: Entry) -> Iterator[Seat]:
    for side, entry in (("A", a), ("B", b)):
        for member in entry.members.all():
            yield Seat(
                game=game, round=game.round, seat=f"{side}{member.place}", player_id=member.player_id, entry=entry
            )


def play_rounds(games: Sequence[Sequence[Game]], rng: Random) -> None:
    """Close rounds: each game has a winner with 200 and more, and four results that agree with its row."""
    for tables in games:
        seats = Seat.objects.filter(round=tables[0].round).select_related("game").order_by("game", "seat")
        for game in tables:
            _finish(game, rng)
        Game.objects.bulk_update(tables, ["state", "score_a", "score_b", "winner", "reason", "to_come", "deals_played"])
        by_id = {game.pk: game for game in tables}
        Result.objects.bulk_create(_result(by_id[seat.game_id], seat) for seat in seats)
        Round.objects.filter(pk=tables[0].round_id).update(state=Round.State.CLOSED, closed_at=timezone.now())


def _finish(game: Game, rng: Random) -> None:
    high, low = rng.randint(200, 290), rng.randint(20, 199)
    game.winner = rng.choice("AB")
    game.score_a, game.score_b = (high, low) if game.winner == "A" else (low, high)
    game.state, game.reason, game.to_come, game.deals_played = Game.State.ACCEPTED, "target", "sign", 9


def _result(game: Game, seat: Seat) -> Result:
    own, other = (game.score_a, game.score_b) if seat.seat[0] == "A" else (game.score_b, game.score_a)
    return Result(
        game=game, seat=seat.seat, entry_id=seat.entry_id, player_id=seat.player_id, won=own > other,
        points_for=own, points_against=other, side_points=own, reason="target", source=Result.Source.PROTOCOL,
    )  # fmt: skip


def referee(tournament: Tournament, name: str, role: Role = Role.REFEREE) -> Official:
    """Make an official who can hold the pen; nobody is going to type the PIN."""
    return Official.objects.create(tournament=tournament, name=name, role=role, pin_hash="not typed here")


def session_with_pen(official: Official) -> str:
    """Open the session of a tablet on which an official has entered his PIN; its key is the cookie."""
    request = HttpRequest()
    request.session = SessionStore()
    hold_pen(request, official)
    request.session.save()
    assert request.session.session_key
    return request.session.session_key
