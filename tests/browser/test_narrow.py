"""What a narrow screen does to a page: a menu stays in the window, a sign beside its word, a line on its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.screens import Hall, begin
from tests.builders import Event, event
from tests.tournaments.playing import closed, published

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Opened = Callable[..., Page]
SIZES = {360: 740, 390: 844, 800: 1280, 1280: 800}
DEALS: list[dict[str, Any]] = [
    {"kind": "start", "leader": "A1"},
    *[{"kind": "deal", "ending": "points", "side": "A", "points": 168}] * 2,
]
#: Where the letters of an element stand, and not its box.
LETTERS = """one => { const range = document.createRange(); range.selectNodeContents(one);
  const { x, y, width, height } = range.getClientRects()[0]; return { x, y, width, height }; }"""
#: The same of the tick that ::after sets into a box, by its place there.
TICK = """face => { const { right, bottom } = face.getBoundingClientRect(), tick = getComputedStyle(face, "::after");
  const edge = parseFloat(getComputedStyle(face).borderRightWidth);
  const [width, height] = [parseFloat(tick.width), parseFloat(tick.height)];
  return { x: right - edge - parseFloat(tick.right) - width, y: bottom - edge - parseFloat(tick.bottom) - height,
    width, height }; }"""
#: The boxes of some places at one moment: a screen of the table is drawn anew between two questions.
BOXES = """names => names.map(name => document.querySelector(name).getBoundingClientRect())
  .map(({ x, y, width, height }) => ({ x, y, width, height }))"""
BETWEEN = """() => { const [played, signed] = document.querySelectorAll(".desk.protocol > section");
  return signed.getBoundingClientRect().top - played.getBoundingClientRect().bottom; }"""


@pytest.fixture
def opened(browser: Browser, live_server: LiveServer) -> Iterator[Opened]:
    """Open a page in a window of a width and a language; an organiser is signed in where one is given."""
    contexts = []

    def open_(path: str, width: int, language: str = "en", made: Event | None = None) -> Page:
        cookies = {settings.LANGUAGE_COOKIE_NAME: language}
        if made:
            cookies[settings.SESSION_COOKIE_NAME] = made.client().cookies[settings.SESSION_COOKIE_NAME].value
        context = browser.new_context(viewport={"width": width, "height": SIZES[width]}, reduced_motion="reduce")
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
        contexts.append(context)
        page = context.new_page()
        page.goto(path if path.startswith("http") else live_server.url + path)
        return page

    yield open_
    for context in contexts:
        context.close()


def box(one: Locator) -> FloatRect:
    expect(one).to_be_visible()
    found = one.bounding_box()
    assert found
    return found


def apart(one: Any, other: Any) -> bool:
    """Tell whether two boxes leave each other alone."""
    return bool(
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", SIZES)
def test_the_menu_of_an_entry_opens_over_the_page_and_within_the_window(
    opened: Opened, width: int, language: str
) -> None:
    made = event(pairs=6)
    published(made)
    page = opened(f"/desk/{made.tournament.slug}/entries/", width, language, made)
    for row in (page.locator("#entry-2"), page.locator("#entry-6")):
        closed_row = box(row)
        row.locator(".menu > summary").click()
        expect(row.locator(".menu-panel")).to_be_in_viewport(ratio=0.99)  # it is brought there after the touch
        panel = box(row.locator(".menu-panel"))
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= width
        assert panel["y"] + panel["height"] <= SIZES[width] + 1
        assert box(row)["height"] == closed_row["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for button in row.locator(".menu-panel .button").all():
            assert box(button)["x"] + box(button)["width"] <= panel["x"] + panel["width"]
        page.keyboard.press("Escape")
        expect(row.locator(".menu-panel")).to_be_hidden()


@pytest.mark.parametrize("width", SIZES)
def test_the_screen_of_the_hall_is_found_at_the_desk_and_on_the_public_page(opened: Opened, width: int) -> None:
    made = event(pairs=4)
    published(made)
    slug = made.tournament.slug
    for page in (opened(f"/e/{slug}/", width), opened(f"/desk/{slug}/board/", width, made=made)):
        link = page.locator("main").get_by_role("link", name="Hall screen")
        expect(link).to_be_visible()
        expect(link).to_have_attribute("href", f"/e/{slug}/screen/")


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("path", ["", "standings/"])
def test_on_a_phone_a_name_and_its_figures_stand_on_one_line(opened: Opened, width: int, path: str) -> None:
    made = event(pairs=4)
    closed(made)
    page = opened(f"/e/{made.tournament.slug}/{path}", width)
    for row in page.locator(".standings tbody tr").all():
        name = row.locator(".name a").evaluate(LETTERS)
        for figure in row.locator("td.num:not(.wide-only)").all():
            letters = figure.evaluate(LETTERS)
            assert abs(letters["y"] + letters["height"] - name["y"] - name["height"]) <= 2


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 390, 800])
def test_the_head_of_the_board_begins_at_the_left_and_its_search_is_wide(
    opened: Opened, width: int, language: str
) -> None:
    made = event(pairs=4)
    published(made)
    page = opened(f"/desk/{made.tournament.slug}/board/", width, language, made)
    title, search = box(page.locator(".board-top h1")), box(page.locator(".board-top .search"))
    assert box(page.locator(".board-top .push .button").first)["x"] == title["x"]
    assert search["x"] + search["width"] == title["x"] + box(page.locator(".board-top"))["width"]


@pytest.mark.parametrize("width", SIZES)
def test_what_a_player_can_flag_is_as_wide_as_the_table_above_it(
    live_server: LiveServer, opened: Opened, width: int
) -> None:
    hall = Hall(live_server)
    hall.record([{"kind": "start", "leader": "A1"}])
    page = opened(hall.address, width)
    felt, flag = box(page.locator(".felt")), box(page.locator(".mistake > .card"))
    assert flag["x"] == felt["x"]
    assert flag["width"] >= felt["width"]


@pytest.mark.parametrize("width", SIZES)
def test_the_steps_of_a_new_event_begin_where_its_form_begins(opened: Opened, width: int) -> None:
    page = opened("/events/new/", width, made=event())
    assert box(page.locator(".event-steps"))["x"] == box(page.locator("form.narrow-form"))["x"]


def test_an_event_that_is_moved_keeps_its_length(opened: Opened) -> None:
    made = event(starts_on=date(2031, 5, 30), ends_on=date(2031, 6, 1))
    page = opened(f"/desk/{made.tournament.slug}/event/", 1280, made=made)
    first, last = page.locator("input[name=starts_on]"), page.locator("input[name=ends_on]")
    first.fill("2031-07-31")
    expect(last).to_have_value("2031-08-02")


def test_a_last_day_that_was_written_stays_while_it_can(opened: Opened) -> None:
    page = opened("/events/new/", 1280, made=event())
    first, last = page.locator("input[name=starts_on]"), page.locator("input[name=ends_on]")
    first.fill("2031-05-30")
    expect(last).to_have_value("2031-05-30")
    last.fill("2031-06-02")
    first.fill("2031-05-29")
    expect(last).to_have_value("2031-06-02")
    last.fill("2031-05-01")  # by hand, before the first: the next move mends it
    first.fill("2031-07-10")
    expect(last).to_have_value("2031-07-10")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 390, 800])
def test_the_tick_of_a_chosen_ending_leaves_its_word_alone(
    live_server: LiveServer, opened: Opened, width: int, language: str
) -> None:
    hall = Hall(live_server)
    page = opened(hall.address, width, language)
    hall.open(page)
    begin(page)
    page.locator("#end-deal").click()
    page.locator("#end-out-B2").check()
    face, told = page.locator("#end-out-B2:checked + .choice-face"), page.locator("#told")
    expect(face.or_(told).filter(visible=True).first).to_be_visible()
    if told.is_visible():  # on a phone the choice makes room for the hands; a touch brings it back
        told.click()
    expect(face).to_be_visible()
    assert apart(face.locator("span:not(.off-screen)").evaluate(LETTERS), face.evaluate(TICK))


def test_the_signatures_follow_the_protocol_of_a_short_game_at_once(live_server: LiveServer, opened: Opened) -> None:
    hall = Hall(live_server)
    hall.record(DEALS)
    page = opened(hall.address, 800)
    hall.open(page, "#to-protocol")
    page.locator("#to-protocol").click()
    expect(page.locator("#draw-up")).to_be_visible()
    assert 0 <= page.evaluate(BETWEEN) <= 32


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 390])
def test_before_the_game_no_bar_lies_over_the_chairs_of_a_phone(
    live_server: LiveServer, opened: Opened, width: int, language: str
) -> None:
    hall = Hall(live_server)
    page = opened(hall.address, width, language)
    hall.open(page)
    start = page.locator("#write")
    expect(start).to_be_disabled()
    bar, *leads = page.evaluate(BOXES, [".play .actions", *(f"#leads-{seat}" for seat in ("A1", "B1", "A2", "B2"))])
    assert all(apart(bar, one) for one in leads)
    page.locator("#leads-A1").click()
    expect(start).to_be_enabled()
    bar, start_box, more_box = page.evaluate(BOXES, [".play .actions", "#write", "#more"])
    assert start_box["y"] == more_box["y"]
    assert bar["height"] <= 120
