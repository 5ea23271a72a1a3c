"""What the regulations of an event can begin from: presets of a federation, those of the program, old events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import parse_rules

from ..models import Regulations, RegulationsPreset, Role, Tournament


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A preset that comes with the program: rules of a game, and what it says about the event beside them."""

    name: str | Promise
    words: str | Promise
    rules: Mapping[str, Any] = field(default_factory=dict)
    event: Mapping[str, Any] = field(default_factory=dict)
    rounds_in_fours: bool = False


#: The names are kept with the presets that are made of them, in the language of who made them.
BUILT_IN: Final[dict[str, BuiltIn]] = {
    "federation": BuiltIn(
        _("Rule book"),
        _("To 200, 40 minutes, 8 rounds; rounds in multiples of four. The rule book as it is."),
        event={"planned_rounds": 8},
        rounds_in_fours=True,
    ),
    "final": BuiltIn(
        _("Championship final"),
        _("To 300 in 90 minutes; a small final, everybody meets everybody."),
        {"target": 300, "minutes": 90},
        {"system": "round_robin"},
    ),
    "club_evening": BuiltIn(
        _("Club evening"),
        _("To 150 in 30 minutes, 4 rounds of Swiss. Who comes for round 2 is still taken."),
        {"target": 150, "minutes": 30},
        {"system": "swiss", "planned_rounds": 4, "first_round": "lot", "clubs_apart": False, "entries_close": 2},
    ),
    "fixed_deals": BuiltIn(
        _("Fixed deals"),
        _("8 rounds of 8 deals and no target; more points win. Everybody leads equally often."),
        {"deals": 8},
        {"planned_rounds": 8},
        rounds_in_fours=True,
    ),
    "spanish": BuiltIn(
        _("Spanish"),
        _("All tiles left count, a level fish scores nothing; a bye and a game won without playing count half."),
        event={"system": "swiss", "planned_rounds": 8, "bye_counts": "half", "walkover_counts": "half"},
    ),
    "cuban": BuiltIn(
        _("Cuban"),
        _("The lowest single hand wins a fish; a level fish is won by the side that led."),
        {"fish_winner": "lowest_hand", "level_fish": "leader_wins"},
    ),
    "brazilian": BuiltIn(
        _("Brazilian"),
        _("All tiles left count; a level fish is replayed, with the same leader."),
        {"level_fish": "replay"},
    ),
    "house": BuiltIn(
        _("House rules"),
        _("Only the tiles left with the opponents count, and who ended the deal leads the next."),
        {"scoring": "opponents", "lead": "winner"},
    ),
}  # fmt: skip


def presets_of(tournament: Tournament) -> QuerySet[RegulationsPreset]:
    """List the presets of the event's federation and of its clubs."""
    return RegulationsPreset.objects.filter(federation=tournament.federation_id).select_related("federation", "club")


def preset_words(preset: RegulationsPreset) -> str:
    """Say in few words what a preset says: to 150, 30 minutes, Swiss, 4 rounds."""
    return _in_short(preset.rules, preset.settings.get("system"), preset.settings.get("planned_rounds"))


def regulations_words(regulations: Regulations) -> str:
    """Say the same of the regulations of an event."""
    return _in_short(regulations.rules, regulations.system, regulations.planned_rounds)


def _in_short(rules: Mapping[str, Any], system: str | None, rounds: int | None) -> str:
    game = parse_rules(rules)
    said = [
        ngettext("%(count)s deal", "%(count)s deals", game.deals) % {"count": game.deals}
        if game.deals is not None
        else gettext("to %(points)s") % {"points": game.target},
        ngettext("%(count)s minute", "%(count)s minutes", game.minutes) % {"count": game.minutes},
    ]
    if system:
        said.append(str(Regulations.System(system).label))
    if rounds:
        said.append(ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds})
    return ", ".join(said)


def own_events(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """List the events a user may copy: those he is organiser of; an administrator may copy any."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    events = Tournament.objects.select_related("federation", "regulations").exclude(regulations=None)
    if user.is_superuser:
        return events
    return events.filter(officials__user=user, officials__role=Role.ORGANISER, officials__active=True).distinct()
