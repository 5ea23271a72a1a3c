"""A thousand phones on the public pages while a hall of a hundred tables writes: errors, times, share of 304."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from http.client import HTTPConnection
from itertools import product
from random import Random
from statistics import median, quantiles
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from . import not_modified
from .figures import Figure
from .hall import Hall, Writer, hall
from .phones import PATIENCE, Load
from .server import GUNICORN, MAKE_RUN, ROOT, Server, serving

PHONES, EVERY = int(os.environ.get("LOAD_PHONES") or 1000), 10.0  # a thousand ask a hundred times a second
SECONDS = float(os.environ.get("LOAD_SECONDS") or 60)  # that are counted while the hall writes
LESS = 20.0  # seconds at most of what it is measured beside
SLUG = "load"
MOST_MS, LEAST_304 = 300.0, 90.0
#: What a phone keeps open, and how many of a hundred do: the list of all tables, one game, a table by its card.
KINDS = {"list of all tables": 50, "record of a game": 25, "table by its card": 25}
STATIC = "/static/look/look.css"


@dataclass(frozen=True)
class Seen:
    """What the phones of one run got, all or those with one kind of page."""

    times: list[float]
    statuses: Mapping[str, int]
    errors: list[str]
    bytes: int

    @property
    def p50(self) -> float:
        return median(self.times)

    @property
    def p99(self) -> float:
        return quantiles(self.times, n=100)[98] if len(self.times) > 1 else self.p50

    @property
    def unchanged(self) -> float:
        """Give the share of 304, in percent."""
        return 100 * self.statuses.get("304", 0) / max(1, len(self.times))

    @property
    def failed(self) -> int:
        """Count the requests without a good answer."""
        return len(self.errors) + sum(n for status, n in self.statuses.items() if status not in ("200", "304"))


@dataclass(frozen=True)
class Run:
    """One run: what each kind of phone got, and the CPU time of the web processes for a request."""

    kinds: dict[str, Seen]
    cpu_ms: float

    @property
    def all(self) -> Seen:
        """Give what all phones got."""
        seen = list(self.kinds.values())
        statuses = {s: sum(one.statuses.get(s, 0) for one in seen) for one in seen for s in one.statuses}
        times, errors = [t for one in seen for t in one.times], [e for one in seen for e in one.errors]
        return Seen(times, statuses, errors, sum(one.bytes for one in seen))


def measure() -> list[Figure]:
    """Measure on the database of the settings: PostgreSQL behind gunicorn, SQLite as `make run` serves it."""
    call_command("migrate", verbosity=0)
    made = hall(SLUG)
    told = not_modified.figures("load", {kind: address(made, kind, 0) for kind in KINDS})
    postgresql = connection.vendor == "postgresql"
    connection.close()
    # `make run` has a worker that copies the database after each result, and its messages are files.
    environment = os.environ if postgresql else {**os.environ, "CELERY_BROKER_URL": ""}
    with serving(GUNICORN if postgresql else MAKE_RUN, environment) as server:
        warm_up(server, pages(made))
        static = attempt(server, [("static file", STATIC)] * PHONES, min(SECONDS, LESS))
        quiet = attempt(server, pages(made), min(SECONDS, LESS))
        with Writer(made, server.address, EVERY + SECONDS) as writer:
            busy = attempt(server, pages(made), SECONDS)
    for fault in [*writer.faults, *busy.all.errors][:5]:
        print(f"load: {fault}", file=sys.stderr)
    where = "PostgreSQL, gunicorn 3 x 8" if postgresql else "SQLite, make run"
    return [*told, *figures(f"load, {where}", static, quiet, busy, writer)]


def pages(made: Hall) -> list[tuple[str, str]]:
    """Say what each phone keeps open: the kinds are mixed, and no two phones in a row look at the same table."""
    kinds = [kind for kind, share in KINDS.items() for _ in range(PHONES * share // 100)]
    Random(1).shuffle(kinds)
    return [(kind, address(made, kind, phone)) for phone, kind in enumerate(kinds)]


def warm_up(server: Server, asked: list[tuple[str, str]]) -> None:
    """Ask for every page once in each language, one after the other: how a new process begins is measured elsewhere."""
    for path, language in product(sorted({path for _kind, path in asked}), ("en", "ru")):
        visitor = HTTPConnection(*server.address, timeout=60)
        visitor.request("GET", path, headers={"Accept-Language": language})
        visitor.getresponse().read()
        visitor.close()


def address(made: Hall, kind: str, phone: int) -> str:
    """Give the address that a page asks again and again, as its template writes it."""
    number = made.games[0].round.number
    game = made.games[phone * 13 % len(made.games)]
    if kind == "list of all tables":
        return reverse("live_tables", args=[SLUG]) + f"?round={number}"
    if kind == "record of a game":
        return reverse("game", args=[SLUG, game.pk]) + "?part=record"
    return reverse("table_now", args=[made.tokens[game.table or 1]]) + f"?round={number}"


def attempt(server: Server, asked: list[tuple[str, str]], seconds: float) -> Run:
    """Let all phones ask, from one process. Raises subprocess errors where that process fails or does not end."""
    load = Load(*server.address, pages=asked, every=EVERY, seconds=seconds)
    cpu = server.cpu_seconds()
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.phones"], cwd=ROOT, input=json.dumps(asdict(load)), check=True,
        stdout=subprocess.PIPE, text=True, timeout=EVERY + seconds + 3 * PATIENCE,
    ).stdout  # fmt: skip
    cpu = server.cpu_seconds() - cpu
    got: dict[str, dict[str, Any]] = json.loads(said)
    return Run({kind: Seen(**one) for kind, one in got.items()}, 1000 * cpu / (len(asked) * (1 + seconds / EVERY)))


def figures(what: str, static: Run, quiet: Run, busy: Run, writer: Writer) -> list[Figure]:
    """Put the run with a writing hall beside the one without, and beside a file that is only sent."""
    plain, still, seen = static.all, quiet.all, busy.all
    note = (
        f"load: {PHONES} phones, each asking every {EVERY:.0f} s for the part of its page that changes, for "
        f"{SECONDS:.0f} s, counted from the moment it was to ask; meanwhile a hundred tables write their lines and "
        f"results are accepted; bare: a static file of the same server, asked for in the same way, mostly 304"
    )
    told = f"{what}: {len(seen.times)} requests, {len(writer.sent)} lines and results, of them {writer.results} results"
    return [
        Figure(f"{what}: failed requests", seen.failed, "", 0, plain.failed, note=note),
        Figure(f"{what}: p99", seen.p99, "ms", MOST_MS, plain.p99, note=told),
        Figure(f"{what}: p50", seen.p50, "ms", None, plain.p50),
        Figure(f"{what}: answers 304", seen.unchanged, "%", LEAST_304, plain.unchanged),
        *(Figure(f"{what}: answers 304, {kind}", one.unchanged, "%") for kind, one in busy.kinds.items()),
        Figure(f"{what}: CPU of the web processes for a request", busy.cpu_ms, "ms", None, static.cpu_ms),
        Figure(f"{what}: lines and results that failed", len(writer.faults), "", 0),
        Figure(f"{what}: a line or a result, median", median(writer.sent or [0]), "ms"),
        Figure(f"{what}: p99 with nobody writing", still.p99, "ms", None, plain.p99),
        Figure(f"{what}: answers 304 with nobody writing", still.unchanged, "%"),
    ]
