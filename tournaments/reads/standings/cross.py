"""The table of entry against entry, for events in which everybody meets everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...models import Regulations, Tournament
from .values import Cell, Row, Table

MOST: Final = 40  # entries: a wider table helps nobody on a screen
_ROUND_ROBINS: Final = (Regulations.System.ROUND_ROBIN, Regulations.System.DOUBLE_ROUND_ROBIN)


def is_round_robin(tournament: Tournament) -> bool:
    """Tell whether every entry of an event meets every other: single players change their partners."""
    regulations = getattr(tournament, "regulations", None)
    if regulations is None or tournament.entry_kind == Tournament.EntryKind.PLAYER:
        return False
    return regulations.system in _ROUND_ROBINS


def has_cross(tournament: Tournament, table: Table) -> bool:
    """Tell whether a page shows entry against entry: in a round robin that is not too large; paper has room for any."""
    return is_round_robin(tournament) and 1 < len(table.everybody) <= MOST


def cells_against(row: Row, table: Table) -> Iterator[Sequence[Cell] | None]:
    """Give an entry's games against each entry shown, in the order shown; None against itself."""
    found: dict[int, list[Cell]] = {}
    for cell in filter(None, row.cells):
        for opponent in cell.opponents:
            found.setdefault(opponent.id, []).append(cell)
    return (None if other is row else found.get(other.entry.id, ()) for other in table.rows)
