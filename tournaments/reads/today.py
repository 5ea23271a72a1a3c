"""The organiser's day: where the event stands, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Game, Regulations, Round, Tournament
from .clock import Clock, clock_of
from .documents import asked_for
from .ending import waits_for_a_decision
from .entry_words import count_entries
from .ready import count_of, who_can_accept
from .rounds import OPEN, SHOWN, Table, is_reopened, tables_of
from .withdrawal import Gone, gone_from, sides_gone

SILENT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Missing:
    """A table whose result is not in.

    `silent` is since how many minutes nothing came from it, `gone` which of its sides withdrew (A, B, AB).
    """

    table: Table
    silent: int | None
    gone: str = ""

    @property
    def left(self) -> bool:
        """Tell whether its game may never end by itself: a side withdrew, and nothing is written of it (any more)."""
        return bool(self.gone) and (self.table.state == Game.State.WAITING or self.silent is not None)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the state of the event: done, now or to come; with the page of the desk where it is done."""

    words: str
    note: str = ""
    state: str = ""
    page: str = ""
    act: str = "see_desk"  # who may not, gets no link
    undo: str = ""  # the page where the step is taken back, while that is possible
    undo_words: str = ""  # where taking back is less than the whole line
    undo_act: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Today:
    """Everything the organiser's first page shows.

    `referees` and `links` are counted until round 1 is published, who is `here` until it is drawn; whether anybody
    `accepts` results is asked on every day of the event, since it may come from another machine without its PINs.
    Whether a result is `undecided` is read when all rounds are played, whether the final `standings` are printed when
    the event has ended: before that a sheet does not call them final. `gone` are those who withdrew and sit in the
    round that is played, else in the one that is drawn; in a round that is only corrected nobody is looked for.
    """

    entries: int
    planned: int
    next_number: int
    closed: tuple[Round, ...]
    open: Round | None
    drawn: Round | None
    reopened: Round | None = None
    later_drawn: Round | None = None  # the last of several rounds that are drawn ahead
    gone: Gone = field(default_factory=dict)
    accepts: bool = True
    referees: int | None = None
    links: int | None = None
    here: int | None = None
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = ()
    clock: Clock | None = None
    sheets: bool = False
    standings: bool = False
    undecided: bool = False
    frozen_at: datetime | None = None
    system: str = Regulations.System.ROUND_ROBIN
    ended: bool = False
    kind: str = Tournament.EntryKind.PAIR  # who competes

    @property
    def played(self) -> int:
        """Count the tables that are played, byes left out."""
        return sum(not table.bye for table in self.tables)

    @property
    def accepted(self) -> int:
        """Count the tables whose result is in."""
        return self.played - len(self.missing)


def today_of(tournament: Tournament, rounds: Sequence[Round]) -> Today:
    """Read where an event stands; of several open rounds the latest is played, an earlier one only corrected."""
    regulations = getattr(tournament, "regulations", None)
    planned = regulations.planned_rounds if regulations else 0
    open_ = next((round_ for round_ in reversed(rounds) if round_.state in OPEN), None)
    reopened = next((round_ for round_ in rounds if is_reopened(round_, rounds)), None)
    preparing = not any(round_.state in SHOWN for round_ in rounds)
    closed = tuple(round_ for round_ in rounds if round_.state == Round.State.CLOSED)
    waiting = [round_ for round_ in rounds if round_.state == Round.State.DRAWN]
    drawn = waiting[0] if waiting else None
    tables = tuple(tables_of(open_)) if open_ else ()
    played = open_ if open_ and not is_reopened(open_, rounds) else None
    seated = played or drawn
    gone = gone_from(seated) if seated else {}
    finished = not open_ and len(closed) >= planned > 0
    entries, here, sheets, accepts = _counted(tournament, open_.number if open_ else 0)
    return Today(
        entries=entries,
        planned=planned,
        next_number=next_number(rounds),
        closed=closed,
        open=open_,
        drawn=drawn,
        later_drawn=waiting[-1] if len(waiting) > 1 else None,
        reopened=reopened,
        gone=gone,
        accepts=accepts,
        referees=who_can_accept(tournament).count() if preparing else None,
        links=count_of("table_links", tournament) if preparing else None,
        here=here if next_number(rounds) == 1 else None,
        tables=tables,
        missing=missing_of(tables, gone=gone if played else {}),
        clock=clock_of(played) if played else None,
        sheets=sheets,
        undecided=finished and not tournament.ended_at and waits_for_a_decision(tournament),
        standings=bool(closed) and _final_printed(tournament, closed[-1].number),
        frozen_at=regulations.frozen_at if regulations else None,
        system=regulations.system if regulations else Regulations.System.ROUND_ROBIN,
        ended=tournament.ended_at is not None,
        kind=tournament.entry_kind,
    )


