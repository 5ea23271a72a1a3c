"""Copying an event: its regulations, its people, its categories and tables, and its entries where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from ..models import Category, Entry, EntryMember, Official, Round, Tournament
from ..permissions import Actor, actor_for
from ..refusals import Refused
from . import audit
from .events import EventData, create_event, lock_event
from .presets import begin_from_event


@dataclass(frozen=True, slots=True)
class Luggage:
    """What is brought along from an old event beside its regulations."""

    officials: bool = True
    categories: bool = True
    tables: bool = True
    entries: bool = False


def copy_event(old: Tournament, data: EventData, luggage: Luggage, *, user: User) -> Tournament:
    """Make a new event like an old one of the same user; results never come along."""
    actor_for(user, old).require("change_event")
    with transaction.atomic():
        event = create_event(replace(data, federation=old.federation, federation_name="", preset=None), user=user)
        event.entry_kind = old.entry_kind
        event.club = old.club
        event.save(update_fields=["entry_kind", "club"])
        actor = actor_for(user, event)
        begin_like(event, old, luggage, actor=actor)
        audit.note(actor, "copy_event", event, tournament=event, of=old.slug)
    return Tournament.objects.get(pk=event.pk)  # without what it knew of itself before the old one came over it


def begin_like(event: Tournament, old: Tournament, luggage: Luggage, *, actor: Actor, stamp: str = "") -> None:
    """Give an event the regulations of an old one, and bring along what is asked for; both or nothing."""
    with transaction.atomic():
        bring_along(event, old, luggage, actor=actor)
        begin_from_event(event, old, actor=actor, stamp=stamp)


def bring_along(event: Tournament, old: Tournament, luggage: Luggage, *, actor: Actor) -> dict[str, int]:
    """Bring officials, categories, tables and entries of an old event into a new one; count what came.

    What is there already stays as it is, so that bringing twice brings nothing twice. PINs stay behind: they belong
    to the event they were made for.
    """
    actor.require("change_event")
    if actor.user is None or not actor_for(actor.user, old).may("change_event"):
        raise Refused("not_your_event", _("Only what you organise yourself can be copied. Choose one of your events."))
    with transaction.atomic():
        event = lock_event(event)
        came = {
            "officials": _officials(event, old) if luggage.officials else 0,
            "categories": _categories(event, old) if luggage.categories or luggage.entries else 0,
            "tables": import_string(settings.EVENT_LUGGAGE["tables"])(event, old) if luggage.tables else 0,
            "entries": _entries(event, old) if luggage.entries else 0,
        }
        if any(came.values()):
            details: dict[str, Any] = dict(came)
            audit.note(actor, "bring_along", old, tournament=event, **details)
    return came


def _officials(event: Tournament, old: Tournament) -> int:
    here = list(event.officials.all())
    names = {official.name.casefold() for official in here}
    users = {official.user_id for official in here if official.user_id}
    new = [
        Official(tournament=event, user=official.user, name=official.name, role=official.role)
        for official in old.officials.filter(active=True).select_related("user")
        if official.name.casefold() not in names and official.user_id not in users
    ]
    return len(Official.objects.bulk_create(new))


def _categories(event: Tournament, old: Tournament) -> int:
    here = list(event.categories.all())
    taken = {category.code for category in here} | {category.name for category in here}
    new = [
        Category(tournament=event, code=category.code, name=category.name)
        for category in old.categories.all()
        if category.code not in taken and category.name not in taken
    ]
    return len(Category.objects.bulk_create(new))


def _entries(event: Tournament, old: Tournament) -> int:
    """Enter who took part, with the numbers of then; not who withdrew, was erased or is entered already."""
    if event.federation_id != old.federation_id:
        raise Refused(
            "other_federation",
            _("“%(event)s” is of another federation, which registers its players. Bring the entries as a list.")
            % {"event": old},
            field="entries",
        )
    if Round.objects.filter(tournament=event).exclude(state=Round.State.PLANNED).exists():
        raise Refused("already_drawn", _("Round 1 is drawn: entries are added one by one from now on."))
    if event.entries.exists():
        raise Refused(
            "entries_there",
            _("This event has entries already. Bring the list of the old one as a file instead: nobody comes twice."),
            field="entries",
        )
    theirs = [
        entry
        for entry in old.entries.filter(withdrawn_at=None).prefetch_related("members__player", "categories")
        if not any(member.player.erased_at for member in entry.members.all())
    ]
    Entry.objects.bulk_create(
        Entry(
            tournament=event, number=one.number, kind=one.kind, name=one.name, club_id=one.club_id,
            country=one.country, reserve=one.reserve,
        )
        for one in theirs
    )  # fmt: skip
    _members(event, theirs)
    return len(theirs)


def _members(event: Tournament, theirs: list[Entry]) -> None:
    ours = {entry.number: entry for entry in event.entries.all()}
    EntryMember.objects.bulk_create(
        EntryMember(entry=ours[one.number], tournament=event, player_id=member.player_id, place=member.place)
        for one in theirs
        for member in one.members.all()
    )
    categories = {category.code: category.pk for category in event.categories.all()}
    through = Entry.categories.through
    through.objects.bulk_create(
        through(entry_id=ours[one.number].pk, category_id=categories[category.code])
        for one in theirs
        for category in one.categories.all()
        if category.code in categories
    )
