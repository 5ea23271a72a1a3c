"""A round by programs: drawn, published, timed, closed and opened again by who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.builders import Event, event
from tests.tournaments.playing import closed, drawn, play, published

pytestmark = pytest.mark.django_db

ROUNDS = "/api/v1/events/amber/rounds/"


def send(made: Event, path: str, body: Any = None, who: str = "organiser", method: str = "post") -> Any:
    return getattr(made.client(who), method)(ROUNDS + path, body or {}, content_type="application/json")


def test_a_whole_round_is_run_by_a_program() -> None:
    made = event(pairs=4, slug="amber")
    response = send(made, "", {"number": 1})
    assert response.status_code == 201
    assert (response.json()["state"], len(response.json()["tables"])) == ("drawn", 2)
    assert send(made, "1/publish/").json()["state"] == "published"
    assert send(made, "1/clock/start/", who="desk").json()["clock"]["state"] == "running"
    assert send(made, "1/clock/pause/").json()["clock"]["state"] == "paused"
    assert send(made, "1/clock/go-on/").json()["clock"]["state"] == "running"
    assert send(made, "1/clock/minutes/", {"minutes": 5}).json()["clock"]["minutes"] == 45
    assert send(made, "1/close/").json()["code"] == "tables_missing"
    play(made, made.tournament.rounds.get(number=1))
    assert send(made, "1/close/").json()["state"] == "closed"
    assert send(made, "1/reopen/", {"reason": "a fine"}).json()["code"] == "not_permitted"
    assert send(made, "1/reopen/", {"reason": "a fine"}, who="chief_referee").json()["state"] == "running"


def test_of_two_who_draw_the_same_round_one_draws() -> None:
    made = event(pairs=4, slug="amber")
    assert send(made, "", {"number": 1}).status_code == 201
    assert send(made, "", {"number": 1}).json()["code"] == "already_drawn"
    assert made.tournament.rounds.count() == 1


def test_a_draw_is_undone() -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    assert send(made, "1/", method="delete", who="stranger").status_code == 403
    assert send(made, "1/", method="delete").status_code == 204
    assert made.tournament.rounds.count() == 0
    assert send(made, "1/", method="delete").status_code == 404


def test_rounds_are_listed_with_how_far_they_are_and_a_draw_is_seen_by_the_desk_alone() -> None:
    made = event(pairs=5, slug="amber")
    closed(made)
    drawn(made)
    (first,) = Client().get(ROUNDS).json()["rounds"]
    assert (first["number"], first["state"]) == (1, "closed")
    assert (first["tables"], first["accepted"], first["byes"]) == (2, 2, 1)
    assert [one["state"] for one in made.client("desk").get(ROUNDS).json()["rounds"]] == ["closed", "drawn"]


def test_the_games_of_a_round_are_chosen_by_state_and_name() -> None:
    made = event(pairs=4, slug="amber")
    games = f"{ROUNDS}1/games/"
    published(made)
    name = made.entries()[1].name.split()[0]
    assert [game["table"] for game in Client().get(games).json()["tables"]] == [1, 2]
    assert len(Client().get(games, {"q": name}).json()["tables"]) == 1
    assert Client().get(games, {"state": "accepted"}).json()["tables"] == []
    assert Client().get(games, {"state": "lost"}).status_code == 400


@pytest.mark.parametrize("path", ["", "1/", "1/games/"])
def test_nothing_of_a_draw_is_public(path: str) -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    response = Client().get(ROUNDS + path)
    assert response.status_code == 404 or response.json() == {"rounds": []}
