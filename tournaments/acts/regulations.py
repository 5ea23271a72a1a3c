"""Changing the regulations of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import parse_rules

from ..models import Game, Regulations, Round, Tournament
from ..models.events import new_seed
from ..permissions import Actor
from ..reads.event_settings import OF_THE_EVENT, last_writer, settings_of, stamp_of
from ..refusals import Refused
from . import audit
from .events import lock_event
from .regulation_checks import check_event_settings, checked_rules, drawn_rounds


def change_regulations(
    tournament: Tournament,
    *,
    actor: Actor,
    rules: dict[str, Any],
    planned_rounds: int,
    override_reason: str = "",
    reason: str = "",
    stamp: str = "",
    beside: Mapping[str, Any] | None = None,
) -> Regulations:
    """Change the regulations. Once they are frozen that needs a reason, and games that have begun keep theirs.

    `beside` has what is to change beside the rules of a game, by the names of the model. `stamp` is that of the page
    which asks: what somebody else changed since it was opened is not overwritten.
    """
    actor.require("change_regulations")
    checked_rules(rules)
    wanted = {**(beside or {}), "rules": rules, "planned_rounds": planned_rounds, "override_reason": override_reason}
    with transaction.atomic():
        lock_event(tournament)
        regulations = locked_regulations(tournament)
        before = settings_of(regulations)
        refuse_stale(tournament, before, stamp)
        for name, value in wanted.items():
            setattr(regulations, name, value)
        check_event_settings(regulations, before)
        _require_reason(regulations, reason)
        regulations.save(update_fields=["rules", *OF_THE_EVENT])
        games = give_to_waiting_games(regulations, before["rules"])
        details = {"before": before, "after": settings_of(regulations), "games": games}
        if details["before"] != details["after"]:
            audit.note(actor, "change_regulations", tournament, tournament=tournament, reason=reason, **details)
    return regulations


def draw_new_seed(tournament: Tournament, *, actor: Actor, shown: int | None = None) -> Regulations:
    """Draw the seed of the lots anew, before it has been used; `shown` is the seed that was to be replaced."""
    actor.require("change_regulations")
    with transaction.atomic():
        lock_event(tournament)
        regulations = locked_regulations(tournament)
        if drawn_rounds(tournament):
            raise Refused(
                "already_drawn",
                _("Round 1 is drawn: its lots came from this seed. Undo the draw first, if nothing was played."),
            )
        if shown is not None and shown != regulations.seed:
            raise Refused(
                "changed_meanwhile",
                _("Somebody else drew a new seed at the same time: it is %(seed)s now.") % {"seed": regulations.seed},
            )
        before, regulations.seed = regulations.seed, new_seed()
        regulations.save(update_fields=["seed"])
        audit.note(actor, "draw_new_seed", tournament, tournament=tournament, before=before, after=regulations.seed)
    return regulations


def locked_regulations(tournament: Tournament) -> Regulations:
    """Hold the regulations of an event to the end of the transaction."""
    return (
        Regulations.objects.select_for_update(of=("self",))
        .select_related("preset", "tournament")
        .get(tournament=tournament)
    )


def refuse_stale(tournament: Tournament, now: dict[str, Any], stamp: str) -> None:
    """Refuse to write over what somebody else changed since a page was opened."""
    if stamp and stamp != stamp_of(now):
        raise Refused(
            "changed_meanwhile",
            _(
                "%(name)s changed the regulations since you opened this page. Nothing of yours is written yet: "
                "look at what is marked and send it again."
            )
            % {"name": last_writer(tournament) or _("Somebody")},
        )


def _require_reason(regulations: Regulations, reason: str) -> None:
    if regulations.frozen_at and not reason.strip():
        raise Refused(
            "reason_needed",
            _("The regulations are frozen since round 1 was published. Write why they are changed now."),
            field="reason",
        )


def give_to_waiting_games(regulations: Regulations, before: dict[str, Any]) -> int:
    """Give new rules to the games of rounds whose clock has not started, a round that is only drawn too; count them.

    From the start on all tables of a round play by the same rules, those on which nothing was written yet too. The
    clock of those rounds follows, unless it was given other minutes than the rules of `before` had.
    """
    rounds = Round.objects.filter(
        tournament=regulations.tournament_id,
        state__in=[Round.State.DRAWN, Round.State.PUBLISHED],
        clock_started_at=None,
    )
    rounds.filter(minutes=parse_rules(before).minutes).update(minutes=parse_rules(regulations.rules).minutes)
    waiting = Game.objects.filter(round__in=rounds, state=Game.State.WAITING, log_length=0, bye=False)
    return waiting.update(rules=regulations.rules)
