"""Every refusal: its kind, its code, the line it names, what is judged first, and the sentence a referee reads."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ILLEGAL, MALFORMED, LogError
from scoring.games import replay
from tests.scoring.logs import (
    Line,
    before,
    begin,
    fish,
    forfeit,
    instead,
    named,
    no_show,
    note,
    out,
    out_of_turn,
    penalty,
    play,
    points,
    refusal,
    refused,
    ruling,
    score,
    seat,
    start,
    strike,
    time,
    void,
)

OVER = (start(), points("A", 100), points("A", 100))
HEAVY = ["6-6", "6-5", "6-4", "6-3", "6-2", "5-5", "5-4"]  # 12+11+10+9+8+10+9 = 69


def out_with(**hands: Any) -> Line:
    """Write an out by A1 with some hands given otherwise."""
    return out("A1", **{"B1": 1, "A2": 1, "B2": 1, **hands})


# -- the envelope ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "envelope"),
        ([], "envelope"),
        ("{}", "envelope"),
        (7, "envelope"),
        ({}, "format"),
        ({"format": 2, "rules": {}, "lines": []}, "format"),
        ({"format": "1", "rules": {}, "lines": []}, "format"),
        ({"format": True, "rules": {}, "lines": []}, "format"),
        ({"format": 1, "rules": [], "lines": []}, "rules"),
        ({"format": 1, "rules": None, "lines": []}, "rules"),
        ({"format": 1, "rules": {}, "carried": None, "lines": []}, "carried"),
        ({"format": 1, "rules": {}, "carried": [], "lines": []}, "carried"),
        ({"format": 1, "rules": {}, "carried": {"A1": []}, "lines": []}, "carried.A1"),
        ({"format": 1, "rules": {}, "carried": {"B2": {"cards": "red"}}, "lines": []}, "carried.B2.cards"),
        ({"format": 1, "rules": {}, "carried": {"B2": {"cards": ["blue"]}}, "lines": []}, "carried.B2.cards"),
        ({"format": 1, "rules": {}, "carried": {"A2": {"warnings": []}}, "lines": []}, "carried.A2.warnings"),
        ({"format": 1, "rules": {}, "carried": {"A2": {"warnings": {"late": -1}}}, "lines": []}, "carried.A2.warnings"),
        (
            {"format": 1, "rules": {}, "carried": {"A2": {"warnings": {"late": True}}}, "lines": []},
            "carried.A2.warnings",
        ),
        ({"format": 1, "rules": {}}, "lines"),
        ({"format": 1, "rules": {}, "lines": None}, "lines"),
        ({"format": 1, "rules": {}, "lines": {"0": {}}}, "lines"),
    ],
)
def test_what_is_no_envelope_is_a_bad_field_of_no_line(value: Any, field: str) -> None:
    with pytest.raises(LogError) as caught:
        replay(value)
    error = caught.value
    assert (error.kind, error.code, error.line, error.params) == ("malformed", "bad_field", None, {"field": field})


def test_the_envelope_is_judged_in_its_order_and_before_any_line() -> None:
    def code_of(**parts: Any) -> tuple[str, Any]:
        with pytest.raises(LogError) as caught:
            replay({"format": 1, "rules": {}, "lines": [7], **parts})
        return caught.value.code, caught.value.params.get("field")

    assert code_of(format=0, rules={"x": 1}, carried=7, lines=7) == ("bad_field", "format")
    assert code_of(rules={"x": 1}, carried=7, lines=7) == ("bad_rules", "x")
    assert code_of(rules={"deals": 6}, carried=7, lines=7) == ("not_multiple_of_four", None)
    assert code_of(carried=7, lines=7) == ("bad_field", "carried")
    assert code_of(lines=7) == ("bad_field", "lines")


# -- malformed lines ---------------------------------------------------------------------------------------------------

CARD = {"points": 5, "card": "yellow"}
BAD_FIELDS: dict[str, tuple[Line, dict[str, list[Any]]]] = {
    "seat": (seat("A1", "p1"), {"seat": ["A", "A3", 1], "player": [7, []]}),
    "start": (start(), {"leader": ["A", "a1", 0]}),
    "deal out": (out_with(), {"ending": ["pass", 1], "by": ["A", 1]}),
    "deal fish": (fish("A1", 1, 2, 3, 4), {"ending": [[]], "by": ["A3", True]}),
    "deal points": (points("A", 9), {"side": ["A1", "both"], "points": [-1, 2.5, "9", True, 2**31]}),
    "void": (void(), {"scope": ["line", 1], "reason": [1], "replay": ["yes", 0, 1]}),
    "penalty": (penalty("talking", "A1"), {"code": ["shoes", 1, "", [], {}], "seat": ["A", "both", 1]}),
    "penalty on a side": (penalty("sign", "B"), {"side": ["both", "B1", 2]}),
    "out of turn": (out_of_turn("A1"), {"opponents": ["stop", True]}),
    "other": (penalty("other", "A1", sanction=CARD), {"sanction": ["none", -1, True, {"points": 5}, ["warning"], 2.5]}),
    "time": (time(in_deal=True), {"in_deal": [1, 0, "true"]}),
    "no_show": (no_show("A"), {"side": ["A1", "C", 1]}),
    "forfeit": (forfeit("A"), {"side": ["A1", []], "reason": [1]}),
    "ruling": (
        ruling(1, 2, "B"),
        {"score": [[1, 2], {"A": 1}, {"A": 1, "B": "2"}, {"A": True, "B": 2}], "reason": [7]},
    ),
    "strike": (strike("d"), {"of": [1, []], "reason": [False]}),
    "note": (note(), {"text": [1, []]}),
    "protest": ({"kind": "protest", "text": "no"}, {"text": [{}]}),
}
WRONG = [
    pytest.param(line | {field: value}, field, id=f"{what}: {field} {value!r}")
    for what, (line, fields) in BAD_FIELDS.items()
    for field, values in fields.items()
    for value in [None, *values]
]
MISSING = [
    pytest.param({name: value for name, value in line.items() if name != field}, field, id=f"{what}: no {field}")
    for what, (line, fields) in BAD_FIELDS.items()
    for field in fields
]


@pytest.mark.parametrize(("line", "field"), WRONG + MISSING)
def test_a_missing_null_or_wrong_field_is_a_bad_field(line: Line, field: str) -> None:
    error = refusal(start(), line)
    assert (error.kind, error.code, error.line) == ("malformed", "bad_field", 1)
    expected = {field, "seat"} if field == "side" else {field}  # a penalty needs either
    assert error.params["field"] in expected and error.params["field"] in error.sentence


@pytest.mark.parametrize(
    "line",
    [
        begin() | {"leader": None},
        begin() | {"leader": "A"},
        note() | {"side": None},
        note() | {"side": "both"},
        no_show("A") | {"seats": None},
        no_show("A") | {"seats": "A1"},
        no_show("A", "B1"),
        forfeit("A", "A3"),
        ruling(1, 2, "B") | {"winner": "B1"},
        {"kind": "ruling", "score": {"A": 1, "B": 2}, "reason": "no winner said"},
        penalty("talking", "A1") | {"side": "A"},
        penalty("talking", "A1") | {"side": None},
        note() | {"id": 7},
        note() | {"id": None},
        note() | {"id": ["d"]},
        note() | {"id": ""},
        note() | {"by_official": None},
        note() | {"by_official": ["o1"]},
        note() | {"by_official": 1.5},
        note() | {"before": None},
        note() | {"instead_of": 7},
        note() | {"at": 1700000000},
        note() | {"at": "yesterday"},
        out_with() | {"left": None},
        out_with() | {"left": [1, 1, 1]},
        out_with(B1=None),
        out_with(B1="12"),
        out_with(B1=-1),
        out_with(B1=True),
        out_with(B1=1.5),
        out_with(B1=2**31),
    ],
    ids=repr,
)
def test_an_optional_field_is_right_or_absent(line: Line) -> None:
    error = refusal(start(), line)
    assert (error.kind, error.code, error.line) == ("malformed", "bad_field", 1)


@pytest.mark.parametrize("line", [None, 7, "start", [], [start()], True])
def test_a_line_that_is_no_object_is_a_bad_field(line: Any) -> None:
    assert refused(start(), line) == ("bad_field", 1)


@pytest.mark.parametrize(
    "line", [{}, {"kind": None}, {"kind": 7}, {"kind": "dance"}, {"kind": ["deal"]}, {"kind": "Deal"}]
)
def test_an_unknown_or_missing_kind_is_an_unknown_kind(line: Any) -> None:
    error = refusal(start(), line)
    assert (error.kind, error.code, error.line) == ("malformed", "unknown_kind", 1)


def test_a_ruling_may_go_below_nothing_only_where_scores_may() -> None:
    assert refused(ruling(-5, 10, "B")) == ("bad_field", 0)
    assert score(play(ruling(-5, 10, "B"), below_zero=True)) == (-5, 10)


# -- hands -------------------------------------------------------------------------------------------------------------

HANDS = [
    ("hands_missing", {"kind": "deal", "ending": "out", "by": "A1", "left": {"B1": 1, "A2": 1}}),
    ("out_hand_not_empty", out_with(A1=1)),
    ("bad_tile", out_with(B1=["7-1"])),
    ("too_many_tiles", out_with(B1=["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0", "1-1"])),
    ("hand_too_heavy", out_with(B1=70)),
    ("tile_twice", out_with(B1=["6-4"], A2=["4-6"])),
    ("too_many_pips", out_with(B1=69, A2=69, B2=31)),
]


@pytest.mark.parametrize(("code", "line"), HANDS, ids=[code for code, _ in HANDS])
def test_hands_that_cannot_be_are_refused_by_name(code: str, line: Line) -> None:
    error = refusal(start(), line)
    assert (error.kind, error.code, error.line) == ("malformed", code, 1)


def test_of_many_mistakes_in_the_hands_the_one_listed_first_is_said() -> None:
    left: dict[str, Any] = {"A1": 1, "B1": ["7-1"], "A2": [*HEAVY, "0-0"]}
    repairs: list[tuple[str, dict[str, Any]]] = [
        ("hands_missing", {"B2": 69}),
        ("out_hand_not_empty", {"A1": 0}),
        ("bad_tile", {"B1": ["6-6", "6-6", "6-5"]}),
        ("too_many_tiles", {"A2": 70}),
        ("hand_too_heavy", {"A2": 69}),
        ("tile_twice", {"B1": 35}),
        ("too_many_pips", {"B1": 30}),
    ]
    for code, repair in repairs:
        assert refused(start(), {"kind": "deal", "ending": "out", "by": "A1", "left": left}) == (code, 1)
        left |= repair
    assert score(play(start(), out("A1", **left))) == (168, 0)


def test_the_heaviest_seven_tiles_are_no_heavier_than_69() -> None:
    assert refused(start(), out_with(B1=HEAVY, A2=69, B2=31)) == ("too_many_pips", 1)  # each hand is possible
    assert refused(start(), out_with(B1=70)) == ("hand_too_heavy", 1)
    assert refused(start(), out_with(B1=["6-6"] * 6)) == ("hand_too_heavy", 1)  # 72, said before the tile twice


@pytest.mark.parametrize(
    "tile", ["7-0", "64", "6-4 ", " 6-4", "6–4", "6-", "-4", "٦-٤", "6-10", "", 64, None, True, ["6-4"]]
)
def test_what_is_not_on_a_tile_of_the_set_is_a_bad_tile(tile: Any) -> None:
    assert refused(start(), out_with(B2=[tile])) == ("bad_tile", 1)


def test_a_tile_twice_in_one_hand_is_twice_too() -> None:
    assert refusal(start(), out_with(B1=["6-4", "4-6"])).code == "tile_twice"


def test_a_fish_needs_four_hands() -> None:
    error = refusal(start(), {"kind": "deal", "ending": "fish", "by": "A1", "left": {"B1": 1, "A2": 2, "B2": 3}})
    assert (error.code, error.params) == ("hands_missing", {"seat": "A1"})


def test_paper_points_may_not_be_more_than_the_tiles_times_factor_and_what_is_carried() -> None:
    level = fish("A1", 10, 8, 3, 5)
    for rules, most in (({}, 168), ({"level_fish": "double_next"}, 336), ({"level_fish": "carry"}, 194)):
        assert refused(start(), level, points("B", most + 1), **rules) == ("too_many_pips", 2)
        assert refusal(start(), level, points("B", most + 1), **rules).params == {"most": most}
        assert score(play(start(), level, points("B", most), **rules)) == (0, most)


def test_the_hands_of_a_false_pass_are_judged_where_they_score() -> None:
    line = penalty("false_pass", "A1", left={"A1": 70, "B1": 1, "A2": 1, "B2": 1})
    assert refused(start(), line, false_pass_scores="all_left") == ("hand_too_heavy", 1)
    assert score(play(start(), line)) == (0, 50)


# -- illegal lines -----------------------------------------------------------------------------------------------------

ILLEGAL_LINES = [
    ("not_started", [points("A", 5)]),
    ("not_started", [begin()]),
    ("not_started", [void()]),
    ("not_started", [void("game")]),
    ("not_started", [time(in_deal=False)]),
    ("already_started", [start(), start("B1")]),
    ("game_over", [no_show("A"), start()]),
    *(("game_over", [*OVER, line]) for line in (points("B", 5), begin(), void(), void("game"), time(in_deal=True))),
    *(("game_over", [*OVER, line]) for line in (no_show("A"), forfeit("B"))),
    ("time_already_over", [start(), time(in_deal=False), time(in_deal=True)]),
    ("time_already_over", [start(), time(in_deal=True), time(in_deal=False)]),
    ("deal_in_progress", [start(), begin(), begin()]),
    ("deal_in_progress", [start(), begin(), time(in_deal=False)]),
    ("unknown_line", [start(), strike("d")]),
    ("unknown_line", [start(), instead("d", note())]),
    ("unknown_line", [start(), before("d", note())]),
    ("breaks_later_line", [named("s", start()), points("A", 5), strike("s")]),
    ("not_allowed", [start(), points("A", 5), no_show("A")]),
    ("not_allowed", [start(), named("d", points("A", 5)), begin(), instead("d", penalty("false_pass", "B1"))]),
]


@pytest.mark.parametrize(("code", "lines"), ILLEGAL_LINES)
def test_a_line_this_game_cannot_take_now_is_illegal(code: str, lines: list[Line]) -> None:
    error = refusal(*lines)
    assert (error.kind, error.code, error.line) == ("illegal", code, len(lines) - 1)


def test_all_codes_have_an_example_here() -> None:
    shown = {code for code, _ in HANDS} | {code for code, _ in ILLEGAL_LINES}
    elsewhere = {"bad_json", "bad_field", "unknown_kind", "bad_rules", "not_multiple_of_four", "id_reused"}
    assert shown | elsewhere == MALFORMED.keys() | ILLEGAL.keys()


# -- what is judged first ----------------------------------------------------------------------------------------------


def test_the_first_refusal_answers() -> None:
    assert refused(start(), begin(), begin(), {"kind": "dance"}) == ("deal_in_progress", 2)


def test_malformed_is_said_before_illegal() -> None:
    assert refused({"kind": "time"}) == ("bad_field", 0)
    assert refused(out_with(B1=70)) == ("hand_too_heavy", 0)
    assert refused(points("A", 169)) == ("too_many_pips", 0)
    assert refused(*OVER, points("A", 169)) == ("too_many_pips", 3)
    assert refused(strike("d") | {"reason": None}) == ("bad_field", 0)
    assert refused(named("x", note()), named("x", begin())) == ("id_reused", 1)


def test_a_used_id_is_said_before_the_hands() -> None:
    assert refused(named("x", start()), named("x", out_with(B1=70))) == ("id_reused", 1)


def test_game_over_is_said_before_time_and_deals() -> None:
    over = start(), points("A", 10), time(in_deal=True), points("A", 10)
    assert refused(*over, time(in_deal=False)) == ("game_over", 4)


# -- sentences ---------------------------------------------------------------------------------------------------------

REFUSED = [
    [{"kind": "dance"}],
    [{}],
    [{"kind": 7}],
    [7],
    *([start(), line] for _, line in HANDS),
    *(lines for _, lines in ILLEGAL_LINES),
    [named("x", note()), named("x", begin())],
    [start(), penalty("talking", "A1") | {"side": "A"}],
    [start(), penalty("other", "A", sanction=CARD)],
]


@pytest.mark.parametrize("lines", REFUSED)
def test_the_sentence_of_a_refusal_is_whole_and_the_answer_is_made_of_plain_values(lines: list[Line]) -> None:
    error = refusal(*lines)
    sentence = error.sentence
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".") and "?" not in sentence and "{" not in sentence and "None" not in sentence
    assert error.as_dict() == {
        "kind": error.kind,
        "code": error.code,
        "line": len(lines) - 1,
        "params": error.params,
        "sentence": sentence,
    }


def test_a_sentence_quotes_a_long_value_in_part_only() -> None:
    long = "x" * 5000
    for lines in (
        [{"kind": long}],
        [start(), out_with(B1=[long])],
        [strike(long)],
        [named(long, note()), named(long, start())],
    ):
        assert len(refusal(*lines).sentence) < 250
    assert len(refusal(**{long: 1}).sentence) < 250
