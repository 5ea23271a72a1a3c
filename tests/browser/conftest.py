"""What tests in a browser share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.games import SIZES


@pytest.fixture
def quiet_page(context: BrowserContext) -> Iterator[Page]:
    """A tablet whose browser must have nothing to complain of."""
    yield from quiet(context)


@pytest.fixture
def sized_page(browser: Browser, size: str) -> Iterator[Page]:
    """A screen of the size that `sized` names, with nothing to complain of; a finger touches it where one can."""
    context = browser.new_context(locale="en-GB", **SIZES[size])
    yield from quiet(context)
    context.close()


def quiet(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page
    assert [said for said in complaints if "net::ERR_" not in said and "status of 4" not in said] == []
