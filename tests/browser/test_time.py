"""The end of the time: called by the clock where it is clear, asked with one tap where it is not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from tests.browser import tablet
from tests.browser.test_table import Table
from tests.browser.waiting import hear
from tests.referees.games import START
from tournaments.models import Game, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEAL: dict[str, Any] = {"kind": "deal", "ending": "points", "side": "A", "points": 30, "id": "d1"}


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


def clock_at(seconds_left: int) -> None:
    """Move the clock of the round: 40 minutes to play, so many seconds are left."""
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=40) + timedelta(seconds=seconds_left))


def time_lines() -> list[dict[str, Any]]:
    return [
        {key: line.data[key] for key in ("in_deal", "before") if key in line.data}
        for line in Line.objects.filter(kind="time").order_by("number")
    ]


def test_the_clock_calls_the_time_in_a_deal_and_it_can_be_undone(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=20)
    table.record([START, DEAL])
    table.open(page)
    tablet.begin(page)
    page.wait_for_timeout(500)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    expect(page.locator(".banner")).to_contain_text("Called by the clock, in the deal.")
    assert time_lines() == [{"in_deal": True}]
    page.locator("#undo-time").click()
    page.locator("#confirm-write").click()
    expect(page.locator("#time-choices")).to_be_visible()
    page.wait_for_timeout(1500)
    assert len(time_lines()) == 1
    page.locator("#time-in-deal").click()
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    assert time_lines() == [{"in_deal": True}] * 2

    Game.objects.update(extra_minutes=5)  # more time for this table: what was written stays until somebody strikes it
    expect(page.locator(".banner")).to_contain_text("The desk gave more time after the end was called.")
    expect(page.locator(".to-come")).to_have_text("Time is over: deal 2 is the last.")
    assert len(time_lines()) == 2
    page.locator("#take-back-time").click()
    expect(page.locator("dialog")).to_contain_text("Undo: time over, in the deal")
    page.locator("#confirm-write").click()
    expect(page.locator(".to-come")).to_contain_text("Game to 200")
    expect(page.locator(".banner")).to_contain_text("Less than 5 minutes left.")
    assert Line.objects.order_by("-number")[0].data["reason"] == "the clock was given more time"
    page.wait_for_timeout(1500)
    assert len(time_lines()) == 2


def test_a_tablet_that_did_not_call_the_time_only_says_what_the_clock_shows(
    live_server: LiveServer, page: Page
) -> None:
    table = Table(live_server, minutes_gone=20)
    table.record([START, DEAL, {"kind": "time", "in_deal": False, "id": "t1"}])
    table.open(page)
    asked = "The clock of the round still shows time left. Take the end of the time back?"
    expect(page.locator(".banner")).to_contain_text("One more deal.")
    expect(page.locator(".banner")).to_contain_text(asked)
    clock_at(50)  # within the last minute somebody may have heard the signal of the hall
    expect(page.locator(".banner")).not_to_contain_text(asked)


def test_between_marked_deals_the_clock_calls_the_time_so(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=20)
    table.record([START])
    table.open(page)
    tablet.play_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    page.wait_for_timeout(500)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("One more deal.")
    expect(page.locator(".banner")).to_contain_text("Called by the clock, between deals.")
    assert time_lines() == [{"in_deal": False}]


def test_a_table_that_does_not_mark_its_deals_is_asked(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=45)
    table.record([START, DEAL])
    table.open(page)
    expect(page.locator(".banner")).to_contain_text("Was a deal on the table when it ended?")
    expect(page.locator("#time-choices .button")).to_have_text(["Between deals", "In deal 1", "In deal 2"])
    page.locator("#time-in-last").click()
    expect(page.locator("#to-protocol")).to_be_visible()  # deal 1 was the last
    assert time_lines() == [{"in_deal": True, "before": "d1"}]


def test_within_ten_seconds_of_the_end_it_is_asked(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=20)
    table.record([START, DEAL])
    table.open(page)
    clock_at(6)
    hear(page)
    tablet.begin(page)
    expect(page.locator("#time-choices")).to_be_visible()
    assert time_lines() == []
    begun = Line.objects.get(kind="deal_begin").line_id
    page.locator("#time-not-begun").click()
    expect(page.locator(".banner")).to_contain_text("Last deal.")  # the one more deal is on the table already
    assert time_lines() == [{"in_deal": False, "before": begun}]


def test_a_deal_that_was_over_before_the_time_is_written_first(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=20)
    table.record([START, DEAL])
    table.open(page)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "B1", {"A1": 10, "A2": 10})
    clock_at(-2)
    page.locator("#time-after").click()
    expect(page.locator(".banner")).to_contain_text("It is written after this deal")
    page.locator("#hand-B2").check()
    tablet.press(page, 10)
    tablet.write(page)
    expect(page.locator(".banner")).to_contain_text("One more deal.")
    assert table.kinds[-2:] == ["deal", "time"]
    assert time_lines() == [{"in_deal": False}]


def test_the_turns_of_a_game_are_judged_by_the_clock(live_server: LiveServer, page: Page) -> None:
    """Seconds of the clock at which lines were seen; the end is at 2400."""
    page.goto(f"{live_server.url}/t/")
    begin, end, loose = ["begin", True], ["end", True], ["end", False]
    cases: list[tuple[list[Any], list[Any], Any]] = [
        ([], [], None),
        ([begin], [[2000, 2003]], {"in_deal": True, "before": None}),
        ([begin], [None], None),  # it stood there when the page was opened
        ([begin], [[2388, 2391]], None),
        ([begin, end], [[2000, 2003], [2300, 2302]], {"in_deal": False, "before": None}),
        ([loose], [[2300, 2302]], None),
        ([begin, end], [[2000, 2003], [2405, 2409]], None),
        ([begin, end], [[2000, 2003], [2440, 2443]], {"in_deal": True, "before": "1"}),
        ([begin], [[2100, 2500]], None),  # the page slept over the end
    ]
    judged = page.evaluate(
        """async cases => { const { judge } = await import('/static/referees/boundaries.js');
        const list = turns => turns.map(([turn, marked], id) => ({ id: String(id), turn, marked }));
        return cases.map(([turns, times]) => judge(list(turns),
          Object.fromEntries(times.map((time, id) => [id, time])), 2400)); }""",
        [case[:2] for case in cases],
    )
    assert judged == [case[2] for case in cases]


def test_five_minutes_before_the_end_a_banner_warns(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=34)
    table.record([START])
    table.open(page)
    expect(page.locator("#begin-deal")).to_be_visible()
    expect(page.locator(".banner")).to_have_count(0)
    clock_at(299)
    expect(page.locator(".banner")).to_contain_text("Less than 5 minutes left.")
    hear(page)
    expect(page.locator("#said p", has_text="Less than 5 minutes left.")).to_have_count(1)
    expect(page.locator(".banner")).not_to_have_attribute("role", "status")
    Round.objects.update(clock_paused_at=timezone.now())
    expect(page.locator(".clock").first).to_contain_text("paused")
    first = page.locator(".clock-face").first.inner_text()
    page.wait_for_timeout(1200)
    assert page.locator(".clock-face").first.inner_text() == first
