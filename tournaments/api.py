"""The public record of events for programs: read only, and 304 while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Round, Tournament
from .reads.clock import clock_of
from .reads.rounds import SHOWN, Side, Table, tables_of
from .reads.standings import Cell, Row, standings
from .reads.versions import live_version


class RoundInEvent(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in SHOWN])


class EventOut(serializers.Serializer[Any]):
    """An event, with the rounds that were published."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    venue = serializers.CharField()
    federation = serializers.CharField(source="federation.code")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    entry_kind = serializers.ChoiceField(choices=Tournament.EntryKind.choices)
    entries = serializers.IntegerField(source="taking_part", help_text="without those withdrawn")
    planned_rounds = serializers.IntegerField(source="regulations.planned_rounds", default=0)
    ended = serializers.SerializerMethodField()
    rounds = RoundInEvent(source="shown_rounds", many=True)

    def get_ended(self, tournament: Tournament) -> bool:
        """Tell whether the organiser ended the event."""
        return tournament.ended_at is not None


class OpponentOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()


class CellOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    won = serializers.BooleanField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    side = serializers.ChoiceField(choices=["A", "B"])
    opponent = OpponentOut(allow_null=True, help_text="null for a bye")
    reason = serializers.CharField()
    provisional = serializers.BooleanField()


class StandingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="shared by entries that no key tells apart")
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    withdrawn = serializers.BooleanField()
    wins = serializers.IntegerField()
    effectiveness = serializers.IntegerField(help_text="points scored minus points against")
    points = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    rounds = CellOut(many=True)


class StandingsOut(serializers.Serializer[Any]):
    after = serializers.IntegerField()
    ranking = serializers.ListField(child=serializers.CharField())
    provisional = serializers.BooleanField(help_text="a round is open, or a result awaits a decision")
    rows = StandingOut(many=True)


class ChairOut(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=["A1", "B1", "A2", "B2"])
    player = serializers.CharField()


class SideOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    chairs = ChairOut(many=True)


class TableOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    code = serializers.CharField()
    table = serializers.IntegerField(allow_null=True, help_text="null for a bye")
    state = serializers.CharField()
    score = serializers.DictField(child=serializers.IntegerField())
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    deals_played = serializers.IntegerField()
    a = SideOut()
    b = SideOut(allow_null=True)


class ClockOut(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["idle", "running", "paused"])
    minutes = serializers.IntegerField()
    seconds_left = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="while it runs")


class RoundOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.CharField()
    clock = ClockOut()
    tables = TableOut(many=True)


AFTER = OpenApiParameter("after", OpenApiTypes.INT, description="the round; without it the last closed one")


class EventList(ListAPIView[Tournament]):
    """All events, the latest first."""

    serializer_class = EventOut

    def get_queryset(self) -> QuerySet[Tournament]:
        """Read events with their counts and rounds."""
        return _events()


class EventView(APIView):
    @extend_schema(responses=EventOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show one event."""
        return Response(EventOut(get_object_or_404(_events(), slug=slug)).data)


class StandingsView(APIView):
    @extend_schema(parameters=[AFTER], responses=StandingsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show the standings after a round, with what each round brought."""
        return _unless_known(request, slug, lambda: self._shown(slug, request.query_params.get("after")))

    def _shown(self, slug: str, after: str | None) -> dict[str, Any]:
        table = standings(_event(slug), _number(after))
        return {
            "after": table.after,
            "ranking": list(table.ranking),
            "provisional": table.provisional,
            "rows": [_row(row) for row in table.rows],
        }


class RoundView(APIView):
    @extend_schema(responses=RoundOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show the tables of a published round with their scores, and its clock."""
        return _unless_known(request, slug, lambda: self._shown(slug, number))

    def _shown(self, slug: str, number: int) -> dict[str, Any]:
        round_ = get_object_or_404(Round, tournament=_event(slug), number=number, state__in=SHOWN)
        clock = clock_of(round_)
        return {
            "number": round_.number,
            "state": round_.state,
            "clock": {
                "state": clock.state,
                "minutes": clock.minutes,
                "seconds_left": clock.seconds_left,
                "deadline": clock.deadline,
            },
            "tables": [_table(table) for table in tables_of(round_)],
        }


def _unless_known(request: Request, slug: str, shown: Callable[[], dict[str, Any]]) -> Response:
    """Answer 304 to who has the version of now, and what `shown` gives to everybody else."""
    headers = {"ETag": live_version(slug), "Cache-Control": "no-cache"}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    return Response(shown(), headers=headers)


def _events() -> QuerySet[Tournament]:
    shown = Round.objects.filter(state__in=SHOWN).order_by("number")
    return (
        Tournament.objects.select_related("federation", "regulations")
        .prefetch_related(Prefetch("rounds", shown, to_attr="shown_rounds"))
        .annotate(taking_part=Count("entries", Q(entries__withdrawn_at=None)))
        .order_by("-starts_on", "name", "id")
    )


def _event(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("regulations"), slug=slug)


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValidationError({"after": [_("Give the number of a round, like 3.")]})
    return int(text)


def _row(row: Row) -> dict[str, Any]:
    entry = row.entry
    return {
        "place": row.place, "number": entry.number, "name": entry.name, "club": entry.club,
        "country": entry.country, "withdrawn": entry.withdrawn, "wins": row.wins,
        "effectiveness": row.effectiveness, "points": row.points, "games": row.games,
        "provisional": row.provisional, "rounds": [_cell(cell) for cell in row.cells if cell],
    }  # fmt: skip


def _cell(cell: Cell) -> dict[str, Any]:
    opponent = cell.opponent and {"number": cell.opponent.number, "name": cell.opponent.name}
    return {**cell._asdict(), "opponent": opponent}


def _table(table: Table) -> dict[str, Any]:
    return {
        "game": table.game, "code": table.code, "table": table.table, "state": table.state,
        "score": {"A": table.score_a, "B": table.score_b}, "winner": table.winner or None,
        "reason": table.reason or None, "deals_played": table.deals_played,
        "a": _side(table.a), "b": table.b and _side(table.b),
    }  # fmt: skip


def _side(side: Side) -> dict[str, Any]:
    chairs = [{"seat": chair.seat, "player": chair.player} for chair in side.chairs]
    return {"number": side.number, "name": side.name, "club": side.club, "country": side.country, "chairs": chairs}