def _counted(tournament: Tournament, number: int) -> tuple[int, int, bool, bool]:
    """Count who takes part and who is here; tell whether a round has its sheets, and who accepts it: in one query."""
    part = Q(entries__withdrawn_at=None, entries__reserve=False)
    counted = Tournament.objects.filter(pk=tournament.pk).annotate(
        part=Count("entries", part),
        here=Count("entries", part & Q(entries__checked_in_at__isnull=False)),
        sheets=Exists(asked_for(tournament, "score_sheets", number)),
        accepts=Exists(who_can_accept(tournament)),
    )
    return counted.values_list("part", "here", "sheets", "accepts").get()


def _final_printed(tournament: Tournament, number: int) -> bool:
    """Tell whether the standings were asked for since the event ended; no query while it goes on."""
    if tournament.ended_at is None:
        return False
    return asked_for(tournament, "standings", number).filter(asked_at__gte=tournament.ended_at).exists()


def next_number(rounds: Sequence[Round]) -> int:
    """Number the round that would be drawn next."""
    return 1 + sum(round_.state != Round.State.PLANNED for round_ in rounds)


def missing_of(
    tables: Sequence[Table], now: datetime | None = None, *, gone: Gone | None = None
) -> tuple[Missing, ...]:
    """List the tables whose result is not in, worst first.

    Those that `gone` entries left (Missing.left), silent ones, those not begun, those nearest the end last.
    """
    now = now or timezone.now()
    listed = [
        Missing(table, _silent(table, now), sides_gone(table, gone or {})) for table in tables if not table.accepted
    ]
    return tuple(sorted(listed, key=lambda missing: (_urgency(missing), missing.table.table or 0)))


_ORDER = (Game.State.WAITING, Game.State.RUNNING, Game.State.FINISHED, Game.State.SIGNING)


def _urgency(missing: Missing) -> int:
    if missing.left:
        return -2
    return -1 if missing.silent is not None else _ORDER.index(Game.State(missing.table.state))


def _silent(table: Table, now: datetime) -> int | None:
    if table.state != Game.State.RUNNING or table.last_line_at is None:
        return None
    silence = now - table.last_line_at
    return int(silence.total_seconds()) // 60 if silence >= SILENT else None


# ── the state of the event ───────────────────────────────────────────────────


def checklist(today: Today) -> list[Check]:
    """List what is done, what is on and what comes, from the entries to the last round."""
    entries = count_entries(today.kind, today.entries)
    lines = [Check(_("Entries"), entries, _done(today.entries > 1), "entries"), *_preparations(today)]
    if today.frozen_at:
        lines.append(_dated(_("Regulations frozen"), today.frozen_at))
    if today.closed:
        lines.append(_closed(today))
    if today.reopened:
        lines.append(
            Check(_("Round %(number)s opened again: correct and close it") % {"number": today.reopened.number})
        )
    round_ = today.drawn if today.open in (None, today.reopened) else today.open
    lines += _of_round(today, round_) if round_ else []
    if today.next_number <= today.planned:
        lines.append(Check(_("Draw round %(number)s") % {"number": today.next_number}))
    if today.closed:
        lines += _end(today)
    return _with_now(lines)


