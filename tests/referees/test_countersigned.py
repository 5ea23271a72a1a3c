"""What a scorer may not write alone, and the PIN of a referee that lets it through."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referees.acts.protocols import draw_up_protocol
from referees.models import Line, PinAttempt, Signature
from tests.builders import PINS, Event
from tests.referees.games import START, STROKES, WHOLE_GAME, event_with_game, holding, with_pen
from tournaments.models import Game, Official, Role

pytestmark = pytest.mark.django_db

PIN = PINS[Role.REFEREE]
TALKING = {"kind": "penalty", "code": "talking", "seat": "A1", "id": "p1"}


@pytest.fixture
def made() -> Event:
    return event_with_game()[0]


@pytest.fixture
def game(made: Event) -> Game:
    return Game.objects.get(round__tournament=made.tournament)


@pytest.fixture
def referee(made: Event) -> Official:
    return made.referee


@pytest.fixture
def tablet(made: Event) -> Client:
    return with_pen(made.scorer)


def write(tablet: Client, game: Game, *lines: dict[str, Any], **more: Any) -> Any:
    body = {"lines": list(lines), **more}
    return tablet.post(f"/api/v1/games/{game.pk}/lines/", body, content_type="application/json")


def answer(response: Any) -> tuple[str, str | None]:
    first = response.json()["answers"][0]
    return first["answer"], first["error"] and first["error"]["code"]


def test_a_scorer_records_deals_and_no_penalty(tablet: Client, game: Game) -> None:
    assert answer(write(tablet, game, *WHOLE_GAME[:2])) == ("applied", None)
    assert answer(write(tablet, game, TALKING)) == ("refused", "not_permitted")


def test_the_pin_of_a_referee_lets_a_penalty_through_in_his_name(tablet: Client, game: Game, referee: Official) -> None:
    response = write(tablet, game, START, TALKING, countersign={"official": referee.pk, "pin": PIN})
    assert [one["answer"] for one in response.json()["answers"]] == ["applied", "applied"]
    assert Line.objects.get(line_id="p1").official == referee


def test_the_pin_counts_for_one_batch_only(tablet: Client, game: Game, referee: Official) -> None:
    write(tablet, game, START, TALKING, countersign={"official": referee.pk, "pin": PIN})
    assert answer(write(tablet, game, {**TALKING, "id": "p2"})) == ("refused", "not_permitted")


def test_a_line_that_was_let_through_is_known_when_it_is_sent_again_without_the_pin(
    tablet: Client, game: Game, referee: Official
) -> None:
    write(tablet, game, START, TALKING, countersign={"official": referee.pk, "pin": PIN})
    assert answer(write(tablet, game, TALKING)) == ("known", None)
    assert answer(write(tablet, game, {**TALKING, "seat": "A2"})) == ("refused", "not_permitted")
    assert Line.objects.get(line_id="p1").official == referee


def test_a_wrong_pin_writes_nothing_and_is_counted(tablet: Client, game: Game, referee: Official) -> None:
    response = write(tablet, game, START, TALKING, countersign={"official": referee.pk, "pin": "1111"})
    assert (response.status_code, response.json()["code"]) == (409, "wrong_pin")
    assert referee.name in response.json()["sentence"]
    assert not Line.objects.exists()
    assert PinAttempt.objects.filter(official=referee, succeeded=False).count() == 1


def test_wrong_pins_have_to_wait_here_too(tablet: Client, game: Game, referee: Official) -> None:
    for _ in range(5):
        write(tablet, game, START, countersign={"official": referee.pk, "pin": "1111"})
    response = write(tablet, game, START, countersign={"official": referee.pk, "pin": PIN})
    assert (response.status_code, response.json()["code"]) == (429, "pin_must_wait")
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    "countersign",
    [{"official": 1}, {"pin": PIN}, {"official": "x", "pin": PIN}, {"official": 1, "pin": "a"}, [1]],
)
def test_a_malformed_countersignature_is_refused(tablet: Client, game: Game, countersign: Any) -> None:
    assert write(tablet, game, START, countersign=countersign).status_code == 400
    assert not Line.objects.exists()


def test_an_official_of_another_event_confirms_nothing(tablet: Client, game: Game) -> None:
    stranger = event_with_game(name="Other Open")[0]
    response = write(tablet, game, START, countersign={"official": stranger.referee.pk, "pin": PIN})
    assert response.json()["code"] == "no_such_official"


def test_nobody_without_a_pen_can_use_a_pin_from_outside(game: Game, referee: Official) -> None:
    response = write(Client(), game, START, countersign={"official": referee.pk, "pin": PIN})
    assert response.status_code == 403
    assert not PinAttempt.objects.exists()


def test_a_referee_cannot_confirm_what_is_the_chief_referees(tablet: Client, game: Game, referee: Official) -> None:
    ruling = {"kind": "ruling", "score": {"A": 200, "B": 0}, "winner": "A", "reason": "x", "id": "r"}
    by = {"official": referee.pk, "pin": PIN}
    assert answer(write(tablet, game, ruling, countersign=by)) == ("refused", "not_permitted")


def test_a_sanction_of_no_tariff_is_the_chief_referees(made: Event, game: Game) -> None:
    other = {"kind": "penalty", "code": "other", "seat": "B1", "sanction": 30, "id": "o"}
    assert answer(write(with_pen(made.referee), game, other)) == ("refused", "not_permitted")
    assert answer(write(with_pen(made.chief_referee), game, other)) == ("applied", None)


def test_the_referee_signs_and_accepts_at_the_tablet_of_a_scorer(
    tablet: Client, game: Game, referee: Official, made: Event
) -> None:
    write(tablet, game, *WHOLE_GAME)
    protocol = draw_up_protocol(game.pk, actor=holding(made.scorer))
    by = {"official": referee.pk, "pin": PIN}
    for signer in Signature.Signer.values:
        body: dict[str, Any] = {"signer": signer, "how": "drawn", "digest": protocol.digest, "strokes": STROKES}
        if signer == "referee":
            alone = tablet.post(f"/api/v1/protocols/{protocol.pk}/signatures/", body, content_type="application/json")
            assert alone.json()["code"] == "not_permitted"
            body["countersign"] = by
        response = tablet.post(f"/api/v1/protocols/{protocol.pk}/signatures/", body, content_type="application/json")
        assert response.status_code == 201
    assert protocol.signatures.get(signer="referee").official == referee
    accepting: dict[str, Any] = {"digest": protocol.digest, "countersign": by}
    accepted = tablet.post(f"/api/v1/protocols/{protocol.pk}/accept/", accepting, content_type="application/json")
    assert accepted.status_code == 200
    protocol.refresh_from_db()
    assert (protocol.state, protocol.accepted_by) == ("accepted", referee.name)


@pytest.mark.parametrize("change", [{"kind": "strike", "of": "o"}, {"kind": "note", "text": "x", "instead_of": "o"}])
def test_a_sanction_of_the_chief_referee_is_corrected_by_him_alone(
    made: Event, game: Game, change: dict[str, Any]
) -> None:
    other = {"kind": "penalty", "code": "other", "seat": "B1", "sanction": 30, "id": "o"}
    write(with_pen(made.chief_referee), game, START, other)
    change = {**change, "reason": "x", "id": "c"}
    assert answer(write(with_pen(made.referee), game, change)) == ("refused", "not_permitted")
    assert answer(write(with_pen(made.chief_referee), game, change)) == ("applied", None)


def test_a_referee_does_not_revive_a_sanction_that_the_chief_referee_struck(made: Event, game: Game) -> None:
    other = {"kind": "penalty", "code": "other", "seat": "B1", "sanction": 30, "id": "o"}
    strike = {"kind": "strike", "of": "o", "reason": "x", "id": "s"}
    write(with_pen(made.chief_referee), game, START, other, strike)
    revive = {"kind": "strike", "of": "s", "reason": "x", "id": "r"}
    assert answer(write(with_pen(made.referee), game, revive)) == ("refused", "not_permitted")


@pytest.mark.parametrize(("gone", "expected"), [(None, "too_early"), (4, "too_early"), (5, None)])
def test_s17_a_no_show_is_written_when_its_minutes_are_over(
    made: Event, game: Game, gone: int | None, expected: str | None
) -> None:
    if gone is not None:
        started = timezone.now() - timedelta(minutes=gone, seconds=1)
        type(game.round).objects.filter(pk=game.round_id).update(clock_started_at=started)
    response = write(with_pen(made.referee), game, {"kind": "no_show", "side": "B", "id": "n"})
    assert answer(response) == ("refused" if expected else "applied", expected)


def test_s17_a_pause_of_the_clock_is_no_waiting_time(made: Event, game: Game) -> None:
    now = timezone.now()
    type(game.round).objects.filter(pk=game.round_id).update(
        clock_started_at=now - timedelta(minutes=9), paused_seconds=300
    )
    response = write(with_pen(made.referee), game, {"kind": "no_show", "side": "B", "id": "n"})
    assert answer(response) == ("refused", "too_early")
