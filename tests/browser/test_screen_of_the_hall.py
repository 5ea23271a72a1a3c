"""The screen of the hall in a browser: sheets that fit and turn, a network that goes; and all public pages by width."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.screens import picture
from tests.browser.test_axe import told
from tests.builders import Event, add_pairs, event
from tests.full_house import LONG_NAMES
from tests.tournaments.playing import accept, closed, published
from tournaments.models import Entry, Player, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTORS = {"full-hd": (1920, 1080), "hd": (1280, 720), "old-projector": (1024, 768)}
WIDTHS = {360: 740, 800: 1280, 1280: 800, 1920: 1080}
#: What is cut off at the bottom, or lies outside of the screen.
OUTSIDE = """() => [...document.querySelectorAll(".sheet:not([hidden]) li, .sheet:not([hidden]) tr, .beside tr")]
  .filter((one) => one.checkVisibility()).filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1
      || one.scrollHeight > one.clientHeight + 2;
  }).map((one) => one.textContent.trim().slice(0, 60))"""
SMALLEST_NAME = """() => Math.min(...[...document.querySelectorAll(
  ".sheet:not([hidden]) .who > span > span, .hall-names li > span:first-child, .places-card td > span")]
  .filter((one) => one.checkVisibility()).map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.fixture
def hall() -> Event:
    """Make an event of 40 pairs, the first with names of sixty letters, in its second round; three results are in."""
    forty = event(name="Amber Coast Open")
    add_pairs(forty.tournament, 40)
    players = list(Player.objects.order_by("id")[:10])
    for at, player in enumerate(players):
        player.name = LONG_NAMES[at % 5]
        player.save()
    for entry, name in zip(Entry.objects.order_by("number")[:5], LONG_NAMES, strict=True):
        entry.name = f"{name} – {name}"[:260]
        entry.save()
    closed(forty)
    round_ = published(forty)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.RUNNING, clock_started_at=timezone.now())
    for table in (2, 5, 9):
        accept(round_.games.get(table=table), 200 + table, 90, forty)
    return forty


