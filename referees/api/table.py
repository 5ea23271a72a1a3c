"""The door of the log, and of the protocols made of it."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.addresses import address_of_visitor
from tournaments.api.fields import Text
from tournaments.models import Game, Official, Tournament
from tournaments.permissions import Actor

from ..acts.calls import call_official, close_call
from ..acts.games import lease_of
from ..acts.leases import LONGEST_HOLDER, see_tables, see_tablet, take_table
from ..acts.lines import append_lines
from ..acts.pen import check_pin, pen_of
from ..acts.protocols import accept_protocol, draw_up_protocol, reopen_game, sign
from ..models import Call, Protocol, Signature
from ..reads.games import (
    game_etag,
    game_shown,
    latest_protocol,
    log_shown,
    open_calls,
    protocol_shown,
    published_games,
    record_of,
)
from ..reads.tables import players_for_a_chair, tables_at_hand
from .shapes import AnswersOut, AtHandsOut, CallMadeOut, ForAChairsOut, GameOut, ProtocolOut


class PenAuthentication(SessionAuthentication):
    """A session that holds a pen, or in which a user is signed in; either way a form's CSRF token is asked for."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Give the session's user, who may be nobody with a pen."""
        user = getattr(request._request, "user", None) or AnonymousUser()
        if user.is_authenticated or request._request.session.get("pens"):
            self.enforce_csrf(request)
        return user, None


class PenScheme(OpenApiAuthenticationExtension):
    """Describe the pen to readers of the API's documents."""

    target_class = PenAuthentication
    name = "pen"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Name the cookie that carries the session."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "taken up with a PIN at a table"}


class AtTheTable(APIView):
    """What the views below share. Acts refuse, not views: only they know the event of a game."""

    authentication_classes = [PenAuthentication]
    permission_classes = [AllowAny]
    for_officials = False  # as the description of the API has it
    polled = False


class CountersignIn(serializers.Serializer[Any]):
    """A referee who confirms with his PIN what a scorer may not write alone."""

    official = serializers.IntegerField()
    pin = serializers.RegexField(r"^[0-9]{4,8}\Z", max_length=8)


class LinesIn(serializers.Serializer[Any]):
    lines = serializers.ListField(help_text="lines of format 1, in order; each is judged for itself")
    after = serializers.IntegerField(
        required=False, default=None, allow_null=True, min_value=0, help_text="length of the log before your eyes"
    )
    countersign = CountersignIn(required=False, default=None, allow_null=True)


class CallIn(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Call.Kind.choices)
    text = Text(required=False, default="", allow_blank=True, max_length=300)


class LeaseIn(serializers.Serializer[Any]):
    over = serializers.BooleanField(default=False, help_text="take the table over from who holds it")


class SignatureIn(serializers.Serializer[Any]):
    signer = serializers.ChoiceField(choices=Signature.Signer.choices)
    how = serializers.ChoiceField(choices=[how for how in Signature.How.choices if how[0] != Signature.How.RULING])
    digest = Text(min_length=1, max_length=64)
    strokes = serializers.JSONField(
        required=False, default=None, allow_null=True, help_text="lists of x, y, x, y ... from 0 to 1000"
    )
    reason = Text(required=False, default="", allow_blank=True, max_length=300)
    countersign = CountersignIn(required=False, default=None, allow_null=True)


class DigestIn(serializers.Serializer[Any]):
    digest = Text(min_length=1, max_length=64)
    countersign = CountersignIn(required=False, default=None, allow_null=True)


class ReasonIn(serializers.Serializer[Any]):
    reason = Text(allow_blank=True, max_length=300)


class GameView(AtTheTable):
    polled = True

    @extend_schema(responses=GameOut)
    def get(self, request: Request, game_id: int) -> Response:
        """Show a game as its table sees it; 304 where nothing has changed."""
        game = _published(game_id)
        protocol, actor, calls = latest_protocol(game), _actor(request, game.round.tournament), open_calls(game)
        see_tablet(lease_of(game), actor)
        etag = game_etag(game, protocol, actor, calls)
        if etag in request.headers.get("If-None-Match", ""):  # what was compressed on its way comes back as W/"..."
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": etag})
        return Response(game_shown(game, record_of(game), protocol, actor, calls), headers={"ETag": etag})


class LeaseView(AtTheTable):
    @extend_schema(request=LeaseIn, responses=GameOut)
    def post(self, request: Request, game_id: int) -> Response:
        """Make this tablet the one that writes a table; `over` takes it from who holds it, which is recorded."""
        asked = LeaseIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen(request, game_id)
        game = take_table(game_id, actor=actor, over=asked.validated_data["over"])
        return Response(game_shown(game, record_of(game), latest_protocol(game), actor))


class CallsView(AtTheTable):
    @extend_schema(request=CallIn, responses={201: CallMadeOut})
    def post(self, request: Request, game_id: int) -> Response:
        """Call an official to a table: a mistake in the record (anybody), or help (who holds the pen)."""
        asked = CallIn(data=request.data)
        asked.is_valid(raise_exception=True)
        game = _published(game_id)
        actor = _actor(request, game.round.tournament)
        made = call_official(game, actor=actor, address=address_of_visitor(request._request), **asked.validated_data)
        return Response({"id": made.pk}, status=status.HTTP_201_CREATED)


class CloseCall(AtTheTable):
    @extend_schema(request=None, responses=GameOut)
    def post(self, request: Request, game_id: int, call_id: int) -> Response:
        """Say that a call has been seen to."""
        actor = _pen(request, game_id)
        game = close_call(game_id, call_id, actor=actor)
        return Response(game_shown(game, record_of(game), latest_protocol(game), actor))


