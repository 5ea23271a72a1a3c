"""Strikes, corrections in place, forgotten lines, and what they may not break."""

from __future__ import annotations

from scoring.games import open_envelope
from tests.scoring.logs import (
    Line,
    State,
    before,
    begin,
    instead,
    leaders,
    level_fish,
    named,
    note,
    out,
    out_of_turn,
    penalty,
    play,
    points,
    refusal,
    refused,
    sanctions,
    score,
    seat,
    start,
    strike,
    time,
    void,
)

D1, D2, D3 = named("d1", points("A", 30)), named("d2", points("B", 20)), named("d3", points("A", 11))
GAME = (named("s", start()), D1, D2, D3)


def scored(state: State) -> list[int]:
    """Say what each counted deal brought, B's points as negative numbers."""
    return [deal["points"]["A"] - deal["points"]["B"] for deal in state["deals"]]


# -- strikes -----------------------------------------------------------------------------------------------------------


def test_a_struck_deal_counts_for_nothing_and_the_lead_moves_up() -> None:
    state = play(*GAME, strike("d1"))
    assert (scored(state), leaders(state), state["next_leader"]) == ([-20, 11], ["A1", "B1"], "A2")


def test_every_kind_of_line_can_be_struck() -> None:
    waiting = play()
    for line in (start(), seat("A1", "p1"), note(), penalty("late", "A1"), {"kind": "no_show", "side": "A"}):
        assert play(named("x", line), strike("x")) == waiting
    timed = *GAME, named("t", time(in_deal=True))
    assert play(*timed, strike("t")) == play(*GAME)


def test_striking_a_warning_takes_its_weight_off_the_next_breach() -> None:
    lines = start(), named("w", penalty("talking", "A1")), penalty("talking", "A1")
    assert [what for what, _, _ in sanctions(play(*lines))] == ["warning", "fine"]
    assert sanctions(play(*lines, strike("w"))) == [("warning", 0, None)]


def test_striking_a_strike_revives_the_line_and_so_on() -> None:
    lines = *GAME, named("x1", strike("d1")), named("x2", strike("x1"))
    assert play(*lines) == play(*GAME)
    assert scored(play(*lines, named("x3", strike("x2")))) == [-20, 11]
    assert scored(play(*lines, named("x3", strike("x2")), named("x4", strike("x3")))) == [30, -20, 11]


def test_a_line_struck_twice_counts_again_only_when_both_strikes_are_struck() -> None:
    # x1 is struck, so d1 can be struck again by x3; then x1 is revived beside it.
    lines = *GAME, named("x1", strike("d1")), named("x2", strike("x1")), named("x3", strike("d1")), strike("x2")
    assert scored(play(*lines)) == [-20, 11]
    assert scored(play(*lines, strike("x3"))) == [-20, 11]
    assert scored(play(*lines, strike("x3"), strike("x1"))) == [30, -20, 11]


def test_a_line_that_is_struck_can_be_named_no_more() -> None:
    for again in (strike("d1"), instead("d1", points("A", 1)), before("d1", points("A", 1))):
        error = refusal(*GAME, strike("d1"), again)
        assert (error.kind, error.code, error.line, error.params) == ("illegal", "unknown_line", 5, {"id": "d1"})


# -- corrections in place ----------------------------------------------------------------------------------------------


def test_a_correction_is_folded_in_the_place_of_its_line() -> None:
    state = play(*GAME, instead("d2", points("A", 21)))
    assert (scored(state), leaders(state), state["next_leader"]) == ([30, 21, 11], ["A1", "B1", "A2"], "B2")


def test_any_line_can_take_the_place_of_any_other() -> None:
    state = play(*GAME, instead("d2", penalty("touched_tile", "B1")))
    assert (score(state), leaders(state)) == ((66, 0), ["A1", "B1"])
    state = play(*GAME, instead("d2", out_of_turn("A1", "restart")))
    assert (score(state), leaders(state)) == ((41, 25), ["A1", "B1"])
    assert leaders(play(*GAME, instead("s", start("B2")))) == ["B2", "A1", "B1"]


def test_a_correction_of_a_correction_takes_its_place_and_the_original_stays_replaced() -> None:
    lines = *GAME, named("c1", instead("d2", points("A", 1))), named("c2", instead("c1", points("A", 2)))
    assert scored(play(*lines)) == [30, 2, 11]
    assert scored(play(*lines, instead("c2", points("A", 3)))) == [30, 3, 11]
    assert refused(*lines, instead("c1", points("A", 3))) == ("unknown_line", 6)
    assert refused(*lines, instead("d2", points("A", 3))) == ("unknown_line", 6)


