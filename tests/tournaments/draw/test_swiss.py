"""Swiss: what it promises in any event, and what it does in small ones that can be drawn by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.door import draw
from tournaments.draw.values import Competitor, Drawn, OnlyRematches, Wanted


def swiss(*competitors: Competitor, number: int = 2, apart: bool = False, rematches: bool = False) -> Drawn:
    return draw(Wanted("swiss", number, competitors, clubs_apart=apart, rematches=rematches))


def scored(*scores: int, met: str = "", **more: int) -> list[Competitor]:
    """Make entries 1, 2, ... with these scores, that met as `met` says ("1-2 3-4")."""
    pairs = [tuple(map(int, pair.split("-"))) for pair in met.split()]
    return [
        Competitor(n, n, score, met=tuple(b if a == n else a for a, b in pairs if n in (a, b)))
        for n, score in enumerate(scores, start=1)
    ]


def tables(drawn: Drawn) -> str:
    """Write who meets whom, the smaller number first: 1-3 2-4."""
    return " ".join("-".join(map(str, sorted((m.a, m.b)))) for m in drawn.meetings)


# ── by hand ──────────────────────────────────────────────────────────────────


def test_the_first_round_is_top_half_against_bottom_half_and_sides_change_from_table_to_table() -> None:
    drawn = swiss(*scored(0, 0, 0, 0, 0, 0, 0, 0), number=1)
    assert [(m.a, m.b) for m in drawn.meetings] == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_each_score_group_is_drawn_half_against_half_and_the_leaders_sit_at_table_1() -> None:
    drawn = swiss(*scored(1, 1, 1, 1, 0, 0, 0, 0))
    assert tables(drawn) == "1-3 2-4 5-7 6-8"
    assert [m.why.group for m in drawn.meetings] == [1, 1, 0, 0]
    assert not any(m.why.down or m.why.order_left for m in drawn.meetings)


def test_who_have_met_meet_others_of_their_group() -> None:
    drawn = swiss(*scored(1, 1, 1, 1, 0, 0, met="1-3"))
    assert tables(drawn) == "1-4 2-3 5-6"
    assert [m.why.order_left for m in drawn.meetings] == [True, False, False]


def test_the_lowest_of_an_odd_group_comes_down_and_meets_the_highest_there() -> None:
    drawn = swiss(*scored(2, 2, 2, 1, 1, 1, 0, 0))
    assert tables(drawn) == "1-2 3-4 5-6 7-8"
    assert drawn.meetings[1].why.down == ((3, 2),)
    assert [bool(m.why.down) for m in drawn.meetings] == [False, True, False, False]


def test_another_comes_down_where_the_lowest_has_met_all_below() -> None:
    drawn = swiss(*scored(1, 1, 1, 0, met="3-4"))
    assert tables(drawn) == "1-3 2-4"
    assert drawn.meetings[1].why.down == ((2, 1),)


def test_two_who_have_met_and_are_a_group_of_their_own_both_come_down() -> None:
    drawn = swiss(*scored(2, 2, 1, 1, met="1-2"))
    assert tables(drawn) == "1-3 2-4"
    assert [m.why.down for m in drawn.meetings] == [((1, 2),), ((2, 2),)]


def test_the_top_gives_way_where_the_last_could_not_be_paired() -> None:
    drawn = swiss(*scored(1, 1, 1, 1, 0, 0, met="5-6"))
    assert tables(drawn) == "1-2 3-5 4-6"  # not 1-3 and 2-4: 5 and 6 would be left for each other


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    five = scored(2, 1, 1, 0, 0)
    five[4] = replace(five[4], byes=1)
    assert [(bye.entry, bye.why) for bye in swiss(*five).byes] == [(4, "lowest")]


def test_the_bye_goes_higher_where_the_others_would_have_met() -> None:
    assert [(b.entry, b.why) for b in swiss(*scored(1, 0, 0, met="1-2")).byes] == [(2, "passed")]


def test_nobody_has_a_second_bye_before_all_had_one_even_if_that_forces_a_rematch() -> None:
    three = [replace(one, byes=one.entry != 3) for one in scored(1, 1, 1, met="1-2")]
    with pytest.raises(OnlyRematches):
        swiss(*three)
    drawn = swiss(*three, rematches=True)
    assert (tables(drawn), [bye.entry for bye in drawn.byes]) == ("1-2", [3])
    assert drawn.meetings[0].why.rematch


def test_when_all_have_met_there_are_only_rematches_and_who_met_least_meets_again() -> None:
    four = scored(3, 2, 1, 0, met="1-2 3-4 1-3 2-4 1-4 2-3 1-2 3-4")
    with pytest.raises(OnlyRematches):
        swiss(*four, number=5)
    drawn = swiss(*four, number=5, rematches=True)
    assert tables(drawn) == "1-3 2-4"
    assert all(m.why.rematch for m in drawn.meetings)


def test_no_more_meet_again_than_must() -> None:
    met = "1-2 1-3 1-4 1-5 1-6"  # 1 has met everybody, the others nobody else
    drawn = swiss(*scored(0, 0, 0, 0, 0, 0, met=met), rematches=True)
    assert [m.why.rematch for m in drawn.meetings].count(True) == 1


def test_in_round_1_clubs_are_kept_apart_and_later_not() -> None:
    clubs = "AABBAABB"
    eight = [replace(one, club=clubs[one.entry - 1]) for one in scored(*[0] * 8)]
    first = swiss(*eight, number=1, apart=True)
    assert all(clubs[m.a - 1] != clubs[m.b - 1] and not m.why.same_club for m in first.meetings)
    assert tables(swiss(*eight, number=2, apart=True)) == tables(swiss(*eight, number=1)) == "1-5 2-6 3-7 4-8"


def test_a_club_that_is_more_than_half_meets_itself_as_little_as_can_be() -> None:
    eight = [replace(one, club="A" if one.entry < 7 else None) for one in scored(*[0] * 8)]
    assert [m.why.same_club for m in swiss(*eight, number=1, apart=True).meetings].count(True) == 2


def test_sides_go_to_who_had_them_less_often() -> None:
    two = [replace(one, sides=sides) for one, sides in zip(scored(1, 1), ("ABA", "BBA"), strict=True)]
    assert [(m.a, m.b) for m in swiss(*two).meetings] == [(2, 1)]


def test_who_is_out_is_not_drawn() -> None:
    four = scored(0, 0, 0, 0)
    assert tables(swiss(four[0], replace(four[1], out=True), replace(four[2], out=True), four[3])) == "1-4"


# ── whatever the event ───────────────────────────────────────────────────────


@st.composite
def histories(draw_: st.DrawFn) -> list[Competitor]:
    """Invent entries that have met at random, with scores, clubs and byes at random."""
    size = draw_(st.integers(2, 9))
    edges = draw_(st.sets(st.tuples(st.integers(1, size), st.integers(1, size)).filter(lambda e: e[0] < e[1])))
    return [
        Competitor(
            n, n, draw_(st.integers(0, 3)), draw_(st.sampled_from("AB")),
            tuple(b if a == n else a for a, b in sorted(edges) if n in (a, b)), draw_(st.integers(0, 1)),
        )
        for n in range(1, size + 1)
    ]  # fmt: skip


def ways(left: list[Competitor]) -> Iterator[list[tuple[int, int]]]:
    """Give every drawing of an even number without a rematch."""
    if not left:
        yield []
        return
    one, *others = left
    for other in others:
        if other.entry not in one.met:
            for rest in ways([o for o in others if o is not other]):
                yield [(one.entry, other.entry), *rest]


@settings(max_examples=300)
@given(histories())
def test_a_drawing_without_a_rematch_is_found_wherever_there_is_one(field: list[Competitor]) -> None:
    fewest = min(one.byes for one in field)
    sitting_out = [one for one in field if one.byes == fewest] if len(field) % 2 else [None]
    there_is = any(next(ways([o for o in field if o is not bye]), None) is not None for bye in sitting_out)
    try:
        drawn = swiss(*field)
    except OnlyRematches:
        assert not there_is
        drawn = swiss(*field, rematches=True)
        assert any(m.why.rematch for m in drawn.meetings)
    else:
        assert there_is
        assert not any(m.why.rematch for m in drawn.meetings)
    seated = [entry for m in drawn.meetings for entry in (m.a, m.b)] + [bye.entry for bye in drawn.byes]
    assert sorted(seated) == [one.entry for one in field]
    met = {one.entry: one.met for one in field}
    assert all(m.why.rematch == (m.b in met[m.a]) for m in drawn.meetings)


@settings(max_examples=150)
@given(histories())
def test_as_few_as_can_be_leave_the_top_group(field: list[Competitor]) -> None:
    field = [replace(one, byes=0) for one in (field if len(field) % 2 == 0 else field[1:])]
    top = max((one.score for one in field), default=0)
    leaders = {one.entry for one in field if one.score == top}
    leaving = [sum((a in leaders) != (b in leaders) for a, b in way) for way in ways(field)]
    if leaving and field:
        drawn = swiss(*field)
        assert sum((m.a in leaders) != (m.b in leaders) for m in drawn.meetings) == min(leaving)


@settings(max_examples=60)
@given(st.integers(2, 30), st.integers(1, 9), st.randoms(use_true_random=False))
def test_in_a_whole_event_nobody_meets_twice_and_byes_go_round(size: int, rounds: int, chance: Random) -> None:
    met: dict[int, list[int]] = {n: [] for n in range(size)}
    wins, byes, sides = dict.fromkeys(met, 0), dict.fromkeys(met, 0), dict.fromkeys(met, "")
    gone: set[int] = set()
    late = {n: chance.randint(1, 3) for n in range(size) if chance.random() < 0.2}
    for number in range(1, rounds + 1):
        gone |= {n for n in met if chance.random() < 0.03}
        field = [
            Competitor(n, n, wins[n], n % 4, tuple(met[n]), byes[n], sides[n], out=n in gone or late.get(n, 1) > number)
            for n in met
        ]
        playing = {one.entry for one in field if not one.out}
        if len(playing) < 2:
            return
        try:
            drawn = swiss(*field, number=number, apart=True)
        except OnlyRematches:
            assert len(playing) <= 2 * number + 1  # where fewer than half have been met there is always a way
            return
        assert drawn == swiss(*field, number=number, apart=True)
        assert drawn == swiss(*chance.sample(field, size), number=number, apart=True)
        assert sorted([e for m in drawn.meetings for e in (m.a, m.b)] + [b.entry for b in drawn.byes]) == sorted(
            playing
        )
        for bye in drawn.byes:
            assert byes[bye.entry] == min(byes[n] for n in playing)
            byes[bye.entry] += 1
            wins[bye.entry] += 1
        for m in drawn.meetings:
            assert m.b not in met[m.a]
            met[m.a].append(m.b)
            met[m.b].append(m.a)
            sides[m.a] += "A"
            sides[m.b] += "B"
            wins[chance.choice((m.a, m.b))] += 1


def test_a_long_event_of_many_pairs_has_no_rematch_and_one_bye_each() -> None:
    chance = Random(4)
    field = [Competitor(n, n) for n in range(201)]
    for number in range(1, 16):
        drawn = swiss(*field, number=number)
        for m in drawn.meetings:
            won = chance.random() < 0.5
            a, b = field[m.a], field[m.b]
            assert m.b not in a.met
            field[m.a] = replace(a, score=a.score + won, met=(*a.met, m.b))
            field[m.b] = replace(b, score=b.score + (not won), met=(*b.met, m.a))
        for bye in drawn.byes:
            one = field[bye.entry]
            field[bye.entry] = replace(one, score=one.score + 1, byes=one.byes + 1)
    assert max(one.byes for one in field) == 1
