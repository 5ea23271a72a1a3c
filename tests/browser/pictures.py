"""Walk through a game and through a whole event, and keep what the guides show of them: make pictures."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import day, journey, tablet
from tests.browser.day import Day
from tests.browser.journey import button, tab
from tests.config.test_serve import answer, eventually, free_port, serving
from tournaments.models import Round

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PATIENCE = 30_000  # milliseconds
COLOURS = 256
SHEET = 90  # dots to an inch: of paper the layout is shown, not every letter
LANDSCAPE, PHONE = (1280, 800), (390, 844)
LANDSCAPE_OF_THE_HALL = (1280, 720)

REFEREE, SCORER, CHIEF = ("Олег Тарасов", "4711"), ("Σπύρος Ράλλης", "5312"), ("chief", "double six leads")
DRAWN = {"A1": "6-3", "B1": "5-5", "A2": "6-4", "B2": "2-1"}  # 6-4 and 5-5 are level: the higher half leads (S32)
TILES = {"A1": ("1-0", "2-0"), "A2": ("3-1",), "B1": ("6-5", "4-3"), "B2": ("5-5", "2-1", "1-1")}  # 3 + 4 + 18 + 15


@pytest.fixture
def table(tmp_path: Path) -> Iterator[str]:
    """Start the program in a folder of its own, with the demo event; give the table where nobody has begun."""
    port = free_port()
    with serving(tmp_path / "var", port, "--demo", "1"):
        eventually(lambda: answer(port), seconds=180)
        story = json.loads((tmp_path / "var" / "demo.json").read_text())
        yield f"http://127.0.0.1:{port}{story['table_links'][-1]}"


@contextmanager
def screen(browser: Browser, size: tuple[int, int] = LANDSCAPE) -> Iterator[Page]:
    """Open a device that was never here."""
    width, height = size
    context = browser.new_context(locale="en-GB", viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def keep(page: Page, name: str) -> None:
    """Keep what is seen, in as few colours as it needs."""
    if page.locator(".turning").count():  # the screen of the hall shows its buttons to whom moves a mouse
        expect(page.locator("body.touched")).to_have_count(0)
    else:
        page.mouse.move(0, 0)
    save(page.screenshot(animations="disabled", caret="hide"), name)


def keep_sheet(pdf: bytes, name: str) -> None:
    """Keep the first page of what was printed."""
    drawn = subprocess.run(
        [shutil.which("pdftoppm") or "pdftoppm", "-png", "-r", str(SHEET), "-f", "1", "-singlefile", "-"],
        input=pdf, capture_output=True, check=True,
    )  # fmt: skip
    save(drawn.stdout, name, colours=16)


def save(picture: bytes, name: str, colours: int = COLOURS) -> None:
    seen = Image.open(BytesIO(picture)).convert("RGB")
    if seen.width > LANDSCAPE[0]:  # the screen of the hall
        seen = seen.resize(LANDSCAPE_OF_THE_HALL)
    few = seen.quantize(colours, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


def test_a_referee_walks_through_a_game(browser: Browser, table: str) -> None:
    expect.set_options(timeout=PATIENCE)
    with screen(browser) as page:
        start(page, table)
        four_deals(page)
        with screen(browser) as other:
            a_scorer_comes(other, table)
            take_it_back(page)
        a_deal_by_number(page)
        a_deal_by_tiles(page)
        correct_and_undo(page)
        with screen(browser, PHONE) as phone:
            somebody_calls(phone, page, table)
        sign(page)
        ask_for_the_chief_referee(page, table)
    with screen(browser) as desk:
        the_board(desk, table)


def start(page: Page, table: str) -> None:
    page.goto(f"{table}pen/")
    page.get_by_role("radio", name=REFEREE[0]).check()
    tablet.press(page, REFEREE[1])
    keep(page, "referee-pen")
    page.get_by_role("button", name="Take the pen").click()
    page.locator("#here-A1").click()
    expect(page.locator("#here-A1")).to_have_count(0)
    page.locator("#here-B1").click()
    expect(page.locator("#here-B1")).to_have_count(0)
    for seat, tile in DRAWN.items():
        page.locator(f"#draw-{seat}").click()
        tablet.touch_tile(page, tile)
    keep(page, "referee-before")
    page.get_by_role("button", name="Start the game").click()


def four_deals(page: Page) -> None:
    """Bring it to 110:101 by 49 to A, 54 and 47 to B, 36 and a fine of 25 to A; deal 5 is on the table."""
    tablet.play_deal(page, "out", "A2", {"B1": 17, "B2": 23, "A1": 9})
    tablet.play_deal(page, "fish", "B1", {"A1": 21, "A2": 14, "B1": 8, "B2": 11})
    tablet.punish(page, "slow_play", "B2")
    tablet.play_deal(page, "out", "B1", {"A1": 12, "A2": 20, "B2": 15})
    tablet.play_deal(page, "out", "A1", {"B1": 25, "B2": 8, "A2": 3})
    tablet.punish(page, "touched_tile", "B1")
    tablet.begin(page)
    tablet.expect_score(page, 110, 101)
    keep(page, "table")
    page.locator("#touch-B2").click()
    page.locator("#code-slow_play").check()
    expect(page.locator("#consequence")).to_contain_text("the second time")
    keep(page, "referee-penalty")
    page.locator("#no-breach").click()


def a_scorer_comes(other: Page, table: str) -> None:
    """Somebody else's table, taken over; a breach there needs the PIN of a referee."""
    other.goto(f"{table}pen/")
    other.get_by_role("radio", name=SCORER[0]).check()
    tablet.press(other, SCORER[1])
    other.get_by_role("button", name="Take the pen").click()
    expect(other.locator(".held-screen")).to_contain_text(REFEREE[0])
    keep(other, "referee-held")
    other.locator("#take-over").click()
    other.locator("#take-over-now").click()
    other.locator("#touch-A1").click()
    other.locator("#code-rearranging").check()
    other.get_by_role("radio", name=REFEREE[0]).check()
    other.locator("#countersign-pin").fill(REFEREE[1])
    other.locator("#write").scroll_into_view_if_needed()
    keep(other, "referee-confirms")
    other.locator("#write").click()
    expect(other.locator("#end-deal")).to_be_visible()


