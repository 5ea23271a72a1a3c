"""What the desk changes through the API: entries. Each address calls one act; who may is the act's to say."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.entries import add_entry, change_entry, delete_entry, return_entry, withdraw_entry
from ..entry_list import Pair, Person
from ..entry_list.faults import LONGEST
from ..models import Tournament
from ..names import tidy
from .doors import Door, actor_of, asked, entry_of, event_of
from .entries import EntryList, EntryView, entry_shown
from .fields import Text, Tick, Whole
from .shapes import EntryOut


class PersonIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=LONGEST["name"])
    licence = Text(required=False, default="", allow_blank=True, max_length=LONGEST["licence"])
    rating = Whole(required=False, default=None, allow_null=True, max_value=99_999)


class EntryIn(serializers.Serializer[Any]):
    number = Whole(required=False, default=None, allow_null=True, min_value=1, max_value=99_999)
    players = serializers.ListField(child=PersonIn(), min_length=2, max_length=2)
    club = Text(required=False, default="", allow_blank=True, max_length=LONGEST["club"])
    country = Text(required=False, default="", allow_blank=True, max_length=3)
    categories = serializers.ListField(
        child=Text(allow_blank=True, max_length=60), required=False, default=list, max_length=20
    )
    fee_paid = Tick(required=False, default=False)
    reserve = Tick(required=False, default=False)
    keep_known = Tick(required=False, default=False, help_text="yes, it is the player who is known by this licence")
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class WhyIn(serializers.Serializer[Any]):
    reason = Text(required=False, default="", allow_blank=True, max_length=300)


class KeptReasonIn(serializers.Serializer[Any]):
    reason = Text(allow_blank=True, max_length=300, help_text="it is kept")


class EntriesDoor(EntryList):
    @extend_schema(request=EntryIn, responses={201: EntryOut})
    def post(self, request: Request, slug: str) -> Response:
        """Add an entry; without a number it gets the next free one."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        wanted = asked(request, EntryIn, body=True)
        entry = add_entry(tournament, _pair(wanted), actor=actor, keep_known=wanted["keep_known"])
        return entry_answer(tournament, entry.number, status=201)


class EntryDoor(EntryView):
    @extend_schema(request=EntryIn, responses=EntryOut)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Change an entry, before a round is drawn. With `seen` it is refused where somebody changed it meanwhile."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        entry, wanted = entry_of(tournament, number), asked(request, EntryIn, body=True)
        entry = change_entry(entry, _pair(wanted), actor=actor, keep_known=wanted["keep_known"], seen=wanted["seen"])
        return entry_answer(tournament, entry.number)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Delete an entry that was never seated."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        delete_entry(entry_of(tournament, number), actor=actor)
        return Response(status=204)


class EntryWithdraw(Door):
    @extend_schema(request=WhyIn, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take an entry out of the rounds to come."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        entry, wanted = entry_of(tournament, number), asked(request, WhyIn, body=True)
        withdraw_entry(entry, actor=actor, reason=wanted["reason"].strip())
        return entry_answer(tournament, number)


class EntryReturn(Door):
    @extend_schema(request=None, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Bring a withdrawn entry back into the rounds to come."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_entries")
        return_entry(entry_of(tournament, number), actor=actor)
        return entry_answer(tournament, number)


def _pair(wanted: dict[str, Any]) -> Pair:
    """Write what was sent as a row of an entry list."""
    first, second = map(person_of, wanted["players"])
    return Pair(
        0,
        "" if wanted["number"] is None else str(wanted["number"]),
        (first, second),
        tidy(wanted["club"]),
        tidy(wanted["country"]).upper(),
        categories=tuple(tidy(name) for name in wanted["categories"] if name),
        fee_text="yes" if wanted["fee_paid"] else "",
        reserve_text="yes" if wanted["reserve"] else "",
    )


def person_of(one: dict[str, Any]) -> Person:
    """Write a player who was sent as an entry list has him."""
    rating = "" if one["rating"] is None else str(one["rating"])
    return Person(tidy(one["name"]), tidy(one["licence"]).upper(), rating)


def entry_answer(tournament: Tournament, number: int, status: int = 200) -> Response:
    """Show an entry as it is after an act."""
    entry = entry_of(tournament, number)
    return Response(entry_shown(tournament, entry, officials=True), status=status)
