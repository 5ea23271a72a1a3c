"""The line on the table, its ends, and the fish."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.layout import (
    EMPTY,
    Layout,
    Move,
    fish_moves,
    has_move,
    is_blocked,
    is_fish,
    lay,
    legal_moves,
    read,
    seconds_for_move,
    suit_laid,
    write,
)
from scoring.tiles import ALL_TILES, Tile

# Six tiles of suit 2 without the double: both ends are 2.
TWOS_WITHOUT_THE_DOUBLE = "2-4 4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2"


def test_any_tile_leads() -> None:
    assert legal_moves(EMPTY, ALL_TILES) == [Move(tile, "right") for tile in ALL_TILES]
    assert EMPTY.ends is None


def test_a_tile_is_turned_so_that_equal_halves_touch() -> None:
    layout = lay(lay(lay(EMPTY, Move((6, 5), "right")), Move((6, 2), "left")), Move((5, 3), "right"))
    assert layout.chain == ((2, 6), (6, 5), (5, 3))
    assert layout.ends == (2, 3)


def test_a_tile_that_fits_both_ends_is_two_moves() -> None:
    assert legal_moves(read("6-4"), [(6, 4), (3, 1)]) == [Move((6, 4), "left"), Move((6, 4), "right")]


def test_a_tile_at_equal_ends_is_one_move() -> None:
    assert legal_moves(read("6-6"), [(6, 4)]) == [Move((6, 4), "left")]


def test_a_tile_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="4-3 does not fit: a 6 is needed"):
        lay(read("6-5"), Move((4, 3), "left"))


@pytest.mark.parametrize("line", ["6-6", "4-6 6-6"])
def test_a_tile_is_laid_once(line: str) -> None:
    with pytest.raises(ValueError, match="6-6 is already on the table"):
        lay(read(line), Move((6, 6), "right" if line == "6-6" else "left"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("6-7", "no tile"), ("6-5 4-3", "does not fit"), ("6-5 2-5", "wrong way round"), ("6-5 5-6", "already")],
)
def test_a_line_that_cannot_lie_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(text)


def test_the_sixth_tile_of_a_suit_with_the_double_still_held_is_no_fish_yet() -> None:
    layout = read(TWOS_WITHOUT_THE_DOUBLE)  # A4
    assert layout.ends == (2, 2)
    assert not is_fish(layout)
    assert not is_blocked(layout, [[(5, 5)], [(2, 2), (6, 5)], [(4, 3)], [(1, 1)]])
    assert is_fish(lay(layout, Move((2, 2), "left")))


def test_laying_the_sixth_tile_of_a_suit_at_equal_ends_counts_as_making_a_fish() -> None:
    before = read("4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2")  # A14
    assert fish_moves(before, [(4, 2), (2, 2)]) == [Move((4, 2), "left")]
    assert fish_moves(before, [(6, 4), (2, 2)]) == []


def test_laying_the_double_last_makes_a_fish() -> None:
    assert fish_moves(read(TWOS_WITHOUT_THE_DOUBLE), [(2, 2), (6, 5)]) == [Move((2, 2), "left")]


def test_a_player_with_one_tile_makes_no_fish() -> None:
    assert fish_moves(read(TWOS_WITHOUT_THE_DOUBLE), [(2, 2)]) == []


def test_a_block_with_different_ends_is_seen_where_a_tile_is_out_of_reach() -> None:
    layout = read("6-0 0-2")  # 0.3: so equal ends cannot be the test
    assert is_blocked(layout, [[(5, 5)], [(4, 3)]])
    assert not is_fish(layout)


def test_nothing_is_blocked_before_the_lead() -> None:
    assert not is_fish(EMPTY)
    assert has_move(EMPTY, [(0, 0)])
    assert not has_move(EMPTY, [])


def test_a_pass_has_the_time_of_a_single_move() -> None:
    assert seconds_for_move(legal_moves=0, can_make_fish=False) == 5  # A13


def _played_line(seed: int) -> list[Layout]:
    rng, layout, rest = Random(seed), EMPTY, list(ALL_TILES)
    layouts = []
    while moves := legal_moves(layout, rest):
        move = rng.choice(moves)
        layout = lay(layout, move)
        rest.remove(move.tile)
        layouts.append(layout)
    return layouts


@given(st.integers(0, 10**9))
def test_a_line_is_read_back_as_it_was_written(seed: int) -> None:
    for layout in _played_line(seed):
        assert read(write(layout)) == layout


@given(st.integers(0, 10**9))
def test_a_line_that_nothing_can_continue_ends_in_one_suit_that_lies_complete(seed: int) -> None:
    *before, last = _played_line(seed)
    left, right = last.ends or (None, None)
    assert left is not None
    assert left == right
    assert suit_laid(last, left) == 7
    assert is_fish(last)
    assert not any(is_fish(layout) for layout in before)


@given(st.integers(0, 10**9))
def test_a_fish_move_leads_to_a_fish_or_leaves_the_double_alone(seed: int) -> None:
    for layout in _played_line(seed)[:-1]:
        rest = [tile for tile in ALL_TILES if tile not in layout.tiles]
        making = fish_moves(layout, rest)
        for move in legal_moves(layout, rest) if len(rest) > 1 else []:
            fitting = _fitting(lay(layout, move), [tile for tile in rest if tile != move.tile])
            assert (move in making) == (not fitting or fitting == [(fitting[0][0], fitting[0][0])])


def _fitting(layout: Layout, hand: list[Tile]) -> list[Tile]:
    return list(dict.fromkeys(move.tile for move in legal_moves(layout, hand)))
