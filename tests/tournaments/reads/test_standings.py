"""Standings from the rows of results: what a pair is credited with, after any round, in few queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.builders import Event, event
from tests.tournaments.playing import accept, closed, published
from tournaments.acts import draws
from tournaments.models import Game, Regulations, Result, Round, Tournament
from tournaments.reads.standings import Row, Table, standings

pytestmark = pytest.mark.django_db


def lines(table: Table) -> list[tuple[int | None, int, int, int, int]]:
    """List place, number, wins, effectiveness and points."""
    return [(row.place, row.entry.number, row.wins, row.effectiveness, row.points) for row in table.rows]


def line(table: Table, number: int) -> Row:
    return next(row for row in table.rows if row.entry.number == number)


def game_at(round_: Round, table: int) -> Game:
    return round_.games.select_related("round__tournament").get(table=table)


def fresh(event_: Event) -> Tournament:
    return Tournament.objects.get(pk=event_.tournament.pk)


def test_before_the_first_round_everybody_shares_the_first_place() -> None:
    assert lines(standings(event(pairs=2).tournament)) == [(1, 1, 0, 0, 0), (1, 2, 0, 0, 0)]


def test_wins_then_effectiveness_then_points_decide() -> None:
    four = event(pairs=4)
    closed(four)  # 1 beats 4 by 201:101, 3 beats 2 by 202:102
    closed(four)  # 4 beats 3 by 201:101, 2 beats 1 by 202:102
    table = standings(four.tournament)
    assert table.after == 2
    assert lines(table) == [(1, 2, 1, 0, 304), (2, 1, 1, 0, 303), (2, 3, 1, 0, 303), (4, 4, 1, 0, 302)]


def test_standings_are_given_after_any_round() -> None:
    four = event(pairs=4)
    for _round in range(3):
        closed(four)
    first = standings(four.tournament, after_round=1)
    assert lines(first) == [(1, 3, 1, 100, 202), (2, 1, 1, 100, 201), (3, 2, 0, -100, 102), (4, 4, 0, -100, 101)]
    assert [len(row.cells) for row in first.rows] == [1, 1, 1, 1]
    assert standings(four.tournament, after_round=0).after == 0
    assert standings(four.tournament, after_round=99).after == 3


def test_the_running_round_counts_only_when_it_is_asked_for() -> None:
    four = event(pairs=4)
    closed(four)
    second = published(four)
    accept(game_at(second, 1), 250, 50, four)
    assert standings(four.tournament).after == 1
    running = standings(four.tournament, after_round=2)
    assert lines(running)[0] == (1, 4, 1, 100, 351)
    assert (running.complete, running.provisional) == (False, True)


def test_a_drawn_round_is_nobodys_business() -> None:
    four = event(pairs=4)
    closed(four)
    draws.draw_round(four.tournament, actor=four.actor())
    table = standings(four.tournament, after_round=2)
    assert (table.after, [round_.number for round_ in table.rounds]) == (1, [1])


def test_cells_tell_the_opponent_the_side_and_the_bye() -> None:
    three = event(pairs=3)
    closed(three)  # 2 meets 3 at table 1, 1 has the bye
    told = {}
    for row in standings(three.tournament).rows:
        cell = row.cells[0]
        assert cell
        opponent = cell.opponent.number if cell.opponent else None
        told[row.entry.number] = (cell.won, cell.points_for, cell.points_against, cell.side, opponent, cell.reason)
    assert told == {
        1: (True, 200, 0, "A", None, "bye"),
        2: (True, 201, 101, "A", 3, "target"),
        3: (False, 101, 201, "B", 2, "target"),
    }


def test_a_bye_is_a_win_by_the_walkover_to_nothing() -> None:
    three = event(pairs=3)
    closed(three)
    row = line(standings(three.tournament), 1)
    assert (row.wins, row.effectiveness, row.points) == (1, 200, 200)


def test_what_a_person_alone_was_fined_is_taken_from_the_pair() -> None:
    two = event(pairs=2)
    round_ = published(two)
    accept(game_at(round_, 1), 210, 120, two, A1={"points_for": 185, "fines": 25}, A2={"points_for": 200, "fines": 10})
    table = standings(two.tournament, after_round=1)
    assert [(r.points, r.effectiveness) for r in (line(table, 1), line(table, 2))] == [(175, 55), (120, -90)]


def test_fines_of_the_whole_side_are_in_its_score_already() -> None:
    two = event(pairs=2)
    accept(game_at(published(two), 1), 185, 200, two, A1={"fines": 25})
    assert line(standings(two.tournament, after_round=1), 1).points == 185


def test_a_pair_whose_one_partner_was_absent_has_lost_though_the_other_is_credited() -> None:
    two = event(pairs=2)
    excused = {"won": True, "points_for": 200, "points_against": 0}
    accept(game_at(published(two), 1), 0, 200, two, A2=excused)
    row = line(standings(two.tournament, after_round=1), 1)
    assert (row.wins, row.points, row.effectiveness) == (0, 0, -200)


def test_a_provisional_result_marks_its_two_entries_and_the_table() -> None:
    four = event(pairs=4)
    round_ = closed(four)
    assert not standings(four.tournament).provisional
    Result.objects.filter(game__round=round_, game__table=1).update(provisional=True)
    table = standings(four.tournament)
    assert {row.entry.number for row in table.rows if row.provisional} == {1, 4}
    assert table.provisional


def test_moves_are_told_from_the_second_round_on() -> None:
    four = event(pairs=4)
    closed(four)
    assert [row.moved for row in standings(four.tournament).rows] == [None] * 4
    closed(four)
    assert {row.entry.number: row.moved for row in standings(four.tournament).rows} == {2: 2, 1: 0, 3: -1, 4: 0}


def test_who_withdrew_stays_with_what_was_played_and_who_never_played_is_gone() -> None:
    four = event(pairs=4)
    closed(four)
    four.tournament.entries.filter(number=2).update(withdrawn_at=timezone.now())
    table = standings(four.tournament)
    assert line(table, 2).entry.withdrawn
    assert len(table.rows) == 4
    never = event(pairs=3)
    never.tournament.entries.filter(number=3).update(withdrawn_at=timezone.now())
    assert len(standings(never.tournament).rows) == 2


def test_the_ranking_of_the_regulations_is_followed_and_unknown_keys_are_passed_over() -> None:
    four = event(pairs=4)
    closed(four)
    Regulations.objects.update(ranking=["points", "beauty"])
    assert [row.entry.number for row in standings(fresh(four)).rows] == [3, 1, 2, 4]
    assert standings(fresh(four)).ranking == ("points",)
    Regulations.objects.update(ranking=[])
    assert standings(fresh(four)).ranking == ("wins", "effectiveness", "points")


def test_why_goes_down_to_the_key_that_decides() -> None:
    four = event(pairs=4)
    closed(four)
    table = standings(four.tournament)
    reasons = table.why(line(table, 1))
    assert [(reason.key, reason.value, reason.decides) for reason in reasons] == [
        ("wins", 1, False), ("effectiveness", 100, False), ("points", 201, True),
    ]  # fmt: skip


@pytest.mark.parametrize("pairs", [4, 24])
def test_standings_take_four_queries_however_many_entries(pairs: int, django_assert_num_queries: Any) -> None:
    many = event(pairs=pairs)
    for _round in range(3):
        closed(many)
    tournament = fresh(many)
    with django_assert_num_queries(4):  # rounds, entries, results, regulations
        standings(tournament)
