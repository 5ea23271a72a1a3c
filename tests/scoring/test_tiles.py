"""The set, its pips, and the draw for the first lead."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seats import SEATS, next_seat, other_side, partner_of, seats_of, side_of
from scoring.tiles import ALL_TILES, TILE_BY_TEXT, TILE_PIPS, Tile, first_leader, name, parse_tile, pips

tiles = st.sampled_from(ALL_TILES)


def test_both_ways_of_writing_a_tile_mean_the_same_tile() -> None:
    assert parse_tile("6-4") == parse_tile("4-6") == (6, 4)
    assert len(TILE_BY_TEXT) == 28 + 21


@pytest.mark.parametrize(
    "text", ["", "6", "64", "6-", "-6", "7-0", "6-7", "6--4", "6-4 ", " 6-4", "06-4", "6 4", "-1-2"]
)
def test_what_is_no_tile_is_not_read(text: str) -> None:
    assert parse_tile(text) is None


@given(tiles)
def test_a_tile_is_read_back_as_it_was_written(tile: Tile) -> None:
    assert parse_tile(name(tile)) == tile
    assert TILE_PIPS[name(tile)] == pips(tile) == tile[0] + tile[1]


def test_the_tile_with_most_pips_leads() -> None:
    assert first_leader({"A1": (1, 0), "B1": (5, 5), "A2": (6, 3), "B2": (2, 2)}) == "B1"


def test_a_tile_may_be_drawn_either_way_up() -> None:
    assert first_leader({"A1": (1, 0), "B1": (0, 2), "A2": (3, 6), "B2": (2, 2)}) == "A2"


@given(st.lists(tiles, min_size=4, max_size=4, unique=True))
def test_the_leader_is_the_same_tile_whoever_draws_it(drawn: list[Tile]) -> None:
    leading = {order[SEATS.index(first_leader(dict(zip(SEATS, order, strict=True))))] for order in permutations(drawn)}
    assert len(leading) == 1
    assert pips(leading.pop()) == max(map(pips, drawn))


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        ({"A1": (6, 2), "B1": (2, 6), "A2": (4, 4), "B2": (1, 0)}, "same tile"),
        ({"A1": (6, 2), "B1": (5, 3), "A2": (4, 4)}, "four seats"),
        ({"A1": (6, 2), "B1": (5, 3), "A2": (4, 4), "C1": (1, 0)}, "four seats"),
        ({"A1": (7, 2), "B1": (5, 3), "A2": (4, 4), "B2": (1, 0)}, "7-2 is no tile"),
    ],
)
def test_a_wrong_draw_for_the_lead_is_refused(drawn: dict[str, Tile], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        first_leader(drawn)


def test_play_goes_round_the_table_and_alternates_the_sides() -> None:
    assert [next_seat(seat) for seat in SEATS] == ["B1", "A2", "B2", "A1"]
    assert [side_of(seat) for seat in SEATS] == ["A", "B", "A", "B"]
    assert [partner_of(seat) for seat in SEATS] == ["A2", "B2", "A1", "B1"]
    assert (other_side("A"), other_side("B")) == ("B", "A")
    assert seats_of("A") + seats_of("B") == ("A1", "A2", "B1", "B2")
