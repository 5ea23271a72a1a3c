"""The door of the log, and of the protocols made of it."""

from __future__ import annotations

import dataclasses
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.models import Game, Official, Tournament
from tournaments.permissions import Actor

from .acts.lines import append_lines
from .acts.pen import pen_of
from .acts.protocols import accept_protocol, draw_up_protocol, reopen_game, sign
from .models import Protocol, Signature
from .reads import game_etag, game_shown, latest_protocol, log_shown, protocol_shown, published_games, record_of


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


class LinesIn(serializers.Serializer[Any]):
    lines = serializers.ListField(help_text="lines of format 1, in order; each is judged for itself")


class AnswerOut(serializers.Serializer[Any]):
    id = serializers.CharField(allow_null=True)
    answer = serializers.ChoiceField(choices=["applied", "known", "refused"])
    number = serializers.IntegerField(allow_null=True)
    error = serializers.JSONField(allow_null=True)


class AnswersOut(serializers.Serializer[Any]):
    answers = AnswerOut(many=True)
    game = serializers.JSONField()


class SignatureIn(serializers.Serializer[Any]):
    signer = serializers.ChoiceField(choices=Signature.Signer.choices)
    how = serializers.ChoiceField(choices=Signature.How.choices)
    digest = serializers.CharField(max_length=64)
    strokes = serializers.JSONField(required=False, default=None, help_text="lists of x, y, x, y ... from 0 to 1000")
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=300)


class DigestIn(serializers.Serializer[Any]):
    digest = serializers.CharField(max_length=64)


class ReasonIn(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, max_length=300)


class GameView(AtTheTable):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: int) -> Response:
        """Show a game as its table sees it; 304 where nothing has changed."""
        game = _published(game_id)
        protocol, actor = latest_protocol(game), _actor(request, game.round.tournament)
        etag = game_etag(game, protocol, actor)
        if etag in request.headers.get("If-None-Match", ""):  # what was compressed on its way comes back as W/"..."
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": etag})
        return Response(game_shown(game, record_of(game), protocol, actor), headers={"ETag": etag})


class LinesView(AtTheTable):
    @extend_schema(request=LinesIn, responses=AnswersOut)
    def post(self, request: Request, game_id: int) -> Response:
        """Add a batch of lines: each is answered applied, known or refused. `game` lacks the seats, which stay."""
        asked = LinesIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen(request, game_id)
        game, record, answers = append_lines(game_id, asked.validated_data["lines"], actor=actor)
        shown = log_shown(game, record, latest_protocol(game) if game.state == Game.State.SIGNING else None, actor)
        return Response({"answers": [dataclasses.asdict(answer) for answer in answers], "game": shown})


class ProtocolOfGame(AtTheTable):
    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, game_id: int) -> Response:
        """Draw up the next version of the protocol of a finished game, or give the open one."""
        protocol = draw_up_protocol(game_id, actor=_pen(request, game_id))
        return Response(protocol_shown(protocol), status=status.HTTP_201_CREATED)


class ReopenGame(AtTheTable):
    @extend_schema(request=ReasonIn, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, game_id: int) -> Response:
        """Void the accepted version with a reason (chief referee)."""
        asked = ReasonIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen(request, game_id)
        game = reopen_game(game_id, reason=asked.validated_data["reason"], actor=actor)
        return Response(game_shown(game, record_of(game), latest_protocol(game), actor))


class SignaturesView(AtTheTable):
    @extend_schema(request=SignatureIn, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, protocol_id: int) -> Response:
        """Sign the version with this digest: drawn, refused with a reason, absent or on paper."""
        asked = SignatureIn(data=request.data)
        asked.is_valid(raise_exception=True)
        signature = sign(protocol_id, actor=_pen_of_protocol(request, protocol_id), **asked.validated_data)
        return Response(protocol_shown(signature.protocol), status=status.HTTP_201_CREATED)


class AcceptProtocol(AtTheTable):
    @extend_schema(request=DigestIn, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, protocol_id: int) -> Response:
        """Accept the signed version; its result counts from now on."""
        asked = DigestIn(data=request.data)
        asked.is_valid(raise_exception=True)
        actor = _pen_of_protocol(request, protocol_id)
        protocol = accept_protocol(protocol_id, actor=actor, **asked.validated_data)
        return Response(game_shown(protocol.game, record_of(protocol.game), latest_protocol(protocol.game), actor))


def _published(game_id: int) -> Game:
    game = published_games().filter(pk=game_id).first()
    if game is None:
        raise Http404
    return game


def _actor(request: Request, tournament: Tournament) -> Actor:
    """Find who asks: the pen of this event first, then the office of the signed-in user; an administrator has none."""
    official = pen_of(request._request, tournament) or _office(request, tournament)
    return Actor(official.name, official=official) if official else Actor("")


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
