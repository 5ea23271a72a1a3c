"""The rule book, S31-S46: who leads, moves that are not made as they should be, and the false pass."""

from __future__ import annotations

import pytest

from scoring.layout import EMPTY, legal_moves
from scoring.rules import parse_rules
from scoring.tiles import ALL_TILES, first_leader
from tests.scoring.logs import (
    Line,
    begin,
    fish,
    instead,
    leaders,
    level_fish,
    named,
    out,
    out_of_turn,
    outcome,
    penalty,
    points,
    sanctions,
    score,
    start,
    time,
)
from tests.scoring.rule_book import Play

NONE, WARNING, FINE_25, FINE_50 = ("none", 0, None), ("warning", 0, None), ("fine", 25, None), ("fine", 50, None)
OUT = out("A1", B1=12, A2=5, B2=20)  # 37

# -- S31-S38: who leads ------------------------------------------------------------------------------------------------


def test_s31_whose_drawn_tile_has_most_pips_leads_the_first_deal(play: Play) -> None:
    leader = first_leader({"A1": (4, 3), "B1": (6, 1), "A2": (0, 0), "B2": (5, 4)})  # 7, 7, 0 and 9
    assert leader == "B2"
    assert leaders(play(start(leader), begin(), OUT)) == ["B2"]


def test_s32_of_equal_pips_the_higher_half_leads(play: Play) -> None:
    leader = first_leader({"A1": (5, 3), "B1": (4, 4), "A2": (6, 2), "B2": (3, 3)})
    assert leader == "A2"
    assert first_leader({"A1": (4, 3), "B1": (5, 2), "A2": (2, 1), "B2": (6, 0)}) == "B1"
    assert leaders(play(start(leader), begin(), OUT)) == ["A2"]


def test_s36_the_first_move_is_made_with_any_tile_by_whom_the_draw_named(play: Play) -> None:
    assert len(legal_moves(EMPTY, ALL_TILES)) == 28
    state = play(start("B1"), begin())
    assert (state["state"], state["next_leader"], state["deal_open"]) == ("running", "B1", True)
    assert play.refused(begin()) == ("not_started", 0)
    assert play.refused(start("B1"), start("A1")) == ("already_started", 1)


def test_s38_the_right_to_lead_passes_from_team_to_team_whoever_wins(play: Play) -> None:
    lines = start("A2"), points("A", 10), points("A", 10), points("B", 10), points("A", 10), points("A", 10)
    state = play(*lines)
    assert (leaders(state), state["next_leader"]) == (["A2", "B2", "A1", "B1", "A2"], "B2")


def test_s38_a5_the_lead_goes_round_counter_clockwise_as_the_tiles_are_taken(play: Play) -> None:
    after = {leader: play(start(leader), OUT)["next_leader"] for leader in ("A1", "B1", "A2", "B2")}
    assert after == {"A1": "B1", "B1": "A2", "A2": "B2", "B2": "A1"}


def test_s38_a6_the_regulations_can_let_the_winner_lead(play: Play) -> None:
    lines = start("A1"), out("A2", A1=3, B1=4, B2=5), fish("B2", 1, 9, 1, 9), level_fish("A1")
    state = play(*lines, lead="winner")  # A2 went out, B2 made the fish that A won, the level fish was nobody's
    assert (leaders(state), state["next_leader"]) == (["A1", "A2", "B2"], "A1")
    assert play(*lines)["next_leader"] == "B2"


def test_s38_a7_the_extra_deal_is_led_by_who_is_next(play: Play) -> None:
    lines = start("B2"), points("A", 10), points("B", 20), points("A", 10), level_fish()
    state = play(*lines, deals=4)
    assert (state["to_come"], state["next_leader"]) == ("extra_deal", "B2")


def test_s38_a_wrong_lead_that_nobody_noticed_leaves_the_rotation_as_it_was(play: Play) -> None:
    state = play(start("A1"), begin("A2"), OUT)
    assert (leaders(state), state["next_leader"]) == (["A2"], "B1")


