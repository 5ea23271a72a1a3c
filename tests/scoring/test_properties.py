"""What holds for every log, whatever was played and however it was corrected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ILLEGAL, MALFORMED, LogError
from scoring.games import open_envelope, replay
from scoring.rules import CHOICES, SWITCHES
from scoring.seats import SEATS, SIDES, next_seat, other_side
from tests.scoring.logs import Line, State, before, instead, level_fish, named, note, start, strike

seats, sides, flags = st.sampled_from(SEATS), st.sampled_from(SIDES), st.booleans()
pips = st.integers(0, 20)
steps = st.sampled_from(
    [
        "warning",
        25,
        10,
        0,
        {"points": 25, "card": "yellow"},
        {"points": 0, "card": "red"},
        "game_loss",
        "disqualification",
    ]
)

# -- rules and lines, chosen so that games last ------------------------------------------------------------------------

RULES: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(values) for name, values in CHOICES.items()},
    **dict.fromkeys(SWITCHES, flags),
    "deals": st.sampled_from([None, None, 4]),
    "walkover": st.sampled_from([None, 30, 300]),
    "tariff": st.dictionaries(
        st.sampled_from(["conduct", "talking", "sign", "false_pass", "out_of_turn"]),
        st.lists(steps, min_size=1, max_size=3),
        max_size=2,
    ),
}
carried_burdens = st.dictionaries(
    seats,
    st.fixed_dictionaries(
        {},
        optional={
            "cards": st.lists(st.sampled_from(["yellow", "red"]), max_size=2),
            "warnings": st.dictionaries(st.sampled_from(["talking", "sign"]), st.integers(0, 2)),
        },
    ),
    max_size=3,
)


def line(kind: str, **fields: Any) -> st.SearchStrategy[Line]:
    """Make lines of a kind; fields are strategies or fixed values."""
    made = {name: value if isinstance(value, st.SearchStrategy) else st.just(value) for name, value in fields.items()}
    return st.fixed_dictionaries({"kind": st.just(kind), **made})


def on_somebody(code: str, **more: Any) -> st.SearchStrategy[Line]:
    """Make penalties on a seat, now and then on a side."""
    seat = line("penalty", code=code, seat=seats, **more)
    return seat | seat | line("penalty", code=code, side=sides, **more)


four_hands = st.fixed_dictionaries(dict.fromkeys(SEATS, pips))
out_lines = seats.flatmap(
    lambda by: line("deal", ending="out", by=by, left=st.fixed_dictionaries({s: pips for s in SEATS if s != by}))
)
deals = (
    out_lines
    | line("deal", ending="fish", by=seats, left=four_hands)
    | st.just(level_fish())
    | line("deal", ending="points", side=sides, points=st.sampled_from([0, 5, 20, 45, 100]), by=seats)
)
penalties = (
    st.sampled_from(["slow_play", "talking", "conduct", "sign", "touched_tile"]).flatmap(on_somebody)
    | on_somebody("out_of_turn", opponents=st.sampled_from(["continue", "restart"]))
    | on_somebody("false_pass", left=four_hands)
    | on_somebody("other", sanction=st.sampled_from(["warning", 15]) | steps)
)
rarely = (
    line("void", scope=st.sampled_from(["deal", "deal", "game"]), reason="a tile fell", replay=flags)
    | line("time", in_deal=flags)
    | line("seat", seat=seats, player=st.sampled_from(["p1", "p2", "p3", "p4", "p5"]))
    | line("protest", text="they talked", side=sides)
)
endings = (
    line("no_show", side=st.sampled_from(["A", "B", "both"]))
    | line("forfeit", side=sides, seats=st.just([]), reason="walked off")
    | line("ruling", score=st.fixed_dictionaries({"A": pips, "B": pips}), winner=sides, reason="decided")
)
begins = line("deal_begin") | line("deal_begin", leader=seats)
plain_lines = st.one_of(deals, deals, deals, deals, penalties, penalties, begins, rarely, rarely)
numbers = st.integers(0, 19).map("l{}".format)
corrections = st.one_of(
    line("strike", of=numbers, reason="typing"),
    st.tuples(numbers, plain_lines).map(lambda both: instead(*both)),
    st.tuples(numbers, plain_lines).map(lambda both: before(*both)),
)
lines_in_play = st.one_of(plain_lines, plain_lines, corrections)


class Game(NamedTuple):
    """A legal log with its rules."""

    rules: dict[str, Any]
    carried: dict[str, Any]
    lines: list[Line]

    def state(self, lines: list[Line] | None = None) -> State:
        """Fold these lines, or its own. Raises LogError."""
        return replay(self.envelope(self.lines if lines is None else lines))

    def envelope(self, lines: list[Line]) -> dict[str, Any]:
        return {"format": 1, "rules": self.rules, "carried": self.carried, "lines": lines}

    def if_legal(self, lines: list[Line]) -> State | None:
        """Fold these lines where they may be."""
        try:
            return self.state(lines)
        except LogError:
            return None


def of_this_log(candidate: Line, length: int) -> Line:
    """Let a correction name a line there is: its number counts round the lines so far."""
    named_lines = {name: candidate[name] for name in ("of", "instead_of", "before") if name in candidate}
    return candidate | {name: f"l{int(id_[1:]) % length}" for name, id_ in named_lines.items()}


@st.composite
def games(draw: st.DrawFn, **fixed: Any) -> Game:
    """Write a log line by line, leaving away what is refused; a refused line must leave no trace."""
    rules = draw(st.fixed_dictionaries({"target": st.sampled_from([50, 100, 150])}, optional=RULES)) | fixed
    game = Game(rules, draw(carried_burdens), [])
    record, _ = open_envelope(game.envelope([]))
    early, later = (
        draw(st.lists(rarely | penalties, max_size=2)),
        draw(st.lists(lines_in_play, min_size=6, max_size=20)),
    )
    last = draw(st.just([]) | st.lists(endings | penalties | corrections, max_size=4))
    for candidate in [*early, start(draw(seats)), *later, *last]:
        number = len(game.lines)
        added = named(f"l{number}", of_this_log(candidate, number or 1))
        try:
            record.add(added)
        except LogError:
            continue
        game.lines.append(added)
    assert record.state() == game.state()
    return game


# -- properties --------------------------------------------------------------------------------------------------------


def check_sense(state: State) -> None:
    """Check what is true of every state."""
    running, over = state["state"] == "running", state["state"] == "finished"
    assert (state["next_leader"] in SEATS) == running
    assert (state["to_come"] == "start", state["to_come"] == "sign") == (state["state"] == "waiting", over)
    assert (state["reason"] is not None) == over
    assert over or state["winner"] is None
    assert running or not state["deal_open"]
    assert all((row["won"] is not None) == over for row in state["seats"].values())
    assert json.loads(json.dumps(state)) == state


@settings(max_examples=60)
@given(games())
def test_every_prefix_of_a_legal_log_folds_into_a_state_that_makes_sense(game: Game) -> None:
    for length in range(len(game.lines) + 1):
        check_sense(game.state(game.lines[:length]))


@settings(max_examples=60)
@given(games())
def test_striking_a_line_equals_its_absence_wherever_both_logs_are_legal(game: Game) -> None:
    for number in range(len(game.lines)):
        struck = game.if_legal([*game.lines, strike(f"l{number}")])
        absent = game.if_legal(game.lines[:number] + game.lines[number + 1 :])
        assert struck is None or absent is None or struck == absent


@settings(max_examples=60)
@given(games(), plain_lines)
def test_a_correction_equals_having_written_the_line_right_at_once(game: Game, right: Line) -> None:
    for number, wrong in enumerate(game.lines):
        place = {name: wrong[name] for name in ("instead_of", "before") if name in wrong}
        corrected = game.if_legal([*game.lines, instead(f"l{number}", right)])
        written = [*game.lines[:number], named(f"l{number}", right | place), *game.lines[number + 1 :]]
        at_once = game.if_legal(written)
        assert corrected is None or at_once is None or corrected == at_once


@settings(max_examples=60)
@given(games(), plain_lines)
def test_a_forgotten_line_equals_having_written_it_in_time(game: Game, forgotten: Line) -> None:
    named_before = {line["before"] for line in game.lines if "before" in line}
    for number, following in enumerate(game.lines):
        if "before" in following or "instead_of" in following or f"l{number}" in named_before:
            continue  # such a line is folded elsewhere, or others stand before it already
        later = game.if_legal([*game.lines, before(f"l{number}", forgotten)])
        in_time = game.if_legal([*game.lines[:number], forgotten, *game.lines[number:]])
        assert later is None or in_time is None or later == in_time


def fines_of(state: State, rules: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Tell what the fines moved: the side whose score changed, and by how much."""
    for penalty in state["penalties"]:
        if rules.get("fines_to") == "offender":
            yield penalty["side"], -penalty["points"]
        else:
            yield other_side(penalty["side"]), penalty["points"]


