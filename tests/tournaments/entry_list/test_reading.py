"""Entry lists as they come: the case files, and everything that is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import CASES
from tournaments.entry_list import EntryList, decode, read_entry_list
from tournaments.refusals import Refused

HEAD = "No,Player 1,Licence 1,Rating 1,Player 2,Licence 2,Rating 2,Club,Country\n"
GOOD = "1,Громов Илья,RUS-1002,1495,Ветров Пётр,RUS-1003,1513,Рыбинск,RUS\n"


def read(content: bytes | str) -> EntryList:
    return read_entry_list(decode(content.encode() if isinstance(content, str) else content))


def case(name: str) -> EntryList:
    return read(Path(CASES / "entries" / name).read_bytes())


def refused(content: bytes | str) -> Refused:
    with pytest.raises(Refused) as caught:
        read(content)
    return caught.value


def codes(content: str) -> list[str]:
    return [fault.code for fault in read(content).faults]


def test_24_pairs_of_eight_countries_are_read_without_a_fault() -> None:
    found = case("pairs-24-utf8.csv")
    assert (len(found.pairs), found.faults, found.delimiter) == (24, [], ",")
    pair = found.pairs[6]
    assert (pair.number, pair.line, pair.club, pair.country) == (7, 8, "Peña La Blanca", "ESP")
    assert [(p.name, p.licence, p.rating) for p in pair.players] == [
        ("Peña Ibáñez, José", "ESP-1014", 1546),
        ("Núñez Calvo, Íñigo", "ESP-1015", 1514),
    ]


def test_the_file_of_a_spreadsheet_program_holds_the_same_pairs() -> None:
    spreadsheet = case("pairs-24-bom-semicolon.csv")
    assert spreadsheet.delimiter == ";"
    assert spreadsheet.pairs == case("pairs-24-utf8.csv").pairs


def test_russian_headings_in_windows_1251_are_read() -> None:
    found = case("pairs-6-excel-ru-cp1251.csv")
    assert (len(found.pairs), found.faults) == (6, [])
    assert found.pairs == case("pairs-24-utf8.csv").pairs[:6]


def test_every_fault_of_the_bad_list_is_told_with_its_row_and_line() -> None:
    found = case("pairs-8-bad.csv")
    assert [(f.row, f.line, f.code) for f in found.faults] == [
        ("2", 3, "no_name"),
        ("3", 4, "licence_twice"),
        ("4", 5, "with_himself"),
        ("5", 6, "bad_rating"),
        ("7", 8, "pair_twice"),
        ("8", 9, "cut_short"),
    ]
    sentences = [f.sentence for f in found.faults]
    assert sentences[0] == "Player 2 has no name. The licence RUS-1005 is there. A pair needs two: write the name."
    assert sentences[1].startswith("Licence RUS-1002 is already that of Громов Илья in row 1, line 2.")
    assert sentences[2].startswith("Быстров Олег is paired with himself or herself.")
    assert sentences[3].startswith("The rating “n/a” is no number")
    assert sentences[4] == "This pair is already in row 6, line 7. Nothing to do: this row stays out."
    assert sentences[5].startswith("The line ends too early. Missing: Licence 2, Rating 2, Club, Country.")
    assert found.faults[3].columns == ("Rating 1",)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b" \r\n ", "empty_file"),
        (b"PK\x03\x04\x14\x00" + b"x" * 100, "no_csv"),
        (b"%PDF-1.7 ...", "no_csv"),
        (b"No,Player 1\x00\x00\x01\x02", "no_csv"),
        (b"x" * 1_000_001, "file_too_large"),
        ("name,town\nГромов,Рыбинск\n", "no_headings"),
        ("just a letter to the organiser", "no_headings"),
        (HEAD.replace("Licence 2", "Telephone") + GOOD, "headings_missing"),
        (HEAD.replace("Rating 2", "Rating 1") + GOOD, "heading_twice"),
        (HEAD, "no_rows"),
        (HEAD + ",,,,,,,,\n5,,,,,,,,\n", "no_rows"),
        (HEAD + GOOD + '2,"Ёлкин Семён,RUS-1004,1,Щукин,RUS-1005,1,Сокол,RUS\n', "bad_quotes"),
        (HEAD.encode() + "1,Peña,ESP-1,1,Núñez,ESP-2,1,X,ESP\n".encode("latin-1"), "unknown_letters"),
        (HEAD + "".join(f",A{n},L{n},,B{n},M{n},,,\n" for n in range(2_001)), "too_many_rows"),
    ],
)
def test_a_file_that_is_no_entry_list_is_refused_in_a_sentence(content: bytes | str, code: str) -> None:
    refusal = refused(content)
    assert refusal.code == code
    assert str(refusal).endswith(".")
    assert len(str(refusal)) > 30


def test_a_quotation_mark_without_a_partner_is_told_with_its_line() -> None:
    assert "line 3" in str(refused(HEAD + GOOD + '2,"Ёлкин Семён,RUS-1004,1,Щукин,RUS-1005,1,Сокол,RUS\n'))


def test_a_list_may_have_a_title_above_its_headings_and_empty_lines_in_it() -> None:
    found = read("Entries of the Amber Coast Open;;\n\n" + (HEAD + GOOD).replace(",", ";") + "\n;;;;;;;;\n")
    assert [(p.line, p.number) for p in found.pairs] == [(4, 1)]


def test_a_name_over_two_lines_keeps_the_lines_below_counted_right() -> None:
    found = read(HEAD + '1,"Громов\nИлья",RUS-1,1,Ветров Пётр,RUS-2,1,,\n2,,RUS-3,,Зимина Вера,RUS-4,,,\n')
    assert found.pairs[0].players[0].name == "Громов Илья"
    assert [(f.code, f.line) for f in found.faults] == [("no_name", 4)]


def test_a_column_nobody_knows_is_named_and_left_out() -> None:
    found = read(HEAD.replace("Country", "Country,Shoe size") + GOOD.replace("\n", ",43\n"))
    assert (found.ignored, found.faults) == (["Shoe size"], [])


def test_columns_may_stand_in_another_order_and_without_those_that_may_be_empty() -> None:
    found = read("Licence 2\tPlayer 2\tLicence 1\tPlayer 1\nrus-2\tВетров Пётр\trus-1\tГромов Илья\n")
    assert [(p.name, p.licence) for p in found.pairs[0].players] == [("Громов Илья", "RUS-1"), ("Ветров Пётр", "RUS-2")]
    assert (found.pairs[0].number, found.faults) == (None, [])


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("1,A,L1,,B,L2,,,", []),
        ("1,A,,,B,L2,,,", ["no_licence"]),
        ("1,,,,,,,Club,", ["no_name", "no_name"]),
        ("0,A,L1,,B,L2,,,", ["bad_number"]),
        ("one,A,L1,,B,L2,,,", ["bad_number"]),
        ("10000,A,L1,,B,L2,,,", ["bad_number"]),
        ("٣,A,L1,,B,L2,,,", ["bad_number"]),
        ("1,A,L1,-5,B,L2,15.5,,", ["bad_rating", "bad_rating"]),
        ("1,A,L1,100000,B,L2,,,", ["bad_rating"]),
        (f"1,{'A' * 121},L1,,B,L2,,,", ["too_long"]),
        (f"1,A,{'9' * 41},,B,L2,,{'c' * 201},", ["too_long", "too_long"]),
        ("1,A\x07,L1,,B,L2,,,", ["unprintable"]),
        ("1,A\u202eB,L1,,B,L2,,,", ["unprintable"]),
        ("1,A,L1,,B,L2,,,Россия", ["bad_country"]),
        ("1,A,L1,,B,L2,,,RUSS", ["bad_country"]),
        ("1,A,L1,,B,L2,,,ru", []),
        ("1,A,L1,,B,l1,,,", ["licence_twice"]),
        ("1,Peña, José,L1,,B,L2,,,", ["too_many_columns"]),
        ("1,A,L1,,B,L2,,,,,,", []),
    ],
)
def test_each_fault_of_a_row_has_its_code(row: str, expected: list[str]) -> None:
    assert codes(HEAD + row + "\n") == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("1,C,L3,,D,L4,,,", ["number_twice"]),
        ("2,B,L2,,A,L1,,,", ["pair_twice"]),
        ("2,A,L1,,C,L3,,,", ["player_twice"]),
        ("2,C,L3,,D,l2,,,", ["licence_twice"]),
        (",C,L3,,A,L5,,,", []),
    ],
)
def test_rows_are_compared_with_the_rows_above(second: str, expected: list[str]) -> None:
    assert codes(HEAD + "1,A,L1,,B,L2,,,\n" + second + "\n") == expected


def test_html_in_a_name_is_a_name() -> None:
    found = read(HEAD + "1,<b>Bold</b>,L1,,<script>alert(1)</script>,L2,,,\n")
    assert found.faults == []
    assert found.pairs[0].players[1].name == "<script>alert(1)</script>"


def test_two_thousand_rows_are_read() -> None:
    text = HEAD + "".join(f"{n},Oak{n} Ada,L{n},1500,Elm{n} Ben,M{n},1500,Coast,SWE\n" for n in range(1, 2_001))
    assert len(read(text).pairs) == 2_000


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: (HEAD + text).encode()))
def test_any_bytes_at_all_are_read_or_refused(content: bytes) -> None:
    try:
        found = read(content)
    except Refused:
        return
    assert {fault.line for fault in found.faults} <= {pair.line for pair in found.pairs}
