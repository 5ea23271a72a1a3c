"""Standings: who is ahead, and why. Rows of results in, ranked rows out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Played:
    """What one game brought one entry. A bye is a win by the walkover's points to 0."""

    entry: int
    won: bool
    points_for: int
    points_against: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """The games of one entry added up."""

    entry: int
    wins: int = 0
    effectiveness: int = 0
    points: int = 0
    games: int = 0
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; entries that no key tells apart share a place, and the next places stay empty."""

    place: int
    total: Total
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """What one key says about a place, among those whom the keys before it left level."""

    key: str
    value: int
    level: tuple[Standing, ...]
    above: Standing | None
    below: Standing | None

    @property
    def decides(self) -> bool:
        """Tell whether this key parts the entry from the last it was level with."""
        return not self.level and (self.above is not None or self.below is not None)


#: What regulations may rank by: the greater value is ahead. Effectiveness is points scored minus points against.
KEYS: Mapping[str, Callable[[Total], int]] = {
    "wins": lambda total: total.wins,
    "effectiveness": lambda total: total.effectiveness,
    "points": lambda total: total.points,
}


def add_up(entries: Iterable[int], rows: Iterable[Played]) -> list[Total]:
    """Add up the games of each entry, in the order of `entries`; who has not played stands with zeros."""
    by_entry: dict[int, list[Played]] = {entry: [] for entry in entries}
    for row in rows:
        by_entry[row.entry].append(row)
    return [_total(entry, games) for entry, games in by_entry.items()]


def rank(totals: Iterable[Total], ranking: Sequence[str]) -> tuple[Standing, ...]:
    """Rank by the keys in the order the regulations give; raises KeyError for a key that KEYS has not.

    Entries that share a place stand in the order in which they came.
    """
    valued = [(tuple(KEYS[key](total) for key in ranking), total) for total in totals]
    valued.sort(key=lambda pair: pair[0], reverse=True)
    standings: list[Standing] = []
    for values, level in groupby(valued, key=lambda pair: pair[0]):
        place = len(standings) + 1
        standings.extend(Standing(place, total, values) for _, total in level)
    return tuple(standings)


def why(standing: Standing, standings: Sequence[Standing], ranking: Sequence[str]) -> tuple[Reason, ...]:
    """Say key by key what keeps an entry at its place, down to the key that decides; level to the last it is shared."""
    rivals = list(standings)
    reasons: list[Reason] = []
    for index, key in enumerate(ranking):
        reason = _reason(key, index, standing, rivals)
        reasons.append(reason)
        if not reason.level:
            break
        rivals = [standing, *reason.level]
    return tuple(reasons)


def _total(entry: int, games: Sequence[Played]) -> Total:
    scored = sum(game.points_for for game in games)
    return Total(
        entry=entry,
        wins=sum(game.won for game in games),
        effectiveness=scored - sum(game.points_against for game in games),
        points=scored,
        games=len(games),
        provisional=any(game.provisional for game in games),
    )


def _reason(key: str, index: int, standing: Standing, rivals: Sequence[Standing]) -> Reason:
    value = standing.values[index]
    ahead = [rival for rival in rivals if rival.values[index] > value]
    behind = [rival for rival in rivals if rival.values[index] < value]
    level = [rival for rival in rivals if rival.values[index] == value and rival is not standing]
    return Reason(
        key=key,
        value=value,
        level=tuple(level),
        above=max(ahead, key=lambda rival: rival.place, default=None),
        below=min(behind, key=lambda rival: rival.place, default=None),
    )
