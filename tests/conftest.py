"""What the tests of every part share: which of them can run here, and a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PLACES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def chromium() -> str | None:
    """Find a Chromium: the one CHROMIUM names, the system's, or Playwright's own."""
    for place in (os.environ.get("CHROMIUM"), *PLACES):
        if place and (found := shutil.which(place)):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def pytest_configure(config: pytest.Config) -> None:
    # Playwright runs a loop in the thread of the test, and Django then takes honest queries for careless ones.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if any("browser" in item.keywords for item in items) and not chromium():
        mark(items, "browser", "no Chromium is installed")
    if connection.vendor != "postgresql":
        mark(items, "postgres", "TEST_DATABASE_URL names no PostgreSQL")


def mark(items: list[pytest.Item], keyword: str, reason: str) -> None:
    for item in items:
        if keyword in item.keywords:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run one Chromium for all browser tests of a process."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a fresh visitor: no cookies, nothing stored."""
    visitor = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    visitor.set_default_timeout(10_000)
    yield visitor
    visitor.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
