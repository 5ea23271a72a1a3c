"""Check-in: who has come to the hall."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Entry, Tournament
from ..permissions import Actor
from ..refusals import Refused
from . import audit
from .entries import locked_entry
from .events import lock_event


def check_in(entry: Entry, *, actor: Actor) -> bool:
    """Write down that an entry is here; tells whether that is new, as two desks may say it twice."""
    actor.require("check_in")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if entry.withdrawn_at:
            raise Refused(
                "withdrawn",
                _("%(entry)s is withdrawn. Let it return on the page of the entries, then check it in.")
                % {"entry": entry},
            )
        if entry.checked_in_at:
            return False
        entry.checked_in_at = timezone.now()
        entry.save(update_fields=["checked_in_at"])
        audit.note(actor, "check_in", entry, tournament=event, entry=entry.pk)
    return True


def undo_check_in(entry: Entry, *, actor: Actor) -> bool:
    """Take a check-in back; tells whether there was one."""
    actor.require("check_in")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if not entry.checked_in_at:
            return False
        entry.checked_in_at = None
        entry.save(update_fields=["checked_in_at"])
        audit.note(actor, "undo_check_in", entry, tournament=event, entry=entry.pk)
    return True


def check_everybody_in(tournament: Tournament, *, actor: Actor) -> int:
    """Check in all who take part and are not here yet; reserves only one by one. Gives their number."""
    actor.require("check_in")
    with transaction.atomic():
        event = lock_event(tournament)
        missing = event.entries.filter(withdrawn_at=None, reserve=False, checked_in_at=None)
        numbers = list(missing.values_list("number", flat=True))
        missing.update(checked_in_at=timezone.now())
        if numbers:
            audit.note(actor, "check_everybody_in", f"{len(numbers)} entries", tournament=event, numbers=numbers)
    return len(numbers)


def start_check_in_over(tournament: Tournament, *, actor: Actor) -> int:
    """Take all check-ins back: nobody is here yet. Gives the number of those who were."""
    actor.require("check_in")
    with transaction.atomic():
        event = lock_event(tournament)
        here = Entry.objects.filter(tournament=event, checked_in_at__isnull=False)
        numbers = list(here.values_list("number", flat=True))
        here.update(checked_in_at=None)
        if numbers:
            audit.note(actor, "start_check_in_over", f"{len(numbers)} entries", tournament=event, numbers=numbers)
    return len(numbers)
