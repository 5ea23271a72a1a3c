"""Events and their standings."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Round, Tournament
from ..reads.events import stamp_of_event
from ..reads.rounds import SHOWN
from ..reads.standings import Table, standings
from ..reads.standings.parts import categories_of, part_of
from .doors import Door, Page, actor_of, asked, event_of, page_of, unless_known
from .fields import Number, Text
from .shapes import EventOut, EventsOut, StandingsOut
from .written import standings_written


class EventsAsked(Page):
    state = serializers.ChoiceField(choices=["planned", "running", "over"], required=False)
    federation = Text(required=False, max_length=16, help_text="its code")
    q = Text(required=False, max_length=100, help_text="words of the name or the hall")


class StandingsAsked(serializers.Serializer[Any]):
    after = Number(required=False, default=None, help_text="the round; without it the last closed one")


class PartAsked(StandingsAsked):
    category = serializers.SlugField(required=False, max_length=20, help_text="its code: these entries alone")
    club = Text(required=False, max_length=200, help_text="its whole name")
    country = Text(required=False, max_length=3)


class EventList(Door):
    @extend_schema(parameters=[EventsAsked], responses=EventsOut)
    def get(self, request: Request) -> Response:
        """List events, the latest first."""
        wanted = asked(request, EventsAsked)
        return page_of(_chosen(wanted), wanted, lambda event: EventOut(event).data)


class EventView(Door):
    @extend_schema(responses=EventOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show one event."""
        return event_answer(slug, request)


class StandingsView(Door):
    polled = True

    @extend_schema(parameters=[PartAsked], responses=StandingsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show the standings after a round, with what each round brought; of a part with places of its own beside."""
        wanted = asked(request, PartAsked)
        return unless_known(request, slug, lambda: standings_written(_part(event_of(slug), wanted)))


def event_answer(slug: str, request: Request, status: int = 200) -> Response:
    """Show an event; its organiser gets the stamp of what it is called."""
    event = get_object_or_404(_events(), slug=slug)
    shown: dict[str, Any] = EventOut(event).data
    if request.user.is_authenticated and actor_of(request, event).may("change_event"):
        shown = {**shown, "stamp": stamp_of_event(event)}
    return Response(shown, status=status)


def _part(tournament: Tournament, wanted: dict[str, Any]) -> Table:
    """Read the standings of all, or of the entries of a category, a club or a country; nobody where there is none."""
    table = standings(tournament, wanted["after"])
    parts = [part_of(kind, wanted[kind], table) for kind in ("club", "country") if kind in wanted]
    if "category" in wanted:
        parts.append(next((part for part in categories_of(tournament) if part.code == wanted["category"]), None))
    if not parts:
        return table
    meant = frozenset.intersection(*(part.entries if part else frozenset() for part in parts))
    return table.part(lambda entry: entry.id in meant)


def _events() -> QuerySet[Tournament]:
    shown = Round.objects.filter(state__in=SHOWN).order_by("number")
    return (
        Tournament.objects.select_related("federation", "regulations")
        .prefetch_related(Prefetch("rounds", shown, to_attr="shown_rounds"), "categories")
        .annotate(taking_part=Count("entries", Q(entries__withdrawn_at=None, entries__reserve=False)))
        .order_by("-starts_on", "name", "id")
    )


def _chosen(wanted: dict[str, Any]) -> QuerySet[Tournament]:
    found = _events()
    if "federation" in wanted:
        found = found.filter(federation__code=wanted["federation"])
    for word in wanted.get("q", "").split()[:6]:
        # In every spelling: SQLite folds the case of Latin letters only.
        either = Q()
        for spelling in {word, word.lower(), word.capitalize(), word.upper()}:
            either |= Q(name__icontains=spelling) | Q(venue__icontains=spelling)
        found = found.filter(either)
    return found.filter(_state(wanted["state"])) if "state" in wanted else found


def _state(name: str) -> Q:
    over = Q(ended_at__isnull=False) | Q(ends_on__lt=timezone.localdate())
    begun = Q(pk__in=Round.objects.filter(state__in=SHOWN).values("tournament"))
    return {"over": over, "running": ~over & begun, "planned": ~over & ~begun}[name]
