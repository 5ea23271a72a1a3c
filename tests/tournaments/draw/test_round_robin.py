"""The Berger tables, against the FIDE handbook (C.05, annex 1) and against what a round robin promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw.round_robin import Round, berger, round_of

FOUR = ["1-4 2-3", "4-3 1-2", "2-4 3-1"]
SIX = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
EIGHT = [
    "1-8 2-7 3-6 4-5",
    "8-5 6-4 7-3 1-2",
    "2-8 3-1 4-7 5-6",
    "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7",
    "8-7 1-6 2-5 3-4",
    "4-8 5-3 6-2 7-1",
]
TEN = [
    "1-10 2-9 3-8 4-7 5-6",
    "10-6 7-5 8-4 9-3 1-2",
    "2-10 3-1 4-9 5-8 6-7",
    "10-7 8-6 9-5 1-4 2-3",
    "3-10 4-2 5-1 6-9 7-8",
    "10-8 9-7 1-6 2-5 3-4",
    "4-10 5-3 6-2 7-1 8-9",
    "10-9 1-8 2-7 3-6 4-5",
    "5-10 6-4 7-3 8-2 9-1",
]


def printed(round_: Round) -> str:
    return " ".join(f"{pairing.a}-{pairing.b}" for pairing in round_.pairings)


@pytest.mark.parametrize("table", [FOUR, SIX, EIGHT, TEN], ids=["4", "6", "8", "10"])
def test_tables_are_those_of_the_handbook(table: list[str]) -> None:
    places = len(table) + 1
    assert [printed(round_) for round_ in berger(places)] == table


def test_an_odd_number_plays_the_next_table_and_its_last_place_is_the_bye() -> None:
    rounds = berger(5)
    assert [printed(round_) for round_ in rounds] == ["2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"]
    assert [round_.bye for round_ in rounds] == [1, 4, 2, 5, 3]


def test_two_places_meet_once() -> None:
    assert berger(2) == (Round(((1, 2),), None),)  # type: ignore[arg-type]


@pytest.mark.parametrize("places", [1, 0, -3])
def test_fewer_than_two_places_are_refused(places: int) -> None:
    with pytest.raises(ValueError, match="two places"):
        berger(places)


@given(st.integers(2, 60))
def test_everybody_meets_everybody_once(places: int) -> None:
    meetings = [frozenset(pairing) for round_ in berger(places) for pairing in round_.pairings]
    assert len(meetings) == len(set(meetings)) == places * (places - 1) // 2


@given(st.integers(2, 60))
def test_nobody_is_twice_in_a_round_and_nobody_is_left_out(places: int) -> None:
    for round_ in berger(places):
        seated = [place for pairing in round_.pairings for place in pairing]
        seated += [round_.bye] if round_.bye else []
        assert sorted(seated) == list(range(1, places + 1))


@given(st.integers(1, 30).map(lambda n: 2 * n + 1))
def test_an_odd_number_has_one_bye_each(places: int) -> None:
    assert sorted(round_.bye or 0 for round_ in berger(places)) == list(range(1, places + 1))


@given(st.integers(2, 60))
def test_sides_are_shared_out_to_within_one(places: int) -> None:
    on_a = [pairing.a for round_ in berger(places) for pairing in round_.pairings]
    on_b = [pairing.b for round_ in berger(places) for pairing in round_.pairings]
    assert all(abs(on_a.count(place) - on_b.count(place)) <= 1 for place in range(1, places + 1))


def test_rounds_past_the_table_repeat_it_with_the_sides_swapped() -> None:
    assert printed(round_of(4, 3)) == "2-4 3-1"
    assert printed(round_of(4, 4)) == "4-1 3-2"
    assert printed(round_of(4, 7)) == "1-4 2-3"
    assert round_of(5, 6).bye == round_of(5, 1).bye == 1


@given(st.integers(2, 30))
def test_a_double_round_robin_gives_everybody_both_sides_of_every_meeting(places: int) -> None:
    table = len(berger(places))
    meetings = [tuple(p) for number in range(1, 2 * table + 1) for p in round_of(places, number).pairings]
    assert len(meetings) == len(set(meetings)) == places * (places - 1)
