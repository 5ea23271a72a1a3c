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
from contextlib import contextmanager

import psycopg

from .figures import Figure, table
from .server import ROOT, own_database

PARTS = ("replay", "append", "standings", "sheets")
WITH_A_DATABASE = ("append", "standings")
LONGEST = 120  # seconds of one part


def main(asked: list[str]) -> int:
    """Measure the parts asked for, all without any."""
    begin = time.monotonic()
    figures: list[Figure] = []
    failed: list[str] = []
    for part in asked or PARTS:
        try:
            figures += figures_of(part)
        except subprocess.SubprocessError as error:
            failed.append(f"FAILED   {part}: {error}")
    print(f"\nPython {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"x bare: how many times what the bare work beside it costs, measured in the same run\n\n{table(figures)}\n")
    for note in dict.fromkeys(figure.note for figure in figures if figure.note):
        print(f"- {note}")
    missed = sum(figure.met is False for figure in figures)
    print(*failed, f"\n{missed or 'no'} target{'s' * (missed != 1)} missed, {time.monotonic() - begin:.0f} s", sep="\n")
    return 1 if failed else 0


def figures_of(part: str) -> Iterator[Figure]:
    """Measure a part in a process of its own; where records are read and written, on both databases."""
    with tempfile.TemporaryDirectory(prefix="domino-desk-bench-") as folder:
        if part in WITH_A_DATABASE:
            with postgresql() as url:
                if url:
                    yield from run(part, folder, url)
        yield from run(part, folder, "")


@contextmanager
def postgresql() -> Iterator[str | None]:
    """Give a PostgreSQL database of our own; None, and a line that says so, where no server answers."""
    try:
        own = own_database()
        url = own.__enter__()
    except psycopg.Error as error:
        print(f"SKIPPED  on PostgreSQL: {str(error).strip().splitlines()[0]}")
        yield None
        return
    try:
        yield url
    finally:
        own.__exit__(None, None, None)


def run(part: str, folder: str, database: str) -> list[Figure]:
    """Run one part and read its figures."""
    print(f"measuring {part}{' on PostgreSQL' if database else ''} ...", flush=True)
    command = [sys.executable, "-m", "benchmarks.part", part]
    said = subprocess.run(
        command, cwd=ROOT, env=environment(folder, database), stdout=subprocess.PIPE, text=True, timeout=LONGEST,
        check=True,
    )  # fmt: skip
    return [Figure(**figure) for figure in json.loads(said.stdout)]


def environment(folder: str, database: str) -> dict[str, str]:
    """Give the settings of a part: a folder of its own, no broker, nothing of this shell's."""
    ours = ("ALLOWED_HOSTS", "COPY_FOLDER", "CSRF_TRUSTED_ORIGINS", "DEBUG", "HTTPS", "SECRET_KEY")
    outer = {name: value for name, value in os.environ.items() if name not in ours}
    return outer | {
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "VAR_FOLDER": folder,
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": "memory://",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
