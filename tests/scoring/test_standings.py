"""Places and the reasons for them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting import Met, Total, add_up
from scoring.lots import digest, drawn
from scoring.standings import KEYS, Standing, rank, why

RANKING = ["wins", "effectiveness", "points"]


def table(*totals: tuple[int, int, int, int]) -> tuple[Standing, ...]:
    """Rank entries given as (entry, wins, effectiveness, points)."""
    return rank([Total(entry, wins, eff, points) for entry, wins, eff, points in totals], RANKING)


def places(standings: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(standing.place, standing.total.entry) for standing in standings]


def test_wins_come_first_then_effectiveness_then_points() -> None:
    standings = table((1, 3, 500, 900), (2, 4, -10, 700), (3, 3, 500, 901), (4, 3, 501, 600))
    assert places(standings) == [(1, 2), (2, 4), (3, 3), (4, 1)]


def test_entries_that_are_level_share_a_place_and_the_next_stays_empty() -> None:
    standings = table((1, 2, 10, 300), (2, 2, 10, 300), (3, 2, 9, 310), (4, 3, 0, 0))
    assert places(standings) == [(1, 4), (2, 1), (2, 2), (4, 3)]


def test_the_order_of_the_keys_is_data() -> None:
    totals = [Total(1, wins=2, effectiveness=0, points=350), Total(2, wins=1, effectiveness=5, points=400)]
    assert places(rank(totals, ["points", "wins"])) == [(1, 2), (2, 1)]
    assert places(rank(totals, ["wins"])) == [(1, 1), (2, 2)]


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        rank([Total(1)], ["wins", "beauty"])


def test_why_names_the_key_that_decides_and_the_neighbours() -> None:
    standings = table((5, 4, 266, 787), (7, 3, 180, 792), (8, 3, 179, 794), (9, 3, 179, 754), (10, 2, 400, 900))
    reasons = why(standings[2], standings, RANKING)
    assert [reason.key for reason in reasons] == ["wins", "effectiveness", "points"]
    wins, effectiveness, points = reasons
    assert [s.total.entry for s in wins.level] == [7, 9]
    assert wins.above == standings[0]
    assert wins.below == standings[4]
    assert [s.total.entry for s in effectiveness.level] == [9]
    assert effectiveness.above == standings[1]
    assert effectiveness.below is None
    assert points.level == ()
    assert points.above is None
    assert points.below == standings[3]
    assert [reason.decides for reason in reasons] == [False, False, True]


def test_why_stops_at_the_key_that_decides() -> None:
    standings = table((1, 4, 0, 0), (2, 3, 0, 0))
    assert [(r.key, r.value, r.decides) for r in why(standings[0], standings, RANKING)] == [("wins", 4, True)]


def test_why_of_a_shared_place_goes_to_the_last_key_and_none_decides() -> None:
    standings = table((1, 2, 10, 300), (2, 2, 10, 300))
    reasons = why(standings[1], standings, RANKING)
    assert [reason.decides for reason in reasons] == [False, False, False]
    assert reasons[-1].level == (standings[0],)


def test_the_only_entry_of_an_event_needs_no_key() -> None:
    standings = table((1, 0, 0, 0))
    assert [reason.decides for reason in why(standings[0], standings, RANKING)] == [False]


TOTALS = st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5), st.integers(0, 5)), min_size=1, max_size=25).map(
    lambda values: [Total(number, *value) for number, value in enumerate(values, start=1)]
)


@given(TOTALS, st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_the_entries(totals: list[Total], chance: random.Random) -> None:
    shuffled = chance.sample(totals, len(totals))
    assert sorted(places(rank(totals, RANKING))) == sorted(places(rank(shuffled, RANKING)))


@given(TOTALS)
def test_a_place_is_one_more_than_the_number_of_entries_ahead(totals: list[Total]) -> None:
    standings = rank(totals, RANKING)
    for standing in standings:
        assert standing.place == 1 + sum(other.values > standing.values for other in standings)


@given(TOTALS)
def test_the_deciding_key_parts_an_entry_from_all_it_was_level_with(totals: list[Total]) -> None:
    standings = rank(totals, RANKING)
    for standing in standings:
        last = why(standing, standings, RANKING)[-1]
        sharing = [other for other in standings if other.place == standing.place and other is not standing]
        assert list(last.level) == sharing
        assert last.decides == (not sharing and len(standings) > 1)


# -- head to head ------------------------------------------------------------------------------------------------------


def met(round_: int, winner: int, loser: int) -> list[Met]:
    """Give both sides of a game."""
    return [Met(winner, round_, (loser,), True, 200, 100), Met(loser, round_, (winner,), False, 100, 200)]


def by_meetings(games: list[Met], *entries: int, ranking: list[str] | None = None) -> tuple[Standing, ...]:
    everybody = {*entries, *(met.entry for met in games)}
    totals = {total.entry: total for total in add_up(everybody, games)}
    return rank([totals[entry] for entry in entries], ranking or ["wins", "head_to_head"], games)


def test_of_two_that_are_level_the_winner_of_their_meeting_is_ahead() -> None:
    games = [*met(1, 2, 1), *met(2, 1, 3)]
    assert places(by_meetings(games, 1, 2, 3)) == [(1, 2), (2, 1), (3, 3)]
    assert [standing.values for standing in by_meetings(games, 1, 2)] == [(1, 1), (1, 0)]


def test_three_that_beat_each_other_in_a_ring_stay_level() -> None:
    games = [*met(1, 1, 2), *met(2, 2, 3), *met(3, 3, 1)]
    standings = by_meetings(games, 1, 2, 3)
    assert [(s.place, s.values) for s in standings] == [(1, (1, 1))] * 3


def test_three_that_all_met_are_parted_by_the_games_won_among_them() -> None:
    games = [*met(1, 1, 2), *met(2, 1, 3), *met(3, 2, 3), *met(4, 3, 9), *met(5, 3, 8), *met(6, 2, 9)]
    standings = by_meetings(games, 1, 2, 3)  # each has two wins
    assert [(s.total.entry, s.place, s.values) for s in standings] == [
        (1, 1, (2, 2)), (2, 2, (2, 1)), (3, 3, (2, 0)),
    ]  # fmt: skip


def test_where_not_all_have_met_head_to_head_says_nothing() -> None:
    games = [*met(1, 1, 2), *met(2, 2, 9), *met(3, 3, 8)]
    standings = by_meetings(games, 1, 2, 3)
    assert [(s.place, s.values) for s in standings] == [(1, (1, None))] * 3


def test_where_some_met_more_often_than_others_head_to_head_says_nothing() -> None:
    games = [*met(1, 1, 2), *met(2, 1, 2), *met(3, 2, 3), *met(4, 3, 1), *met(5, 2, 9), *met(6, 3, 9)]
    assert {s.values for s in by_meetings(games, 1, 2, 3)} == {(2, None)}


def test_games_against_others_do_not_count_head_to_head() -> None:
    games = [*met(1, 2, 1), *met(2, 1, 9), *met(3, 1, 8), *met(4, 2, 7)]
    standings = by_meetings(games, 1, 2)
    assert [(s.total.entry, s.values) for s in standings] == [(2, (2, 1)), (1, (2, 0))]


def test_those_it_leaves_level_go_on_to_the_next_key() -> None:
    games = [*met(1, 1, 2), *met(2, 2, 3), *met(3, 3, 1), Met(2, 4, (), False, 150, 160)]
    standings = by_meetings(games, 1, 2, 3, ranking=["wins", "head_to_head", "points"])
    assert places(standings) == [(1, 2), (2, 1), (2, 3)]


def test_single_players_meet_two_opponents_in_a_game() -> None:
    games = [
        Met(1, 1, (3, 4), True, 200, 90), Met(2, 1, (3, 4), True, 200, 90),
        Met(3, 1, (1, 2), False, 90, 200), Met(4, 1, (1, 2), False, 90, 200),
        Met(4, 2, (), True, 200, 0),
    ]  # fmt: skip
    standings = by_meetings(games, 1, 2, 3, 4)
    assert places(standings) == [(1, 1), (1, 2), (1, 4), (4, 3)]  # partners have not met: nothing said
    assert standings[0].values == (1, None)
    assert places(by_meetings(games, 1, 4)) == [(1, 1), (2, 4)]


def test_why_tells_the_rivals_of_a_key_that_says_nothing() -> None:
    games = [*met(1, 1, 2), *met(2, 2, 9), *met(3, 3, 8)]
    ranking = ["wins", "head_to_head", "points"]
    standings = by_meetings(games, 1, 2, 3, ranking=ranking)
    assert places(standings) == [(1, 2), (2, 1), (2, 3)]
    reasons = why(standings[0], standings, ranking)
    assert [(reason.key, reason.value, reason.decides) for reason in reasons] == [
        ("wins", 1, False), ("head_to_head", None, False), ("points", 300, True),
    ]  # fmt: skip
    assert [rival.total.entry for rival in reasons[1].rivals] == [1, 3]
    assert reasons[1].level == reasons[1].rivals


# -- lots --------------------------------------------------------------------------------------------------------------


def test_lots_are_drawn_as_anybody_can_draw_them_again() -> None:
    # printf 12345:17 | sha256sum
    assert digest(12345, 17) == "ee42d9f746a165b71fc46acaafd0aa31e65461c0a8fe3e132a9dd549bfc8632a"
    assert drawn(12345, [1, 2, 3, 17]) == [3, 2, 1, 17]
    assert drawn(12345, [17, 3, 2, 1]) == drawn(12345, [1, 2, 3, 17])


def test_the_lot_drawn_first_is_ahead() -> None:
    totals = [Total(5, wins=1, lot=2), Total(6, wins=1, lot=1), Total(7, wins=2, lot=3)]
    assert places(rank(totals, ["wins", "lots"])) == [(1, 7), (2, 6), (3, 5)]


@given(st.integers(1, 2**31 - 1), st.sets(st.integers(1, 500), min_size=2), st.data())
def test_the_order_of_two_lots_depends_on_nothing_but_their_numbers(
    seed: int, numbers: set[int], data: st.DataObject
) -> None:
    two = data.draw(st.lists(st.sampled_from(sorted(numbers)), min_size=2, max_size=2, unique=True))
    assert [number for number in drawn(seed, numbers) if number in two] == drawn(seed, two)


# -- any keys, any games -----------------------------------------------------------------------------------------------

RANKINGS = st.lists(st.sampled_from(KEYS), unique=True)


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Total], list[Met]]:
    """Play some rounds among a few entries, most games close to each other so that many are level."""
    entries = list(range(1, draw(st.integers(2, 7)) + 1))
    games = []
    for round_ in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(entries))
        for one, other in zip(order[::2], order[1::2], strict=False):
            games += met(round_, one, other)
    lots = {number: lot for lot, number in enumerate(drawn(draw(st.integers(1, 99)), entries), start=1)}
    return add_up(entries, games, lots=lots), games


@given(events(), RANKINGS, st.randoms(use_true_random=False))
def test_a_ranking_does_not_depend_on_the_order_in_which_entries_and_games_come(
    played: tuple[list[Total], list[Met]], ranking: list[str], chance: random.Random
) -> None:
    totals, games = played
    other = rank(chance.sample(totals, len(totals)), ranking, chance.sample(games, len(games)))
    assert sorted(places(rank(totals, ranking, games))) == sorted(places(other))


@given(events(), RANKINGS)
def test_each_entry_stands_once_and_a_place_counts_those_ahead(
    played: tuple[list[Total], list[Met]], ranking: list[str]
) -> None:
    totals, games = played
    standings = rank(totals, ranking, games)
    assert sorted(s.total.entry for s in standings) == [total.entry for total in totals]
    for index, standing in enumerate(standings):
        shared = [other for other in standings if other.place == standing.place]
        assert standing.place == standings.index(shared[0]) + 1 <= index + 1
        assert {other.values for other in shared} == {standing.values}


@given(events(), RANKINGS)
def test_lots_leave_no_shared_place(played: tuple[list[Total], list[Met]], ranking: list[str]) -> None:
    totals, games = played
    standings = rank(totals, [*(key for key in ranking if key != "lots"), "lots"], games)
    assert [standing.place for standing in standings] == list(range(1, len(totals) + 1))


@given(events(), RANKINGS.filter(lambda keys: "head_to_head" not in keys))
def test_head_to_head_only_parts_those_who_are_level(played: tuple[list[Total], list[Met]], ranking: list[str]) -> None:
    totals, games = played
    before = {s.total.entry: s.place for s in rank(totals, ranking, games)}
    after = {s.total.entry: s.place for s in rank(totals, [*ranking, "head_to_head"], games)}
    for one in before:
        for other in before:
            if before[one] < before[other]:
                assert after[one] < after[other]
            if after[one] < after[other]:
                assert before[one] <= before[other]


@given(events(), RANKINGS)
def test_why_ends_at_the_key_that_parts_an_entry_from_the_last_or_at_the_last_key(
    played: tuple[list[Total], list[Met]], ranking: list[str]
) -> None:
    totals, games = played
    standings = rank(totals, ranking, games)
    for standing in standings:
        reasons = why(standing, standings, ranking)
        level: tuple[Standing, ...] = tuple(s for s in standings if s is not standing)
        for reason in reasons:
            assert {s.total.entry for s in reason.rivals} == {s.total.entry for s in level}
            level = reason.level
        assert {s.place for s in level} <= {standing.place}
