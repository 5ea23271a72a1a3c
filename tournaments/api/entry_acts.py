"""What the desk does with one entry beside changing it: names, categories, fee, reserve, another player, check-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.check_in import check_in, undo_check_in
from ..acts.entries import correct_names, set_categories, set_fee, take_in
from ..acts.substitutions import substitute_player
from ..entry_list.faults import LONGEST
from ..models import Entry
from ..names import tidy
from .changes import PersonIn, entry_answer, person_of
from .doors import Door, actor_of, asked, entry_of, event_of
from .fields import Text, Tick, Whole
from .shapes import EntryOut


class SeenIn(serializers.Serializer[Any]):
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class NamesIn(SeenIn):
    names = serializers.ListField(child=Text(max_length=LONGEST["name"]), min_length=2, max_length=2)


class CategoriesIn(SeenIn):
    categories = serializers.ListField(
        child=Text(max_length=60), max_length=20, help_text="names or codes; a new name makes a new category"
    )


class SubstituteIn(SeenIn):
    place = Whole(min_value=1, max_value=2, help_text="of the player who leaves: 1 or 2, as `players` are listed")
    player = PersonIn()
    reason = Text(allow_blank=True, max_length=300)
    keep_known = Tick(required=False, default=False, help_text="yes, it is the player who is known by this licence")


class FeeIn(serializers.Serializer[Any]):
    paid = Tick()


class EntryNames(Door):
    @extend_schema(request=NamesIn, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Correct how the players of an entry are written, at any time; they stay the same people."""

        def act(entry: Entry, names: list[str], **more: Any) -> None:
            correct_names(entry, (names[0], names[1]), **more)

        return _done(request, slug, number, "change_entries", act, NamesIn)


class EntryCategories(Door):
    @extend_schema(request=CategoriesIn, responses=EntryOut)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Let an entry be ranked in these categories and no others, at any time."""

        def act(entry: Entry, categories: list[str], **more: Any) -> None:
            set_categories(entry, [name for name in map(tidy, categories) if name], **more)

        return _done(request, slug, number, "change_entries", act, CategoriesIn)


class EntrySubstitute(Door):
    @extend_schema(request=SubstituteIn, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let another player take a member's place, from the next round that is not published."""

        def act(entry: Entry, place: int, player: dict[str, Any], **more: Any) -> None:
            substitute_player(entry, place, person_of(player), **more)

        return _done(request, slug, number, "change_entries", act, SubstituteIn)


class EntryTakeIn(Door):
    @extend_schema(request=None, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let a reserve take part, from the next round to be drawn."""
        return _done(request, slug, number, "change_entries", take_in)


class EntryFee(Door):
    @extend_schema(request=FeeIn, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Write down that the fee is paid, or that it is not."""
        return _done(request, slug, number, "change_entries", set_fee, FeeIn)


class EntryCheckIn(Door):
    @extend_schema(request=None, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Write down that an entry is here; said twice it changes nothing."""
        return _done(request, slug, number, "check_in", check_in)


class EntryCheckInUndo(Door):
    @extend_schema(request=None, responses=EntryOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take a check-in back; said twice it changes nothing."""
        return _done(request, slug, number, "check_in", undo_check_in)


def _done(
    request: Request,
    slug: str,
    number: int,
    permission: str,
    act: Callable[..., object],
    form: type[serializers.Serializer[Any]] | None = None,
) -> Response:
    """Carry one act out on an entry, and show the entry as it is then."""
    tournament = event_of(slug)
    actor = actor_of(request, tournament, permission)
    entry = entry_of(tournament, number)
    act(entry, actor=actor, **(asked(request, form, body=True) if form else {}))
    return entry_answer(tournament, number)
