"""The page of the regulations as tests fill it in."""

from __future__ import annotations

from typing import Any

from tests.builders import Event
from tournaments.forms.regulations import as_typed
from tournaments.forms.tariff import step_name
from tournaments.models import Regulations
from tournaments.reads.event_settings import settings_of, stamp_of


def page_of(event: Event) -> str:
    return f"/desk/{event.tournament.slug}/regulations/"


def now() -> Regulations:
    return Regulations.objects.select_related("preset", "tournament").get()


def typed(**change: object) -> dict[str, Any]:
    """Give what the page sends when nothing was touched but what is named."""
    kept = settings_of(now())
    return {**as_typed(kept), "stamp": stamp_of(kept), "reason": "", **change}


def steps_of(code: str, *steps: tuple[str, str]) -> dict[str, str]:
    return {
        step_name(code, index, part): value
        for index, step in enumerate(steps)
        for part, value in zip(("what", "points"), step, strict=True)
    }
