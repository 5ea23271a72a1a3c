"""The results of an event after a round, as docs/results-file.md describes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Game, Tournament
from ..reads.results_file import results_file
from ..reads.rounds import SHOWN
from .doors import Door, actor_of, asked, event_of
from .events import StandingsAsked
from .shapes import RESULT, SEATS, CategoryOut


class EventOfResults(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()
    venue = serializers.CharField()
    federation = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    entry_kind = serializers.ChoiceField(choices=Tournament.EntryKind.choices)
    system = serializers.CharField()
    planned_rounds = serializers.IntegerField()
    effectiveness = serializers.CharField()
    ended = serializers.BooleanField()
    categories = CategoryOut(many=True)


class PlayerOfResults(serializers.Serializer[Any]):
    name = serializers.CharField()
    licence = serializers.CharField(required=False, help_text="for officials of the event alone")


class EntryOfResults(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    categories = serializers.ListField(child=serializers.CharField())
    withdrawn = serializers.BooleanField()
    reserve = serializers.BooleanField()
    from_round = serializers.IntegerField()
    players = PlayerOfResults(many=True)


class CellOfResults(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    opponents = serializers.ListField(child=serializers.IntegerField(), help_text="their numbers; none for a bye")
    partners = serializers.ListField(child=serializers.IntegerField())
    won = serializers.BooleanField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    reason = serializers.CharField(help_text=RESULT)
    provisional = serializers.BooleanField()


class StandingOfResults(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()
    wins = serializers.IntegerField()
    effectiveness = serializers.IntegerField()
    points = serializers.IntegerField()
    games = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    disqualified = serializers.BooleanField()
    provisional = serializers.BooleanField()
    rounds = CellOfResults(many=True)


class SeatOfResults(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=SEATS)
    player = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="of the entry; null until the game is accepted")
    won = serializers.BooleanField(allow_null=True)
    points_for = serializers.IntegerField(allow_null=True)
    points_against = serializers.IntegerField(allow_null=True)


class SideOfResults(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    seats = SeatOfResults(many=True)


class GameOfResults(serializers.Serializer[Any]):
    table = serializers.IntegerField(allow_null=True, help_text="null for a bye")
    code = serializers.CharField()
    state = serializers.ChoiceField(choices=Game.State.choices)
    score = serializers.DictField(child=serializers.IntegerField())
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text=RESULT)
    a = SideOfResults()
    b = SideOfResults(allow_null=True, help_text="null for a bye")


class RoundOfResults(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in SHOWN])
    games = GameOfResults(many=True)


class ResultsOut(serializers.Serializer[Any]):
    """The results file, format 1."""

    format = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    event = EventOfResults()
    after = serializers.IntegerField()
    provisional = serializers.BooleanField()
    ranking = serializers.ListField(child=serializers.CharField())
    entries = EntryOfResults(many=True)
    standings = StandingOfResults(many=True)
    rounds = RoundOfResults(many=True)


class ResultsView(Door):
    @extend_schema(parameters=[StandingsAsked], responses=ResultsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Give the results after a round in one file. Officials of the event get licences too."""
        wanted, tournament = asked(request, StandingsAsked), event_of(slug)
        licences = actor_of(request, tournament).may("see_desk")
        return Response(results_file(tournament, wanted["after"], licences=licences))
