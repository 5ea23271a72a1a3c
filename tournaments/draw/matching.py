"""Matchings: as many meetings as a field allows at once, by Edmonds' algorithm of blossoms.

A vertex is somebody's rank; the graph says who may meet whom. Every answer follows from the order of the vertices
alone. One search is at worst the square of the field, and almost always a look at a few neighbours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Graph = Sequence[frozenset[int]]
Mates = dict[int, int]


def grown(graph: Graph, vertices: Iterable[int], start: Mapping[int, int]) -> Mates:
    """Pair as many of the vertices as can be paired at once; who is paired in `start` stays paired, with anybody."""
    within = list(vertices)
    mates = _inside(start, set(within))
    for vertex in within:
        if vertex not in mates:
            _Search(graph, set(within), mates).pair(vertex)
    return mates


def whole(graph: Graph, vertices: Iterable[int], start: Mapping[int, int]) -> Mates | None:
    """Pair all of the vertices; None where that cannot be."""
    within = list(vertices)
    if len(within) % 2:
        return None
    mates = _inside(start, set(within))
    for vertex in within:
        if vertex not in mates and not _Search(graph, set(within), mates).pair(vertex):
            return None
    return mates


def with_pair(graph: Graph, mates: Mates, a: int, b: int) -> Mates | None:
    """Change a matching of all so that `a` and `b` meet; None where the others could not all be paired then."""
    if mates[a] == b:
        return mates
    if b not in graph[a]:
        return None
    others = whole(graph, [v for v in mates if v not in (a, b)], mates)
    return None if others is None else {**others, a: b, b: a}


def _inside(mates: Mapping[int, int], within: set[int]) -> Mates:
    return {v: mate for v, mate in mates.items() if v in within and mate in within}


class _Search:
    """One search for an alternating path from somebody unpaired to somebody unpaired."""

    def __init__(self, graph: Graph, within: set[int], mates: Mates) -> None:
        self.graph, self.within, self.mates = graph, within, mates
        self.base = {v: v for v in within}
        self.back: Mates = {}  # on the way back to the root, from a vertex at an odd distance
        self.outer: set[int] = set()
        self.queue: deque[int] = deque()

    def pair(self, root: int) -> bool:
        """Pair the root, and leave all paired who were; False where no path leads to anybody unpaired."""
        end = self._end(root)
        at = end
        while at is not None:
            before = self.back[at]
            following = self.mates.get(before)
            self.mates[at], self.mates[before] = before, at
            at = following
        return end is not None

    def _end(self, root: int) -> int | None:
        free = next((v for v in sorted(self.graph[root] & self.within) if v not in self.mates), None)
        if free is not None:
            self.back[free] = root
            return free
        self.outer.add(root)
        self.queue.append(root)
        while self.queue:
            at = self.queue.popleft()
            for to in sorted(self.graph[at] & self.within):
                if self.base[at] == self.base[to] or self.mates.get(at) == to:
                    continue
                if to in self.outer:
                    self._contract(at, to)
                elif to not in self.back:
                    self.back[to] = at
                    if to not in self.mates:
                        return to
                    self._reach(self.mates[to])
        return None

    def _reach(self, vertex: int) -> None:
        self.outer.add(vertex)
        self.queue.append(vertex)

    def _contract(self, one: int, other: int) -> None:
        """Take an odd circle for one vertex: from each of its members the way goes on."""
        top = self._meet(one, other)
        circle = self._mark(one, top, other) | self._mark(other, top, one)
        for vertex, base in self.base.items():
            if base in circle:
                self.base[vertex] = top
                if vertex not in self.outer:
                    self._reach(vertex)

    def _meet(self, one: int, other: int) -> int:
        """Find where the ways of two back to the root meet."""
        seen = set()
        at = self.base[one]
        seen.add(at)
        while at in self.mates:
            at = self.base[self.back[self.mates[at]]]
            seen.add(at)
        at = self.base[other]
        while at not in seen:
            at = self.base[self.back[self.mates[at]]]
        return at

    def _mark(self, at: int, top: int, below: int) -> set[int]:
        circle = set()
        while self.base[at] != top:
            circle |= {self.base[at], self.base[self.mates[at]]}
            self.back[at] = below
            below = self.mates[at]
            at = self.back[below]
        return circle
