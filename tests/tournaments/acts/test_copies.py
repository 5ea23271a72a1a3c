"""Copies of an SQLite database: made after a result, into a folder that is there, and told where none is made."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.builders import Event, event
from tests.tournaments.event_file.events import forget
from tests.tournaments.playing import accept, published
from tournaments.acts import copies
from tournaments.acts.event_files import export_event, import_event
from tournaments.acts.results import take_back_result
from tournaments.models import Game, Result
from tournaments.reads.copies import NAME, copies_now
from tournaments.tasks import copy_database

pytestmark = pytest.mark.django_db(transaction=True)
only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is copied by its own means")


@pytest.fixture
def stick(settings: Any, tmp_path: Path) -> Path:
    """Plug in a stick: a folder that somebody named."""
    folder = tmp_path / "stick"
    folder.mkdir()
    settings.COPY_FOLDER, settings.COPY_FOLDER_IS_OURS = folder, False
    return folder


def with_result() -> Event:
    """Play one game of an event to its accepted result."""
    two = event(pairs=2)
    accept(published(two).games.select_related("round__tournament").get(table=1), 200, 90, two)
    return two


def results_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as copy:
        count: int = copy.execute("SELECT count(*) FROM tournaments_result").fetchone()[0]
        return count


def set_back(file: Path, **ago: int) -> None:
    """Let a file be as old as that."""
    then = (timezone.now() - timedelta(**ago)).timestamp()
    os.utime(file, (then, then))


@only_sqlite
def test_a_copy_holds_the_result_and_nothing_half_written_stays(stick: Path) -> None:
    with_result()
    assert copies.copy_database() == stick / NAME
    assert results_in(stick / NAME) == 4
    assert [file.name for file in stick.iterdir()] == [NAME]


@only_sqlite
def test_a_stick_that_is_not_plugged_in_is_not_made_on_the_disk(stick: Path, caplog: pytest.LogCaptureFixture) -> None:
    stick.rmdir()
    with caplog.at_level(logging.WARNING):
        copy_database()
    assert not stick.exists()
    assert f"No copy was made: the folder {stick} is not there." in caplog.text


@only_sqlite
def test_the_folder_of_the_program_itself_is_made(stick: Path, settings: Any) -> None:
    stick.rmdir()
    settings.COPY_FOLDER_IS_OURS = True
    assert copies.copy_database() == stick / NAME


@only_sqlite
def test_a_result_without_a_copy_is_waiting_only_after_two_minutes(stick: Path) -> None:
    with_result()
    now = copies_now()
    assert now
    assert (now.there, now.last, now.waiting_since) == (True, None, None)
    later = copies_now(timezone.now() + timedelta(minutes=2, seconds=1))
    assert later
    assert later.waiting_since == Result.objects.latest("pk").recorded_at


@only_sqlite
def test_a_copy_made_after_the_last_result_is_enough_however_old_it_is(stick: Path) -> None:
    with_result()
    copies.copy_database()
    tomorrow = copies_now(timezone.now() + timedelta(days=1))
    assert tomorrow
    assert tomorrow.waiting_since is None
    set_back(stick / NAME, minutes=1)
    assert (overtaken := copies_now(timezone.now() + timedelta(minutes=3)))
    assert overtaken.waiting_since is not None


@only_sqlite
def test_of_results_brought_in_with_their_event_the_hour_of_the_import_counts(stick: Path) -> None:
    two = with_result()
    Result.objects.update(recorded_at=timezone.now() - timedelta(minutes=30))
    copies.copy_database()
    set_back(stick / NAME, minutes=20)  # it is of before the import
    with export_event(two.tournament, actor=two.actor()) as file:
        content = file.read()
    forget(two.tournament)
    came = import_event(content, user=two.administrator)
    brought = came.audit.get(act="import_event").at
    page = two.client("administrator").get(f"/desk/{came.slug}/").content.decode()
    assert "Not everything is copied." not in page
    later = copies_now(brought + timedelta(minutes=2, seconds=1))
    assert later
    assert (later.waiting_since, later.brought) == (brought, True)
    set_back(stick / NAME, minutes=0)
    assert (safe := copies_now(brought + timedelta(minutes=3)))
    assert safe.waiting_since is None


@only_sqlite
def test_a_result_accepted_after_the_import_waits_from_its_own_hour(stick: Path) -> None:
    two = with_result()
    with export_event(two.tournament, actor=two.actor()) as file:
        content = file.read()
    forget(two.tournament)
    came = import_event(content, user=two.administrator)
    game = Game.objects.select_related("round__tournament").get(round__tournament=came)
    here = replace(two, tournament=came)
    take_back_result(game, actor=here.actor("administrator"), reason="Sheet misread")
    accept(game, 200, 95, here)
    later = copies_now(timezone.now() + timedelta(minutes=5))
    assert later
    assert (later.waiting_since, later.brought) == (Result.objects.latest("pk").recorded_at, False)


@only_sqlite
def test_today_says_when_and_where_the_last_copy_was_made(stick: Path) -> None:
    two = with_result()
    copies.copy_database()
    made = timezone.localtime(copies_now().last)  # type: ignore[union-attr]
    assert f"Last copy {made:%H:%M}, in {stick}" in two.client().get(f"/desk/{two.tournament.slug}/").content.decode()


@only_sqlite
def test_today_says_when_the_stick_is_missing_and_when_a_result_is_in_no_copy(stick: Path) -> None:
    two = with_result()
    Result.objects.update(recorded_at=timezone.now() - timedelta(minutes=5))
    page = two.client().get(f"/desk/{two.tournament.slug}/").content.decode()
    assert "Not everything is copied." in page
    stick.rmdir()
    page = two.client().get(f"/desk/{two.tournament.slug}/").content.decode()
    assert f"The folder {stick} is not there. Plug the stick in" in page


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite is copied by the program")
def test_where_the_database_is_a_server_nothing_is_said_of_copies(stick: Path) -> None:
    two = with_result()
    assert copies_now() is None
    assert copies.copy_database() is None
    assert 'id="copies"' not in two.client().get(f"/desk/{two.tournament.slug}/").content.decode()