@settings(max_examples=100)
@given(st.sampled_from(["opponents", "offender"]).flatmap(lambda to: games(fines_to=to, over_target="keep")))
def test_the_score_is_the_sum_of_deals_and_fines_unless_the_game_was_lost_or_ruled(game: Game) -> None:
    for length in range(len(game.lines) + 1):
        state = game.state(game.lines[:length])
        if state["reason"] in (None, "target", "time", "deals"):
            total = {side: sum(deal["points"][side] for deal in state["deals"]) for side in SIDES}
            for side, points in fines_of(state, game.rules):
                total[side] += points
            assert state["score"] == total
            assert all(row["points_for"] == total[name[0]] for name, row in state["seats"].items())


@settings(max_examples=60)
@given(games())
def test_who_wins_by_target_time_or_deals_has_more_points_than_the_others(game: Game) -> None:
    state = game.state()
    if state["reason"] in ("target", "time", "deals") and game.rules.get("over_target") != "trim":
        assert state["score"][state["winner"]] > state["score"][other_side(state["winner"])]
    if state["reason"] == "target":
        assert state["score"][state["winner"]] >= game.rules["target"]


@settings(max_examples=60)
@given(games(), st.data())
def test_the_same_line_twice_changes_nothing(game: Game, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(game.lines) - 1))
    again = data.draw(st.integers(number + 1, len(game.lines)))
    assert game.state([*game.lines[:again], game.lines[number], *game.lines[again:]]) == game.state()


