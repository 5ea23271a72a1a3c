"""Somebody who was never here before runs a first round: from the empty program to a printed protocol."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.browser import journey
from tests.browser.journey import Album, begin_deal, beginning, button, end_deal, end_deal_from_paper, tab
from tests.config.test_serve import answer, eventually, free_port, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(bool(os.environ.get("TEST_DATABASE_URL")), reason="the program is started on SQLite here"),
]

A1, A2 = "Громов Илья", "Ветров Пётр"
B1, B2 = "Ureña, Tomás", "Peña, Julio"
#: What is printed of the game, with points and total of A and of B.
PROTOCOL = (
    "1 A2 Out A2 49 49 – 0",
    "Penalty: B2, slow play: warning – 49 – 0",
    "Penalty: B2, slow play: fine of 25 25 74 – 0",
    "2 B2 Fish, 35 against 19 – 74 54 54",
    "3 A1 Points – 74 60 114",
    "4 B1 Points 45 119 – 114",
    "5 A2 Points 81 200 – 114",
    "By signing, everybody agrees to the final score 200:114.",
)
#: The parts of a signature; the first to sign draws one of them, the last all five, so that none can stand for another.
STROKES = (
    ((0.15, 0.7), (0.3, 0.2), (0.4, 0.75), (0.55, 0.25), (0.65, 0.7), (0.85, 0.4)),
    ((0.2, 0.85), (0.8, 0.8)),
    ((0.5, 0.1), (0.5, 0.9)),
    ((0.7, 0.15), (0.9, 0.15), (0.9, 0.3)),
    ((0.1, 0.2), (0.2, 0.3), (0.1, 0.4)),
)


@pytest.fixture
def album() -> Album:
    return Album()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Start the program as on its first day: an empty folder."""
    port = free_port()
    with serving(tmp_path / "var", port):
        eventually(lambda: answer(port))
        yield f"http://127.0.0.1:{port}/"


def test_a_new_user_runs_a_first_round_from_the_empty_program_to_the_printed_protocol(
    browser: Browser, address: str, tmp_path: Path, album: Album
) -> None:
    with journey.visitor(browser) as desk:
        desk.goto(address)
        set_up(desk, album)
        link = officials_and_tables(desk, album)
        draw_and_publish(desk, album)
        print_the_score_sheets(desk, album)
        start_the_clock(desk, album)
        with journey.visitor(browser, tablet=True) as tablet:
            tablet.goto(link)
            open_the_table(tablet, album)
            play(tablet, album)
            sign_and_accept(tablet, album)
        look_at_the_standings(desk, album)
        print_the_protocol(desk, tmp_path, album)


# -- at the desk -------------------------------------------------------------------------------------------------------


def set_up(desk: Page, album: Album) -> None:
    """The first administrator, the event, its 24 pairs."""
    expect(desk.get_by_role("heading", name="Who sets up this desk?")).to_be_visible()
    album.take(desk, "first-run")
    journey.set_up_the_desk(desk)
    expect(desk.get_by_text("you are its administrator")).to_be_visible()
    album.take(desk, "new-event")
    journey.make_the_event(desk)
    expect(desk.get_by_text("Bring its entries next.")).to_be_visible()
    album.take(desk, "no-entries-yet")
    desk.get_by_role("link", name="Bring an entry list").click()
    journey.bring_the_entry_list(desk)
    expect(desk.get_by_role("heading", name="24 rows", exact=True)).to_be_visible()
    album.take(desk, "list-before-it-is-taken")
    button(desk, "Take 24 pairs").click()
    expect(desk.get_by_text("24 pairs are entered.")).to_be_visible()
    album.take(desk, "entries")


def officials_and_tables(desk: Page, album: Album) -> str:
    """A referee with a PIN, and twelve cards for the tables; gives what the QR code of table 1 leads to."""
    journey.add_the_referee(desk)
    expect(desk.get_by_role("row", name="Ola Berg")).to_contain_text("PIN")
    album.take(desk, "officials")
    journey.make_the_table_links(desk, 12)
    expect(desk.get_by_role("link", name=re.compile(r"^Open table \d+$"))).to_have_count(12)
    album.take(desk, "tables")
    card = desk.get_by_role("listitem").filter(has=desk.get_by_role("link", name="Open table 1", exact=True))
    address_in_hall = card.get_by_role("link", name="http://").inner_text()
    path = card.get_by_role("link", name="Open table 1").get_attribute("href")
    return urljoin(address_in_hall, path)


