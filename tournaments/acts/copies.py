"""A consistent copy of the SQLite file in a second folder, after each accepted result."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import connection

from ..reads.copies import NAME, copies_are_made, folder_of_copies

logger = logging.getLogger(__name__)


def ask_for_copy() -> None:
    """Queue a copy of the database, where it is a file."""
    if copies_are_made():
        current_app.send_task("tournaments.tasks.copy_database")


def copy_database() -> Path | None:
    """Copy the SQLite file page by page into the second folder; None where there is no file, or no such folder.

    The copy is made beside its name and moved over it, so that a stick pulled out half-way keeps the last whole one.
    """
    if not copies_are_made():
        return None
    folder = folder_of_copies()
    if folder is None:
        logger.warning("No copy was made: the folder %s is not there. Is the stick plugged in?", settings.COPY_FOLDER)
        return None
    folder.mkdir(parents=True, exist_ok=True)
    part, whole = folder / (NAME + ".part"), folder / NAME
    if whole.exists() and whole.stat().st_mtime > _last_written():
        return whole  # several results were accepted before a worker came: one copy holds them all
    part.unlink(missing_ok=True)
    connection.ensure_connection()
    with closing(sqlite3.connect(part)) as target:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    part.replace(whole)
    return whole


def _last_written() -> float:
    database = str(connection.settings_dict["NAME"])
    files = [Path(database), Path(database + "-wal")]
    return max((file.stat().st_mtime for file in files if file.exists()), default=time.time())
