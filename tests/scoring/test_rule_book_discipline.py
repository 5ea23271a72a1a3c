"""The rule book, S19-S28: time for a move, warnings, fines and signs; and the whole default tariff, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.layout import Layout, fish_moves, legal_moves, read, seconds_for_move
from scoring.rules import DEFAULT_TARIFF
from scoring.tiles import Tile
from tests.scoring.logs import (
    Line,
    begin,
    out,
    out_of_turn,
    outcome,
    penalty,
    points,
    sanctions,
    score,
    seat,
    start,
)
from tests.scoring.rule_book import Play

WARNING, FINE_25, FINE_50, LOST = ("warning", 0, None), ("fine", 25, None), ("fine", 50, None), ("game_loss", 0, None)
OUT = out("A1", B1=12, A2=5, B2=20)  # 37

#: What A1's side has to expect of the federation's tariff: what follows the first, second and third offence, and the
#: points the opponents have after each.
TARIFF: dict[str, tuple[list[tuple[str, int, None]], list[int]]] = {
    "slow_play": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "talking": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "conduct": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "table": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "posture": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "careless_move": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "rearranging": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "late": ([WARNING, FINE_25, FINE_25], [0, 25, 50]),
    "touched_tile": ([FINE_25, FINE_25, FINE_25], [25, 50, 75]),
    "out_of_turn": ([FINE_25, FINE_25, FINE_25], [25, 50, 75]),
    "false_pass": ([FINE_50, FINE_50, FINE_50], [50, 100, 150]),
    "sign": ([FINE_50, LOST, LOST], [50, 200, 200]),
}
WARNED_FIRST = [code for code, (steps, _) in TARIFF.items() if steps[0] == WARNING]


def offence(code: str, who: str) -> Line:
    return out_of_turn(who) if code == "out_of_turn" else penalty(code, who)


def seconds(line: Layout, hand: list[Tile]) -> int:
    return seconds_for_move(len(legal_moves(line, hand)), bool(fish_moves(line, hand)))


# -- the tariff --------------------------------------------------------------------------------------------------------


def test_s22_s23_the_table_of_these_tests_has_every_code_of_the_tariff() -> None:
    assert set(TARIFF) == set(DEFAULT_TARIFF)


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("code", TARIFF)
def test_s22_s23_each_offence_of_the_tariff_has_its_consequence(play: Play, code: str, times: int) -> None:
    steps, totals = TARIFF[code]
    state = play(start(), *[offence(code, "A1")] * times)
    assert sanctions(state) == steps[:times]
    assert score(state) == (0, totals[times - 1])
    assert state["penalties"][-1] | {"sanction": "", "points": 0} == {
        "code": code, "side": "A", "seat": "A1", "sanction": "", "points": 0, "card": None,
    }  # fmt: skip
    rows = [(row["fines"], row["cards"]) for row in state["seats"].values()]
    assert rows == [(sum(fine for _, fine, _ in steps[:times]), []), (0, []), (0, []), (0, [])]
    lost = code == "sign" and times > 1
    assert outcome(state)[:3] == (("finished", "B", "game_loss") if lost else ("running", None, None))


@pytest.mark.parametrize("code", TARIFF)
def test_s22_s23_an_offence_of_a_side_is_nobodys_in_person(play: Play, code: str) -> None:
    steps, totals = TARIFF[code]
    state = play(start(), *[offence(code, "A")] * 2)
    assert (sanctions(state), score(state)) == (steps[:2], (0, totals[1]))
    assert [(row["fines"], row["cards"]) for row in state["seats"].values()] == [(0, [])] * 4


def test_s22_s23_what_no_code_foresees_has_the_sanction_the_referee_gives(play: Play) -> None:
    given: list[Any] = ["warning", 15, 40, {"points": 10, "card": "yellow"}]
    state = play(start(), *[penalty("other", "B2", sanction=step) for step in given])
    assert sanctions(state) == [WARNING, ("fine", 15, None), ("fine", 40, None), ("fine", 10, "yellow")]
    assert (score(state), state["seats"]["B2"]["cards"]) == ((65, 0), ["yellow"])
    lost = play(start(), penalty("other", "B2", sanction="disqualification"))
    assert outcome(lost) == ("finished", "A", "game_loss", (200, 0))
    assert play.refused(start(), penalty("other", "B2")) == ("bad_field", 1)


def test_s22_s23_a_breach_no_tariff_knows_is_no_penalty(play: Play) -> None:
    assert play.refused(start(), penalty("shoes", "B2")) == ("bad_field", 1)


# -- S19-S21: time for a move ------------------------------------------------------------------------------------------


def test_s19_one_possible_move_has_5_seconds_and_who_takes_longer_is_slow(play: Play) -> None:
    assert seconds(read("6-5 5-5"), [(6, 2), (4, 3), (1, 1)]) == 5
    state = play(start(), begin(), penalty("slow_play", "B1"), penalty("slow_play", "B1"), OUT)
    assert (sanctions(state), score(state)) == ([WARNING, FINE_25], (62, 0))


def test_s19_a13_a_pass_has_5_seconds_too() -> None:
    assert seconds(read("6-5 5-5"), [(4, 3), (1, 1)]) == 5


def test_s20_several_possible_moves_have_20_seconds() -> None:
    assert seconds(read("6-5 5-5"), [(6, 2), (5, 1), (1, 1)]) == 20
    assert seconds(read("6-4"), [(6, 2), (6, 1)]) == 20


def test_s21_a_fish_that_is_possible_has_a_minute() -> None:
    six_twos = read("4-1 1-2 2-6 6-0 0-2 2-2 2-3 3-5 5-2")  # ends 4 and 2; 4-2 is the seventh two
    assert seconds(six_twos, [(4, 2), (6, 6)]) == 60
    assert seconds(six_twos, [(4, 3), (6, 6)]) == 5


def test_s21_a14_the_minute_is_there_too_where_only_the_double_would_be_left() -> None:
    five_twos = read("4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2")  # 2-2 and 4-2 are out
    assert seconds(five_twos, [(4, 2), (6, 6)]) == 60


# -- S22, S23: warning and fine ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", WARNED_FIRST)
def test_s22_the_first_breach_is_an_oral_warning_to_the_player_and_costs_nothing(play: Play, code: str) -> None:
    state = play(start(), begin(), penalty(code, "A2"), OUT)
    assert (sanctions(state), score(state)) == ([WARNING], (37, 0))
    assert (state["seats"]["A2"]["fines"], state["deals"][0]["ending"]) == (0, "out")


def test_s23_the_same_breach_again_is_a_fine_for_the_pair(play: Play) -> None:
    lines = start(), begin(), penalty("table", "A2"), OUT, begin(), penalty("table", "A2")
    state = play(*lines)
    assert (sanctions(state), score(state), state["seats"]["A2"]["fines"]) == ([WARNING, FINE_25], (37, 25), 25)


def test_s23_another_breach_is_not_the_same(play: Play) -> None:
    state = play(start(), penalty("table", "A2"), penalty("posture", "A2"), penalty("talking", "A2"))
    assert (sanctions(state), score(state)) == ([WARNING] * 3, (0, 0))


def test_s23_a15_each_player_has_his_own_warning_in_each_game(play: Play) -> None:
    carried = {"A1": {"warnings": {"talking": 1}}}
    state = play(start(), penalty("talking", "A1"), penalty("talking", "A2"), penalty("talking", "B1"), carried=carried)
    assert sanctions(state) == [WARNING] * 3


def test_s23_a15_the_regulations_can_warn_the_pair_once(play: Play) -> None:
    lines = start(), penalty("talking", "A1"), penalty("talking", "A2"), penalty("talking", "B1")
    state = play(*lines, count_warnings="side")
    assert (sanctions(state), score(state)) == ([WARNING, FINE_25, WARNING], (0, 25))


def test_s23_a15_the_regulations_can_warn_once_in_the_tournament(play: Play) -> None:
    carried = {"A1": {"warnings": {"talking": 1}}}
    lines = start(), penalty("talking", "A1"), penalty("posture", "A1"), penalty("talking", "A2")
    assert sanctions(play(*lines, carried=carried, warnings_carry=True)) == [FINE_25, WARNING, WARNING]


def test_s23_a15_a_warning_goes_with_the_player_and_not_with_the_chair(play: Play) -> None:
    lines = seat("A1", "p1"), start(), penalty("talking", "A1"), seat("A1", "p9"), penalty("talking", "A1")
    assert sanctions(play(*lines)) == [WARNING, WARNING]
    assert sanctions(play(*lines, seat("A1", "p1"), penalty("talking", "A1"))) == [WARNING, WARNING, FINE_25]


@pytest.mark.parametrize(
    ("fines_to", "after", "own_row"),
    [("opponents", (60, 55), 60), ("offender", (35, 30), 35), ("person", (60, 30), 35)],
)
def test_s23_a16_the_fine_goes_to_the_opponents_or_from_the_offenders(
    play: Play, fines_to: str, after: tuple[int, int], own_row: int
) -> None:
    state = play(start(), points("A", 60), points("B", 30), penalty("touched_tile", "A1"), fines_to=fines_to)
    assert (sanctions(state), score(state)) == ([FINE_25], after)
    assert (state["seats"]["A1"]["points_for"], state["seats"]["A2"]["points_for"]) == (own_row, after[0])


@pytest.mark.parametrize(("below_zero", "taken", "after"), [(False, 10, 0), (True, 25, -15)])
def test_s23_a16_a_score_may_go_below_nothing_only_where_the_regulations_say_so(
    play: Play, below_zero: bool, taken: int, after: int
) -> None:
    lines = start(), points("A", 10), penalty("touched_tile", "A1")
    state = play(*lines, fines_to="offender", below_zero=below_zero)
    assert (sanctions(state), score(state)) == ([("fine", taken, None)], (after, 0))


def test_s23_a16_the_regulations_can_have_other_numbers(play: Play) -> None:
    tariff = {"talking": ["warning", 10, 20], "conduct": [{"points": 40, "card": "yellow"}]}
    lines = start(), *[penalty("talking", "A1")] * 4, penalty("conduct", "B1"), penalty("table", "B1")
    state = play(*lines, tariff=tariff)
    fined = [("fine", 10, None), ("fine", 20, None), ("fine", 20, None)]
    assert sanctions(state) == [WARNING, *fined, ("fine", 40, "yellow"), WARNING]
    assert score(state) == (40, 50)


def test_s23_a16_a_second_yellow_card_is_red_and_loses_the_game(play: Play) -> None:
    tariff = {"conduct": [{"points": 40, "card": "yellow"}]}
    state = play(start(), points("A", 100), *[penalty("conduct", "A1")] * 2, tariff=tariff)
    assert sanctions(state) == [("fine", 40, "yellow"), ("game_loss", 0, "red")]
    assert outcome(state) == ("finished", "B", "game_loss", (0, 200))
    assert state["seats"]["A1"]["cards"] == ["yellow", "red"]


# -- S24-S28: what is forbidden at the table ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["smoked", "drank", "ate", "answered a telephone"])
def test_s24_smoking_drinking_and_eating_are_conduct(play: Play, text: str) -> None:
    lines = start(), begin(), penalty("conduct", "B1", text=text), penalty("conduct", "B1", text=text)
    assert (sanctions(play(*lines)), score(play(*lines))) == ([WARNING, FINE_25], (25, 0))


def test_s25_anything_but_tiles_protocol_and_pen_on_the_table_is_warned_and_then_fined(play: Play) -> None:
    state = play(penalty("table", "B2"), start(), begin(), penalty("table", "B2"))  # laid there before the start
    assert (sanctions(state), score(state)) == ([WARNING, FINE_25], (25, 0))


def test_s26_talking_in_a_deal_is_warned_and_then_fined(play: Play) -> None:
    state = play(start(), begin(), penalty("talking", "B1"), OUT, begin(), penalty("talking", "B1"))
    assert (sanctions(state), score(state)) == ([WARNING, FINE_25], (62, 0))


def test_s27_hands_above_the_table_and_wandering_eyes_are_posture(play: Play) -> None:
    state = play(start(), begin(), penalty("posture", "A1"), penalty("posture", "A1"))
    assert (sanctions(state), score(state)) == ([WARNING, FINE_25], (0, 25))


def test_s28_a17_a_sign_is_fined_at_once_and_the_second_of_the_pair_loses_the_game(play: Play) -> None:
    lines = start(), points("A", 90), points("B", 30), penalty("sign", "A1")
    assert (sanctions(play(*lines)), outcome(play(*lines))) == ([FINE_50], ("running", None, None, (90, 80)))
    second = play(*lines, penalty("sign", "A2"))
    assert (sanctions(second), outcome(second)) == ([FINE_50, LOST], ("finished", "B", "game_loss", (0, 200)))


def test_s28_every_sign_is_punished_those_of_the_other_pair_too(play: Play) -> None:
    state = play(start(), penalty("sign", "A1"), penalty("sign", "B2"))
    assert (sanctions(state), score(state), state["state"]) == ([FINE_50, FINE_50], (50, 50), "running")


def test_s28_a17_the_regulations_can_warn_first(play: Play) -> None:
    lines = start(), penalty("sign", "A1"), penalty("sign", "A2"), penalty("sign", "A1")
    state = play(*lines, tariff={"sign": ["warning", 50, "game_loss"]})
    assert (sanctions(state), outcome(state)) == ([WARNING, FINE_50, LOST], ("finished", "B", "game_loss", (0, 200)))


def test_s28_a_second_sign_seen_after_the_end_turns_the_result(play: Play) -> None:
    lines = start(), penalty("sign", "A1"), points("A", 150), points("B", 30), points("A", 60)
    assert outcome(play(*lines)) == ("finished", "A", "target", (210, 80))
    assert outcome(play(*lines, penalty("sign", "A2"))) == ("finished", "B", "game_loss", (0, 200))


def test_s28_a_first_sign_seen_after_the_end_is_recorded_and_moves_no_points(play: Play) -> None:
    state = play(start(), points("A", 150), points("A", 60), penalty("sign", "A2"))
    assert (sanctions(state), outcome(state)) == ([("fine", 0, None)], ("finished", "A", "target", (210, 0)))
