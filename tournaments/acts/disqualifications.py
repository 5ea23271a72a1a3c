"""Disqualification of an entry: from a round on, with what it does to its opponents; and taking that back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Disqualification, Entry
from ..permissions import Actor
from ..reads.disqualification import in_force, last_round
from ..reads.entry_words import entry_word
from ..refusals import Refused, reason_given
from . import audit, copies
from .entries import has_place
from .events import lock_event


def disqualify(entry: Entry, *, from_round: int, opponents: str, reason: str, actor: Actor) -> Disqualification:
    """Disqualify an entry from a round on (1: all of them) and take it out of the rounds to come.

    No result is touched: standings read the rows of the entry by this record, so it can be taken back whole.
    """
    actor.require("disqualify")
    reason = reason_given(reason, entry_word(entry.tournament.entry_kind, "reason_why"))
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        last = last_round(event)
        if not 1 <= from_round <= last:
            raise Refused("no_such_round", _("Choose a round from 1 to %(last)d.") % {"last": last}, field="from_round")
        if opponents not in Disqualification.Opponents.values:
            raise Refused("bad_choice", _("Say what becomes of its opponents' results."), field="opponents")
        _refuse_twice(entry)
        withdrew = entry.withdrawn_at is None
        made = Disqualification.objects.create(
            entry=entry,
            from_round=from_round,
            opponents=opponents,
            reason=reason,
            decided_by=actor.name[:160],
            withdrew=withdrew,
        )
        if withdrew:
            entry.withdrawn_at = timezone.now()
            entry.save(update_fields=["withdrawn_at"])
        audit.note(
            actor, "disqualify", entry, tournament=event, reason=reason, from_round=from_round, opponents=opponents
        )
        transaction.on_commit(copies.ask_for_copy, robust=True)
    return made


def take_back_disqualification(entry: Entry, *, reason: str, actor: Actor) -> Entry:
    """Let an entry count again as it played; it returns to the rounds to come if this had taken it out of them.

    Where round 1 of a round robin was drawn without it there is no place to return to: it stays withdrawn.
    """
    actor.require("disqualify")
    reason = reason_given(reason, _("Say why the disqualification is taken back; the reason is kept."))
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        there = in_force(entry)
        if there is None:
            raise Refused("not_disqualified", _("%(entry)s is not disqualified.") % {"entry": entry})
        there.taken_back_at = timezone.now()
        there.save(update_fields=["taken_back_at"])
        if there.withdrew and entry.withdrawn_at and has_place(event, entry):
            entry.withdrawn_at = None
            entry.save(update_fields=["withdrawn_at"])
        audit.note(actor, "take_back_disqualification", entry, tournament=event, reason=reason)
        transaction.on_commit(copies.ask_for_copy, robust=True)
    return entry


def _refuse_twice(entry: Entry) -> None:
    if in_force(entry):
        raise Refused(
            "disqualified_already",
            _("%(entry)s is disqualified already. Take that back first to decide anew.") % {"entry": entry},
        )
