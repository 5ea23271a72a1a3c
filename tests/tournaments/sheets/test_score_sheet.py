"""The score sheet: blank, as a protocol, over several pages, void."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import segno
from django.utils.translation import override
from PIL import Image, ImageDraw

from tournaments.sheets.paper import qr_bars
from tournaments.sheets.score_sheet import draw_score_sheets, sheet_pages
from tournaments.sheets.values import DealRow, ScoreSheet, SeatLine, SignatureLine

from .samples import BLANK, HEADING, SEATS, URL, fonts, measured, outside, protocol, spelled, texts


def pages_of(*sheets: ScoreSheet) -> list[str]:
    return texts(draw_score_sheets(sheets, "Sheets").pdf)


def test_a_blank_sheet_is_one_page_with_everything_needed_to_play() -> None:
    (page,) = pages_of(BLANK)
    for words in (
        "Score sheet", "Amber Coast Open", "Round 5 of 8", "Kalmar hall, 29 November 2026", "R5-T12-7F3A",
        "200 points", "40 minutes", "Țurcanu Ștefan", "ROU-1032", "Dubla Șase", "Раҳимов – Қодиров",
        "Penalty for", "Remarks or protest", "By signing, everybody agrees to the final score.",
        "The winner carries this sheet to the desk.", "Sheet 12 of 30",
    ):  # fmt: skip
        assert words in page
    assert "Page" not in page


def test_a_blank_sheet_has_sixteen_numbered_rows() -> None:
    (page,) = pages_of(BLANK)
    numbers = page[page.index("How it ended") :]
    assert [number for number in range(1, 18) if re.search(rf"(^|\s){number}(\s|$)", numbers)] == list(range(1, 17))


def test_a_blank_sheet_for_a_number_of_deals_has_as_many_rows() -> None:
    pages = pages_of(replace(BLANK, target=None, deals=40))
    assert "40 deals" in pages[0]
    assert len(pages) == 2
    assert re.search(r"(^|\s)40(\s|$)", pages[1])
    assert "Final score" in pages[1]


def test_a_sheet_without_names_can_still_be_filled_in_by_hand() -> None:
    (page,) = pages_of(replace(BLANK, seats=(), side_a="", side_b="", url="", table=None))
    assert all(seat in page for seat in ("A1", "B1", "A2", "B2"))


def test_a_protocol_shows_deals_totals_penalties_and_the_end() -> None:
    (page,) = pages_of(protocol(19))
    for words in (
        "Protocol", "14:05", "14:41", "A1 Țurcanu Ștefan", "Penalty: A1 touched tile: 25 to side B", "14:26",
        "209", "Winner:", "side A, target reached", "By signing, everybody agrees to the final score 209:25.",
        "protocol version 1, 7F3A 91C2 AA00 BB11", "Page 1 of 1", "Олег Тарасов",
    ):  # fmt: skip
        assert words in page
    assert re.search(r"19 B2 Out 19 11 209 – 25", page)


def test_forty_deals_go_on_overleaf_and_none_is_lost() -> None:
    first, second = pages_of(protocol(40))
    deals = [int(number) for number in re.findall(r"Out (\d+)", first + second)]
    assert deals == list(range(1, 41))
    for page, place in ((first, "Page 1 of 2"), (second, "Page 2 of 2")):
        assert place in page
        assert "Amber Coast Open" in page
        assert "How it ended, who went out" in page
        assert "R5-T12-7F3A" in page
    assert "Final score" not in first
    assert "Final score" in second
    assert "Олег Тарасов" in second


def test_the_final_score_never_stands_on_a_page_without_a_deal() -> None:
    for deals in range(15, 45, 2):
        assert "Out" in pages_of(protocol(deals))[-1]


def test_several_sheets_begin_on_pages_of_their_own() -> None:
    pages = pages_of(protocol(40), replace(BLANK, table=7), protocol(3))
    assert [("Page 1" in page, "Page 2" in page) for page in pages] == [
        (True, False), (False, True), (False, False), (True, False),
    ]  # fmt: skip


def test_a_sheet_says_the_same_alone_and_among_others() -> None:
    sheets = [replace(BLANK, table=number, code=f"R5-T{number}") for number in (1, 2, 3)] + [protocol(9)]
    together = [sorted(spelled(page)) for page in pages_of(*sheets)]
    alone = [sorted(spelled(page)) for sheet in sheets for page in pages_of(sheet)]
    assert together == alone


def test_what_sheets_share_is_written_into_the_document_once() -> None:
    single = len(draw_score_sheets([BLANK], "Sheets").pdf)
    fifty = len(
        draw_score_sheets([replace(BLANK, table=number, url=f"{URL}{number}/") for number in range(50)], "S").pdf
    )
    assert fifty < single + 50 * 5_000


def test_corrections_and_remarks_are_on_the_protocol() -> None:
    (page,) = pages_of(
        protocol(9, corrections=("Deal 4 was struck: wrong side.",), remarks=("Side B doubts the fish.",))
    )
    assert "• Deal 4 was struck: wrong side." in page
    assert "• Side B doubts the fish." in page


def test_long_remarks_and_many_corrections_go_on_overleaf_whole() -> None:
    remarks = tuple(f"Remark {number} " + "word " * 60 + f"end{number}" for number in range(12))
    corrections = tuple(f"Line {number} was struck" for number in range(40))
    pages = pages_of(protocol(16, remarks=remarks, corrections=corrections))
    whole = "\n".join(pages)
    assert [n for n in range(12) if f"Remark {n} " not in whole or f"end{n}" not in whole] == []
    assert [n for n in range(40) if f"Line {n} was struck" not in whole] == []
    assert "By signing" in pages[-1]


def test_a_void_protocol_says_so_on_every_page_and_names_its_successor() -> None:
    pages = pages_of(protocol(40, state="void", replaced_by=2, void_reason="Deal 3 went to the wrong side."))
    assert "Void, replaced by version 2. Deal 3 went to the wrong side." in pages[0]
    assert all("Void" in page for page in pages)


def test_a_protocol_that_is_not_accepted_is_no_result() -> None:
    assert "Not accepted yet: this is no result." in pages_of(protocol(5, state="open"))[0]
    assert "Not accepted" not in pages_of(protocol(5))[0]


def test_who_did_not_sign_is_named_with_the_reason() -> None:
    signatures = (
        SignatureLine("A1", "Țurcanu Ștefan", how="refused", reason="The third deal was not ours"),
        SignatureLine("B1", "Раҳимов Ҷамшед", how="absent"),
        SignatureLine("A2", "Bălan Mihăiță", how="on_paper"),
    )
    (page,) = pages_of(protocol(5, signatures=signatures))
    assert "refused to sign" in page
    assert "The third deal was not" in page
    assert "absent" in page
    assert "signed on paper" in page
    assert "Қодиров Ғайрат" in page  # still a line to sign on


def test_strokes_of_any_shape_are_drawn() -> None:
    odd = ((), (5,), (5, 5), (0, 0, 1000, 1000), (1, 2, 3), tuple(range(0, 1000, 7)))
    made = draw_score_sheets([protocol(5, signatures=(SignatureLine("A1", "Anna", how="drawn", strokes=odd),))], "P")
    assert made.pages == 1


def test_a_signature_adds_curves_to_the_page() -> None:
    drawn = draw_score_sheets([protocol(5)], "P").pdf
    without = draw_score_sheets([protocol(5, signatures=())], "P").pdf
    assert len(drawn) > len(without)


def test_negative_points_have_a_true_minus_and_nothing_scored_is_a_dash() -> None:
    rows = (DealRow(1, "A1", "Out A1", 31, None, 31, 0),)
    fined = replace(protocol(1), rows=rows, score_a=-25)
    (page,) = pages_of(fined)
    assert "−25" in page
    assert "Out A1 31 31 – 0" in page


def test_names_are_printed_literally_whatever_they_contain() -> None:
    seats = (SeatLine("A1", "<b>Anna</b> & %s {0}"), *SEATS[1:])
    (page,) = pages_of(replace(BLANK, seats=seats, heading=replace(HEADING, event="<script>Open</script>")))
    assert "<b>Anna</b> & %s {0}" in page
    assert "<script>Open</script>" in page


def test_names_of_the_greatest_length_stay_in_their_cells_and_whole() -> None:
    name = "Ψαρουδάκης Κωνσταντίνος-Αλέξανδρος του Παναγιώτη και της Αικατερίνης εκ Θεσσαλονίκης και Μυτιλήνης Ωριγένης"
    huge = "M" * 120
    seats = tuple(
        SeatLine(line.seat, text, "", 99999, "L" * 40, "Club " * 40)
        for line, text in zip(SEATS, (name, huge) * 2, strict=True)
    )
    sheet = replace(
        protocol(11),
        seats=seats,
        side_a=f"{name} – {huge}",
        side_b="W" * 260,
        outcome="the target was reached in the very last deal of the game",
        code="E1234567-R12-T345",
        table=32767,
        heading=replace(HEADING, event="Open " * 24, venue="Hall " * 24),
        signatures=tuple(SignatureLine(line.seat, name, how="refused", reason="because " * 37) for line in SEATS),
    )
    for each in (sheet, replace(sheet, version=None, signatures=(), score_a=None, rows=())):
        with override("en"):
            assert outside(measured(sheet_pages(each))) == []
        whole = spelled("".join(pages_of(each)))
        assert whole.count(spelled(name)) >= 4
        assert whole.count(huge) >= 2


def test_an_unprintable_name_is_replaced_and_reported() -> None:
    seats = (SeatLine("A1", "李小龙", "Li Xiaolong"), *SEATS[1:])
    made = draw_score_sheets([replace(BLANK, seats=seats)], "Sheets")
    assert "Li Xiaolong" in texts(made.pdf)[0]
    assert made.missing == ({"name": "李小龙", "why": "latin", "characters": "李 (U+674E), 小 (U+5C0F), 龙 (U+9F99)"},)


def test_a_russian_sheet_writes_its_date_in_russian() -> None:
    (page,) = pages_of(replace(BLANK, heading=replace(HEADING, language="ru")))
    assert "29 ноября 2026" in page


def test_only_embedded_fonts_are_used() -> None:
    assert set(fonts(draw_score_sheets([BLANK, protocol(40)], "Sheets").pdf).values()) == {True}


def test_progress_is_told_after_each_page() -> None:
    told: list[tuple[int, int]] = []
    draw_score_sheets([BLANK, protocol(40)], "Sheets", lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def dots(url: str) -> list[list[bool]]:
    """Lay the bars of a code out as rows of dots."""
    size, bars = qr_bars(url)
    grid = [[False] * size for _row in range(size)]
    for column, row, length, _height in re.findall(r"(\d+) (\d+) (\d+) (\d+) re", bars):
        for dot in range(int(column), int(column) + int(length)):
            grid[int(row)][dot] = True
    return grid


def test_the_bars_on_the_sheet_are_the_dots_of_the_code() -> None:
    rows = segno.make(URL, error="m", micro=False, mask=3).matrix
    assert dots(URL) == [[bool(dot) for dot in row] for row in rows]


def test_the_code_can_be_read_and_leads_to_the_game() -> None:
    reader = pytest.importorskip("zxingcpp")
    grid = dots(URL)
    image = Image.new("L", (len(grid) * 8 + 64,) * 2, 255)
    for y, row in enumerate(grid):
        for x, dark in enumerate(row):
            if dark:
                ImageDraw.Draw(image).rectangle((32 + x * 8, 32 + y * 8, 39 + x * 8, 39 + y * 8), fill=0)
    assert [code.text for code in reader.read_barcodes(image)] == [URL]
