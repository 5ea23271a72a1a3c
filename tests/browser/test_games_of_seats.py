"""Whole games in which somebody does not sit where he should: absent, on a wrong chair."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import tablet
from tests.browser.games import End, check, clock_at, lines, open_game, signed_and_accepted, sized
from tests.browser.test_table import Table
from tournaments.models import Result, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def write_no_show(page: Page, side: str) -> None:
    tablet.touch(page, "no-show", f"side-{side}", "incident-write")
    expect(page.locator("#to-protocol")).to_be_visible()


@sized(0)
def test_a_pair_that_does_not_come(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, minutes_gone=4)
    table.open(page)
    tablet.touch(page, "here-A1", "here-A2")
    expect(page.locator("#no-show")).to_be_disabled()
    clock_at(34 * 60)
    expect(page.locator("#no-show")).to_be_enabled()
    write_no_show(page, "B")
    tablet.draw_up(page)
    tablet.sign_all(page, absent=("B1", "B2"))
    tablet.accept(page)
    assert lines(table, "no_show") == [{"side": "B"}]
    check(
        page,
        table,
        End(
            score=(200, 0),
            winner="A",
            reason="no_show",
            sides={"A": (True, 200, 0), "B": (False, 0, 200)},
            standings=["1. pair 1: won 2 200:0, 1, +200, 200", "2. pair 2: lost 1 0:200, 0, −200, 0"],
        ),
    )


@sized(1)
def test_nobody_comes(live_server: LiveServer, sized_page: Page) -> None:
    page, table = sized_page, Table(live_server, minutes_gone=6)
    table.open(page)
    write_no_show(page, "both")
    tablet.draw_up(page)
    tablet.sign_all(page, absent=("A1", "A2", "B1", "B2"))
    tablet.accept(page)
    check(
        page,
        table,
        End(
            score=(0, 0),
            winner=None,
            reason="no_show",
            sides={"A": (False, 0, 0), "B": (False, 0, 0)},
            standings=["1. pair 1: lost 2 0:0, 0, 0, 0", "1. pair 2: lost 1 0:0, 0, 0, 0"],
        ),
    )


@sized(2)
def test_wrong_seats_found_after_two_deals(live_server: LiveServer, sized_page: Page) -> None:
    """The partners of side A had changed chairs from the beginning: what A1 did, the other one did."""
    page, table = sized_page, Table(live_server)
    drawn = {seat.seat: seat.player for seat in Seat.objects.filter(game=table.game).select_related("player")}
    open_game(table, page)
    tablet.play_deal(page, "out", "A1", {"B1": 40, "B2": 30, "A2": 20})
    tablet.punish(page, "touched_tile", "A1")
    tablet.play_deal(page, "out", "B2", {"A1": 20, "A2": 10, "B1": 10})
    tablet.expect_score(page, 90, 65)
    tablet.touch(page, "more", "more-seats", "chair-A1", f"sitter-{drawn['A2'].key}", "since-start")
    expect(page.locator("#follows")).to_contain_text(f"A2: {drawn['A1'].name} instead of {drawn['A2'].name}")
    tablet.touch(page, "incident-write")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator('[data-seat="A1"]')).to_contain_text(drawn["A2"].name)
    expect(page.locator('[data-signs="A1"]')).to_contain_text("Touched tile")
    tablet.expect_score(page, 90, 65)
    tablet.play_deal(page, "out", "A1", {"B1": 60, "B2": 40, "A2": 10})
    signed_and_accepted(page)
    there = dict(Result.objects.filter(game=table.game).values_list("seat", "player__key"))
    assert there == {
        "A1": drawn["A2"].key, "A2": drawn["A1"].key, "B1": drawn["B1"].key, "B2": drawn["B2"].key
    }  # fmt: skip
    check(
        page,
        table,
        End(
            score=(200, 65),
            winner="A",
            reason="target",
            sides={"A": (True, 200, 65), "B": (False, 65, 200)},
            fines={"A1": 25},
            standings=["1. pair 1: won 2 200:65, 1, +135, 200", "2. pair 2: lost 1 65:200, 0, −135, 65"],
        ),
    )
