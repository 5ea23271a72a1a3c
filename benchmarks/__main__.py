"""Measure everything and print one table: python -m benchmarks [part ...]. A missed target is told, not an error."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg

from .figures import Figure, table
from .server import ROOT, own_database

PARTS = ("replay", "append", "standings", "sheets", "instrument", "load")
WITH_A_DATABASE = ("append", "standings", "load")
LONGEST = 300  # seconds of one part on one database


def main(asked: list[str]) -> int:
    """Measure the parts asked for, all without any."""
    begin = time.monotonic()
    figures: list[Figure] = []
    skipped: list[str] = []
    failed: list[str] = []
    for part in asked or PARTS:
        try:
            figures += figures_of(part, skipped)
        except subprocess.SubprocessError:
            failed.append(f"FAILED   {part}: what went wrong stands above")
    report(figures, skipped + failed)
    print(f"{time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


def report(figures: list[Figure], troubles: list[str]) -> None:
    """Print the table, what its columns stand for, and how many targets were missed."""
    print(f"\nPython {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"x bare: how many times what the bare work beside it costs, measured in the same run\n\n{table(figures)}\n")
    for note in dict.fromkeys(figure.note for figure in figures if figure.note):
        print(f"- {note}")
    missed = sum(figure.met is False for figure in figures)
    print("\n".join(["", *troubles, f"Targets missed: {missed}"]))


def figures_of(part: str, skipped: list[str]) -> Iterator[Figure]:
    """Measure a part; where records are read and written, on both databases."""
    with tempfile.TemporaryDirectory(prefix="domino-desk-bench-") as folder, ExitStack() as kept:
        databases = [""]  # SQLite, in the folder
        if part in WITH_A_DATABASE:
            try:
                databases.insert(0, kept.enter_context(own_database()))
            except psycopg.Error as error:
                skipped.append(f"SKIPPED  {part} on PostgreSQL: {str(error).strip().splitlines()[0]}")
        for database in databases:
            yield from run(part, folder, database)


def run(part: str, folder: str, database: str) -> list[Figure]:
    """Run one part in a process of its own and read its figures."""
    print(f"measuring {part}{' on PostgreSQL' if database else ''} ...", flush=True)
    command = [sys.executable, "-m", "benchmarks.part", part, str(LONGEST)]
    said = subprocess.run(
        command, cwd=ROOT, env=environment(folder, database), stdout=subprocess.PIPE, text=True, check=True
    )
    return [Figure(**figure) for figure in json.loads(said.stdout)]


def environment(folder: str, database: str) -> dict[str, str]:
    """Give the settings of a part: a folder of its own, no broker, nothing of this shell's."""
    ours = ("ALLOWED_HOSTS", "COPY_FOLDER", "CSRF_TRUSTED_ORIGINS", "DEBUG", "HTTPS", "HTTPS_PORT", "SECRET_KEY")
    outer = {"LOAD_SECONDS": "20"} if len(sys.argv) == 1 else {}  # the whole of it should not take ten minutes
    outer |= {name: value for name, value in os.environ.items() if name not in ours}
    return outer | {
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "VAR_FOLDER": folder,
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": "memory://",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
