"""Places and the reasons for them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import Played, Standing, Total, add_up, rank, why

RANKING = ["wins", "effectiveness", "points"]


def table(*totals: tuple[int, int, int, int]) -> tuple[Standing, ...]:
    """Rank entries given as (entry, wins, effectiveness, points)."""
    return rank([Total(entry, wins, eff, points) for entry, wins, eff, points in totals], RANKING)


def places(standings: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(standing.place, standing.total.entry) for standing in standings]


def test_games_add_up_to_wins_effectiveness_and_points() -> None:
    rows = [Played(7, True, 204, 96), Played(8, False, 96, 204), Played(7, False, 131, 190), Played(8, True, 190, 131)]
    assert add_up([7, 8], rows) == [Total(7, 1, 49, 335, 2), Total(8, 1, -49, 286, 2)]


def test_a_bye_is_a_win_by_the_walkover_to_nothing() -> None:
    assert add_up([3], [Played(3, True, 200, 0)]) == [Total(3, 1, 200, 200, 1)]


def test_who_has_not_played_stands_with_zeros() -> None:
    assert add_up([1, 2], [Played(1, False, 90, 200)])[1] == Total(2)
    standings = rank(add_up([1, 2], [Played(1, False, 90, 200)]), RANKING)
    assert places(standings) == [(1, 2), (2, 1)]


def test_wins_come_first_then_effectiveness_then_points() -> None:
    standings = table((1, 3, 500, 900), (2, 4, -10, 700), (3, 3, 500, 901), (4, 3, 501, 600))
    assert places(standings) == [(1, 2), (2, 4), (3, 3), (4, 1)]


def test_entries_that_are_level_share_a_place_and_the_next_stays_empty() -> None:
    standings = table((1, 2, 10, 300), (2, 2, 10, 300), (3, 2, 9, 310), (4, 3, 0, 0))
    assert places(standings) == [(1, 4), (2, 1), (2, 2), (4, 3)]


def test_the_order_of_the_keys_is_data() -> None:
    totals = [Total(1, wins=2, effectiveness=0, points=350), Total(2, wins=1, effectiveness=5, points=400)]
    assert places(rank(totals, ["points", "wins"])) == [(1, 2), (2, 1)]
    assert places(rank(totals, ["wins"])) == [(1, 1), (2, 2)]


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        rank([Total(1)], ["wins", "beauty"])


def test_a_provisional_game_makes_the_total_provisional() -> None:
    totals = add_up([1, 2], [Played(1, True, 200, 100, provisional=True), Played(2, False, 100, 200)])
    assert [total.provisional for total in totals] == [True, False]


def test_why_names_the_key_that_decides_and_the_neighbours() -> None:
    standings = table((5, 4, 266, 787), (7, 3, 180, 792), (8, 3, 179, 794), (9, 3, 179, 754), (10, 2, 400, 900))
    reasons = why(standings[2], standings, RANKING)
    assert [reason.key for reason in reasons] == ["wins", "effectiveness", "points"]
    wins, effectiveness, points = reasons
    assert [s.total.entry for s in wins.level] == [7, 9]
    assert wins.above == standings[0]
    assert wins.below == standings[4]
    assert [s.total.entry for s in effectiveness.level] == [9]
    assert effectiveness.above == standings[1]
    assert effectiveness.below is None
    assert points.level == ()
    assert points.above is None
    assert points.below == standings[3]
    assert [reason.decides for reason in reasons] == [False, False, True]


def test_why_stops_at_the_key_that_decides() -> None:
    standings = table((1, 4, 0, 0), (2, 3, 0, 0))
    assert [(r.key, r.value, r.decides) for r in why(standings[0], standings, RANKING)] == [("wins", 4, True)]


def test_why_of_a_shared_place_goes_to_the_last_key_and_none_decides() -> None:
    standings = table((1, 2, 10, 300), (2, 2, 10, 300))
    reasons = why(standings[1], standings, RANKING)
    assert [reason.decides for reason in reasons] == [False, False, False]
    assert reasons[-1].level == (standings[0],)


def test_the_only_entry_of_an_event_needs_no_key() -> None:
    standings = table((1, 0, 0, 0))
    assert [reason.decides for reason in why(standings[0], standings, RANKING)] == [False]


TOTALS = st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5), st.integers(0, 5)), min_size=1, max_size=25).map(
    lambda values: [Total(number, *value) for number, value in enumerate(values, start=1)]
)


@given(TOTALS, st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_the_entries(totals: list[Total], chance: random.Random) -> None:
    shuffled = chance.sample(totals, len(totals))
    assert sorted(places(rank(totals, RANKING))) == sorted(places(rank(shuffled, RANKING)))


@given(TOTALS)
def test_a_place_is_one_more_than_the_number_of_entries_ahead(totals: list[Total]) -> None:
    standings = rank(totals, RANKING)
    for standing in standings:
        assert standing.place == 1 + sum(other.values > standing.values for other in standings)


@given(TOTALS)
def test_the_deciding_key_parts_an_entry_from_all_it_was_level_with(totals: list[Total]) -> None:
    standings = rank(totals, RANKING)
    for standing in standings:
        last = why(standing, standings, RANKING)[-1]
        sharing = [other for other in standings if other.place == standing.place and other is not standing]
        assert list(last.level) == sharing
        assert last.decides == (not sharing and len(standings) > 1)
