"""Making an event, copying one, changing what it is called, where and when it is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.copies_of_events import Luggage, copy_event
from ..acts.events import EventData, change_event, create_event
from ..forms.events import PlaceAndDaysForm
from ..models import Federation
from ..names import tidy
from ..reads.events import may_create_events
from ..refusals import NotPermitted, Refused
from .doors import Door, actor_of, asked, by_form, event_of
from .events import EventList, EventView, event_answer
from .fields import Text, Tick
from .shapes import EventOut

LUGGAGE = ("officials", "categories", "tables", "entries")


class PlaceAndDaysIn(serializers.Serializer[Any]):
    name = Text(min_length=1, max_length=120)
    venue = Text(required=False, default="", allow_blank=True, max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES], required=False, help_text="of the sheets"
    )


class EventIn(PlaceAndDaysIn):
    federation = Text(required=False, default="", allow_blank=True, max_length=16, help_text="the code of one there is")
    federation_name = Text(
        required=False, default="", allow_blank=True, max_length=200, help_text="of a new one; a club writes its own"
    )


class EventChangeIn(PlaceAndDaysIn):
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class CopyIn(PlaceAndDaysIn):
    officials = Tick(required=False, default=True, help_text="with their roles, without their PINs")
    categories = Tick(required=False, default=True)
    tables = Tick(required=False, default=True, help_text="as many, with new links")
    entries = Tick(required=False, default=False, help_text="who took part to the end; never results")


class EventsDoor(EventList):
    @extend_schema(request=EventIn, responses={201: EventOut})
    def post(self, request: Request) -> Response:
        """Make an event with the regulations of its federation; who makes it becomes its organiser."""
        if not may_create_events(request.user):
            raise NotPermitted(
                "not_permitted", _("Events are made by administrators and by organisers of other events.")
            )
        wanted = _checked({"language": "en", **asked(request, EventIn, body=True)})
        wanted["federation"], wanted["federation_name"] = _federation(wanted), tidy(wanted["federation_name"])
        assert request.user.is_authenticated  # who is not makes none
        return event_answer(create_event(EventData(**wanted), user=request.user).slug, request, status=201)


class EventDoor(EventView):
    @extend_schema(request=EventChangeIn, responses=EventOut)
    def put(self, request: Request, slug: str) -> Response:
        """Change what an event is called, where and when it is; its address stays."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_event")
        wanted = _checked({"language": tournament.language, **asked(request, EventChangeIn, body=True)})
        change_event(tournament, actor=actor, stamp=wanted.pop("seen"), **wanted)
        return event_answer(slug, request)


class EventCopy(Door):
    @extend_schema(request=CopyIn, responses={201: EventOut})
    def post(self, request: Request, slug: str) -> Response:
        """Make a new event like this one: its regulations, and of the rest what is asked for."""
        tournament = event_of(slug)
        actor_of(request, tournament, "change_event")
        wanted = _checked({"language": tournament.language, **asked(request, CopyIn, body=True)})
        luggage = Luggage(**{name: wanted.pop(name) for name in LUGGAGE})
        assert request.user.is_authenticated  # who is not may change nothing
        return event_answer(copy_event(tournament, EventData(**wanted), luggage, user=request.user).slug, request, 201)


def _checked(wanted: dict[str, Any]) -> dict[str, Any]:
    """Have the form of the page check what an event is called, where and when it is."""
    return wanted | by_form(PlaceAndDaysForm(wanted))


def _federation(wanted: dict[str, Any]) -> Federation | None:
    code = wanted["federation"]
    if not code:
        return None
    found = Federation.objects.filter(code=code).first()
    if found is None:
        said = _("There is no federation with the code %(code)s. Look at the list of events, or write a name.")
        raise Refused("unknown_federation", said % {"code": code}, field="federation")
    return found
