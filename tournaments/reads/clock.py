"""The one clock of all tables of a round (S6); everything stands in the row, so it survives a restart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from ..models import Game, Round

WARNING = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock at one moment. `seconds_left` is 0 when time is over; `deadline` is known while it runs."""

    state: str  # idle, running or paused
    minutes: int
    seconds_left: int
    started_at: datetime | None = None
    deadline: datetime | None = None
    seconds_gone: int = 0  # of play, pauses left out; it runs on when the time is over

    @property
    def over(self) -> bool:
        """Tell whether the time of the round has run out."""
        return self.state != "idle" and self.seconds_left == 0

    @property
    def last_minutes(self) -> bool:
        """Tell whether the warning before the end has been reached."""
        return self.state != "idle" and 0 < self.seconds_left <= WARNING.total_seconds()


def clock_of(round_: Round, now: datetime | None = None, extra_minutes: int = 0) -> Clock:
    """Read the clock of a round, or of one of its tables that was given extra minutes."""
    started_at, minutes = round_.clock_started_at, round_.minutes + extra_minutes
    if started_at is None:
        return Clock("idle", minutes, minutes * 60)
    deadline = started_at + timedelta(minutes=minutes, seconds=round_.paused_seconds)
    paused_at = round_.clock_paused_at
    left = deadline - (paused_at or now or timezone.now())
    return Clock(
        state="paused" if paused_at else "running",
        minutes=minutes,
        seconds_left=max(0, int(left.total_seconds())),
        started_at=started_at,
        deadline=None if paused_at else deadline,
        seconds_gone=max(0, int(minutes * 60 - left.total_seconds())),
    )


def clock_of_game(game: Game, now: datetime | None = None) -> Clock:
    """Read the clock of one table: that of its round, and the minutes the desk gave to it alone."""
    return clock_of(game.round, now, game.extra_minutes)
