"""Each kind of line: what it needs, and what it does to a game."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.games import open_envelope
from tests.scoring.logs import (
    Line,
    begin,
    fish,
    forfeit,
    leaders,
    level_fish,
    named,
    no_show,
    note,
    out,
    out_of_turn,
    outcome,
    penalty,
    play,
    points,
    refusal,
    refused,
    ruling,
    sanctions,
    score,
    seat,
    start,
    strike,
    time,
    void,
)

# -- seat --------------------------------------------------------------------------------------------------------------


def players(*lines: Line, **more: Any) -> list[str | None]:
    """Say who sits on A1, B1, A2, B2."""
    return [row["player"] for row in play(*lines, **more)["seats"].values()]


def test_a_chair_has_no_name_before_a_seat_line() -> None:
    assert players(seat("B1", "p2")) == [None, "p2", None, None]


def test_a_later_seat_line_changes_the_person_and_not_the_row() -> None:
    lines = seat("A1", "p1"), start(), penalty("touched_tile", "A1"), seat("A1", "p9")
    row = play(*lines)["seats"]["A1"]
    assert (row["player"], row["fines"]) == ("p9", 25)


def test_a_player_who_moves_frees_the_old_chair() -> None:
    assert players(seat("A1", "p1"), seat("B1", "p2"), seat("B1", "p1")) == [None, "p1", None, None]
    swapped = seat("A1", "p1"), seat("B1", "p2"), seat("A1", "p2"), seat("B1", "p1")
    assert players(*swapped) == ["p2", "p1", None, None]


def test_seating_a_player_where_he_sits_changes_nothing() -> None:
    lines = seat("A1", "p1"), penalty("talking", "A1")
    assert play(*lines, seat("A1", "p1")) == play(*lines)


def test_who_is_named_first_has_what_is_carried_and_what_the_chair_was_warned_for() -> None:
    carried = {"A1": {"cards": ["yellow"]}}
    red = penalty("other", "A1", sanction={"points": 5, "card": "yellow"})
    assert sanctions(play(seat("A1", "p1"), red, carried=carried)) == [("game_loss", 0, "red")]
    assert sanctions(play(seat("A1", "p1"), seat("A1", "p9"), red, carried=carried)) == [("fine", 5, "yellow")]
    warned = penalty("talking", "A1"), seat("A1", "p1"), seat("A2", "p1"), penalty("talking", "A2")
    assert [what for what, _, _ in sanctions(play(*warned))] == ["warning", "fine"]


def test_what_is_carried_goes_with_the_player_to_another_chair() -> None:
    carried = {"A1": {"warnings": {"talking": 1}}}
    lines = seat("A1", "p1"), seat("A2", "p3"), seat("A2", "p1"), seat("A1", "p3")
    state = play(*lines, penalty("talking", "A2"), penalty("talking", "A1"), carried=carried, warnings_carry=True)
    assert [what for what, _, _ in sanctions(state)] == ["fine", "warning"]


def test_a_player_who_comes_back_still_has_his_warning() -> None:
    lines = seat("A1", "p1"), penalty("talking", "A1"), seat("A1", "p9"), seat("A1", "p1")
    assert [what for what, _, _ in sanctions(play(*lines, penalty("talking", "A1")))] == ["warning", "fine"]


def test_a_chair_that_was_left_starts_without_warnings() -> None:
    lines = seat("A1", "p1"), penalty("talking", "A1"), seat("A2", "p1"), penalty("talking", "A1"), seat("A1", "p5")
    assert [what for what, _, _ in sanctions(play(*lines))] == ["warning", "warning"]


def test_a_penalty_on_an_empty_chair_stands_for_nobody_else() -> None:
    left = seat("A1", "p1"), seat("A2", "p1")
    yellow = penalty("other", "A1", sanction={"points": 5, "card": "yellow"})
    state = play(*left, penalty("talking", "A1"), penalty("talking", "A"), penalty("talking", "A2"), yellow)
    assert [what for what, _, _ in sanctions(state)] == ["warning", "warning", "warning", "fine"]
    assert (state["seats"]["A1"]["player"], state["seats"]["A1"]["cards"]) == (None, ["yellow"])


def test_who_sat_where_can_be_set_right_after_the_end() -> None:
    state = play(start(), points("A", 100), points("A", 100), seat("A1", "p1"))
    assert (state["state"], state["seats"]["A1"]["player"]) == ("finished", "p1")


# -- start and deals ---------------------------------------------------------------------------------------------------


def test_the_first_leader_leads_and_the_lead_goes_round_in_playing_order() -> None:
    state = play(start("B1"), *[points("A", 1)] * 5)
    assert (leaders(state), state["next_leader"]) == (["B1", "A2", "B2", "A1", "B1"], "A2")


def test_deal_begin_is_optional_and_informative() -> None:
    assert play(start(), begin())["deal_open"] is True
    assert play(start(), begin(), points("A", 9)) == play(start(), points("A", 9))


def test_a_wrong_leader_is_recorded_and_the_rotation_goes_on_from_the_rightful_one() -> None:
    state = play(start("A1"), begin("A2"), points("A", 9), points("A", 1))
    assert (leaders(state), state["next_leader"]) == (["A2", "B1"], "A2")
    assert play(start("A1"), begin("A2"))["next_leader"] == "A1"
    assert leaders(play(start("A1"), begin("A1"), points("A", 9))) == ["A1"]


def test_a_wrong_lead_is_forgotten_with_its_deal() -> None:
    assert leaders(play(start("A1"), begin("A2"), void(), points("A", 9))) == ["A1"]
    assert leaders(play(start("A1"), begin("A2"), out_of_turn("A2"), points("A", 9))) == ["A1"]


def test_a_deal_keeps_its_ending_its_points_and_the_running_total() -> None:
    state = play(start(), out("A1", B1=12, A2=5, B2=20), fish("B2", 20, 3, 20, 3))
    assert state["deals"] == [
        {"leader": "A1", "ending": "out", "points": {"A": 37, "B": 0}, "total": {"A": 37, "B": 0}},
        {"leader": "B1", "ending": "fish", "points": {"A": 0, "B": 46}, "total": {"A": 37, "B": 46}},
    ]


def test_tiles_and_pips_may_be_mixed_and_either_half_may_come_first() -> None:
    assert score(play(start(), out("A1", B1=["4-6", "0-0"], A2=5, B2=["1-0"]))) == (16, 0)
    assert score(play(start(), fish("A1", ["6-4"], 12, [], ["0-1"]))) == (23, 0)


def test_the_hand_of_who_went_out_may_be_given_as_empty() -> None:
    assert score(play(start(), out("A1", A1=0, B1=1, A2=2, B2=3))) == (6, 0)
    assert score(play(start(), out("A1", A1=[], B1=1, A2=2, B2=3))) == (6, 0)
    assert refused(start(), out("A1", A1=["0-0"], B1=1, A2=2, B2=3)) == ("out_hand_not_empty", 1)


def test_every_odd_fish_is_a_warning_and_no_refusal() -> None:
    odd, even = fish("A1", 1, 2, 3, 5), fish("A1", 1, 2, 3, 4)
    assert play(start(), odd, even, odd)["warnings"] == ["odd_fish", "odd_fish"]
    assert play(start(), even, out("A1", B1=1, A2=1, B2=1))["warnings"] == []


def test_the_heaviest_hand_and_all_the_pips_of_the_set_are_possible() -> None:
    assert score(play(start(), out("A1", B1=69, A2=69, B2=30))) == (168, 0)
    assert score(play(start(), points("B", 168))) == (0, 168)


# -- void --------------------------------------------------------------------------------------------------------------


def test_a_void_deal_marked_or_not_is_replayed_by_its_leader_or_passes_the_lead_on() -> None:
    for opening in ([], [begin()]):
        assert play(start("A1"), *opening, void(replay=True))["next_leader"] == "A1"
        state = play(start("A1"), *opening, void(replay=False))
        assert (state["next_leader"], state["deals"], state["deal_open"]) == ("B1", [], False)


def test_a_void_game_loses_its_deals_and_carry_and_keeps_its_fines() -> None:
    lines = start("B2"), level_fish(), points("A", 30), penalty("touched_tile", "A1"), level_fish(), begin()
    state = play(*lines, void("game"), level_fish="carry")
    assert (score(state), state["deals"], state["carry"], state["deal_open"]) == ((0, 25), [], 0, False)
    assert (state["next_leader"], sanctions(state)) == ("B2", [("fine", 25, None)])
    assert play(*lines, void("game", replay=False), level_fish="carry")["next_leader"] == "A1"
    assert play(start(), level_fish(), void("game"), level_fish="double_next")["factor"] == 1


def test_after_a_void_game_the_fixed_deals_begin_again_and_warnings_still_count() -> None:
    lines = start(), penalty("talking", "A1"), *[points("A", 10)] * 3, void("game"), penalty("talking", "A1")
    assert outcome(play(*lines, *[points("A", 10)] * 3, deals=4)) == ("running", None, None, (30, 25))
    assert outcome(play(*lines, *[points("A", 10)] * 4, deals=4)) == ("finished", "A", "deals", (40, 25))


# -- no-show, forfeit, ruling ------------------------------------------------------------------------------------------


def test_a_no_show_is_possible_before_the_start_and_until_a_deal_is_counted() -> None:
    assert outcome(play(no_show("B"))) == ("finished", "A", "no_show", (200, 0))
    assert outcome(play(start(), begin(), no_show("A"))) == ("finished", "B", "no_show", (0, 200))
    assert outcome(play(start(), points("A", 5), void("game"), no_show("A")))[2] == "no_show"
    assert refused(start(), points("A", 5), no_show("A")) == ("not_allowed", 2)


def test_a_no_show_of_both_leaves_no_winner() -> None:
    state = play(no_show("both"))
    assert outcome(state) == ("finished", None, "no_show", (0, 0))
    assert [row["won"] for row in state["seats"].values()] == [False] * 4


def test_a_forfeit_gives_the_larger_of_the_walkover_and_the_own_score() -> None:
    assert outcome(play(start(), points("B", 100), forfeit("A"))) == ("finished", "B", "forfeit", (0, 200))
    lines = start(), points("B", 100), points("B", 99), penalty("touched_tile", "A1")
    assert score(play(*lines, forfeit("A"))) == (0, 224)
    assert score(play(*lines, forfeit("B"))) == (200, 0)
    assert outcome(play(*lines, forfeit("both"))) == ("finished", None, "forfeit", (0, 0))


def test_the_partner_of_who_walked_off_can_have_a_bye() -> None:
    state = play(start(), points("B", 100), forfeit("A", "A2"), partner_of_absent="bye", walkover=120)
    rows = {name: (row["won"], row["points_for"], row["points_against"]) for name, row in state["seats"].items()}
    assert rows == {"A1": (True, 120, 0), "B1": (True, 120, 0), "A2": (False, 0, 120), "B2": (True, 120, 0)}


def test_a_ruling_sets_the_outcome_at_any_moment() -> None:
    for lines in ([], [start(), begin()], [start(), points("A", 100), points("A", 100)], [no_show("A")]):
        assert outcome(play(*lines, ruling(80, 90, "B"))) == ("finished", "B", "ruling", (80, 90))
    state = play(start(), begin(), ruling(70, 70, None))
    assert (outcome(state), state["deal_open"]) == (("finished", None, "ruling", (70, 70)), False)
    assert outcome(play(ruling(0, 0, None))) == ("finished", None, "ruling", (0, 0))
    assert outcome(play(ruling(1, 2, "B"), ruling(300, 4, "A"), over_target="trim"))[3] == (300, 4)


def test_a_ruling_wipes_out_the_losses_and_byes_before_it() -> None:
    lines = no_show("A", "A1"), ruling(60, 40, "A")
    row = play(*lines, partner_of_absent="bye")["seats"]["A2"]
    assert (row["won"], row["points_for"], row["points_against"]) == (True, 60, 40)
    lost = play(*lines, penalty("other", "B1", sanction="game_loss"))
    assert (lost["winner"], score(lost)) == ("A", (200, 0))


# -- what changes nothing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [note(), {"kind": "protest", "text": "they talked"}, {**note(), "side": "B"}])
def test_notes_and_protests_change_nothing_at_any_moment(line: Line) -> None:
    for lines in ([], [start(), begin()], [start(), begin(), time(in_deal=True)], [no_show("A")]):
        assert play(*lines, line) == play(*lines)


def test_unknown_fields_times_and_officials_are_ignored() -> None:
    extra = {"at": "2026-11-29T14:05:00Z", "by_official": "o3", "colour": [1, None, {"x": 2.5}]}
    assert play(start() | extra, points("A", 7) | extra) == play(start(), points("A", 7))
    odd = penalty("touched_tile", "A1", opponents=7, sanction="?", left=7)
    assert score(play(start(), odd, false_pass_scores="all_left")) == (0, 25)


def test_the_order_is_that_of_the_list_and_never_that_of_the_clock() -> None:
    late, early = {"at": "2026-11-29T15:00:00Z"}, {"at": "2026-11-29T14:00:00Z"}
    assert leaders(play(start() | late, points("A", 7) | early)) == ["A1"]


def test_the_same_line_twice_is_known_and_changes_nothing() -> None:
    lines = named("s", start()), named("d", out("A1", B1=12, A2=5, B2=20)), named("p", penalty("talking", "A1"))
    assert play(*lines, *lines, lines[1]) == play(*lines)
    struck = *lines, named("x", strike("d"))
    assert play(*struck, lines[1], struck[-1]) == play(*struck)


def test_a_known_line_may_come_when_the_game_is_over() -> None:
    lines = start(), points("A", 100), named("d", points("A", 100))
    assert play(*lines, named("d", points("A", 100.0))) == play(*lines)  # type: ignore[arg-type]


def test_lines_without_an_id_are_all_new() -> None:
    assert score(play(start(), points("A", 37), points("A", 37))) == (74, 0)


def test_an_id_belongs_to_one_line() -> None:
    lines = start(), named("d", points("A", 37))
    assert refusal(*lines, named("d", points("A", 38))).params == {"id": "d"}
    assert refused(*lines, named("d", note())) == ("id_reused", 2)
    assert refused(*lines, {**named("d", points("A", 37)), "at": "2026-11-29T14:05:00Z"}) == ("id_reused", 2)
    longer = named("t", {**note(), "x": [1]}), named("t", {**note(), "x": [1, 2]})
    assert refused(*longer) == ("id_reused", 1)
    true_for_one = named("t", {**note(), "x": 1}), named("t", {**note(), "x": True})
    assert refused(*true_for_one) == ("id_reused", 1)


def test_a_line_nested_too_deeply_to_compare_is_answered_all_the_same() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    assert refused(named("d", {**note(), "x": deep}), named("d", {**note(), "x": [deep]})) == ("id_reused", 1)


def test_a_record_tells_new_lines_from_known_ones() -> None:
    record, _ = open_envelope({"format": 1, "rules": {}, "lines": []})
    assert [record.add(named("s", start())), record.add(named("s", start())), record.add(points("A", 5))] == [
        True,
        False,
        True,
    ]


def test_a_number_written_37_point_0_is_37() -> None:
    state = play(start(), points("A", 37.0), out("B1", A1=1.0, A2=2.0, B2=0.0))  # type: ignore[arg-type]
    assert repr(state["score"]) == "{'A': 37, 'B': 3}"
