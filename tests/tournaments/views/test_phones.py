"""A thousand phones in a hall: what they ask again and again is sent anew only when something on it has changed."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmarks import records
from tests.builders import event
from tests.tournaments.playing import accept, outcome, published
from tournaments.acts import clock
from tournaments.acts.results import show_live
from tournaments.models import Game, Round, Tournament
from tournaments.reads.versions import list_version

pytestmark = pytest.mark.django_db

NOON = datetime.fromisoformat("2026-11-28T12:00:00+00:00")
LIST = "/e/hall/live/"


@pytest.fixture
def hall() -> Tournament:
    """Make an event of fifty tables in its second round."""
    tournament = records.event("hall", 100)
    first, _second = records.published_rounds(tournament, 2)
    records.play_rounds([first], Random(1))
    return tournament


def line(game: Game, at: datetime, points: int = 10, *, seen: bool = True) -> None:
    """Write a line at a table; one that begins a deal is not seen in any score."""
    state = outcome(points if seen else 0, 0)
    state |= {"state": "running", "winner": None, "reason": None, "to_come": "deal"}
    show_live(game, state, log_length=game.log_length + 1, at=at)


def table(tournament: Tournament, number: int) -> Game:
    return Game.objects.select_related("round").get(round__tournament=tournament, round__number=2, table=number)


def at(seconds: float) -> str:
    return list_version("hall", NOON + timedelta(seconds=seconds))


def test_lines_of_a_large_hall_come_to_the_list_together(hall: Tournament) -> None:
    """Of 50 tables it stands still for 50 seconds; noon of that day begins such a while."""
    began = -(int(NOON.timestamp()) % 50)
    line(table(hall, 1), NOON + timedelta(seconds=began + 1))
    known = at(began + 2)
    for second, number in ((5, 2), (20, 3), (48, 4)):
        line(table(hall, number), NOON + timedelta(seconds=began + second))
        assert at(began + second + 1) == known
    assert at(began + 51) != known


def test_the_list_of_a_silent_hall_is_not_sent_again(hall: Tournament) -> None:
    line(table(hall, 1), NOON)
    later = at(60)
    assert [at(seconds) for seconds in (120, 600, 3600)] == [later] * 3
    line(table(hall, 2), NOON + timedelta(seconds=3601))
    assert at(3602) != later


@pytest.mark.parametrize("what", ["clock", "minutes", "closed"])
def test_what_concerns_everybody_is_on_the_list_of_a_large_hall_at_once(hall: Tournament, what: str) -> None:
    line(table(hall, 1), NOON)
    known = at(1)
    changes: dict[str, dict[str, Any]] = {
        "clock": {"clock_started_at": NOON, "state": Round.State.RUNNING},
        "minutes": {"minutes": 55},
        "closed": {"state": Round.State.CLOSED},
    }
    Round.objects.filter(tournament=hall, number=2).update(**changes[what])
    assert at(1) != known


def test_a_large_list_says_how_old_it_may_be_and_is_asked_for_less_often(hall: Tournament) -> None:
    page = Client().get("/e/hall/").content.decode()
    assert "This list is brought up to date every 50 s." in page
    assert 'hx-trigger="every 10s"' in page
    small = event(pairs=4)
    published(small)
    page = Client().get(f"/e/{small.tournament.slug}/").content.decode()
    assert "brought up to date" not in page
    assert 'hx-trigger="every 5s"' in page


def test_a_line_that_changes_nothing_seen_leaves_the_record_of_its_game_with_who_has_it(hall: Tournament) -> None:
    client, game = Client(), table(hall, 3)
    address = f"/e/hall/games/{game.pk}/?part=record"
    line(game, NOON, seen=False)
    tag = client.get(address)["ETag"]
    line(game, NOON + timedelta(seconds=9), seen=False)
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    line(game, NOON + timedelta(seconds=99))
    changed = client.get(address, headers={"If-None-Match": tag})
    assert (changed.status_code, changed["ETag"] != tag) == (200, True)


def test_the_result_of_another_table_leaves_the_record_of_a_game_alone(django_assert_max_num_queries: Any) -> None:
    four = event(pairs=4)
    one, other = published(four).games.select_related("round__tournament").order_by("table")
    client, address = Client(), f"/e/{four.tournament.slug}/games/{one.pk}/?part=record"
    tag = client.get(address)["ETag"]
    accept(other, 200, 100, four)
    with django_assert_max_num_queries(2):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    accept(one, 200, 100, four)
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_within_a_second_a_hall_is_looked_at_once(
    hall: Tournament, settings: Any, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOOKS_EVERY = 10**9
    client, game = Client(), table(hall, 1)
    addresses = [LIST, f"/e/hall/games/{game.pk}/?part=record"]
    tags = [client.get(address)["ETag"] for address in addresses]
    with django_assert_num_queries(0):
        for address, tag in zip(addresses, tags, strict=True):
            assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
            assert client.get(address).status_code == 200


def test_a_clock_that_was_written_earlier_is_sent_with_the_time_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    four = event(pairs=4)
    clock.start_clock(published(four), actor=four.actor())
    client, address = Client(), f"/e/{four.tournament.slug}/live/"
    began = timezone.now()
    first = clock_in(client.get(address).content.decode())
    monkeypatch.setattr("tournaments.templatetags.look.timezone.now", lambda: began + timedelta(seconds=90))
    later = clock_in(client.get(address).content.decode())
    assert later["deadline"] == first["deadline"]
    assert 85_000 < later["now"] - first["now"] < 95_000
    assert 85 < first["face"] - later["face"] < 95


def clock_in(html: str) -> dict[str, int]:
    """Read what the clock at the head of the page is told, and the seconds on its face."""
    found = re.search(r'data-now="(\d+)" data-deadline="(\d+)"[^>]*><span class="clock-face">(\d+):(\d\d)<', html)
    assert found
    now, deadline, minutes, seconds = map(int, found.groups())
    return {"now": now, "deadline": deadline, "face": 60 * minutes + seconds}


def test_a_phone_in_russian_is_not_sent_the_english_list(hall: Tournament) -> None:
    client = Client()
    english = client.get(LIST, headers={"Accept-Language": "en"})
    russian = client.get(LIST, headers={"Accept-Language": "ru", "If-None-Match": english["ETag"]})
    assert russian.status_code == 200
    assert russian.content != english.content
