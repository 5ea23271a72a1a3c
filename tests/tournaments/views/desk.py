"""Looking at the desk and pressing its buttons, as one of the cast."""

from __future__ import annotations

import re
from typing import Any

from tests.builders import Event


def words(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def address(event_: Event, path: str = "") -> str:
    return f"/desk/{event_.tournament.slug}/{path}"


def shown(event_: Event, path: str = "", who: str = "organiser") -> str:
    response = event_.client(who).get(address(event_, path))
    assert response.status_code == 200
    return words(response)


def press(event_: Event, path: str, who: str = "organiser", **data: Any) -> Any:
    """Press a button of the desk and look at the page that comes."""
    page = {"Referer": f"http://testserver{address(event_)}"}
    return event_.client(who).post(address(event_, path), data, follow=True, headers=page)


def entries(event_: Event, page: str = "") -> str:
    """Give the address of a page of the entries."""
    return address(event_, f"entries/{page}")
