"""The results of a round on paper."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.builders import event
from tests.tournaments.playing import accept, closed, published
from tournaments.refusals import Refused
from tournaments.sheets.render import results
from tournaments.sheets.results import draw_results, result_pages
from tournaments.sheets.values import ResultLine, ResultsSheet, Side

from .samples import HEADING, measured, outside, texts

pytestmark = pytest.mark.django_db


def quiet(done: int, of: int) -> None:
    """Take the progress and do nothing with it."""


def line(table: int) -> ResultLine:
    a, b = Side(str(2 * table), f"Pair {2 * table}."), Side(str(2 * table + 1), f"Pair {2 * table + 1}.")
    return ResultLine(table, a, b, 201, 99, "A", "Target reached")


def test_a_round_prints_its_scores_and_how_the_games_ended() -> None:
    five = event(pairs=5)
    closed(five)
    made = results({"round": 1}, five.tournament, quiet)
    (page,) = texts(made.content)
    assert made.title == "Results of round 1"
    assert made.filename.endswith("round-1-results.pdf")
    said = re.sub(r"\s+", "", page)
    for words in ("201:101", "102:202", "Targetreached", "2tables", "bye"):
        assert words in said
    assert "not in yet" not in page


def test_a_game_that_is_not_accepted_has_no_score() -> None:
    four = event(pairs=4)
    round_ = published(four)
    game = round_.games.get(table=2)
    accept(game, 180, 204, four)
    (page,) = texts(results({"round": 1}, four.tournament, quiet).content)
    assert "2 tables, 1 result is not in yet" in page
    assert re.sub(r"\s+", "", page).count("–:–") == 1


@pytest.mark.parametrize("number", [1, 2])
def test_a_round_without_results_is_refused_in_a_sentence(number: int) -> None:
    four = event(pairs=4)
    published(four)
    with pytest.raises(Refused, match="Round 1 has no result yet" if number == 1 else "There is no round 2"):
        results({"round": number}, four.tournament, quiet)


def test_two_hundred_tables_have_their_heading_on_every_page() -> None:
    sheet = ResultsSheet(HEADING, tuple(line(table) for table in range(1, 201)))
    pages = texts(draw_results(sheet, "Results").pdf)
    assert all("How it ended" in page and f"of {len(pages)}" in page for page in pages)
    assert [int(n) for n in re.findall(r"Pair (\d+)\.", " ".join(pages))] == list(range(2, 402))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_longest_names_keep_to_the_paper(language: str) -> None:
    long = Side("12345, 12346", "Wolfeschlegelsteinhausenbergerdorff – " * 4)
    lines = (replace(line(32767), a=long, b=long, ended="Ruling of the chief referee"), ResultLine(None, long, None))
    with override(language):
        assert outside(measured(result_pages(ResultsSheet(replace(HEADING, language=language), lines)))) == []
