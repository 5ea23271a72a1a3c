"""The end of an event, after any round; and opening it again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Tournament
from ..permissions import Actor
from ..reads.ending import END, REOPEN, closed_rounds, obstacles, planned_rounds
from ..refusals import LONGEST_REASON, Refused, reason_given
from . import audit, copies
from .events import lock_event


def end_event(tournament: Tournament, *, actor: Actor, reason: str = "", after: int | None = None) -> Tournament:
    """End an event after its last closed round: the standings are final, nothing is drawn or changed any more.

    Before all planned rounds are played a reason is needed, which everybody reads beside the standings. `after` is the
    round that is meant: an event is not ended after another one that was closed or opened meanwhile.
    """
    actor.require(END)
    with transaction.atomic():
        event = lock_event(tournament, ended_too=True)
        if event.ended_at:
            raise Refused("event_ended", _("This event has ended already."))
        for obstacle in obstacles(event):
            raise Refused(obstacle.code, obstacle.sentence, round=obstacle.round, tables=list(obstacle.tables))
        last, planned = closed_rounds(list(event.rounds.all())), planned_rounds(event)
        if after is not None and after != last:
            raise Refused(
                "stale",
                _("Round %(number)s was closed or opened meanwhile. Look at the standings, then end the event.")
                % {"number": max(after, last)},
            )
        reason = _reason(reason, early=last < planned)
        event.ended_at = timezone.now()
        event.save(update_fields=["ended_at"])
        audit.note(actor, END, event, tournament=event, reason=reason, after=last, planned=planned)
        transaction.on_commit(copies.ask_for_copy, robust=True)
    return event


def reopen_event(tournament: Tournament, *, actor: Actor, reason: str) -> Tournament:
    """Open an event that was ended again: its rounds can be corrected, and further ones drawn."""
    actor.require(END)
    reason = reason_given(reason, _("Write why the event is opened again: the reason stays in the audit record."))
    with transaction.atomic():
        event = lock_event(tournament, ended_too=True)
        if event.ended_at is None:
            raise Refused("event_going_on", _("This event has not ended, so there is nothing to open again."))
        event.ended_at = None
        event.save(update_fields=["ended_at"])
        audit.note(actor, REOPEN, event, tournament=event, reason=reason)
        transaction.on_commit(copies.ask_for_copy, robust=True)
    return event


def _reason(reason: str, *, early: bool) -> str:
    """Tidy the reason; an event that ends as planned needs none."""
    if early or len(reason) > LONGEST_REASON:
        missing = _("Write why the event ends before all rounds are played: everybody can read it.")
        return reason_given(reason, missing)
    return " ".join(reason.split())
