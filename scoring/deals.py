"""What a deal is worth, and to whom (S8-S12, A2, A3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .errors import malformed
from .log import Deal
from .rules import Rules, as_integer
from .seats import SEATS, other_side, seats_of, side_of
from .tiles import HAND_SIZE, TILE_PIPS, parse_tile

ALL_PIPS: Final = 168
HEAVIEST_HAND: Final = 69
_OTHERS: Final = {out: tuple(seat for seat in SEATS if seat != out) for out in SEATS}

Hands = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Worth:
    """What a deal's hands come to: the side that wins them, None when level; points before carry and factor."""

    side: str | None
    points: int
    level: bool = False


def count_hands(left: Mapping[str, Any], out: str | None = None) -> dict[str, int]:
    """Count the pips left in each hand; `out` went out and may only be given as empty.

    Raises LogError for the first of: hands_missing, out_hand_not_empty, bad_tile, too_many_tiles, hand_too_heavy,
    tile_twice, too_many_pips.
    """
    needed = SEATS if out is None else _OTHERS[out]
    for seat in needed:
        if seat not in left:
            raise malformed("hands_missing", seat=seat)
    if out is not None and left.get(out, 0) not in (0, []):
        raise malformed("out_hand_not_empty", seat=out)
    lists = {seat: left[seat] for seat in needed if isinstance(left[seat], list)}
    if lists:
        _check_tiles(lists)
    hands = {seat: _pips(left[seat]) for seat in needed}
    for seat, pips in hands.items():
        if pips > HEAVIEST_HAND:
            raise malformed("hand_too_heavy", seat=seat)
    if lists:
        _check_once(lists)
    if sum(hands.values()) > ALL_PIPS:
        raise malformed("too_many_pips", most=ALL_PIPS)
    return hands


def _pips(hand: Any) -> int:
    if type(hand) is int:
        return hand
    if isinstance(hand, list):
        return sum(TILE_PIPS[tile] for tile in hand)
    return as_integer(hand) or 0


def _check_tiles(lists: Mapping[str, list[Any]]) -> None:
    for hand in lists.values():
        for tile in hand:
            if not isinstance(tile, str) or tile not in TILE_PIPS:
                raise malformed("bad_tile", value=_quoted(tile))
    for seat, hand in lists.items():
        if len(hand) > HAND_SIZE:
            raise malformed("too_many_tiles", seat=seat)


def _quoted(tile: Any) -> str:
    if isinstance(tile, list | dict):
        return "[…]" if isinstance(tile, list) else "{…}"
    return str(tile)


def _check_once(lists: Mapping[str, list[str]]) -> None:
    seen = set()
    for hand in lists.values():
        for text in hand:
            tile = parse_tile(text)
            if tile in seen:
                raise malformed("tile_twice", value=text)
            seen.add(tile)


def worth_of_out(by: str, hands: Hands, rules: Rules) -> Worth:
    """Score a deal in which `by` laid his last tile (S9): the tiles of all three others, or of the opponents (A2)."""
    side = side_of(by)
    if rules.scoring == "opponents":
        return Worth(side, _side_pips(hands, other_side(side)))
    return Worth(side, sum(hands.values()))


def worth_of_fish(leader: str, hands: Hands, rules: Rules) -> Worth:
    """Score a fish (S10-S12): to the pair with fewer pips or the lowest hand; `leader` really led the deal (A3)."""
    side = _lower_pair(hands) if rules.fish_winner == "pair_total" else _lowest_hand(hands)
    if side is not None:
        return Worth(side, _fish_points(side, hands, rules))
    if rules.level_fish == "leader_wins":
        side = side_of(leader)
        return Worth(side, _fish_points(side, hands, rules), level=True)
    return Worth(None, sum(hands.values()), level=True)


def worth_of_deal(deal: Deal, leader: str, rules: Rules) -> Worth:
    """Score a deal played out at the table; one given in points only carries its worth itself."""
    hands = deal.hands or {}
    if deal.ending == "out":
        return worth_of_out(deal.by or "", hands, rules)
    return worth_of_fish(leader, hands, rules)


def _side_pips(hands: Hands, side: str) -> int:
    first, second = seats_of(side)
    return hands[first] + hands[second]


def _lower_pair(hands: Hands) -> str | None:
    a, b = _side_pips(hands, "A"), _side_pips(hands, "B")
    if a == b:
        return None
    return "A" if a < b else "B"


def _lowest_hand(hands: Hands) -> str | None:
    lowest = min(hands.values())
    sides = {side_of(seat) for seat, pips in hands.items() if pips == lowest}
    return sides.pop() if len(sides) == 1 else None


def _fish_points(side: str, hands: Hands, rules: Rules) -> int:
    if rules.scoring == "opponents":
        return _side_pips(hands, other_side(side))
    if rules.scoring == "difference":
        return abs(_side_pips(hands, "A") - _side_pips(hands, "B"))
    return sum(hands.values())