def draw_and_publish(desk: Page, album: Album) -> None:
    """Entry 1 meets entry 24 in the first round of a Berger table of 24; 2 meets 23, and so on to 12 against 13."""
    tab(desk, "Today")
    album.take(desk, "today-before-the-draw")
    button(desk, "Draw round 1").click()
    tables = desk.get_by_role("row").filter(has=desk.get_by_role("rowheader"))
    expect(tables).to_have_count(12)
    expect(tables.first).to_have_accessible_name(beginning("1 A Громов – Ветров 1 B Ureña – Peña 24 waiting"))
    expect(tables.last).to_have_accessible_name(beginning("12 A Ríos – Paz 12 B D'Alessio – O'Brien 13 waiting"))
    album.take(desk, "round-drawn")
    tab(desk, "Today")
    album.take(desk, "today-publish")
    button(desk, "Publish round 1").click()
    expect(desk.get_by_text("Round 1 is published.")).to_be_visible()
    album.take(desk, "today-print-the-sheets")


def print_the_score_sheets(desk: Page, album: Album) -> None:
    button(desk, "Print the score sheets").click()
    album.take(desk, "documents-asked")
    sheets = PdfReader(BytesIO(journey.open_the_pdf(desk, "Score sheets of round 1")))
    album.take(desk, "documents-done")
    assert len(sheets.pages) == 12
    first = sheets.pages[0].extract_text()
    assert all(name in first for name in (A1, A2, B1, B2))
    assert "Harbour Cup" in first


def start_the_clock(desk: Page, album: Album) -> None:
    tab(desk, "Today")
    album.take(desk, "today-start-the-clock")
    button(desk, "Start the clock").first.click()
    expect(desk.get_by_role("heading", name="Round 1 is being played")).to_be_visible()
    expect(desk.get_by_role("timer")).to_have_text(re.compile(r"(40:00|39:\d\d)"))
    album.take(desk, "today-running")


# -- at table 1 --------------------------------------------------------------------------------------------------------


def open_the_table(tablet: Page, album: Album) -> None:
    expect(tablet.get_by_text("Not started yet")).to_be_visible()
    album.take(tablet, "table-seen-by-anybody")
    journey.take_the_pen(tablet, picture=lambda: album.take(tablet, "pen"))
    expect(button(tablet, "Start the game")).to_be_disabled()
    album.take(tablet, "table-before-the-start")
    # 6-4 and 5-5 have ten pips each: the higher half decides, so that Ветров leads (S32).
    for name, tile in ((A1, "6-3"), (B1, "5-5"), (A2, "6-4"), (B2, "2-1")):
        journey.turn_over(tablet, name, tile, picture=lambda: album.take(tablet, "tile-turned-over"))
    expect(tablet.get_by_text(f"A2 {A2} leads deal 1: equal pips, the higher half decides.")).to_be_visible()
    album.take(tablet, "first-leader")
    button(tablet, "Start the game").tap()


def play(tablet: Page, album: Album) -> None:
    """Five deals, led by A2, B2, A1, B1, A2; the target is 200.

    out of A2: 17 + 23 + 9 = 49 to A · a warning · the same again: 25 to A · fish, 35 against 19: all 54 to B ·
    60 to B · 45 to A · 81 to A: 49 + 25 + 45 + 81 = 200 against 54 + 60 = 114.
    """
    begin_deal(tablet, 1)
    album.take(tablet, "deal-1-on-the-table")
    end_deal(tablet, 1, "Out", "A2", {"B1": 17, "B2": 23, "A1": 9})
    album.take(tablet, "deal-1-out")
    button(tablet, "49 points to side A").tap()
    stands(tablet, 49, 0)
    warn_then_fine(tablet, album)
    end_deal(tablet, 2, "Fish", "B1", {"A1": 21, "A2": 14, "B1": 8, "B2": 11})
    album.take(tablet, "deal-2-fish")
    button(tablet, "54 points to side B").tap()
    stands(tablet, 74, 54)
    for number, side, points, a, b in ((3, "B", 60, 74, 114), (4, "A", 45, 119, 114), (5, "A", 81, 200, 114)):
        begin_deal(tablet, number)
        end_deal_from_paper(tablet, number, side, points, picture=lambda: album.take(tablet, "points-from-paper"))
        stands(tablet, a, b)
    expect(tablet.get_by_text("Side A wins")).to_be_visible()
    album.take(tablet, "game-over")


