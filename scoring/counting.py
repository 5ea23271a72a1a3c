"""What games bring an entry: rows of results in, totals out. Points and what they come to are whole numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

#: How a game comes about that is won by sitting there: nobody played it to an end.
WALKOVERS: Final = frozenset({"no_show", "forfeit", "disqualified"})
THOUSAND: Final = 1000


class Met(NamedTuple):
    """What one game of one round brought one entry; without opponents it is a bye.

    Pairs meet one opponent, single players two. `walkover` says that the game was won or lost without being played
    to its end (WALKOVERS); `target` is what the game went to, None where there was none.
    """

    entry: int
    round: int
    opponents: tuple[int, ...]
    won: bool
    points_for: int
    points_against: int
    provisional: bool = False
    walkover: bool = False
    target: int | None = None

    @property
    def bye(self) -> bool:
        """Tell whether nobody sat opposite."""
        return not self.opponents


@dataclass(frozen=True, slots=True)
class Out:
    """An entry that is disqualified: from which round on, and whether its opponents win by the walkover."""

    entry: int
    from_round: int
    opponents_win: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """How regulations count: what effectiveness means, and whether byes and walkovers count half in it."""

    effectiveness: str = "difference"
    half_byes: bool = False
    half_walkovers: bool = False


AS_WRITTEN: Final = Counting()


@dataclass(frozen=True, slots=True)
class Total:
    """The games of one entry added up. `lot` is its place in the lots drawn for all, 1 first, 0 for none drawn."""

    entry: int
    wins: int = 0
    effectiveness: int = 0
    points: int = 0
    games: int = 0
    provisional: bool = False
    buchholz: int = 0
    lot: int = 0

    @property
    def losses(self) -> int:
        """Count the games that were not won: both sides can have lost one."""
        return self.games - self.wins


def without(games: Iterable[Met], out: Iterable[Out], walkover: int) -> list[Met]:
    """Read the games of an event with disqualified entries as they count, in the order given.

    From its round on a disqualified entry has lost every game 0 to the walkover, a bye too. Its opponents keep what
    they played, or win: with the larger of the walkover and their own points, to 0 (as in A24). Disqualified entries
    that met have both lost 0 to 0. Nobody else's games change, nor any earlier round.
    """
    from_round = {one.entry: one.from_round for one in out}
    winning = {one.entry for one in out if one.opponents_win}

    def is_out(entry: int, round_: int) -> bool:
        return entry in from_round and round_ >= from_round[entry]

    def read(met: Met) -> Met:
        gone = [other for other in met.opponents if is_out(other, met.round)]
        if is_out(met.entry, met.round):
            against = 0 if gone else walkover
            return met._replace(won=False, points_for=0, points_against=against, provisional=False, walkover=True)
        if winning.intersection(gone):
            own = max(walkover, met.points_for)
            return met._replace(won=True, points_for=own, points_against=0, provisional=False, walkover=True)
        return met

    return [read(met) for met in games]


def effect(met: Met, counting: Counting = AS_WRITTEN) -> int:
    """Give what a game adds to the effectiveness, where that is a sum of differences.

    "to_target" leaves out what lies above the target: where it was reached, the winner has the target less the
    loser's points; where time ended the game the plain difference. Only what a winner gains is halved, rounded down.
    """
    own, other = met.points_for, met.points_against
    if counting.effectiveness == "to_target" and met.target is not None:
        own, other = min(own, met.target), min(other, met.target)
    return (own - other) // _part(met, counting)


def add_up(
    entries: Iterable[int],
    games: Iterable[Met],
    counting: Counting = AS_WRITTEN,
    lots: Mapping[int, int] | None = None,
) -> list[Total]:
    """Add up the games of each entry, in the order of `entries`; who has not played stands with zeros."""
    by_entry: dict[int, list[Met]] = {entry: [] for entry in entries}
    for met in games:
        by_entry[met.entry].append(met)
    wins: defaultdict[int, int] = defaultdict(int)
    for entry, played in by_entry.items():
        wins[entry] = sum(met.won for met in played)
    drawn = lots or {}
    return [
        Total(
            entry=entry,
            wins=wins[entry],
            effectiveness=_effectiveness(played, counting),
            points=sum(met.points_for for met in played),
            games=len(played),
            provisional=any(met.provisional for met in played),
            buchholz=sum(wins[other] for met in played for other in met.opponents),
            lot=drawn.get(entry, 0),
        )
        for entry, played in by_entry.items()
    ]


def _effectiveness(games: Sequence[Met], counting: Counting) -> int:
    if counting.effectiveness == "share":
        return _share(games, counting)
    return sum(effect(met, counting) for met in games)


def _share(games: Sequence[Met], counting: Counting) -> int:
    """Give the points scored per thousand of all points of the entry's games, rounded down; 0 of none.

    Points below zero are none here. What counts half is half a game: half of its points on either side.
    """
    own = sum(max(0, met.points_for) // _part(met, counting) for met in games)
    other = sum(max(0, met.points_against) // _part(met, counting) for met in games)
    return THOUSAND * own // (own + other) if own + other else 0


def _part(met: Met, counting: Counting) -> int:
    """Give what a game's figures are divided by: 2 for the winner of a bye or a walkover that counts half."""
    if not met.won:
        return 1
    half = counting.half_byes if met.bye else met.walkover and counting.half_walkovers
    return 2 if half else 1
