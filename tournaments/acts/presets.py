"""Beginning the regulations of an event from a preset or an old event, and keeping them as a preset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ..models import Club, Federation, Regulations, RegulationsPreset, Tournament
from ..models.events import default_ranking
from ..permissions import Actor
from ..reads.event_settings import OF_THE_EVENT, kept_in_preset, settings_of
from ..reads.presets import BUILT_IN, BuiltIn
from ..reads.setting_words import EVENT_DEFAULTS
from ..refusals import Refused
from . import audit
from .events import lock_event
from .regulation_checks import check_event_settings, checked_preset, fitting_rounds
from .regulations import give_to_waiting_games, locked_regulations, refuse_stale

LONGEST_NAME = 120


def begin_from_preset(
    tournament: Tournament, preset: RegulationsPreset, *, actor: Actor, stamp: str = ""
) -> Regulations:
    """Let the regulations of an event be those of a preset; what the preset does not speak of stays."""
    actor.require("change_regulations")
    if preset.federation_id != tournament.federation_id:
        raise Refused("preset_of_another", _("These regulations belong to another federation. Choose one of its own."))
    event = {**checked_preset(preset.settings), "override_reason": ""}
    return _begin(tournament, actor, stamp, rules=preset.rules, preset=preset, event=event)


def begin_from_built_in(tournament: Tournament, name: str, *, actor: Actor, stamp: str = "") -> Regulations:
    """Let the regulations be those of a preset that comes with the program; the federation keeps it as its own."""
    actor.require("change_regulations")
    if name not in BUILT_IN:
        raise Refused("no_such_preset", _("There is no such preset. Choose one of the list."), field="start")
    built_in = BUILT_IN[name]
    event = {**_settings_of_built_in(built_in), "override_reason": ""}
    with transaction.atomic():
        lock_event(tournament)
        preset = _preset_of_built_in(tournament.federation, built_in)
        return _begin(tournament, actor, stamp, rules=dict(built_in.rules), preset=preset, event=event)


def begin_from_event(tournament: Tournament, old: Tournament, *, actor: Actor, stamp: str = "") -> Regulations:
    """Let the regulations be those of another event, whole; the caller has asked whether the actor may read them."""
    actor.require("change_regulations")
    theirs = Regulations.objects.select_related("preset").filter(tournament=old).first()
    if theirs is None:
        raise Refused("no_regulations", _("%(event)s has no regulations to copy.") % {"event": old.name})
    same = theirs.preset and theirs.preset.federation_id == tournament.federation_id
    event = {name: getattr(theirs, name) for name in OF_THE_EVENT}
    if theirs.planned_rounds % 4 and not theirs.override_reason:  # a whole round robin, which here has no entries yet
        event["override_reason"] = _("as many as in “%(event)s”") % {"event": old.name}
    return _begin(
        tournament, actor, stamp, rules=theirs.rules, preset=theirs.preset if same else None, event=event, old=old
    )


def save_preset(
    tournament: Tournament,
    *,
    actor: Actor,
    name: str,
    club: Club | None = None,
    rounds_in_fours: bool = True,
    whole: bool = True,
) -> RegulationsPreset:
    """Keep the regulations of an event as a preset of its federation, or of one of its clubs, under a name of its own.

    `whole` keeps system, rounds, ranking and the like too; without it the preset has the rules of a game alone.
    """
    actor.require("change_regulations")
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        raise Refused("bad_name", _("Give the preset a name of 1 to 120 characters."), field="preset_name")
    if club and club.federation_id != tournament.federation_id:
        raise Refused("club_of_another", _("This club belongs to another federation."), field="preset_club")
    try:
        with transaction.atomic():
            lock_event(tournament)
            _refuse_taken(tournament.federation, club, name)
            regulations = locked_regulations(tournament)
            preset = RegulationsPreset.objects.create(
                federation=tournament.federation,
                club=club,
                name=name,
                rules=regulations.rules,
                settings=kept_in_preset(regulations) if whole else {},
                rounds_in_fours=rounds_in_fours,
            )
            kept = {"rules": preset.rules, "settings": preset.settings}
            audit.note(actor, "save_preset", preset, tournament=tournament, **kept)
    except IntegrityError:
        raise _taken(name) from None
    return preset


def _begin(
    tournament: Tournament,
    actor: Actor,
    stamp: str,
    *,
    rules: dict[str, Any],
    preset: RegulationsPreset | None,
    event: Mapping[str, Any],
    old: Tournament | None = None,
) -> Regulations:
    with transaction.atomic():
        lock_event(tournament)
        regulations = locked_regulations(tournament)
        if regulations.frozen_at:
            raise Refused(
                "frozen",
                _("The regulations are fixed since round 1 was published. Change single ones, with a reason."),
            )
        before = settings_of(regulations)
        refuse_stale(tournament, before, stamp)
        regulations.rules, regulations.preset = rules, preset
        for name, value in event.items():
            setattr(regulations, name, value)
        _fit_rounds(regulations)
        check_event_settings(regulations, before)
        regulations.save(update_fields=["rules", "preset", *OF_THE_EVENT])
        give_to_waiting_games(regulations, before["rules"])
        audit.note(
            actor,
            "begin_regulations",
            preset or old or tournament,
            tournament=tournament,
            before=before,
            after=settings_of(regulations),
        )
    return regulations


def _fit_rounds(regulations: Regulations) -> None:
    """Bring the rounds to a number that the preset takes: the next step asks for them anyway."""
    if not regulations.override_reason:
        regulations.planned_rounds = fitting_rounds(regulations.preset, regulations.planned_rounds)
    regulations.entries_close = min(regulations.entries_close, regulations.planned_rounds)


def _preset_of_built_in(federation: Federation, built_in: BuiltIn) -> RegulationsPreset:
    """Find the federation's preset of this name and these rules, or make it under a name that is free."""
    theirs = {preset.name: preset for preset in federation.presets.filter(club=None)}
    rules, name = dict(built_in.rules), str(built_in.name)
    settings = _settings_of_built_in(built_in)
    for known in _numbered(name):
        preset = theirs.get(known)
        if preset is None:
            return RegulationsPreset.objects.create(
                federation=federation,
                name=known,
                rules=rules,
                settings=settings,
                rounds_in_fours=built_in.rounds_in_fours,
            )
        same = (preset.rules, preset.rounds_in_fours) == (rules, built_in.rounds_in_fours)
        if same and preset.settings in ({}, settings):  # those of older programs say nothing of the event
            return preset
    raise AssertionError  # the numbers do not end


def _settings_of_built_in(built_in: BuiltIn) -> dict[str, Any]:
    return {**EVENT_DEFAULTS, "ranking": default_ranking(), **built_in.event}


def _numbered(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        yield f"{name} {number}"


def _refuse_taken(federation: Federation, club: Club | None, name: str) -> None:
    names = RegulationsPreset.objects.filter(federation=federation, club=club).values_list("name", flat=True)
    if name.casefold() in {other.casefold() for other in names}:
        raise _taken(name)


def _taken(name: str) -> Refused:
    return Refused(
        "name_taken",
        _("There is a preset “%(name)s” already. Other events may stand on it: choose another name.") % {"name": name},
        field="preset_name",
    )
