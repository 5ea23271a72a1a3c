"""What the desk does with rounds through the API. Each address calls one act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts import clock, draws, rounds
from ..models import Round
from ..permissions import Actor
from .doors import Door, actor_of, asked, desk_round, event_of
from .fields import Text, Tick, Whole
from .rounds import RoundList, RoundView
from .shapes import RoundOut
from .written import round_written


class DrawIn(serializers.Serializer[Any]):
    number = Whole(min_value=1, max_value=99_999, help_text="the round that is meant: the next one")
    also_absent = Tick(required=False, default=False, help_text="draw those too who have not checked in")
    rematches = Tick(required=False, default=False, help_text="let entries meet again where nothing else is left")


class ReopenIn(serializers.Serializer[Any]):
    reason = Text(min_length=1, max_length=300)


class SeenDrawIn(serializers.Serializer[Any]):
    seen = Text(
        required=False, default=None, allow_null=True, allow_blank=True, max_length=60,
        help_text="the stamp that was shown; where the draw is another by now nothing is done",
    )  # fmt: skip


class MinutesIn(serializers.Serializer[Any]):
    minutes = Whole(min_value=1, max_value=clock.MOST_MINUTES_ADDED)


class RoundsDoor(RoundList):
    @extend_schema(request=DrawIn, responses={201: RoundOut})
    def post(self, request: Request, slug: str) -> Response:
        """Draw the next round. Of two who ask for the same one, one draws."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "draw_round")
        wanted = asked(request, DrawIn, body=True)
        drawn = draws.draw_round(tournament, actor=actor, **wanted)
        return Response(round_written(drawn, stamp=True), status=201)


class RoundDoor(RoundView):
    @extend_schema(request=None, parameters=[SeenDrawIn], responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo the draw of the last round, while nothing was recorded in it and it is the one that was `seen`."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "draw_round")
        round_, wanted = desk_round(tournament, number), asked(request, SeenDrawIn)
        draws.undo_draw(round_, actor=actor, seen=wanted["seen"])
        return Response(status=204)


class RoundPublish(Door):
    @extend_schema(request=SeenDrawIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Show a drawn round to everybody; with `seen` only the draw that was looked at."""
        return _done(request, slug, number, "publish_round", rounds.publish_round, SeenDrawIn)


class RoundClose(Door):
    @extend_schema(request=None, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close a round all of whose games are accepted."""
        return _done(request, slug, number, "close_round", rounds.close_round)


class RoundReopen(Door):
    @extend_schema(request=ReopenIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Open a closed round again, with a reason (chief referee)."""
        return _done(request, slug, number, "reopen_round", rounds.reopen_round, ReopenIn)


class ClockStart(Door):
    @extend_schema(request=None, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start the clock of a published round: from now on its games run."""
        return _done(request, slug, number, "run_clock", clock.start_clock)


class ClockPause(Door):
    @extend_schema(request=None, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Stop the clock until it goes on."""
        return _done(request, slug, number, "run_clock", clock.pause_clock)


class ClockGoOn(Door):
    @extend_schema(request=None, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let a paused clock run on."""
        return _done(request, slug, number, "run_clock", clock.go_on_with_clock)


class ClockMinutes(Door):
    @extend_schema(request=MinutesIn, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give all tables of a round more time."""
        return _done(request, slug, number, "run_clock", clock.add_minutes, MinutesIn)


def _done(
    request: Request,
    slug: str,
    number: int,
    permission: str,
    act: Callable[..., Round],
    form: type[serializers.Serializer[Any]] | None = None,
) -> Response:
    """Carry one act out on a round, and show the round as it is then."""
    tournament = event_of(slug)
    actor: Actor = actor_of(request, tournament, permission)
    wanted = asked(request, form, body=True) if form else {}
    return Response(round_written(act(desk_round(tournament, number), actor=actor, **wanted), stamp=True))
