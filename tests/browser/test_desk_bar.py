"""The bar of the desk: event, rounds and account stand in one line, however long the name of the event is."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_draw import signed_in
from tests.builders import event
from tournaments.models import Regulations, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "The Fourteenth International Open Championship of the Amber Coast and the Baltic Islands in Sport Domino"
SIGN = "(one, part) => getComputedStyle(one, part).content.split('\"')[1] ?? 'none'"


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


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 390, 800])
def test_tabs_that_have_no_room_say_so_at_the_edge_and_the_open_one_is_in_view(
    live_server: LiveServer, browser: Browser, width: int, language: str
) -> None:
    made = event(pairs=2)
    page = signed_in(browser, live_server, made, width, "light")
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}])
    for path in ("", "officials/", "documents/", "regulations/"):
        page.goto(f"{live_server.url}/desk/{made.tournament.slug}/{path}")
        tabs = page.locator(".desk-tabs .tabs")
        expect(tabs.locator("a[aria-current]")).to_be_in_viewport(ratio=0.99)
        if not path:
            expect(page.locator(".desk-tabs .away")).not_to_be_in_viewport()
            expect(tabs).to_have_class("tabs more-after")
            assert tabs.evaluate(SIGN, "::after") == "›"
            assert tabs.evaluate(SIGN, "::before") == "none"
    tabs.evaluate("one => { one.scrollLeft = 0; }")
    expect(tabs).to_have_class("tabs more-after")
    tabs.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    expect(tabs).to_have_class("tabs more-before")
    assert tabs.evaluate(SIGN, "::before") == "‹"
    expect(page.locator(".desk-tabs .away")).to_be_in_viewport(ratio=0.99)
    page.context.close()


def test_tabs_that_all_have_room_say_nothing(live_server: LiveServer, browser: Browser) -> None:
    made = event(pairs=2)
    page = signed_in(browser, live_server, made, 1280, "light")
    page.goto(f"{live_server.url}/desk/{made.tournament.slug}/")
    expect(page.locator(".desk-tabs .away")).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".desk-tabs .tabs")).to_have_class("tabs")
    page.context.close()
