"""What the tests of the API share: a request as somebody, and who is let in at a door."""

from __future__ import annotations

from typing import Any

from tests.builders import Event

EVENT = "/api/v1/events/amber/"


def send(made: Event, path: str, body: Any = None, who: str = "organiser", method: str = "post") -> Any:
    """Send JSON to an address of the event as one of the cast."""
    return getattr(made.client(who), method)(EVENT + path, body or {}, content_type="application/json")


def get(made: Event, path: str, who: str = "organiser") -> Any:
    """Ask for an address of the event as one of the cast."""
    return made.client(who).get(EVENT + path)
