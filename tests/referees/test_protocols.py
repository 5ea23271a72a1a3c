"""Protocols: drawn up, signed, accepted once, reopened."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol, name_digest, reopen_game, sign
from referees.models import Protocol, Signature
from scoring.canonical import digest
from tests.builders import player
from tests.referees.games import STROKES, WHOLE_GAME, event_with_game, holding, sign_all, with_pen
from tournaments.acts.rounds import close_round
from tournaments.models import AuditEntry, Game, Player, Result, Round
from tournaments.permissions import Actor
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def finished_game() -> tuple[Any, Game, Actor]:
    made, game = event_with_game()
    referee = holding(made.referee)
    append_lines(game.pk, WHOLE_GAME, actor=referee)
    return made, game, referee


def signed() -> tuple[Any, Protocol, Actor]:
    made, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    return made, protocol, referee


def test_a_protocol_is_drawn_up_once_for_one_log() -> None:
    _, game, referee = finished_game()
    first, second = draw_up_protocol(game.pk, actor=referee), draw_up_protocol(game.pk, actor=referee)
    assert first.pk == second.pk
    assert first.version == 1
    game.refresh_from_db()
    assert game.state == Game.State.SIGNING


def test_the_digest_covers_the_whole_envelope_and_the_envelope_replays(tmp_path: Path) -> None:
    made, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    envelope = json.loads(protocol.envelope)
    assert protocol.digest == digest(protocol.envelope)
    assert set(envelope) == set("format edition rules carried event round table code version seats names lines".split())
    seat = game.seats.select_related("player").get(seat="B1")
    assert envelope["seats"]["B1"] == seat.player.key
    assert envelope["names"][seat.player.key] == name_digest(seat.player)
    assert seat.player.name not in protocol.envelope
    assert envelope["lines"][0]["by_official"] == str(made.referee.pk)
    file = tmp_path / "envelope.json"
    file.write_text(protocol.envelope)
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "replay", str(file)], capture_output=True, cwd=ROOT, check=True
    )
    assert json.loads(done.stdout) == protocol.outcome


def test_the_name_of_a_substitute_is_bound_too() -> None:
    made, game, referee = finished_game()
    substitute = player("Vera Holm", "SUB-1", federation=made.tournament.federation)
    line = {"kind": "seat", "seat": "A2", "player": substitute.key}
    first = {"kind": "seat", "seat": "A2", "player": game.seats.get(seat="A2").player.key}
    append_lines(game.pk, [first, line], actor=referee)
    envelope = json.loads(draw_up_protocol(game.pk, actor=referee).envelope)
    assert envelope["names"][substitute.key] == name_digest(substitute)
    assert len(envelope["names"]) == 5


def test_a_stored_outcome_that_the_envelope_does_not_fold_to_is_not_accepted() -> None:
    _, protocol, referee = signed()
    turned = {**protocol.outcome, "winner": "B"}
    with connection.cursor() as cursor:  # as one who has the database in his hands
        table = " ON referees_protocol" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER referees_protocol_append_only{table}")
    Protocol.objects.update(outcome=turned)
    with pytest.raises(Refused) as refusal:
        accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    assert refusal.value.code == "protocol_damaged"
    assert not Result.objects.exists()


def test_a_player_can_be_erased_and_the_record_still_verifies() -> None:
    _, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    Player.objects.update(name="", salt="")
    protocol.refresh_from_db()
    assert digest(protocol.envelope) == protocol.digest


def test_a_game_that_is_not_over_has_no_protocol() -> None:
    made, game = event_with_game()
    append_lines(game.pk, WHOLE_GAME[:3], actor=holding(made.referee))
    with pytest.raises(Refused) as refusal:
        draw_up_protocol(game.pk, actor=holding(made.referee))
    assert refusal.value.code == "not_finished"


def test_an_accepted_protocol_gives_each_seat_its_result() -> None:
    _, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    rows = {r.seat: (r.won, r.points_for, r.points_against) for r in Result.objects.all()}
    assert rows == {
        "A1": (True, 200, 60),
        "A2": (True, 200, 60),
        "B1": (False, 60, 200),
        "B2": (False, 60, 200),
    }
    protocol.refresh_from_db()
    assert (protocol.state, protocol.accepted_by) == ("accepted", "Олег Тарасов")
    assert AuditEntry.objects.filter(act="record_result").count() == 1


def test_nothing_is_accepted_before_all_five_have_signed() -> None:
    _, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=referee, strokes=STROKES)
    sign(protocol.pk, "B1", "absent", digest=protocol.digest, actor=referee)
    with pytest.raises(Refused) as refusal:
        accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    assert refusal.value.params["missing"] == ["A2", "B2", "referee"]
    assert not Result.objects.exists()


def test_a_refusal_to_sign_has_a_reason_and_can_be_accepted() -> None:
    _, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    with pytest.raises(Refused, match="why the player refuses"):
        sign(protocol.pk, "A1", "refused", digest=protocol.digest, actor=referee, reason=" ")
    sign(protocol.pk, "A1", "refused", digest=protocol.digest, actor=referee, reason="disputes deal 2")
    for signer in ("B1", "A2", "B2", "referee"):
        sign(protocol.pk, signer, "on_paper", digest=protocol.digest, actor=referee)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    assert Result.objects.count() == 4


@pytest.mark.parametrize("how", ["refused", "absent"])
def test_the_referee_signs(how: str) -> None:
    _, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    with pytest.raises(Refused, match="The referee signs"):
        sign(protocol.pk, "referee", how, digest=protocol.digest, actor=referee, reason="x")


def test_a_scorer_takes_signatures_but_does_not_sign_as_referee_nor_accept() -> None:
    made, game, _ = finished_game()
    scorer = holding(made.scorer)
    protocol = draw_up_protocol(game.pk, actor=scorer)
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=scorer, strokes=STROKES)
    with pytest.raises(NotPermitted):
        sign(protocol.pk, "referee", "drawn", digest=protocol.digest, actor=scorer, strokes=STROKES)
    with pytest.raises(NotPermitted):
        accept_protocol(protocol.pk, digest=protocol.digest, actor=scorer)


@pytest.mark.parametrize(
    ("strokes", "code"),
    [
        ([], "bad_strokes"),
        ("scribble", "bad_strokes"),
        ([[1, 2, 3]], "bad_strokes"),
        ([[1, 2]], "bad_strokes"),
        ([[0, 0, 1001, 5]], "bad_strokes"),
        ([[0, 0, -1, 5]], "bad_strokes"),
        ([[0, 0, 1.5, 5]], "bad_strokes"),
        ([[0, 0, True, 5]], "bad_strokes"),
        ([[1, 2, 3, 4]] * 201, "too_many_strokes"),
        ([[1, 2] * 2001], "too_many_strokes"),
    ],
)
def test_strokes_are_bounded_integers(strokes: Any, code: str) -> None:
    _, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    with pytest.raises(Refused) as refusal:
        sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=referee, strokes=strokes)
    assert refusal.value.code == code
    assert not Signature.objects.exists()


def test_nobody_signs_twice() -> None:
    _, protocol, referee = signed()
    with pytest.raises(Refused) as refusal:
        sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=referee, strokes=STROKES)
    assert refusal.value.code == "signed_already"


def test_a_signature_binds_to_the_digest_that_was_seen() -> None:
    _, game, referee = finished_game()
    protocol = draw_up_protocol(game.pk, actor=referee)
    with pytest.raises(Refused) as refusal:
        sign(protocol.pk, "A1", "drawn", digest="0" * 64, actor=referee, strokes=STROKES)
    assert refusal.value.code == "other_digest"


def test_a_later_line_voids_the_version_and_all_its_signatures() -> None:
    _, protocol, referee = signed()
    append_lines(protocol.game_id, [{"kind": "note", "text": "a chair broke"}], actor=referee)
    protocol.refresh_from_db()
    assert (protocol.state, protocol.void_reason) == ("void", "log_changed")
    with pytest.raises(Refused) as refusal:
        accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    assert refusal.value.code == "protocol_void"
    second = draw_up_protocol(protocol.game_id, actor=referee)
    assert (second.version, second.signatures.count()) == (2, 0)
    assert second.digest != protocol.digest


def test_the_second_acceptance_is_told_who_was_first() -> None:
    made, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    with pytest.raises(Refused, match="Version 1 was accepted by Олег Тарасов"):
        accept_protocol(protocol.pk, digest=protocol.digest, actor=holding(made.chief_referee))
    assert Result.objects.count() == 4


def test_reopening_takes_the_result_back_and_makes_a_new_version() -> None:
    made, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    chief = holding(made.chief_referee)
    reopen_game(protocol.game_id, reason="deal 2 was written to the wrong side", actor=chief)
    assert not Result.objects.exists()
    correction = {"kind": "deal", "ending": "points", "side": "A", "points": 60, "id": "c2", "instead_of": "d2"}
    append_lines(protocol.game_id, [correction], actor=chief)
    second = draw_up_protocol(protocol.game_id, actor=chief)
    assert second.outcome["score"] == {"A": 260, "B": 0}
    sign_all(second, chief)
    accept_protocol(second.pk, digest=second.digest, actor=chief)
    assert [(p.version, p.state) for p in Protocol.objects.order_by("version")] == [(1, "void"), (2, "accepted")]
    first = Protocol.objects.get(version=1)
    assert first.void_reason == "deal 2 was written to the wrong side"
    assert first.signatures.count() == 5


def test_only_the_chief_referee_reopens_and_only_with_a_reason() -> None:
    made, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    with pytest.raises(NotPermitted):
        reopen_game(protocol.game_id, reason="why not", actor=referee)
    with pytest.raises(Refused, match="Say why"):
        reopen_game(protocol.game_id, reason="  ", actor=holding(made.chief_referee))
    assert Result.objects.count() == 4


def test_a_game_of_a_closed_round_is_not_reopened_before_the_round() -> None:
    made, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(Refused) as refusal:
        reopen_game(protocol.game_id, reason="wrong", actor=holding(made.chief_referee))
    assert refusal.value.code == "round_closed"


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Protocol, {"envelope": "{}"}),
        (Protocol, {"digest": "0" * 64}),
        (Protocol, {"outcome": {}}),
        (Signature, {"strokes": [[0, 0, 1, 1]]}),
        (Signature, {"how": "absent"}),
    ],
)
def test_the_database_itself_refuses_to_rewrite_what_was_signed(model: Any, change: dict[str, Any]) -> None:
    signed()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.update(**change)


def test_the_doors_of_the_protocol_lead_through_a_whole_signing() -> None:
    made, game, _ = finished_game()
    tablet = with_pen(made.referee)
    shown = tablet.post(f"/api/v1/games/{game.pk}/protocol/").json()
    assert shown["needed"] == ["A1", "B1", "A2", "B2", "referee"]
    for signer in shown["needed"]:
        body = {"signer": signer, "how": "drawn", "strokes": STROKES, "digest": shown["digest"]}
        response = tablet.post(f"/api/v1/protocols/{shown['id']}/signatures/", body, content_type="application/json")
        assert response.status_code == 201, response.content
    assert response.json()["needed"] == []
    assert {s.get("name") for s in response.json()["signatures"] if s["signer"] == "referee"} == {"Олег Тарасов"}
    accept = f"/api/v1/protocols/{shown['id']}/accept/"
    response = tablet.post(accept, {"digest": shown["digest"]}, content_type="application/json")
    assert response.json()["state"] == "accepted"
    again = tablet.post(accept, {"digest": shown["digest"]}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "accepted_already")


@pytest.mark.parametrize(("taken_from", "moved_to"), [("A2", "A1"), ("B1", "A1")])
def test_a_log_that_leaves_a_chair_empty_is_not_drawn_up(taken_from: str, moved_to: str) -> None:
    made, game = event_with_game()
    referee = holding(made.referee)
    key = {seat.seat: seat.player.key for seat in game.seats.select_related("player")}
    moved = {"kind": "seat", "seat": moved_to, "player": key[taken_from]}
    append_lines(game.pk, [moved, *WHOLE_GAME], actor=referee)
    with pytest.raises(Refused) as refusal:
        draw_up_protocol(game.pk, actor=referee)
    assert (refusal.value.code, refusal.value.params) == ("chair_empty", {"seats": [taken_from]})
    append_lines(game.pk, [{"kind": "seat", "seat": taken_from, "player": key[moved_to]}], actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    sat = dict(Result.objects.values_list("seat", "player__key"))
    assert (sat[moved_to], sat[taken_from]) == (key[taken_from], key[moved_to])


def test_a_protocol_that_is_not_there_is_404_in_a_sentence() -> None:
    made, _ = event_with_game()
    response = with_pen(made.referee).post(
        "/api/v1/protocols/99/accept/", {"digest": "0"}, content_type="application/json"
    )
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_the_same_moment_one_wins_and_the_other_is_told() -> None:
    made, protocol, referee = signed()
    told: list[str] = []
    both = threading.Barrier(2)

    def accept(actor: Actor) -> None:
        both.wait()
        try:
            accept_protocol(protocol.pk, digest=protocol.digest, actor=actor)
            told.append("accepted")
        except Refused as refusal:
            told.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=accept, args=(who,)) for who in (referee, holding(made.chief_referee))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(told) == ["accepted", "accepted_already"]
    assert Result.objects.count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_who_reopens_a_game_while_its_round_is_being_closed_is_told() -> None:
    made, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    chief, told = holding(made.chief_referee), list[str]()

    def reopen() -> None:
        try:
            reopen_game(protocol.game_id, reason="a fine was forgotten", actor=chief)
            told.append("reopened")
        except Refused as refusal:
            told.append(refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=reopen)
    with transaction.atomic():
        close_round(protocol.game.round, actor=made.actor())
        thread.start()
        time.sleep(0.5)  # long enough to come to the lock, which is given back below
    thread.join(30)
    assert told == ["round_closed"]
    assert Result.objects.count() == 4


@pytest.mark.parametrize("change", [{"state": "open"}, {"accepted_by": "somebody else"}, {"accepted_at": None}])
def test_the_database_itself_keeps_an_acceptance(change: dict[str, Any]) -> None:
    _, protocol, referee = signed()
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Protocol.objects.update(**change)
    protocol.refresh_from_db()
    assert (protocol.state, protocol.accepted_by) == ("accepted", "Олег Тарасов")


def test_a_void_version_stays_void() -> None:
    _, protocol, referee = signed()
    append_lines(protocol.game_id, [{"kind": "note", "text": "a chair broke"}], actor=referee)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Protocol.objects.update(state="accepted")
