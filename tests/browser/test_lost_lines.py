"""An answer that was lost: what comes next is a line of its own, and nothing that was typed is gone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from tests.browser import tablet
from tests.browser.games import clock_at
from tests.browser.test_table import Table
from tests.referees.games import START, WHOLE_GAME

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]

WRITES = "**/api/v1/games/*/lines/"
ALL = "**/api/v1/games/**"


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


@pytest.fixture
def table(live_server: LiveServer, page: Page) -> Table:
    """A table after its first deal, before the eyes of its referee."""
    table = Table(live_server, minutes_gone=20)
    table.record(WHOLE_GAME[:2])
    table.open(page)
    expect(page.locator("#begin-deal")).to_be_visible()
    return table


def lose_the_answer(route: Route) -> None:
    """Let it arrive, and nobody hear of it; what is asked besides gets no answer at all."""
    if route.request.method == "POST":
        route.fetch()
    route.abort()


def type_note(page: Page, text: str) -> None:
    page.locator("#more").click()
    page.locator("#more-note").click()
    expect(page.locator("#incident-text")).to_have_value("")
    page.locator("#incident-text").fill(text)
    page.locator("#incident-write").click()


def lose_note(page: Page, text: str) -> None:
    page.route(ALL, lose_the_answer)
    type_note(page, text)
    expect(page.locator("dialog .trouble")).to_contain_text("Not sent")


def loaded_anew(page: Page) -> None:
    """Open the table by its plain address, before any answer has come."""
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.unroute_all()
    page.reload()
    expect(page.locator(".felt")).to_be_visible()


def written(kind: str) -> list[dict[str, Any]]:
    return [line.data for line in Line.objects.filter(kind=kind).order_by("number")]


def notes() -> list[str]:
    return [data["text"] for data in written("note")]


def test_the_note_after_a_lost_answer_is_another_note(table: Table, page: Page) -> None:
    lose_note(page, "first")
    loaded_anew(page)
    type_note(page, "second")
    expect(page.locator("dialog")).to_be_hidden()
    assert notes() == ["first", "second"]


def test_the_same_note_is_written_again_after_the_first_was_undone(table: Table, page: Page) -> None:
    lose_note(page, "first")
    loaded_anew(page)
    page.locator("#undo").click()
    page.locator("#confirm-write").click()
    expect(page.locator("dialog")).to_be_hidden()
    type_note(page, "first")
    expect(page.locator("#undo")).to_contain_text("Note: first")
    assert notes() == ["first", "first"]


def test_what_was_typed_after_a_lost_answer_is_kept_and_written(table: Table, page: Page) -> None:
    lose_note(page, "first")
    page.locator("#incident-text").fill("first, and more")
    page.unroute_all()
    expect(page.locator("dialog .trouble")).to_contain_text("The first attempt had arrived, with other values.")
    expect(page.locator("#incident-text")).to_have_value("first, and more")
    page.locator("#incident-write").click()
    expect(page.locator("dialog")).to_be_hidden()
    assert notes() == ["first", "first, and more"]


def test_an_id_that_is_taken_keeps_the_dialog_and_gets_another(table: Table, page: Page) -> None:
    sent: list[str] = []

    def take_the_id(route: Route) -> None:
        line = json.loads(route.request.post_data or "")["lines"][0]
        sent.append(line["id"])
        if len(sent) == 1:
            table.record([{"kind": "note", "text": "from elsewhere", "id": line["id"]}])
        route.continue_()

    page.route(WRITES, take_the_id)
    type_note(page, "mine")
    expect(page.locator("dialog .trouble")).to_contain_text("The first attempt had arrived, with other values.")
    expect(page.locator("#incident-text")).to_have_value("mine")
    page.locator("#incident-write").click()
    expect(page.locator("dialog")).to_be_hidden()
    assert notes() == ["from elsewhere", "mine"]
    assert sent[0] != sent[1]


def test_a_line_that_was_struck_before_it_was_heard_of_is_not_taken_for_written(table: Table, page: Page) -> None:
    lose_note(page, "first")
    table.record([{"kind": "strike", "of": written("note")[0]["id"], "reason": "by the desk", "id": "s1"}])
    page.unroute_all()
    expect(page.locator("dialog .trouble")).to_contain_text("was struck or corrected meanwhile")
    page.locator("#incident-write").click()
    expect(page.locator("dialog")).to_be_hidden()
    assert notes() == ["first", "first"]


def test_a_deal_whose_answer_was_lost_and_that_was_undone_is_entered_at_the_first_touch(
    table: Table, page: Page
) -> None:
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 7, "B2": 8, "A2": 9})
    page.route(ALL, lose_the_answer)
    page.locator("#write").click()
    expect(page.locator(".trouble")).to_contain_text("Not sent")
    loaded_anew(page)
    page.locator("#undo").click()
    page.locator("#confirm-write").click()
    expect(page.locator("#end-deal")).to_be_visible()
    page.locator("#end-deal").click()
    expect(page.locator("#end-out-A1")).not_to_be_checked()
    page.locator("#back").click()
    tablet.enter_deal(page, "out", "B1", {"A1": 10, "A2": 20, "B2": 30})
    tablet.write(page)
    assert [data["by"] for data in written("deal")[1:]] == ["A1", "B1"]
    tablet.expect_score(page, 90, 60)


def test_the_time_called_by_the_clock_is_undone_and_called_again_after_a_lost_answer(table: Table, page: Page) -> None:
    tablet.begin(page)
    page.wait_for_timeout(500)
    page.route(WRITES, lose_the_answer)
    clock_at(-15)
    expect(page.locator(".banner")).to_contain_text("Called by the clock, in the deal.")
    page.unroute_all()
    page.locator("#undo-time").click()
    page.locator("#confirm-write").click()
    page.locator("#time-in-deal").click()
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    assert len(written("time")) == 2


def test_what_was_typed_for_a_deal_that_another_tablet_wrote_is_offered_also_after_a_reload(
    table: Table, page: Page
) -> None:
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 7, "B2": 8, "A2": 9})
    table.record([{"kind": "deal", "ending": "points", "side": "B", "points": 20, "id": "theirs"}])
    kept = page.locator(".banner", has_text="What you typed for the last deal is kept.")
    expect(kept).to_contain_text("The log has a deal in its place.")
    page.reload()
    expect(kept).to_contain_text("The log has a deal in its place.")
    page.locator("#leftover-use").click()
    expect(page.locator("#end-out-A1")).to_be_checked()
    expect(page.locator("#hand-B2 + .choice-face .hand-pips")).to_have_text("8")
    expect(kept).to_have_count(0)


def test_of_a_game_begun_anew_nobody_says_that_it_has_a_deal_in_that_place(table: Table, page: Page) -> None:
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 7, "B2": 8, "A2": 9})
    table.record([{"kind": "void", "scope": "game", "replay": True, "reason": "a tile was missing", "id": "v1"}])
    kept = page.locator(".banner", has_text="What you typed for the last deal is kept.")
    expect(kept).to_contain_text("The log has no deal in its place")
    page.locator("#leftover-drop").click()
    page.reload()
    expect(page.locator("#begin-deal")).to_be_visible()
    expect(kept).to_have_count(0)


def test_a_log_that_is_newer_than_the_page_asks_for_the_page_anew(table: Table, page: Page) -> None:
    def of_tomorrow(route: Route) -> None:
        answer = route.fetch()
        if answer.status != 200:
            return route.fulfill(response=answer)
        game = answer.json()
        game["lines"].append({"kind": "hologram", "id": "h1", "number": 3, "counts": True})
        return route.fulfill(response=answer, json=game)

    page.route("**/api/v1/games/*/", of_tomorrow)
    table.record([{**START, "kind": "note", "text": "so that something is new", "id": "n1"}])
    expect(page.locator(".banner.stop")).to_contain_text("This page is older than the log. Load it again.")
    page.reload()  # and there it is said of a game that was never shown
    expect(page.locator(".banner.stop")).to_contain_text("This page is older than the log. Load it again.")
    page.unroute_all()
    page.locator("#load-again").click()
    expect(page.locator("#begin-deal")).to_be_visible()
