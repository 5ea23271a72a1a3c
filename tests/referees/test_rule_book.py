"""The rule book at the table: protocol and signatures (S16), the clock of a no-show (S17), what is heard until then."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game, sign
from referees.models import Protocol
from referees.written import written
from scoring.games import replay
from tests.builders import Event
from tests.referees.games import STROKES, event_with_game, holding, sign_all
from tournaments.models import Game, Result, Round
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

# A1 leads: A scores 37, a fine of 25 from A, the fish gives B 50, a false pass 50 more, and A goes out twice.
GAME: list[dict[str, Any]] = [
    {"kind": "start", "leader": "A1", "id": "start"},
    {"kind": "deal_begin", "id": "b1"},
    {"kind": "deal", "ending": "out", "by": "A1", "left": {"B1": 12, "A2": 5, "B2": 20}, "id": "d1"},
    {"kind": "penalty", "code": "touched_tile", "seat": "A2", "id": "p1"},
    {"kind": "deal", "ending": "fish", "by": "B1", "left": {"A1": 10, "B1": 14, "A2": 16, "B2": 10}, "id": "d2"},
    {"kind": "penalty", "code": "false_pass", "seat": "A1", "id": "p2"},
    {"kind": "deal", "ending": "out", "by": "A2", "left": {"A1": 40, "B1": 50, "B2": 30}, "id": "d4"},
]
LAST: dict[str, Any] = {"kind": "deal", "ending": "out", "by": "A2", "left": {"A1": 4, "B1": 30, "B2": 9}, "id": "d5"}


def played(**rules: Any) -> tuple[Event, Game]:
    """Play the game to its end; the referee has written it."""
    made, game = event_with_game(rules=rules)
    append_lines(game.pk, [*GAME, LAST], actor=holding(made.referee))
    return made, game


def signed(**rules: Any) -> tuple[Event, Game, Protocol]:
    """Have the game signed by all, and not yet accepted."""
    made, game = played(**rules)
    protocol = draw_up_protocol(game.pk, actor=holding(made.referee))
    sign_all(protocol, holding(made.referee))
    return made, game, protocol


def write(made: Event, game: Game, line: dict[str, Any]) -> dict[str, Any]:
    """Let the referee write one more line, and give the state after it."""
    _, record, (answer,) = append_lines(game.pk, [line], actor=holding(made.referee))
    assert answer.error is None
    return record.state()


def test_s16_all_points_of_both_pairs_are_entered_in_the_protocol() -> None:
    made, game = played()
    protocol = draw_up_protocol(game.pk, actor=holding(made.referee))
    entered = [
        (row.points_a or 0, row.points_b or 0, row.total_a, row.total_b) for row in written(protocol.envelope).rows
    ]
    assert entered == [
        (37, 0, 37, 0),
        (0, 25, 37, 25),
        (0, 50, 37, 75),
        (0, 50, 37, 125),  # the fine of the false pass
        (0, 0, 37, 125),  # and the deal it ended
        (120, 0, 157, 125),
        (43, 0, 200, 125),
    ]
    assert (protocol.outcome["score"], protocol.outcome["winner"]) == ({"A": 200, "B": 125}, "A")
    assert replay(json.loads(protocol.envelope)) == protocol.outcome


def test_s16_the_participants_sign_at_the_end_of_the_game_and_not_before() -> None:
    made, game = event_with_game()
    referee = holding(made.referee)
    append_lines(game.pk, GAME, actor=referee)
    with pytest.raises(Refused) as refusal:
        draw_up_protocol(game.pk, actor=referee)
    assert refusal.value.code == "not_finished"
    assert write(made, game, LAST)["to_come"] == "sign"
    assert draw_up_protocol(game.pk, actor=referee).version == 1


def test_s16_all_four_players_and_the_referee_sign_before_the_result_counts() -> None:
    made, game = played()
    referee = holding(made.referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    still_to_sign = ["A1", "B1", "A2", "B2", "referee"]
    while still_to_sign:
        with pytest.raises(Refused) as refusal:
            accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
        assert sorted(refusal.value.params["missing"]) == sorted(still_to_sign)
        signer = still_to_sign.pop(0)
        sign(protocol.pk, signer, "drawn", digest=protocol.digest, actor=referee, strokes=STROKES)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    rows = {row.seat: (row.won, row.points_for, row.points_against, row.fines) for row in Result.objects.all()}
    assert rows == {
        "A1": (True, 200, 125, 50),
        "B1": (False, 125, 200, 0),
        "A2": (True, 200, 125, 25),
        "B2": (False, 125, 200, 0),
    }


def test_s16_points_entered_after_the_signatures_are_signed_again() -> None:
    made, game, protocol = signed()
    write(made, game, {**LAST, "left": {"A1": 4, "B1": 30, "B2": 10}, "id": "d6", "instead_of": "d5"})
    protocol.refresh_from_db()
    assert protocol.state == Protocol.State.VOID
    second = draw_up_protocol(game.pk, actor=holding(made.referee))
    assert (second.version, second.outcome["score"], second.signatures.count()) == (2, {"A": 201, "B": 125}, 0)


@pytest.mark.parametrize(("seconds", "answered"), [(280, ("refused", "too_early")), (300, ("applied", None))])
def test_s17_a_no_show_is_written_when_five_minutes_of_the_round_are_over(
    seconds: int, answered: tuple[str, str | None]
) -> None:
    made, game = event_with_game()
    Round.objects.update(state=Round.State.RUNNING, clock_started_at=timezone.now() - timedelta(seconds=seconds))
    line = {"kind": "no_show", "side": "B", "id": "n1"}
    _, record, (answer,) = append_lines(game.pk, [line], actor=holding(made.referee))
    assert (answer.answer, answer.error and answer.error["code"]) == answered
    assert record.state()["score"] == {"A": 200 if seconds == 300 else 0, "B": 0}


def test_s28_a_sign_is_punished_until_the_protocol_is_accepted_and_then_only_by_reopening() -> None:
    made, game, protocol = signed()
    assert write(made, game, {"kind": "penalty", "code": "sign", "seat": "A1", "id": "p3"})["score"]["A"] == 200
    protocol = draw_up_protocol(game.pk, actor=holding(made.referee))
    sign_all(protocol, holding(made.referee))
    accept_protocol(protocol.pk, digest=protocol.digest, actor=holding(made.referee))
    second = {"kind": "penalty", "code": "sign", "seat": "A2", "id": "p4"}
    with pytest.raises(Refused) as refusal:
        append_lines(game.pk, [second], actor=holding(made.referee))
    assert refusal.value.code == "protocol_accepted"
    reopen_game(game.pk, reason="a sign was seen", actor=holding(made.chief_referee))
    turned = write(made, game, second)
    assert (turned["winner"], turned["reason"], turned["score"]) == ("B", "game_loss", {"A": 0, "B": 200})


def test_s45_a21_a_false_pass_is_heard_until_the_protocol_is_signed_where_the_regulations_say_so() -> None:
    claim = {"kind": "penalty", "code": "false_pass", "seat": "A2", "id": "p3", "instead_of": "d1"}
    made, game, protocol = signed(false_pass_until="signed")
    state = write(made, game, claim)  # the 37 of deal 1 are gone, B has 50 more, and the game goes on
    assert (state["state"], state["score"]) == ("running", {"A": 163, "B": 175})
    made, game, protocol = signed(false_pass_until="signed")
    accept_protocol(protocol.pk, digest=protocol.digest, actor=holding(made.referee))
    with pytest.raises(Refused) as refusal:
        append_lines(game.pk, [claim], actor=holding(made.referee))
    assert refusal.value.code == "protocol_accepted"


def test_s46_when_the_next_deal_has_begun_the_tiles_are_gone_and_a_false_pass_is_no_longer_heard() -> None:
    made, game = played()
    claim = {"kind": "penalty", "code": "false_pass", "seat": "A2", "id": "p3", "instead_of": "d1"}
    _, _, (answer,) = append_lines(game.pk, [claim], actor=holding(made.referee))
    assert answer.error is not None
    assert (answer.answer, answer.error["code"]) == ("refused", "not_allowed")
