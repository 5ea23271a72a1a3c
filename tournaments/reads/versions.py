"""Versions of what changes while people play: one small query each, so that polling costs next to nothing."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Max, Q, Sum
from django.utils import timezone, translation

from ..models import AuditEntry, Game, Round, Tournament
from .kept import Kept
from .rounds import OPEN, SHOWN

#: Seconds after which a page is sent anew whatever the version says, for names that were mended in another event.
FRESH_FOR = 60
FRESH_FOR_PART = 600  # for what phones ask again and again

#: Acts that change one game and are seen in its own row.
OF_ONE_GAME = ("draw_up_protocol", "record_result", "take_back_result")

#: From so many tables on, some table writes a line every few seconds, and a list of all of them never stands still.
MANY_TABLES = 20
#: Seconds that such a list stands still for each of its tables, and at most.
STILL_FOR_A_TABLE, STILL_AT_MOST = 1.0, 100.0
#: Seconds after which a part of a page asks whether it has changed: where there are few tables, and where many.
ASKS_EVERY, ASKS_EVERY_OF_MANY = 5, 10


@dataclass(frozen=True, slots=True)
class PartVersion:
    """The version of a part of a page: of everything that may change it, and of what its clocks run by."""

    exact: str
    clock: str


def asks_every(tables: int) -> int:
    """Say after how many seconds a page of a round with so many tables asks again."""
    return ASKS_EVERY if tables < MANY_TABLES else ASKS_EVERY_OF_MANY


def still_for(tables: int) -> float:
    """Say for how many seconds a list of so many tables stands still; 0: every line is seen at once."""
    return 0.0 if tables < MANY_TABLES else min(tables * STILL_FOR_A_TABLE, STILL_AT_MOST)


def event_version(slug: str) -> str:
    """Give the version of what acts change: entries, names, draws, clocks, results, rulings; not of lines at tables."""
    return _digest(_noted(slug))


def live_version(slug: str) -> str:
    """Give the version of an event's live tables: it changes with every line too, and with a protocol to be signed.

    What is in a closed round changes by acts alone, which the audit record tells.
    """
    rounds = Round.objects.filter(tournament__slug=slug, state__in=OPEN).order_by("-number")
    counted = rounds.annotate(
        lines=Sum("games__log_length"),
        last=Max("games__last_line_at"),
        signing=Count("games", Q(games__state=Game.State.SIGNING)),
        finished=Count("games", Q(games__state=Game.State.FINISHED)),
        accepted=Count("games", Q(games__state=Game.State.ACCEPTED)),
    ).values_list(
        "id", "lines", "last", "signing", "finished", "accepted",
    )  # fmt: skip
    return _digest(list(counted), _noted(slug))


def game_version(slug: str, game: int) -> str | None:
    """Give the version of one game's record; None where there is no such game to be seen."""
    row = _row(slug, game)
    return _digest(row, _noted(slug)) if row else None


# -- what phones ask again and again -----------------------------------------------------------------------------------


class GameRow(NamedTuple):
    """What there is to see of a game, and what its clock runs by."""

    id: int
    table: int | None
    round: int
    round_state: str
    minutes: int
    clock_started_at: datetime | None
    clock_paused_at: datetime | None
    paused_seconds: int
    extra_minutes: int
    state: str
    log_length: int
    last_line_at: datetime | None
    score_a: int
    score_b: int
    winner: str

    @property
    def clock(self) -> tuple[object, ...]:
        """Give what the clock of the round runs by, and whether there is a round to be seen."""
        return self[2:8]


_ROW = (
    "id", "table", "round__number", "round__state", "round__minutes", "round__clock_started_at",
    "round__clock_paused_at", "round__paused_seconds", "extra_minutes", "state", "log_length", "last_line_at",
    "score_a", "score_b", "winner",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """What an event is at: its open games by number, and the state of its audit record."""

    games: dict[int, GameRow]
    noted: dict[str, Any]


#: The last look at each event. Whoever asks within a second is answered from it: a hall asks a hundred times in one.
looks: Kept[Look] = Kept()


def look_at(slug: str) -> Look:
    """Look at an event: two queries, for everybody who asks within LOOKS_EVERY seconds."""
    every = settings.LOOKS_EVERY
    second = time.monotonic_ns() if not every else int(time.monotonic() // every)
    _second, look = looks.get(slug, str(second), lambda: _look(slug))
    return look


def _look(slug: str) -> Look:
    noted = _noted(slug)
    return Look({row.id: row for row in _rows(slug, OPEN)}, noted)


def list_version(slug: str, now: datetime | None = None) -> str:
    """Give the version of the list of an event's live tables: of many tables it stands still for a while.

    Then a line changes it at once only where there was none for that long; else those of a while come together. What
    is published, closed or started changes it at once. Every process comes to the same version.
    """
    look = look_at(slug)
    games = list(look.games.values())
    clocks = sorted({game.clock for game in games}, key=repr)
    still = still_for(sum(game.table is not None for game in games))
    if not still:
        return _digest(games, look.noted)
    told = [at for at in (look.noted["at"], *(game.last_line_at for game in games)) if at]
    this = int((now or moment()).timestamp() // still)
    last = max((int(at.timestamp() // still) for at in told), default=this)
    # In its own while a line is seen at once or not yet; in the next one certainly. A new while is no news by itself.
    return _digest(slug, clocks, min(this, last + 1), fresh_for=FRESH_FOR_PART)


def game_part_version(slug: str, game: int) -> PartVersion | None:
    """Give the version of the part of a game's record that changes; None where there is no such game to be seen."""
    look = look_at(slug)
    row = look.games.get(game) or _row(slug, game)
    if row is None:
        return None
    # The minute at which it is written anew all the same is not the same one for all: they would all come together.
    exact = _digest(row, look.noted["names"], fresh_for=FRESH_FOR_PART, after=7 * row.id)
    return PartVersion(exact, repr((row.clock, row.extra_minutes)))


def _row(slug: str, game: int) -> GameRow | None:
    return next(iter(_rows(slug, SHOWN, Q(pk=game))), None)


def _rows(slug: str, states: Sequence[str], which: Q | None = None) -> list[GameRow]:
    games = Game.objects.filter(which or Q(), round__tournament__slug=slug, round__state__in=states).order_by("id")
    return [GameRow(*row) for row in games.values_list(*_ROW)]


def _noted(slug: str) -> dict[str, Any]:
    """Tell the state of the audit record: of the event, and of the registry of players, which belongs to none.

    Counted as well: of two acts at once the later number may be seen first.
    """
    of_event = Q(tournament__in=Tournament.objects.filter(slug=slug).values("pk"))
    notes = AuditEntry.objects.filter(of_event | Q(tournament=None)).order_by()
    return notes.aggregate(last=Max("id"), notes=Count("id"), at=Max("at"), names=Count("id", ~Q(act__in=OF_ONE_GAME)))


def moment() -> datetime:
    """Give the moment by which versions grow old."""
    return timezone.now()


def _digest(*parts: object, fresh_for: int = 0, after: int = 0) -> str:
    minute = (int(moment().timestamp()) + after) // (fresh_for or FRESH_FOR)
    text = repr((translation.get_language(), minute, *parts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
