"""The public standings of 200 entries after 8 rounds: queries, and milliseconds cold and warm."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from random import Random
from statistics import median

from django.core.management import call_command
from django.db import connection
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext

from . import not_modified
from .figures import Figure, Spent, timed
from .records import event, play_rounds, published_rounds
from .server import ROOT

ENTRIES, ROUNDS = 200, 8
MOST_QUERIES, MOST_MS = 9, 100.0
PROCESSES, TIMES = 5, 15
SLUG = "standings"
PAGE, BARE = f"/e/{SLUG}/standings/", f"/bare/e/{SLUG}/standings/"


browser = Client()


def measure() -> list[Figure]:
    """Measure on the database of the settings."""
    call_command("migrate", verbosity=0)
    play_rounds(published_rounds(event(SLUG, ENTRIES), ROUNDS), Random(1))
    cold, cold_bare = ([first_request(path) for _ in range(PROCESSES)] for path in (PAGE, BARE))
    warm, bare, emptied = timed([partial(ask, PAGE), partial(ask, BARE), ask_uncompiled], TIMES, time.perf_counter)
    where = f"standings, {ENTRIES} entries, {ROUNDS} rounds, {connection.vendor}"
    note = "standings; bare: the same rows fetched, added up and written as plain text through the same middleware"
    new = (
        "cold: the first request of a server's new process (config.wsgi is imported, as gunicorn does before a worker "
        "takes requests; no template is compiled, no connection open)"
    )
    return [
        Figure(f"{where}: queries", queries(PAGE), "", MOST_QUERIES, queries(BARE)),
        Figure(f"{where}: cold", median(cold), "ms", MOST_MS, median(cold_bare), min(cold), new),
        ms(f"{where}: compiled templates thrown away", emptied, bare),
        ms(f"{where}: warm", warm, bare, note),
        *not_modified.figures("standings", {"the whole page": PAGE}),
    ]


def ms(name: str, spent: Spent, bare: Spent, note: str = "") -> Figure:
    """Give milliseconds."""
    return Figure(name, 1000 * spent.median, "ms", MOST_MS, 1000 * bare.median, 1000 * spent.least, note)


def queries(path: str) -> int:
    """Count the queries of a page."""
    with CaptureQueriesContext(connection) as captured:
        ask(path)
    return len(captured)


def ask_uncompiled() -> None:
    """Ask for the page with no template compiled."""
    engine = engines["django"].engine  # type: ignore[attr-defined]  # of the Django backend
    for loader in engine.template_loaders:
        loader.reset()
    ask(PAGE)


def ask(path: str) -> None:
    """Ask for a page and see that it lists everybody."""
    response = browser.get(path)
    if response.status_code != 200 or response.content.count("–".encode()) < ENTRIES:
        raise RuntimeError(f"{path} answers {response.status_code}, not the standings of {ENTRIES} entries")


def first_request(path: str) -> float:
    """Start a process and give the milliseconds of its first request."""
    command = [sys.executable, "-m", "benchmarks.first_request", path]
    said = subprocess.run(command, cwd=ROOT, env=dict(os.environ), check=True, capture_output=True, text=True)
    return float(said.stdout)
