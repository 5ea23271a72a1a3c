"""The end of an event: whether it can be ended, what would follow, and how it was ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ..models import AuditEntry, Game, Result, Round, Tournament
from .rounds import OPEN, table_list

END, REOPEN = "end_event", "reopen_event"


@dataclass(frozen=True, slots=True)
class Ending:
    """How an event was ended: after which round of how many, when, by whom and why."""

    after: int
    planned: int
    at: datetime
    by: str = ""
    reason: str = ""

    @property
    def early(self) -> bool:
        """Tell whether fewer rounds were played than planned."""
        return self.after < self.planned


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why an event cannot be ended yet, with the remedy; `round` is where that is done."""

    code: str
    sentence: str
    round: int | None = None
    tables: tuple[int, ...] = ()


def ending_of(tournament: Tournament, rounds: Sequence[Round] | None = None) -> Ending | None:
    """Read how an event was ended; nothing, and no query, while it goes on."""
    if tournament.ended_at is None:
        return None
    rounds = list(tournament.rounds.all()) if rounds is None else rounds
    said = AuditEntry.objects.filter(tournament=tournament, act=END).order_by("-id").first()
    return Ending(
        after=closed_rounds(rounds),
        planned=planned_rounds(tournament),
        at=tournament.ended_at,
        by=said.actor if said else "",
        reason=said.reason if said else "",
    )


def closed_rounds(rounds: Sequence[Round]) -> int:
    """Number the last round that is closed, 0 before the first."""
    return max((round_.number for round_ in rounds if round_.state == Round.State.CLOSED), default=0)


def planned_rounds(tournament: Tournament) -> int:
    """Give the rounds the regulations plan."""
    regulations = getattr(tournament, "regulations", None)
    return regulations.planned_rounds if regulations else 0


def obstacles(tournament: Tournament) -> list[Obstacle]:
    """List what must be done before the event can end: open rounds, rounds only drawn, results not decided."""
    rounds = list(tournament.rounds.order_by("number"))
    found = [_of_open(round_) for round_ in rounds if round_.state in OPEN]
    drawn = [round_ for round_ in reversed(rounds) if round_.state == Round.State.DRAWN]
    found += [_of_drawn(round_) for round_ in drawn]
    if not found:
        found += _undecided(tournament)
    if not found and not closed_rounds(rounds):
        found.append(Obstacle("nothing_played", _("No round is closed yet, so there is nothing to end.")))
    return found


def _of_open(round_: Round) -> Obstacle:
    waiting = round_.games.filter(bye=False).exclude(state=Game.State.ACCEPTED).order_by("table")
    missing = tuple(waiting.values_list("table", flat=True))
    words = {"number": round_.number, "tables": table_list(missing)}
    if missing:
        said = _(
            "Round %(number)s is open. Not accepted so far: %(tables)s. "
            "Bring these games to their end or rule on them, then close the round."
        )
    else:
        said = _("All results of round %(number)s are in, but it is open. Close it first.")
    return Obstacle("round_open", said % words, round_.number, tuple(table for table in missing if table))


def _of_drawn(round_: Round) -> Obstacle:
    said = _("Round %(number)s is drawn and will not be played. Undo its draw first: nobody but the desk has seen it.")
    return Obstacle("round_drawn", said % {"number": round_.number}, round_.number)


def waits_for_a_decision(tournament: Tournament, up_to: int | None = None) -> bool:
    """Tell whether a result is provisional, in any round or in those up to one."""
    open_ = _provisional(tournament)
    return (open_ if up_to is None else open_.filter(game__round__number__lte=up_to)).exists()


def _provisional(tournament: Tournament) -> QuerySet[Result]:
    return Result.objects.filter(game__round__tournament=tournament, provisional=True, game__bye=False)


def _undecided(tournament: Tournament) -> list[Obstacle]:
    open_ = _provisional(tournament)
    by_round: dict[int, set[int]] = {}
    for number, table in open_.order_by("game__round__number").values_list("game__round__number", "game__table"):
        by_round.setdefault(number, set()).update([table] if table else [])
    said = _("A result of round %(number)s awaits a decision: %(tables)s. Decide the protest first.")
    return [
        Obstacle("undecided", said % {"number": number, "tables": table_list(tables)}, number, tuple(sorted(tables)))
        for number, tables in by_round.items()
    ]
