"""Choose moves as people do: at random, or with the sense the books teach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple, TypeAlias

from .layout import Layout, Move, answer_to
from .seats import SEATS, Seat, next_seat
from .tiles import HIGHEST, Tile

TILES_OF_A_SUIT: Final = HIGHEST + 1


@dataclass(slots=True)
class Memory:
    """Hold what everybody at the table can remember of a deal."""

    # How often each seat opened a suit of its own will, how many tiles of each suit lie, who passed on what.
    shown: dict[Seat, list[int]] = field(default_factory=lambda: {seat: [0] * TILES_OF_A_SUIT for seat in SEATS})
    laid: list[int] = field(default_factory=lambda: [0] * TILES_OF_A_SUIT)
    pips_laid: int = 0
    lacks: dict[Seat, set[int]] = field(default_factory=lambda: {seat: set() for seat in SEATS})

    def note_pass(self, seat: Seat, layout: Layout) -> None:
        """Remember the suits a seat showed it has none of."""
        for half in layout.ends or ():
            self.lacks[seat].add(answer_to(half, layout.complement))

    def note_move(self, seat: Seat, move: Move, layout: Layout, free: bool) -> None:
        """Remember a tile laid, and the suit it opened where the player had a choice."""
        high, low = move.tile
        self.laid[high] += 1
        if low != high:
            self.laid[low] += 1
        self.pips_laid += high + low
        if free:
            self.shown[seat][opened_by(layout, move)] += 1


class View(NamedTuple):
    """Hold what a player knows when it is his turn."""

    seat: Seat
    hand: Sequence[Tile]
    layout: Layout
    memory: Memory


def opened_by(layout: Layout, move: Move) -> int:
    """Return the half a move leaves open; of a lead, the higher."""
    high, low = move.tile
    if not layout.chain:
        return high
    touched = layout.chain[0][0] if move.end == "left" else layout.chain[-1][1]
    return low if high == answer_to(touched, layout.complement) else high


# A player is asked only when he has a choice between two moves or more.
Player: TypeAlias = Callable[[View, Sequence[Move], Random], Move]


def random_player(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose any legal move."""
    return moves[int(rng.random() * len(moves))]


def sensible_player(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """Choose the move of most worth; chance decides between equals."""
    worth = _lead_worth if not view.layout.chain else _move_worth
    held = _suits_held(view.hand)
    return max(moves, key=lambda move: worth(view, held, move) + 0.01 * rng.random())


def player_of_sense(sense: float) -> Player:
    """Return a player who thinks in this share of his moves, 0 to 1, and lays anything otherwise."""

    def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
        think = rng.random() < sense
        return (sensible_player if think else random_player)(view, moves, rng)

    return choose


# Worth of the next opponent, and cost of the partner, lacking none, one or both of the new ends.
_LACKED_BY_THE_NEXT: Final = (0.0, 0.8, 2.5)
_LACKED_BY_THE_PARTNER: Final = (0.0, 0.5, 2.0)

SENSIBLE: Final[Mapping[Seat, Player]] = dict.fromkeys(SEATS, sensible_player)


def makes_good_fish(pips_on_table: int, own_pips: int) -> bool:
    """Tell whether a fish is likely to win: R < 42 - S/4, the own hand under the mean one (E47, E48)."""
    return 4 * own_pips < 168 - pips_on_table


def pressure(hand: Sequence[Tile], suit: int) -> float:
    """Return the strength of a suit in a hand: one for each tile, half for the double (E49, E50)."""
    return sum(0.5 if tile[0] == tile[1] else 1.0 for tile in hand if suit in tile)


def _suits_held(hand: Sequence[Tile]) -> list[int]:
    held = [0] * TILES_OF_A_SUIT
    for high, low in hand:
        held[high] += 1
        if low != high:
            held[low] += 1
    return held


def _lead_worth(view: View, held: Sequence[int], move: Move) -> float:
    high, low = move.tile
    # A double opens one suit only and is hard to lay later; without others of its suit it leads nowhere.
    double = 2.0 if high == low and held[high] > 1 else 0.0
    return 0.5 * (pressure(view.hand, high) + pressure(view.hand, low)) + double + 0.15 * (high + low)


def _move_worth(view: View, held: Sequence[int], move: Move) -> float:
    tile, end = move
    left, right = view.layout.ends or (0, 0)
    touched, other = (left, right) if end == "left" else (right, left)
    opened = opened_by(view.layout, move)
    # With equal ends six tiles of the suit are its six non-doubles, so the fish is certain (A14).
    if opened == other and view.memory.laid[opened] + 1 >= TILES_OF_A_SUIT - 1:
        return _fish_worth(view, tile)
    return (
        _own_worth(held, tile, opened, other)
        + _end_worth(view, opened, other)
        + _suit_worth(view, held, touched, opened)
    )


def _fish_worth(view: View, tile: Tile) -> float:
    on_table = view.memory.pips_laid + tile[0] + tile[1]
    own = sum(high + low for high, low in view.hand) - tile[0] - tile[1]
    return 100.0 if makes_good_fish(on_table, own) else -100.0


def _own_worth(held: Sequence[int], tile: Tile, opened: int, other: int) -> float:
    """Value what is left in the own hand: heavy tiles and doubles gone, suits varied, an answer to both ends."""
    high, low = tile
    worth = 0.12 * (high + low) + (1.5 if high == low else 0.0)
    worth -= (0.8 if held[high] == 1 else 0.0) + (0.8 if held[low] == 1 and low != high else 0.0)
    # The tile laid always has the suit it opens; it may have that of the other end as well.
    return worth + 0.5 * min(held[opened] - 1, 3) + 0.5 * min(held[other] - (other in tile), 3)


def _end_worth(view: View, opened: int, other: int) -> float:
    """Value who can answer the new ends: the next opponent had better pass, the partner had better not."""
    lacks = view.memory.lacks
    following = next_seat(view.seat)
    partner = next_seat(following)
    worth = _LACKED_BY_THE_NEXT[(opened in lacks[following]) + (other in lacks[following])]
    if opened in lacks[next_seat(partner)] and other in lacks[next_seat(partner)]:
        worth += 0.8
    return worth - _LACKED_BY_THE_PARTNER[(opened in lacks[partner]) + (other in lacks[partner])]


def _suit_worth(view: View, held: Sequence[int], touched: int, opened: int) -> float:
    """Value suits shown: keep the partner's open, close the opponents' (principles 7 and 8)."""
    memory, seat = view.memory, view.seat
    following = next_seat(seat)
    partner = next_seat(following)
    partners, nexts, others = memory.shown[partner], memory.shown[following], memory.shown[next_seat(partner)]
    worth = 0.5 * (partners[opened] - partners[touched])
    worth += 0.4 * (nexts[touched] + others[touched] - nexts[opened] - others[opened])
    # The last tiles of a suit are end stones: nobody but their holder can use that end (episode 5).
    outside = TILES_OF_A_SUIT - memory.laid[opened] - held[opened]
    return worth + (1.0 if held[opened] > 1 and outside <= 0 else 0.0)
