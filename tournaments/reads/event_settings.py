"""The regulations of an event as one value: to show, to compare, to tell what changed meanwhile."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from scoring.rules import Step

from ..models import AuditEntry, Regulations, Tournament

#: What the regulations hold beside the rules of a game. The seed is drawn, not written.
OF_THE_EVENT: Final = (
    "system",
    "planned_rounds",
    "override_reason",
    "ranking",
    "effectiveness",
    "bye_counts",
    "walkover_counts",
    "first_round",
    "clubs_apart",
    "entries_close",
)
#: What a preset may say of it: why one event departs from its preset is no part of one.
OF_A_PRESET: Final = tuple(name for name in OF_THE_EVENT if name != "override_reason")
#: The acts that write regulations; each notes what was before.
WRITING: Final = ("change_regulations", "begin_regulations")


def settings_of(regulations: Regulations) -> dict[str, Any]:
    """Give all that can be set, as the audit record keeps it."""
    return {"rules": regulations.rules} | {name: getattr(regulations, name) for name in OF_THE_EVENT}


def kept_in_preset(regulations: Regulations) -> dict[str, Any]:
    """Give what the regulations say beside the rules of a game, as a preset keeps it."""
    return {name: getattr(regulations, name) for name in OF_A_PRESET}


def stamp_of(settings: dict[str, Any]) -> str:
    """Tell these settings from others: a page carries the stamp of what it showed."""
    text = json.dumps(settings, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def with_settings(regulations: Regulations, settings: dict[str, Any]) -> Regulations:
    """Give the regulations as they would be with other settings; nothing is stored."""
    other = Regulations(tournament=regulations.tournament, preset=regulations.preset, seed=regulations.seed)
    for name, value in settings.items():
        setattr(other, name, value)
    return other


def shown_by(tournament: Tournament, stamp: str) -> dict[str, Any] | None:
    """Find in the audit record what a page with this stamp had shown; None where it is no stamp of this event."""
    notes = AuditEntry.objects.filter(tournament=tournament, act__in=WRITING).order_by("-pk")
    befores = (note.details.get("before") for note in notes[:100])
    return next((before for before in befores if before and stamp_of(before) == stamp), None)


def last_writer(tournament: Tournament) -> str:
    """Name who wrote the regulations last; empty where they are as the event was made."""
    note = AuditEntry.objects.filter(tournament=tournament, act__in=WRITING).order_by("-pk").first()
    return note.actor if note else ""


def step_as_written(step: Step) -> Any:
    """Write a step of a tariff as the closed list has it."""
    if step.card:
        return {"points": step.points, "card": step.card}
    return step.points if step.sanction == "fine" else step.sanction
