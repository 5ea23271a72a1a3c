"""Finding people in five scripts, without their accents, and by every number they might know."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import event, pair, player
from tests.tournaments.playing import published
from tournaments.models import Tournament
from tournaments.reads.rounds import tables_of
from tournaments.reads.search import find, find_tables, folded

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Tournament:
    """Make an event of four pairs in four scripts."""
    tournament = event().tournament
    names = [
        ("Ладыгина, Вероника", "Мохов, Арсений"),
        ("Luján, Inés", "Güell, Pau"),
        ("Παππάς, Νίκος", "Λεμονή, Ελένη"),
        ("สมชาย ใจดี", "วิชัย น้ำเพชร"),
    ]
    for number, (first, second) in enumerate(names, start=1):
        latin = "Veronika Ladygina" if number == 1 else ""
        one = player(first, f"LIC-{number}A", latin_name=latin)
        pair(tournament, number * 10, one, player(second, f"LIC-{number}B"))
    return tournament


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("ладыг", 10), ("ЛАДЫГИНА", 10), ("ladyg", 10), ("Мохов Ладыгина", 10), ("lujan", 20), ("LUJÁN", 20),
        ("guell", 20), ("παππας", 30), ("ΠΑΠΠΆΣ", 30), ("สมชาย", 40), ("lic-3b", 30), ("40", 40),
    ],
)  # fmt: skip
def test_people_are_found_in_every_script_and_without_accents(four: Tournament, asked: str, number: int) -> None:
    assert [found.number for found in find(four, asked, [])] == [number]


@pytest.mark.parametrize("asked", ["", "   ", "nobody", "999", "99999999999999999999", "<script>", "%", "_"])
def test_what_is_not_there_is_not_found(four: Tournament, asked: str) -> None:
    assert find(four, asked, []) == []


def test_a_number_is_an_entry_first_and_then_a_table() -> None:
    six = event(pairs=6)
    tables = tables_of(published(six))
    found = find(six.tournament, "2", tables)
    assert [(one.number, one.table and one.table.table) for one in found] == [(2, 2), (5, 2)]


def test_who_is_found_sits_on_its_chairs() -> None:
    six = event(pairs=6)
    found = find(six.tournament, "5", tables_of(published(six)))[0]
    assert found.table
    assert (found.table.table, found.side, found.seats) == (2, "B", ("B1", "B2"))


def test_who_has_the_bye_sits_at_no_table() -> None:
    five = event(pairs=5)
    found = find(five.tournament, "1", tables_of(published(five)))
    bye = next(one for one in found if one.number == 1)
    assert bye.table
    assert bye.table.bye
    assert bye.seats == ("A1", "A2")


def test_at_most_twenty_are_listed() -> None:
    many = event(pairs=60)
    assert len(find(many.tournament, "oak", [])) == 20


def test_the_public_finds_tables_by_name_and_number_but_not_by_licence() -> None:
    six = event(pairs=6)
    tables = tables_of(published(six))
    assert [table.table for table in find_tables(tables, "громов")] == [1]
    assert [table.table for table in find_tables(tables, "4")] == [3]
    assert find_tables(tables, "RUS-1002") == []


def test_searching_takes_one_query(four: Tournament, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        find(four, "ладыгина", [])


def test_folding_takes_case_and_accents_away() -> None:
    assert folded("ЁЛКИН Güell Șerban ΠΑΠΠΆΣ") == "елкин guell serban παππασ"
