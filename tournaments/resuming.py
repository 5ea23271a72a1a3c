"""Carry on from a copy of the database, keeping the present one aside."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from tournaments.running import CannotRun

OURS = {"tournaments", "referees"}
COMPANIONS = ("", "-wal", "-shm")  # an SQLite file and what a stopped program may have left beside it


def resume(copy: Path, database: Path, now: datetime) -> Path | None:
    """Put the copy in the place of the database; answer where the replaced one is kept, if there was one."""
    if not copy.is_file():
        raise CannotRun(f"There is no file {copy}.")
    if database.exists() and copy.samefile(database):
        raise CannotRun(f"{copy} is the database in use already: make run is enough.")
    coming = database.with_name("domino.coming.sqlite3")
    copy_with_companions(copy, coming)
    try:
        check(coming, called=copy)
    except CannotRun:
        remove(coming)
        raise
    kept = set_aside(database, now)
    os.replace(coming, database)
    sync(database.parent)
    return kept


def check(file: Path, called: Path) -> None:
    """Refuse what is not a whole database of this program, or is of a later version of it."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            applied = set(connection.execute("SELECT app, name FROM django_migrations"))
            health = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError as error:
        raise CannotRun(f"{called} is not a copy made by Domino Desk ({error}). Nothing was changed.") from error
    ours = {migration for migration in applied if migration[0] in OURS}
    if not ours:
        raise CannotRun(f"{called} is a database, but not one of Domino Desk. Nothing was changed.")
    if health != "ok":
        raise CannotRun(f"{called} is damaged ({health}): take an older copy. Nothing was changed.")
    refuse_newer(ours, called)


def refuse_newer(applied: Iterable[tuple[str, str]], called: object) -> None:
    """Refuse a database that a later version of this program has changed in ways this one does not know."""
    known = MigrationLoader(None).disk_migrations
    if any(migration not in known for migration in applied if migration[0] in OURS):
        raise CannotRun(f"{called} was made by a newer Domino Desk: update this one first. Nothing was changed.")


def set_aside(database: Path, now: datetime) -> Path | None:
    """Keep the present database under another name, and take its journal away: it must not meet the new one."""
    if not database.exists():
        return None
    kept = keep(database, "resume", now)
    for companion in COMPANIONS[1:]:
        Path(f"{database}{companion}").unlink(missing_ok=True)
    return kept


def keep(database: Path, before: str, now: datetime) -> Path:
    """Copy the files of a database that nobody writes to; it may be damaged, so it is copied and not read."""
    kept = database.with_name(f"domino.before-{before}-{now:%Y%m%d-%H%M%S}.sqlite3")
    copy_with_companions(database, kept)
    return kept


def copy_with_companions(source: Path, target: Path) -> None:
    remove(target)
    for companion in COMPANIONS:
        if Path(f"{source}{companion}").exists():
            shutil.copyfile(f"{source}{companion}", f"{target}{companion}")
            sync(Path(f"{target}{companion}"))


def remove(file: Path) -> None:
    for companion in COMPANIONS:
        Path(f"{file}{companion}").unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Have the disk write what it holds back."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
