"""One line appended to a log through a real server: its queries, and its rate beside a view that inserts one row."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.engine import play_log
from tournaments.models import Game

from .figures import Figure
from .records import event, published_rounds, referee, session_with_pen
from .server import GUNICORN, WAITRESS, Server, serving
from .tablet import CSRF, Answer, Tablet

TABLETS, TIMES = 8, 5  # tablets at once; tries of the view and of the bare one, by turns
PREFIXES = ("/api/v1", "/bare")
LINES = 31  # of a game, sent one by one: the log is 0 to 30 lines long
MOST_QUERIES = 9
RULES = {"deals": 16, "minutes": 1_000}
Work = list[tuple[Tablet, list[bytes]]]


@dataclass(frozen=True)
class Try:
    """What one try gave: lines a second, and the CPU time of the web processes for a line."""

    rate: float
    cpu_ms: float


def measure() -> list[Figure]:
    """Measure on the database of the settings: PostgreSQL behind gunicorn, SQLite behind waitress."""
    call_command("migrate", verbosity=0)
    tournament = event("append", 2 * TABLETS)
    rounds = published_rounds(tournament, 1 + 2 * TIMES)
    Game.objects.update(rules=RULES)
    sessions = [session_with_pen(referee(tournament, f"Referee {n}")) for n in range(TABLETS)]
    postgresql = connection.vendor == "postgresql"
    connection.close()
    with serving(GUNICORN if postgresql else WAITRESS, os.environ) as server:
        tablets = [Tablet(server.address, session) for session in sessions]
        warm_up(tablets)
        tries = [attempt(server, tablets, prefix, rounds.pop()) for _ in range(TIMES) for prefix in PREFIXES]
    where = "PostgreSQL, gunicorn 3 x 8" if postgresql else "SQLite, waitress 8"
    return [*figures(where, tries[::2], tries[1::2]), counted(connection.vendor, rounds[0][0], sessions[0])]


def figures(where: str, ours: list[Try], bare: list[Try]) -> list[Figure]:
    """Put tries of the two views beside each other."""
    note = (
        f"append: {TABLETS} tablets at once, each in its own game, a line a request into logs of 0 to {LINES - 1} "
        "lines; bare: the same session, CSRF check and middleware, one row inserted in a transaction"
    )
    rates, bare_rates = ([one.rate for one in tries] for tries in (ours, bare))
    cpu, bare_cpu = ([one.cpu_ms for one in tries] for tries in (ours, bare))
    return [
        Figure(f"append, {where}", median(rates), "/s", None, median(bare_rates), max(rates), note),
        Figure(f"append, {where}: CPU of the web process", median(cpu), "ms", None, median(bare_cpu), min(cpu)),
    ]


def attempt(server: Server, tablets: list[Tablet], prefix: str, games: Sequence[Game]) -> Try:
    """Let all tablets play a game each through one of the views. Raises RuntimeError where a line was not applied."""
    work = [(tablet, list(requests(tablet, prefix, game))) for tablet, game in zip(tablets, games, strict=True)]
    cpu, begin = server.cpu_seconds(), time.perf_counter()
    with ThreadPoolExecutor(len(work)) as pool:
        answers = [answer for some in pool.map(send_all, work) for answer in some]
    seconds = time.perf_counter() - begin
    cpu = server.cpu_seconds() - cpu
    for answer in answers:
        said = answer.json()
        if answer.status != 200 or said["answers"][0]["answer"] != "applied":
            raise RuntimeError(f"a line was not applied: {answer.status} {said}")
    return Try(len(answers) / seconds, 1000 * cpu / len(answers))


def warm_up(tablets: list[Tablet]) -> None:
    """Let every process of the server load what it needs."""
    nothing = [(tablet, [tablet.request("/api/v1/games/0/lines/", {"lines": []})] * 40) for tablet in tablets]
    with ThreadPoolExecutor(len(tablets)) as pool:
        list(pool.map(send_all, nothing))


def requests(tablet: Tablet, prefix: str, game: Game) -> Iterator[bytes]:
    """Write out the posts of a whole game, a line each."""
    for line in lines_of(game.pk):
        yield tablet.request(f"{prefix}/games/{game.pk}/lines/", {"lines": [line]})


def lines_of(seed: int) -> list[dict[str, Any]]:
    """Let the engine play; the bare view cannot count, so each line says its number."""
    lines = play_log(Random(seed), RULES, penalties=0)[:LINES]
    return [{**line, "number": number} for number, line in enumerate(lines, start=1)]


def send_all(work: tuple[Tablet, list[bytes]]) -> list[Answer]:
    """Send one tablet's requests, each after the answer to the one before."""
    tablet, requests = work
    answers = [tablet.send(request) for request in requests]
    tablet.hang_up()
    return answers


def counted(vendor: str, game: Game, session: str) -> Figure:
    """Count the queries of one line into a running game, begin and end of the transaction included."""
    browser = Client(enforce_csrf_checks=True, headers={"x-csrftoken": CSRF})
    browser.cookies["sessionid"], browser.cookies["csrftoken"] = session, CSRF
    lines = lines_of(game.pk)
    _post(browser, f"/api/v1/games/{game.pk}/lines/", lines[:20])
    with CaptureQueriesContext(connection) as ours:
        _post(browser, f"/api/v1/games/{game.pk}/lines/", lines[20:21])
    with CaptureQueriesContext(connection) as bare:
        _post(browser, f"/bare/games/{game.pk}/lines/", lines[21:22])
    note = "append: queries are counted with the begin and the end of the transaction"
    return Figure(f"append, {vendor}: queries of one line", len(ours), "", MOST_QUERIES, len(bare), note=note)


def _post(browser: Client, path: str, lines: list[dict[str, Any]]) -> None:
    response = browser.post(path, json.dumps({"lines": lines}), content_type="application/json")
    if response.status_code != 200 or any(a["answer"] != "applied" for a in response.json()["answers"]):
        raise RuntimeError(f"a line was not applied: {response.content!r}")