class PlayersView(AtTheTable):
    for_officials = True

    @extend_schema(parameters=[OpenApiParameter("q", str)], responses=ForAChairsOut)
    def get(self, request: Request, game_id: int) -> Response:
        """Find players of the federation who could take a chair; `table` is where one sits already, else null."""
        game = _published(game_id)
        _actor(request, game.round.tournament).require("hold_pen")
        return Response({"players": players_for_a_chair(game, request.query_params.get("q", ""))})


class TablesView(AtTheTable):
    for_officials = True

    @extend_schema(responses=AtHandsOut)
    def get(self, request: Request, game_id: int) -> Response:
        """List the tables of the round: state, score, who calls, who holds it."""
        game = _published(game_id)
        actor = _actor(request, game.round.tournament)
        actor.require("hold_pen")
        see_tables(game.round, actor)
        return Response({"tables": tables_at_hand(game.round, actor)})


class LinesView(AtTheTable):
    @extend_schema(request=LinesIn, responses=AnswersOut)
    def post(self, request: Request, game_id: int) -> Response:
        """Add a batch of lines: each is answered applied, known or refused. `game` lacks the seats, which stay."""
        asked = LinesIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen(request, game_id)
        lines, after = asked.validated_data["lines"], asked.validated_data["after"]
        writer = _countersigned(request, actor, asked.validated_data["countersign"])
        game, record, answers = append_lines(game_id, lines, actor=writer, after=after)
        shown = log_shown(game, record, latest_protocol(game) if game.state == Game.State.SIGNING else None, actor)
        return Response({"answers": [dataclasses.asdict(answer) for answer in answers], "game": shown})


class ProtocolOfGame(AtTheTable):
    @extend_schema(request=None, responses={201: ProtocolOut})
    def post(self, request: Request, game_id: int) -> Response:
        """Draw up the next version of the protocol of a finished game, or give the open one."""
        protocol = draw_up_protocol(game_id, actor=_pen(request, game_id))
        return Response(protocol_shown(protocol), status=status.HTTP_201_CREATED)


class ReopenGame(AtTheTable):
    @extend_schema(request=ReasonIn, responses=GameOut)
    def post(self, request: Request, game_id: int) -> Response:
        """Void the accepted version with a reason (chief referee)."""
        asked = ReasonIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen(request, game_id)
        game = reopen_game(game_id, reason=asked.validated_data["reason"], actor=actor)
        return Response(game_shown(game, record_of(game), latest_protocol(game), actor))


class SignaturesView(AtTheTable):
    @extend_schema(request=SignatureIn, responses={201: ProtocolOut})
    def post(self, request: Request, protocol_id: int) -> Response:
        """Sign the version with this digest: drawn, refused with a reason, absent or on paper."""
        asked = SignatureIn(data=request.data)
        asked.is_valid(raise_exception=True)
        said = dict(asked.validated_data)
        actor = _countersigned(request, _pen_of_protocol(request, protocol_id), said.pop("countersign"))
        signature = sign(protocol_id, actor=actor, **said)
        return Response(protocol_shown(signature.protocol), status=status.HTTP_201_CREATED)


class AcceptProtocol(AtTheTable):
    @extend_schema(request=DigestIn, responses=GameOut)
    def post(self, request: Request, protocol_id: int) -> Response:
        """Accept the signed version; its result counts from now on."""
        asked = DigestIn(data=request.data)
        asked.is_valid(raise_exception=True)
        said = dict(asked.validated_data)
        actor = _countersigned(request, _pen_of_protocol(request, protocol_id), said.pop("countersign"))
        protocol = accept_protocol(protocol_id, actor=actor, **said)
        return Response(game_shown(protocol.game, record_of(protocol.game), latest_protocol(protocol.game), actor))


def _published(game_id: int) -> Game:
    game = published_games().filter(pk=game_id).first()
    if game is None:
        raise Http404
    return game


def _actor(request: Request, tournament: Tournament) -> Actor:
    """Find who asks: the pen of this event first, then the office of the signed-in user; an administrator has none."""
    official = pen_of(request._request, tournament) or _office(request, tournament)
    holder = request.headers.get("X-Table-Holder", "")[:LONGEST_HOLDER]
    return Actor(official.name, official=official, holder=holder) if official else Actor("", holder=holder)


def _countersigned(request: Request, actor: Actor, by: dict[str, Any] | None) -> Actor:
    """Give the official whose PIN came along with what a scorer sends, at the scorer's tablet; else the actor."""
    if by is None or actor.official is None:
        return actor
    address = address_of_visitor(request._request)
    official = check_pin(actor.official.tournament, by["official"], by["pin"], address)
    return replace(actor, name=official.name, official=official)


def _office(request: Request, tournament: Tournament) -> Official | None:
    if not request.user.is_authenticated:
        return None
    return Official.objects.filter(tournament=tournament, user_id=request.user.pk, active=True).first()


def _pen(request: Request, game_id: int) -> Actor:
    """Find who writes to a game; with one pen in the session its event need not be looked up: the act checks it."""
    pens = request._request.session.get("pens") or {}
    if len(pens) == 1 and not request.user.is_authenticated:
        return _actor(request, Tournament(pk=int(next(iter(pens)))))
    return _actor(request, _published(game_id).round.tournament)


def _pen_of_protocol(request: Request, protocol_id: int) -> Actor:
    game_id = Protocol.objects.filter(pk=protocol_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise Http404
    return _pen(request, game_id)
