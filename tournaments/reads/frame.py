"""What the frame of every page of an event shows: its size, its rounds as tiles, its clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Round, Tournament
from .clock import clock_of
from .entry_words import count_entries
from .rounds import OPEN, SHOWN, is_reopened


@dataclass(frozen=True, slots=True)
class Frame:
    """The values of parts/masthead.html and base_desk.html; without a clock `clock_state` is empty."""

    line: str
    planned_rounds: int
    played_rounds: int
    round_now: int | None
    seconds_left: int | None = None
    clock_state: str = ""
    clock_label: str = ""
    ended: bool = False
    ended_word: str = ""


def frame_of(tournament: Tournament, rounds: Sequence[Round] | None = None, entries: int | None = None) -> Frame:
    """Read the frame of an event in at most two queries; none for what the caller has already."""
    rounds = list(tournament.rounds.all()) if rounds is None else rounds
    entries = tournament.entries.filter(withdrawn_at=None, reserve=False).count() if entries is None else entries
    regulations = getattr(tournament, "regulations", None)
    planned = max([regulations.planned_rounds if regulations else 0, *(r.number for r in rounds if r.state in SHOWN)])
    now = max((r for r in rounds if r.state in OPEN), key=lambda r: r.number, default=None)
    seconds_left, clock_state, clock_label = _clock(None if now and is_reopened(now, rounds) else now)
    who, system = count_entries(tournament.entry_kind, entries), regulations.get_system_display() if regulations else ""
    return Frame(
        line=_line(who, planned, system),
        planned_rounds=planned,
        played_rounds=sum(r is not now and (r.state == Round.State.CLOSED or is_reopened(r, rounds)) for r in rounds),
        round_now=now.number if now else None,
        seconds_left=seconds_left,
        clock_state=clock_state,
        clock_label=clock_label,
        ended=tournament.ended_at is not None,
        ended_word=_("ended") if tournament.ended_at else "",
    )


def clock_words(round_: Round, extra_minutes: int = 0) -> tuple[int, str]:
    """Give what the clock tag takes of a round, or of one table with minutes of its own: seconds left and state."""
    clock = clock_of(round_, extra_minutes=extra_minutes)
    return clock.seconds_left, "waiting" if clock.state == "idle" else clock.state


def _clock(round_: Round | None) -> tuple[int | None, str, str]:
    if round_ is None:
        return None, "", ""
    return *clock_words(round_), _("round %(number)s") % {"number": round_.number}


def _line(entries: str, planned: int, system: str) -> str:
    rounds = ngettext("%(count)s round", "%(count)s rounds", planned) % {"count": planned}
    return f"{entries} · {system}, {rounds}" if planned and system else entries