@pytest.fixture
def big(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = PROJECTORS[getattr(request, "param", "full-hd")]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    yield context.new_page()
    context.close()


def address(live_server: LiveServer, hall: Event, path: str = "screen/") -> str:
    return f"{live_server.url}/e/{hall.tournament.slug}/{path}"


def sheet(page: Page) -> str:
    return str(page.locator(".sheet:visible").get_attribute("data-sheet"))


@pytest.mark.parametrize("big", PROJECTORS, indirect=True)
def test_every_sheet_fits_on_the_screen_and_can_be_read_from_afar(
    live_server: LiveServer, hall: Event, big: Page
) -> None:
    big.goto(address(live_server, hall, "screen/?seconds=120"), timeout=60_000)
    expect(big.locator("body.turning")).to_be_visible()
    height = big.evaluate("innerHeight")
    seen = []
    while (now := sheet(big)) not in seen:
        seen.append(now)
        picture(big, f"hall-{height}-{now}")
        assert big.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, now
        assert big.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, now
        assert big.evaluate(OUTSIDE) == [], now
        assert big.evaluate(SMALLEST_NAME) >= height / 40, now
        big.keyboard.press("ArrowRight")
    assert seen == ["tables-1", "tables-2", "names-1", "names-2", "results-1", "standings-1", "standings-2"]


def test_the_sheets_turn_by_themselves_and_space_holds_them(live_server: LiveServer, hall: Event, big: Page) -> None:
    big.goto(address(live_server, hall, "screen/?show=tables,standings&seconds=3"), timeout=60_000)
    expect(big.locator("[data-sheet=tables-2]")).to_be_visible()
    big.keyboard.press("Space")
    expect(big.locator("#says")).to_contain_text("This sheet is held")
    held = sheet(big)
    big.wait_for_timeout(4_000)
    assert sheet(big) == held
    big.keyboard.press("ArrowLeft")
    assert sheet(big) != held
    big.keyboard.press("Space")
    expect(big.locator("#says")).to_be_empty()


def test_without_a_network_the_screen_keeps_what_it_has_and_says_how_old_that_is(
    live_server: LiveServer, hall: Event, big: Page
) -> None:
    big.goto(address(live_server, hall, "screen/?show=results&seconds=120"), timeout=60_000)
    expect(big.locator(".scored")).to_have_count(3)
    big.context.set_offline(True)
    expect(big.locator("#lost")).to_contain_text("No contact with the desk")
    expect(big.locator("#lost")).to_contain_text("second")
    expect(big.locator(".scored")).to_have_count(3)
    game = Round.objects.get(tournament=hall.tournament, number=2).games.get(table=7)
    accept(game, 222, 33, hall)
    big.context.set_offline(False)
    expect(big.locator(".scored")).to_have_count(4)
    expect(big.locator(".scored").first).to_contain_text("222")
    expect(big.locator("#lost")).to_be_hidden()


@pytest.mark.parametrize("big", PROJECTORS, indirect=True)
def test_without_a_network_no_name_is_cut_off(live_server: LiveServer, hall: Event, big: Page) -> None:
    big.goto(address(live_server, hall, "screen/?show=tables&seconds=120"), timeout=60_000)
    expect(big.locator(".turning .hall-tables").first).to_be_visible()
    assert big.evaluate(OUTSIDE) == []
    big.context.set_offline(True)
    expect(big.locator("#lost")).to_contain_text("No contact with the desk")
    assert big.evaluate(OUTSIDE) == []


def test_without_a_script_the_screen_shows_everything_below_each_other(
    live_server: LiveServer, hall: Event, browser: Browser
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(address(live_server, hall), timeout=60_000)
    expect(page.locator(".sheet:visible")).to_have_count(7)
    expect(page.locator("#acts")).to_be_hidden()
    context.close()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_public_page_is_wider_than_its_screen(
    live_server: LiveServer, hall: Event, browser: Browser, language: str
) -> None:
    game = Round.objects.get(tournament=hall.tournament, number=2).games.get(table=2)
    paths = [
        "", "draw/", "draw/?q=2", "results/", "standings/", "standings/?why=1", "entries/", "entries/?by=name",
        "entries/1/", "find/", "find/?q=1", "find/?q=nobody", f"games/{game.pk}/", "regulations/", "screen/",
    ]  # fmt: skip
    wrong = []
    for width, height in WIDTHS.items():
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
        page = context.new_page()
        for path in paths:
            page.goto(address(live_server, hall, path), timeout=60_000)
            picture(page, f"public-{language}-{width}-{path.replace('/', '-').replace('?', '')}")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            wrong += [f"{path} at {width}: {wide} px too wide"] if wide > 0 else []
        context.close()
    assert not wrong, "\n".join(wrong)


def test_on_a_phone_what_decides_a_place_has_the_width_of_the_row(
    live_server: LiveServer, hall: Event, browser: Browser
) -> None:
    hall.tournament.regulations.ranking = ["wins", "lots"]
    hall.tournament.regulations.save()
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(address(live_server, hall, "standings/?why=7"), timeout=60_000)
    decides = page.locator(".because .decides")
    expect(decides.locator(".note")).to_have_text("the lot drawn first is ahead")
    row, why = (place.bounding_box() for place in (decides, decides.locator("> :nth-child(4)")))
    assert row
    assert why
    assert why["width"] > 0.7 * row["width"]
    page.context.close()


def test_who_searches_on_the_page_of_the_event_finds_the_table_at_once(
    live_server: LiveServer, hall: Event, big: Page
) -> None:
    big.goto(address(live_server, hall, ""), timeout=60_000)
    big.get_by_role("searchbox").press_sequentially("шилов")
    expect(big.locator(".find-answer .find-table")).to_contain_text("Table")
    big.get_by_role("searchbox").fill("nobody")
    expect(big.locator("#answers")).to_contain_text("Nobody here answers to that")


@pytest.mark.parametrize("theme", ["light", "dark", "bright"])
def test_axe_finds_nothing_on_the_public_pages_and_on_the_screen(
    live_server: LiveServer, hall: Event, browser: Browser, theme: str
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page = context.new_page()
    found: list[str] = []
    for path in ["", "draw/", "entries/", "entries/22/", "find/?q=22", "screen/?show=names", "screen/?show=results"]:
        page.goto(address(live_server, hall, path), timeout=60_000)
        found += [f"{path}: {told(violation)}" for violation in Axe().run(page).response["violations"]]
    context.close()
    assert not found, "\n".join(found)
