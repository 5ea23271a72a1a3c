"""Deals played with four hands: always legal, and as the rule book derives."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.deals import count_hands, worth_of_deal
from scoring.hands import PlayedDeal, play_deal, play_hands
from scoring.layout import EMPTY, Move, is_blocked, is_fish, lay, legal_moves, suit_laid
from scoring.log import Deal
from scoring.players import (
    SENSIBLE,
    Player,
    View,
    player_of_sense,
    random_player,
)
from scoring.rules import Rules
from scoring.seats import SEATS, Seat, next_seat, other_side, seats_of, side_of
from scoring.tiles import ALL_TILES, name

seeds = st.integers(0, 10**9)
leaders = st.sampled_from(SEATS)
tables = st.sampled_from([SENSIBLE, dict.fromkeys(SEATS, random_player), dict.fromkeys(SEATS, player_of_sense(0.5))])
deals = st.builds(lambda seed, leader, players: play_deal(Random(seed), leader, players), seeds, leaders, tables)


def first_fish(players: dict[Seat, Player]) -> PlayedDeal:
    return next(deal for seed in range(1000) if (deal := play_deal(Random(seed), "A1", players)).ending == "fish")


@given(deals)
def test_every_tile_is_dealt_once_and_stays_in_sight(deal: PlayedDeal) -> None:
    assert sorted(tile for hand in deal.dealt.values() for tile in hand) == sorted(ALL_TILES)
    assert [len(hand) for hand in deal.dealt.values()] == [7, 7, 7, 7]
    left = [tile for hand in deal.left.values() for tile in hand]
    assert sorted([*left, *deal.layout.tiles]) == sorted(ALL_TILES)


@given(deals)
def test_every_move_is_legal_and_a_pass_is_forced(deal: PlayedDeal) -> None:
    layout, seat = EMPTY, deal.leader
    for at, turn in enumerate(deal.turns):
        assert turn.seat == seat
        moves = legal_moves(layout, deal.hands_after(at)[seat])
        assert turn.move in moves if turn.move else moves == []
        layout = lay(layout, turn.move) if turn.move else layout
        seat = next_seat(seat)
    assert layout == deal.layout


@given(deals)
def test_a_deal_ends_at_once_when_somebody_is_out_or_nobody_can_go_on(deal: PlayedDeal) -> None:
    layout = EMPTY
    for at, turn in enumerate(deal.turns, start=1):
        layout = lay(layout, turn.move) if turn.move else layout
        hands = deal.hands_after(at)
        over = not all(hands.values()) or is_blocked(layout, hands.values())
        assert over == (at == len(deal.turns))


@given(deals)
def test_the_player_who_goes_out_has_laid_seven_tiles_and_made_the_last_move(deal: PlayedDeal) -> None:
    assert deal.by == deal.turns[-1].seat
    assert deal.turns[-1].move is not None
    assert (deal.left[deal.by] == ()) == (deal.ending == "out")
    assert sum(1 for hand in deal.left.values() if not hand) == (1 if deal.ending == "out" else 0)


@given(seeds, leaders)
def test_a_fish_leaves_an_even_number_of_pips_and_its_suit_complete_at_both_ends(seed: int, leader: Seat) -> None:
    rng = Random(seed)
    deal = next(deal for deal in iter(lambda: play_deal(rng, leader), None) if deal.ending == "fish")
    assert sum(deal.pips_left.values()) % 2 == 0
    left, right = deal.layout.ends or (-1, -2)
    assert left == right
    assert suit_laid(deal.layout, left) == 7
    assert is_fish(deal.layout)


def test_the_pips_left_are_counted_for_each_hand() -> None:
    deal = first_fish(dict.fromkeys(SEATS, random_player))
    by_hand = {seat: sum(sum(tile) for tile in deal.left[seat]) for seat in SEATS}
    assert deal.pips_left == by_hand
    assert sum(by_hand.values()) + sum(map(sum, deal.layout.chain)) == 168


@given(seeds, leaders)
def test_the_same_seed_plays_the_same_deal(seed: int, leader: Seat) -> None:
    assert play_deal(Random(seed), leader) == play_deal(Random(seed), leader)


def test_another_seed_plays_another_deal() -> None:
    assert len({play_deal(Random(seed), "A1").turns for seed in range(50)}) == 50


def test_given_hands_are_played_as_they_were_dealt() -> None:
    rest, tiles = [tile for tile in ALL_TILES if 6 not in tile], [(6, low) for low in range(6, -1, -1)]
    dealt = {"A1": tiles, "B1": rest[:7], "A2": rest[7:14], "B2": rest[14:]}
    known: list[dict[Seat, set[int]]] = []

    def first_tile(view: View, moves: Sequence[Move], rng: Random) -> Move:
        known.append({seat: set(suits) for seat, suits in view.memory.lacks.items()})
        return moves[0]

    deal = play_hands(Random(1), "A1", dealt, dict(SENSIBLE) | {"A1": first_tile})
    assert deal.dealt == {seat: tuple(hand) for seat, hand in dealt.items()}
    # Nobody else has a six, so all three pass on the double.
    assert [(turn.seat, turn.move and turn.move.tile) for turn in deal.turns[:4]] == [
        ("A1", (6, 6)),
        ("B1", None),
        ("A2", None),
        ("B2", None),
    ]
    assert known[:2] == [{seat: set() for seat in SEATS}, {"A1": set(), "B1": {6}, "A2": {6}, "B2": {6}}]


@given(deals, st.sampled_from(["all", "opponents", "difference"]))
def test_what_a_deal_is_worth_agrees_with_the_rules(deal: PlayedDeal, scoring: str) -> None:
    worth = worth_of_deal(Deal(deal.ending, deal.by, hands=deal.pips_left), deal.leader, Rules(scoring=scoring))
    assert (worth.side, worth.points) == worth_by_hand(deal, scoring)
    assert worth.level == (deal.ending == "fish" and pips_of(deal, "A") == pips_of(deal, "B"))


def worth_by_hand(deal: PlayedDeal, scoring: str) -> tuple[str | None, int]:
    """Count the pips of the tiles that are left, the long way (S9-S12, A2)."""
    a, b = pips_of(deal, "A"), pips_of(deal, "B")
    side = winner_of(deal) or None
    if side is None or scoring == "all":
        return side, a + b
    if scoring == "opponents":
        return side, pips_of(deal, other_side(side))
    return side, abs(a - b) if deal.ending == "fish" else a + b


def pips_of(deal: PlayedDeal, side: str) -> int:
    return sum(high + low for seat in seats_of(side) for high, low in deal.left[seat])


@given(deals)
def test_hands_left_are_such_as_the_log_accepts(deal: PlayedDeal) -> None:
    out = deal.by if deal.ending == "out" else None
    left = {seat: [name(tile) for tile in deal.left[seat]] for seat in SEATS if seat != out}
    assert count_hands(left, out) == {seat: deal.pips_left[seat] for seat in left}


def winner_of(deal: PlayedDeal) -> str:
    if deal.ending == "out":
        return side_of(deal.by)
    difference = pips_of(deal, "A") - pips_of(deal, "B")
    return "" if not difference else "B" if difference > 0 else "A"
