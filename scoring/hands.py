"""Play legal deals with four hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from .layout import EMPTY, Layout, Move, is_blocked, lay, legal_moves
from .players import SENSIBLE, Memory, Player, View
from .seats import SEATS, Seat, next_seat
from .tiles import ALL_TILES, HAND_SIZE, Tile, pips

Ending: TypeAlias = Literal["out", "fish"]


class Turn(NamedTuple):
    """Name what a seat did; no move is a pass."""

    seat: Seat
    move: Move | None


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Hold a deal from the lead to its end."""

    leader: Seat
    dealt: Mapping[Seat, tuple[Tile, ...]]
    turns: tuple[Turn, ...]
    ending: Ending
    by: Seat
    left: Mapping[Seat, tuple[Tile, ...]]
    layout: Layout

    @property
    def pips_left(self) -> dict[Seat, int]:
        """Count the pips left in each hand."""
        return {seat: sum(map(pips, self.left[seat])) for seat in SEATS}

    def hands_after(self, turns: int) -> dict[Seat, tuple[Tile, ...]]:
        """Return the four hands as they were after so many turns."""
        laid = {turn.move.tile for turn in self.turns[:turns] if turn.move}
        return {seat: tuple(tile for tile in self.dealt[seat] if tile not in laid) for seat in SEATS}


def deal_hands(rng: Random) -> dict[Seat, tuple[Tile, ...]]:
    """Shuffle the set and give each seat seven tiles (S30, S34)."""
    tiles = list(ALL_TILES)
    rng.shuffle(tiles)
    return {seat: tuple(tiles[at * HAND_SIZE : (at + 1) * HAND_SIZE]) for at, seat in enumerate(SEATS)}


def play_deal(rng: Random, leader: Seat, players: Mapping[Seat, Player] = SENSIBLE) -> PlayedDeal:
    """Play a deal from the lead to its end; the same seed plays the same deal."""
    return play_hands(rng, leader, deal_hands(rng), players)


def play_hands(
    rng: Random, leader: Seat, dealt: Mapping[Seat, Sequence[Tile]], players: Mapping[Seat, Player] = SENSIBLE
) -> PlayedDeal:
    """Play a deal with given hands to its end."""
    hands = {seat: list(dealt[seat]) for seat in SEATS}
    layout, memory, seat = EMPTY, Memory(), leader
    turns: list[Turn] = []
    while True:
        move = _choose(rng, View(seat, hands[seat], layout, memory), players[seat])
        turns.append(Turn(seat, move))
        if move:
            layout = lay(layout, move)
            hands[seat].remove(move.tile)
            if ending := _ending(layout, hands, seat):
                break
        seat = next_seat(seat)
    return PlayedDeal(
        leader=leader,
        dealt={seat: tuple(dealt[seat]) for seat in SEATS},
        turns=tuple(turns),
        ending=ending,
        by=seat,
        left={seat: tuple(hands[seat]) for seat in SEATS},
        layout=layout,
    )


def _choose(rng: Random, view: View, player: Player) -> Move | None:
    moves = legal_moves(view.layout, view.hand)
    if not moves:
        view.memory.note_pass(view.seat, view.layout)
        return None
    move = player(view, moves, rng) if len(moves) > 1 else moves[0]
    view.memory.note_move(view.seat, move, view.layout, free=len(moves) > 1)
    return move


def _ending(layout: Layout, hands: Mapping[Seat, Sequence[Tile]], seat: Seat) -> Ending | None:
    if not hands[seat]:
        return "out"  # first: a last tile that blocks is no fish (S9)
    return "fish" if is_blocked(layout, hands.values()) else None
