"""The tables of a round as their officials need them: state, score, who writes, who calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from tournaments.models import Game, Player, Round, Seat
from tournaments.permissions import Actor
from tournaments.reads.clock import clock_of
from tournaments.reads.search import folded

from ..models import Call, Lease, TableLink

MOST_PLAYERS = 10


def tables_at_hand(round_: Round, actor: Actor) -> list[dict[str, Any]]:
    """List the tables of a round for whoever goes from one to another; `mine` are those his tablet holds."""
    link = TableLink.objects.filter(tournament=round_.tournament_id, table=OuterRef("table")).values("token")[:1]
    games = Game.objects.filter(round=round_, bye=False).select_related("lease__official").order_by("table")
    calls = calls_by_game([round_.pk])
    return [_at_hand(game, round_, actor, calls.get(game.pk, [])) for game in games.annotate(token=Subquery(link))]


def calls_by_game(rounds: Iterable[int]) -> dict[int, list[Call]]:
    """Give the open calls of some rounds by game, in one query."""
    calls: dict[int, list[Call]] = defaultdict(list)
    for call in Call.objects.filter(game__round__in=rounds, closed_at=None):
        calls[call.game_id].append(call)
    return calls


def players_for_a_chair(game: Game, words: str) -> list[dict[str, Any]]:
    """Find players of the federation by name or licence, at most ten; `table` is where one sits who sits elsewhere."""
    asked = folded(words).split()
    if not asked:
        return []
    elsewhere = Seat.objects.filter(round=game.round_id, player=OuterRef("pk")).exclude(game=game)
    players = Player.objects.filter(federation=game.round.tournament.federation_id, erased_at=None).order_by("name")
    resting = Seat.objects.filter(round=game.round_id, game__bye=True).values("player")
    rows = players.exclude(pk__in=resting).annotate(table=Subquery(elsewhere.values("game__table")[:1]))
    found = []
    for key, name, latin_name, licence, table in rows.values_list("key", "name", "latin_name", "licence", "table"):
        text = folded(f"{name} {latin_name} {licence}")
        if all(word in text for word in asked):
            found.append({"key": key, "name": name, "licence": licence, "table": table})
            if len(found) == MOST_PLAYERS:
                break
    return found


def _at_hand(game: Any, round_: Round, actor: Actor, calls: list[Call]) -> dict[str, Any]:
    lease: Lease | None = getattr(game, "lease", None)
    clock = clock_of(round_, extra_minutes=game.extra_minutes)
    return {
        "game": game.pk,
        "table": game.table,
        "token": game.token,
        "state": game.state,
        "to_come": game.to_come,
        "score": {"A": game.score_a, "B": game.score_b},
        "deals": game.deals_played,
        "clock": {"state": clock.state, "seconds_left": clock.seconds_left},
        "held_by": lease.official.name if lease else "",
        "mine": bool(lease and actor.holder and lease.holder == actor.holder),
        "seen_at": _iso(lease.seen_at) if lease else None,
        "calls": [{"id": call.pk, "kind": call.kind, "text": call.text} for call in calls],
    }


def _iso(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
