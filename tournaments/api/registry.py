"""The register of players and clubs, for officials who enter players: listed, corrected."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.registry import correct_club, correct_player
from ..entry_list.faults import LONGEST, MAX_RATING
from ..forms.registry import ClubForm, PlayerForm
from ..models import Club, Player
from ..reads.keys import players_by_key
from ..reads.registry import club_stamp, player_stamp, registered
from ..refusals import NotPermitted
from .doors import Door, Page, asked, by_form, page_of
from .fields import Text, Whole
from .shapes import ClubOut, ClubsOut, PlayerInRegisterOut, PlayersOut


class RegisterAsked(Page):
    q = Text(required=False, max_length=100, help_text="words of the name, or a licence")
    federation = Text(required=False, max_length=16, help_text="its code")


class PlayersAsked(RegisterAsked):
    club = Text(required=False, max_length=200, help_text="its whole name")


class PlayerList(Door):
    for_officials = True

    @extend_schema(parameters=[PlayersAsked], responses=PlayersOut)
    def get(self, request: Request) -> Response:
        """List players by name."""
        federations = _register_of(request)
        wanted = asked(request, PlayersAsked)
        found = Player.objects.filter(erased_at=None, federation__in=federations)
        found = found.select_related("federation", "club").order_by("name", "id")
        found = found.filter(_words(wanted, "name", "latin_name", "licence"), _of(wanted))
        if "club" in wanted:
            found = found.filter(club__name=wanted["club"])
        return page_of(found, wanted, _player)


class ClubList(Door):
    for_officials = True

    @extend_schema(parameters=[RegisterAsked], responses=ClubsOut)
    def get(self, request: Request) -> Response:
        """List clubs by name."""
        federations = _register_of(request)
        wanted = asked(request, RegisterAsked)
        found = Club.objects.filter(federation__in=federations).select_related("federation")
        found = found.annotate(count=Count("players")).order_by("name", "id")
        return page_of(found.filter(_words(wanted, "name"), _of(wanted)), wanted, _club)


class PlayerIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=LONGEST["name"])
    latin_name = Text(required=False, default="", allow_blank=True, max_length=LONGEST["name"])
    club = Text(required=False, default="", allow_blank=True, max_length=LONGEST["club"])
    country = Text(required=False, default="", allow_blank=True, max_length=3)
    rating = Whole(required=False, default=None, allow_null=True, max_value=MAX_RATING)
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class ClubIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=LONGEST["club"])
    country = Text(required=False, default="", allow_blank=True, max_length=3)
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class PlayerDoor(Door):
    for_officials = True

    @extend_schema(responses=PlayerInRegisterOut)
    def get(self, request: Request, key: str) -> Response:
        """Show a player, with the stamp of what the register says of him."""
        return _player_answer(_found_player(request, key))

    @extend_schema(request=PlayerIn, responses=PlayerInRegisterOut)
    def put(self, request: Request, key: str) -> Response:
        """Correct a player, and the names of his entries with him; the licence stays."""
        player, wanted = _found_player(request, key), asked(request, PlayerIn, body=True)
        form = PlayerForm({**wanted, "stamp": wanted["seen"]})
        seen = by_form(form)["stamp"]
        assert request.user.is_authenticated  # the register is open to nobody else
        correct_player(player, form.data_of_player(), user=request.user, seen=seen)
        return _player_answer(_found_player(request, key))


class ClubDoor(Door):
    for_officials = True

    @extend_schema(responses=ClubOut)
    def get(self, request: Request, club: int) -> Response:
        """Show a club, with the stamp of what the register says of it."""
        return _club_answer(_found_club(request, club))

    @extend_schema(request=ClubIn, responses=ClubOut)
    def put(self, request: Request, club: int) -> Response:
        """Correct a club's name or country; its players and entries stay with it."""
        found, wanted = _found_club(request, club), asked(request, ClubIn, body=True)
        form = ClubForm({**wanted, "stamp": wanted["seen"]})
        seen = by_form(form)["stamp"]
        assert request.user.is_authenticated  # the register is open to nobody else
        correct_club(found, form.data_of_club(), user=request.user, seen=seen)
        return _club_answer(_found_club(request, club))


def _found_player(request: Request, key: str) -> Player:
    """Find a player by his own key or a further one."""
    everybody = Player.objects.select_related("federation", "club").filter(federation__in=_register_of(request))
    meant = players_by_key([key]).get(key)
    return get_object_or_404(everybody, pk=meant.pk if meant else None, erased_at=None)


def _found_club(request: Request, club: int) -> Any:
    counted = Club.objects.select_related("federation").annotate(count=Count("players"))
    return get_object_or_404(counted, pk=club, federation__in=_register_of(request))


def _player_answer(player: Player) -> Response:
    return Response({**_player(player), "stamp": player_stamp(player)})


def _club_answer(club: Any) -> Response:
    return Response({**_club(club), "stamp": club_stamp(club)})


def _register_of(request: Request) -> list[int]:
    """List the federations whose people the caller may look up; refuses who helps to run no event."""
    federations = list(registered(request.user).values_list("pk", flat=True))
    if not federations and not request.user.is_superuser:
        raise NotPermitted("not_permitted", _("The register is for organisers and the desk. Sign in as one of them."))
    return federations


def _of(wanted: dict[str, Any]) -> Q:
    return Q(federation__code=wanted["federation"]) if "federation" in wanted else Q()


def _words(wanted: dict[str, Any], *fields: str) -> Q:
    """Match every word somewhere, in every spelling: SQLite folds the case of Latin letters only."""
    every = Q()
    for word in wanted.get("q", "").split()[:6]:
        either = Q()
        for spelling in {word, word.lower(), word.capitalize(), word.upper()}:
            for field in fields:
                either |= Q(**{f"{field}__icontains": spelling})
        every &= either
    return every


def _player(player: Player) -> dict[str, Any]:
    return {
        "key": player.key,
        "name": player.name,
        "latin_name": player.latin_name,
        "licence": player.licence,
        "federation": player.federation.code,
        "club": player.club.name if player.club else "",
        "country": player.country,
        "rating": player.rating,
    }


def _club(club: Any) -> dict[str, Any]:
    told = {"id": club.pk, "name": club.name, "federation": club.federation.code, "country": club.country}
    return {**told, "players": club.count}
