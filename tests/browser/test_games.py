"""Whole games, played by fingers and signed by five: each ends in the right protocol and the right standings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import tablet
from tests.browser.games import End, check, clock_at, lines, open_game, signed_and_accepted, sized
from tests.browser.test_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]


@sized(0)
def test_a_game_to_the_target(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server)
    open_game(table, page)
    tablet.play_deal(page, "out", "B1", {"A1": 30, "A2": 40, "B2": 25})
    tablet.play_deal(page, "fish", "A2", {"A1": 5, "A2": 10, "B1": 20, "B2": 15})
    tablet.punish(page, "talking", "A2")
    tablet.play_deal(page, "out", "A1", {"B1": 50, "B2": 60, "A2": 20})
    tablet.play_deal(page, "out", "B2", {"A1": 10, "A2": 20, "B1": 5})
    tablet.begin(page)
    tablet.enter_deal_by_tiles(page, "out", "A2", {"B1": ["6-4"], "B2": ["5-4"], "A1": ["3-0"]})
    tablet.write(page)
    tablet.expect_rows(
        page,
        [
            "1 A1 Out B1 +95 0:95",
            "2 B1 Fish A2 +50 50:95",
            "A2 Talking: warning",
            "3 A2 Out A1 +130 180:95",
            "4 B2 Out B2 +35 180:130",
            "5 A1 Out A2 +22 202:130",
        ],
    )
    signed_and_accepted(page)
    check(
        page,
        table,
        End(
            score=(202, 130),
            winner="A",
            reason="target",
            sides={"A": (True, 202, 130), "B": (False, 130, 202)},
            standings=["1. pair 1: won 2 202:130, 1, +72, 202", "2. pair 2: lost 1 130:202, 0, −72, 130"],
        ),
    )


@sized(1)
def test_time_over_in_a_deal(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, minutes_gone=20)
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 40, "B2": 30, "A2": 10})
    tablet.begin(page)
    page.wait_for_timeout(500)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    tablet.enter_deal(page, "out", "B1", {"A1": 20, "A2": 15, "B2": 5})
    tablet.write(page)
    expect(page.locator(".felt")).to_contain_text("Side A wins")
    signed_and_accepted(page)
    assert lines(table, "time") == [{"in_deal": True}]
    check(
        page,
        table,
        End(
            score=(80, 40),
            winner="A",
            reason="time",
            sides={"A": (True, 80, 40), "B": (False, 40, 80)},
            standings=["1. pair 1: won 2 80:40, 1, +40, 80", "2. pair 2: lost 1 40:80, 0, −40, 40"],
        ),
    )


@sized(2)
def test_time_over_between_deals(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, minutes_gone=20)
    open_game(table, page)
    tablet.play_deal(page, "out", "B1", {"A1": 40, "A2": 30, "B2": 10})
    page.wait_for_timeout(500)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("One more deal.")
    tablet.play_deal(page, "fish", "A2", {"A1": 10, "A2": 4, "B1": 50, "B2": 40})
    signed_and_accepted(page)
    assert lines(table, "time") == [{"in_deal": False}]
    check(
        page,
        table,
        End(
            score=(104, 80),
            winner="A",
            reason="time",
            sides={"A": (True, 104, 80), "B": (False, 80, 104)},
            standings=["1. pair 1: won 2 104:80, 1, +24, 104", "2. pair 2: lost 1 80:104, 0, −24, 80"],
        ),
    )


@sized(0)
def test_level_when_the_time_is_over_extra_deals_decide(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, minutes_gone=20)
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 20, "B2": 10, "A2": 10})
    tablet.begin(page)
    page.wait_for_timeout(500)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    tablet.enter_deal(page, "out", "B1", {"A1": 20, "A2": 10, "B2": 10})
    tablet.write(page)
    expect(page.locator(".banner")).to_contain_text("Extra deal.")
    tablet.play_deal(page, "fish", "B2", {"A1": 5, "A2": 5, "B1": 4, "B2": 6})
    expect(page.locator(".banner")).to_contain_text("Extra deal.")
    tablet.play_deal(page, "out", "B2", {"A1": 7, "A2": 3, "B1": 2})
    last_two = ["3 A2 Level deal, nobody scores 40:40", "4 B2 Out B2 +12 40:52"]
    tablet.expect_rows(page, last_two, slice(-2, None))
    signed_and_accepted(page)
    check(
        page,
        table,
        End(
            score=(40, 52),
            winner="B",
            reason="time",
            sides={"A": (False, 40, 52), "B": (True, 52, 40)},
            standings=["1. pair 2: won 1 52:40, 1, +12, 52", "2. pair 1: lost 2 40:52, 0, −12, 40"],
        ),
    )


@sized(1)
def test_four_deals_have_no_target(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, deals=4)
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 60, "B2": 50, "A2": 40})
    tablet.play_deal(page, "out", "A2", {"B1": 30, "B2": 30, "A1": 10})
    tablet.play_deal(page, "out", "B1", {"A1": 50, "A2": 60, "B2": 30})
    expect(page.locator(".felt")).to_contain_text("Deal 4 of 4.")
    tablet.play_deal(page, "out", "B2", {"A1": 40, "A2": 30, "B1": 11})
    signed_and_accepted(page)
    check(
        page,
        table,
        End(
            score=(220, 221),
            winner="B",
            reason="deals",
            sides={"A": (False, 220, 221), "B": (True, 221, 220)},
            standings=["1. pair 2: won 1 221:220, 1, +1, 221", "2. pair 1: lost 2 220:221, 0, −1, 220"],
        ),
    )
