"""The officials of an event: who holds which office, and with what each gets in (organiser)."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.officials import add_official, give_back_office, give_pin, new_pin, take_back_office
from ..forms.officials import OfficialForm
from ..models import Official, Role, Tournament
from ..permissions import Actor
from .doors import Door, Page, actor_of, asked, by_form, event_of, page_of
from .fields import Text, Tick, YesOrNo
from .shapes import OfficialOut, OfficialsOut


class OfficialsAsked(Page):
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    active = YesOrNo(required=False)


class OfficialIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=120)
    role = serializers.ChoiceField(choices=Role.choices)
    pin = Text(required=False, default="", allow_blank=True, max_length=8, help_text="4 to 8 figures")
    make_pin = Tick(required=False, default=False, help_text="make one and tell it, once")
    username = Text(required=False, default="", allow_blank=True, max_length=150)
    password = Text(
        required=False, default="", allow_blank=True, trim_whitespace=False, max_length=128,
        help_text="only for a new sign-in name",
    )  # fmt: skip


class PinIn(serializers.Serializer[Any]):
    pin = Text(required=False, default="", allow_blank=True, max_length=8, help_text="without it one is made")


class OfficialList(Door):
    for_officials = True

    @extend_schema(parameters=[OfficialsAsked], responses=OfficialsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the officials by name, those in office first."""
        tournament = event_of(slug)
        actor_of(request, tournament, "change_officials")
        wanted = asked(request, OfficialsAsked)
        found = tournament.officials.select_related("user").order_by("-active", "name", "id")
        if "role" in wanted:
            found = found.filter(role=wanted["role"])
        if "active" in wanted:
            found = found.filter(active=wanted["active"] == "true")
        return page_of(found, wanted, _line)

    @extend_schema(request=OfficialIn, responses={201: OfficialOut})
    def post(self, request: Request, slug: str) -> Response:
        """Give somebody an office, with a PIN for the tables, a password for the desk, or both."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_officials")
        wanted = by_form(OfficialForm(asked(request, OfficialIn, body=True)))
        made = new_pin() if wanted.pop("make_pin") and not wanted["pin"] else ""
        official = add_official(tournament, actor=actor, **{**wanted, "pin": wanted["pin"] or made})
        return Response(_line(official, made), status=201)


class OfficialPin(Door):
    @extend_schema(request=PinIn, responses=OfficialOut)
    def post(self, request: Request, slug: str, official: int) -> Response:
        """Give an official a new PIN; one that is made here is told once. The old one opens nothing any more."""
        person, actor = _official(request, slug, official)
        asked_for = asked(request, PinIn, body=True)["pin"].strip()
        pin = give_pin(person, actor=actor, pin=asked_for)
        person.refresh_from_db()
        return Response(_line(person, "" if asked_for else pin))


class OfficialTakeBack(Door):
    @extend_schema(request=None, responses=OfficialOut)
    def post(self, request: Request, slug: str, official: int) -> Response:
        """End an office at once, at the desk and at the tables; what the official wrote stays."""
        person, actor = _official(request, slug, official)
        take_back_office(person, actor=actor)
        person.refresh_from_db()
        return Response(_line(person))


class OfficialGiveBack(Door):
    @extend_schema(request=None, responses=OfficialOut)
    def post(self, request: Request, slug: str, official: int) -> Response:
        """Let an official work again; for the tables he needs a new PIN."""
        person, actor = _official(request, slug, official)
        give_back_office(person, actor=actor)
        person.refresh_from_db()
        return Response(_line(person))


def _official(request: Request, slug: str, official: int) -> tuple[Official, Actor]:
    tournament: Tournament = event_of(slug)
    actor = actor_of(request, tournament, "change_officials")
    return get_object_or_404(Official.objects.select_related("user"), tournament=tournament, pk=official), actor


def _line(official: Official, pin: str = "") -> dict[str, Any]:
    return {
        "id": official.pk,
        "name": official.name,
        "role": official.role,
        "active": official.active,
        "has_pin": bool(official.pin_hash),
        "username": official.user.get_username() if official.user else "",
        **({"pin": pin} if pin else {}),
    }
