"""The bar of the desk: event, rounds and account stand in one line, however long the name of the event is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_draw import signed_in
from tests.builders import event
from tournaments.models import Regulations, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "The Fourteenth International Open Championship of the Amber Coast and the Baltic Islands in Sport Domino"


@pytest.mark.parametrize("width", [390, 800, 1024, 1280])
@pytest.mark.parametrize("rounds", [8, 23])
def test_a_long_name_is_shortened_and_the_account_is_not(
    live_server: LiveServer, browser: Browser, width: int, rounds: int
) -> None:
    made = event(pairs=2)
    Tournament.objects.update(name=LONG)
    Regulations.objects.update(planned_rounds=rounds)
    page = signed_in(browser, live_server, made, width, "light")
    page.goto(f"{live_server.url}/desk/{made.tournament.slug}/")
    title, account = page.locator(".desk-event .bar-title"), page.locator(".desk-bar .menu")
    name, menu = title.bounding_box(), account.bounding_box()
    assert name is not None
    assert menu is not None
    assert menu["y"] < name["y"] + name["height"]
    assert menu["x"] >= name["x"] + name["width"]
    assert account.locator("summary").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title.evaluate("one => one.scrollHeight > one.clientHeight")
    assert title.get_attribute("title") == LONG
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()
