"""Entry against entry on paper, however many entries there are."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.builders import Event, event
from tests.tournaments.playing import closed
from tournaments.models import Category, Regulations, Tournament
from tournaments.refusals import Refused
from tournaments.sheets.cross import GAME, cross_pages, draw_cross, strips
from tournaments.sheets.render import RenderedSheet, cross_table
from tournaments.sheets.values import RoundCell, StandingRow, StandingsSheet

from .samples import HEADING, measured, outside, texts

pytestmark = pytest.mark.django_db

SCORE = r"\d{3}:\d{3}"  # no time of the day is written so


def games(own: int, other: int, times: int) -> tuple[RoundCell, ...] | None:
    """Let the entry that stands higher win each meeting by 200 to 100 and a bit."""
    if own == other:
        return None
    score = (200, 100 + other) if own < other else (100 + own, 200)
    return tuple(RoundCell(str(other), *score, won=own < other) for _time in range(times))


def sheet(entries: int, times: int = 1, language: str = "en") -> StandingsSheet:
    numbers = range(1, entries + 1)
    rows = tuple(
        StandingRow(
            number, number, f"Pair {number}", "Club", "SWE", 1000 + entries - number, 40 - number, 160 * entries,
            losses=2000 + number, meetings=tuple(games(number, other, times) for other in numbers),
        )
        for number in numbers
    )  # fmt: skip
    heading = replace(HEADING, round_number=entries - 1, rounds=entries - 1, language=language)
    return StandingsSheet(heading, rows, "wins, effectiveness, points", counted="Effectiveness: a difference.")


def printed(made: Event, **params: object) -> RenderedSheet:
    return cross_table(dict(params), Tournament.objects.get(pk=made.tournament.pk), lambda done, of: None)


def flat(page: str) -> str:
    return re.sub(r"\s+", " ", page)


def test_sixteen_entries_stand_on_one_page_with_all_their_games() -> None:
    (page,) = texts(draw_cross(sheet(16), "Table").pdf)
    assert "Everybody against everybody after round 15" in page
    assert len(re.findall(SCORE, page)) - 16 * 15 == 0
    assert "200:116" in page
    assert "116:200" in page
    for words in ("Wins", "Lost", "1015", "2001", "Effectiveness: a difference."):
        assert words in page


@pytest.mark.parametrize("entries", [2, 16, 17, 18, 40, 41, 42, 100, 211])
def test_each_entry_has_one_column_wide_enough_to_be_read(entries: int) -> None:
    cut = strips(entries)
    assert [column for strip in cut for column in strip.columns] == list(range(entries))
    assert all(strip.game >= GAME[0] for strip in cut)
    assert [strip.last for strip in cut] == [False] * (len(cut) - 1) + [True]


def test_forty_entries_take_two_pages_beside_each_other() -> None:
    pages = texts(draw_cross(sheet(40), "Table").pdf)
    assert len(pages) == 6
    assert sum(len(re.findall(SCORE, page)) for page in pages) == 40 * 39
    assert "against entries 1 to 22" in flat(pages[0])
    assert "against entries 23 to 40" in flat(pages[1])
    assert ["1039" in page for page in pages[:2]] == [False, True]  # the wins of the first stand after the last game
    beside = [[int(number) for number in re.findall(r"Pair (\d+)", page)] for page in pages]
    assert beside[0] == beside[1] != beside[2]


def test_a_hundred_entries_are_all_there() -> None:
    pages = texts(draw_cross(sheet(100), "Table").pdf)
    assert sum(len(re.findall(SCORE, page)) for page in pages) == 100 * 99
    assert all(f"Page {number} of {len(pages)}" in page for number, page in enumerate(pages, start=1))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_leaves_the_paper(language: str) -> None:
    long = sheet(40, times=2, language=language)
    rows = tuple(replace(row, name="Wolfeschlegelsteinhausenbergerdorff – " * 3, provisional=True) for row in long.rows)
    with override(language):
        assert outside(measured(cross_pages(replace(long, rows=rows)), landscape=True)) == []


def test_both_meetings_of_a_double_round_robin_stand_in_one_cell() -> None:
    four = event(pairs=2)
    Regulations.objects.update(system="double_round_robin")
    closed(four)
    closed(four)
    (page,) = texts(printed(four).content)
    assert len(re.findall(SCORE, page)) == 4


def test_the_records_of_an_event_make_the_table() -> None:
    four = event(pairs=4)
    for _round in range(3):
        closed(four)
    told: list[tuple[int, int]] = []
    made = cross_table({}, four.tournament, lambda done, of: told.append((done, of)))
    (page,) = texts(made.content)
    assert made.title == "Everybody against everybody after round 3"
    assert made.filename.endswith("round-3-cross-table.pdf")
    assert len(re.findall(SCORE, page)) == 12
    assert "Effectiveness: points scored minus points against." in flat(page)
    assert told == [(1, 1)]


def test_a_category_stands_against_itself_alone() -> None:
    four = event(pairs=4)
    women = Category.objects.create(tournament=four.tournament, code="women", name="Women")
    women.entries.add(*four.tournament.entries.filter(number__in=[2, 4]))
    for _round in range(3):
        closed(four)
    made = printed(four, category="women")
    assert made.title == "Everybody against everybody after round 3: Women"
    assert len(re.findall(SCORE, texts(made.content)[0])) == 2


def test_where_not_everybody_meets_everybody_the_table_is_refused_with_what_to_print() -> None:
    four = event(pairs=4)
    Regulations.objects.update(system="swiss")
    closed(four)
    with pytest.raises(Refused, match="Print the standings instead"):
        printed(four)


def test_one_entry_makes_no_table() -> None:
    with pytest.raises(Refused, match="needs two entries or more"):
        printed(event(pairs=1))