# -- S39-S41: how a move is made ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["careless_move", "rearranging"])
def test_s39_s40_banging_and_rearranging_are_warned_and_then_fined_and_the_deal_goes_on(play: Play, code: str) -> None:
    lines = start(), begin(), penalty(code, "B2"), penalty(code, "B2")
    state = play(*lines)
    assert (sanctions(state), score(state), state["deal_open"]) == ([WARNING, FINE_25], (25, 0), True)
    assert score(play(*lines, OUT)) == (62, 0)


def test_s41_a_touched_tile_that_does_not_fit_fines_the_pair_and_the_deal_goes_on(play: Play) -> None:
    lines = start(), begin(), penalty("touched_tile", "A2")
    state = play(*lines)
    assert (sanctions(state), score(state), state["deal_open"]) == ([FINE_25], (0, 25), True)
    assert score(play(*lines, OUT)) == (37, 25)


# -- S42, S43: out of turn ---------------------------------------------------------------------------------------------

BEFORE_THE_LEAD: tuple[Line, ...] = (start("A1"),)
IN_THE_DEAL: tuple[Line, ...] = (start("A1"), begin())


def test_s42_who_led_without_the_right_is_fined_where_the_opponents_start_again(play: Play) -> None:
    lines = *BEFORE_THE_LEAD, out_of_turn("B2", "restart")
    state = play(*lines)
    assert (sanctions(state), score(state), state["deals"]) == ([FINE_25], (25, 0), [])
    assert (state["next_leader"], state["deal_open"]) == ("A1", False)
    assert (score(play(*lines, OUT)), leaders(play(*lines, OUT))) == ((62, 0), ["A1"])


def test_s42_a18_where_the_opponents_go_on_there_is_no_fine_and_the_deal_counts(play: Play) -> None:
    state = play(*BEFORE_THE_LEAD, out_of_turn("B2", "continue"), OUT)
    assert (sanctions(state), score(state), leaders(state)) == ([NONE], (37, 0), ["A1"])
    assert state["seats"]["B2"]["fines"] == 0


def test_s42_a18_the_regulations_can_fine_always(play: Play) -> None:
    state = play(*BEFORE_THE_LEAD, out_of_turn("B2", "continue"), OUT, continue_fine=True)
    assert (sanctions(state), score(state), leaders(state)) == ([FINE_25], (62, 0), ["A1"])


def test_s42_the_opponents_must_have_chosen(play: Play) -> None:
    assert play.refused(*BEFORE_THE_LEAD, penalty("out_of_turn", "B2")) == ("bad_field", 1)


def test_s43_a_move_out_of_turn_is_handled_as_a_wrong_lead(play: Play) -> None:
    again = play(*IN_THE_DEAL, out_of_turn("A2", "restart"))
    assert (sanctions(again), score(again), again["deal_open"]) == ([FINE_25], (0, 25), False)
    assert (again["next_leader"], again["deals"]) == ("A1", [])
    on = play(*IN_THE_DEAL, out_of_turn("A2", "continue"))
    assert (sanctions(on), score(on), on["deal_open"]) == ([NONE], (0, 0), True)


def test_s43_a18_the_regulations_can_fine_always(play: Play) -> None:
    state = play(*IN_THE_DEAL, out_of_turn("A2", "continue"), continue_fine=True)
    assert (sanctions(state), score(state), state["deal_open"]) == ([FINE_25], (0, 25), True)


def test_s43_a_last_deal_that_is_started_again_after_time_is_still_played(play: Play) -> None:
    lines = start("A1"), points("A", 60), begin(), time(in_deal=True), out_of_turn("A2", "restart")
    assert outcome(play(*lines)) == ("running", None, None, (60, 25))
    assert outcome(play(*lines, points("B", 40))) == ("finished", "B", "time", (60, 65))


# -- S45: the false pass -----------------------------------------------------------------------------------------------


def test_s45_a_false_pass_ends_the_deal_and_fines_the_pair(play: Play) -> None:
    state = play(start("A1"), begin(), penalty("false_pass", "B1"))
    assert (sanctions(state), score(state), state["deal_open"]) == ([FINE_50], (50, 0), False)
    assert state["seats"]["B1"]["fines"] == 50


