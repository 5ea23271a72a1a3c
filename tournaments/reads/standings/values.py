"""What the standings are made of, as pages, sheets and programs read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.counting import AS_WRITTEN, Counting
from scoring.standings import Reason, Standing, why

from ...models import Round


class Competitor(NamedTuple):
    """An entry as the standings name it."""

    id: int
    number: int
    name: str
    country: str
    club: str
    withdrawn: bool
    out_from: int | None = None  # disqualified from this round on
    out_opponents: str = ""
    out_reason: str = ""
    from_round: int = 1
    reserve: bool = False
    changed: bool = False  # somebody has sat for it who has left it since

    def out(self, after: int) -> bool:
        """Tell whether the entry is disqualified in the standings after a round."""
        return self.out_from is not None and self.out_from <= max(after, 1)


class Cell(NamedTuple):
    """What one round brought one entry, seen from its side; a bye has no opponents.

    Pairs have one opponent; single players have two, and a partner. `counts` is what the game adds to the
    effectiveness where that is a sum of differences. Opponents and partners are called as they sat in this game.
    """

    round: int
    game: int
    won: bool
    points_for: int
    points_against: int
    opponents: tuple[Competitor, ...]
    side: str
    reason: str
    provisional: bool
    partners: tuple[Competitor, ...] = ()
    target: int | None = None  # where effectiveness asks for it
    counts: int = 0

    @property
    def opponent(self) -> Competitor | None:
        """Give who sat opposite, the first of two; None for a bye."""
        return self.opponents[0] if self.opponents else None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings, with its cell of the cross table for each round (None: not played).

    A disqualified entry has no place: it stands at the end, and the others move up. `own_place` is the place in a
    ranking of a part of the entries, None in that of all.
    """

    place: int | None
    entry: Competitor
    wins: int
    effectiveness: int
    points: int
    games: int
    cells: tuple[Cell | None, ...]
    provisional: bool
    moved: int | None
    standing: Standing
    disqualified: bool = False
    own_place: int | None = None

    @property
    def losses(self) -> int:
        """Count the games that were not won."""
        return self.games - self.wins


@dataclass(frozen=True, slots=True)
class Table:
    """The standings after a round. `moved` of a row is how many places it gained since the round before.

    `rows` are those shown, `everybody` all that are ranked: the same but in the ranking of a part.
    """

    after: int
    rounds: tuple[Round, ...]
    ranking: tuple[str, ...]
    rows: tuple[Row, ...]
    complete: bool
    everybody: tuple[Row, ...] = ()
    counting: Counting = AS_WRITTEN
    seed: int | None = None  # of the lots
    entry_kind: str = "pair"  # who competes

    @property
    def provisional(self) -> bool:
        """Tell whether anything can still change: a round is open, or a result awaits a decision."""
        return not self.complete or any(row.provisional for row in self.everybody or self.rows)

    def row(self, entry: int) -> Row | None:
        """Find the line of an entry."""
        return next((row for row in self.everybody or self.rows if row.entry.id == entry), None)

    def why(self, row: Row) -> tuple[Reason, ...]:
        """Say key by key why an entry stands where it stands; nothing of one that has no place."""
        if row.disqualified:
            return ()
        placed = [other.standing for other in self.everybody or self.rows if not other.disqualified]
        return why(row.standing, placed, self.ranking)

    def part(self, belongs: Callable[[Competitor], bool]) -> Table:
        """Rank a part of the entries by itself: in the order of the whole, with places of its own."""
        shown: list[Row] = []
        place, last = 0, None
        for row in self.rows:
            if belongs(row.entry):
                place = place if row.place == last else len(shown) + 1
                last = row.place
                shown.append(replace(row, own_place=None if row.disqualified else place))
        return replace(self, rows=tuple(shown), everybody=self.everybody or self.rows)
