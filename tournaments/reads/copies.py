"""The copies of an SQLite database: where they go, when the last was made, and whether that is enough."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from ..models import Result

NAME = "domino-desk.sqlite3"
PATIENCE = timedelta(minutes=2)  # a worker that was just started, or a slow stick, has so long


@dataclass(frozen=True, slots=True)
class Copies:
    """How it stands with the copies; `waiting_since` is when a result was accepted that no copy holds yet."""

    folder: Path
    there: bool
    last: datetime | None
    waiting_since: datetime | None

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
    accepted = Result.objects.order_by("-pk").values_list("recorded_at", flat=True).first()
    unsafe = accepted is not None and (last is None or last < accepted)
    late = unsafe and accepted is not None and (now or timezone.now()) - accepted > PATIENCE
    return Copies(Path(settings.COPY_FOLDER), folder_of_copies() is not None, last, accepted if late else None)


def _last_copy() -> datetime | None:
    try:
        return datetime.fromtimestamp((Path(settings.COPY_FOLDER) / NAME).stat().st_mtime, UTC)
    except OSError:
        return None
