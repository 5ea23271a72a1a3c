"""The organiser's day: where the event stands, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Game, Round, Tournament
from .clock import Clock, clock_of
from .documents import asked_for
from .rounds import OPEN, Table, tables_of

SILENT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Missing:
    """A table whose result is not in; `silent` is since how many minutes nothing came from it."""

    table: Table
    silent: int | None


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the state of the event: done, now or to come."""

    words: str
    note: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Today:
    """Everything the organiser's first page shows."""

    entries: int
    planned: int
    next_number: int
    closed: tuple[Round, ...]
    open: Round | None
    drawn: Round | None
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()
    clock: Clock | None = None
    sheets: bool = False
    standings: bool = False
    frozen_at: datetime | None = None
    ended: bool = False

    @property
    def accepted(self) -> int:
        """Count the games that are in."""
        return len(self.tables) - len(self.missing)



def today_of(tournament: Tournament, rounds: Sequence[Round], entries: int) -> Today:
    """Read where an event stands; in an event of several open rounds the earliest comes first."""
    regulations = getattr(tournament, "regulations", None)
    planned = regulations.planned_rounds if regulations else 0
    open_ = next((round_ for round_ in rounds if round_.state in OPEN), None)
    closed = tuple(round_ for round_ in rounds if round_.state == Round.State.CLOSED)
    tables = tuple(tables_of(open_)) if open_ else ()
    finished = not open_ and len(closed) >= planned > 0
    return Today(
        entries=entries,
        planned=planned,
        next_number=next_number(rounds),
        closed=closed,
        open=open_,
        drawn=next((round_ for round_ in rounds if round_.state == Round.State.DRAWN), None),
        tables=tables,
        missing=missing_of(tables),
        clock=clock_of(open_) if open_ else None,
        sheets=open_ is not None and asked_for(tournament, "score_sheets", open_.number),
        standings=finished and asked_for(tournament, "standings", closed[-1].number),
        frozen_at=regulations.frozen_at if regulations else None,
        ended=tournament.ended_at is not None,
    )


def next_number(rounds: Sequence[Round]) -> int:
    """Number the round that would be drawn next."""
    return 1 + sum(round_.state != Round.State.PLANNED for round_ in rounds)


def missing_of(tables: Sequence[Table], now: datetime | None = None) -> tuple[Missing, ...]:
    """List the tables whose result is not in, worst first: silent ones, those not begun, those nearest the end last."""
    now = now or timezone.now()
    listed = [Missing(table, _silent(table, now)) for table in tables if not table.accepted]
    return tuple(sorted(listed, key=lambda missing: (_urgency(missing), missing.table.table or 0)))


_ORDER = (Game.State.WAITING, Game.State.RUNNING, Game.State.FINISHED, Game.State.SIGNING)


def _urgency(missing: Missing) -> int:
    return -1 if missing.silent is not None else _ORDER.index(Game.State(missing.table.state))


def _silent(table: Table, now: datetime) -> int | None:
    if table.state != Game.State.RUNNING or table.last_line_at is None:
        return None
    silence = now - table.last_line_at
    return int(silence.total_seconds()) // 60 if silence >= SILENT else None


# ── the state of the event ───────────────────────────────────────────────────


def checklist(today: Today) -> list[Check]:
    """List what is done, what is on and what comes, from the entries to the last round."""
    pairs = ngettext("%(count)s pair", "%(count)s pairs", today.entries) % {"count": today.entries}
    lines = [Check(_("Entries"), pairs, "done" if today.entries > 1 else "")]
    if today.frozen_at:
        lines.append(_dated(_("Regulations frozen"), today.frozen_at))
    if today.closed:
        lines.append(Check(_closed_words(today.closed), "", "done"))
    round_ = today.open or today.drawn
    lines += _of_round(today, round_) if round_ else []
    if today.next_number <= today.planned:
        lines.append(Check(_("Draw round %(number)s") % {"number": today.next_number}))
    return _with_now(lines)


def _of_round(today: Today, round_: Round) -> list[Check]:
    words = {"number": round_.number}
    lines = [_dated(_("Round %(number)s drawn") % words, round_.drawn_at)]
    lines.append(_dated(_("Round %(number)s published") % words, round_.published_at))
    if today.sheets or round_.clock_started_at is None:
        lines.append(Check(_("Score sheets printed"), "", "done" if today.sheets else ""))
    lines.append(_dated(_("Clock started"), round_.clock_started_at))
    results = Check(_("Results of round %(number)s") % words)
    if today.open:
        note = _("%(accepted)s of %(all)s") % {"accepted": today.accepted, "all": len(today.tables)}
        results = Check(results.words, note, "" if today.missing else "done")
    return [*lines, results, Check(_("Close round %(number)s") % words)]


def _dated(words: str, at: datetime | None) -> Check:
    if at is None:
        return Check(words)
    local = timezone.localtime(at)
    return Check(words, date_format(local, "H:i" if local.date() == timezone.localdate() else "j M"), "done")


def _closed_words(closed: Sequence[Round]) -> str:
    if len(closed) == 1:
        return _("Round %(number)s closed") % {"number": closed[0].number}
    return _("Rounds %(first)s–%(last)s closed") % {"first": closed[0].number, "last": closed[-1].number}


def _with_now(lines: Sequence[Check]) -> list[Check]:
    """Set the pin at the first line that is not done."""
    first = next((index for index, line in enumerate(lines) if line.state != "done"), None)
    return [Check(line.words, line.note, "now") if index == first else line for index, line in enumerate(lines)]
