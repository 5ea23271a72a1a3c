"""What must be ready before round 1 beside the entries: somebody who can accept a result, and a way to the tables."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from ..models import Official, Tournament
from ..permissions import MAY


def who_can_accept(tournament: Tournament) -> QuerySet[Official]:
    """Find the officials who can accept a result at a table: by their role, and because they have a PIN."""
    able = tournament.officials.filter(active=True, role__in=MAY["accept_protocol"])
    return able.exclude(pin_hash="")


def count_of(page: str, tournament: Tournament) -> int:
    """Count what a page of the desk that belongs to an app above this one has made of an event."""
    count: int = import_string(settings.DESK_COUNTS[page])(tournament)
    return count