def test_striking_a_correction_revives_what_it_had_replaced() -> None:
    lines = *GAME, named("c1", instead("d2", points("A", 1))), named("c2", instead("c1", points("A", 2)))
    once = *lines, strike("c2")
    assert scored(play(*once)) == [30, 1, 11]
    assert scored(play(*once, strike("c1"))) == [30, -20, 11]


def test_a_strike_put_in_the_place_of_a_strike_strikes_another_line() -> None:
    lines = *GAME, named("x", strike("d1")), instead("x", strike("d3"))
    assert scored(play(*lines)) == [30, -20]


def test_a_note_put_in_the_place_of_a_strike_revives_the_line() -> None:
    assert scored(play(*GAME, named("x", strike("d1")), instead("x", note("not struck after all")))) == [30, -20, 11]


def test_a_note_put_in_the_place_of_a_correction_leaves_the_original_replaced() -> None:
    assert scored(play(*GAME, named("c", instead("d1", points("A", 1))), instead("c", note()))) == [-20, 11]


# -- forgotten lines ---------------------------------------------------------------------------------------------------


def test_a_forgotten_line_is_folded_just_before_the_line_it_names() -> None:
    state = play(*GAME, before("d2", points("A", 5)))
    assert (scored(state), leaders(state)) == ([30, 5, -20, 11], ["A1", "B1", "A2", "B2"])


def test_of_two_forgotten_lines_the_later_stands_nearer() -> None:
    assert scored(play(*GAME, before("d2", points("A", 5)), before("d2", points("A", 6)))) == [30, 5, 6, -20, 11]


def test_a_forgotten_line_can_be_corrected_struck_and_have_another_before_it() -> None:
    lines = *GAME, named("f", before("d2", points("A", 5)))
    assert scored(play(*lines, instead("f", points("A", 7)))) == [30, 7, -20, 11]
    assert scored(play(*lines, strike("f"))) == [30, -20, 11]
    assert scored(play(*lines, before("f", points("A", 6)))) == [30, 6, 5, -20, 11]


def test_a_line_before_a_correction_stands_where_the_corrected_line_stood() -> None:
    lines = *GAME, named("c", instead("d2", points("A", 1))), before("c", points("A", 5))
    assert scored(play(*lines)) == [30, 5, 1, 11]
    assert scored(play(*lines, strike("c"))) == [30, 5, -20, 11]


def test_a_forgotten_line_stays_when_the_line_it_was_put_before_is_struck_or_corrected() -> None:
    lines = *GAME, before("d2", points("A", 5))
    assert scored(play(*lines, strike("d2"))) == [30, 5, 11]
    assert scored(play(*lines, instead("d2", points("A", 1)))) == [30, 5, 1, 11]


def test_a_line_put_before_a_revived_one_stands_before_its_correction_too() -> None:
    lines = *GAME, named("c", instead("d2", points("A", 1))), named("x", strike("c")), before("d2", points("A", 5))
    assert scored(play(*lines)) == [30, 5, -20, 11]
    assert scored(play(*lines, strike("x"))) == [30, 5, 1, 11]


def test_a_forgotten_warning_makes_the_later_one_a_fine() -> None:
    lines = start(), named("w", penalty("talking", "A1")), points("A", 10)
    state = play(*lines, before("w", penalty("talking", "A1")))
    assert ([what for what, _, _ in sanctions(state)], score(state)) == (["warning", "fine"], (10, 25))


# -- what a correction may not do --------------------------------------------------------------------------------------


def test_a_correction_that_makes_a_later_line_impossible_is_refused_with_that_line() -> None:
    error = refusal(*GAME, strike("s"))
    assert (error.kind, error.code, error.line) == ("illegal", "breaks_later_line", 4)
    assert (error.params["line"], error.params["code"]) == (1, "not_started")
    assert error.sentence == (
        "With this correction line 2 would no longer be possible (not_started). Correct line 2 first."
    )


def test_the_later_line_is_named_by_its_place_in_the_list_even_when_known_lines_came_between() -> None:
    error = refusal(GAME[0], GAME[0], GAME[0], D1, strike("s"))
    assert (error.line, error.params["line"]) == (4, 3)


