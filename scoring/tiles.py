"""Count the tiles of a set and their pips, and draw for the first lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from .seats import SEATS, Seat

# The higher half comes first, so that 6-4 and 4-6 are one value.
Tile: TypeAlias = tuple[int, int]

HIGHEST: Final = 6
HAND_SIZE: Final = 7

ALL_TILES: Final[tuple[Tile, ...]] = tuple((high, low) for high in range(HIGHEST + 1) for low in range(high + 1))


def name(tile: Tile) -> str:
    """Write a tile as "6-4"."""
    return f"{tile[0]}-{tile[1]}"


def pips(tile: Tile) -> int:
    """Count the pips of a tile."""
    return tile[0] + tile[1]


# Both ways of writing a tile are keys: the log accepts "6-4" and "4-6" (log-format, deal).
TILE_BY_TEXT: Final[dict[str, Tile]] = {
    text: tile for tile in ALL_TILES for text in (name(tile), f"{tile[1]}-{tile[0]}")
}
TILE_PIPS: Final[dict[str, int]] = {text: pips(tile) for text, tile in TILE_BY_TEXT.items()}


def parse_tile(text: str) -> Tile | None:
    """Read "6-4" or "4-6"; answer None where it is no tile of the set."""
    return TILE_BY_TEXT.get(text)


def set_size(highest: int) -> int:
    """Count the tiles of a double-n set (E1, E2)."""
    return (highest + 1) * (highest + 2) // 2


def set_pips(highest: int) -> int:
    """Count the pips of a double-n set (E3)."""
    # Every number stands on n + 2 halves: once with each other number, twice on its double.
    return (highest + 2) * highest * (highest + 1) // 2


def first_leader(drawn: Mapping[str, Tile]) -> Seat:
    """Return the seat that drew most pips, then the higher half (S31, S32).

    Raises ValueError where not exactly the four seats drew, or two drew the same tile: then the draw is wrong.
    """
    if set(drawn) != set(SEATS):
        raise ValueError("Each of the four seats draws one tile.")
    tiles = {seat: _of_the_set(drawn[seat]) for seat in SEATS}
    if len(set(tiles.values())) != len(SEATS):
        raise ValueError("Two seats cannot draw the same tile.")
    return max(SEATS, key=lambda seat: (pips(tiles[seat]), tiles[seat][0]))


def _of_the_set(tile: Tile) -> Tile:
    high, low = max(tile), min(tile)
    if (high, low) not in ALL_TILES:
        raise ValueError(f"{high}-{low} is no tile of the set.")
    return high, low
