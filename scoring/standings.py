"""Standings: who is ahead, and why. Totals in, ranked rows out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from .counting import Met, Total

Value = int | None

HEAD_TO_HEAD: Final = "head_to_head"

#: Keys that an entry's own total answers: the greater value is ahead.
_OF_TOTAL: Final[Mapping[str, Callable[[Total], int]]] = {
    "wins": lambda total: total.wins,
    "effectiveness": lambda total: total.effectiveness,
    "points": lambda total: total.points,
    "buchholz": lambda total: total.buchholz,
    "lots": lambda total: -total.lot,  # the lot drawn first is ahead
}

#: What regulations may rank by, each once, in any order.
KEYS: Final = ("wins", "effectiveness", "points", HEAD_TO_HEAD, "buchholz", "lots")


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; entries that no key tells apart share a place, and the next places stay empty.

    `values` has what each key says, None where it says nothing: that is all whom the keys before left level.
    """

    place: int
    total: Total
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """What one key says about a place, among those whom the keys before it left level (`rivals`)."""

    key: str
    value: Value
    rivals: tuple[Standing, ...]
    level: tuple[Standing, ...]
    above: Standing | None
    below: Standing | None

    @property
    def decides(self) -> bool:
        """Tell whether this key parts the entry from the last it was level with."""
        return not self.level and (self.above is not None or self.below is not None)


def rank(totals: Iterable[Total], ranking: Sequence[str], games: Iterable[Met] = ()) -> tuple[Standing, ...]:
    """Rank by the keys in the order the regulations give; raises KeyError for a key that KEYS has not.

    Each key parts those whom the keys before it left level, and nobody else. `games` are needed for the head-to-head
    alone. Entries that share a place stand in the order in which they came.
    """
    said: dict[int, tuple[Value, ...]] = {}
    groups = [list(totals)]
    meetings = _meetings(games) if HEAD_TO_HEAD in ranking else {}
    for keys in _runs(ranking):
        groups = [part for group in groups for part in _parted(group, keys, meetings, said)]
    standings: list[Standing] = []
    for group in groups:
        place = len(standings) + 1
        standings.extend(Standing(place, total, said.get(total.entry, ())) for total in group)
    return tuple(standings)


def why(standing: Standing, standings: Sequence[Standing], ranking: Sequence[str]) -> tuple[Reason, ...]:
    """Say key by key what keeps an entry at its place, down to the key that decides; level to the last it is shared."""
    rivals = [rival for rival in standings if rival is not standing]
    reasons: list[Reason] = []
    for index, key in enumerate(ranking):
        reason = _reason(key, index, standing, rivals)
        reasons.append(reason)
        if not reason.level:
            break
        rivals = list(reason.level)
    return tuple(reasons)


# How often an entry met each other entry, and how often it won.
Meetings = dict[int, tuple[Counter[int], Counter[int]]]


def _meetings(games: Iterable[Met]) -> Meetings:
    found: Meetings = {}
    for game in games:
        met, beaten = found.setdefault(game.entry, (Counter(), Counter()))
        met.update(game.opponents)
        if game.won:
            beaten.update(game.opponents)
    return found


def _runs(ranking: Sequence[str]) -> list[tuple[str, ...]]:
    """Put the keys together that need nobody else's total; the head-to-head stands alone."""
    return [tuple(run) for _alone, run in groupby(ranking, key=lambda key: key == HEAD_TO_HEAD)]


def _parted(
    group: Sequence[Total], keys: Sequence[str], meetings: Meetings, said: dict[int, tuple[Value, ...]]
) -> list[list[Total]]:
    """Part one group of level entries by one or more keys, best first, and note what they say of each."""
    values: dict[int, tuple[Value, ...]]
    if HEAD_TO_HEAD in keys:
        values = {entry: (won,) for entry, won in _head_to_head([t.entry for t in group], meetings).items()}
    else:
        asked = [_OF_TOTAL[key] for key in keys]
        values = {total.entry: tuple([of(total) for of in asked]) for total in group}
    for entry, value in values.items():
        said[entry] = (*said.get(entry, ()), *value)

    def by_value(total: Total) -> tuple[int, ...]:
        return tuple([value or 0 for value in values[total.entry]])  # None is said of all of a group

    ordered = sorted(group, key=by_value, reverse=True)
    return [list(part) for _value, part in groupby(ordered, key=by_value)]


def _head_to_head(level: Sequence[int], meetings: Meetings) -> dict[int, Value]:
    """Count the games that each of these entries won against the others.

    It says something only where each has met each other, all equally often: else who met more of them would gain by
    it. It is not asked again among those whom it leaves level.
    """
    nobody: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    others = {entry: [other for other in level if other != entry] for entry in level}
    times = {meetings.get(entry, nobody)[0][other] for entry in level for other in others[entry]}
    if len(times) != 1 or 0 in times:
        return dict.fromkeys(level)
    return {entry: sum(meetings[entry][1][other] for other in others[entry]) for entry in level}


def _reason(key: str, index: int, standing: Standing, rivals: Sequence[Standing]) -> Reason:
    value = standing.values[index]
    own = value or 0
    ahead = [rival for rival in rivals if (rival.values[index] or 0) > own]
    behind = [rival for rival in rivals if (rival.values[index] or 0) < own]
    level = [rival for rival in rivals if (rival.values[index] or 0) == own]
    return Reason(
        key=key,
        value=value,
        rivals=tuple(rivals),
        level=tuple(level),
        above=max(ahead, key=lambda rival: rival.place, default=None),
        below=min(behind, key=lambda rival: rival.place, default=None),
    )
