"""Lay tiles in a line with two ends, and see when nobody can go on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from .tiles import ALL_TILES, HIGHEST, Tile, parse_tile

End: TypeAlias = Literal["left", "right"]
# A tile as it lies: left half first, so that touching halves are neighbours.
Laid: TypeAlias = tuple[int, int]

SECONDS_FOR_ONE_MOVE: Final = 5
SECONDS_FOR_SEVERAL_MOVES: Final = 20
SECONDS_FOR_A_FISH: Final = 60


class Move(NamedTuple):
    """Name a tile and the end it is laid to."""

    tile: Tile
    end: End


@dataclass(frozen=True, slots=True)
class Layout:
    """Hold the line of tiles on the table, from left to right.

    `complement` is for games where touching halves add up to six (E13); in sport domino they are equal.
    """

    chain: tuple[Laid, ...] = ()
    complement: bool = False

    @property
    def ends(self) -> tuple[int, int] | None:
        """Return the halves open at left and right; None before the lead."""
        return (self.chain[0][0], self.chain[-1][1]) if self.chain else None

    @property
    def tiles(self) -> frozenset[Tile]:
        """Return the tiles on the table, higher half first."""
        return frozenset((max(laid), min(laid)) for laid in self.chain)


EMPTY: Final = Layout()


def answer_to(half: int, complement: bool = False) -> int:
    """Return the half that may touch this one."""
    return HIGHEST - half if complement else half


def legal_moves(layout: Layout, hand: Iterable[Tile]) -> list[Move]:
    """List the different moves of a hand; where both ends take the same tiles, only the left is named."""
    if not layout.chain:
        return [Move(tile, "right") for tile in hand]  # any tile leads (S36)
    left = answer_to(layout.chain[0][0], layout.complement)
    right = answer_to(layout.chain[-1][1], layout.complement)
    moves = []
    for tile in hand:
        if left in tile:
            moves.append(Move(tile, "left"))
        if right != left and right in tile:
            moves.append(Move(tile, "right"))
    return moves


def lay(layout: Layout, move: Move) -> Layout:
    """Return the layout with one tile more; raise ValueError where it does not fit or already lies there."""
    tile, end = move
    chain = layout.chain
    if tile in chain or (tile[1], tile[0]) in chain:
        raise ValueError(f"{tile[0]}-{tile[1]} is already on the table.")
    if not chain:
        return Layout((tile,), layout.complement)
    open_half = chain[0][0] if end == "left" else chain[-1][1]
    inner, outer = _turned(tile, answer_to(open_half, layout.complement))
    chain = ((outer, inner), *chain) if end == "left" else (*chain, (inner, outer))
    return Layout(chain, layout.complement)


def _turned(tile: Tile, inner: int) -> Laid:
    if inner == tile[0]:
        return tile
    if inner == tile[1]:
        return tile[1], tile[0]
    raise ValueError(f"{tile[0]}-{tile[1]} does not fit: a {inner} is needed.")


def suit_laid(layout: Layout, suit: int) -> int:
    """Count the tiles of a suit on the table."""
    return sum(1 for laid in layout.chain if suit in laid)


def has_move(layout: Layout, hand: Iterable[Tile]) -> bool:
    """Tell whether a hand holds a tile that fits."""
    if not layout.chain:
        return any(True for _ in hand)
    left = answer_to(layout.chain[0][0], layout.complement)
    right = answer_to(layout.chain[-1][1], layout.complement)
    for tile in hand:  # noqa: SIM110 - a loop takes half the time of any(), and every move of a load test asks
        if left in tile or right in tile:
            return True
    return False


def is_blocked(layout: Layout, hands: Iterable[Iterable[Tile]]) -> bool:
    """Tell whether nobody can go on (A4).

    Equal ends are a consequence and not the test: with a tile out of everybody's reach they can differ (0.3).
    """
    return not any(has_move(layout, hand) for hand in hands)


def is_fish(layout: Layout) -> bool:
    """Tell from the table alone whether no tile that is left fits (S10).

    A trap: it is also true of a player's last tile that blocks both ends. He is out, and that comes first (S9).
    """
    return bool(layout.chain) and not has_move(layout, _not_laid(layout))


def fish_moves(layout: Layout, hand: Sequence[Tile]) -> list[Move]:
    """List the moves that make a fish, or leave only the double to complete it (A14).

    A player with one tile goes out with it, so he makes no fish.
    """
    if len(hand) < 2:
        return []
    return [move for move in legal_moves(layout, hand) if _only_a_double_is_left(lay(layout, move))]


def _only_a_double_is_left(layout: Layout) -> bool:
    # Six halves of a suit besides its double: once these lie, the suit can only be open at both ends or at none.
    return all(tile[0] == tile[1] for tile in _not_laid(layout) if has_move(layout, (tile,)))


def _not_laid(layout: Layout) -> list[Tile]:
    laid = layout.tiles
    return [tile for tile in ALL_TILES if tile not in laid]


def seconds_for_move(legal_moves: int, can_make_fish: bool) -> int:
    """Return the seconds a player has for his move, a pass included (S19-S21, A13, A14, E53)."""
    if can_make_fish:
        return SECONDS_FOR_A_FISH
    return SECONDS_FOR_SEVERAL_MOVES if legal_moves > 1 else SECONDS_FOR_ONE_MOVE


def write(layout: Layout) -> str:
    """Write the line as it lies: "2-4 4-4 4-1"."""
    return " ".join(f"{left}-{right}" for left, right in layout.chain)


def read(text: str, complement: bool = False) -> Layout:
    """Read a line written from left to right; raise ValueError where tiles do not touch rightly or come twice."""
    layout = Layout(complement=complement)
    for word in text.split():
        tile = parse_tile(word)
        if tile is None:
            raise ValueError(f"{word} is no tile.")
        if not layout.chain:
            layout = Layout(((int(word[0]), int(word[2])),), complement)
            continue
        layout = lay(layout, Move(tile, "right"))
        if layout.chain[-1] != (int(word[0]), int(word[2])):
            raise ValueError(f"{word} lies the wrong way round.")
    return layout
