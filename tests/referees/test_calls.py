"""Calls from a table: a player's phone, a tablet that asks for help, and who sees to them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referees.models import Call, Line
from tests.builders import Event
from tests.referees.games import WHOLE_GAME, event_with_game, with_pen
from tournaments.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Event:
    return event_with_game()[0]


@pytest.fixture
def game(made: Event) -> Game:
    return Game.objects.get(round__tournament=made.tournament)


def call(client: Client, game: Game, **body: Any) -> Any:
    return client.post(f"/api/v1/games/{game.pk}/calls/", body, content_type="application/json")


def shown(client: Client, game: Game) -> Any:
    return client.get(f"/api/v1/games/{game.pk}/").json()


def test_anybody_at_a_table_can_say_that_its_record_is_wrong(made: Event, game: Game) -> None:
    assert call(Client(), game, kind="mistake", text="  deal 4 was   35 points ").status_code == 201
    calls = shown(with_pen(made.referee), game)["calls"]
    assert [(one["kind"], one["text"], one["caller"]) for one in calls] == [("mistake", "deal 4 was 35 points", "")]


def test_a_call_is_no_line_of_the_log(made: Event, game: Game) -> None:
    tablet = with_pen(made.referee)
    tablet.post(f"/api/v1/games/{game.pk}/lines/", {"lines": WHOLE_GAME[:2]}, content_type="application/json")
    call(Client(), game, kind="mistake", text="deal 1")
    assert Line.objects.count() == 2
    assert shown(tablet, game)["log_length"] == 2


def test_a_call_without_words_says_nothing(game: Game) -> None:
    response = call(Client(), game, kind="mistake", text="   ")
    assert (response.status_code, response.json()["code"]) == (409, "text_missing")


def test_help_is_asked_for_by_who_holds_the_pen(made: Event, game: Game) -> None:
    assert call(Client(), game, kind="help").status_code == 403
    assert call(with_pen(made.scorer), game, kind="help").status_code == 201
    assert Call.objects.get().caller == made.scorer.name


@pytest.mark.parametrize("text", ["deal 4", "x" * 290])
def test_a_phone_that_says_the_same_again_at_once_is_told_that_it_has_arrived(game: Game, text: str) -> None:
    call(Client(), game, kind="mistake", text=text)
    response = call(Client(), game, kind="mistake", text=f" {text} ")
    assert (response.status_code, response.json()["code"]) == (429, "called_already")
    assert "Your message has arrived." in response.json()["sentence"]
    assert Call.objects.count() == 1


def test_two_messages_from_one_address_are_both_kept_up_to_the_four_of_a_table(game: Game) -> None:
    said = [f"deal {number}" for number in range(1, 6)]
    assert [call(Client(), game, kind="mistake", text=text).status_code for text in said] == [201] * 4 + [429]
    assert sorted(Call.objects.values_list("text", flat=True)) == said[:4]


def test_the_same_is_said_again_when_a_while_has_gone(game: Game) -> None:
    call(Client(), game, kind="mistake", text="deal 4")
    Call.objects.update(at=timezone.now() - timedelta(seconds=21))
    assert call(Client(), game, kind="mistake", text="deal 4").status_code == 201


@pytest.mark.parametrize("kind", ["mistake", "help"])
def test_nobody_is_called_to_a_game_whose_result_is_in(made: Event, game: Game, kind: str) -> None:
    Game.objects.update(state=Game.State.ACCEPTED)
    response = call(with_pen(made.referee), game, kind=kind, text="deal 4")
    assert (response.status_code, response.json()["code"]) == (409, "accepted_already")
    assert "Speak to the chief referee at the desk." in response.json()["sentence"]
    assert not Call.objects.exists()


def test_nobody_is_called_to_a_table_of_a_closed_round(game: Game) -> None:
    type(game.round).objects.update(state="closed")
    response = call(Client(), game, kind="mistake", text="deal 4")
    assert (response.status_code, response.json()["code"]) == (409, "round_not_open")
    assert "Round 1 is not being played" in response.json()["sentence"]
    assert not Call.objects.exists()


def test_a_table_has_at_most_four_open_calls(made: Event, game: Game) -> None:
    tablet = with_pen(made.referee)
    for _ in range(4):
        assert call(tablet, game, kind="help").status_code == 201
    assert call(tablet, game, kind="help").status_code == 429


def test_who_sees_to_a_call_closes_it_and_the_second_changes_nothing(made: Event, game: Game) -> None:
    call(Client(), game, kind="mistake", text="deal 4")
    address = f"/api/v1/games/{game.pk}/calls/{Call.objects.get().pk}/close/"
    assert with_pen(made.referee).post(address).json()["calls"] == []
    closed = Call.objects.get()
    assert with_pen(made.chief_referee).post(address).status_code == 200
    assert (Call.objects.get().closed_at, Call.objects.get().closed_by) == (closed.closed_at, made.referee.name)


def test_a_stranger_closes_no_call(game: Game) -> None:
    call(Client(), game, kind="mistake", text="deal 4")
    assert Client().post(f"/api/v1/games/{game.pk}/calls/{Call.objects.get().pk}/close/").status_code == 403
    assert Call.objects.get().closed_at is None


def test_a_new_call_is_seen_by_who_asks_with_an_old_tag(made: Event, game: Game) -> None:
    tablet = with_pen(made.referee)
    tag = tablet.get(f"/api/v1/games/{game.pk}/")["ETag"]
    assert tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": tag}).status_code == 304
    call(Client(), game, kind="mistake", text="deal 4")
    assert tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": tag}).status_code == 200


def test_a_call_from_a_round_nobody_may_see_finds_no_game(made: Event, game: Game) -> None:
    type(game.round).objects.update(state="drawn")
    assert call(Client(), game, kind="mistake", text="deal 4").status_code == 404