def warn_then_fine(tablet: Page, album: Album) -> None:
    """B2 is too slow between two deals, and again in the next: a warning (S22), then a fine to the opponents (S23)."""
    journey.punish(tablet, "Slow play", "B2", picture=lambda: album.take(tablet, "penalty"))
    expect(tablet.get_by_role("status").filter(has_text="Slow play, warning")).to_be_visible()
    stands(tablet, 49, 0)
    album.take(tablet, "warned")
    begin_deal(tablet, 2)
    journey.punish(tablet, "Slow play", "B2", picture=lambda: album.take(tablet, "penalty-again"))
    expect(tablet.get_by_role("status").filter(has_text="Slow play, 25 points")).to_be_visible()
    stands(tablet, 74, 0)
    album.take(tablet, "fined")


def stands(tablet: Page, a: int, b: int) -> None:
    expect(tablet.get_by_role("group", name=f"Score: side A {a}, side B {b}", exact=True)).to_be_visible()


def sign_and_accept(tablet: Page, album: Album) -> None:
    tablet.get_by_role("link", name="To the protocol").tap()
    button(tablet, "Draw up the protocol").tap()
    expect(tablet.get_by_text("0 of 5")).to_be_visible()
    album.take(tablet, "protocol-to-sign")
    for number, signer in enumerate(("A1", "B1", "A2", "B2", "referee"), start=1):
        journey.sign(tablet, signer, STROKES[:number], picture=lambda: album.take(tablet, "signing"))
        expect(tablet.get_by_text(f"{number} of 5")).to_be_visible()
    album.take(tablet, "all-signed")
    button(tablet, "Accept the result").tap()
    expect(tablet.get_by_text("The protocol is accepted.")).to_be_visible()
    album.take(tablet, "accepted")


# -- afterwards --------------------------------------------------------------------------------------------------------


def look_at_the_standings(desk: Page, album: Album) -> None:
    """The winner is first with 200 - 114 = +86; nothing is final while eleven tables play."""
    tab(desk, "Today")
    expect(desk.get_by_text("1 of 12 results are in.")).to_be_visible()
    album.take(desk, "today-one-result")
    tab(desk, "Public page")
    album.take(desk, "live")
    tab(desk, "Standings")
    expect(desk.get_by_role("heading", name="Standings during round 1")).to_be_visible()
    expect(desk.get_by_role("status").filter(has_text="Not final.")).to_be_visible()
    rows = desk.locator("tr[id^=entry-]")
    expect(rows).to_have_count(24)
    expect(rows.first).to_have_accessible_name(re.compile(r"^1\s+Громов\s.*200:114\s.*\s1\s+\+86\s+200\b"))
    expect(rows.last).to_have_accessible_name(re.compile(r"^24\s+Ureña\s.*114:200\s.*\s0\s+−86\s+114\b"))
    album.take(desk, "standings")


def print_the_protocol(desk: Page, folder: Path, album: Album) -> None:
    journey.back_to_the_desk(desk, "Mara Lind")
    journey.ask_for(desk, "Signed protocols", "Round 1")
    file = folder / "protocol.pdf"
    file.write_bytes(journey.open_the_pdf(desk, "Protocols of round 1"))
    album.take(desk, "documents-at-the-end")
    (page,) = PdfReader(file).pages
    text = " ".join(page.extract_text().split())
    for words in (*PROTOCOL, A1, A2, B1, B2, "Ola Berg", "Winner: side A, target reached"):
        assert words in text
    assert strokes_by_hand(page) == [1, 2, 3, 4, 5]
    if shutil.which("pdftoppm"):
        subprocess.run(["pdftoppm", "-png", "-r", "110", "-singlefile", file, folder / "protocol"], check=True)
        album.keep(folder / "protocol.png")
    album.keep(file)


def strokes_by_hand(page: PageObject) -> list[int]:
    """Count the strokes of each path with round ends: the signatures are the only ones on a sheet."""
    paths: list[list[bytes]] = []
    round_ends = False
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"J":
            round_ends = operands == [1]
            paths += [[]] if round_ends else []
        elif round_ends:
            paths[-1].append(operator)
    assert all(path.count(b"S") == 1 and path.count(b"c") > 3 for path in paths)
    return [path.count(b"m") for path in paths]
