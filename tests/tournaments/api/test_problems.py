"""Whatever the API refuses is a problem after RFC 9457 with a code and a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.builders import event
from tests.tournaments.playing import published

pytestmark = pytest.mark.django_db

MEMBERS = {"type", "title", "status", "detail", "instance", "code", "sentence", "params"}


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    told: dict[str, Any] = response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert (response.status_code, told["status"], told["code"]) == (status, status, code)
    assert told.keys() - {"errors"} == MEMBERS
    assert told["type"] == f"tag:domino-desk,2026:problem/{code}"
    assert told["detail"] == told["sentence"] != ""
    return told


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/events/nothing/", "/api/v1/games/999999/"])
def test_what_is_not_there(path: str) -> None:
    told = problem(Client().get(path), 404, "not_found")
    assert (told["instance"], told["title"]) == (path, "Not there")


def test_a_method_that_an_address_does_not_take() -> None:
    event(slug="amber")
    response = Client().post("/api/v1/events/amber/standings/")
    problem(response, 405, "wrong_method")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


def test_a_form_that_is_not_given() -> None:
    problem(Client().get("/api/v1/events/", headers={"Accept": "text/turtle"}), 406, "not_acceptable")


def test_a_form_that_is_not_taken() -> None:
    made = event(pairs=4, slug="amber")
    response = made.client().post("/api/v1/events/amber/rounds/", "number=1", content_type="text/plain")
    problem(response, 415, "unsupported_media_type")


def test_a_body_that_is_no_json() -> None:
    made = event(pairs=4, slug="amber")
    response = made.client().post("/api/v1/events/amber/rounds/", "{", content_type="application/json")
    problem(response, 400, "parse_error")


def test_every_bad_field_is_named() -> None:
    made = event(slug="amber")
    body = {"players": [{"name": "Oak, Ada"}, {"name": 7}], "reserve": "perhaps"}
    response = made.client().post("/api/v1/events/amber/entries/", body, content_type="application/json")
    told = problem(response, 400, "bad_field")
    assert told["errors"] == {"players.1.name": ["Give a text."], "reserve": ["Give true or false."]}
    assert told["sentence"] == "The field players.1.name: Give a text."


HALF = "\ud83d"  # of a character: what is left where a text was cut within one


def test_half_a_character_is_repeated_as_it_was_sent() -> None:
    made = event(pairs=4, slug="amber")
    body = json.dumps({"names": [HALF], "opponents": HALF, "reason": HALF})
    sent = made.client("chief_referee").post(
        "/api/v1/events/amber/entries/1/disqualify/", body, content_type="application/json"
    )
    told = problem(sent, 400, "bad_field")
    assert HALF in told["errors"]["opponents"][0]


def test_a_role_that_may_not() -> None:
    made = event(pairs=4, slug="amber")
    for who in ("stranger", "player", "scorer"):
        response = made.client(who).post("/api/v1/events/amber/rounds/", {"number": 1}, content_type="application/json")
        told = problem(response, 403, "not_permitted")
        assert "chief referee" in told["sentence"]


def test_what_an_act_refuses_keeps_its_code_and_params() -> None:
    made = event(pairs=4, slug="amber")
    published(made)
    again = made.client().post("/api/v1/events/amber/rounds/1/publish/", {}, content_type="application/json")
    problem(again, 409, "round_not_drawn")


def test_a_call_that_has_arrived_says_when_to_come_again() -> None:
    made = event(pairs=4, slug="amber")
    game = published(made).games.get(table=1)
    for _ in range(2):
        response = Client().post(
            f"/api/v1/games/{game.pk}/calls/", {"kind": "mistake", "text": "118"}, content_type="application/json"
        )
    told = problem(response, 429, "called_already")
    assert int(response["Retry-After"]) == told["params"]["seconds"] > 0


def test_a_request_without_the_seal_of_a_form() -> None:
    made = event(pairs=4, slug="amber")
    visitor = Client(enforce_csrf_checks=True)
    visitor.force_login(made.account("organiser"))
    response = visitor.post("/api/v1/events/amber/rounds/", {"number": 1}, content_type="application/json")
    problem(response, 403, "permission_denied")
    assert made.tournament.rounds.count() == 0


def test_the_sentence_is_in_the_language_that_was_asked_for() -> None:
    told = Client().get("/api/v1/nothing/", headers={"Accept-Language": "ru"}).json()
    assert told["code"] == "not_found"
    assert told["sentence"] != "There is nothing at this address."
