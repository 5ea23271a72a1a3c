"""The closed list of rules: what each value does to a game. Fines, warnings and time have files of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.logs import (
    begin,
    fish,
    leaders,
    level_fish,
    no_show,
    out,
    outcome,
    penalty,
    play,
    points,
    refusal,
    ruling,
    sanctions,
    score,
    start,
)

OUT = out("A1", B1=12, A2=5, B2=20)
FISH = fish("B1", 10, 15, 7, 12)  # A 17, B 27


# -- how long a game is ------------------------------------------------------------------------------------------------


def test_without_rules_two_hundred_points_end_a_game_and_199_do_not() -> None:
    assert outcome(play(start(), points("A", 100), points("A", 99))) == ("running", None, None, (199, 0))
    assert outcome(play(start(), points("A", 100), points("A", 100))) == ("finished", "A", "target", (200, 0))


def test_another_target_ends_a_game_there() -> None:
    assert outcome(play(start(), points("B", 49), target=50))[0] == "running"
    assert outcome(play(start(), points("B", 50), target=50)) == ("finished", "B", "target", (0, 50))


@pytest.mark.parametrize("minutes", [30, 40, 50])
def test_minutes_are_printed_and_change_nothing_here(minutes: int) -> None:
    lines = start(), OUT, FISH
    assert play(*lines, minutes=minutes) == play(*lines)


@pytest.mark.parametrize("minutes", [0, 5, 15])
def test_the_minutes_of_a_no_show_change_nothing_here(minutes: int) -> None:
    assert play(no_show("A"), no_show_minutes=minutes) == play(no_show("A"))


def test_deals_null_leaves_the_target() -> None:
    state = play(start(), points("A", 100), points("A", 100), deals=None)
    assert outcome(state) == ("finished", "A", "target", (200, 0))


def test_a_fixed_number_of_deals_has_no_target() -> None:
    four = [points("A", 150), points("A", 150), points("B", 20), points("B", 30)]
    assert outcome(play(start(), *four[:3], deals=4)) == ("running", None, None, (300, 20))
    assert outcome(play(start(), *four, deals=4)) == ("finished", "A", "deals", (300, 50))


def test_a_game_of_eight_deals_goes_on_after_four() -> None:
    four = [points("A", 10)] * 4
    assert outcome(play(start(), *four, deals=8)) == ("running", None, None, (40, 0))
    assert outcome(play(start(), *four, *four, deals=8)) == ("finished", "A", "deals", (80, 0))


# -- what a deal is worth ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "of_an_out", "of_a_fish"),
    [("all", 37, 44), ("opponents", 32, 27), ("difference", 37, 10)],  # 12+5+20, 12+20; 17+27, 27, 27-17
)
def test_scoring_says_whose_tiles_count(scoring: str, of_an_out: int, of_a_fish: int) -> None:
    assert score(play(start(), OUT, scoring=scoring)) == (of_an_out, 0)
    assert score(play(start(), FISH, scoring=scoring)) == (of_a_fish, 0)


def test_a_fish_goes_to_the_pair_with_fewer_pips_or_to_the_lowest_hand() -> None:
    lines = start(), fish("A1", 14, 6, 8, 30)  # A 22, B 36, but B1 holds least
    assert score(play(*lines, fish_winner="pair_total")) == (58, 0)
    assert score(play(*lines, fish_winner="lowest_hand")) == (0, 58)


def test_a_fish_won_by_the_lowest_hand_scores_as_scoring_says() -> None:
    lines = start(), fish("A1", 14, 6, 8, 30)
    assert score(play(*lines, fish_winner="lowest_hand", scoring="opponents")) == (0, 22)
    assert score(play(*lines, fish_winner="lowest_hand", scoring="difference")) == (0, 14)


def test_the_lowest_hand_shared_by_partners_wins() -> None:
    assert score(play(start(), fish("A1", 9, 4, 7, 4), fish_winner="lowest_hand")) == (0, 24)


def test_the_lowest_hand_shared_by_opponents_is_level() -> None:
    state = play(start(), fish("A1", 3, 3, 4, 20), fish_winner="lowest_hand")
    assert (score(state), leaders(state)) == ((0, 0), ["A1"])
    assert score(play(start(), fish("A1", 3, 3, 4, 20))) == (30, 0)  # the pair totals are 7 and 23


def test_a_level_fish_scores_nothing_counts_and_passes_the_lead_on() -> None:
    state = play(start(), level_fish(), level_fish="no_score")
    assert (score(state), leaders(state), state["next_leader"]) == ((0, 0), ["A1"], "B1")
    assert (state["carry"], state["factor"]) == (0, 1)


def test_a_level_fish_is_replayed_by_the_same_leader_and_not_counted() -> None:
    state = play(start(), level_fish(), OUT, level_fish="replay", deals=4)
    assert (score(state), leaders(state), state["next_leader"]) == ((37, 0), ["A1"], "B1")


def test_level_fishes_are_carried_with_all_four_hands_to_the_next_decided_deal() -> None:
    twice = play(start(), level_fish(), fish("A1", 2, 3, 4, 3), level_fish="carry", scoring="opponents")
    assert (score(twice), twice["carry"], len(twice["deals"])) == ((0, 0), 38, 2)  # 26 and 12
    state = play(start(), level_fish(), fish("A1", 2, 3, 4, 3), OUT, level_fish="carry", scoring="opponents")
    assert (score(state), state["carry"]) == ((70, 0), 0)  # 12+20, and the 38


def test_a_level_fish_goes_to_the_side_of_who_really_led() -> None:
    assert score(play(start("B2"), level_fish(), level_fish="leader_wins")) == (0, 26)
    assert score(play(start("B2"), begin("A1"), level_fish(), level_fish="leader_wins")) == (26, 0)


def test_what_the_leader_wins_by_a_level_fish_follows_scoring() -> None:
    assert score(play(start(), level_fish(), level_fish="leader_wins", scoring="opponents")) == (13, 0)
    assert score(play(start(), level_fish(), level_fish="leader_wins", scoring="difference")) == (0, 0)


def test_a_level_fish_doubles_the_next_decided_deal() -> None:
    after = play(start(), level_fish(), level_fish="double_next")
    assert (score(after), after["factor"], after["next_leader"]) == ((0, 0), 2, "B1")
    state = play(start(), level_fish(), OUT, OUT, level_fish="double_next")
    assert (score(state), state["factor"]) == ((111, 0), 1)  # 74 and 37


def test_twenty_level_fishes_double_the_next_deal_and_more_double_it_no_further() -> None:
    twenty = play(start(), *[level_fish()] * 20, level_fish="double_next")
    assert twenty["factor"] == 1_048_576
    assert play(start(), *[level_fish()] * 25, level_fish="double_next")["factor"] == 1_048_576


def test_a_paper_deal_of_no_points_is_a_level_deal() -> None:
    assert play(start(), points("A", 0), level_fish="replay")["deals"] == []
    assert play(start(), points("A", 0), level_fish="double_next")["factor"] == 2
    assert play(start(), points("B", 0))["next_leader"] == "B1"


def test_points_on_paper_include_carry_and_factor() -> None:
    doubled = play(start(), level_fish(), points("B", 90), level_fish="double_next")
    assert (score(doubled), doubled["factor"]) == ((0, 90), 1)
    carried = play(start(), level_fish(), points("B", 90), level_fish="carry")
    assert (score(carried), carried["carry"]) == ((0, 90), 0)


# -- who leads ---------------------------------------------------------------------------------------------------------


def test_the_lead_rotates_whoever_wins() -> None:
    state = play(start("A2"), out("B1", A1=1, A2=1, B2=1), fish("A1", 2, 3, 4, 4), lead="rotate")
    assert (leaders(state), state["next_leader"]) == (["A2", "B2"], "A1")


def test_the_winner_leads_after_an_out_the_maker_after_a_fish() -> None:
    lines = [start("A1"), out("A2", A1=1, B1=1, B2=1), fish("B2", 1, 9, 1, 9)]  # A scores the fish that B2 made
    state = play(*lines, lead="winner")
    assert (leaders(state), state["next_leader"]) == (["A1", "A2"], "B2")


def test_where_the_winner_leads_a_level_deal_and_a_false_pass_pass_the_lead_on() -> None:
    state = play(start("A1"), level_fish("B2"), penalty("false_pass", "A1"), lead="winner")
    assert (leaders(state), state["next_leader"]) == (["A1", "B1"], "A2")
    won = play(start("A1"), level_fish("B2"), lead="winner", level_fish="leader_wins")
    assert (score(won), won["next_leader"]) == ((26, 0), "B1")  # level all the same


def test_a_paper_deal_says_who_leads_next_only_where_the_winner_leads() -> None:
    assert play(start(), points("A", 20, by="A2"), lead="winner")["next_leader"] == "A2"
    assert play(start(), points("A", 20, by="A2"), lead="rotate")["next_leader"] == "B1"
    assert play(start(), points("A", 0), lead="winner")["next_leader"] == "B1"
    assert refusal(start(), points("A", 20), lead="winner").params == {"field": "by"}
    assert refusal(start(), points("A", 0, by="A3"), lead="winner").params == {"field": "by"}


# -- over the target, and games nobody played --------------------------------------------------------------------------


def test_points_over_the_target_are_kept_or_cut_at_the_end() -> None:
    lines = start(), points("A", 140), points("A", 90)
    assert score(play(*lines, over_target="keep")) == (230, 0)
    state = play(*lines, over_target="trim")
    assert score(state) == (200, 0)
    assert state["deals"][1] == {
        "leader": "B1", "ending": "points", "points": {"A": 90, "B": 0}, "total": {"A": 230, "B": 0},
    }  # fmt: skip
    assert (state["seats"]["A1"]["points_for"], state["seats"]["B1"]["points_against"]) == (200, 200)


def test_the_winner_is_found_before_both_totals_are_cut() -> None:
    # A 190, B 195 and a fine of 25: B 220. Then 40 for A: 230 to 220.
    lines = start(), points("A", 100), points("B", 100), points("A", 90), points("B", 95)
    state = play(*lines, penalty("touched_tile", "A1"), points("A", 40), over_target="trim")
    assert outcome(state) == ("finished", "A", "target", (200, 200))
    assert (state["seats"]["A2"]["won"], state["seats"]["B2"]["won"]) == (True, False)


def test_a_game_lost_or_ruled_after_the_end_is_no_longer_cut() -> None:
    lines = start(), points("A", 140), points("A", 90)
    assert score(play(*lines, penalty("other", "B1", sanction="game_loss"), over_target="trim")) == (230, 0)
    assert score(play(*lines, ruling(260, 10, "A"), over_target="trim")) == (260, 10)


def test_nothing_is_cut_while_the_game_runs_nor_off_a_walkover() -> None:
    fined = play(start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1"), over_target="trim")
    assert outcome(fined) == ("running", None, None, (215, 0))
    assert score(play(no_show("B"), over_target="trim", walkover=300)) == (300, 0)


@pytest.mark.parametrize(
    ("rules", "walkover"),
    [
        ({}, 200),
        ({"target": 150}, 150),
        ({"deals": 4, "target": 150}, 200),
        ({"walkover": 90}, 90),
        ({"walkover": 0}, 0),
    ],
)
def test_a_walkover_is_the_target_or_200_or_what_the_regulations_say(rules: dict[str, Any], walkover: int) -> None:
    assert outcome(play(no_show("A"), **rules)) == ("finished", "B", "no_show", (0, walkover))


def test_the_partner_of_who_is_absent_loses_with_him_or_has_a_bye() -> None:
    loses = play(no_show("B", "B2"), partner_of_absent="loses")["seats"]["B1"]
    assert (loses["won"], loses["points_for"], loses["points_against"]) == (False, 0, 200)
    seats = play(no_show("B", "B2"), partner_of_absent="bye")["seats"]
    assert {name: (row["won"], row["points_for"], row["points_against"]) for name, row in seats.items()} == {
        "A1": (True, 200, 0),
        "B1": (True, 200, 0),
        "A2": (True, 200, 0),
        "B2": (False, 0, 200),
    }


def test_nobody_has_a_bye_where_both_partners_are_absent() -> None:
    seats = play(no_show("B", "B2", "B1"), partner_of_absent="bye")["seats"]
    assert (seats["B1"]["won"], seats["B2"]["won"]) == (False, False)
    assert play(no_show("B"), partner_of_absent="bye")["seats"]["B1"]["won"] is False


# -- what is no rule ---------------------------------------------------------------------------------------------------

WRONG: list[tuple[str, list[Any]]] = [
    ("target", [0, -5, None, "200", True, 2.5, 2**31, 2.0**31, 1e300]),
    ("minutes", [0, None, "40", False, -1]),
    ("no_show_minutes", [-1, None, "5", True]),
    ("deals", ["4", True, 4.5, [], 2**31]),
    ("walkover", [-1, "200", False, 1.5]),
    ("tariff", [None, [], "warning", {"talking": []}, {"talking": None}, {"talking": "warning"}, {"talking": [-5]}]),
    ("tariff", [{"talking": ["none"]}, {"talking": [{"card": "yellow"}]}, {"talking": [True]}]),
    ("tariff", [{"talking": [{"points": 5, "card": "blue"}]}, {"talking": [["warning"]]}]),
    ("tariff", [{"talking": [{"points": -5, "card": "red"}]}, {"talking": ["warning", None]}]),
    ("tariff", [{"talking": [{"points": None, "card": "red"}]}, {"talking": [{"points": 5, "card": "red", "x": 1}]}]),
    ("tariff", [{"talking": 5}, {"talking": {"0": "warning"}}]),
    *((name, [None, 0, "maybe", [], "All"]) for name in ("scoring", "fish_winner", "level_fish", "lead", "time_rule")),
    *((name, [None, True, "", {}]) for name in ("target_at_time", "over_target", "fines_to", "count_warnings")),
    *((name, [None, 1, "none"]) for name in ("partner_of_absent", "false_pass_scores", "false_pass_until")),
    *((name, [None, 0, 1, "true"]) for name in ("below_zero", "fine_ends_game", "warnings_carry", "continue_fine")),
    ("targets", [200]),
    ("Target", [200]),
]


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG for value in values], ids=repr)
def test_a_wrong_value_or_an_unknown_rule_is_bad_rules(name: str, value: Any) -> None:
    error = refusal(**{name: value})
    assert (error.kind, error.code, error.line) == ("malformed", "bad_rules", None)
    assert error.params["field"].startswith(name) and name in error.sentence


@pytest.mark.parametrize("deals", [1, 2, 3, 5, 6, 10, -3])
def test_a_number_of_deals_that_does_not_let_everybody_lead_equally_is_refused(deals: int) -> None:
    error = refusal(deals=deals)
    assert (error.kind, error.code, error.line) == ("malformed", "not_multiple_of_four", None)


@pytest.mark.parametrize("deals", [0, -4])
def test_no_deals_at_all_are_no_game(deals: int) -> None:
    assert refusal(deals=deals).code in ("bad_rules", "not_multiple_of_four")


def test_the_smallest_and_the_largest_values_are_possible() -> None:
    assert play(target=1, minutes=1, no_show_minutes=0, walkover=None)["state"] == "waiting"
    assert score(play(no_show("A"), target=2**31 - 1)) == (0, 2_147_483_647)
    nothing = {"talking": [0], "conduct": [{"points": 0, "card": "yellow"}]}
    assert sanctions(play(penalty("talking", "A1"), penalty("conduct", "A1"), tariff=nothing)) == [
        ("fine", 0, None),
        ("fine", 0, "yellow"),
    ]


def test_a_number_may_be_written_with_a_point_and_a_nought() -> None:
    state = play(no_show("A"), target=150.0)
    assert repr(state["score"]["B"]) == "150"
    assert outcome(play(start(), *[points("A", 60)] * 4, deals=4.0))[2] == "deals"
