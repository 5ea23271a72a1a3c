"""As many meetings as a field allows, against every way there is to pair a small one."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw.matching import Graph, grown, whole, with_pair


def graph_of(size: int, edges: set[tuple[int, int]]) -> Graph:
    return [frozenset(b if a == v else a for a, b in edges if v in (a, b)) for v in range(size)]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(2, 9))
    return graph_of(size, draw(st.sets(st.sampled_from(list(combinations(range(size), 2))))))


def most(graph: Graph, left: frozenset[int]) -> int:
    """Count the most pairs by trying all."""
    if len(left) < 2:
        return 0
    one = min(left)
    without = most(graph, left - {one})
    return max([without, *(1 + most(graph, left - {one, other}) for other in graph[one] & left)])


@given(graphs())
def test_as_many_are_paired_as_can_be(graph: Graph) -> None:
    mates = grown(graph, range(len(graph)), {})
    assert len(mates) == 2 * most(graph, frozenset(range(len(graph))))
    assert all(mates[mate] == one and mate in graph[one] for one, mate in mates.items())


@given(graphs(), st.data())
def test_who_is_paired_at_the_start_stays_paired(graph: Graph, data: st.DataObject) -> None:
    some = data.draw(st.sets(st.sampled_from(range(len(graph)))))
    start = grown(graph, some, {})
    assert start.keys() <= grown(graph, range(len(graph)), start).keys()


@given(graphs())
def test_all_are_paired_or_the_answer_is_none(graph: Graph) -> None:
    can = 2 * most(graph, frozenset(range(len(graph)))) == len(graph)
    assert (whole(graph, range(len(graph)), {}) is not None) == can


@given(graphs(), st.data())
def test_two_meet_where_the_others_can_all_be_paired_then(graph: Graph, data: st.DataObject) -> None:
    mates = whole(graph, range(len(graph)), {})
    if mates is None:
        return
    a, b = data.draw(st.sampled_from(list(combinations(range(len(graph)), 2))))
    changed = with_pair(graph, mates, a, b)
    others = frozenset(mates) - {a, b}
    assert (changed is not None) == (b in graph[a] and 2 * most(graph, others) == len(others))
    assert changed is None or (changed[a], changed.keys()) == (b, mates.keys())


def test_an_odd_circle_on_the_way_is_found_through() -> None:
    flower = graph_of(6, {(0, 1), (1, 2), (2, 3), (3, 4), (4, 2), (4, 5)})
    assert whole(flower, range(6), {1: 2, 2: 1, 3: 4, 4: 3}) == {0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4}