def test_ending_the_game_or_the_time_too_early_breaks_a_later_line() -> None:
    error = refusal(*GAME, instead("d2", points("A", 168)), before("d3", points("A", 2)))
    assert (error.code, error.line, error.params["line"], error.params["code"]) == (
        "breaks_later_line",
        5,
        3,
        "game_over",
    )
    timed = start(), named("t", time(in_deal=True))
    assert refusal(*timed, before("t", time(in_deal=False))).params["code"] == "time_already_over"
    assert refusal(*GAME, named("b", begin()), before("b", begin())).params["code"] == "deal_in_progress"


def test_a_revived_line_that_has_become_impossible_is_the_line_that_breaks() -> None:
    lines = *GAME, named("x", strike("d3")), instead("d2", points("A", 100)), instead("d1", points("A", 168))
    assert play(*lines)["state"] == "finished"
    error = refusal(*lines, strike("x"))
    assert (error.code, error.params["line"], error.params["code"]) == ("breaks_later_line", 3, "game_over")


def test_points_that_hung_on_what_was_carried_break_when_it_goes() -> None:
    level: Line = named("l", points("A", 0))
    lines = start(), level, points("B", 300)
    assert score(play(*lines, level_fish="double_next")) == (0, 300)
    error = refusal(*lines, strike("l"), level_fish="double_next")
    assert (error.kind, error.code, error.params["code"]) == ("illegal", "breaks_later_line", "too_many_pips")


def test_a_correction_impossible_in_its_own_place_has_its_own_code() -> None:
    assert refused(*GAME, instead("s", points("A", 1))) == ("not_started", 4)
    assert refused(*GAME, instead("d2", start())) == ("already_started", 4)
    assert refused(*GAME, before("s", begin())) == ("not_started", 4)
    assert refused(*GAME, instead("d2", {"kind": "no_show", "side": "A"})) == ("not_allowed", 4)
    assert refused(*GAME, instead("d1", points("A", 169))) == ("too_many_pips", 4)


def test_a_correction_can_put_right_two_lines_one_after_the_other_only_in_a_legal_order() -> None:
    lines = named("s", start()), named("d1", points("A", 100)), named("d2", points("A", 60))
    assert (
        refused(*lines, instead("d1", points("A", 168)), instead("d2", points("A", 40)), points("B", 1))[0]
        == "game_over"
    )
    state = play(*lines, instead("d2", points("B", 60)), instead("d1", points("A", 168)), points("B", 1))
    assert scored(state) == [168, -60, -1]


def test_a_line_may_not_name_itself_or_a_later_one() -> None:
    assert refused(start(), named("x", strike("x"))) == ("unknown_line", 1)
    assert refused(start(), named("c", instead("c", points("A", 1)))) == ("unknown_line", 1)
    assert refused(strike("d1"), *GAME) == ("unknown_line", 0)


def test_a_refused_line_leaves_no_trace_in_the_ids() -> None:
    assert refused(*GAME, strike("nothing")) == ("unknown_line", 4)
    assert refused(*GAME, {**instead("d1", note()), "before": "d2"}) == ("bad_field", 4)


# -- false pass found late ---------------------------------------------------------------------------------------------


def test_a_late_false_pass_is_possible_until_the_next_lead_or_until_signing() -> None:
    first, late = named("d", out("A1", B1=12, A2=5, B2=20)), instead("d", penalty("false_pass", "A2"))
    assert score(play(start(), first, late)) == (0, 50)
    begun = begin(), points("A", 5), time(in_deal=True), penalty("false_pass", "B1"), void()
    for later in (*begun, out_of_turn("B1", "restart"), out_of_turn("B1", "continue")):
        assert refused(start(), first, later, late) == ("not_allowed", 3)
    for nothing_begun in (penalty("talking", "A1"), seat("A1", "p1"), time(in_deal=False), void("game")):
        assert score(play(start(), first, nothing_begun, late))[1] == 50
    level = named("d", level_fish())
    assert refused(start(), level, time(in_deal=True), late, time_rule="stop") == ("not_allowed", 3)
    assert play(start(), level, time(in_deal=False), late, time_rule="stop")["winner"] == "B"
    assert score(play(start(), first, points("A", 5), late, false_pass_until="signed")) == (5, 50)


