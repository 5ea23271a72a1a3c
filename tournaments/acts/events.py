"""Making an event, and changing what it is called and where it is."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ..models import Federation, Official, Regulations, RegulationsPreset, Role, Tournament
from ..names import in_latin_letters
from ..permissions import Actor, name_of
from ..reads.events import may_create_events, stamp_of_event
from ..reads.registry import usable_federations
from ..refusals import NotPermitted, Refused
from . import audit
from .regulation_checks import check_rounds, checked_preset, checked_rules, fitting_rounds

USUAL_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class EventData:
    """What is said about an event when it is made. Numbers left out are as the preset says."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    venue: str = ""
    federation: Federation | None = None
    federation_name: str = ""
    preset: RegulationsPreset | None = None
    planned_rounds: int | None = None
    override_reason: str = ""
    minutes: int | None = None
    target: int | None = None
    language: str = "en"


def lock_event(tournament: Tournament, *, ended_too: bool = False) -> Tournament:
    """Hold the row of an event to the end of the transaction: its entries, officials and rounds change one by one.

    Refuses an event that has ended, unless the act is meant for one of these as well (`ended_too`).
    """
    event = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if event.ended_at and not ended_too:
        raise Refused("event_ended", _("This event has ended, and nothing in it can be changed. Open it again first."))
    return event


def create_event(data: EventData, *, user: User) -> Tournament:
    """Make an event with its regulations; its maker becomes its organiser."""
    if not may_create_events(user):
        raise NotPermitted("not_permitted", _("Events are made by administrators and by organisers of other events."))
    _check_days(data.starts_on, data.ends_on)
    try:
        with transaction.atomic():
            return _create(data, user)
    except IntegrityError:
        raise Refused(
            "made_meanwhile",
            _("Somebody made an event or a federation like it at the same moment. Nothing was written: try again."),
        ) from None


def change_event(
    tournament: Tournament,
    *,
    actor: Actor,
    name: str,
    venue: str,
    starts_on: datetime.date,
    ends_on: datetime.date,
    language: str,
    stamp: str = "",
) -> Tournament:
    """Change what an event is called, where and when it is; its address stays, because it was given away.

    `stamp` is that of the page which asks (reads.events.stamp_of_event): nobody overwrites what changed meanwhile.
    """
    actor.require("change_event")
    _check_days(starts_on, ends_on)
    with transaction.atomic():
        event = lock_event(tournament, ended_too=True)
        _refuse_changed_meanwhile(event, stamp)
        wanted = {
            "name": name,
            "venue": venue,
            "starts_on": starts_on,
            "ends_on": ends_on,
            "language": language,
        }
        before = {field: str(getattr(event, field)) for field in wanted if getattr(event, field) != wanted[field]}
        for field, value in wanted.items():
            setattr(event, field, value)
        event.save(update_fields=list(wanted))
        if before:
            audit.note(actor, "change_event", event, tournament=event, before=before)
    return event


def _refuse_changed_meanwhile(event: Tournament, stamp: str) -> None:
    if stamp and stamp != stamp_of_event(event):
        raise Refused(
            "changed_meanwhile",
            _(
                "Somebody changed this since you opened the page. Nothing of yours is written yet: "
                "look at what is marked and send it again."
            ),
        )


def _create(data: EventData, user: User) -> Tournament:
    federation = data.federation or _federation(data.federation_name)
    _require_own(federation, user)
    preset = data.preset or _preset_of(federation)
    if preset.federation_id != federation.pk:
        raise Refused("preset_of_another", _("These regulations belong to another federation. Choose one of its own."))
    settings = _settings(preset, data)
    check_rounds(preset, settings["planned_rounds"], data.override_reason)
    event = Tournament.objects.create(
        name=data.name,
        slug=_free_slug(data.name),
        federation=federation,
        club=preset.club,
        venue=data.venue,
        starts_on=data.starts_on,
        ends_on=data.ends_on,
        language=data.language,
        created_by=user,
    )
    Regulations.objects.create(
        tournament=event,
        preset=preset,
        rules=_rules(preset, data),
        override_reason=data.override_reason,
        **settings,
    )
    name = name_of(user)
    organiser = Official.objects.create(tournament=event, user=user, name=name[:120], role=Role.ORGANISER)
    audit.note(Actor(name=name, user=user, official=organiser), "create_event", event, tournament=event)
    return event


def _settings(preset: RegulationsPreset, data: EventData) -> dict[str, Any]:
    """Give what the regulations say beside the rules of a game: the preset's, but for rounds that were asked for."""
    said = checked_preset(preset.settings)
    rounds = data.planned_rounds or fitting_rounds(preset, said.get("planned_rounds", USUAL_ROUNDS))
    return said | {"planned_rounds": rounds, "entries_close": min(said.get("entries_close", 1), rounds)}


def _rules(preset: RegulationsPreset, data: EventData) -> dict[str, Any]:
    own = {"minutes": data.minutes, "target": data.target}
    return checked_rules({**preset.rules, **{rule: value for rule, value in own.items() if value is not None}})


def _check_days(first: datetime.date, last: datetime.date) -> None:
    if last < first:
        raise Refused("last_day_before_first", _("The last day lies before the first. Correct one of them."))


def _require_own(federation: Federation, user: User) -> None:
    """Refuse an event of a federation that others run: its organiser reads and corrects the register of its people."""
    if not usable_federations(user).filter(pk=federation.pk).exists():
        raise Refused(
            "federation_of_others",
            _(
                "The events of “%(federation)s” are made by its own organisers and by administrators, because its "
                "register of players goes with them. Write the name of your own federation or club, or ask one of them."
            )
            % {"federation": federation},
            field="federation",
        )


def _federation(name: str) -> Federation:
    """Find a federation by its name or make it."""
    if not name:
        raise Refused("no_federation", _("Choose the federation, or write the name of a new one."))
    known = Federation.objects.filter(name=name).first()
    return known or Federation.objects.create(name=name, code=_free_code(name))


def _free_code(name: str) -> str:
    """Make a code of the first letters of a name: Domino Federation of the Coast is DFOTC."""
    letters = "".join(word[0] for word in re.findall(r"\w+", in_latin_letters(name))).upper()
    code = "".join(c for c in letters if c.isascii() and c.isalnum())[:10] or "FED"
    taken = set(Federation.objects.filter(code__startswith=code).values_list("code", flat=True))
    return next(free for free in _counted(code, "") if free not in taken)


def _preset_of(federation: Federation) -> RegulationsPreset:
    """Find what the federation's events start from; a new federation starts from the rule book."""
    known = federation.presets.filter(club=None).order_by("pk").first()
    return known or RegulationsPreset.objects.create(federation=federation, name=_("Federation"))


def _free_slug(name: str) -> str:
    """Make the address of an event from its name, in Latin letters; event-1 where nothing is left of it."""
    base = slugify(in_latin_letters(unicodedata.normalize("NFC", name)))[:50].strip("-")
    start = base or "event"
    taken = set(Tournament.objects.filter(slug__startswith=start).values_list("slug", flat=True))
    if base and base not in taken:
        return base
    return next(free for free in _counted(start, "-", first=2 if base else 1) if free not in taken)


def _counted(start: str, joiner: str, first: int = 1) -> Iterator[str]:
    if joiner == "":
        yield start
    number = first
    while True:
        yield f"{start}{joiner}{number}"
        number += 1