@settings(max_examples=60)
@given(games(), st.data())
def test_a_note_changes_nothing_wherever_it_stands(game: Game, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(game.lines)))
    assert game.state([*game.lines[:place], note(), *game.lines[place:]]) == game.state()


def one_chair_on(value: Any) -> Any:
    """Turn the table by one chair: every seat is the next in playing order, A is B and B is A."""
    if isinstance(value, dict):
        return {one_chair_on(key): one_chair_on(item) for key, item in value.items()}
    if isinstance(value, list):
        return [one_chair_on(item) for item in value]
    if value in SEATS:
        return next_seat(value)
    return other_side(value) if value in SIDES else value


@settings(max_examples=60)
@given(games())
def test_the_rules_favour_no_chair(game: Game) -> None:
    turned = Game(game.rules, one_chair_on(game.carried), one_chair_on(game.lines))
    assert turned.state() == one_chair_on(game.state())


# -- any JSON ----------------------------------------------------------------------------------------------------------

some_words = st.sampled_from(
    ["A", "A1", "B2", "l0", "out", "fish", "points", "deal", "game", "restart", "6-4", "warning"]
)
scalars = st.none() | flags | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | some_words | st.text()
any_json = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(some_words | st.text(), inner), max_leaves=8
)


def answer(envelope: Any) -> None:
    """Check that an envelope is answered or refused with one of the documented codes."""
    try:
        check_sense(replay(envelope))
    except LogError as error:
        check_refusal(error, envelope)


def check_refusal(error: LogError, envelope: Any) -> None:
    """Check that a refusal has a documented code and a line of the envelope, and can be printed."""
    assert error.code in {"malformed": MALFORMED, "illegal": ILLEGAL}[error.kind]
    assert error.line is None or 0 <= error.line < len(envelope["lines"])
    assert json.loads(json.dumps(error.as_dict())) == error.as_dict()


@given(
    any_json | st.fixed_dictionaries({"format": st.just(1), "rules": any_json, "carried": any_json, "lines": any_json})
)
def test_any_json_is_answered_or_refused(value: Any) -> None:
    answer(value)


@given(st.lists(lines_in_play | endings | any_json, max_size=6), st.fixed_dictionaries({}, optional=RULES))
def test_any_lines_are_answered_or_refused(lines: list[Any], rules: dict[str, Any]) -> None:
    answer({"format": 1, "rules": rules, "lines": [start(), *lines]})


@settings(max_examples=150)
@given(games(), any_json, st.data())
def test_a_legal_log_with_one_field_spoiled_is_answered_or_refused(game: Game, value: Any, data: st.DataObject) -> None:
    lines: list[Any] = json.loads(json.dumps(game.lines))
    spoiled = data.draw(st.sampled_from(lines))
    spoiled[data.draw(st.sampled_from([*sorted(spoiled), "seat", "leader", "before", "seats"]))] = value
    answer(game.envelope(lines))


@given(st.sampled_from([*RULES, "target", "minutes", "no_show_minutes", "targets"]), any_json)
def test_any_rule_is_answered_or_refused(name: str, value: Any) -> None:
    answer({"format": 1, "rules": {name: value}, "lines": [start(), level_fish()]})
