"""Waiting for what a page or the database comes to, where no `expect` of the browser can say it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

Seen = TypeVar("Seen")

ANSWER = re.compile(r"/api/v1/games/\d+/?$")


def hear(page: Page) -> None:
    """Let a tablet ask the server now, and not only at its next look; return when it has shown what it heard."""
    with page.expect_response(ANSWER):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")


def becomes(look: Callable[[], Seen], wanted: Seen, seconds: float = 30) -> None:
    """Look until it is as wanted; after some seconds tell what is there instead."""
    end = time.monotonic() + seconds
    while (seen := look()) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    assert seen == wanted
