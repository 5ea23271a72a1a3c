"""A score sheet typed at the desk with the keyboard alone, and the board in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.calls import call_official
from referees.acts.lines import append_lines
from referees.acts.paper import enter_paper
from tests import builders
from tests.builders import Event
from tests.referees.games import START, holding
from tests.referees.test_paper import sheet as sheet_of_paper
from tournaments.models import Game, Result
from tournaments.permissions import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    made = builders.event(4)
    builders.add_round(made.tournament)
    return made


@pytest.fixture
def desk(event: Event, context: BrowserContext, live_server: LiveServer) -> Page:
    """Open a page in which the desk is signed in."""
    session = event.client("desk").cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.tournament.slug}/paper/")
    return page


def keys(page: Page, *pressed: str) -> None:
    """Press keys one after the other; a word of several letters is typed."""
    for key in pressed:
        if key in ("Enter", "Tab", "Shift+Tab", "ArrowDown", "ArrowUp", "Space"):
            page.keyboard.press(key)
        else:
            page.keyboard.type(key)


def open_sheet(page: Page) -> None:
    expect(page.get_by_label("Table, code of the game, or a scan of the sheet")).to_be_focused()
    keys(page, "1", "Enter")
    expect(page.get_by_label("First leader")).to_be_focused()


def test_a_sheet_is_entered_without_a_mouse(event: Event, desk: Page) -> None:
    open_sheet(desk)
    keys(desk, "A1", "Enter")
    expect(desk.get_by_label("Points of side A").first).to_be_focused()
    keys(desk, "90", "Enter", "90", "Enter", "Enter", "0", "Enter")
    keys(desk, "Enter", "90", "Enter", "60", "Enter", "60", "Enter")
    keys(desk, "110", "Enter", "200", "Enter", "Enter", "60", "Enter")
    expect(desk.locator("#outcome")).to_have_text("This makes 200 : 60, side A wins: Target reached.")
    expect(desk.locator(".row-leader").nth(1)).to_have_text("B1", use_inner_text=True)
    keys(desk, "Enter", "Enter", "Enter", "Enter")  # through an empty row: the deals are over
    expect(desk.get_by_label("Final score of side A")).to_be_focused()
    keys(desk, "200", "Enter", "60", "Enter", "side A", "Enter")
    expect(desk.locator("#id_how_A1")).to_be_focused()
    keys(desk, "Enter", "Enter", "Enter", "Enter", "Enter")
    expect(desk.get_by_label("The referee who signed")).to_be_focused()
    keys(desk, "ArrowDown", "ArrowDown", "Enter", "Enter")
    expect(desk.get_by_text("Table 1 is in: 200 : 60, side A won. The next sheet, please.")).to_be_visible()
    expect(desk.get_by_label("Table, code of the game, or a scan of the sheet")).to_be_focused()
    assert Result.objects.filter(game__table=1, source="desk", won=True).count() == 2


def test_a_slip_is_told_while_one_types_and_a_penalty_stands_between_deals(event: Event, desk: Page) -> None:
    open_sheet(desk)
    keys(desk, "A1", "Enter", "92", "Enter", "92", "Enter", "Enter", "Enter")
    keys(desk, "31", "Enter", "132", "Enter", "Enter", "Enter")
    expect(desk.locator(".row-fault").nth(1)).to_have_text("Deal 2: 31 added to 92 makes 123, the paper says 132.")
    keys(desk, "Shift+Tab", "Penalty", "Tab", "B2", "Tab", "Touched", "Tab", "Tab", "Tab", "Tab", "Tab")
    expect(desk.locator(".row-fault").nth(2)).to_have_text("148 : 0")
    assert not Result.objects.exists()


def test_rows_grow_as_one_types_and_a_refusal_asks_why(event: Event, desk: Page) -> None:
    open_sheet(desk)
    before = desk.locator(".paper-row").count()
    desk.locator("#id_row-7-points_a").focus()
    keys(desk, "5")
    expect(desk.locator(".paper-row")).to_have_count(before + 1)
    expect(desk.locator("#id_reason_B1")).to_be_hidden()
    desk.locator("#id_how_B1").focus()
    keys(desk, "refused")
    expect(desk.locator("#id_reason_B1")).to_be_visible()


def test_a_sheet_that_is_wrong_comes_back_as_it_was_typed(event: Event, desk: Page) -> None:
    open_sheet(desk)
    keys(desk, "A1", "Enter", "92", "Enter", "93", "Enter", "Enter", "Enter")
    desk.get_by_role("button", name="Write the game and accept it").focus()
    keys(desk, "Enter")
    expect(desk.get_by_text("The sheet does not add up. Mend what is marked; nothing is written yet.")).to_be_visible()
    fault = desk.locator(".paper-row").first.locator(".row-fault")
    expect(fault).to_have_text("Deal 1: 92 added to 0 makes 92, the paper says 93.", use_inner_text=True)
    expect(desk.locator("#id_row-0-total_a")).to_have_value("93")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 390, 800, 1280])
def test_every_box_of_a_sheet_says_what_it_is_at_every_width(
    event: Event, desk: Page, context: BrowserContext, live_server: LiveServer, width: int, language: str
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    desk.set_viewport_size({"width": width, "height": 900})
    game = Game.objects.get(table=1)
    desk.goto(f"{live_server.url}/desk/{event.tournament.slug}/paper/{game.pk}/")
    words = {"en": ("points", "total"), "ru": ("очки", "всего")}[language]
    heads = desk.locator(".paper-row").nth(1).locator(".box-head") if width <= 800 else desk.locator("thead th .mark")
    expect(heads).to_have_count(4)
    for place, (side, word) in enumerate([("A", 0), ("A", 1), ("B", 0), ("B", 1)]):
        said = heads.nth(place) if width <= 800 else desk.locator("thead th").nth(3 + place)
        expect(said).to_be_visible()
        expect(said).to_have_text(re.compile(rf"{side}\s*{words[word]}"), use_inner_text=True)
    boxes = desk.locator(".paper-row").nth(1).locator("input.input")
    sizes = boxes.evaluate_all("boxes => boxes.map(box => Math.round(box.getBoundingClientRect().width))")
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 56
    wide = desk.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    expect(desk.locator(".row-number").nth(7)).to_have_text("8")


def test_the_rows_that_grow_and_those_below_a_penalty_are_numbered(event: Event, desk: Page) -> None:
    open_sheet(desk)
    desk.locator("#id_row-7-points_a").fill("5")
    expect(desk.locator(".row-number").nth(8)).to_have_text("9")
    desk.locator("#id_row-1-what").select_option("penalty")
    expect(desk.locator(".row-number").nth(1)).to_have_text("")
    expect(desk.locator(".row-number").nth(2)).to_have_text("2")
    expect(desk.locator(".row-number").nth(8)).to_have_text("8")


def test_a_sheet_that_lacks_its_referee_alone_has_the_cursor_there(event: Event, desk: Page) -> None:
    open_sheet(desk)
    desk.get_by_label("First leader").select_option("A1")
    for row, (side, points, total_a, total_b) in enumerate([("a", 90, 90, 0), ("b", 60, 90, 60), ("a", 110, 200, 60)]):
        desk.locator(f"#id_row-{row}-points_{side}").fill(str(points))
        desk.locator(f"#id_row-{row}-total_a").fill(str(total_a))
        desk.locator(f"#id_row-{row}-total_b").fill(str(total_b))
    desk.get_by_label("Final score of side A").fill("200")
    desk.get_by_label("Final score of side B").fill("60")
    desk.get_by_label("Winner").select_option("A")
    desk.get_by_role("button", name="Write the game and accept it").click()
    referee = desk.get_by_label("The referee who signed")
    expect(referee).to_be_focused()
    expect(referee).to_have_attribute("aria-invalid", "true")
    expect(desk.locator(".paper-referee .error")).to_contain_text("Choose the referee who signed.")
    desk.locator("#id_how_B2").select_option("refused")
    desk.get_by_label("Final score of side B").fill("61")
    desk.get_by_role("button", name="Write the game and accept it").click()
    expect(desk.get_by_label("Final score of side B")).to_be_focused()
    expect(desk.locator("#paper .field.wrong, .paper-signs .wrong")).to_have_count(3)
    expect(desk.locator("#id_reason_B2_error")).to_be_visible()


def test_a_game_from_paper_is_reopened_and_its_sheet_corrected(
    event: Event, desk: Page, live_server: LiveServer
) -> None:
    game = Game.objects.get(table=1)
    enter_paper(game.pk, sheet_of_paper(event), actor=event.actor("desk"))
    session = event.client("chief_referee").cookies["sessionid"].value
    desk.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    desk.goto(f"{live_server.url}/desk/{event.tournament.slug}/games/{game.pk}/")
    expect(desk.get_by_text("after that you correct its sheet here at the desk")).to_be_visible()
    desk.get_by_label("Reason").first.fill("60 was 66")
    desk.get_by_role("button", name="Reopen the game").click()
    desk.get_by_role("link", name="Correct the sheet").click()
    expect(desk.get_by_label("First leader")).to_have_value("A1")
    expect(desk.locator("#id_row-2-total_b")).to_have_value("60")
    expect(desk.locator(".paper-row").nth(2).locator(".row-leader")).to_have_text("A2", use_inner_text=True)
    for box in ("row-1-points_b", "row-1-total_b", "row-2-total_b", "score_b"):
        desk.locator(f"#id_{box}").fill("66")
    expect(desk.locator("#outcome")).to_have_text("This makes 200 : 66, side A wins: Target reached.")
    desk.get_by_label("The referee who signed").select_option(str(event.referee.pk))
    desk.get_by_role("button", name="Write the game and accept it").click()
    expect(desk.get_by_text("The sheet of table 1 is corrected: 200 : 66, side A won.")).to_be_visible()
    expect(desk.get_by_text("line 3: 60 -> 66: 60 was 66")).to_be_visible()


def test_the_board_shows_a_call_by_itself(event: Event, desk: Page, live_server: LiveServer) -> None:
    append_lines(Game.objects.get(table=1).pk, [START], actor=holding(event.referee))
    desk.goto(f"{live_server.url}/desk/{event.tournament.slug}/board/")
    expect(desk.get_by_text("deal 1", exact=True)).to_be_visible()
    call_official(Game.objects.get(table=2), "mistake", actor=Actor(""), text="the score is wrong")
    expect(desk.get_by_text("the score is wrong")).to_be_visible()
    desk.get_by_role("button", name="Seen to").click()
    expect(desk.get_by_text("the score is wrong")).to_be_hidden()
    expect(desk).to_have_url(re.compile(r"/board/\?show=all&table=$"))
