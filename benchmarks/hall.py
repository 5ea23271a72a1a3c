"""A hall of a hundred tables in the middle of a round: what its tablets send while a thousand phones look on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from threading import Event, Thread
from typing import Any

from django.utils import timezone

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protocols import draw_up_protocol
from referees.models import Protocol, Signature
from scoring.engine import play_log
from tournaments.models import Game, Role, Round, Tournament
from tournaments.permissions import Actor, program

from .records import event, play_rounds, published_rounds, referee, session_with_pen
from .tablet import Tablet

ENTRIES, ROUNDS = 200, 8
FINISHED = 20  # tables whose protocol is signed already, to be accepted
PLAYED = (3, 10)  # deals that the other tables have behind them
SECONDS_A_DEAL = 180  # from one deal of a table to its next; each is two lines, its beginning and its end
RULES = {"deals": 16, "minutes": 1_000}
SEVERAL = 5  # times as many results come in at the end
QUIET_RESULTS = 10.0  # seconds from one to the next before that
Request = tuple[str, dict[str, Any]]


@dataclass
class Hall:
    """The event and what its tables are going to send."""

    tournament: Tournament
    games: list[Game]  # of the round that is on
    tokens: dict[int, str]  # of the cards at the tables
    sessions: list[str]  # of the tablets
    lines: list[Request] = field(default_factory=list)  # in the order they are sent
    results: list[Request] = field(default_factory=list)


def hall(slug: str) -> Hall:
    """Make an event with seven rounds played and the eighth under way: deals on, some protocols signed."""
    tournament = event(slug, ENTRIES)
    *played, now = published_rounds(tournament, ROUNDS)
    play_rounds(played, Random(8))
    Game.objects.filter(round=now[0].round).update(rules=RULES)
    Round.objects.filter(pk=now[0].round_id).update(state=Round.State.RUNNING, clock_started_at=timezone.now())
    chief = referee(tournament, "Chief referee", Role.CHIEF_REFEREE)
    links = make_table_links(tournament, range(1, len(now) + 1), actor=program("benchmarks"))
    tokens = {link.table: link.token for link in links}
    made = Hall(tournament, now, tokens, [session_with_pen(chief)])
    made.results = [_signed(game, chief_acts(chief)) for game in now[:FINISHED]]
    made.lines = list(_in_turn([_under_way(game, chief_acts(chief)) for game in now[FINISHED:]]))
    return made


def chief_acts(chief: Any) -> Actor:
    """Give the chief referee with the pen."""
    return Actor(chief.name, official=chief)


def _signed(game: Game, actor: Actor) -> Request:
    """Play a game to its signed protocol; give the request that accepts it."""
    lines = next(log for seed in count(game.pk) if len(log := play_log(Random(seed), RULES, penalties=0)) < 200)
    append_lines(game.pk, lines, actor=actor)
    protocol: Protocol = draw_up_protocol(game.pk, actor=actor)
    Signature.objects.bulk_create(
        Signature(protocol=protocol, signer=signer, how="on_paper", digest=protocol.digest)
        for signer in Signature.Signer.values
    )
    return f"/api/v1/protocols/{protocol.pk}/accept/", {"digest": protocol.digest}


def _under_way(game: Game, actor: Actor) -> list[Request]:
    """Play a game into its middle; give the requests that go on with it, a line each."""
    rng = Random(game.pk)
    lines = play_log(rng, RULES, penalties=0)
    begun = 1 + 2 * rng.randint(*PLAYED) + rng.randint(0, 1)  # the start, deals of two lines, perhaps one that is on
    append_lines(game.pk, lines[:begun], actor=actor)
    return [(f"/api/v1/games/{game.pk}/lines/", {"lines": [line]}) for line in lines[begun:]]


def _in_turn(tables: list[list[Request]]) -> Iterator[Request]:
    """Let every table send a line, then every table its next."""
    for requests in zip(*tables, strict=False):
        yield from requests


class Writer:
    """The tablets of a hall, from begin() to end(): lines all the time, results more and more often."""

    def __init__(self, hall: Hall, address: tuple[str, int], seconds: float) -> None:
        self.hall, self.seconds = hall, seconds
        self.tablet = Tablet(address, hall.sessions[0])
        self.sent: list[float] = []  # milliseconds of each answer
        self.faults: list[str] = []
        self.results = 0
        self._over = Event()
        self._thread = Thread(target=self._write, daemon=True)

    def __enter__(self) -> Writer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(60)
        self.tablet.hang_up()

    def _write(self) -> None:
        begin = time.monotonic()
        for moment, request in self._plan():
            if self._over.wait(max(0.0, begin + moment - time.monotonic())):
                return
            self._send(*request)

    def _plan(self) -> list[tuple[float, Request]]:
        """Say when what is sent: in the last third of the time results come in one after the other."""
        tables = len(self.hall.games) - FINISHED
        gap = SECONDS_A_DEAL / (2 * tables)
        lines = [(n * gap, request) for n, request in enumerate(self.hall.lines) if n * gap < self.seconds]
        return sorted([*lines, *zip(self._result_moments(), self.hall.results, strict=False)], key=lambda one: one[0])

    def _result_moments(self) -> Iterator[float]:
        moment = QUIET_RESULTS / 2
        while moment < self.seconds:
            yield moment
            moment += QUIET_RESULTS / (SEVERAL if moment > self.seconds * 2 / 3 else 1)

    def _send(self, path: str, data: dict[str, Any]) -> None:
        begin = time.perf_counter()
        try:
            answer = self.tablet.post(path, data)
        except (OSError, ValueError) as error:
            self.tablet.hang_up()
            self.faults.append(f"{path}: {error}")
            return
        self.sent.append(1000 * (time.perf_counter() - begin))
        result = "lines" not in data
        applied = result or answer.json()["answers"][0]["answer"] == "applied"
        if answer.status != 200 or not applied:
            self.faults.append(f"{path}: {answer.status} {answer.body[:200]!r}")
        self.results += result
