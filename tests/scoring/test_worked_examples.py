"""The worked examples of the rule book that concern sport domino, by number."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import replay
from scoring.layout import (
    EMPTY,
    Layout,
    Move,
    fish_moves,
    is_blocked,
    is_fish,
    lay,
    legal_moves,
    read,
    seconds_for_move,
    suit_laid,
)
from scoring.players import makes_good_fish, pressure
from scoring.tiles import ALL_TILES, Tile, first_leader, pips, set_pips, set_size

# The fish of E6: seven twos on the table, 2-4 and 5-2 at the ends.
FISH_OF_TWOS = "2-4 4-1 1-2 2-6 6-0 0-2 2-2 2-3 3-5 5-2"


def tiles_that_fit(layout: Layout) -> set[Tile]:
    rest = [tile for tile in ALL_TILES if tile not in layout.tiles]
    return {move.tile for move in legal_moves(layout, rest)}


def test_e1_a_double_six_set_has_28_tiles() -> None:
    assert set_size(6) == 28 == len(ALL_TILES) == len(set(ALL_TILES))


@pytest.mark.parametrize(("highest", "tiles"), [(9, 55), (12, 91), (15, 136), (18, 190)])
def test_e2_the_size_of_larger_sets(highest: int, tiles: int) -> None:
    assert set_size(highest) == tiles


@pytest.mark.parametrize(("highest", "points"), [(6, 168), (9, 495), (12, 1092), (15, 2040), (18, 3420)])
def test_e3_the_pips_of_a_set(highest: int, points: int) -> None:
    assert set_pips(highest) == points


def test_e3_the_tiles_of_the_set_have_168_pips() -> None:
    assert sum(map(pips, ALL_TILES)) == 168


@pytest.mark.parametrize("suit", range(7))
def test_e4_a_suit_has_seven_tiles_and_eight_halves(suit: int) -> None:
    assert sum(1 for tile in ALL_TILES if suit in tile) == 7
    assert sum(tile.count(suit) for tile in ALL_TILES) == 8
    assert sum(1 for tile in ALL_TILES if tile[0] == tile[1]) == 7


@given(st.integers(0, 10**9))
def test_e5_a_line_of_all_28_tiles_has_the_same_suit_at_both_ends(seed: int) -> None:
    layout = line_of_all_tiles(Random(seed))
    assert layout.tiles == set(ALL_TILES)
    assert layout.ends is not None
    assert layout.ends[0] == layout.ends[1]


def test_e6_seven_twos_on_the_table_with_a_two_at_both_ends_are_a_fish() -> None:
    layout = read(FISH_OF_TWOS)
    assert layout.ends == (2, 2)
    assert suit_laid(layout, 2) == 7
    assert is_fish(layout)
    assert is_blocked(layout, [[tile for tile in ALL_TILES if tile not in layout.tiles]])


def test_e8_threes_at_both_ends_and_all_seven_out_are_a_fish() -> None:
    layout = read("3-0 0-1 1-3 3-3 3-2 2-4 4-3 3-5 5-6 6-3")
    assert is_fish(layout)
    assert not is_fish(Layout(layout.chain[:-1]))


def test_e10_a_six_goes_to_the_lead_six_six_and_a_blank_to_blank_blank() -> None:
    assert tiles_that_fit(read("6-6")) == {(6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5)}
    assert tiles_that_fit(read("0-0")) == {(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)}


def test_e11_two_five_and_four_two_go_to_two_two() -> None:
    assert {(5, 2), (4, 2)} <= tiles_that_fit(read("2-2"))
    assert lay(lay(read("2-2"), Move((5, 2), "right")), Move((4, 2), "left")).ends == (4, 5)


def test_e12_six_two_goes_to_six_five() -> None:
    assert legal_moves(read("6-5"), [(6, 2)]) == [Move((6, 2), "left")]
    assert lay(read("6-5"), Move((6, 2), "left")).ends == (2, 5)


def test_e13_where_halves_add_up_to_six_a_blank_answers_a_six_and_a_one_a_five() -> None:
    line = Layout(((6, 5),), complement=True)
    assert legal_moves(line, [(2, 0), (3, 1), (6, 2), (5, 4)]) == [Move((2, 0), "left"), Move((3, 1), "right")]
    assert lay(lay(line, Move((2, 0), "left")), Move((3, 1), "right")).chain == ((2, 0), (6, 5), (1, 3))


def test_e13_in_sport_domino_halves_are_equal() -> None:
    assert legal_moves(read("6-5"), [(2, 0), (3, 1)]) == []


def test_e47_e48_a_fish_is_good_with_less_than_the_mean_hand() -> None:
    limits = {table: max(own for own in range(60) if makes_good_fish(table, own)) for table in (100, 120, 96)}
    assert limits == {100: 16, 120: 11, 96: 17}


def test_e49_e50_the_strength_of_a_pressure() -> None:
    simple: list[Tile] = [(6, 1), (5, 1), (4, 1), (3, 1)]
    double: list[Tile] = [(1, 1)]
    hands = [simple[:2] + double, simple[:3], simple[:3] + double, simple, simple + double]
    assert [pressure(hand, 1) for hand in hands] == [2.5, 3, 3.5, 4, 4.5]


def test_e51_of_four_equal_or_lighter_tiles_six_two_leads() -> None:
    assert first_leader({"A1": (5, 3), "B1": (4, 4), "A2": (6, 2), "B2": (1, 0)}) == "A2"


@pytest.mark.parametrize(("rules", "points"), [({}, 200), ({"target": 150}, 150), ({"walkover": 120}, 120)])
def test_e52_a_no_show_gives_the_maximum_of_the_regulations(rules: dict[str, int], points: int) -> None:
    lines = [{"kind": "no_show", "side": "A"}]
    state = replay({"format": 1, "rules": rules, "carried": {}, "lines": lines})
    assert (state["winner"], state["score"]) == ("B", {"A": 0, "B": points})


def test_e53_a_single_move_has_5_seconds_several_20_and_a_possible_fish_60() -> None:
    line = read("6-5")
    assert seconds_of(line, [(6, 2), (4, 3)]) == 5
    assert seconds_of(line, [(6, 2), (5, 3)]) == 20
    assert seconds_of(read("4-1 1-2 2-6 6-0 0-2 2-2 2-3 3-5 5-2"), [(4, 2), (6, 6)]) == 60


def seconds_of(layout: Layout, hand: list[Tile]) -> int:
    return seconds_for_move(len(legal_moves(layout, hand)), bool(fish_moves(layout, hand)))


def line_of_all_tiles(rng: Random) -> Layout:
    """Lay all tiles in one line: close rings, and put a ring into another where they meet."""
    rest = list(ALL_TILES)
    rng.shuffle(rest)
    ring: list[int] = []
    while rest:
        at = next((at for at, suit in enumerate(ring) if any(suit in tile for tile in rest)), 0)
        new = _ring(rest, ring[at] if ring else rest[0][0])
        ring[at : at + 1] = new
    layout = EMPTY
    for left, right in pairwise(ring):
        layout = lay(layout, Move((max(left, right), min(left, right)), "right"))
    return layout


def _ring(rest: list[Tile], start: int) -> list[int]:
    ring = [start]
    while tile := next((tile for tile in rest if ring[-1] in tile), None):
        rest.remove(tile)
        ring.append(sum(tile) - ring[-1])
    return ring