def _closed(today: Today) -> Check:
    last = today.closed[-1].number
    words = _closed_words(today.closed)
    if today.ended:
        return Check(words, state="done")
    back = _("Open round %(number)s again") % {"number": last}
    return Check(words, state="done", undo="round", undo_words=back, undo_act="reopen_round", round=last)


def _end(today: Today) -> list[Check]:
    if not today.ended:
        return [Check(_("End the event"), page="end", act="end_event")]
    ended = Check(_("Event ended"), state="done", undo="end", undo_act="end_event")
    return [ended, Check(_("Final standings printed"), "", _done(today.standings))]


def _preparations(today: Today) -> list[Check]:
    """List what must be ready before round 1 beside the entries."""
    if today.referees is None or today.links is None:
        return []
    people = ngettext("%(count)s person", "%(count)s people", today.referees) % {"count": today.referees}
    named = Check(_("Officials: a referee with a PIN"), people, _done(today.referees), "officials", "change_officials")
    tables = ngettext("%(count)s table", "%(count)s tables", today.links) % {"count": today.links}
    laid = Check(_("Links of the tables"), tables, _done(today.links), "table_links", "print")
    return [named, laid, *_arrivals(today)]


def _arrivals(today: Today) -> list[Check]:
    if today.here is None or today.entries < 2:
        return []
    note = _("%(here)s of %(all)s") % {"here": today.here, "all": today.entries}
    return [Check(_("Check-in"), note, _done(today.here >= today.entries), "check_in", "check_in")]


def _of_round(today: Today, round_: Round) -> list[Check]:
    words = {"number": round_.number}
    drawn = _dated(_("Round %(number)s drawn") % words, round_.drawn_at)
    published = _dated(_("Round %(number)s published") % words, round_.published_at)
    latest = published if round_.published_at else drawn
    if round_.clock_started_at is None:
        undone = replace(latest, undo="round", undo_act="draw_round", round=round_.number)
        drawn, published = (drawn, undone) if latest is published else (undone, published)
    lines = [drawn, published]
    if today.gone and today.open is not round_:
        lines.insert(1, Check(_again(today.gone) % words))
    if today.sheets or round_.clock_started_at is None:
        lines.append(Check(_("Score sheets printed"), "", _done(today.sheets)))
    lines.append(_dated(_("Clock started"), round_.clock_started_at))
    results = Check(_("Results of round %(number)s") % words)
    if today.open is round_:
        note = _("%(accepted)s of %(all)s") % {"accepted": today.accepted, "all": today.played}
        results = Check(results.words, note, _done(not today.missing))
    return [*lines, results, Check(_("Close round %(number)s") % words)]


def _again(gone: Gone) -> str:
    if any(one.disqualified for one in gone.values()):
        return _("Undo the draw of round %(number)s and draw it again")
    return _("Draw round %(number)s again: somebody withdrew")


def _done(done: object) -> str:
    return "done" if done else ""


def _dated(words: str, at: datetime | None) -> Check:
    if at is None:
        return Check(words)
    local = timezone.localtime(at)
    return Check(words, date_format(local, "H:i" if local.date() == timezone.localdate() else "j E"), "done")


def _closed_words(closed: Sequence[Round]) -> str:
    if len(closed) == 1:
        return _("Round %(number)s closed") % {"number": closed[0].number}
    return _("Rounds %(first)s–%(last)s closed") % {"first": closed[0].number, "last": closed[-1].number}


def _with_now(lines: Sequence[Check]) -> list[Check]:
    """Set the pin at the first line that is not done."""
    first = next((index for index, line in enumerate(lines) if line.state != "done"), None)
    return [replace(line, state="now") if index == first else line for index, line in enumerate(lines)]
