"""The round's clock: start, pause, go on, add minutes."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Game, Round
from ..permissions import Actor
from ..reads.clock import clock_of_game
from ..reads.rounds import OPEN
from ..refusals import Refused
from . import audit

MOST_MINUTES_ADDED = 120
MOST_MINUTES = 1440


def start_clock(round_: Round, *, actor: Actor) -> Round:
    """Start the clock of a published round: from now on its games run (S6)."""
    actor.require("run_clock")
    with transaction.atomic():
        round_ = _locked(round_)
        if round_.clock_started_at:
            raise Refused("clock_started", _("The clock of round %(number)s runs already.") % _named(round_))
        round_.clock_started_at = timezone.now()
        round_.state = Round.State.RUNNING
        round_.save(update_fields=["clock_started_at", "state"])
        audit.note(actor, "start_clock", round_, tournament=round_.tournament, minutes=round_.minutes)
    return round_


def pause_clock(round_: Round, *, actor: Actor) -> Round:
    """Stop the clock until it goes on."""
    actor.require("run_clock")
    with transaction.atomic():
        round_ = _locked(round_)
        _require_started(round_)
        if round_.clock_paused_at:
            raise Refused("clock_paused", _("The clock of round %(number)s is paused already.") % _named(round_))
        round_.clock_paused_at = timezone.now()
        round_.save(update_fields=["clock_paused_at"])
        audit.note(actor, "pause_clock", round_, tournament=round_.tournament)
    return round_


def go_on_with_clock(round_: Round, *, actor: Actor) -> Round:
    """Let a paused clock run on: the pause is added to the round."""
    actor.require("run_clock")
    with transaction.atomic():
        round_ = _locked(round_)
        if round_.clock_paused_at is None:
            raise Refused("clock_not_paused", _("The clock of round %(number)s is not paused.") % _named(round_))
        pause = timezone.now() - round_.clock_paused_at
        round_.paused_seconds += round(pause.total_seconds())
        round_.clock_paused_at = None
        round_.save(update_fields=["paused_seconds", "clock_paused_at"])
        audit.note(
            actor, "go_on_with_clock", round_, tournament=round_.tournament, seconds=round(pause.total_seconds())
        )
    return round_


def add_minutes(round_: Round, minutes: int, *, actor: Actor) -> Round:
    """Give all tables of a round more time."""
    actor.require("run_clock")
    with transaction.atomic():
        round_ = _locked(round_)
        if not 1 <= minutes <= MOST_MINUTES_ADDED or round_.minutes + minutes > MOST_MINUTES:
            raise Refused("minutes", _("Add 1 to %(most)s minutes at a time.") % {"most": MOST_MINUTES_ADDED})
        round_.minutes += minutes
        round_.save(update_fields=["minutes"])
        audit.note(actor, "add_minutes", round_, tournament=round_.tournament, minutes=minutes)
    return round_


def add_minutes_at_table(game: Game, minutes: int, *, actor: Actor, reason: str) -> Game:
    """Give one table of a round more time than the others, with a reason."""
    actor.require("run_clock")
    reason = reason.strip()
    if not reason:
        raise Refused("reason_missing", _("Say why this table gets more time; the reason is kept."))
    with transaction.atomic():
        round_ = _locked(game.round)
        game = Game.objects.select_for_update().get(pk=game.pk)
        game.round = round_
        more = game.extra_minutes + minutes + _minutes_over(game)
        if not 1 <= minutes <= MOST_MINUTES_ADDED or round_.minutes + more > MOST_MINUTES:
            raise Refused("minutes", _("Add 1 to %(most)s minutes at a time.") % {"most": MOST_MINUTES_ADDED})
        game.extra_minutes = more
        game.save(update_fields=["extra_minutes"])
        audit.note(actor, "add_minutes_at_table", game, tournament=round_.tournament, reason=reason, minutes=minutes)
    return game


def _minutes_over(game: Game) -> int:
    """Count the minutes since the end of a table's time, begun ones whole: more time begins now, not at the old end."""
    clock = clock_of_game(game)
    return -(-(clock.seconds_gone - clock.minutes * 60) // 60) if clock.over else 0


def _locked(round_: Round) -> Round:
    locked = (
        Round.objects.select_related("tournament")
        .select_for_update(of=("self",), no_key=True)
        .filter(pk=round_.pk)
        .first()
    )
    if locked is None:
        raise Refused("round_gone", _("The draw of this round was undone a moment ago. Nothing was changed."))
    if locked.state not in OPEN:
        raise Refused(
            "round_not_open",
            _("Round %(number)s is %(state)s. Only a published round that is not closed has a clock.")
            % {**_named(locked), "state": locked.get_state_display()},
        )
    return locked


def _require_started(round_: Round) -> None:
    if round_.clock_started_at is None:
        raise Refused("clock_idle", _("The clock of round %(number)s has not been started.") % _named(round_))


def _named(round_: Round) -> dict[str, int]:
    return {"number": round_.number}
