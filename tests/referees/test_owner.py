"""One owner per table, as programs and tablets meet it at the door."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referees.acts.leases import take_table
from referees.acts.lines import append_lines
from referees.models import Lease, Line
from tests.builders import Event
from tests.referees.games import START, WHOLE_GAME, event_with_game, holding, with_pen
from tournaments.models import AuditEntry, Game
from tournaments.permissions import Actor
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

DEAL = {"kind": "deal", "ending": "points", "side": "A", "points": 31, "id": "d1"}


class Tablet:
    """A window of a tablet with the pen of an official."""

    def __init__(self, client: Client, game: Game, name: str) -> None:
        self.client, self.game, self.headers = client, game, {"X-Table-Holder": name}

    def get(self) -> Any:
        return self.client.get(f"/api/v1/games/{self.game.pk}/", headers=self.headers).json()

    def post(self, path: str, **body: Any) -> Any:
        address = f"/api/v1/games/{self.game.pk}/{path}/"
        return self.client.post(address, body, content_type="application/json", headers=self.headers)

    def write(self, *lines: dict[str, Any], **more: Any) -> Any:
        return self.post("lines", lines=list(lines), **more)


@pytest.fixture
def made() -> Event:
    return event_with_game()[0]


@pytest.fixture
def game(made: Event) -> Game:
    return Game.objects.get(round__tournament=made.tournament)


@pytest.fixture
def first(made: Event, game: Game) -> Tablet:
    return Tablet(with_pen(made.referee), game, "window-1")


@pytest.fixture
def second(made: Event, game: Game) -> Tablet:
    return Tablet(with_pen(made.chief_referee), game, "window-2")


def test_the_first_tablet_that_asks_holds_the_table(first: Tablet, made: Event) -> None:
    answer = first.post("lease")
    assert answer.status_code == 200
    assert (answer.json()["lease"]["name"], answer.json()["lease"]["mine"]) == (made.referee.name, True)
    assert first.post("lease").status_code == 200
    assert Lease.objects.count() == 1


def test_another_tablet_is_told_who_holds_the_table(first: Tablet, second: Tablet, made: Event) -> None:
    first.post("lease")
    answer = second.post("lease")
    assert (answer.status_code, answer.json()["code"]) == (409, "table_held")
    assert made.referee.name in answer.json()["sentence"]
    seen, held = second.get()["lease"], first.get()["lease"]  # the second look at a lease may be a second later
    assert {**held, "seen_at": seen["seen_at"], "mine": False} == seen


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_tablets_that_ask_at_the_same_moment_one_holds_the_table_and_the_other_is_told(
    made: Event, game: Game
) -> None:
    told: list[str] = []

    def ask() -> None:
        try:
            take_table(game.pk, actor=Actor(made.chief_referee.name, official=made.chief_referee, holder="window-2"))
        except Refused as refusal:
            told.append(refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=ask)
    with transaction.atomic():
        take_table(game.pk, actor=Actor(made.referee.name, official=made.referee, holder="window-1"))
        thread.start()
        time.sleep(0.5)  # long enough to come to the lock, which is given back below
    thread.join(30)
    assert told == ["table_held"]
    assert Lease.objects.get().holder == "window-1"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_tablet_that_waits_while_its_table_is_taken_over_writes_nothing(made: Event, game: Game) -> None:
    former = Actor(made.referee.name, official=made.referee, holder="window-1")
    take_table(game.pk, actor=former)
    told: list[str] = []

    def write() -> None:
        try:
            append_lines(game.pk, [START], actor=former)
        except Refused as refusal:
            told.append(refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=write)
    with transaction.atomic():
        chief = Actor(made.chief_referee.name, official=made.chief_referee, holder="window-2")
        take_table(game.pk, actor=chief, over=True)
        thread.start()
        time.sleep(0.5)  # long enough to come to the lock, which is given back below
    thread.join(30)
    assert told == ["table_held"]
    assert not Line.objects.exists()


def test_another_tablet_writes_nothing_until_it_has_taken_over(first: Tablet, second: Tablet) -> None:
    first.post("lease")
    assert second.write(START).json()["code"] == "table_held"
    assert not Line.objects.exists()
    assert second.post("lease", over=True).json()["lease"]["mine"] is True
    assert second.write(START).json()["answers"][0]["answer"] == "applied"


def test_taking_over_is_recorded_and_the_former_tablet_is_told(first: Tablet, second: Tablet, made: Event) -> None:
    first.post("lease")
    second.post("lease", over=True)
    entry = AuditEntry.objects.get(act="take_over_table")
    assert (entry.actor, entry.details) == (made.chief_referee.name, {"table": 1, "before": made.referee.name})
    assert (first.get()["lease"]["name"], first.get()["lease"]["mine"]) == (made.chief_referee.name, False)
    assert first.write(START).json()["code"] == "table_held"


def test_a_second_window_of_the_same_official_has_to_take_over_too(first: Tablet, game: Game) -> None:
    other = Tablet(first.client, game, "window-1b")
    first.post("lease")
    assert other.post("lease").json()["code"] == "table_held"


def test_a_window_without_a_name_cannot_hold_a_table(made: Event, game: Game) -> None:
    nameless = Tablet(with_pen(made.referee), game, "")
    assert nameless.post("lease").json()["code"] == "no_holder"
    assert not Lease.objects.exists()


def test_another_official_at_the_same_tablet_becomes_the_holder(first: Tablet, made: Event, game: Game) -> None:
    first.post("lease")
    after = Tablet(with_pen(made.chief_referee), game, "window-1")
    assert after.post("lease").json()["lease"]["name"] == made.chief_referee.name
    assert AuditEntry.objects.get(act="take_over_table").details["before"] == made.referee.name


def test_the_desk_is_not_bound_by_the_lease_of_a_tablet(first: Tablet, made: Event, game: Game) -> None:
    first.post("lease")
    append_lines(game.pk, [START], actor=holding(made.chief_referee))
    assert Line.objects.count() == 1


def test_looking_tells_when_a_tablet_was_last_heard_of(first: Tablet, second: Tablet) -> None:
    first.post("lease")
    long_ago = timezone.now() - timedelta(minutes=12)
    Lease.objects.update(seen_at=long_ago)
    second.get()
    assert Lease.objects.get().seen_at == long_ago
    first.get()
    assert timezone.now() - Lease.objects.get().seen_at < timedelta(seconds=5)


def test_a_stale_screen_writes_nothing_twice(first: Tablet, second: Tablet) -> None:
    first.write(START, after=0)
    first.write(DEAL, after=1)
    answer = second.write({**DEAL, "id": "other"}, after=1)
    assert (answer.status_code, answer.json()["code"], answer.json()["params"]) == (409, "stale", {"log_length": 2})
    assert Line.objects.count() == 2


def test_a_batch_whose_answer_was_lost_is_known_from_a_stale_screen_too(first: Tablet) -> None:
    first.write(START, DEAL, after=0)
    answer = first.write(START, DEAL, after=0).json()
    assert [one["answer"] for one in answer["answers"]] == ["known", "known"]


@pytest.mark.parametrize("after", [-1, "two", 1.5, [1], 10**30])
def test_a_nonsensical_length_of_the_log_is_refused(first: Tablet, after: Any) -> None:
    answer = first.write(START, after=after)
    assert answer.status_code in (400, 409)
    assert answer.json()["sentence"]
    assert not Line.objects.exists()


def test_a_line_of_a_tablet_that_holds_its_table_takes_nine_queries(first: Tablet) -> None:
    first.post("lease")
    first.write(*WHOLE_GAME[:2], after=0)
    with CaptureQueriesContext(
        connection,
    ) as counted:
        first.write(WHOLE_GAME[2], after=2)
    spent = [query["sql"] for query in counted.captured_queries]
    assert len(spent) == 9, "\n".join(spent)
