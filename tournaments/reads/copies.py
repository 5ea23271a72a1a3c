"""The copies of an SQLite database: where they go, when the last was made, and whether that is enough."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from ..models import AuditEntry, Result

NAME = "domino-desk.sqlite3"
PATIENCE = timedelta(minutes=2)  # a worker that was just started, or a slow stick, has so long


@dataclass(frozen=True, slots=True)
class Copies:
    """How it stands with the copies.

    `waiting_since` is when a result was accepted that no copy holds yet, or, if it was `brought` with its event from
    elsewhere, when that was.
    """

    folder: Path
    there: bool
    last: datetime | None
    waiting_since: datetime | None
    brought: bool = False

    @property
    def today(self) -> bool:
        """Tell whether the last copy is of today, so that its hour says enough."""
        return self.last is not None and timezone.localdate(self.last) == timezone.localdate()


def copies_are_made() -> bool:
    """Tell whether this installation copies its database itself: where it is a file."""
    return connection.vendor == "sqlite"


def folder_of_copies() -> Path | None:
    """Give the folder of the copies; None where one was named that is not there: a stick that is not plugged in.

    Made on the disk instead, it would hold copies that are lost with the machine. Only our own folder is made.
    """
    folder = Path(settings.COPY_FOLDER)
    return folder if settings.COPY_FOLDER_IS_OURS or folder.is_dir() else None


def copies_now(now: datetime | None = None) -> Copies | None:
    """Look how it stands with the copies; None where none are made here."""
    if not copies_are_made():
        return None
    last = _last_copy()
    came, brought = _last_result()
    late = came is not None and (last is None or last < came) and (now or timezone.now()) - came > PATIENCE
    there = folder_of_copies() is not None
    return Copies(Path(settings.COPY_FOLDER), there, last, came if late else None, brought=late and brought)


def _last_result() -> tuple[datetime | None, bool]:
    """Tell when the last result came into this database, and whether it did so with its event, not from a table.

    A result that came with its event was accepted elsewhere, by another clock: the import is what counts.
    """
    acts = AuditEntry.objects.filter(
        tournament=OuterRef("game__round__tournament"), act__in=("record_result", "import_event")
    ).order_by("-pk")
    noted = Result.objects.annotate(act=Subquery(acts.values("act")[:1]), noted_at=Subquery(acts.values("at")[:1]))
    last = noted.order_by("-pk").values_list("recorded_at", "act", "noted_at").first()
    if last is None:
        return None, False
    recorded_at, act, noted_at = last
    return (noted_at, True) if act == "import_event" else (recorded_at, False)


def _last_copy() -> datetime | None:
    try:
        return datetime.fromtimestamp((Path(settings.COPY_FOLDER) / NAME).stat().st_mtime, UTC)
    except OSError:
        return None
