"""Carrying on from a copy: the right file takes the place, the wrong one changes nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tournaments.resuming import resume
from tournaments.running import CannotRun

NOW = datetime(2026, 11, 29, 14, 5)


def database(file: Path, *migrations: tuple[str, str], note: str = "") -> Path:
    """Write an SQLite file as the program leaves one, with a note to know it by."""
    with closing(sqlite3.connect(file)) as written:
        written.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        written.executemany("INSERT INTO django_migrations VALUES (?, ?)", migrations)
        written.execute("CREATE TABLE note (text TEXT)")
        written.execute("INSERT INTO note VALUES (?)", [note])
        written.commit()
    return file


def note(file: Path) -> str:
    with closing(sqlite3.connect(file)) as read:
        text: str = read.execute("SELECT text FROM note").fetchone()[0]
        return text


OURS = ("tournaments", "0001_initial")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "var"
    folder.mkdir()
    return database(folder / "domino.sqlite3", OURS, note="before")


def refused(copy: Path, here: Path, sentence: str) -> None:
    """See that the sentence comes and that the folder is as it was."""
    before = {path.name: path.read_bytes() for path in here.parent.iterdir()}
    with pytest.raises(CannotRun, match=sentence):
        resume(copy, here, NOW)
    assert {path.name: path.read_bytes() for path in here.parent.iterdir()} == before


def test_a_copy_takes_the_place_and_the_present_database_is_kept(here: Path, tmp_path: Path) -> None:
    copy = database(tmp_path / "copy.sqlite3", OURS, note="from the stick")
    kept = resume(copy, here, NOW)
    assert note(here) == "from the stick"
    assert kept == here.with_name("domino.before-resume-20261129-140500.sqlite3")
    assert kept is not None
    assert note(kept) == "before"
    assert note(copy) == "from the stick"


def test_what_a_killed_program_left_in_its_journal_is_kept_and_not_mixed_in(here: Path, tmp_path: Path) -> None:
    copy = database(tmp_path / "copy.sqlite3", OURS, note="from the stick")
    with closing(sqlite3.connect(here)) as killed:
        killed.execute("PRAGMA journal_mode=WAL")
        killed.execute("UPDATE note SET text = 'in the journal'")
        killed.commit()
        assert here.with_name("domino.sqlite3-wal").stat().st_size > 0
        kept = resume(copy, here, NOW)
    assert note(here) == "from the stick"
    assert kept is not None
    assert note(kept) == "in the journal"


def test_a_copy_taken_by_hand_with_its_journal_is_resumed_whole(here: Path, tmp_path: Path) -> None:
    copy = database(tmp_path / "copy.sqlite3", OURS, note="old")
    with closing(sqlite3.connect(copy)) as running:
        running.execute("PRAGMA journal_mode=WAL")
        running.execute("UPDATE note SET text = 'in the journal'")
        running.commit()
        resume(copy, here, NOW)
    assert note(here) == "in the journal"


def test_a_damaged_database_does_not_stand_in_the_way_of_its_copy(here: Path, tmp_path: Path) -> None:
    here.write_bytes(b"nothing but noise" * 500)
    kept = resume(database(tmp_path / "copy.sqlite3", OURS, note="good"), here, NOW)
    assert note(here) == "good"
    assert kept is not None
    assert kept.read_bytes() == b"nothing but noise" * 500


def test_a_machine_without_a_database_carries_on_too(tmp_path: Path) -> None:
    here = tmp_path / "domino.sqlite3"
    assert resume(database(tmp_path / "copy.sqlite3", OURS, note="moved"), here, NOW) is None
    assert note(here) == "moved"


def test_a_file_that_is_not_there_is_told(here: Path, tmp_path: Path) -> None:
    refused(tmp_path / "nowhere.sqlite3", here, "There is no file .*nowhere.sqlite3")


def test_a_folder_is_no_copy(here: Path, tmp_path: Path) -> None:
    refused(tmp_path, here, "There is no file")


def test_the_database_in_use_is_no_copy_of_itself(here: Path) -> None:
    refused(here, here, "is the database in use already: make run is enough")


def test_a_file_that_is_no_database_is_told(here: Path, tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0" + b"x" * 5000)
    refused(photo, here, "photo.jpg is not a copy made by Domino Desk .* Nothing was changed")


def test_an_empty_file_is_told(here: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()
    refused(tmp_path / "empty.sqlite3", here, "is not a copy made by Domino Desk")


def test_the_database_of_another_program_is_told(here: Path, tmp_path: Path) -> None:
    other = database(tmp_path / "shop.sqlite3", ("shop", "0001_initial"))
    refused(other, here, "is a database, but not one of Domino Desk")


def test_a_copy_of_a_newer_version_is_told(here: Path, tmp_path: Path) -> None:
    newer = database(tmp_path / "newer.sqlite3", OURS, ("tournaments", "9999_from_next_year"))
    refused(newer, here, "was made by a newer Domino Desk: update this one first")


def test_a_copy_cut_off_half_way_is_told(here: Path, tmp_path: Path) -> None:
    copy = database(tmp_path / "copy.sqlite3", OURS, note="x" * 40_000)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    refused(copy, here, "is damaged|is not a copy made by Domino Desk")


@pytest.mark.django_db
def test_the_migrations_these_tests_speak_of_are_those_of_the_program() -> None:
    assert OURS in MigrationRecorder(connection).applied_migrations()
