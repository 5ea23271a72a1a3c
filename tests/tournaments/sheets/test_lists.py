"""Pairings and standings on paper, and the order of names."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from tournaments.sheets.alphabet import name_key, script_of
from tournaments.sheets.flow import Block, paginate
from tournaments.sheets.pairings import by_name, by_table, draw_pairings
from tournaments.sheets.standings import draw_standings, shape
from tournaments.sheets.values import Pairing, PairingsSheet, Place, RoundCell, Side, StandingRow, StandingsSheet

from .samples import HEADING, fonts, measured, outside, spelled, texts
from .test_words import case_names

NAMES = [name for number, name in enumerate(case_names()) if number % 3 < 2]


def side(number: int) -> Side:
    return Side(str(number), f"Pair {number}", f"Club {number}", "SWE")


def pairings(tables: int, byes: int = 0) -> PairingsSheet:
    games = tuple(Pairing(table, side(2 * table - 1), side(2 * table)) for table in range(1, tables + 1))
    places = tuple(
        Place(f"{letter}{number}, Ann{table}", table, f"{letter}{number}")
        for table in range(1, tables + 1)
        for letter in "AB"
        for number in (1, 2)
    )
    return PairingsSheet(HEADING, games, tuple(side(2 * tables + 1 + n) for n in range(byes)), places, "14:00")


def cell(opponent: int, won: bool = True) -> RoundCell:
    return RoundCell(str(opponent), 200 if won else 120, 120 if won else 200, won)


def standings(entries: int, rounds: int) -> StandingsSheet:
    rows = tuple(
        StandingRow(
            number, 100 + number, f"Pair {number}", f"Club {number}", "SWE", rounds, 80 * rounds, 200 * rounds,
            tuple(cell(number) for _round in range(rounds)),
        )
        for number in range(1, entries + 1)
    )  # fmt: skip
    return StandingsSheet(replace(HEADING, round_number=rounds, rounds=rounds), rows, "wins, effectiveness, points")


def test_pairings_by_table_show_both_sides_with_numbers_and_clubs() -> None:
    (page,) = texts(draw_pairings(pairings(3, byes=1), "Pairings", ["table"]).pdf)
    assert "Round 5 of 8 · begins at 14:00" in page
    assert "3 tables" in page
    for words in ("Pair 5", "Club 5, SWE", "Pair 6", "Pair 7", "bye"):
        assert words in page


def test_a_hundred_tables_have_their_heading_on_every_page() -> None:
    pages = texts(draw_pairings(pairings(100), "Pairings", ["table"]).pdf)
    assert len(pages) == 5
    assert all("Side A" in page and f"Page {number} of 5" in page for number, page in enumerate(pages, start=1))
    entries = re.findall(r"Pair (\d+)", " ".join(pages))
    assert [int(entry) for entry in entries] == list(range(1, 201))


def test_everybody_finds_his_table_by_name_once() -> None:
    pages = texts(draw_pairings(pairings(30), "Pairings", ["name"]).pdf)
    found = re.findall(r"([AB][12]), Ann(\d+) ([AB][12]) (\d+)", "\n".join(pages))
    assert len(found) == 120
    assert all((name, table) == (seat, at) for name, table, seat, at in found)


def test_both_orders_make_one_document() -> None:
    first, second = texts(draw_pairings(pairings(4), "Pairings").pdf)
    assert "Pairings" in first
    assert "Where do I sit?" in second


def test_a_bye_is_told_by_name_too() -> None:
    sheet = replace(pairings(0), places=(Place("Ureña, Tomás", None),))
    assert "Ureña, Tomás bye" in texts(draw_pairings(sheet, "Pairings", ["name"]).pdf)[0]


def test_a_draft_says_that_it_is_one() -> None:
    page = texts(draw_pairings(replace(pairings(2), draft=True), "Pairings").pdf)[0]
    assert "draft, not published" in page


def test_all_names_of_the_case_file_are_on_the_list_by_name() -> None:
    places = tuple(Place(name, number // 4 + 1, "A1") for number, name in enumerate(NAMES))
    made = draw_pairings(replace(pairings(0), places=places), "Pairings", ["name"])
    whole = spelled("".join(texts(made.pdf)))
    assert [name for name in NAMES if spelled(name) not in whole] == []
    assert made.missing == ()
    assert set(fonts(made.pdf).values()) == {True}


def test_pairings_of_the_longest_names_keep_to_the_paper() -> None:
    long = Side("12345, 12346", "Wolfeschlegelsteinhausenbergerdorff – " * 6, "Club " * 40, "SWE")
    places = (Place("Wolfeschlegelsteinhausenbergerdorff " * 3, 32767, "A1"),)
    sheet = replace(pairings(0), pairings=(Pairing(32767, long, long),), byes=(long,), places=places)
    with override("en"):
        assert outside(measured(by_table(sheet) + by_name(sheet))) == []


def test_a_script_that_begins_a_column_begins_at_its_top() -> None:
    names = [f"Ann {number}" for number in range(1, 9)] + [f"Анна {number}" for number in range(1, 9)]
    places = tuple(Place(name, 1, "A1") for name in names)
    with override("en"):
        ruler = measured(by_name(replace(pairings(0), places=places)))
    tops = {text: y for _left, _right, y, text in ruler.placed}
    assert [name for name in ("Ann 1", "Анна 1") if name not in tops] == []
    assert tops["Ann 1"] == tops["Анна 1"]


def test_names_are_sorted_within_their_script_and_scripts_in_a_fixed_order() -> None:
    shuffled = random.Random(7).sample(NAMES, len(NAMES))
    ordered = sorted(shuffled, key=name_key)
    scripts = list(dict.fromkeys(script_of(name) for name in ordered))
    assert scripts == ["LATIN", "CYRILLIC", "GREEK", "THAI"]
    assert [name for name in ordered if script_of(name) == "GREEK"] == [
        "Ζερβός Άγγελος", "Κόκκινος Θάνος", "Λεμονή Ελένη", "Παππάς Νίκος",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "ordered",
    [
        ["Ghiță Ana", "Güell Riera", "Lobo"],
        ["Елкин Антон", "Ёлкин Семён", "Жданова Майя"],
        ["Кузнецов", "Қодиров", "Лугова"],
        ["Галкин", "Ғафуров", "Давыдов"],
        ["Утесов", "Ӯктамова", "Фомин", "Хохлов", "Ҳасанов", "Цветков", "Чижов", "Ҷамшедов", "Шилов"],
        ["กิ่งแก้ว", "เก่ง", "ขวัญ", "แคน", "สมชาย"],
        ["D'Alessio, Gino", "De la Cruz, Rosa", "Del Orbe, Luz"],
        ["7 seas", "Anna", "Яна", "Ωμέγα", "Արամ", "გიორგი", "สมชาย", "李"],
    ],
)
def test_each_alphabet_has_its_own_order(ordered: list[str]) -> None:
    assert sorted(random.Random(3).sample(ordered, len(ordered)), key=name_key) == ordered


def test_a_name_without_letters_goes_last() -> None:
    assert sorted(["12", "", "สมชาย"], key=name_key) == ["สมชาย", "", "12"]


def test_standings_show_place_entry_club_country_and_figures() -> None:
    row = StandingRow(3, 17, "Șerban – Ghiță", "Dubla Șase", "ROU", 4, -12, 903, (cell(9), cell(12, won=False), None))
    sheet = replace(standings(0, 3), rows=(row,), made="29/11/2026 15:20")
    (page,) = texts(draw_standings(sheet, "Standings").pdf)
    for words in (
        "Standings after round 3", "3 of 3 rounds played", "1 entry", "wins, effectiveness, points", "29/11/2026 15:20",
        "Șerban – Ghiță", "Dubla Șase", "ROU", "−12", "903", "200:120", "+ 9", "120:200", "− 12", "·",
    ):  # fmt: skip
        assert words in page
    assert "Provisional" not in page


def test_standings_show_what_was_lost_who_moved_and_who_came_late() -> None:
    moved = replace(standings(3, 0).rows[0], losses=7, moved=2, note="from round 3 on")
    fallen = replace(standings(3, 0).rows[1], losses=9, moved=-1)
    sheet = replace(standings(3, 0), rows=(moved, fallen), counted="Effectiveness: a difference.")
    (page,) = texts(draw_standings(sheet, "Standings").pdf)
    for words in ("Lost", "7", "9", "+2", "−1", "Club 1 · from round 3 on", "Effectiveness: a difference."):
        assert words in page
    assert "Under the place: places gained or lost since the round before." in page
    still = texts(draw_standings(standings(3, 0), "Standings").pdf)[0]
    assert "Under the place" not in still


def test_provisional_standings_are_marked_and_say_why() -> None:
    rows = (replace(standings(1, 2).rows[0], provisional=True, rounds=(replace(cell(2), provisional=True),)),)
    sheet = replace(standings(1, 2), rows=rows, note="Table 9 awaits a decision.")
    (page,) = texts(draw_standings(sheet, "Standings").pdf)
    assert "Provisional: results marked * can still change. Table 9 awaits a decision." in page
    assert "200:120*" in page


def test_a_bye_and_a_withdrawal_are_told() -> None:
    row = replace(standings(1, 1).rows[0], rounds=(RoundCell("", 200, 0, True),), withdrawn=True)
    (page,) = texts(draw_standings(replace(standings(1, 1), rows=(row,)), "Standings").pdf)
    assert "bye" in page
    assert "out" in page


def test_the_paper_is_turned_for_more_rounds_and_rounds_are_left_out_when_they_are_too_many() -> None:
    assert [shape(rounds)[0] for rounds in (0, 4, 5, 8, 11, 12)] == [False, False, True, True, True, False]
    assert [shape(rounds)[1].rounds for rounds in (0, 4, 5, 8, 11, 12)] == [0, 4, 5, 8, 11, 0]
    page = texts(draw_standings(standings(3, 16), "Standings").pdf)[0]
    assert "The single rounds are left out: there is no room for so many." in page


def test_two_hundred_entries_stand_in_order_over_the_pages() -> None:
    pages = texts(draw_standings(standings(200, 8), "Standings").pdf)
    assert [int(n) for n in re.findall(r"Pair (\d+)", " ".join(pages))] == list(range(1, 201))
    assert all("Place" in page and f"of {len(pages)}" in page for page in pages)


def test_standings_before_the_first_round_have_a_title_of_their_own() -> None:
    sheet = replace(standings(2, 0), heading=replace(HEADING, round_number=0))
    assert "Standings before round 1" in texts(draw_standings(sheet, "Standings").pdf)[0]


def test_a_page_breaks_between_blocks_and_repeats_the_heading() -> None:
    head = Block(10, lambda paper, top: None, with_next=True)
    rows = [Block(20, lambda paper, top: None, heading=head) for _number in range(5)]
    pages = paginate([head, *rows], first=50, later=50)
    assert pages == [[head, *rows[:2]], [head, *rows[2:4]], [head, rows[4]]]


def test_what_belongs_together_moves_together() -> None:
    kept = [Block(20, lambda paper, top: None, with_next=True), Block(30, lambda paper, top: None)]
    first = Block(10, lambda paper, top: None)
    assert paginate([first, *kept], first=55, later=60) == [[first], kept]


def test_a_block_higher_than_the_paper_gets_a_page_and_ends_nothing() -> None:
    huge, small = Block(900, lambda paper, top: None), Block(10, lambda paper, top: None)
    assert paginate([small, huge, small], first=100, later=100) == [[small], [huge], [small]]
