"""Entry lists in workbooks: the same rows as the text, values as text, and nothing that unpacks into too much."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.builders import CASES
from tournaments.entry_list import EntryList, decode, grid_of, read_entry_list, read_grid
from tournaments.entry_list.workbook import cell_text
from tournaments.refusals import Refused

HEAD = ["No", "Player 1", "Licence 1", "Rating 1", "Player 2", "Licence 2", "Rating 2"]


def workbook(*sheets: list[list[Any]], formats: dict[str, str] | None = None) -> bytes:
    book = Workbook()
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
        for cell, number_format in (formats or {}).items():
            sheet[cell].number_format = number_format
    del book["Sheet"]
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def of_case(name: str, delimiter: str = ",") -> bytes:
    text = decode((CASES / "entries" / name).read_bytes())
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    return workbook([[int(cell) if cell.isdigit() else cell or None for cell in row] for row in rows])


def read(content: bytes) -> EntryList:
    return read_grid(grid_of(content))


def refused(content: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        read(content)
    return caught.value


@pytest.mark.parametrize(
    ("name", "delimiter"),
    [("pairs-24-utf8.csv", ","), ("pairs-24-bom-semicolon.csv", ";"), ("pairs-6-excel-ru-cp1251.csv", ";")],
)
def test_a_list_saved_as_a_workbook_gives_the_same_rows(name: str, delimiter: str) -> None:
    text = read_entry_list(decode((CASES / "entries" / name).read_bytes()))
    sheet = read(of_case(name, delimiter))
    assert (sheet.pairs, sheet.faults) == (text.pairs, [])
    assert all(pair.sheet for pair in sheet.pairs)


def test_the_six_faults_of_the_bad_list_stand_at_the_rows_of_the_sheet() -> None:
    found = read(of_case("pairs-8-bad.csv"))
    assert [(fault.line, fault.code) for fault in found.faults] == [
        (3, "no_name"),
        (4, "licence_twice"),
        (5, "with_himself"),
        (6, "bad_rating"),
        (8, "pair_twice"),
        (9, "no_licence"),
    ]
    assert found.faults[4].what == "This pair is already in row 7 of the sheet, No 6."


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (None, "", ""),
        (1002.0, "", "1002"),
        (1002, "General", "1002"),
        (15.5, "", "15.5"),
        (123, "00000", "00123"),
        (123.0, "00000", "00123"),
        (1e300, "", "1e+300"),
        (True, "", "yes"),
        (False, "", "no"),
        (datetime(2026, 11, 30), "", "2026-11-30"),
        (datetime(2026, 11, 30, 9, 30), "", "2026-11-30 09:30"),
        (date(2026, 11, 30), "", "2026-11-30"),
        (time(9, 30), "", "09:30:00"),
        ("RUS-1002", "", "RUS-1002"),
        ("x" * 5_000, "", "x" * 1_000),
    ],
)
def test_a_cell_becomes_the_text_that_the_sheet_shows(value: object, number_format: str, text: str) -> None:
    assert cell_text(value, number_format) == text


def test_licences_that_are_numbers_keep_their_figures() -> None:
    content = workbook([HEAD, [1, "A", 1002.0, 1500.0, "B", 77, None]], formats={"F2": "00000"})
    people = read(content).pairs[0].players
    assert [(p.licence, p.rating) for p in people] == [("1002", 1500), ("00077", None)]


def test_a_title_empty_rows_and_another_sheet_do_no_harm() -> None:
    notes = [["Dear organiser"], ["here is our list"]]
    content = workbook(notes, [["Entries of the Coast"], [], HEAD, [], [1, "A", "L1", None, "B", "L2"], [None, None]])
    found = read(content)
    assert [(pair.line, pair.number) for pair in found.pairs] == [(5, 1)]


def test_a_formula_without_a_value_and_one_with_an_error_are_told() -> None:
    found = read(workbook([HEAD, [1, "=A1&A2", "L1", None, "B", "L2"], [2, "#REF!", "L3", None, "D", "L4"]]))
    assert [(fault.line, fault.code) for fault in found.faults] == [(2, "no_name"), (3, "sheet_error")]


def test_two_thousand_rows_are_read_and_one_more_is_refused() -> None:
    rows = [[n, f"A{n}", f"L{n}", None, f"B{n}", f"M{n}"] for n in range(1, 2_001)]
    assert len(read(workbook([HEAD, *rows])).pairs) == 2_000
    assert refused(workbook([HEAD, *rows, [2_001, "C", "X1", None, "D", "X2"]])).code == "too_many_rows"
    assert refused(workbook([HEAD, *rows, *rows])).code == "too_many_rows"


def test_a_sheet_of_very_many_columns_is_refused() -> None:
    told = refused(workbook([HEAD, [*range(61)]]))
    assert told.code == "too_many_columns"
    assert "Row 2 of the sheet has more than 60 columns." in str(told)


def test_an_empty_workbook_is_told() -> None:
    assert refused(workbook([])).code == "empty_file"


def packed(**parts: bytes) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/"), content)
    return kept.getvalue()


def test_a_file_that_unpacks_into_too_much_is_never_unpacked() -> None:
    told = refused(packed(xl__workbook=bytes(10_000_001)))
    assert told.code == "workbook_too_large"
    assert str(told).startswith("Unpacked, this workbook is far too large for an entry list.")
    assert refused(packed(**{f"xl__{n}": b"x" for n in range(501)})).code == "workbook_too_large"


BOMB = b'<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    f'<!ENTITY {chr(97 + n)} "{f"&{chr(96 + n)};" * 10}">'.encode() for n in range(1, 10)
)


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04" + b"x" * 200,
        packed(hello=b"x"),
        packed(xl__workbook=b"<nothing"),
        packed(**{"[Content_Types].xml": BOMB + b"]><w>&j;</w>", "xl__workbook.xml": b"<w/>"}),
        of_case("pairs-8-bad.csv")[:-400],
    ],
)
def test_a_file_that_only_looks_like_a_workbook_is_refused(content: bytes) -> None:
    told = refused(content)
    assert told.code == "no_workbook"
    assert "cannot be opened as an XLSX workbook" in str(told)


GOOD = of_case("pairs-6-excel-ru-cp1251.csv", ";")


@given(st.integers(0, len(GOOD) - 1), st.binary(max_size=40))
def test_a_damaged_workbook_is_read_or_refused(at: int, damage: bytes) -> None:
    try:
        found = read(GOOD[:at] + damage + GOOD[at + len(damage) :])
    except Refused:
        return
    assert found.pairs
