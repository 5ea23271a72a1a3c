"""The draw at the desk: its pages fit their screens, axe finds nothing, and a swap is made by the keyboard alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_axe import told
from tests.builders import PASSWORD, Event, event
from tests.tournaments.playing import closed, drawn
from tournaments.models import Entry, Regulations, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Константинопольская-Переяславская Александра / Διονυσόπουλος Παναγιώτης"
SCREENS = [(360, "light"), (800, "dark"), (1280, "bright"), (1920, "light")]


def swiss(live_server: LiveServer) -> Event:
    """Make an event of nine pairs after its first round, the second drawn and one name long."""
    made = event(pairs=9)
    Regulations.objects.update(system="swiss", first_round="lot", seed=77)
    made.tournament.entries.filter(number=4).update(name=LONG)
    closed(made)
    drawn(made)
    return made


def signed_in(browser: Browser, live_server: LiveServer, made: Event, width: int, theme: str) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/sign-in/")
    page.locator("input[name=username]").fill(made.account("organiser").username)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
    return page


def numbered(made: Event, number: int) -> int:
    return Entry.objects.get(tournament=made.tournament, number=number).pk


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_the_pages_of_the_draw_fit_every_screen_and_axe_finds_nothing(
    live_server: LiveServer, browser: Browser, width: int, theme: str
) -> None:
    made = swiss(live_server)
    page = signed_in(browser, live_server, made, width, theme)
    desk = f"{live_server.url}/desk/{made.tournament.slug}/rounds/"
    swap = f"2/swap/?first={numbered(made, 4)}&second={numbered(made, 9)}"
    found: list[str] = []
    for path in ("", "1/", "2/", "2/swap/", swap):
        page.goto(desk + path)
        for summary in page.locator("details.drawn-why > summary").all():
            summary.click()
        found += [f"{path}: {told(one)}" for one in Axe().run(page).response["violations"]]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found += [f"{path}: {wide} px too wide"] if wide > 0 else []
        if pictures := os.environ.get("PICTURES_OF_THE_DRAW"):
            page.screenshot(path=Path(pictures) / f"{width}-{path.replace('/', '-')[:8]}.png", full_page=True)
    page.context.close()
    assert not found, "\n".join(found)


def test_a_swap_is_made_by_the_keyboard_alone(live_server: LiveServer, browser: Browser) -> None:
    made = swiss(live_server)
    page = signed_in(browser, live_server, made, 1280, "light")
    page.goto(f"{live_server.url}/desk/{made.tournament.slug}/rounds/2/")
    page.get_by_role("link", name="Swap two pairs by hand").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Pair", exact=True).focus()
    page.keyboard.type("2 ")
    page.keyboard.press("Tab")
    page.keyboard.type("9 ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_label("Reason").focus()
    page.keyboard.type("They asked for it")
    page.keyboard.press("Enter")
    page.get_by_text("changed places").wait_for()
    kept = Round.objects.get(number=2).drawing["swaps"]
    assert [(one["a"], one["b"], one["reason"]) for one in kept] == [
        (numbered(made, 2), numbered(made, 9), "They asked for it")
    ]
    page.context.close()