def take_it_back(page: Page) -> None:
    expect(page.locator(".banner.stop")).to_contain_text(SCORER[0])
    page.locator("#take-back").click()
    page.locator("#take-over-now").click()
    expect(page.locator(".banner.stop")).to_have_count(0)


def a_deal_by_number(page: Page) -> None:
    """Deal 5: 12 + 20 + 5 = 37 to B."""
    tablet.enter_deal(page, "out", "B2", {"A1": 12, "A2": 20, "B1": 5})
    expect(page.locator("#write")).to_contain_text("37 points to side B")
    keep(page, "referee-deal")
    tablet.write(page)


def a_deal_by_tiles(page: Page) -> None:
    """Deal 6: a fish, 7 against 33, 40 to A."""
    tablet.begin(page)
    page.locator("#end-deal").click()
    page.locator("#end-fish-A2").check()
    page.locator("#way-tiles").check()
    for seat, hand in TILES.items():
        page.locator(f"#hand-{seat}").check()
        for tile in hand:
            tablet.touch_tile(page, tile)
    expect(page.locator("#write")).to_contain_text("40 points to side A")
    keep(page, "referee-tiles")
    tablet.write(page)
    tablet.expect_score(page, 150, 138)


def correct_and_undo(page: Page) -> None:
    """Look at a correction of deal 5 without writing it; write a penalty and take it back at once."""
    row = page.locator("tr[data-row]").filter(has_text="110:138")
    row.get_by_role("button").click()
    page.locator("#row-correct").click()
    page.locator("#hand-A2").check()
    page.locator("#way-number").check()
    tablet.press(page, 26)
    expect(page.locator("#write")).to_contain_text("Correct it: 43 to side B")
    keep(page, "referee-correction")
    page.locator("#back").click()
    tablet.punish(page, "talking", "A2")
    page.locator("#undo").click()
    page.locator("#confirm-write").click()
    expect(page.locator("#undo")).to_contain_text("deal 6")
    page.locator("#whole-log").click()
    page.locator(".log-line.out").scroll_into_view_if_needed()
    keep(page, "referee-log")
    page.locator("#back").click()


def somebody_calls(phone: Page, page: Page, table: str) -> None:
    phone.goto(table)
    phone.get_by_text("Is something in the record wrong?").click()
    phone.get_by_label("Which deal").fill("5")
    phone.get_by_label("What is wrong").fill("Щукин had 26, not 20")
    phone.locator(".mistake").scroll_into_view_if_needed()
    keep(phone, "referee-phone")
    phone.get_by_role("button", name="Tell the referee").click()
    expect(page.locator("#banner")).to_contain_text("A player says that something is wrong")
    keep(page, "referee-call")
    page.get_by_role("button", name="Seen to").click()
    expect(page.locator("#banner")).not_to_contain_text("A player says")


