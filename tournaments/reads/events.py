"""What the first page shows, and who may make an event."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Max

from ..models import Entry, Official, Role, Round, Tournament
from ..permissions import MAY
from .rounds import SHOWN


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of the list: what state it is in, and whether the visitor has a desk there."""

    tournament: Tournament
    state: str  # planned, running, over
    pairs: int
    round_number: int | None
    planned_rounds: int
    desk: bool


def is_empty() -> bool:
    """Tell whether nobody has set this installation up yet."""
    return not User.objects.exists()


def may_create_events(user: User | AnonymousUser) -> bool:
    """Tell whether a visitor may make an event: administrators, and organisers of an event there is."""
    if not user.is_authenticated:
        return False
    return user.is_superuser or Official.objects.filter(user=user, role=Role.ORGANISER, active=True).exists()


def event_lines(user: User | AnonymousUser, today: datetime.date) -> list[EventLine]:
    """List all events, the latest first, in as many queries however many they are."""
    desks = _desks(user)
    pairs = Entry.objects.filter(withdrawn_at=None).order_by().values_list("tournament").annotate(Count("pk"))
    rounds = Round.objects.filter(state__in=SHOWN).order_by().values_list("tournament").annotate(Max("number"))
    pairs_of, round_of = dict(pairs), dict(rounds)
    return [
        EventLine(
            tournament=event,
            state=_state(event, round_of.get(event.pk), today),
            pairs=pairs_of.get(event.pk, 0),
            round_number=round_of.get(event.pk),
            planned_rounds=event.regulations.planned_rounds if hasattr(event, "regulations") else 0,
            desk=user.is_superuser or event.pk in desks,
        )
        for event in Tournament.objects.select_related("federation", "regulations")
    ]


def _desks(user: User | AnonymousUser) -> set[int]:
    if not user.is_authenticated:
        return set()
    offices = Official.objects.filter(user=user, active=True, role__in=MAY["see_desk"])
    return set(offices.values_list("tournament_id", flat=True))


def _state(tournament: Tournament, round_number: int | None, today: datetime.date) -> str:
    if tournament.ended_at or tournament.ends_on < today:
        return "over"
    return "running" if round_number else "planned"
