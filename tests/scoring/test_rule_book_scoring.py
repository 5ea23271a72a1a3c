"""The rule book, S5-S15, S17 and S18: how a deal is scored and when a game is over, as the referee writes it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.layout import has_move, is_blocked, is_fish, read
from scoring.rules import parse_rules
from scoring.tiles import ALL_TILES, Tile, parse_tile
from tests.scoring.logs import (
    begin,
    fish,
    forfeit,
    leaders,
    no_show,
    out,
    outcome,
    penalty,
    points,
    sanctions,
    score,
    seat,
    start,
    time,
    void,
)
from tests.scoring.rule_book import Play

# A1 lays his last tile; 11 pips are left with B1, 10 with A2, 9 with B2.
OUT = out("A1", B1=["6-4", "1-0"], A2=["5-5"], B2=["3-2", "2-2", "0-0"])

# All seven twos lie, a two at both ends; B1 laid 5-2 last. The ten tiles have 54 pips, so 114 are left.
LINE_OF_TWOS = "2-4 4-1 1-2 2-6 6-0 0-2 2-2 2-3 3-5 5-2"
HANDS = {
    "A1": ["0-0", "1-0", "5-5", "6-6"],  # 23
    "B1": ["3-0", "1-1", "4-4", "6-5"],  # 24
    "A2": ["4-0", "3-1", "5-1", "3-3", "6-1"],  # 27: the pair A has 50
    "B2": ["5-0", "4-3", "6-3", "5-4", "6-4"],  # 40: the pair B has 64
}
FISH = fish("B1", *HANDS.values())
# The same with 1-0 and 4-4 changed over: A1 30, B1 17, and both pairs have 57.
LEVEL = fish("B1", ["0-0", "4-4", "5-5", "6-6"], ["3-0", "1-1", "1-0", "6-5"], HANDS["A2"], HANDS["B2"])


def tiles(hand: list[str]) -> list[Tile]:
    return [tile for tile in map(parse_tile, hand) if tile]


# -- S5-S8: the aim of the game ----------------------------------------------------------------------------------------


def test_s5_the_pair_that_first_has_200_points_wins(play: Play) -> None:
    lines = start(), points("A", 120), points("B", 150), points("A", 79)
    assert outcome(play(*lines)) == ("running", None, None, (199, 150))
    assert outcome(play(*lines, points("A", 1))) == ("finished", "A", "target", (200, 150))
    assert outcome(play(*lines, points("B", 55))) == ("finished", "B", "target", (199, 205))
    assert play.refused(*lines, points("B", 55), points("A", 1)) == ("game_over", 5)


@pytest.mark.parametrize("target", [100, 150, 210])
def test_s5_the_committee_fixes_another_target(play: Play, target: int) -> None:
    lines = start(), points("B", 50), points("B", target - 51)
    assert outcome(play(*lines, target=target)) == ("running", None, None, (0, target - 1))
    assert outcome(play(*lines, points("B", 2), target=target)) == ("finished", "B", "target", (0, target + 1))


def test_s5_a12_a_fine_alone_ends_no_game_the_next_end_of_a_deal_does(play: Play) -> None:
    lines = start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1")
    assert outcome(play(*lines)) == ("running", None, None, (215, 0))
    assert outcome(play(*lines, points("B", 10))) == ("finished", "A", "target", (215, 10))


def test_s5_a12_a_fine_ends_a_game_where_the_regulations_say_so(play: Play) -> None:
    lines = start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1")
    assert outcome(play(*lines, fine_ends_game=True)) == ("finished", "A", "target", (215, 0))


def test_s5_a12_of_two_pairs_over_the_target_the_higher_wins(play: Play) -> None:
    lines = start(), points("A", 100), points("B", 100), points("A", 90), points("B", 80), penalty("sign", "A1")
    assert outcome(play(*lines)) == ("running", None, None, (190, 230))
    assert outcome(play(*lines, points("A", 60))) == ("finished", "A", "target", (250, 230))
    assert outcome(play(*lines, points("A", 30))) == ("finished", "B", "target", (220, 230))


def test_s5_a12_two_pairs_level_over_the_target_play_an_extra_deal(play: Play) -> None:
    lines = start(), points("A", 100), points("B", 100), points("A", 90), points("B", 80), penalty("sign", "A1")
    level = play(*lines, points("A", 40))  # 230 to 230
    assert (outcome(level), level["to_come"]) == (("running", None, None, (230, 230)), "extra_deal")
    assert outcome(play(*lines, points("A", 40), points("B", 1))) == ("finished", "B", "target", (230, 231))


@pytest.mark.parametrize("minutes", [30, 40, 50])
def test_s6_when_the_minutes_are_over_the_referee_writes_it_and_the_game_ends(play: Play, minutes: int) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), points("B", 20)
    assert outcome(play(*lines, minutes=minutes)) == ("finished", "A", "time", (60, 20))
    assert play.refused(minutes=0) == ("bad_rules", None)


def test_s6_a1_a_game_is_of_200_points_and_40_minutes_unless_the_regulations_differ() -> None:
    rules = parse_rules({})
    assert (rules.target, rules.minutes, rules.deals) == (200, 40, None)


def test_s8_a_deal_ends_with_a_win_or_a_fish_and_in_no_other_way(play: Play) -> None:
    assert [deal["ending"] for deal in play(start(), OUT, FISH, target=300)["deals"]] == ["out", "fish"]
    for ending in ("draw", "time", "blocked", "", None):
        assert play.refused(start(), {**OUT, "ending": ending}) == ("bad_field", 1)


# -- S9-S12: what a deal is worth --------------------------------------------------------------------------------------


def test_s9_who_goes_out_scores_the_tiles_of_all_three_others(play: Play) -> None:
    state = play(start(), begin(), OUT)
    assert outcome(state) == ("running", None, None, (30, 0))
    assert state["deals"] == [
        {"leader": "A1", "ending": "out", "points": {"A": 30, "B": 0}, "total": {"A": 30, "B": 0}}
    ]
    assert score(play(start(), out("B2", A1=7, B1=8, A2=20))) == (0, 35)


@pytest.mark.parametrize(("scoring", "worth"), [("all", 30), ("opponents", 20), ("difference", 30)])
def test_s9_a2_the_regulations_say_whose_tiles_a_win_counts(play: Play, scoring: str, worth: int) -> None:
    assert score(play(start(), OUT, scoring=scoring)) == (worth, 0)


def test_s9_a31_every_tile_has_its_face_value(play: Play) -> None:
    assert score(play(start(), out("A1", B1=["0-0"], A2=["1-0"], B2=["6-6"]))) == (13, 0)
    assert score(play(start(), out("A1", B1=["0-0"], A2=["1-0"], B2=["2-0"]))) == (3, 0)


def test_s9_all_three_hands_are_counted_and_the_fourth_is_empty(play: Play) -> None:
    assert play.refused(start(), out("A1", B1=11, B2=9)) == ("hands_missing", 1)
    assert play.refused(start(), out("A1", A1=["2-1"], B1=11, A2=10, B2=9)) == ("out_hand_not_empty", 1)


def test_s10_a_fish_is_made_by_the_last_tile_of_a_suit_with_the_suit_at_both_ends(play: Play) -> None:
    line = read(LINE_OF_TWOS)
    assert line.ends == (2, 2)
    assert is_fish(line)
    assert is_blocked(line, map(tiles, HANDS.values()))
    before = read(LINE_OF_TWOS.removesuffix(" 5-2"))
    assert before.ends == (2, 5)
    assert not is_fish(before)
    assert len(line.tiles) + sum(map(len, HANDS.values())) == len(ALL_TILES)
    state = play(start(), FISH)
    assert (state["deals"][0]["ending"], state["warnings"]) == ("fish", [])


def test_s10_all_four_hands_of_a_fish_are_counted(play: Play) -> None:
    for chair in HANDS:
        left = {other: hand for other, hand in HANDS.items() if other != chair}
        assert play.refused(start(), {**FISH, "left": left}) == ("hands_missing", 1)


def test_s10_the_pips_left_by_a_fish_are_even_or_somebody_has_miscounted(play: Play) -> None:
    state = play(start(), fish("B1", 23, 24, 27, 41))
    assert (state["warnings"], score(state)) == (["odd_fish"], (115, 0))


def test_s10_a4_it_is_no_fish_while_somebody_can_still_lay_the_double() -> None:
    line = read("2-4 4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2")  # six twos lie, 2-2 is held
    assert line.ends == (2, 2)
    assert not is_fish(line)
    assert has_move(line, [(2, 2), (6, 6)])
    assert not is_blocked(line, [[(6, 6)], [(2, 2)], [(5, 5)], [(4, 4)]])


def test_s11_a_fish_is_won_by_the_pair_with_fewer_points_and_scores_all_four_hands(play: Play) -> None:
    state = play(start(), FISH)  # B1 made it, A has 50 and B 64
    assert outcome(state) == ("running", None, None, (114, 0))
    assert state["deals"][0]["points"] == {"A": 114, "B": 0}
    assert score(play(start(), fish("B1", 30, 1, 6, 3))) == (0, 40)


@pytest.mark.parametrize(("scoring", "worth"), [("all", 114), ("opponents", 64), ("difference", 14)])
def test_s11_a2_the_regulations_say_whose_tiles_a_fish_counts(play: Play, scoring: str, worth: int) -> None:
    assert score(play(start(), FISH, scoring=scoring)) == (worth, 0)


def test_s11_the_regulations_can_give_the_fish_to_the_lowest_hand(play: Play) -> None:
    line = fish("A1", 20, 5, 11, 30)  # A 31, B 35, but B1 holds least
    assert score(play(start(), line)) == (66, 0)
    assert score(play(start(), line, fish_winner="lowest_hand")) == (0, 66)


def test_s12_equal_pairs_draw_the_deal(play: Play) -> None:
    state = play(start(), LEVEL)
    assert (score(state), leaders(state), state["next_leader"]) == ((0, 0), ["A1"], "B1")
    assert state["deals"][0]["points"] == {"A": 0, "B": 0}


def test_s12_a3_a_drawn_deal_is_one_of_the_deals_played(play: Play) -> None:
    lines = start(), LEVEL, points("A", 10), points("A", 10), points("B", 5)
    assert outcome(play(*lines, deals=4)) == ("finished", "A", "deals", (20, 5))
    assert play(*lines, deals=4, level_fish="replay")["to_come"] == "deal"


def test_s12_a3_the_pips_can_be_carried_to_the_next_decided_deal(play: Play) -> None:
    state = play(start(), LEVEL, level_fish="carry")
    assert (score(state), state["carry"], state["next_leader"]) == ((0, 0), 114, "B1")
    after = play(start(), LEVEL, OUT, level_fish="carry")
    assert (score(after), after["carry"]) == ((144, 0), 0)


def test_s12_a3_the_same_leader_can_replay_it_and_it_is_not_counted(play: Play) -> None:
    state = play(start(), LEVEL, level_fish="replay")
    assert (score(state), state["deals"], state["next_leader"]) == ((0, 0), [], "A1")


def test_s12_a3_the_leaders_side_can_win_it(play: Play) -> None:
    assert score(play(start("B1"), LEVEL, level_fish="leader_wins")) == (0, 114)
    assert score(play(start("A1"), LEVEL, level_fish="leader_wins", scoring="opponents")) == (57, 0)


def test_s12_a3_the_next_decided_deal_can_count_double(play: Play) -> None:
    assert play(start(), LEVEL, level_fish="double_next")["factor"] == 2
    state = play(start(), LEVEL, OUT, OUT, level_fish="double_next")
    assert (score(state), state["factor"]) == ((90, 0), 1)  # twice 30, and 30


# -- S13-S15: time -----------------------------------------------------------------------------------------------------


def test_s13_time_over_in_a_deal_lets_that_deal_decide(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True)
    running = play(*lines)
    assert (outcome(running), running["to_come"]) == (("running", None, None, (60, 0)), "last_deal")
    assert outcome(play(*lines, points("B", 80))) == ("finished", "B", "time", (60, 80))
    assert outcome(play(*lines, points("B", 59))) == ("finished", "A", "time", (60, 59))
    assert play.refused(*lines, points("B", 59), points("B", 2)) == ("game_over", 5)


def test_s13_a_deal_that_was_not_marked_is_open_when_time_is_over_in_it(play: Play) -> None:
    assert play(start(), points("A", 60), time(in_deal=True))["to_come"] == "last_deal"


def test_s13_the_last_deal_can_still_reach_the_target(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), points("A", 140)
    assert outcome(play(*lines)) == ("finished", "A", "target", (200, 0))


def test_s13_a_last_deal_that_is_void_is_played_again(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), void()
    assert outcome(play(*lines)) == ("running", None, None, (60, 0))
    assert outcome(play(*lines, points("B", 61))) == ("finished", "B", "time", (60, 61))


def test_s13_the_regulations_can_ask_for_that_deal_and_one_more(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), points("B", 70), points("A", 20)
    assert play(*lines[:4], time_rule="finish_plus_one")["to_come"] == "two_more_deals"
    assert play(*lines[:5], time_rule="finish_plus_one")["to_come"] == "one_more_deal"
    assert outcome(play(*lines, time_rule="finish_plus_one")) == ("finished", "A", "time", (80, 70))


def test_s13_the_regulations_can_stop_the_game_at_once_and_void_the_deal(play: Play) -> None:
    state = play(start(), points("A", 60), begin(), time(in_deal=True), time_rule="stop")
    assert (outcome(state), leaders(state)) == (("finished", "A", "time", (60, 0)), ["A1"])


def test_s14_time_over_while_points_are_counted_asks_for_one_more_deal(play: Play) -> None:
    lines = start(), points("A", 60), time(in_deal=False)
    between = play(*lines)
    assert (outcome(between), between["to_come"]) == (("running", None, None, (60, 0)), "one_more_deal")
    assert play(*lines, begin())["to_come"] == "last_deal"
    assert outcome(play(*lines, begin(), points("B", 50))) == ("finished", "A", "time", (60, 50))
    assert play.refused(start(), begin(), time(in_deal=False)) == ("deal_in_progress", 2)


def test_s14_a10_a_target_already_reached_ends_the_game_and_a_lead_does_not(play: Play) -> None:
    lines = start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1"), time(in_deal=False)  # 215 to 0
    assert outcome(play(*lines)) == ("finished", "A", "target", (215, 0))
    assert play(start(), points("A", 100), points("A", 90), time(in_deal=False))["state"] == "running"


def test_s14_a10_the_regulations_can_ask_for_one_more_deal_always(play: Play) -> None:
    lines = start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1"), time(in_deal=False)
    state = play(*lines, target_at_time="one_more")
    assert (outcome(state), state["to_come"]) == (("running", None, None, (215, 0)), "one_more_deal")
    after = play(*lines, points("B", 30), target_at_time="one_more")
    assert outcome(after) == ("finished", "A", "target", (215, 30))


@pytest.mark.parametrize(("time_rule", "state"), [("finish_plus_one", "running"), ("stop", "finished")])
def test_s14_the_regulations_can_stop_the_game_between_deals(play: Play, time_rule: str, state: str) -> None:
    lines = start(), points("A", 60), time(in_deal=False)
    assert play(*lines, time_rule=time_rule)["state"] == state
    assert outcome(play(*lines, points("B", 9), time_rule="finish_plus_one")) == ("finished", "A", "time", (60, 9))


def test_s15_a_game_level_when_time_is_over_has_an_extra_deal(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), points("B", 60)
    level = play(*lines)
    assert (outcome(level), level["to_come"]) == (("running", None, None, (60, 60)), "extra_deal")
    assert outcome(play(*lines, points("A", 1))) == ("finished", "A", "time", (61, 60))


def test_s15_a7_the_lead_of_the_extra_deal_rotates_on(play: Play) -> None:
    lines = start("A2"), points("A", 60), begin(), time(in_deal=True), points("B", 60), points("A", 1)
    assert leaders(play(*lines)) == ["A2", "B2", "A1"]


def test_s15_a11_extra_deals_are_played_until_one_decides_without_limit(play: Play) -> None:
    lines = start(), points("A", 60), begin(), time(in_deal=True), points("B", 60), *[LEVEL] * 9
    assert outcome(play(*lines)) == ("running", None, None, (60, 60))
    assert outcome(play(*lines, OUT)) == ("finished", "A", "time", (90, 60))


def test_s15_a_game_of_fixed_deals_played_level_has_an_extra_deal(play: Play) -> None:
    lines = start(), points("A", 20), points("B", 30), points("A", 10), LEVEL
    assert (score(play(*lines, deals=4)), play(*lines, deals=4)["to_come"]) == ((30, 30), "extra_deal")
    assert outcome(play(*lines, points("B", 4), deals=4)) == ("finished", "B", "deals", (30, 34))


# -- S17, S18: no-show, and a fixed number of deals --------------------------------------------------------------------


@pytest.mark.parametrize("absent", [(), ("B1",), ("B1", "B2")])
def test_s17_a_pair_of_which_one_or_both_do_not_come_loses_to_the_maximum(play: Play, absent: tuple[str, ...]) -> None:
    state = play(no_show("B", *absent))
    assert outcome(state) == ("finished", "A", "no_show", (200, 0))
    rows = [(row["won"], row["points_for"], row["points_against"]) for row in state["seats"].values()]
    assert rows == [(True, 200, 0), (False, 0, 200)] * 2


def test_s17_five_minutes_is_how_long_one_waits() -> None:
    assert parse_rules({}).no_show_minutes == 5


def test_s17_who_leaves_after_a_deal_has_not_failed_to_come_but_forfeits(play: Play) -> None:
    assert play.refused(start(), OUT, no_show("B")) == ("not_allowed", 2)
    assert outcome(play(start(), OUT, forfeit("A"))) == ("finished", "B", "forfeit", (0, 200))


def test_s17_the_regulations_can_give_the_partner_of_the_absent_a_bye(play: Play) -> None:
    state = play(no_show("B", "B1"), partner_of_absent="bye")
    rows = {name: (row["won"], row["points_for"], row["points_against"]) for name, row in state["seats"].items()}
    assert rows == {"A1": (True, 200, 0), "B1": (False, 0, 200), "A2": (True, 200, 0), "B2": (True, 200, 0)}


def test_s17_a24_where_neither_pair_comes_both_lose(play: Play) -> None:
    state = play(no_show("both"))
    assert outcome(state) == ("finished", None, "no_show", (0, 0))
    assert [row["won"] for row in state["seats"].values()] == [False] * 4


@pytest.mark.parametrize(
    ("rules", "maximum"), [({}, 200), ({"target": 150}, 150), ({"deals": 8}, 200), ({"walkover": 100}, 100)]
)
def test_s17_a25_the_maximum_is_the_target_or_a_number_of_its_own(
    play: Play, rules: dict[str, Any], maximum: int
) -> None:
    assert outcome(play(no_show("A"), **rules)) == ("finished", "B", "no_show", (0, maximum))


def test_s17_a26_who_is_late_and_comes_in_time_is_warned_and_the_game_is_played(play: Play) -> None:
    lines = seat("A1", "p1"), seat("A2", "p3"), seat("B1", "p2"), penalty("late", "B2"), seat("B2", "p4")
    assert play(*lines)["state"] == "waiting"
    state = play(*lines, start(), OUT)
    assert (outcome(state), sanctions(state)) == (("running", None, None, (30, 0)), [("warning", 0, None)])


def test_s18_a_game_of_four_deals_is_won_by_more_points_and_each_player_leads_once(play: Play) -> None:
    lines = start("B1"), points("A", 150), points("A", 150), points("B", 40), points("B", 100)
    assert outcome(play(*lines[:4], deals=4)) == ("running", None, None, (300, 40))
    state = play(*lines, deals=4)
    assert (outcome(state), leaders(state)) == (("finished", "A", "deals", (300, 140)), ["B1", "A2", "B2", "A1"])


@pytest.mark.parametrize("deals", [8, 12])
def test_s18_the_number_of_deals_is_a_multiple_of_four(play: Play, deals: int) -> None:
    lines = start(), *[points("B", 30)] * deals
    assert play(*lines[:-1], deals=deals)["to_come"] == "deal"
    assert outcome(play(*lines, deals=deals)) == ("finished", "B", "deals", (0, 30 * deals))
    for wrong in (deals - 1, deals + 2, 6):
        assert play.refused(deals=wrong) == ("not_multiple_of_four", None)


def test_s18_a1_a_fixed_number_of_deals_can_have_a_time_limit_too(play: Play) -> None:
    lines = start(), points("A", 20), points("B", 30), begin(), time(in_deal=True), points("B", 5)
    assert outcome(play(*lines, deals=8, minutes=30)) == ("finished", "B", "time", (20, 35))