def test_s45_a20_no_points_for_play_the_deal_counts_and_the_lead_passes_on(play: Play) -> None:
    state = play(start("A1"), begin(), penalty("false_pass", "B1"))
    assert state["deals"] == [
        {"leader": "A1", "ending": "false_pass", "points": {"A": 0, "B": 0}, "total": {"A": 50, "B": 0}}
    ]
    assert state["next_leader"] == "B1"
    lines = start("A1"), points("A", 10), points("B", 20), points("A", 15), penalty("false_pass", "A2")
    assert outcome(play(*lines, deals=4)) == ("finished", "B", "deals", (25, 70))


def test_s45_a20_the_regulations_can_give_all_pips_left_to_the_opponents(play: Play) -> None:
    left = {"A1": ["6-6", "5-4"], "B1": ["1-0"], "A2": ["3-3", "2-0"], "B2": ["6-1", "4-0"]}  # 21, 1, 8, 11
    state = play(start("A1"), begin(), penalty("false_pass", "B1", left=left), false_pass_scores="all_left")
    assert (score(state), state["deals"][0]["points"], sanctions(state)) == ((91, 0), {"A": 41, "B": 0}, [FINE_50])
    assert play.refused(start("A1"), penalty("false_pass", "B1"), false_pass_scores="all_left") == ("hands_missing", 1)


def test_s45_its_fine_counts_before_the_end_of_the_deal_is_judged(play: Play) -> None:
    lines = start(), points("A", 100), points("A", 60), begin(), penalty("false_pass", "B1")
    assert outcome(play(*lines)) == ("finished", "A", "target", (210, 0))
    last = start(), points("A", 40), begin(), time(in_deal=True), penalty("false_pass", "A1")
    assert outcome(play(*last)) == ("finished", "B", "time", (40, 50))


LATE: tuple[Line, ...] = (start("A1"), begin(), named("d1", points("A", 80)))
CLAIM: Line = instead("d1", penalty("false_pass", "A1"))


def test_s45_a21_found_while_the_score_is_agreed_it_takes_the_place_of_the_deal(play: Play) -> None:
    assert score(play(*LATE)) == (80, 0)
    state = play(*LATE, CLAIM)
    assert (score(state), [deal["ending"] for deal in state["deals"]]) == ((0, 50), ["false_pass"])
    assert state["next_leader"] == "B1"


@pytest.mark.parametrize("later", [(begin(),), (points("B", 30),), (begin(), points("B", 30), points("B", 20))])
def test_s45_a21_it_is_too_late_once_the_next_deal_has_begun(play: Play, later: tuple[Line, ...]) -> None:
    assert play.refused(*LATE, *later, CLAIM) == ("not_allowed", 3 + len(later))


def test_s45_a21_the_regulations_can_hear_it_until_the_protocol_is_signed(play: Play) -> None:
    lines = *LATE, points("B", 30), points("A", 130)
    assert outcome(play(*lines, false_pass_until="signed")) == ("finished", "A", "target", (210, 30))
    state = play(*lines, CLAIM, false_pass_until="signed")
    assert (outcome(state), len(state["deals"])) == (("running", None, None, (130, 80)), 3)


# -- S46: until all are satisfied --------------------------------------------------------------------------------------


def test_s46_a_score_found_wrong_while_the_tiles_lie_is_corrected_in_its_place(play: Play) -> None:
    wrong = named("d2", fish("B1", 10, 14, 12, 19))  # 55: somebody has miscounted
    lines = start("A1"), begin(), OUT, begin(), wrong
    assert (score(play(*lines)), play(*lines)["warnings"]) == ((92, 0), ["odd_fish"])
    state = play(*lines, instead("d2", fish("B1", 10, 14, 16, 10)))  # A 26, B 24
    assert (score(state), state["warnings"], state["next_leader"]) == ((37, 50), [], "A2")
    assert leaders(state) == ["A1", "B1"]


def test_s46_a_correction_that_ends_the_game_leaves_no_deal_after_it(play: Play) -> None:
    lines = start("A1"), points("A", 150), named("d2", points("A", 40)), begin(), points("B", 30)
    assert play.refused(*lines, instead("d2", points("A", 50))) == ("breaks_later_line", 5)
    assert outcome(play(*lines[:3], instead("d2", points("A", 50)))) == ("finished", "A", "target", (200, 0))


def test_s46_the_tiles_lie_until_the_next_lead_unless_the_regulations_differ() -> None:
    assert parse_rules({}).false_pass_until == "next_lead"
