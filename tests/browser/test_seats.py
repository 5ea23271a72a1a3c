"""Who sits where: arrivals, the late, substitutes, wrong seats found later, the table turned, the absent."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Line
from referees.reads.games import record_of
from tests import builders
from tests.browser import tablet
from tests.browser.test_table import Table
from tests.referees.games import START
from tournaments.models import Game, Player, Role, Seat, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def drawn(table: Table) -> dict[str, Player]:
    return {seat.seat: seat.player for seat in Seat.objects.filter(game=table.game).select_related("player")}


def seat_lines(table: Table) -> list[tuple[str, str]]:
    lines = Line.objects.filter(game=table.game, kind="seat").order_by("number")
    return [(line.data["seat"], line.data["player"]) for line in lines]


def sitting(table: Table) -> dict[str, str | None]:
    state: dict[str, Any] = record_of(table.game).state()
    return {seat: row["player"] for seat, row in state["seats"].items()}


def test_an_arrival_is_written_at_once(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    table.open(page)
    expect(page.locator(".arrivals")).to_contain_text("0 of 4")
    page.locator("#here-B1").click()
    expect(page.locator(".arrivals")).to_contain_text("1 of 4")
    expect(page.locator('[data-seat="A1"]')).to_contain_text("not here yet")
    expect(page.locator('[data-seat="B1"]')).not_to_contain_text("not here yet")
    players = drawn(table)
    assert seat_lines(table) == [("B1", players["B1"].key)]
    page.locator("#all-here").click()
    expect(page.locator(".arrivals")).to_contain_text("4 of 4")
    page.locator("#leads-A1").click()
    page.locator("#write").click()
    expect(page.locator("#begin-deal")).to_be_visible()
    assert table.kinds == ["seat", "seat", "seat", "seat", "start"]
    assert sitting(table) == {seat: player.key for seat, player in players.items()}


def test_who_comes_late_can_be_punished_with_one_touch(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, minutes_gone=3)
    table.open(page)
    page.locator("#here-A2").click()
    expect(page.locator("#late-A2")).to_contain_text("here 3 minutes after the start")
    page.locator("#late-A2").click()
    expect(page.locator("#code-late")).to_be_checked()
    expect(page.locator("#who-A2")).to_be_checked()
    expect(page.locator("#consequence")).to_contain_text("Late, the first time: warning.")
    page.locator("#write").click()
    row = page.locator('[data-arrival="A2"]')
    expect(row).to_contain_text("late, written")
    expect(page.locator(".brought")).to_have_count(0)  # the warning is of this game
    sign, name = row.locator(".mark").bounding_box(), row.locator(".mark + span").bounding_box()
    assert sign and name
    assert sign["width"] < name["width"]  # what stands beneath leaves the name its room
    assert Line.objects.get(kind="penalty").data["seat"] == "A2"


def test_somebody_else_takes_a_chair_before_the_start(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    other = builders.player("Zoltán Kertész", "HUN-77")
    Game.objects.update(carried={"A1": {"cards": ["yellow"]}})
    table.open(page)
    page.locator("#sit-otherwise").click()
    page.locator("#chair-A1").check()
    page.locator("#find-player").fill("kertesz")
    page.locator(f"#found-{other.key}").click()
    expect(page.locator("#follows")).to_contain_text(f"A1: Zoltán Kertész instead of {drawn(table)['A1'].name}")
    page.locator("#incident-write").click()
    expect(page.locator('[data-seat="A1"]')).to_contain_text("Zoltán Kertész")
    assert sitting(table)["A1"] == other.key
    expect(page.locator('[data-signs="A1"]')).to_have_count(0)  # the card is not his
    assert seat_lines(table) == [("A1", drawn(table)["A1"].key), ("A1", other.key)]


def test_partners_change_chairs_and_their_cards_go_with_them(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    Game.objects.update(carried={"A1": {"cards": ["yellow"]}})
    table.open(page)
    expect(page.locator('[data-signs="A1"]')).to_be_visible()
    page.locator("#swap-A").click()
    expect(page.locator('[data-signs="A2"]')).to_be_visible()
    expect(page.locator('[data-signs="A1"]')).to_have_count(0)
    players = drawn(table)
    now = sitting(table)
    assert (now["A1"], now["A2"]) == (players["A2"].key, players["A1"].key)


@pytest.mark.parametrize(("since", "warned"), [("start", "B1"), ("now", "A1")])
def test_wrong_seats_found_after_two_deals(live_server: LiveServer, quiet_page: Page, since: str, warned: str) -> None:
    page, table = quiet_page, Table(live_server)
    players = drawn(table)
    seated = [{"kind": "seat", "seat": seat, "player": player.key} for seat, player in players.items()]
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 30}
    warning = {"kind": "penalty", "code": "talking", "seat": "A1"}
    table.record([*seated, {**START, "id": "s"}, {**deal, "id": "d1"}, warning, {**deal, "id": "d2"}])
    table.open(page)
    page.locator("#more").click()
    page.locator("#more-seats").click()
    page.locator("#chair-A1").check()
    page.locator(f"[id='sitter-{players['B1'].key}']").check()
    expect(page.locator("#chair-B1 + .choice-face")).to_contain_text(players["A1"].name)
    page.locator("#incident-write").click()
    expect(page.locator(".trouble")).to_contain_text("Say first since when they sit so.")
    page.locator(f"#since-{since}").check()
    expect(page.locator("#follows")).to_contain_text("The deals, the score and the order of leading stay")
    page.locator("#incident-write").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator('[data-seat="A1"]')).to_contain_text(players["B1"].name)
    expect(page.locator(f'[data-signs="{"A1" if warned == "B1" else "B1"}"]')).to_be_visible()
    tablet.expect_score(page, 60, 0)
    now = sitting(table)
    assert (now["A1"], now["B1"]) == (players["B1"].key, players["A1"].key)
    before = {line.data.get("before") for line in Line.objects.filter(game=table.game, kind="seat")[4:]}
    assert before == ({"s"} if since == "start" else {None})


def test_what_follows_names_who_will_sit_there(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    players = drawn(table)
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 30}
    table.record([START, deal, deal])
    table.open(page)
    page.locator("#more").click()
    page.locator("#more-seats").click()
    page.locator("#chair-A1").check()
    page.locator(f"[id='sitter-{players['A2'].key}']").check()
    page.locator("#since-now").check()
    leads = page.locator("#follows li", has_text="leads deal 3")
    expect(leads).to_contain_text(f"A2 {players['A1'].name} leads")


def test_a_dialog_that_follows_another_is_read_from_its_top(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    page.set_viewport_size({"width": 390, "height": 500})
    table.record([START])
    table.open(page)
    page.locator("#more").click()
    page.locator("#dialog-back").scroll_into_view_if_needed()
    scrolled = "() => document.getElementById('dialog').scrollTop"
    assert page.evaluate(scrolled) > 0
    page.locator("#more-seats").evaluate("button => button.click()")
    expect(page.get_by_role("heading", name="Who sits where")).to_be_in_viewport()
    assert page.evaluate(scrolled) == 0


def test_a_chair_whose_player_sits_elsewhere_is_empty(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    players = drawn(table)
    table.record([{"kind": "seat", "seat": "A1", "player": players["B2"].key}])
    table.open(page)
    expect(page.locator('[data-seat="A1"] .seat-name')).to_contain_text(players["B2"].name)
    expect(page.locator('[data-seat="B2"] .seat-name')).to_contain_text("nobody")
    expect(page.locator(".felt")).not_to_contain_text(players["A1"].name)


def test_the_table_turns_to_where_the_referee_stands(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    table.open(page)
    expect(page.locator('.seat.south[data-seat="A1"]')).to_be_visible()
    page.locator("#turn-table").click()
    expect(page.locator('.seat.south[data-seat="B1"]')).to_be_visible()
    tablet.start(page, {"A1": "6-2", "B1": "5-3", "A2": "4-1", "B2": "1-0"})
    page.reload()
    expect(page.locator('.seat.south[data-seat="B1"]')).to_be_visible()
    page.locator("#turn-table").click()
    expect(page.locator('.seat.south[data-seat="A2"]')).to_be_visible()


def test_a_no_show_waits_for_its_minutes_and_says_so(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, minutes_gone=2)
    table.open(page)
    page.locator("#more").click()
    expect(page.locator("#more-no_show")).to_be_disabled()
    expect(page.locator("#more-no_show")).to_contain_text("can be written in 0")


def test_a_no_show_tells_the_result_before_it_is_written(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, minutes_gone=6)
    table.open(page)
    page.locator("#no-show").click()
    page.locator("#side-B").check()
    expect(page.locator("#follows")).to_contain_text("The game is over 200:0: Side A wins (No-show).")
    page.locator("#side-both").check()
    expect(page.locator("#follows")).to_contain_text("The game is over 0:0: nobody wins (No-show).")
    page.locator("#side-A").check()
    page.locator("#incident-write").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    assert (table.game.winner, table.game.reason) == ("B", "no_show")


def test_a_scorer_writes_a_no_show_with_the_pin_of_a_referee(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, minutes_gone=6)
    table.open(page, Role.SCORER)
    page.locator("#no-show").click()
    page.locator("#side-B").check()
    page.locator("#incident-write").click()
    expect(page.locator(".trouble")).to_contain_text("Say first which referee confirms this.")
    page.get_by_role("radio", name=table.event.referee.name).check()
    page.locator("#countersign-pin").fill(builders.PINS[Role.REFEREE])
    page.locator("#incident-write").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    assert Line.objects.get(kind="no_show").official == table.event.referee


def test_where_partners_change_the_missing_player_is_named(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server, minutes_gone=6, partner_of_absent="bye")
    Tournament.objects.update(entry_kind="player")
    table.open(page)
    page.locator("#no-show").click()
    page.locator("#seats-B2").check()
    expect(page.locator("#follows")).to_contain_text("won, 200:0")
    page.locator("#incident-write").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    data = Line.objects.get(kind="no_show").data
    assert (data["side"], data["seats"]) == ("B", ["B2"])
