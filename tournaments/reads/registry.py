"""The registry: the players and clubs of the federations whose events somebody helps to run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Func, IntegerField, OuterRef, Q, QuerySet, Subquery

from ..models import Club, Entry, EntryMember, Federation, Player, Result, Seat, Tournament
from ..permissions import MAY
from .people import is_meant, words_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

MOST_FOUND = 8  # known players offered while a name is typed


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known player who may be meant, and the entry of this event in which he plays already."""

    player: Player
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """What a player did in one event."""

    tournament: Tournament
    entry: Entry | None
    games: int
    won: int
    points_for: int
    points_against: int


def registered(user: User | AnonymousUser) -> QuerySet[Federation]:
    """Find the federations whose people a user may look up and correct: all of them for an administrator."""
    if not user.is_authenticated:
        return Federation.objects.none()
    if user.is_superuser:
        return Federation.objects.all()
    offices = user.offices.filter(active=True, role__in=MAY["change_entries"])
    return Federation.objects.filter(pk__in=offices.values("tournament__federation"))


def usable_federations(user: User | AnonymousUser) -> QuerySet[Federation]:
    """Find the federations for which a user may make an event: his own, and those that nobody runs yet."""
    unused = Federation.objects.filter(tournaments=None)
    return Federation.objects.filter(Q(pk__in=registered(user).values("pk")) | Q(pk__in=unused.values("pk")))


def find_players(federations: Collection[int], words: str) -> list[int]:
    """Find players by name in any script, licence or club, by name; all of them without a word."""
    rows = Player.objects.filter(federation__in=federations).order_by("name", "pk")
    asked = words.split()[:6]
    texts = rows.values_list("pk", "name", "latin_name", "licence", "club__name")
    return [pk for pk, *said in texts if is_meant(asked, words_of(*(text or "" for text in said)))]


def find_clubs(federations: Collection[int], words: str) -> list[int]:
    """Find clubs by name in any script, by name."""
    asked = words.split()[:6]
    texts = Club.objects.filter(federation__in=federations).order_by("name", "pk").values_list("pk", "name", "country")
    return [pk for pk, *said in texts if is_meant(asked, words_of(*said))]


def players_listed(pks: Sequence[int]) -> list[Player]:
    """Fetch one page of players with what the list shows; `events` are as many as events_of lists."""
    found = Player.objects.filter(pk__in=pks).select_related("club", "federation")
    counted = found.annotate(events=_count_of_events())
    return sorted(counted, key=lambda player: pks.index(player.pk))


def _count_of_events() -> Subquery:
    """Count the events of a player: those he is entered in, and those he has left after he sat at a table."""
    of_player = {"player": OuterRef(OuterRef("pk"))}
    stands = Q(pk__in=EntryMember.objects.filter(**of_player).values("tournament"))
    stands |= Q(pk__in=Seat.objects.filter(**of_player).values("round__tournament"))
    stands |= Q(pk__in=Result.objects.filter(**of_player).values("game__round__tournament"))
    count = Func("pk", function="COUNT", output_field=IntegerField())
    return Subquery(Tournament.objects.filter(stands).order_by().annotate(count=count).values("count"))


def clubs_listed(pks: Sequence[int]) -> list[Club]:
    """Fetch one page of clubs with what the list shows."""
    found = Club.objects.filter(pk__in=pks).select_related("federation")
    counted = found.annotate(people=Count("players", distinct=True), pairs=Count("entries", distinct=True))
    return sorted(counted, key=lambda club: pks.index(club.pk))


def candidates(tournament: Tournament, words: str) -> list[Candidate]:
    """Offer the known players whom a typed name or licence may mean; none before two letters stand there."""
    if len(words.strip()) < 2:
        return []
    pks = find_players([tournament.federation_id], words)[:MOST_FOUND]
    playing = {
        pk: f"{number} {name}"
        for pk, number, name in EntryMember.objects.filter(tournament=tournament, player__in=pks).values_list(
            "player", "entry__number", "entry__name"
        )
    }
    return [Candidate(player, playing.get(player.pk, "")) for player in players_listed(pks)]


def events_of(player: Player) -> list[Played]:
    """List what a player did by event, the latest first: entries he is in, and those he has left after he sat there."""
    members = EntryMember.objects.filter(player=player).select_related("entry__tournament")
    entries = {member.tournament_id: member.entry for member in members}
    results = Result.objects.filter(player=player).values_list(
        "game__round__tournament", "won", "points_for", "points_against"
    )
    seated = Seat.objects.filter(player=player).order_by().values_list("round__tournament", flat=True).distinct()
    by_event: dict[int, list[tuple[bool, int, int]]] = {event: [] for event in (*entries, *seated)}
    for event, won, points_for, points_against in results:
        by_event.setdefault(event, []).append((won, points_for, points_against))
    events = Tournament.objects.filter(pk__in=by_event).order_by("-starts_on", "name")
    return [_played(event, entries.get(event.pk), by_event[event.pk]) for event in events]


def player_stamp(player: Player) -> str:
    """Tell what the registry says of a player now from what it said when a form was opened."""
    return _stamp(player.name, player.latin_name, player.club_id, player.country, player.rating)


def club_stamp(club: Club) -> str:
    """Tell what the registry says of a club now from what it said when a form was opened."""
    return _stamp(club.name, club.country)


def _stamp(*told: object) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _played(event: Tournament, entry: Entry | None, results: list[tuple[bool, int, int]]) -> Played:
    return Played(
        event,
        entry,
        games=len(results),
        won=sum(won for won, *_points in results),
        points_for=sum(points for _won, points, _against in results),
        points_against=sum(against for _won, _points, against in results),
    )
