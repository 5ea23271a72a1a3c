"""Whole games played by the engine: their logs are legal, whole and true to the rules."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import first_leader_drawn, play_log
from scoring.games import replay
from scoring.players import SENSIBLE, Player, random_player, sensible_player
from scoring.rules import CHOICES, SWITCHES
from scoring.seats import SEATS

START = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)
SEATED = {"A1": "p1", "B1": "p2", "A2": "p3", "B2": "p4"}
# Every setting that changes how a game goes, cards and a short tariff included.
some_rules = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        **{name: st.booleans() for name in SWITCHES},
        "target": st.sampled_from([100, 200, 300]),
        "minutes": st.sampled_from([5, 20, 40]),
        "deals": st.sampled_from([None, 4, 8]),
        "tariff": st.sampled_from(
            [
                {"talking": ["warning", {"points": 10, "card": "yellow"}]},
                {"slow_play": [{"points": 25, "card": "yellow"}]},
                {"touched_tile": [5, "disqualification"]},
            ]
        ),
    },
)
seeds = st.integers(0, 10**9)


def replayed(lines: list[dict[str, Any]], **envelope: Any) -> dict[str, Any]:
    return replay({"format": 1, "rules": {}, "carried": {}, "lines": lines} | envelope)


def kinds(lines: list[dict[str, Any]]) -> Counter[str]:
    return Counter(line["kind"] for line in lines)


def many_logs(games: int, **arguments: Any) -> list[list[dict[str, Any]]]:
    return [play_log(Random(seed), **arguments) for seed in range(games)]


@given(seeds, some_rules, st.sampled_from([0, 0.2, 1]))
def test_a_played_game_is_legal_under_its_rules_and_finished(
    seed: int, rules: dict[str, Any], penalties: float
) -> None:
    state = replayed(play_log(Random(seed), rules, penalties=penalties), rules=rules)
    assert (state["state"], state["to_come"]) == ("finished", "sign")
    assert state["reason"] in ("target", "deals", "time", "game_loss")


@settings(max_examples=20)
@given(seeds, some_rules)
def test_every_beginning_of_a_played_game_is_a_legal_log(seed: int, rules: dict[str, Any]) -> None:
    lines = play_log(Random(seed), rules, penalties=0.5)
    states = [replayed(lines[:length], rules=rules)["state"] for length in range(len(lines) + 1)]
    assert states[0] == "waiting"
    assert states[-1] == "finished"


@given(seeds)
def test_without_fines_the_score_is_the_sum_of_the_hands_left(seed: int) -> None:
    lines = play_log(Random(seed), penalties=0)
    points = {"A": 0, "B": 0}
    for line in lines:
        if line["kind"] == "deal" and (side := side_that_scores(line)):
            points[side] += sum(map(pips_of, line["left"].values()))
    state = replayed(lines)
    assert state["score"] == points
    assert state["winner"] == max(points, key=lambda side: points[side])


def side_that_scores(line: dict[str, Any]) -> str:
    if line["ending"] == "out":
        return str(line["by"][0])
    pair = {side: sum(pips_of(line["left"][seat]) for seat in SEATS if seat[0] == side) for side in "AB"}
    return "" if pair["A"] == pair["B"] else min(pair, key=lambda side: pair[side])


def pips_of(hand: list[str] | int) -> int:
    return hand if isinstance(hand, int) else sum(int(tile[0]) + int(tile[2]) for tile in hand)


@given(seeds)
def test_without_incidents_a_log_holds_the_start_deals_and_time_only(seed: int) -> None:
    lines = play_log(Random(seed), penalties=0)
    assert lines[0]["kind"] == "start"
    assert set(kinds(lines)) <= {"start", "deal_begin", "deal", "time"}
    assert kinds(lines)["deal_begin"] == kinds(lines)["deal"] == len(replayed(lines)["deals"])


def test_the_players_seated_stand_in_the_log_before_the_start() -> None:
    lines = play_log(Random(3), seated=SEATED)
    assert [(line["seat"], line["player"]) for line in lines[:4]] == list(SEATED.items())
    assert lines[4]["kind"] == "start"
    assert replayed(lines)["seats"]["B2"]["player"] == "p4"


def test_the_same_seed_plays_the_same_game() -> None:
    first, again, other = (play_log(Random(seed), seated=SEATED, started_at=START) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_a_log_survives_json() -> None:
    lines = play_log(Random(6), penalties=1, started_at=START)
    assert json.loads(json.dumps(lines)) == lines


def test_every_line_has_an_id_of_its_own() -> None:
    lines = play_log(Random(6), penalties=1)
    assert [line["id"] for line in lines] == [f"l{number}" for number in range(1, len(lines) + 1)]


def test_without_a_start_no_line_has_a_time() -> None:
    assert not any("at" in line for line in play_log(Random(6)))


@given(seeds)
def test_times_begin_at_the_start_and_never_go_back(seed: int) -> None:
    lines = play_log(Random(seed), seated=SEATED, penalties=0.5, started_at=START)
    times = [line["at"] for line in lines]
    assert times[0] == "2026-11-29T14:05:00Z"
    assert times == sorted(times)


def test_times_are_written_in_utc() -> None:
    moscow = START.astimezone(timezone(timedelta(hours=3)))
    assert play_log(Random(1), started_at=moscow) == play_log(Random(1), started_at=START)


def test_a_start_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        play_log(Random(1), started_at=START.replace(tzinfo=None))


@given(seeds)
def test_time_is_over_when_the_minutes_are_and_the_game_goes_on_as_the_rules_say(seed: int) -> None:
    lines = play_log(Random(seed), {"minutes": 10}, penalties=0, seconds_per_deal=(200, 260), started_at=START)
    at = next((at for at, line in enumerate(lines) if line["kind"] == "time"), None)
    if at is None:
        assert replayed(lines)["reason"] == "target"
        return
    assert lines[at]["at"] == "2026-11-29T14:15:00Z"
    assert lines[at]["in_deal"] == (lines[at - 1]["kind"] == "deal_begin")
    assert all(line["at"] >= lines[at]["at"] for line in lines[at:])
    # One deal, the open one or one more, then extra deals only while the score is level (S13-S15).
    *before_last, _ = [deal["total"] for deal in replayed(lines)["deals"]]
    played = kinds(lines[:at])["deal"]
    assert all(total["A"] == total["B"] for total in before_last[played:])


def test_time_runs_out_in_a_deal_and_between_deals() -> None:
    logs = many_logs(60, rules={"minutes": 10}, penalties=0)
    assert {line["in_deal"] for lines in logs for line in lines if line["kind"] == "time"} == {True, False}


def test_where_time_stops_the_game_the_open_deal_is_not_written() -> None:
    logs = many_logs(60, rules={"minutes": 10, "time_rule": "stop"}, penalties=0)
    stopped = [lines for lines in logs if lines[-1]["kind"] == "time" and lines[-1]["in_deal"]]
    assert len(stopped) > 20
    assert all(kinds(lines)["deal_begin"] == kinds(lines)["deal"] + 1 for lines in stopped)


def test_where_time_stops_a_level_game_the_deal_begins_anew() -> None:
    # One minute is over in the first deal, at nil to nil.
    rules = {"minutes": 1, "time_rule": "stop"}
    for lines in many_logs(20, rules=rules, penalties=0):
        assert [line["kind"] for line in lines[:5]] == ["start", "deal_begin", "time", "deal_begin", "deal"]
        assert replayed(lines, rules=rules)["deals"][0]["leader"] == lines[0]["leader"]


def test_a_fixed_number_of_deals_is_played() -> None:
    state = replayed(play_log(Random(8), {"deals": 8}, penalties=0), rules={"deals": 8})
    assert state["reason"] == "deals"
    assert len(state["deals"]) == 8
    assert [deal["leader"] for deal in state["deals"][:4]] != [state["deals"][0]["leader"]] * 4
    assert Counter(deal["leader"] for deal in state["deals"]) == dict.fromkeys(SEATS, 2)


def test_a_long_event_has_every_incident() -> None:
    lines = [line for log in many_logs(150, penalties=0.7) for line in log]
    codes = Counter(line["code"] for line in lines if line["kind"] == "penalty")
    warned = {"slow_play", "talking", "conduct", "table", "posture", "careless_move", "rearranging"}
    assert set(codes) == warned | {"touched_tile", "out_of_turn", "false_pass", "sign"}
    assert {line["opponents"] for line in lines if "opponents" in line} == {"continue", "restart"}
    assert set(kinds(lines)) >= {"deal", "penalty", "strike", "void", "note", "protest"}
    assert {line["kind"] for line in lines if "instead_of" in line} == {"deal", "penalty"}


def test_a_miscounted_hand_is_corrected_to_the_tiles_that_were_left() -> None:
    lines = next(log for log in many_logs(200, penalties=0.5) if any(is_correction(line) for line in log))
    right = next(line for line in lines if is_correction(line))
    wrong = next(line for line in lines if line["id"] == right["instead_of"])
    off = sum(map(pips_of, right["left"].values())) - sum(map(pips_of, wrong["left"].values()))
    assert abs(off) == 1
    assert (right["by"], right["ending"]) == (wrong["by"], wrong["ending"])


def test_a_game_that_ended_by_a_mistake_goes_on_by_its_correction() -> None:
    rules = {"target": 36, "tariff": {"false_pass": [5]}}
    ended_too_early = [
        (lines, at)
        for lines in many_logs(150, rules=rules, penalties=1)
        for at, line in enumerate(lines)
        if "instead_of" in line and replayed(lines[:at], rules=rules)["state"] == "finished"
    ]
    assert ended_too_early
    states = {replayed(lines[: at + 1], rules=rules)["state"] for lines, at in ended_too_early}
    assert states == {"running", "finished"}


def is_correction(line: dict[str, Any]) -> bool:
    return line["kind"] == "deal" and "instead_of" in line


def test_a_false_pass_counts_the_hands_where_the_rules_want_them() -> None:
    rules = {"false_pass_scores": "all_left"}
    logs = many_logs(80, rules=rules, penalties=1)
    found = [line for lines in logs for line in lines if line.get("code") == "false_pass"]
    assert len(found) > 5
    assert all(list(line["left"]) == list(SEATS) for line in found)
    # A deal that was broken off leaves tiles in every hand.
    assert all(hand != [] for line in found for hand in line["left"].values())
    assert any(isinstance(hand, list) for line in found for hand in line["left"].values())


@given(seeds)
def test_a_deal_names_the_three_hands_left_after_an_out_and_all_four_after_a_fish(seed: int) -> None:
    deals = [line for line in play_log(Random(seed), penalties=0) if line["kind"] == "deal"]
    assert deals
    for deal in deals:
        assert list(deal["left"]) == [seat for seat in SEATS if deal["ending"] == "fish" or seat != deal["by"]]


def test_a_referee_writes_tiles_or_pips_all_game_long() -> None:
    written = [
        {type(hand) for line in lines if line["kind"] == "deal" for hand in line["left"].values()}
        for lines in many_logs(30, penalties=0)
    ]
    assert sorted(set(map(str, written))) == ["{<class 'int'>}", "{<class 'list'>}"]


def test_what_players_carry_is_reckoned_with() -> None:
    rules = {"tariff": {code: [{"points": 5, "card": "yellow"}] for code in ("slow_play", "talking", "posture")}}
    carried = {seat: {"cards": ["yellow"], "warnings": {}} for seat in SEATS}
    logs = many_logs(30, rules=rules, penalties=1, carried=carried)
    reasons = Counter(replayed(lines, rules=rules, carried=carried)["reason"] for lines in logs)
    assert reasons["game_loss"] > 10  # a second yellow is a red, and red loses the game


def test_the_sensible_pair_wins_most_of_its_games_against_the_random_pair() -> None:
    players: dict[str, Player] = {seat: sensible_player if seat[0] == "B" else random_player for seat in SENSIBLE}
    won = Counter(replayed(lines)["winner"] for lines in many_logs(100, players=players))
    assert won["B"] > 80


def test_everybody_draws_the_first_lead_about_equally_often() -> None:
    rng = Random(1)
    drawn = Counter(first_leader_drawn(rng) for _ in range(2000))
    assert all(400 < drawn[seat] < 600 for seat in SEATS)
