"""Penalties at the table: three taps, what follows is shown before it is written, and who may write them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from tests import builders
from tests.browser import tablet
from tests.browser.test_table import Table
from tests.referees.games import START
from tournaments.models import Game, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def penalties(table: Table) -> list[dict[str, Any]]:
    """Give what was written of each penalty, without its id and time."""
    lines = Line.objects.filter(game=table.game, kind="penalty").order_by("number")
    return [{key: value for key, value in line.data.items() if key not in {"id", "at"}} for line in lines]


def playing(table: Table, page: Page, *lines: dict[str, Any], who: Role = Role.REFEREE) -> None:
    """Open a table at which a game is under way."""
    table.record([START, *lines])
    table.open(page, who)
    expect(page.locator("#penalty")).to_be_visible()


def confirm(page: Page, role: Role) -> None:
    """Let a referee confirm with his PIN."""
    page.locator("#countersign-pin").fill(builders.PINS[role])


def test_a_penalty_takes_three_taps(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, {"kind": "deal_begin"})
    page.locator("#touch-B2").click()
    page.locator("#code-talking").check()
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    assert penalties(table) == [{"kind": "penalty", "code": "talking", "seat": "B2"}]
    expect(page.locator('[data-signs="B2"]')).to_contain_text("breaches: Talking")


def test_what_follows_is_told_before_it_is_written(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    once = {"kind": "penalty", "code": "talking", "seat": "B2"}
    playing(table, page, {"kind": "deal", "ending": "points", "side": "A", "points": 40}, once)
    page.locator("#touch-B2").click()
    page.locator("#code-talking").check()
    told = page.locator("#consequence")
    expect(told).to_contain_text("Talking, the second time: fine, 25 points to side A.")
    expect(told).to_contain_text("Score: 40:0 → 65:0")
    expect(told.locator('[aria-current="step"]')).to_have_text("25 points")
    expect(told).to_contain_text("The game goes on")
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    tablet.expect_score(page, 65, 0)


def test_the_article_is_there_short_and_in_full(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page)
    page.locator("#penalty").click()
    page.locator("#code-touched_tile").check()
    expect(page.locator("#consequence")).to_contain_text("A touched tile that does not fit.")
    expect(page.locator("#article p")).to_be_hidden()
    page.locator("#article summary").click()
    expect(page.locator("#article p")).to_contain_text("must play it if it fits")
    expect(page.locator("#article summary")).to_contain_text("S41")
    page.locator("#code-sign").check()
    expect(page.locator("#article p")).to_contain_text("counted for the pair")


def test_a_breach_of_the_regulations_own_says_so(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, tariff={"dress": [10]})
    playing(table, page)
    page.locator("#touch-A1").click()
    page.locator("#code-dress").check()
    expect(page.locator("#consequence")).to_contain_text("Of the regulations of this event.")
    expect(page.locator("#write")).to_contain_text("fine, 10 points to side B")


def test_cards_and_warnings_of_earlier_games_stand_at_the_seat_and_count(
    live_server: LiveServer, quiet_page: Page
) -> None:
    page = quiet_page
    table = Table(live_server, warnings_carry=True, tariff={"conduct": [{"points": 10, "card": "yellow"}]})
    Game.objects.update(carried={"A2": {"cards": ["yellow"], "warnings": {"slow_play": 1}}})
    playing(table, page)
    signs = page.locator('[data-signs="A2"]')
    expect(signs).to_contain_text("yellow card from an earlier game; warned in earlier games: Slow play")
    expect(signs.locator(".card-sign.yellow")).to_be_visible()
    page.locator("#touch-A2").click()
    page.locator("#code-slow_play").check()
    expect(page.locator("#consequence")).to_contain_text("Slow play, the second time: fine, 25 points to side B.")
    page.locator("#code-conduct").check()
    expect(page.locator("#consequence")).to_contain_text("the game is lost")
    expect(page.locator("#consequence")).to_contain_text("red card")
    expect(page.locator("#consequence")).to_contain_text("The game is over 0:200: Side B wins (Lost by penalty).")


def test_a_false_pass_found_late_takes_its_deal_back(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, {"kind": "deal", "ending": "points", "side": "A", "points": 40, "id": "d1"})
    page.locator("#touch-A1").click()
    page.locator("#code-false_pass").check()
    expect(page.locator("#write")).to_be_disabled()
    page.locator("#late-true").check()
    expect(page.locator("#consequence")).to_contain_text("Score: 40:0 → 0:50")
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    assert penalties(table) == [{"kind": "penalty", "code": "false_pass", "seat": "A1", "instead_of": "d1"}]
    tablet.expect_score(page, 0, 50)


def test_where_the_opponents_choose_they_are_asked(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, {"kind": "deal_begin"})
    page.locator("#touch-B1").click()
    page.locator("#code-out_of_turn").check()
    expect(page.locator("#write")).to_contain_text("Ask the opponents first")
    page.locator(".way:has(#opponents-continue)").click()
    expect(page.locator("#consequence")).to_contain_text("Out of turn: no sanction.")
    expect(page.locator("#consequence")).to_contain_text("The deal goes on.")
    page.locator(".way:has(#opponents-restart)").click()
    expect(page.locator("#consequence")).to_contain_text("Score: 0:0 → 25:0")
    expect(page.locator("#consequence")).to_contain_text("leads it once more")


def test_a_penalty_is_corrected_in_the_same_form(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, {"kind": "penalty", "code": "touched_tile", "seat": "A1", "id": "p1"})
    page.evaluate("location.hash = 'correct-p1'")
    expect(page.locator(".struck-line")).to_contain_text("Touched tile, 25 points")
    expect(page.locator("#who-A1")).to_be_checked()
    page.locator("#who-B1").check()
    expect(page.locator("#consequence")).to_contain_text("Score: 0:25 → 25:0")
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    assert penalties(table)[-1] == {"kind": "penalty", "code": "touched_tile", "seat": "B1", "instead_of": "p1"}
    tablet.expect_score(page, 25, 0)


def test_a_scorer_needs_the_pin_of_a_referee(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, who=Role.SCORER)
    page.locator("#touch-B1").click()
    page.locator("#code-touched_tile").check()
    page.locator("#penalty-note").fill("seen by the hall")
    expect(page.locator("#countersign")).to_contain_text("A referee confirms")
    page.locator("#write").click()
    expect(page.locator(".trouble")).to_contain_text("Say first which referee confirms this.")
    page.get_by_role("radio", name=table.event.referee.name).check()
    page.locator("#countersign-pin").fill("9999")
    page.locator("#write").click()
    expect(page.locator(".trouble")).to_contain_text(f"This is not the PIN of {table.event.referee.name}.")
    expect(page.locator("#countersign-pin")).to_have_value("")
    expect(page.locator("#penalty-note")).to_have_value("seen by the hall")
    confirm(page, Role.REFEREE)
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    line = Line.objects.get(kind="penalty")
    assert (line.official, line.data["text"]) == (table.event.referee, "seen by the hall")
    page.locator("#touch-B1").click()
    page.locator("#code-talking").check()
    expect(page.locator("#countersign")).to_be_visible()  # one PIN holds for one line


def test_no_pin_is_kept_on_the_tablet(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, who=Role.SCORER)
    page.locator("#touch-B1").click()
    page.locator("#code-talking").check()
    page.get_by_role("radio", name=table.event.referee.name).check()
    confirm(page, Role.REFEREE)
    kept = page.evaluate(
        "JSON.stringify([{...sessionStorage}, {...localStorage}]) + document.documentElement.outerHTML"
    )
    assert builders.PINS[Role.REFEREE] not in kept
    page.reload()
    expect(page.locator("#countersign-pin")).to_have_value("")
    expect(page.locator("#code-talking")).to_be_checked()


def test_a_sanction_of_no_tariff_is_confirmed_by_the_chief_referee(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page)
    page.locator("#touch-B1").click()
    page.locator("#code-other").check()
    page.locator("#sanction-points").check()
    page.locator("#fine-points").fill("30")
    expect(page.locator("#countersign")).to_contain_text("The chief referee confirms")
    confirm(page, Role.CHIEF_REFEREE)
    expect(page.locator("#consequence")).to_contain_text("Other, the first time: fine, 30 points to side A.")
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()
    line = Line.objects.get(kind="penalty")
    assert (line.official, line.data["sanction"]) == (table.event.chief_referee, 30)


def test_without_a_chief_referee_at_hand_no_sanction_of_ones_own_is_offered(
    live_server: LiveServer, quiet_page: Page
) -> None:
    page, table = quiet_page, Table(live_server)
    table.event.chief_referee.active = False
    table.event.chief_referee.save()
    playing(table, page)
    page.locator("#penalty").click()
    expect(page.locator("#code-talking")).to_be_visible()
    expect(page.locator("#code-other")).to_have_count(0)


def test_a_ruling_is_confirmed_by_the_chief_referee_at_the_tablet_of_a_referee(
    live_server: LiveServer, quiet_page: Page
) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, {"kind": "deal", "ending": "points", "side": "A", "points": 40})
    page.locator("#more").click()
    page.locator("#more-ruling").click()
    page.locator("#side-B").check()
    page.locator("#incident-b").fill("")
    page.locator("#incident-b").press_sequentially("100")
    page.locator("#incident-reason").fill("side A played with marked tiles")
    expect(page.locator("#follows")).to_contain_text(
        "The game is over 40:100: Side B wins (Ruling of the chief referee)."
    )
    confirm(page, Role.CHIEF_REFEREE)
    page.locator("#incident-write").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    line = Line.objects.get(kind="ruling")
    assert (line.official, line.data["score"]) == (table.event.chief_referee, {"A": 40, "B": 100})


def test_figures_typed_one_by_one_stay_in_their_order(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page, who=Role.CHIEF_REFEREE)
    page.locator("#touch-A2").click()
    page.locator("#code-other").check()
    page.locator("#sanction-points").check()
    page.locator("#fine-points").fill("")
    page.locator("#fine-points").press_sequentially("175")
    expect(page.locator("#write")).to_contain_text("fine, 175 points to side B")


def test_a_void_says_what_it_takes_back(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 40}
    playing(table, page, deal, {"kind": "penalty", "code": "touched_tile", "seat": "A1"})
    page.locator("#more").click()
    page.locator("#more-void").click()
    page.locator("#scope-game").check()
    expect(page.locator("#follows")).to_contain_text("Score: 40:25 → 0:25")
    page.locator("#incident-write").click()
    expect(page.locator(".trouble")).to_contain_text("Write the reason first")


def test_a_fine_of_who_has_nothing_takes_nothing_and_says_so(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, fines_to="offender")
    playing(table, page)
    tablet.punish(page, "touched_tile", "B1")
    expect(page.locator(".notice.now")).to_contain_text("There were no points to take")
    table.record([{"kind": "deal", "ending": "points", "side": "A", "points": 168}] * 2)
    expect(page.locator("#to-protocol")).to_be_visible()
    tablet.punish(page, "touched_tile", "A1")
    expect(page.locator(".notice.now")).to_contain_text("The game was over")


def test_a_fine_of_the_person_stands_in_no_column_of_a_side(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, fines_to="person")
    playing(table, page, {"kind": "deal", "ending": "points", "side": "A", "points": 40})
    tablet.punish(page, "touched_tile", "A2")
    wanted = ["1 A1 Points from paper +40 40:0", "A2 Touched tile: −25 of his own points"]
    tablet.expect_rows(page, wanted, slice(2))
    tablet.expect_score(page, 40, 0)


@pytest.mark.parametrize("code", ["constructor", "__proto__", "toString"])
def test_an_address_that_names_no_breach_opens_the_empty_form(
    live_server: LiveServer, quiet_page: Page, code: str
) -> None:
    page, table = quiet_page, Table(live_server)
    playing(table, page)
    page.evaluate(f"location.hash = 'penalty-1-A1-{code}'")
    expect(page.locator("#who-A1")).to_be_checked()
    expect(page.locator("#write")).to_contain_text("Choose the breach first.")
