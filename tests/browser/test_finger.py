"""A finger rests on a button for a moment: what comes from the server meanwhile must not take the button away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.calls import call_official
from tests.browser.screens import Hall
from tournaments.permissions import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRONG = "deal 4 was 35 points"


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


def call_meanwhile(hall: Hall, page: Page) -> None:
    """Let a player's phone call, and let the tablet hear of it before this returns."""
    call_official(hall.game, "mistake", actor=Actor(""), text=WRONG)
    with page.expect_response(lambda answer: answer.url.rstrip("/").endswith(f"/games/{hall.game.pk}")) as news:
        page.evaluate("dispatchEvent(new Event('online'))")
    news.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")  # the page has folded it by now


def put_down(page: Page, place: Locator) -> None:
    """Rest a finger in the middle of something; while the page is still opening it may be drawn anew before that."""
    expect(page.locator("#bar-state")).to_contain_text("Held by")
    place.hover()
    page.mouse.down()


def test_a_tap_counts_although_the_server_told_something_new_under_it(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server)
    hall.open(page)
    expect(page.locator("#write")).to_be_disabled()
    put_down(page, page.locator("#leads-A1"))
    call_meanwhile(hall, page)
    page.mouse.up()
    expect(page.locator("#write")).to_be_enabled()
    expect(page.locator("#banner")).to_contain_text(WRONG)


def test_what_is_new_is_shown_although_the_finger_stays(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server)
    hall.open(page)
    put_down(page, page.locator("h1, .felt").first)
    call_meanwhile(hall, page)
    expect(page.locator("#banner")).to_contain_text(WRONG)
    page.mouse.up()
