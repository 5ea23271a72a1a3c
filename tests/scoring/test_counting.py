"""What games add up to: wins, the three meanings of effectiveness, byes and walkovers, disqualified entries."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting import Counting, Met, Out, Total, add_up, effect, without

TO_TARGET = Counting("to_target")
SHARE = Counting("share")
HALF = Counting(half_byes=True, half_walkovers=True)


def game(own: int, other: int, entry: int = 1, against: int = 2, target: int | None = 200) -> Met:
    """Give what a game against one opponent brought an entry."""
    return Met(entry, 1, (against,), own > other, own, other, target=target)


def bye(points: int = 200, entry: int = 1) -> Met:
    return Met(entry, 1, (), True, points, 0, target=200)


def no_show(own: int, other: int) -> Met:
    return Met(1, 1, (2,), own > other, own, other, walkover=True, target=200)


def effectiveness(games: list[Met], counting: Counting) -> int:
    return add_up([1], games, counting)[0].effectiveness


def test_games_add_up_to_wins_effectiveness_and_points() -> None:
    games = [game(204, 96, 7, 8), game(96, 204, 8, 7), game(131, 190, 7, 8), game(190, 131, 8, 7)]
    one, two = add_up([7, 8], games)
    assert (one.wins, one.losses, one.effectiveness, one.points, one.games) == (1, 1, 49, 335, 2)
    assert (two.wins, two.losses, two.effectiveness, two.points, two.games) == (1, 1, -49, 286, 2)


def test_a_bye_is_a_win_by_the_walkover_to_nothing_and_is_in_the_totals() -> None:
    assert add_up([3], [bye(entry=3)]) == [Total(3, 1, 200, 200, 1)]


def test_who_has_not_played_stands_with_zeros() -> None:
    assert add_up([1, 2], [Met(1, 1, (), False, 90, 200)])[1] == Total(2)


def test_a_game_that_both_lost_is_a_loss_for_both() -> None:
    both = [Met(1, 1, (2,), False, 0, 0), Met(2, 1, (1,), False, 0, 0)]
    assert [(total.wins, total.losses) for total in add_up([1, 2], both)] == [(0, 1), (0, 1)]


def test_a_provisional_game_makes_the_total_provisional() -> None:
    totals = add_up([1, 2], [Met(1, 1, (2,), True, 200, 100, provisional=True), game(100, 200, 2, 1)])
    assert [total.provisional for total in totals] == [True, False]


# -- three meanings of effectiveness -----------------------------------------------------------------------------------


def test_the_difference_counts_every_point() -> None:
    assert effect(game(231, 120)) == 111
    assert effect(game(120, 231)) == -111


def test_points_over_the_target_do_not_count_towards_it() -> None:
    assert effect(game(231, 120), TO_TARGET) == 80  # 200 - 120
    assert effect(game(120, 231), TO_TARGET) == -80


def test_where_time_ended_the_game_the_plain_difference_counts() -> None:
    assert effect(game(154, 94), TO_TARGET) == 60
    assert effect(game(94, 154), TO_TARGET) == -60


def test_where_both_passed_the_target_neither_gains() -> None:
    assert effect(game(230, 205), TO_TARGET) == 0


def test_a_game_of_fixed_deals_has_no_target_to_cut_at() -> None:
    assert effect(game(431, 120, target=None), TO_TARGET) == 311


def test_the_share_is_of_a_thousand_of_all_points_in_the_games() -> None:
    assert effectiveness([game(200, 100)], SHARE) == 666  # 200 of 300, rounded down
    assert effectiveness([game(200, 100), game(50, 150)], SHARE) == 500  # 250 of 500, not the mean of two shares
    assert effectiveness([bye()], SHARE) == 1000


def test_the_share_of_no_points_is_nothing_and_points_below_zero_are_none() -> None:
    assert effectiveness([], SHARE) == 0
    assert effectiveness([game(0, 0)], SHARE) == 0
    assert effectiveness([game(-30, 210)], SHARE) == 0
    assert effectiveness([game(210, -30)], SHARE) == 1000


# -- byes and walkovers ------------------------------------------------------------------------------------------------


def test_half_of_the_difference_of_a_bye_counts_and_all_of_its_points() -> None:
    (total,) = add_up([1], [bye()], Counting(half_byes=True))
    assert (total.wins, total.effectiveness, total.points) == (1, 100, 200)
    assert effect(bye(), Counting(half_walkovers=True)) == 200


def test_half_of_the_difference_of_a_walkover_counts_for_the_winner_and_all_for_the_offender() -> None:
    half = Counting(half_walkovers=True)
    assert (effect(no_show(200, 0), half), effect(no_show(0, 200), half)) == (100, -200)
    assert (effect(no_show(200, 0)), effect(no_show(0, 200))) == (200, -200)
    assert effect(no_show(200, 0), Counting(half_byes=True)) == 200
    assert effect(game(200, 0), half) == 200  # played, to nothing


def test_half_of_an_odd_number_is_rounded_down() -> None:
    assert effect(bye(151), HALF) == 75


def test_what_counts_half_counts_with_half_of_its_points_in_a_share() -> None:
    games = [bye(), game(50, 150)]
    assert effectiveness(games, SHARE) == 625  # 250 of 400
    assert effectiveness(games, Counting("share", half_byes=True)) == 500  # 150 of 300


def test_over_the_target_and_half_go_together() -> None:
    won = Met(1, 1, (2,), True, 231, 0, walkover=True, target=200)
    assert effect(won, Counting("to_target", half_walkovers=True)) == 100


GAMES = st.builds(
    lambda own, other: Met(1, 1, (2,), own > other, own, other, target=200), st.integers(0, 300), st.integers(0, 300)
)


@given(GAMES)
def test_what_one_side_gains_in_a_game_that_was_played_the_other_loses(won: Met) -> None:
    lost = Met(2, 1, (1,), won.points_against > won.points_for, won.points_against, won.points_for, target=200)
    for counting in (Counting(), TO_TARGET, HALF):
        assert effect(won, counting) == -effect(lost, counting)
    assert abs(effect(won, TO_TARGET)) <= min(200, abs(effect(won)) or 0)


@given(st.lists(GAMES, max_size=8))
def test_a_share_lies_between_nothing_and_a_thousand(games: list[Met]) -> None:
    assert 0 <= effectiveness(games, SHARE) <= 1000


# -- the wins of the opponents -----------------------------------------------------------------------------------------


def test_buchholz_adds_up_the_wins_of_all_opponents_met() -> None:
    games = [
        Met(1, 1, (2, 3), True, 200, 100), Met(2, 1, (1, 4), False, 100, 200), Met(3, 1, (1, 4), False, 100, 200),
        Met(4, 1, (2, 3), True, 200, 100), Met(2, 2, (), True, 200, 0), Met(1, 2, (4,), True, 200, 0),
        Met(4, 2, (1,), False, 0, 200),
    ]  # fmt: skip
    totals = add_up([1, 2, 3, 4], games)
    assert [total.wins for total in totals] == [2, 1, 0, 1]
    assert [total.buchholz for total in totals] == [1 + 0 + 1, 2 + 1, 2 + 1, 1 + 0 + 2]


# -- disqualified entries ----------------------------------------------------------------------------------------------


@st.composite
def round_robins(draw: st.DrawFn) -> list[Met]:
    """Play some rounds among six entries; both sides of each game, byes too."""
    games = []
    for round_ in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(range(1, 7)))
        for one, other in zip(order[::2], order[1::2], strict=True):
            a, b = draw(st.integers(0, 300)), draw(st.integers(0, 300))
            if draw(st.integers(0, 9)) == 0:
                games += [Met(one, round_, (), True, 200, 0), Met(other, round_, (), True, 200, 0)]
            else:
                games += [Met(one, round_, (other,), a > b, a, b), Met(other, round_, (one,), b > a, b, a)]
    return games


OUT = st.lists(
    st.builds(Out, st.integers(1, 6), st.integers(1, 6), st.booleans()), max_size=3, unique_by=lambda o: o.entry
)


@given(games=round_robins(), out=OUT)
def test_a_disqualification_changes_its_own_games_and_at_most_those_of_its_opponents(
    games: list[Met], out: list[Out]
) -> None:
    read = without(games, out, 200)
    gone = {one.entry: one for one in out}
    assert [(met.entry, met.round, met.opponents) for met in read] == [(m.entry, m.round, m.opponents) for m in games]
    for was, now in zip(games, read, strict=True):
        own, other = gone.get(was.entry), gone.get(was.opponents[0] if was.opponents else 0)
        is_out = own is not None and was.round >= own.from_round
        met_out = other is not None and was.round >= other.from_round
        if is_out:
            assert (now.won, now.points_for, now.points_against) == (False, 0, 0 if met_out else 200)
        elif met_out and other and other.opponents_win:
            assert (now.won, now.points_for, now.points_against) == (True, max(200, was.points_for), 0)
        else:
            assert now == was


@given(games=round_robins(), out=OUT)
def test_nobody_gains_more_than_what_the_walkover_gives(games: list[Met], out: list[Out]) -> None:
    read = without(games, out, 200)
    assert sum(met.won for met in read) <= sum(met.won for met in games) + sum(not m.bye for m in games)
    by_game: dict[tuple[int, frozenset[int]], int] = {}
    for met in read:
        key = (met.round, frozenset((met.entry, *met.opponents)))
        by_game[key] = by_game.get(key, 0) + met.won
    assert max(by_game.values()) <= 1
    assert without(read, out, 200) == read  # reading twice changes nothing more
    assert without(games, [], 200) == games


def test_both_opponents_of_a_disqualified_single_player_win_and_his_partner_keeps_what_they_played() -> None:
    games = [
        Met(1, 1, (3, 4), True, 210, 90), Met(2, 1, (3, 4), True, 210, 90),
        Met(3, 1, (1, 2), False, 90, 210), Met(4, 1, (1, 2), False, 90, 210),
    ]  # fmt: skip
    read = without(games, [Out(1, 1, opponents_win=True)], 200)
    assert [(met.won, met.points_for, met.points_against) for met in read] == [
        (False, 0, 200), (True, 210, 90), (True, 200, 0), (True, 200, 0),
    ]  # fmt: skip
    assert [effect(met, Counting(half_walkovers=True)) for met in read] == [-200, 120, 100, 100]
