"""The way of one entry through an event: whom it met round by round, and where that left it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..models import Entry, Game, Round
from .rounds import OPEN, SHOWN, Side, Table, tables_by_round
from .standings import Cell, Row, places_after
from .standings import Table as Standings


@dataclass(frozen=True, slots=True)
class Step:
    """One round of an entry. Without a table it did not play; `place` is the one the round left it at."""

    round: Round
    side: str = ""
    table: Table | None = None
    cell: Cell | None = None
    place: int | None = None

    @property
    def own(self) -> Side | None:
        """Give the side it sat on."""
        if self.table is None:
            return None
        return self.table.b if self.side == "B" else self.table.a

    @property
    def against(self) -> Side | None:
        """Give the side opposite; None for a bye."""
        if self.table is None:
            return None
        return self.table.a if self.side == "B" else self.table.b

    @property
    def points(self) -> tuple[int, int] | None:
        """Give points for and against: as they count, else as the table shows them now; None before the start."""
        if self.cell:
            return self.cell.points_for, self.cell.points_against
        if self.table is None or self.table.state == Game.State.WAITING:
            return None
        own, other = self.table.score_a, self.table.score_b
        return (other, own) if self.side == "B" else (own, other)

    @property
    def to_play(self) -> bool:
        """Tell whether this is where the entry sits now, or is to sit next."""
        return self.table is not None and not self.table.bye and not self.table.accepted and self.round.state in OPEN


@dataclass(frozen=True, slots=True)
class Path:
    """All rounds of an entry that may be seen, its line of the standings, and where it sits now."""

    entry: Entry
    row: Row | None
    steps: tuple[Step, ...]

    @property
    def now(self) -> Step | None:
        """Find the table it is to be at."""
        return next((step for step in reversed(self.steps) if step.to_play), None)


def path_of(entry: Entry, rounds: Sequence[Round], table: Standings) -> Path:
    """Read the way of an entry through the rounds that may be seen; `table` are the standings after the last."""
    row = table.row(entry.pk)
    seated = tables_by_round(entry)
    cells = {cell.round: cell for cell in row.cells if cell} if row else {}
    places = places_after(table, entry.pk)
    shown = [round_ for round_ in rounds if round_.state in SHOWN and round_.number >= entry.from_round]
    return Path(
        entry,
        row,
        tuple(
            Step(
                round=round_,
                side=_side(seated.get(round_.number), entry.number),
                table=seated.get(round_.number),
                cell=cells.get(round_.number),
                place=places.get(round_.number),
            )
            for round_ in shown
        ),
    )


def _side(table: Table | None, number: int) -> str:
    chairs = table.chairs if table else []
    return next((chair.seat[0] for chair in chairs if chair.entry == number), "")
