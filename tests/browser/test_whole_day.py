"""An organiser who has only the guide: from the empty program to the end of an event of 16 pairs and four rounds."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from tests.browser import day, journey
from tests.browser.day import PAIRS, ROUNDS, TABLES, Day
from tests.browser.journey import button, tab
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_event_of_16_pairs_is_walked_from_the_empty_program_to_its_end(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    walk = Day(browser, live_server.url, tmp_path)
    with journey.visitor(browser) as desk:
        day.set_up(walk, desk)
        day.bring_the_entries(walk, desk)
        day.name_a_referee_and_lay_out_the_tables(walk, desk)
        day.check_in(walk, desk)
        the_first_round(walk, desk)
        for number in range(2, ROUNDS + 1):
            a_later_round(walk, desk, number)
        day.end(walk, desk)
        the_results_are_files(desk)
    everybody_reads_the_end(walk)


def the_first_round(walk: Day, desk: Page) -> None:
    """Entry 1 meets 9, 2 meets 10: the upper half of the list against the lower."""
    day.draw(walk, desk, 1)
    expect(desk.get_by_role("row").filter(has=desk.get_by_role("rowheader"))).to_have_count(TABLES)
    day.publish(walk, desk, 1)
    button(desk, "Print the score sheets").click()
    assert len(PdfReader(BytesIO(day.printed(desk, "Score sheets of round 1"))).pages) == TABLES
    day.start_the_clock(desk, 1)
    day.play_on_a_tablet(walk, 1)
    day.enter_from_paper(walk, desk)
    tab(desk, "Today")
    expect(desk.get_by_text(f"2 of {TABLES} results are in.")).to_be_visible()
    day.finish(Round.objects.get(number=1))
    day.close(desk, 1)


def a_later_round(walk: Day, desk: Page, number: int) -> None:
    day.draw(walk, desk, number)
    day.publish(walk, desk, number)
    day.start_the_clock(desk, number)
    day.finish(Round.objects.get(number=number))
    day.close(desk, number)


def the_results_are_files(desk: Page) -> None:
    href = desk.get_by_role("main").get_by_role("link", name="workbook").get_attribute("href")
    answer = desk.context.request.get(desk.url.split("/desk/")[0] + str(href))
    book = load_workbook(BytesIO(answer.body()), read_only=True)
    rows = list(book.worksheets[0].iter_rows(values_only=True))
    assert sum(str(row[0]).isdigit() for row in rows) == PAIRS


def everybody_reads_the_end(walk: Day) -> None:
    """Each of the 32 games has one winner; the places are final."""
    with walk.device(day.PHONE) as phone:
        phone.goto(f"{walk.home}/e/harbour-cup/standings/?after={ROUNDS}")
        expect(phone.locator("tr[id^=entry-]")).to_have_count(PAIRS)
        expect(phone.get_by_role("heading", name=f"Final standings after round {ROUNDS}")).to_be_visible()
