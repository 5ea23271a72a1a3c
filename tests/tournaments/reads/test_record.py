"""The deals of a game as pages list them: with the fines where they fell, as a protocol has them."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referees.written import written_of
from scoring.games import Record, open_envelope
from tests.scoring.logs import Line, penalty, points, ruling, start, void
from tests.scoring.test_properties import Game, games
from tournaments.reads.record import Deal, Fine, rows_of
from tournaments.sheets.values import DealRow, PenaltyRow

ONCE = {"touched_tile": [25], "false_pass": [50], "talking": ["warning", 25]}


def folded(*lines: Line, **rules: Any) -> Record:
    record, _lines = open_envelope({"format": 1, "rules": rules, "lines": []})
    for line in lines:
        record.add(line)
    return record


def told(*lines: Line, **rules: Any) -> list[tuple[Any, ...]]:
    """List the rows: number and words, what each side got, the score after it."""
    record = folded(*lines, tariff=ONCE, **rules)
    return [
        (
            row.number if isinstance(row, Deal) else f"{row.place} {row.breach}: {row.words}",
            row.points_a or None,
            row.points_b or None,
            (row.total_a, row.total_b),
        )
        for row in rows_of(record.state(), record.rules.fines_to)
    ]


def test_a_fine_stands_before_the_deal_during_which_it_fell() -> None:
    assert told(start(), points("A", 37), penalty("touched_tile", "A2"), points("B", 50)) == [
        (1, 37, None, (37, 0)),
        ("A2 Touched tile: fine of 25", None, 25, (37, 25)),
        (2, None, 50, (37, 75)),
    ]


def test_a_fine_before_the_first_deal_and_one_after_the_last_stand_there() -> None:
    fine = penalty("touched_tile", "B")
    assert told(start(), fine, points("A", 37), fine) == [
        ("B Touched tile: fine of 25", 25, None, (25, 0)),
        (1, 37, None, (62, 0)),
        ("B Touched tile: fine of 25", 25, None, (87, 0)),
    ]
    assert told(fine) == [("B Touched tile: fine of 25", 25, None, (25, 0))]


def test_a_fine_that_is_taken_from_the_offender_is_less_and_has_its_card() -> None:
    lines = [start(), points("A", 40), penalty("other", "A1", sanction={"points": 25, "card": "yellow"})]
    assert told(*lines, points("B", 10), fines_to="offender") == [
        (1, 40, None, (40, 0)),
        ("A1 Other: fine of 25, yellow card", -25, None, (15, 0)),
        (2, None, 10, (15, 10)),
    ]


def test_a_false_pass_is_a_fine_and_the_deal_it_ended() -> None:
    assert told(start(), penalty("false_pass", "A1"), points("A", 9)) == [
        ("A1 False pass: fine of 50", None, 50, (0, 50)),
        (1, None, None, (0, 50)),
        (2, 9, None, (9, 50)),
    ]


def test_a_warning_and_a_fine_of_the_persons_own_points_move_no_score_and_are_no_row() -> None:
    assert told(start(), penalty("talking", "A1"), points("A", 9)) == [(1, 9, None, (9, 0))]
    own = [start(), points("A", 40), penalty("touched_tile", "A1"), penalty("touched_tile", "A"), points("B", 1)]
    assert told(*own, fines_to="person") == [
        (1, 40, None, (40, 0)),
        ("A Touched tile: fine of 25", -25, None, (15, 0)),
        (2, None, 1, (15, 1)),
    ]


def test_the_fines_of_a_game_that_was_annulled_come_before_its_new_deals() -> None:
    lines = [start(), points("A", 40), penalty("touched_tile", "A1"), void("game"), points("B", 7)]
    assert told(*lines) == [("A1 Touched tile: fine of 25", None, 25, (0, 25)), (1, None, 7, (0, 32))]


def test_a_ruling_leaves_the_deals_and_the_fines_as_they_were_played() -> None:
    lines = [start(), points("A", 40), penalty("touched_tile", "A1"), ruling(0, 100, "B")]
    assert told(*lines) == [(1, 40, None, (40, 0)), ("A1 Touched tile: fine of 25", None, 25, (40, 25))]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["opponents", "offender", "person"]).flatmap(lambda fines_to: games(fines_to=fines_to)))
def test_pages_list_the_deals_and_the_fines_in_the_order_and_with_the_score_of_the_protocol(game: Game) -> None:
    record, lines = open_envelope(game.envelope(game.lines))
    for line in lines:
        record.add(line)
    shown = [_figures(row) for row in rows_of(record.state(), record.rules.fines_to)]
    assert shown == [_figures(row) for row in written_of(record).rows if _moves_or_counts(row)]


def _figures(row: Deal | Fine | DealRow | PenaltyRow) -> tuple[Any, ...]:
    number = row.number if isinstance(row, Deal | DealRow) else None
    return number, row.points_a or None, row.points_b or None, row.total_a, row.total_b


def _moves_or_counts(row: DealRow | PenaltyRow) -> bool:
    """Leave out deals that were annulled, and penalties that moved no score."""
    if isinstance(row, DealRow):
        return row.number is not None
    return bool(row.points_a or row.points_b)
