"""Undo, corrections in place, and forgotten lines: what was and what will be is shown before it is written."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from tests.browser import tablet
from tests.browser.test_table import Table
from tests.referees.games import START

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST: dict[str, Any] = {
    "kind": "deal",
    "ending": "out",
    "by": "A1",
    "left": {"B1": 10, "A2": 10, "B2": 10},
    "id": "d1",
}
SECOND: dict[str, Any] = {"kind": "deal", "ending": "points", "side": "B", "points": 44, "id": "d2"}


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


@pytest.fixture
def table(live_server: LiveServer, page: Page) -> Table:
    """A table after two deals and a warning, 30:44, before the eyes of its referee."""
    table = Table(live_server)
    warned = {"kind": "penalty", "code": "talking", "seat": "A2", "id": "w1"}
    table.record([START, FIRST, warned, SECOND])
    table.open(page)
    return table


def last_line() -> dict[str, Any]:
    data = Line.objects.order_by("-number")[0].data
    return {key: value for key, value in data.items() if key not in {"id", "at"}}


def test_the_last_line_is_undone_in_two_taps(table: Table, page: Page) -> None:
    expect(page.locator("#undo")).to_have_text("Undo: deal 2, 44 to B")
    page.locator("#undo").click()
    expect(page.locator("dialog")).to_contain_text("30:44 → 30:0")
    page.locator("#confirm-write").click()
    expect(page.locator("#undo")).to_contain_text("Undo: A2 Talking")
    tablet.expect_score(page, 30, 0)
    assert last_line() == {"kind": "strike", "of": "d2", "reason": "undone at once"}
    page.locator("#undo").click()
    page.locator("#confirm-back").click()
    assert len(table.kinds) == 5


def test_a_row_of_the_log_leads_to_its_correction(table: Table, page: Page) -> None:
    page.locator("[data-row=d1] td").nth(1).click()  # the whole row answers a finger
    page.locator("#row-correct").click()
    expect(page.locator("#bar-screen")).to_contain_text("Correction")
    page.locator("#hand-B2").check()
    tablet.press(page, 30)
    expect(page.locator(".result")).to_contain_text("50")
    tablet.write(page)
    tablet.expect_score(page, 50, 44)
    assert last_line()["instead_of"] == "d1"

    page.locator("#row-w1").click()
    page.locator("#row-correct").click()
    page.locator("#who-B1").check()
    tablet.write(page)
    assert {key: last_line()[key] for key in ("seat", "code", "instead_of")} == {
        "seat": "B1", "code": "talking", "instead_of": "w1"
    }  # fmt: skip


def test_a_correction_counts_as_the_deal_was_counted(table: Table, page: Page) -> None:
    page.locator("#begin-deal").click()
    page.locator("#end-deal").click()
    page.locator("#end-out-A1").check()
    page.locator("#way-tiles").check()  # how this tablet counts from now on
    page.locator("#back").click()
    page.locator("#row-d1").click()
    page.locator("#row-correct").click()
    expect(page.locator("#way-number")).to_be_checked()
    page.locator("#back").click()
    page.locator("#end-deal").click()
    page.locator("#end-out-B1").check()
    expect(page.locator("#way-tiles")).to_be_checked()


def test_a_row_is_struck_with_a_reason(table: Table, page: Page) -> None:
    page.locator("#row-d1").click()
    page.locator("#row-strike").click()
    page.locator("#incident-reason").fill("written for the wrong table")
    page.locator("#incident-write").click()
    expect(page.locator("dialog")).to_be_hidden()
    tablet.expect_score(page, 0, 44)
    assert last_line() == {"kind": "strike", "of": "d1", "reason": "written for the wrong table"}


def test_a_forgotten_deal_and_penalty_are_put_where_they_belong(table: Table, page: Page) -> None:
    page.locator("#row-d2").click()
    page.locator("#row-forgot-deal").click()
    expect(page.locator("#bar-screen")).to_contain_text("Forgotten")
    page.locator("#end-out-B1").check(force=True)
    for seat in ("A1", "A2", "B2"):
        page.locator(f"#hand-{seat}").check()
        tablet.press(page, 20)
    expect(page.locator("#write")).to_contain_text("30:60")  # the score of then
    tablet.write(page)
    wanted = [
        "1 A1 Out A1 +30 30:0",
        "A2 Talking: warning",
        "2 B1 Out B1 +60 30:60",
        "3 A2 Points from paper +44 30:104",
    ]
    tablet.expect_rows(page, wanted, slice(4))
    assert last_line()["before"] == "d2"
    page.locator("#row-d1").click()
    page.locator("#row-forgot-penalty").click()
    page.locator("#code-touched_tile").check()
    page.locator("#who-B2").check()
    tablet.write(page)
    tablet.expect_score(page, 55, 104)
    assert last_line()["before"] == "d1"


def test_the_end_of_the_time_is_moved_and_shown_before(table: Table, page: Page) -> None:
    table.record([{"kind": "time", "in_deal": False, "id": "t1"}])
    expect(page.locator(".banner")).to_contain_text("One more deal.")
    page.locator("#row-t1").click()
    page.locator("#row-correct").click()
    page.locator("#correct-true").check()
    expect(page.locator("dialog .from-to-list")).to_contain_text("deal 3 is the last")
    page.locator("#confirm-write").click()
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    assert last_line() == {"kind": "time", "in_deal": True, "instead_of": "t1"}


def test_what_would_break_a_later_line_is_said_before_it_is_sent(table: Table, page: Page) -> None:
    page.locator("#whole-log").click()
    page.locator("[data-line=start]").get_by_role("button", name="Change").click()
    page.locator("#row-correct").click()
    page.locator("#correct-B1").check()
    expect(page.locator("dialog .from-to-list")).to_contain_text("Who leads")
    page.locator("#confirm-back").click()
    more: dict[str, Any] = {"kind": "deal", "ending": "points", "side": "A"}
    table.record([{**more, "points": 160, "id": "d3"}, {**more, "points": 20, "id": "d4"}])
    page.locator("#back").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    page.locator("#row-d1").click()
    page.locator("#row-correct").click()
    for seat in ("B1", "B2", "A2"):
        page.locator(f"#hand-{seat}").check()
        tablet.press(page, 56)
    expect(page.locator(".result")).to_contain_text("Line 6 of the log could not stand any more. Correct that line")
    assert len(table.kinds) == 6


def test_score_leader_and_what_is_to_come_stand_on_every_screen(table: Table, page: Page) -> None:
    expect(page.locator(".to-come")).to_have_text("Game to 200: A needs 170 more, B 156.")
    for opened in ("#penalty", "#whole-log"):
        page.locator(opened).click()
        expect(page.locator("#standing .score-line")).to_contain_text("30")
        expect(page.locator("#standing")).to_contain_text("leads deal 3")
        expect(page.locator("#standing")).to_contain_text("Game to 200: A needs 170 more, B 156.")
        page.locator("#back").click()
    page.locator("#more").click()
    expect(page.locator("dialog .standing")).to_contain_text("Game to 200: A needs 170 more, B 156.")
    page.locator("#dialog-back").click()
    said = page.evaluate(
        """async () => { const { toCome } = await import('/static/referees/tocome.js');
        const all = ['start', 'deal', 'extra_deal', 'last_deal', 'two_more_deals', 'one_more_deal', 'sign'];
        const rules = to_come => ({ target: 200, deals: to_come === 'deal' ? 8 : null });
        return Object.fromEntries(all.map(to_come => [to_come, toCome({ rules: rules(to_come),
            fold: { deals: [1, 2], score: { A: 1, B: 2 }, to_come } })])); }"""
    )
    assert said == {
        "start": "Not started: the first lead is drawn.",
        "deal": "Deal 3 of 8.",
        "extra_deal": "Extra deal 3: it is level, and a game always has a winner.",
        "last_deal": "Time is over: deal 3 is the last.",
        "two_more_deals": "Time is over: deal 3 is finished and one more is played.",
        "one_more_deal": "Time is over: deal 3 is still played, the last.",
        "sign": "The game is over: the players and the referee sign.",
    }
