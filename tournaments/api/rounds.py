"""The rounds of an event and their tables."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Game, Round, Tournament
from ..reads.rounds import SHOWN, tables_of
from ..reads.search import find_tables
from .doors import Door, actor_of, asked, desk_round, event_of, shown_round, unless_known
from .fields import Text
from .shapes import GamesOut, RoundOut, RoundsOut
from .written import round_written, table_written


class GamesAsked(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=Game.State.choices, required=False)
    q = Text(required=False, max_length=100, help_text="a table, the number of an entry, or a name in any spelling")


class RoundsAsked(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=[str(s) for s in Round.State if s != Round.State.PLANNED], required=False)


class RoundList(Door):
    polled = True

    @extend_schema(parameters=[RoundsAsked], responses=RoundsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the published rounds; officials of the desk see drawn ones too."""
        wanted, tournament = asked(request, RoundsAsked), event_of(slug)
        which = Q(**wanted)
        if actor_of(request, tournament).may("see_desk"):  # a draw is no part of the public version
            return Response({"rounds": _lines(tournament, which)})
        return unless_known(request, slug, lambda: {"rounds": _lines(tournament, which & Q(state__in=SHOWN))})


class RoundView(Door):
    polled = True

    @extend_schema(responses=RoundOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show the tables of a published round with their scores, and its clock; the desk sees a drawn one too."""
        if request.user.is_authenticated:
            tournament = event_of(slug)
            if actor_of(request, tournament).may("see_desk"):  # a draw is no part of the public version
                return Response(round_written(desk_round(tournament, number), stamp=True))
        return unless_known(request, slug, lambda: round_written(shown_round(event_of(slug), number)))


class GameList(Door):
    polled = True

    @extend_schema(parameters=[GamesAsked], responses=GamesOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List the games of a published round, by state or by who plays."""
        wanted = asked(request, GamesAsked)

        def shown() -> dict[str, Any]:
            tables = tables_of(shown_round(event_of(slug), number))
            found = find_tables(tables, wanted["q"]) if "q" in wanted else tables
            return {"tables": [table_written(t) for t in found if wanted.get("state") in (None, t.state)]}

        return unless_known(request, slug, shown)


def _lines(tournament: Tournament, which: Q) -> list[dict[str, Any]]:
    counted = (
        tournament.rounds.filter(which)
        .exclude(state=Round.State.PLANNED)
        .order_by("number")
        .annotate(
            tables=Count("games", Q(games__bye=False)),
            byes=Count("games", Q(games__bye=True)),
            accepted=Count("games", Q(games__bye=False, games__state=Game.State.ACCEPTED)),
        )
    )
    names = ("number", "state", "tables", "accepted", "byes", "published_at", "closed_at")
    return list(counted.values(*names))
