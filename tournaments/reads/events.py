"""What the first page shows, and who may make an event."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from ..models import Entry, Official, Role, Round, Tournament
from ..names import in_latin_letters
from ..permissions import MAY
from .rounds import SHOWN
from .search import folded

WHAT_IT_IS: Final = ("name", "venue", "starts_on", "ends_on", "language")


def stamp_of_event(tournament: Tournament) -> str:
    """Tell what an event is called, where and when it is, from what another person made of it meanwhile."""
    text = "\n".join(str(getattr(tournament, name)) for name in WHAT_IT_IS)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of the list: what state it is in, and what the visitor may do there."""

    tournament: Tournament
    state: str  # coming, running, over
    pairs: int
    round_number: int | None
    planned_rounds: int
    desk: bool
    own: bool

    @property
    def setting_up(self) -> bool:
        """Tell whether its organiser may still be in the middle of setting it up."""
        return self.own and self.state == "coming"


@dataclass(frozen=True, slots=True)
class EventGroup:
    """Events in one state, under a heading."""

    state: str
    title: str
    lines: list[EventLine]


def is_empty() -> bool:
    """Tell whether nobody has set this installation up yet."""
    return not User.objects.exists()


def may_create_events(user: User | AnonymousUser) -> bool:
    """Tell whether a visitor may make an event: administrators, and organisers of an event there is."""
    if not user.is_authenticated:
        return False
    return user.is_superuser or Official.objects.filter(user=user, role=Role.ORGANISER, active=True).exists()


def event_groups(user: User | AnonymousUser, today: datetime.date, search: str = "") -> list[EventGroup]:
    """Group all events, or those that a search finds: running, coming with the next first, past."""
    lines = [line for line in event_lines(user, today) if _found(line.tournament, search)]
    titles = {"running": _("Running"), "coming": _("Coming"), "over": _("Past")}
    of_state = {state: [line for line in lines if line.state == state] for state in titles}
    of_state["coming"].reverse()
    return [EventGroup(state, title, of_state[state]) for state, title in titles.items() if of_state[state]]


def event_lines(user: User | AnonymousUser, today: datetime.date) -> list[EventLine]:
    """List all events, the latest first, in as many queries however many they are."""
    roles = _roles(user)
    playing = Entry.objects.filter(withdrawn_at=None, reserve=False).order_by()
    pairs = playing.values_list("tournament").annotate(Count("pk"))
    rounds = Round.objects.filter(state__in=SHOWN).order_by().values_list("tournament").annotate(Max("number"))
    pairs_of, round_of = dict(pairs), dict(rounds)
    return [
        EventLine(
            tournament=event,
            state=_state(event, round_of.get(event.pk), today),
            pairs=pairs_of.get(event.pk, 0),
            round_number=round_of.get(event.pk),
            planned_rounds=event.regulations.planned_rounds if hasattr(event, "regulations") else 0,
            desk=user.is_superuser or event.pk in roles,
            own=user.is_superuser or roles.get(event.pk) == Role.ORGANISER,
        )
        for event in Tournament.objects.select_related("federation", "regulations")
    ]


def _roles(user: User | AnonymousUser) -> dict[int, str]:
    """Give the visitor's role in each event in which he has a desk."""
    if not user.is_authenticated:
        return {}
    offices = Official.objects.filter(user=user, active=True, role__in=MAY["see_desk"])
    return dict(offices.values_list("tournament_id", "role"))


def _found(tournament: Tournament, search: str) -> bool:
    words = folded(search).split()
    text = f"{tournament.name} {tournament.venue} {tournament.federation} {tournament.starts_on:%Y}"
    text = folded(f"{text} {in_latin_letters(text)}")
    return all(word in text for word in words)


def _state(tournament: Tournament, round_number: int | None, today: datetime.date) -> str:
    if tournament.ended_at or tournament.ends_on < today:
        return "over"
    return "running" if round_number else "coming"