def test_a_late_false_pass_can_itself_be_corrected_and_struck() -> None:
    lines = start(), D1, named("f", instead("d1", penalty("false_pass", "A2")))
    assert score(play(*lines)) == (0, 50)
    assert score(play(*lines, points("A", 5), instead("f", penalty("false_pass", "B2")))) == (55, 0)
    assert score(play(*lines, points("A", 5), strike("f"))) == (35, 0)


def test_a_late_false_pass_can_revive_a_game_its_deal_had_ended() -> None:
    lines = start(), points("A", 100), named("d", points("A", 100))
    state = play(*lines, instead("d", penalty("false_pass", "A1")))
    assert (state["state"], score(state), leaders(state)) == ("running", (100, 50), ["A1", "B1"])


def test_a_later_deal_that_was_struck_does_not_make_a_false_pass_too_late() -> None:
    late = instead("d1", penalty("false_pass", "A2"))
    assert refused(start(), D1, D2, late) == ("not_allowed", 3)
    assert score(play(start(), D1, D2, strike("d2"), late)) == (0, 50)


# -- long chains -------------------------------------------------------------------------------------------------------


def test_a_hundred_corrections_of_corrections_are_folded_at_once() -> None:
    chain = [named(f"c{n}", instead(f"c{n - 1}" if n else "d1", points("A", n))) for n in range(100)]
    assert scored(play(*GAME, *chain)) == [99, -20, 11]


def test_a_thousand_strikes_of_strikes_are_no_trouble() -> None:
    chain = [named(f"x{n}", strike(f"x{n - 1}" if n else "d1")) for n in range(1001)]
    assert scored(play(*GAME, *chain[:-1])) == [30, -20, 11]
    assert scored(play(*GAME, *chain)) == [-20, 11]


# -- the rows of a protocol --------------------------------------------------------------------------------------------


def rows_of(*lines: Line) -> list[tuple[int, str, tuple[int, int]]]:
    """Tell the rows of a log: the number of the line, what it brought, and the score after it."""
    record, _ = open_envelope({"format": 1, "rules": {"over_target": "trim"}, "lines": []})
    for line in lines:
        record.add(line)
    return [
        (row.number, " ".join(what for what, it in (("deal", row.deal), ("penalty", row.penalty)) if it),
         (row.score["A"], row.score["B"]))
        for row in record.rows()
    ]  # fmt: skip


def test_rows_are_the_deals_and_penalties_in_the_order_of_the_list() -> None:
    assert rows_of(*GAME, note(), begin(), penalty("false_pass", "B2"), penalty("talking", "A1")) == [
        (1, "deal", (30, 0)),
        (2, "deal", (30, 20)),
        (3, "deal", (41, 20)),
        (6, "deal penalty", (91, 20)),
        (7, "penalty", (91, 20)),
    ]


def test_rows_show_corrected_lines_in_their_place_and_no_line_that_counts_for_nothing() -> None:
    lines = *GAME, instead("d2", points("A", 7)), before("d3", penalty("touched_tile", "A1")), strike("d1")
    assert rows_of(*lines) == [(4, "deal", (7, 0)), (5, "penalty", (7, 25)), (3, "deal", (18, 25))]


def test_rows_show_the_score_of_the_table_before_it_is_trimmed() -> None:
    assert rows_of(start(), points("A", 150), points("A", 90)) == [(1, "deal", (150, 0)), (2, "deal", (240, 0))]


def test_rows_of_an_annulled_game_are_marked_and_their_points_are_in_no_score() -> None:
    record, _ = open_envelope({"format": 1, "rules": {}, "lines": []})
    for line in (*GAME, penalty("touched_tile", "A1"), void("game"), points("A", 33)):
        record.add(line)
    assert [(row.annulled, row.score) for row in record.rows()] == [
        (True, {"A": 0, "B": 0}),
        (True, {"A": 0, "B": 0}),
        (True, {"A": 0, "B": 0}),
        (False, {"A": 0, "B": 25}),
        (False, {"A": 33, "B": 25}),
    ]
    assert record.state()["score"] == {"A": 33, "B": 25}


def test_a_line_is_known_by_its_id_and_what_it_says() -> None:
    record, _ = open_envelope({"format": 1, "rules": {}, "lines": []})
    for line in GAME:
        record.add(line)
    assert [record.knows(line) for line in (GAME[1], {**GAME[1], "points": 31}, {**GAME[1], "id": "new"}, 7)] == [
        True, False, False, False,
    ]  # fmt: skip
