"""A table without a finger: the keyboard alone, and what is read out to those who do not see the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from tests.browser.screens import Hall
from tests.browser.waiting import hear

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

START = {"kind": "start", "leader": "A1"}
NAMES = ("Anna", "Clara", "Boris", "Dmitri")  # A1 and A2, B1 and B2


def at_table(live_server: LiveServer, page: Page) -> Hall:
    hall = Hall(live_server, NAMES)
    hall.record([START])
    hall.open(page)
    return hall


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def tab_to(page: Page, one: str) -> None:
    """Press the tabulator until something has the focus."""
    expect(page.locator(f"#{one}")).to_be_attached()
    for _ in range(60):
        if page.evaluate("document.activeElement.id") == one:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator does not reach {one}")


def expect_hands(page: Page, *pips: str) -> None:
    """Wait until the hands have this, as people see it."""
    expect(page.locator(".hands-row .hand-pips")).to_have_text(pips)


def expect_ring(page: Page) -> None:
    """Wait for a ring of three pixels around what has the focus, or around the face of a choice that has it."""
    page.wait_for_function(
        """() => { const one = document.activeElement; const face = one.nextElementSibling;
          return Math.max(...[one, face].filter(Boolean).map((it) => {
            const style = getComputedStyle(it);
            return style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth); })) >= 3; }"""
    )


def test_a_whole_deal_is_written_by_keyboard_alone(live_server: LiveServer, page: Page) -> None:
    hall = at_table(live_server, page)
    tab_to(page, "begin-deal")
    keys(page, "Enter")
    expect(page.locator("#end-deal")).to_be_focused()
    keys(page, "Enter")
    expect(page.locator("#end-out-A1")).to_be_focused()
    expect_ring(page)
    keys(page, "Space", "ArrowRight", "ArrowRight")  # out of A1, fish of A1, out of B1
    expect(page.locator("#end-out-B1")).to_be_checked()
    expect(page.locator("#end-out-B1")).to_be_focused()
    keys(page, "1", "2", "4", "Enter", "7", "Backspace", "9")  # 12, 4 and on, 7, no: 9
    expect_hands(page, "12", "4", "9")
    keys(page, "Enter")
    expect(page.locator("#begin-deal")).to_be_focused()
    assert (hall.game.score_a, hall.game.score_b) == (0, 25)


def test_a_penalty_is_written_by_keyboard_alone(live_server: LiveServer, page: Page) -> None:
    at_table(live_server, page)
    tab_to(page, "touch-A2")
    keys(page, "Enter")
    expect(page.locator("#who-A2")).to_be_checked()
    tab_to(page, "code-slow_play")
    keys(page, "Space")
    expect_ring(page)
    keys(page, "Enter")
    expect(page.locator("#begin-deal")).to_be_visible()
    line = Line.objects.get(kind="penalty")
    assert (line.data["code"], line.data["seat"]) == ("slow_play", "A2")


def test_escape_goes_back_and_keeps_what_was_typed(live_server: LiveServer, page: Page) -> None:
    hall = at_table(live_server, page)
    hall.record([{"kind": "deal_begin"}])
    expect(page.locator("#end-deal")).to_be_visible()
    page.locator("#end-deal").click()
    expect(page.locator("#end-out-A1")).to_be_focused()
    keys(page, "Space", "2", "1")
    expect_hands(page, "21", "–", "–")
    keys(page, "Escape")
    expect(page.locator(".hands-row")).to_have_count(0)
    tab_to(page, "end-deal")
    keys(page, "Enter")
    expect_hands(page, "21", "–", "–")


def test_the_focus_stays_where_it_was_when_the_server_tells_something_new(live_server: LiveServer, page: Page) -> None:
    hall = at_table(live_server, page)
    tab_to(page, "more")
    hall.record([{"kind": "deal", "ending": "points", "side": "B", "points": 44}])
    expect(page.locator(".score .score-num").last).to_have_text("44")
    expect(page.locator("#more")).to_be_focused()


def test_a_score_is_read_out_once_when_it_changes(live_server: LiveServer, page: Page) -> None:
    hall = at_table(live_server, page)
    hall.record([{"kind": "deal", "ending": "points", "side": "B", "points": 44}])
    said = page.get_by_role("status").locator("p").filter(has_text="Score: side A 0, side B 44")
    expect(page.locator("#said")).to_have_text("Score: side A 0, side B 44")
    hear(page)
    expect(page.locator("#said p")).to_have_count(1)
    expect(said).to_have_count(1)


def test_what_a_deal_brings_and_what_is_refused_is_read_out(live_server: LiveServer, page: Page) -> None:
    hall = at_table(live_server, page)
    hall.record([{"kind": "deal_begin"}])
    page.locator("#end-deal").click()
    page.locator("#end-out-A1").check()
    expect(page.locator("#key-1")).to_be_visible()
    keys(page, "1", "2", "1", "0", "6")
    expect(page.locator("#said p").last).to_have_text("28 points to side A: Anna and Clara, 28:0")
    keys(page, "9", "9")
    expect(page.locator("#said")).to_contain_text("A hand has 69 pips at most.")
