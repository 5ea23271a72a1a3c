"""What goes into a draw and what comes out: plain values, which say why as well as who."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Competitor:
    """One entry as a draw sees it. The smaller `order` stands first among those with the same score.

    `met` lists the opponents of the rounds before, one as often as it was met; `sides` the sides it sat on, oldest
    first ("ABA"). Who is `out` keeps its place in the table of a round robin, and is not drawn.
    """

    entry: int
    order: int
    score: int = 0
    club: Hashable = None
    met: tuple[int, ...] = ()
    byes: int = 0
    sides: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Why two meet: their places in the Berger table, or what Swiss made of their score groups."""

    places: tuple[int, int] | None = None
    group: int = 0  # the score of the group in which they were paired
    down: tuple[tuple[int, int], ...] = ()  # who came down to it, with the score it came from
    order_left: bool = False  # not half against half as they stand: somebody would have met somebody again
    rematch: bool = False
    same_club: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entries that meet; `a` sits on side A."""

    a: int
    b: int
    why: Why


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has no opponent, and why: "lowest", "passed" (who stands lower could not be it), "table", "opponent_out"."""

    entry: int
    why: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn. `competitors` of a round robin stand in the order of their places in the table."""

    system: str
    number: int
    competitors: tuple[Competitor, ...]
    clubs_apart: bool = False
    rematches: bool = False  # may entries meet again where there is no other way


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: the meetings in the order of the tables, and who has a bye."""

    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...] = field(default=())


class OnlyRematches(Exception):
    """There is no drawing in which nobody meets somebody again and nobody sits out before others have."""
