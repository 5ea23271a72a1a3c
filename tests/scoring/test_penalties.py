"""What follows a breach: the tariff, warnings, fines, cards, and games lost by them (S22, S23, S28, S41-S45)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.logs import (
    begin,
    instead,
    level_fish,
    named,
    no_show,
    out,
    out_of_turn,
    outcome,
    penalty,
    play,
    points,
    refused,
    ruling,
    sanctions,
    score,
    seat,
    start,
    time,
    void,
)

WARNING, FINE_25, FINE_50 = ("warning", 0, None), ("fine", 25, None), ("fine", 50, None)
YELLOW: dict[str, Any] = {"conduct": [{"points": 40, "card": "yellow"}]}

# -- the tariff --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", ["slow_play", "talking", "conduct", "table", "posture", "careless_move", "rearranging", "late"]
)
def test_a_breach_is_warned_and_every_later_one_of_the_kind_fined_25(code: str) -> None:
    state = play(start(), *[penalty(code, "A1")] * 3)
    assert sanctions(state) == [WARNING, FINE_25, FINE_25]
    assert score(state) == (0, 50)


@pytest.mark.parametrize(("code", "fine"), [("touched_tile", 25), ("false_pass", 50), ("sign", 50)])
def test_some_breaches_are_fined_at_once(code: str, fine: int) -> None:
    state = play(start(), penalty(code, "B2"))
    assert sanctions(state) == [("fine", fine, None)]
    assert (score(state), state["seats"]["B2"]["fines"]) == ((fine, 0), fine)


def test_a_second_sign_by_either_partner_loses_the_game() -> None:
    state = play(start(), penalty("sign", "A1"), penalty("sign", "A2"))
    assert sanctions(state) == [FINE_50, ("game_loss", 0, None)]
    assert outcome(state) == ("finished", "B", "game_loss", (0, 200))


def test_a_sign_against_the_side_counts_with_those_of_its_players() -> None:
    assert sanctions(play(start(), penalty("sign", "A"), penalty("sign", "A1")))[1][0] == "game_loss"
    assert sanctions(play(start(), penalty("sign", "A"), penalty("sign", "B1"))) == [FINE_50, FINE_50]


def test_the_penalty_says_who_and_what() -> None:
    state = play(start(), penalty("touched_tile", "B1"), penalty("talking", "A"))
    assert state["penalties"] == [
        {"code": "touched_tile", "side": "B", "seat": "B1", "sanction": "fine", "points": 25, "card": None},
        {"code": "talking", "side": "A", "seat": None, "sanction": "warning", "points": 0, "card": None},
    ]


def test_breaches_of_different_kinds_are_counted_apart() -> None:
    assert sanctions(play(start(), penalty("talking", "A1"), penalty("posture", "A1"))) == [WARNING, WARNING]


def test_a_tariff_changes_one_code_adds_another_and_leaves_the_rest() -> None:
    tariff = {"talking": [10, 30], "shoes": ["warning", "game_loss"]}
    lines = [penalty("talking", "A1")] * 3 + [penalty("shoes", "B1"), penalty("posture", "A1")]
    state = play(start(), *lines, tariff=tariff)
    assert sanctions(state) == [("fine", 10, None), ("fine", 30, None), ("fine", 30, None), WARNING, WARNING]
    assert refused(start(), penalty("shoes", "B1")) == ("bad_field", 1)


def test_each_breach_takes_one_step_up_the_tariff() -> None:
    tariff = {"talking": ["warning", 10, 20, "disqualification"]}
    state = play(start(), *[penalty("talking", "A1")] * 4, tariff=tariff)
    assert [(what, fine) for what, fine, _ in sanctions(state)] == [
        ("warning", 0),
        ("fine", 10),
        ("fine", 20),
        ("disqualification", 0),
    ]


def test_other_has_the_sanction_the_referee_gives() -> None:
    given = ["warning", 35, {"points": 15, "card": "yellow"}]
    state = play(start(), *[penalty("other", "A2", sanction=step) for step in given])
    assert sanctions(state) == [WARNING, ("fine", 35, None), ("fine", 15, "yellow")]
    assert score(state) == (0, 50)
    assert play(penalty("other", "A", sanction="disqualification"))["winner"] == "B"


def test_all_but_false_pass_and_out_of_turn_can_happen_before_the_start() -> None:
    state = play(penalty("late", "A1"), penalty("late", "A1"), penalty("touched_tile", "B1"))
    assert (state["state"], score(state)) == ("waiting", (25, 25))
    assert refused(penalty("false_pass", "A1")) == ("not_started", 0)
    assert refused(out_of_turn("A1", "continue")) == ("not_started", 0)


# -- fines -------------------------------------------------------------------------------------------------------------


def test_a_fine_goes_to_the_opponents_is_taken_from_the_side_or_from_the_person() -> None:
    lines = start(), points("A", 40), points("B", 10), penalty("touched_tile", "A1")
    assert score(play(*lines, fines_to="opponents")) == (40, 35)
    assert score(play(*lines, fines_to="offender")) == (15, 10)
    state = play(*lines, fines_to="person")
    assert score(state) == (40, 10)
    assert [state["seats"][name]["points_for"] for name in ("A1", "A2", "B1")] == [15, 40, 10]
    assert state["seats"]["B1"]["points_against"] == 40


@pytest.mark.parametrize(("below_zero", "taken", "after"), [(False, 20, 60), (True, 25, 55)])
def test_a_fine_is_cut_at_nothing_unless_a_score_may_go_below(below_zero: bool, taken: int, after: int) -> None:
    lines = start(), points("A", 20), penalty("touched_tile", "A1"), points("A", 60)
    state = play(*lines, fines_to="offender", below_zero=below_zero)
    assert sanctions(state) == [("fine", taken, None)]
    assert (score(state), state["seats"]["A1"]["fines"]) == ((after, 0), taken)


@pytest.mark.parametrize(("below_zero", "taken", "after"), [(False, 20, 60), (True, 25, 55)])
def test_a_fine_on_a_person_is_cut_at_what_he_has(below_zero: bool, taken: int, after: int) -> None:
    lines = start(), points("A", 20), penalty("touched_tile", "A1"), points("A", 60)
    state = play(*lines, fines_to="person", below_zero=below_zero)
    assert (sanctions(state), score(state)) == ([("fine", taken, None)], (80, 0))
    assert (state["seats"]["A1"]["points_for"], state["seats"]["A2"]["points_for"]) == (after, 80)


def test_a_second_fine_on_a_person_takes_what_the_first_has_left() -> None:
    state = play(
        start(), points("A", 40), penalty("touched_tile", "A1"), penalty("touched_tile", "A1"), fines_to="person"
    )
    assert ([fine for _, fine, _ in sanctions(state)], state["seats"]["A1"]["points_for"]) == ([25, 15], 0)


@pytest.mark.parametrize(("below_zero", "row"), [(False, 0), (True, -25)])
def test_a_person_whose_side_loses_its_deals_keeps_his_fine(below_zero: bool, row: int) -> None:
    lines = start(), points("A", 40), penalty("touched_tile", "A1"), void("game")
    seats = play(*lines, fines_to="person", below_zero=below_zero)["seats"]
    assert (seats["A1"]["points_for"], seats["A1"]["fines"], seats["A2"]["points_for"]) == (row, 25, 0)


def test_a_score_below_nothing_is_shown() -> None:
    assert score(play(penalty("touched_tile", "B1"), fines_to="offender", below_zero=True)) == (0, -25)
    assert sanctions(play(penalty("touched_tile", "B1"), fines_to="offender")) == [("fine", 0, None)]


def test_a_penalty_on_a_side_stands_in_nobodys_row() -> None:
    seats = play(start(), penalty("sign", "A"))["seats"]
    assert [seats[name]["fines"] for name in ("A1", "A2", "B1", "B2")] == [0, 0, 0, 0]


def test_where_fines_are_the_persons_one_on_a_side_is_taken_from_its_score() -> None:
    state = play(start(), points("A", 80), penalty("sign", "A"), fines_to="person")
    assert (score(state), sanctions(state)) == ((30, 0), [FINE_50])
    assert [state["seats"][name]["points_for"] for name in ("A1", "A2")] == [30, 30]


def test_a_fine_alone_ends_a_game_only_where_the_rules_say_so() -> None:
    lines = start(), points("A", 100), points("A", 80), penalty("touched_tile", "B1")
    assert outcome(play(*lines, fine_ends_game=False)) == ("running", None, None, (205, 0))
    assert outcome(play(*lines, fine_ends_game=True)) == ("finished", "A", "target", (205, 0))
    # The next deal's end decides in the first case, whoever wins that deal.
    assert outcome(play(*lines, points("B", 10))) == ("finished", "A", "target", (205, 10))


def test_fines_can_make_both_level_at_the_target_and_an_extra_deal_decides() -> None:
    lines = start(), points("A", 100), points("B", 95), points("A", 95), points("B", 90)  # 195 to 185
    fines = penalty("other", "B1", sanction=5), penalty("other", "A1", sanction=15)
    level = play(*lines, *fines)
    assert (outcome(level), level["to_come"]) == (("running", None, None, (200, 200)), "extra_deal")
    assert outcome(play(*lines, *fines, points("B", 1))) == ("finished", "B", "target", (200, 201))


def test_there_is_no_target_for_a_fine_to_reach_where_the_deals_are_fixed() -> None:
    lines = start(), points("A", 150), points("A", 45), penalty("touched_tile", "B1")
    assert outcome(play(*lines, deals=4, fine_ends_game=True)) == ("running", None, None, (220, 0))


# -- warnings and cards ------------------------------------------------------------------------------------------------


def test_warnings_are_counted_for_the_player_or_for_the_side() -> None:
    lines = start(), penalty("talking", "A1"), penalty("talking", "A2"), penalty("talking", "B1")
    assert sanctions(play(*lines, count_warnings="player")) == [WARNING, WARNING, WARNING]
    assert sanctions(play(*lines, count_warnings="side")) == [WARNING, FINE_25, WARNING]


def test_where_players_are_counted_a_warning_of_the_side_is_another_count() -> None:
    lines = start(), penalty("talking", "A"), penalty("talking", "A1"), penalty("talking", "A")
    assert sanctions(play(*lines, count_warnings="player")) == [WARNING, WARNING, FINE_25]
    assert sanctions(play(*lines, count_warnings="side")) == [WARNING, FINE_25, FINE_25]


def test_carried_warnings_count_where_warnings_carry() -> None:
    lines, carried = (start(), penalty("talking", "A2")), {"A2": {"warnings": {"talking": 1}}}
    assert sanctions(play(*lines, carried=carried, warnings_carry=True)) == [FINE_25]
    assert sanctions(play(*lines, carried=carried, warnings_carry=False)) == [WARNING]
    nothing = {"A2": {"warnings": {"talking": 0, "sign": 0}}}
    more = *lines, penalty("sign", "A2")
    assert sanctions(play(*more, carried=nothing, warnings_carry=True)) == [WARNING, FINE_50]


def test_carried_warnings_of_both_partners_count_for_the_side() -> None:
    carried = {"A1": {"warnings": {"sign": 1}}, "A2": {"warnings": {"talking": 1}}}
    state = play(penalty("talking", "A1"), carried=carried, warnings_carry=True, count_warnings="side")
    assert sanctions(state) == [FINE_25]
    assert sanctions(play(penalty("talking", "A"), carried=carried, warnings_carry=True)) == [WARNING]
    both = {"A1": {"warnings": {"talking": 1}}, "A2": {"warnings": {"talking": 1}}}
    rules: dict[str, Any] = {"count_warnings": "side", "tariff": {"talking": ["warning", 10, 20, 30, 40]}}
    assert sanctions(play(penalty("talking", "A1"), carried=both, warnings_carry=True, **rules)) == [("fine", 20, None)]
    assert sanctions(play(penalty("sign", "A2"), carried=carried, warnings_carry=True))[0][0] == "game_loss"


def test_a_first_card_is_shown_with_its_fine_and_the_next_is_red_and_loses_the_game() -> None:
    once = play(start(), penalty("conduct", "B1"), tariff=YELLOW)
    assert (sanctions(once), score(once), once["seats"]["B1"]["cards"]) == (
        [("fine", 40, "yellow")],
        (40, 0),
        ["yellow"],
    )
    twice = play(start(), penalty("conduct", "B1"), penalty("conduct", "B1"), tariff=YELLOW)
    assert sanctions(twice)[1] == ("game_loss", 0, "red")
    assert outcome(twice) == ("finished", "A", "game_loss", (200, 0))
    assert twice["seats"]["B1"]["cards"] == ["yellow", "red"]


def test_partners_cards_do_not_add_up() -> None:
    state = play(start(), penalty("conduct", "B1"), penalty("conduct", "B2"), tariff=YELLOW)
    assert sanctions(state) == [("fine", 40, "yellow"), ("fine", 40, "yellow")]


@pytest.mark.parametrize(
    ("held", "given", "shown", "sanction"),
    [
        ([], "yellow", "yellow", "fine"),
        (["yellow"], "yellow", "red", "game_loss"),
        (["yellow"], "black", "black", "disqualification"),
        (["red"], "yellow", "black", "disqualification"),
        (["yellow", "red"], "red", "black", "disqualification"),
        (["black"], "yellow", "black", "disqualification"),
        ([], "red", "red", "game_loss"),
    ],
)
def test_a_card_not_above_the_highest_held_becomes_the_next_above(
    held: list[str], given: str, shown: str, sanction: str
) -> None:
    line = penalty("other", "A1", sanction={"points": 20, "card": given})
    state = play(start(), line, carried={"A1": {"cards": held}})
    assert sanctions(state) == [(sanction, 20 if sanction == "fine" else 0, shown)]
    assert state["seats"]["A1"]["cards"] == [shown]  # of this game; what is carried is not


def test_a_card_needs_a_seat() -> None:
    assert refused(start(), penalty("conduct", "B"), tariff=YELLOW) == ("bad_field", 1)
    first_warned = {"conduct": ["warning", {"points": 40, "card": "yellow"}]}
    assert sanctions(play(start(), penalty("conduct", "B"), tariff=first_warned)) == [WARNING]


def test_cards_and_warnings_go_with_the_player_and_rows_stay_with_the_chair() -> None:
    moved = [seat("A1", "p1"), start(), penalty("conduct", "A1"), seat("A1", "p9"), seat("A2", "p1")]
    state = play(*moved, penalty("conduct", "A1"), penalty("conduct", "A2"), tariff=YELLOW)
    assert [card for _, _, card in sanctions(state)] == ["yellow", "yellow", "red"]
    assert (state["seats"]["A1"]["cards"], state["seats"]["A2"]["cards"]) == (["yellow", "yellow"], ["red"])


# -- out of turn and false pass ----------------------------------------------------------------------------------------


def test_out_of_turn_restarted_costs_25_each_time_and_the_same_player_leads() -> None:
    state = play(start("B1"), begin(), out_of_turn("A2"), begin(), out_of_turn("A1"))
    assert (score(state), state["deals"], state["next_leader"], state["deal_open"]) == ((0, 50), [], "B1", False)


def test_out_of_turn_continued_is_no_breach_unless_the_rules_fine_it() -> None:
    lines = start(), begin(), out_of_turn("B2", "continue"), out_of_turn("B2", "restart")
    tariff = {"out_of_turn": ["warning", 30]}
    assert sanctions(play(*lines, tariff=tariff)) == [("none", 0, None), WARNING]
    assert sanctions(play(*lines, tariff=tariff, continue_fine=True)) == [WARNING, ("fine", 30, None)]
    assert play(*lines[:3], continue_fine=True)["deal_open"] is True


def test_a_false_pass_ends_the_deal_marked_or_not() -> None:
    state = play(start(), penalty("false_pass", "A1"), begin(), penalty("false_pass", "B2"))
    assert state["deals"] == [
        {"leader": "A1", "ending": "false_pass", "points": {"A": 0, "B": 0}, "total": {"A": 0, "B": 50}},
        {"leader": "B1", "ending": "false_pass", "points": {"A": 0, "B": 0}, "total": {"A": 50, "B": 50}},
    ]
    assert (state["next_leader"], state["deal_open"]) == ("A2", False)


def test_after_a_false_pass_nothing_or_all_left_is_scored() -> None:
    line = penalty("false_pass", "A1", left={"A1": 10, "B1": ["6-6"], "A2": 0, "B2": 7})
    assert score(play(start(), line, false_pass_scores="nothing")) == (0, 50)
    state = play(start(), line, false_pass_scores="all_left")
    assert (score(state), state["deals"][0]["points"]) == ((0, 79), {"A": 0, "B": 29})
    assert refused(start(), penalty("false_pass", "A1"), false_pass_scores="all_left")[0] == "hands_missing"


def test_a_false_pass_and_a_void_deal_keep_carry_and_factor() -> None:
    state = play(start(), level_fish(), penalty("false_pass", "A1"), void(), level_fish="carry")
    assert (score(state), state["carry"]) == ((0, 50), 26)
    left = {"A1": 1, "B1": 1, "A2": 1, "B2": 1}
    doubled = play(
        start(),
        level_fish(),
        penalty("false_pass", "A1", left=left),
        out("A2", A1=1, B1=2, B2=3),
        level_fish="double_next",
        false_pass_scores="all_left",
    )
    assert (score(doubled), doubled["factor"]) == ((12, 54), 1)  # 50 and 4; twice 6


def test_the_fine_of_a_false_pass_counts_before_the_end_of_its_deal_is_judged() -> None:
    state = play(start(), points("A", 100), points("A", 50), penalty("false_pass", "B1"))
    assert outcome(state) == ("finished", "A", "target", (200, 0))
    last = play(start(), points("A", 10), begin(), time(in_deal=True), penalty("false_pass", "A1"))
    assert outcome(last) == ("finished", "B", "time", (10, 50))


def test_a_false_pass_is_one_of_a_fixed_number_of_deals() -> None:
    state = play(start(), *[points("A", 20)] * 3, penalty("false_pass", "A1"), deals=4)
    assert outcome(state) == ("finished", "A", "deals", (60, 50))


# -- after the end, and games lost -------------------------------------------------------------------------------------


def test_a_fine_after_the_end_shows_no_points_and_still_counts_as_a_breach() -> None:
    state = play(start(), points("A", 150), points("A", 50), penalty("sign", "A1"), penalty("talking", "B1"))
    assert (sanctions(state), score(state)) == ([("fine", 0, None), WARNING], (200, 0))
    assert state["seats"]["A1"]["fines"] == 0


def test_a_false_pass_or_a_move_out_of_turn_found_after_the_end_is_recorded_and_no_deal() -> None:
    lines = start(), points("A", 150), named("d", points("A", 50)), penalty("false_pass", "B1"), out_of_turn("B1")
    state = play(*lines)
    assert (outcome(state), len(state["deals"])) == (("finished", "A", "target", (200, 0)), 2)
    assert sanctions(state) == [("fine", 0, None), ("fine", 0, None)]
    # Nothing was begun after the last deal, so it can still be claimed that a false pass spoiled it. The game goes on
    # with (150, 50), and what was recorded after its end now counts: 50 and 25 from side B.
    claimed = play(*lines, instead("d", penalty("false_pass", "A1")))
    assert (claimed["state"], score(claimed), len(claimed["deals"])) == ("finished", (200, 50), 3)


def test_a_fine_after_a_walkover_leaves_its_reason() -> None:
    state = play(no_show("B"), penalty("touched_tile", "B1"), fine_ends_game=True)
    assert outcome(state) == ("finished", "A", "no_show", (200, 0))


def test_a_game_lost_after_the_end_turns_the_result() -> None:
    lines = start(), points("A", 150), points("B", 168), points("A", 60)
    assert outcome(play(*lines)) == ("finished", "A", "target", (210, 168))
    lost = play(*lines, penalty("other", "A1", sanction="game_loss"))
    assert outcome(lost) == ("finished", "B", "game_loss", (0, 200))
    assert outcome(play(*lines, penalty("other", "A1", sanction="game_loss"), walkover=100))[3] == (0, 168)


def test_a_second_loss_by_the_other_side_leaves_no_winner() -> None:
    lines = start(), points("A", 90), penalty("other", "A1", sanction="game_loss")
    assert outcome(play(*lines)) == ("finished", "B", "game_loss", (0, 200))
    state = play(*lines, penalty("other", "B1", sanction="disqualification"))
    assert outcome(state) == ("finished", None, "game_loss", (0, 0))
    assert [row["won"] for row in state["seats"].values()] == [False] * 4


def test_a_second_loss_by_the_same_side_changes_nothing() -> None:
    lines = no_show("B"), penalty("other", "B1", sanction="game_loss")
    assert (score(play(*lines)), play(*lines)["winner"]) == ((200, 0), "A")


def test_a_ruling_can_be_turned_by_a_game_lost_after_it() -> None:
    state = play(start(), ruling(50, 20, "A"), penalty("other", "A1", sanction="game_loss"))
    assert (state["winner"], score(state)) == ("B", (0, 200))


def test_a_game_lost_in_play_keeps_the_larger_own_score() -> None:
    state = play(start(), points("B", 150), penalty("other", "B2", sanction=90), points("B", 5), walkover=60)
    assert score(state) == (90, 155)
    lost = play(start(), points("B", 150), penalty("other", "A2", sanction="disqualification"), walkover=60)
    assert outcome(lost) == ("finished", "B", "game_loss", (0, 150))