def sign(page: Page) -> None:
    """60 to A from paper end the game 210:138; three sign, one in the middle of it."""
    tablet.begin(page)
    page.locator("#end-deal").click()
    page.locator("#points-only").click()
    page.locator("#side-A").check()
    tablet.press(page, 60)
    tablet.write(page)
    page.locator("#to-protocol").click()
    page.locator("#draw-up").click()
    tablet.sign(page, "A1")
    tablet.sign(page, "B1", how="on_paper")
    page.locator("#sign-A2").click()
    tablet.draw_signature(page)
    keep(page, "referee-signature")
    page.locator("#sign-now").click()
    expect(page.locator("#sign-A2")).to_have_count(0)
    keep(page, "referee-protocol")


def ask_for_the_chief_referee(page: Page, table: str) -> None:
    page.locator("#protest").click()
    page.get_by_role("dialog").get_by_role("radio", name="Side B").check()
    page.locator("#incident-text").fill("In deal 5 Щукин had 26 pips, not 20.")
    page.locator("#incident-write").click()
    expect(page.locator("#banner")).to_contain_text("Version 1 is void")
    page.goto(f"{table}table/")
    page.locator("#more").click()
    page.locator("#more-help").click()
    page.locator("#help-text").fill("Side B protests, the players wait")
    page.locator("#help-send").click()
    expect(page.locator("#banner")).to_contain_text("Called.")


def the_board(desk: Page, table: str) -> None:
    home = table.split("/t/")[0]
    desk.goto(f"{home}/sign-in/")
    name, password = CHIEF
    desk.get_by_label("Sign-in name").fill(name)
    desk.get_by_label("Password").fill(password)
    desk.get_by_role("button", name="Sign in").click()
    desk.goto(f"{home}/desk/amber-coast-open/board/")
    expect(desk.locator("#board")).to_contain_text("Side B protests")
    keep(desk, "referee-board")


# -- the day of an organiser -------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_organiser_walks_through_a_day(
    browser: Browser,
    live_server: LiveServer,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.COPY_FOLDER = copies_beside(tmp_path, monkeypatch)
    walk = Day(browser, live_server.url, tmp_path, keep, keep_sheet)
    with journey.visitor(browser) as desk:
        day.set_up(walk, desk)
        day.bring_the_entries(walk, desk)
        day.name_a_referee_and_lay_out_the_tables(walk, desk)
        day.check_in(walk, desk)
        day.draw(walk, desk, 1)
        desk.get_by_text("Why these two").first.click()
        keep(desk, "organiser-draw")
        day.publish(walk, desk, 1)
        button(desk, "Print the score sheets").click()
        keep_sheet(day.printed(desk, "Score sheets of round 1"), "organiser-sheet")
        day.start_the_clock(desk, 1)
        day.enter_from_paper(walk, desk)
        day.finish(Round.objects.get(number=1))
        day.close(desk, 1)
        for number in range(2, day.ROUNDS + 1):
            day.draw(walk, desk, number)
            day.publish(walk, desk, number)
            day.start_the_clock(desk, number)
            if number == 2:
                look_round_the_hall(walk, desk)
            day.finish(Round.objects.get(number=number))
            day.close(desk, number)
        tab(desk, "Public page")
        tab(desk, "Standings")
        keep(desk, "organiser-standings")
        desk.goto(f"{live_server.url}/desk/harbour-cup/")
        day.end(walk, desk)


def copies_beside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name the folder of the copies as an organiser's machine does, not as that of a test."""
    (folder / "var/copies").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return Path("var/copies")


def look_round_the_hall(walk: Day, desk: Page) -> None:
    """What the desk, the players and everybody in the hall see of a round under way."""
    day.half_way(Round.objects.get(number=2))
    tab(desk, "Today")
    keep(desk, "organiser-today")
    tab(desk, "Board")
    expect(desk.locator("#board")).to_contain_text("A tile lies under the table")
    keep(desk, "organiser-board")
    with walk.device(PHONE) as phone:
        phone.goto(f"{walk.home}/e/harbour-cup/")
        phone.get_by_role("searchbox").press_sequentially("шилов")
        expect(phone.locator(".find-answer .find-table")).to_contain_text("Table")
        keep(phone, "organiser-phone")
    with walk.device(day.PROJECTOR) as hall:
        hall.goto(f"{walk.home}/e/harbour-cup/screen/?show=tables&seconds=120")
        expect(hall.locator("body.turning")).to_be_visible()
        keep(hall, "organiser-hall")
