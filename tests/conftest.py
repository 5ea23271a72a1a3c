"""What the tests of every part share: which of them can run here, and a browser."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator

import pytest
from django.db import connection
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests import chance, witness
from tests.chromium import chromium
from tournaments.reads import versions
from tournaments.views import public, unchanged

# A busy machine is no mistake in the rules, so no single example is timed. The examples are the same each time, so that
# what passed once passes on the next machine; `make soak` looks for new ones.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("searching", settings.get_profile("steady"), derandomize=False, max_examples=1_000)
settings.load_profile("steady")

PATIENCE = 30_000  # milliseconds, as long as Playwright waits elsewhere: a busy machine is no fault of the page


def pytest_configure(config: pytest.Config) -> None:
    # Playwright runs a loop in the thread of the test, and Django then takes honest queries for careless ones.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    expect.set_options(timeout=PATIENCE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--of-the-database", action="store_true", help="only what another database could change")


def of_the_database(item: pytest.Item) -> bool:
    """Tell whether a test could end otherwise on another database: of the browser's, those that say so."""
    if "browser" in item.keywords:
        return "databases" in item.keywords
    return "django_db" in item.keywords or not {"db", "transactional_db"}.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--of-the-database"):
        others = [item for item in items if not of_the_database(item)]
        items[:] = [item for item in items if of_the_database(item)]
        config.hook.pytest_deselected(items=others)
    if any("browser" in item.keywords for item in items) and not chromium():
        mark(items, "browser", "no Chromium is installed")
    if connection.vendor != "postgresql":
        mark(items, "postgres", "TEST_DATABASE_URL names no PostgreSQL")


def mark(items: list[pytest.Item], keyword: str, reason: str) -> None:
    for item in items:
        if keyword in item.keywords:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a browser test that failed say what its pages showed."""
    report = yield
    browser = (getattr(item, "funcargs", None) or {}).get("browser")
    if browser and report.failed and report.when != "teardown":
        report.sections.append(("What the browser showed", witness.tell(browser)))
    return report


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Begin each test in English: a request in another language leaves that on in its thread."""
    translation.activate("en")
    yield
    translation.activate("en")


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw the same keys, codes and seeds in each run."""
    with chance.fixed(request.node.nodeid):
        yield


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Begin each test with nothing kept of an event: the next one's has the same name and the same numbers."""
    public.lists.forget()
    unchanged.parts.forget()
    versions.looks.forget()


@pytest.fixture(autouse=True)
def nothing_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a page from being written anew for its age in the middle of a test, when a minute of the hall is over."""
    begun = timezone.now()
    monkeypatch.setattr(versions, "moment", lambda: begun)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run one Chromium for all browser tests of a process."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        witness.listen(running)
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a fresh visitor: no cookies, nothing stored."""
    visitor = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    yield visitor
    visitor.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
