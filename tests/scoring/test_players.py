"""Players who lay anything, and players of sense."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scoring.hands import play_deal
from scoring.layout import EMPTY, Move, lay, legal_moves, read
from scoring.players import Memory, Player, View, player_of_sense, random_player, sensible_player
from scoring.seats import SEATS, Seat, next_seat
from scoring.tiles import Tile, parse_tile

from .test_hands import winner_of


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(tile for word in text.split() if (tile := parse_tile(word)))


@pytest.mark.parametrize(("hand", "makes_it"), [("4-2 4-0", True), ("4-2 6-4 6-6 6-5 5-5", False)])
def test_the_sensible_player_makes_a_fish_with_a_light_hand_only(hand: str, makes_it: bool) -> None:
    # Only 4-2 is missing for a fish of twos. With it 54 pips lie, so the mean hand has 28.5 (E47).
    view = view_of("4-1 1-2 2-6 6-0 0-2 2-2 2-3 3-5 5-2", hand)
    move = sensible_player(view, legal_moves(view.layout, view.hand), Random(1))
    assert (move == Move((4, 2), "left")) is makes_it


def view_of(line: str, hand: str) -> View:
    memory, layout = Memory(), EMPTY
    for tile in tiles(line):
        move = Move(tile, "right")
        memory.note_move("B1", move, layout, free=False)
        layout = lay(layout, move)
    return View("A1", tiles(hand), layout, memory)


def choice(line: str, hand: str, **memory: dict[Seat, set[int]]) -> Tile:
    """Return what A1 lays where he knows which suits others lack."""
    lacks = {seat: set[int]() for seat in SEATS} | memory.get("lacks", {})
    view = View("A1", tiles(hand), read(line), Memory(lacks=lacks))
    return sensible_player(view, legal_moves(view.layout, view.hand), Random(1)).tile


def test_who_knows_nothing_lays_the_heavier_tile() -> None:
    assert choice("6-6", "6-3 6-2") == (6, 3)


def test_who_can_make_the_next_opponent_pass_does() -> None:
    assert choice("6-6", "6-3 6-2", lacks={"B1": {6, 2}}) == (6, 2)


def test_who_can_spare_his_partner_a_pass_does() -> None:
    assert choice("6-6", "6-3 6-2", lacks={"A2": {6, 3}}) == (6, 2)


def test_who_passes_shows_that_he_lacks_both_ends() -> None:
    memory = Memory()
    memory.note_pass("B1", read("6-5 5-2"))
    assert memory.lacks == {"A1": set(), "B1": {6, 2}, "A2": set(), "B2": set()}


def test_a_move_out_of_choice_shows_the_suit_it_opens_and_a_forced_one_does_not() -> None:
    memory = Memory()
    memory.note_move("A1", Move((6, 5), "right"), EMPTY, free=True)
    memory.note_move("B1", Move((5, 4), "right"), read("6-5"), free=True)
    memory.note_move("A2", Move((6, 6), "left"), read("6-5 5-4"), free=False)
    assert memory.shown == {
        "A1": [0, 0, 0, 0, 0, 0, 1],
        "B1": [0, 0, 0, 0, 1, 0, 0],
        "A2": [0] * 7,
        "B2": [0] * 7,
    }
    assert memory.laid == [0, 0, 0, 0, 1, 2, 2]
    assert memory.pips_laid == 11 + 9 + 12


def test_full_sense_is_the_sensible_player_and_none_is_the_random_one() -> None:
    hand = tiles("6-5 5-4 3-2 1-1 0-0")
    view, moves = View("A1", hand, EMPTY, Memory()), legal_moves(EMPTY, hand)
    assert {player_of_sense(1)(view, moves, Random(seed)).tile for seed in range(30)} == {(6, 5)}
    assert {player_of_sense(0)(view, moves, Random(seed)).tile for seed in range(30)} == set(hand)


def test_the_partners_suit_is_kept_open_and_the_opponents_is_closed() -> None:
    def opened_by_a1(seat: Seat) -> int:
        memory = Memory()
        memory.shown[seat][5] = 3
        view = View("A1", tiles("6-4 5-4"), read("6-5"), memory)
        (move,) = {sensible_player(view, legal_moves(view.layout, view.hand), Random(seed)) for seed in range(9)}
        return max(half for half in lay(view.layout, move).ends or () if half != 4)

    assert opened_by_a1("A2") == 5  # he covers the six and leaves his partner the five
    assert opened_by_a1("B1") == opened_by_a1("B2") == 6


def games_won(first: Player, second: Player, games: int, seed: int) -> Counter[str]:
    rng, won = Random(seed), Counter[str]()
    players: dict[Seat, Player] = {"A1": first, "B1": second, "A2": first, "B2": second}
    for game in range(games):
        score, leader = Counter[str](), SEATS[game % 4]
        while max(score.values(), default=0) < 200:
            deal = play_deal(rng, leader, players)
            if side := winner_of(deal):
                score[side] += sum(deal.pips_left.values())
            leader = next_seat(leader)
        won[max(score, key=lambda side: score[side])] += 1
    return won


def test_the_sensible_pair_beats_the_random_pair_clearly() -> None:
    assert games_won(sensible_player, random_player, games=200, seed=7)["A"] > 165


def test_more_sense_wins_more_often() -> None:
    assert games_won(player_of_sense(0.7), player_of_sense(0.2), games=200, seed=8)["A"] > 120


def test_pairs_of_equal_sense_win_equally_often() -> None:
    assert 75 < games_won(sensible_player, sensible_player, games=200, seed=9)["A"] < 125


@pytest.mark.parametrize("player", [random_player, sensible_player, player_of_sense(0.5)])
def test_a_player_chooses_one_of_his_moves(player: Player) -> None:
    hand = tiles("6-5 5-4 3-2")
    moves = legal_moves(EMPTY, hand)
    assert {player(View("A1", hand, EMPTY, Memory()), moves, Random(seed)) for seed in range(50)} <= set(moves)
