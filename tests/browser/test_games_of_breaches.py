"""Whole games with a breach in them: a false pass found late, a tile played out of turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import tablet
from tests.browser.games import End, check, lines, open_game, signed_and_accepted, sized
from tests.browser.test_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@sized(2)
def test_a_false_pass_found_after_the_next_lead_changes_nothing(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server)
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 50, "B2": 40, "A2": 20})
    tablet.begin(page)
    written = table.kinds
    tablet.touch(page, "touch-A2", "code-false_pass")
    expect(page.locator(".penalty-entry")).to_contain_text("An earlier one stays as it is")
    expect(page.locator("#late-true, [id^=late-deal]")).to_have_count(0)
    tablet.touch(page, "no-breach")
    expect(page.locator("#end-deal")).to_be_visible()
    tablet.expect_score(page, 110, 0)
    assert table.kinds == written
    tablet.enter_deal(page, "out", "A2", {"B1": 60, "B2": 30, "A1": 10})
    tablet.write(page)
    signed_and_accepted(page)
    check(
        page,
        table,
        End(
            score=(210, 0),
            winner="A",
            reason="target",
            sides={"A": (True, 210, 0), "B": (False, 0, 210)},
            standings=["1. pair 1: won 2 210:0, 1, +210, 210", "2. pair 2: lost 1 0:210, 0, −210, 0"],
        ),
    )


@sized(0)
def test_where_it_may_be_found_until_signing_it_takes_its_deal_back(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, false_pass_until="signed")
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 50, "B2": 40, "A2": 20})
    tablet.play_deal(page, "out", "B2", {"A1": 20, "A2": 10, "B1": 10})
    tablet.begin(page)
    tablet.touch(page, "touch-A2", "code-false_pass")
    expect(page.locator("#write")).to_contain_text("Say first in which deal it was.")
    tablet.touch(page, "late-deal-1")
    expect(page.locator("#consequence")).to_contain_text("Score: 110:40 → 0:90")
    tablet.write(page)
    tablet.expect_score(page, 0, 90)
    tablet.enter_deal(page, "out", "B1", {"A1": 50, "A2": 60, "B2": 10})
    tablet.write(page)
    tablet.expect_rows(
        page,
        [
            "1 A1 False pass A2, fine 50 +50 0:50",
            "2 B1 Out B2 +40 0:90",
            "3 A2 Out B1 +120 0:210",
        ],
    )
    signed_and_accepted(page)
    assert [line["ending"] for line in table.game.live["deals"]] == ["false_pass", "out", "out"]
    check(
        page,
        table,
        End(
            score=(0, 210),
            winner="B",
            reason="target",
            sides={"A": (False, 0, 210), "B": (True, 210, 0)},
            fines={"A2": 50},
            standings=["1. pair 2: won 1 210:0, 1, +210, 210", "2. pair 1: lost 2 0:210, 0, −210, 0"],
        ),
    )


@sized(1)
def test_a_false_pass_in_the_last_deal_is_found_before_anybody_signs(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server)
    open_game(table, page)
    tablet.play_deal(page, "out", "B1", {"A1": 50, "A2": 50, "B2": 10})
    tablet.play_deal(page, "out", "B1", {"A1": 40, "A2": 40, "B2": 10})
    expect(page.locator("#to-protocol")).to_be_visible()
    tablet.touch(page, "touch-B1", "code-false_pass", "late-true")
    expect(page.locator("#consequence")).to_contain_text("The game is not over any more.")
    tablet.write(page)
    tablet.expect_score(page, 50, 110)
    tablet.play_deal(page, "out", "A1", {"B1": 60, "B2": 60, "A2": 30})
    signed_and_accepted(page)
    check(
        page,
        table,
        End(
            score=(200, 110),
            winner="A",
            reason="target",
            sides={"A": (True, 200, 110), "B": (False, 110, 200)},
            fines={"B1": 50},
            standings=["1. pair 1: won 2 200:110, 1, +90, 200", "2. pair 2: lost 1 110:200, 0, −90, 110"],
        ),
    )


@sized(2)
def test_out_of_turn_both_ways(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server)
    open_game(table, page)
    tablet.begin(page)
    tablet.punish(page, "out_of_turn", "A2", "opponents-continue")
    tablet.enter_deal(page, "out", "A1", {"B1": 50, "B2": 40, "A2": 20})
    tablet.write(page)
    tablet.expect_score(page, 110, 0)
    tablet.begin(page)
    tablet.punish(page, "out_of_turn", "B2", "opponents-restart")
    expect(page.locator("#begin-deal")).to_contain_text("Begin deal 2")
    expect(page.locator("#begin-deal")).to_contain_text("Ёлкин Семён leads")  # B1, once more
    tablet.expect_score(page, 135, 0)
    tablet.play_deal(page, "out", "A2", {"B1": 30, "B2": 30, "A1": 10})
    signed_and_accepted(page)
    assert [line["opponents"] for line in lines(table, "penalty")] == ["continue", "restart"]
    assert [deal["leader"] for deal in table.game.live["deals"]] == ["A1", "B1"]
    check(
        page,
        table,
        End(
            score=(205, 0),
            winner="A",
            reason="target",
            sides={"A": (True, 205, 0), "B": (False, 0, 205)},
            fines={"B2": 25},
            standings=["1. pair 1: won 2 205:0, 1, +205, 205", "2. pair 2: lost 1 0:205, 0, −205, 0"],
        ),
    )
