"""Standings as the regulations count: effectiveness, byes, walkovers, head-to-head, lots; late entries and reserves."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.lots import drawn as lots_drawn
from tests.builders import Event, event
from tests.tournaments.playing import closed, outcome, published
from tournaments.acts.disqualifications import disqualify
from tournaments.acts.results import record_result
from tournaments.models import Game, Regulations, Result, Tournament
from tournaments.reads.standings import Row, Table, standings

pytestmark = pytest.mark.django_db


def regulated(event_: Event, **regulations: Any) -> Table:
    """Give the standings after the last round by these regulations."""
    Regulations.objects.filter(tournament=event_.tournament).update(**regulations)
    return standings(Tournament.objects.get(pk=event_.tournament.pk), 99)


def line(table: Table, number: int) -> Row:
    return next(row for row in table.rows if row.entry.number == number)


def figures(table: Table) -> dict[int, tuple[int, int, int]]:
    """Give wins, effectiveness and points by number."""
    return {row.entry.number: (row.wins, row.effectiveness, row.points) for row in table.rows}


def record(event_: Event, game: Game, a: int, b: int, reason: str = "target") -> None:
    game = Game.objects.select_related("round__tournament").get(pk=game.pk)
    state = outcome(a, b) | {"reason": reason}
    record_result(game, state, source=Result.Source.PROTOCOL, actor=event_.actor("chief_referee"))


def one_game(a: int, b: int, reason: str = "target", rules: dict[str, Any] | None = None) -> Event:
    two = event(pairs=2, rules=rules)
    record(two, published(two).games.get(table=1), a, b, reason)
    return two


def test_points_over_the_target_of_the_game_do_not_count_where_it_is_regulated() -> None:
    two = one_game(231, 120)
    assert figures(regulated(two)) == {1: (1, 111, 231), 2: (0, -111, 120)}
    assert figures(regulated(two, effectiveness="to_target")) == {1: (1, 80, 231), 2: (0, -80, 120)}


def test_the_target_is_that_of_the_rules_the_game_was_played_by() -> None:
    two = one_game(160, 120, rules={"target": 150})
    table = regulated(two, effectiveness="to_target", rules={"target": 300})
    assert figures(table) == {1: (1, 30, 160), 2: (0, -30, 120)}


def test_a_game_that_time_ended_brings_the_plain_difference() -> None:
    two = one_game(154, 94, "time")
    assert figures(regulated(two, effectiveness="to_target")) == {1: (1, 60, 154), 2: (0, -60, 94)}


def test_a_game_of_fixed_deals_has_no_target() -> None:
    two = one_game(431, 120, "deals", rules={"deals": 8})
    assert figures(regulated(two, effectiveness="to_target"))[1] == (1, 311, 431)


def test_the_share_is_in_thousandths_of_all_points_of_the_games() -> None:
    assert figures(regulated(one_game(200, 100), effectiveness="share")) == {1: (1, 666, 200), 2: (0, 333, 100)}


def test_a_bye_counts_half_where_it_is_regulated_and_is_written_in_full() -> None:
    three = event(pairs=3)
    closed(three)
    row = line(regulated(three, bye_counts="half"), 1)
    assert (row.wins, row.effectiveness, row.points) == (1, 100, 200)
    cell = row.cells[0]
    assert cell
    assert (cell.points_for, cell.points_against, cell.counts) == (200, 0, 100)


@pytest.mark.parametrize("reason", ["no_show", "forfeit"])
def test_a_walkover_counts_half_for_the_winner_and_in_full_for_the_offender(reason: str) -> None:
    two = one_game(200, 0, reason)
    assert figures(regulated(two, walkover_counts="half")) == {1: (1, 100, 200), 2: (0, -200, 0)}
    assert figures(regulated(two, walkover_counts="full")) == {1: (1, 200, 200), 2: (0, -200, 0)}


def test_a_game_lost_by_a_penalty_was_played_and_counts_in_full() -> None:
    assert figures(regulated(one_game(200, 0, "penalty"), walkover_counts="half"))[1] == (1, 200, 200)


def test_who_wins_by_the_disqualification_of_another_has_a_walkover() -> None:
    two = one_game(120, 200)
    entry = two.entries()[1]
    disqualify(entry, from_round=1, opponents="walkover", reason="a sign", actor=two.actor("chief_referee"))
    assert figures(regulated(two, walkover_counts="half")) == {1: (1, 100, 200), 2: (0, -200, 0)}


def test_head_to_head_parts_two_that_are_level() -> None:
    four = event(pairs=4)
    closed(four)  # 1 beats 4, 3 beats 2
    closed(four)  # 4 beats 3, 2 beats 1
    closed(four)  # 1 meets 3, 2 meets 4
    table = regulated(four, ranking=["wins", "head_to_head", "points"])
    level = [(row.place, row.entry.number, row.standing.values[:2]) for row in table.rows]
    met = {row.entry.number: {c.opponent.number: c.won for c in row.cells if c and c.opponent} for row in table.rows}
    for one, other in zip(table.rows, table.rows[1:], strict=False):
        same = [row for row in table.rows if row.wins == one.wins]
        if one.wins == other.wins and len(same) == 2:
            assert met[one.entry.number][other.entry.number], level
            reason = table.why(one)[1]
            assert (reason.key, reason.value, reason.decides) == ("head_to_head", 1, True)


def test_lots_of_the_kept_seed_part_those_who_are_level_in_everything() -> None:
    four = event(pairs=4)
    table = regulated(four, ranking=["wins", "lots"], seed=12345)
    assert [row.entry.number for row in table.rows] == lots_drawn(12345, [1, 2, 3, 4])
    assert [row.place for row in table.rows] == [1, 2, 3, 4]
    assert table.seed == 12345
    assert regulated(four, ranking=["wins"]).seed is None


def test_buchholz_adds_up_the_wins_of_the_opponents() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    wins = {row.entry.number: row.wins for row in standings(four.tournament).rows}
    table = regulated(four, ranking=["buchholz"])
    for row in table.rows:
        assert row.standing.values == (sum(wins[c.opponent.number] for c in row.cells if c and c.opponent),)


def test_a_late_entry_scores_nothing_for_the_rounds_it_missed() -> None:
    four = event(pairs=4)
    closed(four)
    late = event(pairs=1).tournament.entries.get()
    late.tournament, late.number, late.from_round, late.pk = four.tournament, 5, 2, None
    late.save()
    row = line(standings(four.tournament), 5)
    assert (row.wins, row.points, row.games, row.cells, row.entry.from_round) == (0, 0, 0, (None,), 2)


def test_a_reserve_that_never_played_is_not_shown() -> None:
    four = event(pairs=4)
    four.tournament.entries.filter(number=4).update(reserve=True)
    assert [row.entry.number for row in standings(four.tournament).rows] == [1, 2, 3]


def test_a_withdrawn_entry_stays_with_its_results_and_so_do_those_it_met() -> None:
    four = event(pairs=4)
    closed(four)
    before = figures(standings(four.tournament))
    four.tournament.entries.filter(number=4).update(withdrawn_at=timezone.now())
    table = standings(four.tournament)
    assert figures(table) == before
    assert [row.entry.number for row in table.rows if row.entry.withdrawn] == [4]


def test_a_key_named_twice_counts_once() -> None:
    assert regulated(event(pairs=2), ranking=["points", "wins", "points"]).ranking == ("points", "wins")


@pytest.mark.parametrize("pairs", [4, 24])
def test_other_regulations_take_no_further_query(pairs: int, django_assert_num_queries: Any) -> None:
    many = event(pairs=pairs)
    closed(many)
    keys = ["wins", "head_to_head", "buchholz", "lots"]
    Regulations.objects.update(effectiveness="to_target", ranking=keys)
    tournament = Tournament.objects.get(pk=many.tournament.pk)
    with django_assert_num_queries(4):
        standings(tournament)
