"""The end of an event, after any round; and opening it again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.ending import end_event, reopen_event
from ..models import Tournament
from ..reads.ending import closed_rounds, ending_of, obstacles, planned_rounds
from .changes import KeptReasonIn
from .doors import Door, actor_of, asked, event_of
from .fields import Text, Whole
from .shapes import EndingOut


class EndIn(serializers.Serializer[Any]):
    after = Whole(max_value=999, help_text="the last closed round as it was shown: another one is answered `stale`")
    reason = Text(
        required=False, default="", allow_blank=True, max_length=300, help_text="needed before all rounds are played"
    )


class EndDoor(Door):
    for_officials = True

    @extend_schema(responses=EndingOut)
    def get(self, request: Request, slug: str) -> Response:
        """Tell whether the event can be ended and what has to be done before, or how it was ended."""
        tournament = event_of(slug)
        actor_of(request, tournament, "end_event")
        return Response(_shown(tournament))

    @extend_schema(request=EndIn, responses=EndingOut)
    def post(self, request: Request, slug: str) -> Response:
        """End the event after its last closed round: nothing is drawn or changed any more."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "end_event")
        end_event(tournament, actor=actor, **asked(request, EndIn, body=True))
        return Response(_shown(event_of(slug)))


class ReopenDoor(Door):
    @extend_schema(request=KeptReasonIn, responses=EndingOut)
    def post(self, request: Request, slug: str) -> Response:
        """Open an event that was ended again, with a reason."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "end_event")
        reopen_event(tournament, actor=actor, **asked(request, KeptReasonIn, body=True))
        return Response(_shown(event_of(slug)))


def _shown(tournament: Tournament) -> dict[str, Any]:
    rounds = list(tournament.rounds.order_by("number"))
    ending = ending_of(tournament, rounds)
    return {
        "ended": ending is not None,
        "after": closed_rounds(rounds),
        "planned": planned_rounds(tournament),
        "ended_at": ending.at if ending else None,
        "ended_by": ending.by if ending else "",
        "reason": ending.reason if ending else "",
        "obstacles": [] if ending else [asdict(one) for one in obstacles(tournament)],
    }
