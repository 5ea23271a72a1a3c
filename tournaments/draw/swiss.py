"""Swiss: who has won as often meets, half against half, nobody twice.

What comes first, and is never given up for what comes later:
1. nobody sits out twice while somebody has not sat out; the lowest of those who may has the bye;
2. nobody meets the same opponent again, as long as any drawing of the whole field avoids it;
3. in round 1, where it is asked for, clubs are kept apart as far as they can be;
4. from the top score group down, as few as possible leave their group, and who leaves it is the lowest who can;
5. who came down meets the highest of the group he came to; of the others the top half meets the bottom half, as they
   stand, or the next lower or higher where they have met.

The first two are kept by matching the whole field: each choice is made only if all the others can still be paired
without a rematch. So a drawing is found wherever there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, islice
from typing import NamedTuple

from .matching import Graph, Mates, grown, whole, with_pair
from .values import Bye, Drawn, Meeting, OnlyRematches, Wanted, Why

# How many choices of who leaves a group are looked at before the one in hand is taken. Only where nearly everybody of
# a group has met the others (a group smaller than twice the rounds played) does it take more than a few.
MOST_CHOICES = 400


class Pair(NamedTuple):
    """Two ranks that meet, the higher one first, and why."""

    high: int
    low: int
    why: Why


def drawn(wanted: Wanted) -> Drawn:
    """Draw a round by Swiss. Raises OnlyRematches where rematches are not wanted and cannot be avoided."""
    field = _Field(wanted)
    bye = field.bye()
    ranks = [rank for rank in range(len(field.ranked)) if bye is None or rank != bye[0]]
    pairs = sorted(field.pairs(ranks))
    return Drawn(
        meetings=tuple(field.seated(pair, table) for table, pair in enumerate(pairs, start=1)),
        byes=() if bye is None else (Bye(field.ranked[bye[0]].entry, bye[1]),),
    )


class _Field:
    """Those who are drawn, by rank: score, then order."""

    def __init__(self, wanted: Wanted) -> None:
        self.ranked = sorted((c for c in wanted.competitors if not c.out), key=lambda c: (-c.score, c.order))
        self.rematches = wanted.rematches
        self.clubs = wanted.clubs_apart and wanted.number == 1
        everybody = frozenset(range(len(self.ranked)))
        self.met = self._met()
        self.fresh: Graph = [everybody - {rank} - self.met[rank].keys() for rank in everybody]

    def bye(self) -> tuple[int, str] | None:
        """Choose who sits out: the lowest of those who sat out least, so that the others can be paired anew."""
        if len(self.ranked) % 2 == 0:
            return None
        fewest = min(c.byes for c in self.ranked)
        may = [rank for rank, c in enumerate(self.ranked) if c.byes == fewest][::-1]
        mates = grown(self.fresh, range(len(self.ranked)), {})
        for rank in may:
            if whole(self.fresh, [r for r in range(len(self.ranked)) if r != rank], mates) is not None:
                return rank, "lowest" if rank == may[0] else "passed"
        if not self.rematches:
            raise OnlyRematches
        return may[0], "lowest"

    def pairs(self, ranks: list[int]) -> Iterator[Pair]:
        """Pair an even number of ranks."""
        mates = grown(self.fresh, ranks, {})
        if len(mates) < len(ranks) and not self.rematches:
            raise OnlyRematches
        graph = self.fresh
        if self.clubs:
            graph = [one - self._of_club(rank) for rank, one in enumerate(self.fresh)]
            mates = grown(graph, ranks, {})
        for one, other in self._forced([rank for rank in ranks if rank not in mates]):
            yield Pair(one, other, self._why(one, other, self.ranked[other].score, order_left=True))
        yield from self._by_groups(graph, sorted(mates), mates)

    def seated(self, pair: Pair, table: int) -> Meeting:
        """Give side A to who had it less often; of two alike to the higher at odd tables, to the lower at even ones."""
        high, low = self.ranked[pair.high], self.ranked[pair.low]
        lean_high, lean_low = (c.sides.count("A") - c.sides.count("B") for c in (high, low))
        first = lean_high < lean_low if lean_high != lean_low else table % 2 == 1
        a, b = (high, low) if first else (low, high)
        return Meeting(a.entry, b.entry, pair.why)

    def _met(self) -> list[dict[int, int]]:
        """Count by rank how often each other rank was met."""
        rank_of = {c.entry: rank for rank, c in enumerate(self.ranked)}
        return [{rank_of[other]: c.met.count(other) for other in c.met if other in rank_of} for c in self.ranked]

    def _of_club(self, rank: int) -> set[int]:
        club = self.ranked[rank].club
        return {other for other, c in enumerate(self.ranked) if club is not None and c.club == club}

    def _forced(self, left: list[int]) -> Iterator[tuple[int, int]]:
        """Pair those for whom no wish can be kept: with whom they met least often, the higher first."""
        while left:
            one, *others = left
            other = min(others, key=lambda rank: (self.met[one].get(rank, 0), rank))
            yield one, other
            left = [rank for rank in others if rank != other]

    def _by_groups(self, graph: Graph, ranks: Sequence[int], mates: Mates) -> Iterator[Pair]:
        """Go down the score groups; `mates` always holds a drawing of all who are not paired yet."""
        came: list[int] = []
        rest = list(ranks)
        for score, members in groupby(ranks, key=lambda rank: self.ranked[rank].score):
            group = list(members)
            rest = rest[len(group) :]
            down, inner, mates = _leaving(graph, came + group, rest, mates)
            yield from self._in_group(graph, inner, [rank for rank in came if rank not in down], score)
            came = sorted(down)

    def _in_group(self, graph: Graph, mates: Mates, came: list[int], score: int) -> Iterator[Pair]:
        left = sorted(mates)
        while left:
            one = left[0]
            wishes = sorted(left[1:], key=came.__contains__) if one in came else _from_the_middle(left)
            other, mates = _first_possible(graph, mates, one, wishes)
            left = sorted(mates)
            yield Pair(one, other, self._why(one, other, score, order_left=other != wishes[0]))

    def _why(self, one: int, other: int, score: int, *, order_left: bool) -> Why:
        high, low = self.ranked[one], self.ranked[other]
        return Why(
            group=score,
            down=tuple((c.entry, c.score) for c in (high, low) if c.score > score),
            order_left=order_left,
            rematch=other in self.met[one],
            same_club=self.clubs and high.club is not None and high.club == low.club,
        )


def _first_possible(graph: Graph, mates: Mates, one: int, wishes: Sequence[int]) -> tuple[int, Mates]:
    """Take the first wish after which all the others can still be paired; gives it, and a pairing of the others."""
    for other in wishes:
        changed = with_pair(graph, mates, one, other)
        if changed is not None:
            return other, {rank: mate for rank, mate in changed.items() if rank not in (one, other)}
    raise AssertionError("a drawing was lost")  # cannot be: one of them is its mate in the drawing in hand


def _from_the_middle(left: Sequence[int]) -> list[int]:
    """List whom the highest would meet: the first of the bottom half, then those around it, the lower ones first."""
    middle = len(left) // 2
    return sorted(left[1:], key=lambda rank: (abs(left.index(rank) - middle), left.index(rank) < middle))


def _leaving(graph: Graph, group: list[int], rest: list[int], mates: Mates) -> tuple[list[int], Mates, Mates]:
    """Choose who leaves a group for the next: as few as can be, the lowest who can.

    Gives them, a pairing of those who stay, and a pairing of those who leave with all below.
    """
    held = [rank for rank in group if mates[rank] not in set(group)]
    fewest = len(group) - len(grown(graph, group, mates))
    choices = (down for count in range(fewest, len(held) + 1, 2) for down in combinations(group[::-1], count))
    for down in (*islice(choices, MOST_CHOICES), held):
        stay = whole(graph, [rank for rank in group if rank not in down], mates)
        below = None if stay is None else whole(graph, [*sorted(down), *rest], mates)
        if stay is not None and below is not None:
            return list(down), stay, below
    raise AssertionError("a drawing was lost")  # cannot be: `held` is the drawing in hand
