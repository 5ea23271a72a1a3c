"""Who has a public page already is told so, cheaply, and never when anything on it has changed."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmarks import records
from tests.builders import PASSWORD, Event, event
from tests.tournaments.playing import accept, outcome, published
from tournaments.acts import clock
from tournaments.acts.entries import correct_names, withdraw_entry
from tournaments.acts.registry import PlayerData, correct_player
from tournaments.acts.results import show_live
from tournaments.models import Game, Round, Tournament
from tournaments.reads import versions

pytestmark = pytest.mark.django_db

LINES = ["", "live/", "entries/1/"]  # what shows games in play
RECORD = ["draw/", "results/", "entries/", "find/?q=1", "screen/", "screen/sheets/"]
EN = {"Accept-Language": "en"}


@pytest.fixture
def four() -> Event:
    """Make an event of four pairs whose first round is running."""
    made = event(pairs=4)
    clock.start_clock(published(made), actor=made.actor())
    return made


def answer(client: Client, event_: Event, path: str, known: str = "", **headers: str) -> Any:
    given = {**EN, **headers, **({"If-None-Match": known} if known else {})}
    return client.get(f"/e/{event_.tournament.slug}/{path}", headers=given)


def known(client: Client, event_: Event, path: str) -> str:
    """Come a second time: the first has brought the key of the forms."""
    answer(client, event_, path)
    return str(answer(client, event_, path)["ETag"])


@pytest.mark.parametrize("path", [*LINES, *RECORD])
def test_a_page_that_has_not_changed_is_not_sent_again(four: Event, path: str) -> None:
    client = Client()
    again = answer(client, four, path, known(client, four, path))
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == "no-cache"
    assert {"Cookie", "Accept-Language"} <= set(re.split(r",\s*", again["Vary"]))


@pytest.mark.parametrize("path", [*LINES, *RECORD])
def test_a_page_that_has_not_changed_takes_few_queries(
    four: Event, path: str, django_assert_max_num_queries: Any
) -> None:
    client = Client()
    tag = known(client, four, path)
    with django_assert_max_num_queries(2 if path in LINES else 1):
        assert answer(client, four, path, tag).status_code == 304


def test_after_a_minute_a_page_is_sent_anew_for_what_was_mended_elsewhere(
    four: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    tag, begun = known(client, four, "draw/"), versions.moment()
    for seconds, status in ((59, 304), (60, 200)):
        later = begun.replace(second=0, microsecond=0) + timedelta(seconds=seconds)
        monkeypatch.setattr(versions, "moment", lambda later=later: later)
        assert answer(client, four, "draw/", tag).status_code == status


def game(event_: Event) -> Game:
    return Game.objects.select_related("round__tournament").get(round__tournament=event_.tournament, table=1)


def line(event_: Event) -> None:
    state = outcome(30, 0) | {"state": "running", "winner": None, "reason": None, "to_come": "deal"}
    show_live(game(event_), state, log_length=3, at=timezone.now())


def result(event_: Event) -> None:
    accept(game(event_), 200, 100, event_)


def withdrawal(event_: Event) -> None:
    withdraw_entry(event_.tournament.entries.get(number=4), actor=event_.actor())


def minute(event_: Event) -> None:
    clock.add_minutes(Round.objects.get(tournament=event_.tournament), 5, actor=event_.actor())


def minutes_of_a_table(event_: Event) -> None:
    clock.add_minutes_at_table(game(event_), 5, actor=event_.actor("chief_referee"), reason="a tile on the floor")


def rename(event_: Event) -> None:
    entry = event_.tournament.entries.get(number=1)
    second = entry.members.get(place=2).player.name
    correct_names(entry, ("Новая Анна", second), actor=event_.actor())


def correction_in_the_registry(event_: Event) -> None:
    person = event_.tournament.entries.get(number=1).members.get(place=1).player
    correct_player(person, PlayerData(name="Новая Анна"), user=event_.administrator)


CHANGES = [result, withdrawal, minute, minutes_of_a_table, rename, correction_in_the_registry]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("path", [*LINES, *RECORD])
def test_a_page_is_sent_again_after_every_change(four: Event, path: str, change: Callable[[Event], None]) -> None:
    client = Client()
    tag = known(client, four, path)
    change(four)
    assert answer(client, four, path, tag).status_code == 200


@pytest.mark.parametrize("path", LINES)
def test_a_page_of_games_in_play_is_sent_again_after_a_line(four: Event, path: str) -> None:
    client = Client()
    tag = known(client, four, path)
    line(four)
    assert answer(client, four, path, tag).status_code == 200


def test_the_page_of_a_game_is_sent_again_after_a_line_and_after_a_result(four: Event) -> None:
    client, path = Client(), f"games/{game(four).pk}/"
    for change in (line, minutes_of_a_table, result):
        tag = known(client, four, path)
        assert answer(client, four, path, tag).status_code == 304
        change(four)
        assert answer(client, four, path, tag).status_code == 200


@pytest.mark.parametrize("path", sorted({*LINES, *RECORD} - {"live/"}))
def test_another_language_theme_or_visitor_is_another_page(four: Event, path: str) -> None:
    client = Client()
    tag = known(client, four, path)
    assert answer(client, four, path, tag, **{"Accept-Language": "ru"}).status_code == 200
    client.cookies["theme"] = "dark"
    assert answer(client, four, path, tag).status_code == 200
    del client.cookies["theme"]
    assert answer(client, four, path, tag).status_code == 304
    assert client.login(username=four.account("organiser").username, password=PASSWORD)
    assert answer(client, four, path, tag).status_code == 200


# ── size and speed ───────────────────────────────────────────────────────────


@pytest.fixture
def championship() -> Tournament:
    """Make an event of 200 entries and eight rounds, the last of them running."""
    tournament = records.event("championship", 200)
    games = records.published_rounds(tournament, 8)
    records.play_rounds(games[:7], Random(7))
    return tournament


def pages(tournament: Tournament) -> list[str]:
    last = Game.objects.filter(round__tournament=tournament).latest("id").pk
    return [
        "", "live/", "draw/", "draw/?q=Sandell", "results/?round=3", "standings/", "standings/?why=7", "entries/",
        "entries/?by=name", "entries/7/", "find/?q=7", "find/?q=sandell", f"games/{last}/", "screen/", "screen/sheets/",
    ]  # fmt: skip


def test_no_public_page_of_a_championship_takes_twelve_queries(
    championship: Tournament, django_assert_max_num_queries: Any
) -> None:
    client = Client()
    client.get("/e/championship/")
    for path in pages(championship):
        with django_assert_max_num_queries(11, info=path):
            assert client.get(f"/e/championship/{path}").status_code == 200


def test_a_championship_answers_304_on_every_page_that_polls(championship: Tournament) -> None:
    client = Client()
    for path in ["", "live/", "draw/", "entries/7/", "screen/sheets/"]:
        address = f"/e/championship/{path}"
        client.get(address)  # brings the cookies, which the tag knows
        tag = client.get(address)["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304, path


def test_the_first_load_of_the_page_of_an_event_is_below_sixty_kilobytes(championship: Tournament) -> None:
    """Page, styles, scripts and icon of a hundred tables, packed as they go over the wire."""
    client = Client(headers={"Accept-Encoding": "gzip"})
    page = client.get("/e/championship/")
    assert page["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    files = re.findall(r'<(?:link|script)[^>]+(?:href|src)="(/[^"]+\.(?:css|js|svg))"', html)
    sizes = {file: len(b"".join(client.get(file))) for file in files}
    assert len(files) >= 6
    total = len(page.content) + sum(sizes.values())
    assert total < 60_000, sizes
