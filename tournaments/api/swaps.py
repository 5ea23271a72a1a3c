"""Two entries of a drawn round exchanged by hand: looked at, then done."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.swaps import swap_entries
from ..models import Round
from ..reads.swaps import Change, swap_of
from .doors import Door, actor_of, asked, desk_round, event_of
from .fields import Number, Text, Whole
from .shapes import RoundOut, SwapOut
from .written import round_written, side_written


class SwapAsked(serializers.Serializer[Any]):
    first = Number(help_text="the number of an entry")
    second = Number(help_text="of the one it changes places with")


class SwapIn(serializers.Serializer[Any]):
    first = Whole(min_value=1, max_value=99_999, help_text="the number of an entry")
    second = Whole(min_value=1, max_value=99_999, help_text="of the one it changes places with")
    reason = Text(required=False, default="", allow_blank=True, max_length=300, help_text="needed against warnings")
    seen = Text(
        required=False, default=None, allow_null=True, allow_blank=True, max_length=60,
        help_text="the stamp that was shown; where the draw is another by now nothing is done",
    )  # fmt: skip


class RoundSwap(Door):
    for_officials = True

    @extend_schema(parameters=[SwapAsked], responses=SwapOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show the two tables as they would be, and what speaks against it; nothing is written."""
        tournament = event_of(slug)
        actor_of(request, tournament, "draw_round")
        round_, wanted = desk_round(tournament, number), asked(request, SwapAsked)
        proposed = swap_of(round_, *_entries(round_, wanted))
        return Response(
            {
                "stamp": round_.draw_stamp,
                "tables": [_table(change) for change in proposed.changes],
                "warnings": [{"code": one.code, "sentence": one.words} for one in proposed.warnings],
            }
        )

    @extend_schema(request=SwapIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Swap them. What only speaks against it asks for a reason; `seen` is the stamp of the draw looked at."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "draw_round")
        round_, wanted = desk_round(tournament, number), asked(request, SwapIn, body=True)
        first, second = _entries(round_, wanted)
        done = swap_entries(round_, first, second, actor=actor, reason=wanted["reason"], seen=wanted["seen"])
        return Response(round_written(done, stamp=True))


def _entries(round_: Round, wanted: dict[str, Any]) -> tuple[int, int]:
    """Find the two by their numbers; who is not there is no entry of the round."""
    numbers = (wanted["first"], wanted["second"])
    known = dict(round_.tournament.entries.filter(number__in=numbers).values_list("number", "pk"))
    return known.get(numbers[0], 0), known.get(numbers[1], 0)


def _table(change: Change) -> dict[str, Any]:
    table = change.table
    return {
        "game": table.game,
        "table": table.table,
        "a": side_written(change.a),
        "b": side_written(change.b) if change.b else None,
    }
