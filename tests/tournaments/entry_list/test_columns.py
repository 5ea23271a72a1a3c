"""The columns of an entry list: in other languages, chosen by hand, and those that may be added."""

from __future__ import annotations

import pytest

from tournaments.entry_list import categories_in, grid_of, read_entry_list, read_grid
from tournaments.entry_list.headings import column_of
from tournaments.entry_list.reading import NO_HEADINGS
from tournaments.entry_list.rows import yes_or_no
from tournaments.refusals import Refused

HEAD = "Player 1,Licence 1,Player 2,Licence 2,Category,Fee,Reserve\n"
PLACES = {"Player 1": 0, "Licence 1": 1, "Player 2": 2, "Licence 2": 3}


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("PLAYER1", "Player 1"),
        ("Player_1:", "Player 1"),
        ("Фамилия", None),
        ("ФИО 2", "Player 2"),
        ("Jugador 1", "Player 1"),
        ("2 Licencia", "Licence 2"),
        ("No.", "No"),
        ("№ п/п", "No"),
        ("Nº", "No"),
        ("País", "Country"),
        ("Категория", "Category"),
        ("Cuota", "Fee paid"),
        ("Резерв", "Reserve"),
        ("", None),
    ],
)
def test_headings_are_understood_in_three_languages(heading: str, column: str | None) -> None:
    assert column_of(heading) == column


def test_a_spanish_file_of_an_old_spreadsheet_is_read() -> None:
    text = "Nº;Jugador 1;Licencia 1;Jugador 2;Licencia 2;País\n1;Peña, José;ESP-1;Núñez, Íñigo;ESP-2;ESP\n"
    found = read_grid(grid_of(text.encode("cp1252")))
    assert [person.name for person in found.pairs[0].players] == ["Peña, José", "Núñez, Íñigo"]
    assert (found.pairs[0].number, found.pairs[0].country, found.faults) == (1, "ESP", [])


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_usual_separator_is_found(separator: str) -> None:
    text = "Player 1,Licence 1,Player 2,Licence 2\nA,L1,B,L2\n".replace(",", separator)
    assert read_entry_list(text).pairs[0].licences == {"L1", "L2"}


def test_categories_fee_and_reserve_are_read() -> None:
    found = read_entry_list(HEAD + 'A,L1,B,L2,"Women, Juniors",yes,\nC,L3,D,L4,women/Women;Seniors,нет,x\n')
    assert [(p.categories, p.fee_paid, p.reserve) for p in found.pairs] == [
        (("Women", "Juniors"), True, False),
        (("women", "Seniors"), False, True),
    ]
    assert found.faults == []


@pytest.mark.parametrize(
    ("text", "tick"),
    [("", False), ("Да", True), ("нет", False), ("500", True), ("0", False), ("0,00", False), ("25,50 €", True),
     ("2026-11-20", True), ("maybe", None), ("-", False), ("+", True), ("sí", True)],
)  # fmt: skip
def test_a_tick_is_a_yes_a_sum_or_a_day(text: str, tick: bool | None) -> None:
    assert yes_or_no(text) is tick


def test_a_tick_that_nobody_understands_is_a_fault_at_its_column() -> None:
    fault = read_entry_list(HEAD + "A,L1,B,L2,,perhaps,\n").faults[0]
    assert (fault.code, fault.columns, fault.line) == ("no_tick", ("Fee paid",), 2)
    assert fault.what == "“perhaps” under Fee paid is neither yes nor no."


def test_a_category_can_be_too_long_and_there_can_be_too_many() -> None:
    names = ";".join(f"c{n}" for n in range(11))
    found = read_entry_list(HEAD + f"A,L1,B,L2,{'x' * 61},,\nC,L3,D,L4,{names},,\n")
    assert [fault.code for fault in found.faults] == ["too_long", "too_many_categories"]


def test_categories_in_a_cell_are_told_apart() -> None:
    assert categories_in(" Women ;women, U-18 | Seniors/") == ("Women", "U-18", "Seniors")


def test_a_list_without_headings_is_read_by_what_a_person_chose() -> None:
    grid = grid_of("Громов Илья;RUS-1;Ветров Пётр;RUS-2;x\nЗимина Вера;RUS-3;Лугова Ольга;RUS-4;y\n".encode())
    with pytest.raises(Refused) as caught:
        read_grid(grid)
    assert caught.value.code == "no_headings"
    found = read_grid(grid, PLACES, NO_HEADINGS)
    assert [(p.line, sorted(p.licences)) for p in found.pairs] == [(1, ["RUS-1", "RUS-2"]), (2, ["RUS-3", "RUS-4"])]
    assert found.faults == []


def test_headings_of_another_language_are_passed_over_when_a_person_says_so() -> None:
    grid = grid_of(b"Spieler;Pass;Partner;Pass\nA;L1;B;L2\n")
    found = read_grid(grid, PLACES, 0)
    assert [pair.line for pair in found.pairs] == [2]
    assert found.headings == ["Spieler", "Pass", "Partner", "Pass"]


def test_a_line_by_which_the_spreadsheet_names_its_separator_is_no_row() -> None:
    assert grid_of(b"sep=;\na;b;c;d\n").records == [(2, ["a", "b", "c", "d"])]
