"""A server of its own processes over the database of the tests, and tablets that send to it at one moment."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from benchmarks.records import referee, session_with_pen
from benchmarks.server import GUNICORN, Server, serving
from benchmarks.tablet import Answer, Tablet
from tests.builders import Event
from tournaments.models import Role

Request = tuple[str, Any]


@dataclass
class Tablets:
    """Four tablets with the pen of four officials, one of them the chief referee."""

    tablets: list[Tablet]
    spreads: list[float] = field(default_factory=list)  # milliseconds from the first to the last sending
    waits: list[float] = field(default_factory=list)  # milliseconds until the last answer

    def send(self, requests: Sequence[Request]) -> list[Answer]:
        """Send one request from each tablet at the same moment over connections opened before."""
        gate = Barrier(len(requests))
        for tablet in self.tablets:
            tablet.hang_up()
            tablet.connect()
        with ThreadPoolExecutor(len(requests)) as pool:
            sent = list(pool.map(lambda one: _send(gate, *one), zip(self.tablets, requests, strict=True)))
        begins = [begin for begin, _end, _answer in sent]
        self.spreads.append(1000 * (max(begins) - min(begins)))
        self.waits.append(1000 * (max(end for _begin, end, _answer in sent) - min(begins)))
        return [answer for _begin, _end, answer in sent]

    def timing(self) -> str:
        """Say how close together the requests went out, and how long all took."""
        return f"sent within {median(self.spreads):.1f} ms, answered within {median(self.waits):.0f} ms (medians)"


def _send(gate: Barrier, tablet: Tablet, request: Request) -> tuple[float, float, Answer]:
    written = tablet.request(*request)
    gate.wait(30)
    begin = time.perf_counter()
    answer = tablet.send(written)
    return begin, time.perf_counter(), answer


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    """Serve the tests' database as it is deployed: three processes of eight threads."""
    named = connection.settings_dict
    user = named["USER"] + (f":{named['PASSWORD']}" if named["PASSWORD"] else "")
    url = f"postgres://{user}@{named['HOST']}:{named['PORT'] or 5432}/{named['NAME']}"
    with serving(GUNICORN, {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": url}) as running:
        yield running


@pytest.fixture
def tablets(server: Server) -> Callable[[Event], Tablets]:
    """Give the tablets of an event."""

    def of(event: Event) -> Tablets:
        roles = (Role.REFEREE, Role.REFEREE, Role.REFEREE, Role.CHIEF_REFEREE)
        officials = [referee(event.tournament, f"Referee {n}", role) for n, role in enumerate(roles)]
        return Tablets([Tablet(server.address, session_with_pen(official)) for official in officials])

    return of


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a figure past pytest, which keeps what a passing test says to itself."""

    def say(sentence: str) -> None:
        with capsys.disabled():
            print(f"\n  {sentence}", flush=True)

    return say
