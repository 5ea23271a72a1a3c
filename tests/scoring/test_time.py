"""Time over, level games, and what is still to be played (S13-S15, S18, A10, A11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.logs import (
    Line,
    begin,
    fish,
    leaders,
    level_fish,
    no_show,
    out_of_turn,
    outcome,
    penalty,
    play,
    points,
    refused,
    score,
    start,
    time,
    void,
)

IN_DEAL, BETWEEN = time(in_deal=True), time(in_deal=False)
AHEAD = (start(), points("A", 60))
LEVEL = (start(), points("A", 60), points("B", 60))
OVER_BY_A_FINE = (start(), points("A", 100), points("A", 90), penalty("touched_tile", "B1"))  # 215 to 0, running


def coming(*lines: Line, **rules: Any) -> str:
    """Say what is still to come."""
    state = play(*lines, **rules)
    assert state["state"] == {"start": "waiting", "sign": "finished"}.get(state["to_come"], "running")
    return str(state["to_come"])


# -- finish_deal -------------------------------------------------------------------------------------------------------


def test_time_over_in_a_deal_lets_the_deal_finish() -> None:
    running = play(*AHEAD, begin(), IN_DEAL)
    assert (outcome(running), running["deal_open"], running["time_over"]) == (
        ("running", None, None, (60, 0)),
        True,
        True,
    )
    assert outcome(play(*AHEAD, begin(), IN_DEAL, points("B", 80))) == ("finished", "B", "time", (60, 80))


def test_time_over_in_a_deal_that_was_not_marked_opens_it() -> None:
    assert play(*AHEAD, IN_DEAL)["deal_open"] is True
    assert refused(*AHEAD, IN_DEAL, begin()) == ("deal_in_progress", 3)


def test_time_over_between_deals_asks_for_one_more_deal() -> None:
    assert outcome(play(*AHEAD, BETWEEN)) == ("running", None, None, (60, 0))
    assert outcome(play(*AHEAD, BETWEEN, points("B", 50))) == ("finished", "A", "time", (60, 50))


def test_a_level_game_after_time_has_extra_deals_until_one_is_ahead() -> None:
    lines = *AHEAD, IN_DEAL, points("B", 60), level_fish(), penalty("false_pass", "A1")
    assert outcome(play(*lines[:-1])) == ("running", None, None, (60, 60))
    assert outcome(play(*lines)) == ("finished", "B", "time", (60, 110))


def test_a_fine_alone_does_not_end_a_level_game_after_time() -> None:
    lines = *LEVEL, BETWEEN, level_fish(), penalty("touched_tile", "A1")
    assert outcome(play(*lines)) == ("running", None, None, (60, 85))
    assert outcome(play(*lines, points("A", 10))) == ("finished", "B", "time", (70, 85))


def test_the_target_in_the_last_deal_is_the_reason() -> None:
    assert outcome(play(*AHEAD, IN_DEAL, points("A", 140))) == ("finished", "A", "target", (200, 0))


# -- finish_plus_one ---------------------------------------------------------------------------------------------------


def test_finish_plus_one_plays_the_open_deal_and_one_more() -> None:
    lines = *AHEAD, begin(), IN_DEAL, points("B", 5), points("B", 6)
    assert outcome(play(*lines[:-1], time_rule="finish_plus_one")) == ("running", None, None, (60, 5))
    assert outcome(play(*lines, time_rule="finish_plus_one")) == ("finished", "A", "time", (60, 11))


def test_finish_plus_one_between_deals_plays_one_more() -> None:
    state = play(*AHEAD, BETWEEN, points("B", 5), time_rule="finish_plus_one")
    assert outcome(state) == ("finished", "A", "time", (60, 5))


def test_the_target_ends_the_two_deals_earlier() -> None:
    state = play(*AHEAD, IN_DEAL, points("A", 140), time_rule="finish_plus_one")
    assert outcome(state) == ("finished", "A", "target", (200, 0))


# -- stop --------------------------------------------------------------------------------------------------------------


def test_stop_voids_the_open_deal_and_the_pair_ahead_wins() -> None:
    state = play(*AHEAD, begin(), IN_DEAL, time_rule="stop")
    assert (outcome(state), len(state["deals"])) == (("finished", "A", "time", (60, 0)), 1)
    assert outcome(play(*AHEAD, BETWEEN, time_rule="stop")) == ("finished", "A", "time", (60, 0))


def test_stop_leaves_the_lead_with_the_leader_of_the_void_deal_when_level() -> None:
    state = play(*LEVEL, begin(), IN_DEAL, time_rule="stop")
    assert (state["state"], state["next_leader"], state["deal_open"]) == ("running", "A2", False)
    more = play(*LEVEL, begin(), IN_DEAL, level_fish(), points("B", 3), time_rule="stop")
    assert (outcome(more), leaders(more)) == (("finished", "B", "time", (60, 63)), ["A1", "B1", "A2", "B2"])


def test_stop_before_any_deal_was_counted_asks_for_extra_deals() -> None:
    for line in (IN_DEAL, BETWEEN):
        assert coming(start(), line, time_rule="stop") == "extra_deal"
    assert outcome(play(start(), IN_DEAL, points("B", 1), time_rule="stop")) == ("finished", "B", "time", (0, 1))


def test_stop_with_the_target_reached_by_a_fine_is_won_by_target() -> None:
    assert outcome(play(*OVER_BY_A_FINE, IN_DEAL, time_rule="stop")) == ("finished", "A", "target", (215, 0))


# -- target_at_time (A10) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time_rule", ["finish_deal", "finish_plus_one"])
def test_time_between_deals_ends_a_game_whose_target_is_reached_or_asks_for_one_more(time_rule: str) -> None:
    over = play(*OVER_BY_A_FINE, BETWEEN, time_rule=time_rule, target_at_time="game_over")
    assert outcome(over) == ("finished", "A", "target", (215, 0))
    more = play(*OVER_BY_A_FINE, BETWEEN, time_rule=time_rule, target_at_time="one_more")
    assert (outcome(more), more["to_come"]) == (("running", None, None, (215, 0)), "one_more_deal")


def test_in_a_deal_the_deal_is_finished_even_when_a_fine_reached_the_target() -> None:
    state = play(*OVER_BY_A_FINE, begin(), IN_DEAL, target_at_time="game_over")
    assert (state["state"], state["to_come"]) == ("running", "last_deal")


def test_level_at_the_target_time_over_asks_for_one_more() -> None:
    level = (start(), points("A", 100), points("B", 100), points("A", 75), points("B", 75))
    fines = penalty("touched_tile", "A1"), penalty("touched_tile", "B1")  # 200 to 200
    state = play(*level, *fines, BETWEEN)
    assert (outcome(state), state["to_come"]) == (("running", None, None, (200, 200)), "one_more_deal")


# -- time and a fixed number of deals ----------------------------------------------------------------------------------


def test_time_can_end_a_game_of_fixed_deals_early() -> None:
    state = play(*LEVEL, IN_DEAL, points("A", 5), deals=4)
    assert outcome(state) == ("finished", "A", "time", (65, 60))


def test_the_fixed_number_of_deals_ends_a_game_before_one_more_is_played() -> None:
    lines = *LEVEL, points("A", 1), IN_DEAL, points("A", 1)
    assert outcome(play(*lines, deals=4, time_rule="finish_plus_one")) == ("finished", "A", "deals", (62, 60))


def test_the_target_means_nothing_to_time_where_the_deals_are_fixed() -> None:
    lines = start(), points("A", 150), points("A", 150)
    assert outcome(play(*lines, BETWEEN, deals=4)) == ("running", None, None, (300, 0))
    assert outcome(play(*lines, BETWEEN, points("B", 9), deals=4)) == ("finished", "A", "time", (300, 9))


# -- deals that are still owed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "annulled", [void(), void(replay=False), out_of_turn("A2")], ids=["replay", "pass on", "restart"]
)
def test_a_deal_annulled_after_time_is_still_owed(annulled: Line) -> None:
    lines = *AHEAD, begin(), IN_DEAL, annulled
    assert coming(*lines) == "one_more_deal"
    assert coming(*lines, begin()) == "last_deal"
    assert play(*lines, points("B", 20))["reason"] == "time"


def test_a_level_fish_that_is_replayed_after_time_is_still_owed() -> None:
    assert coming(*AHEAD, IN_DEAL, level_fish(), level_fish="replay") == "one_more_deal"
    assert coming(*AHEAD, IN_DEAL, level_fish(), level_fish="no_score") == "sign"


def test_a_false_pass_after_time_was_the_deal_owed() -> None:
    assert outcome(play(*AHEAD, BETWEEN, penalty("false_pass", "B1"))) == ("finished", "A", "time", (110, 0))


def test_annulling_the_game_after_time_leaves_time_over_and_deals_owed() -> None:
    state = play(*AHEAD, IN_DEAL, void("game"))
    assert (score(state), state["time_over"], state["to_come"]) == ((0, 0), True, "one_more_deal")


# -- to_come -----------------------------------------------------------------------------------------------------------


def test_to_come_says_start_deal_and_sign() -> None:
    assert coming() == "start"
    assert coming(start()) == coming(start(), begin()) == coming(*AHEAD) == "deal"
    assert coming(no_show("A")) == "sign"


def test_to_come_counts_the_deals_after_time() -> None:
    two = (*AHEAD, begin(), IN_DEAL)
    assert coming(*two, time_rule="finish_plus_one") == "two_more_deals"
    assert coming(*two, points("B", 5), time_rule="finish_plus_one") == "one_more_deal"
    assert coming(*two, points("B", 5), begin(), time_rule="finish_plus_one") == "last_deal"
    assert coming(*two) == "last_deal"
    assert coming(*AHEAD, BETWEEN) == "one_more_deal"
    assert coming(*AHEAD, BETWEEN, begin()) == "last_deal"


def test_to_come_is_an_extra_deal_after_time_played_level() -> None:
    level = (*AHEAD, IN_DEAL, points("B", 60))
    assert coming(*level) == coming(*level, begin()) == "extra_deal"
    assert coming(*LEVEL, BETWEEN, time_rule="stop") == "extra_deal"


def test_to_come_is_an_extra_deal_after_fixed_deals_played_level() -> None:
    four = (*LEVEL, fish("A1", 4, 2, 3, 5), fish("A1", 4, 2, 3, 5))
    assert coming(*four[:-1], deals=4) == "deal"
    assert coming(*four, deals=4) == "extra_deal"
    assert outcome(play(*four, points("B", 1), deals=4)) == ("finished", "B", "deals", (60, 61))


def test_next_leader_is_null_unless_the_game_runs() -> None:
    assert play()["next_leader"] is None
    assert play(start("B2"))["next_leader"] == "B2"
    assert play(start("B2"), points("A", 100), points("A", 100))["next_leader"] is None


def test_time_is_called_once_and_only_while_the_game_runs() -> None:
    assert refused(IN_DEAL) == ("not_started", 0)
    assert refused(*LEVEL, BETWEEN, BETWEEN) == ("time_already_over", 4)
    assert refused(*LEVEL, begin(), BETWEEN) == ("deal_in_progress", 4)
    assert refused(*AHEAD, IN_DEAL, points("A", 1), IN_DEAL) == ("game_over", 4)
