"""Games played by fingers: on which screen, and what is true when one has been accepted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from referees.models import Line, Protocol
from scoring.games import replay
from tests.browser import tablet
from tests.browser.test_table import Table
from tournaments.models import Result, Round

FINGER: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "tablet": {"viewport": {"width": 800, "height": 1280}, **FINGER},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, **FINGER},
}


def sized(number: int) -> pytest.MarkDecorator:
    """Play a game on one of the three screens, in turn; in the soak on every one of them."""
    mine = list(SIZES)[number % len(SIZES)]
    every = [pytest.param(size, id=f"soak-{size}", marks=pytest.mark.soak) for size in SIZES]
    return pytest.mark.parametrize("size", [pytest.param(mine, id=mine), *every])


def open_game(table: Table, page: Page) -> None:
    """Take the pen at a table and start the game: A1 has drawn the highest tile and leads."""
    table.open(page)
    tablet.start(page, {"A1": "6-2", "B1": "5-3", "A2": "4-1", "B2": "1-0"})


def signed_and_accepted(page: Page) -> None:
    """Draw up the protocol of a game that is over, let all five sign, accept it."""
    tablet.draw_up(page)
    tablet.sign_all(page)
    tablet.accept(page)


def clock_at(seconds_left: int, minutes: int = 40) -> None:
    """Move the clock of the round to where so many seconds of its minutes are left."""
    gone = timedelta(minutes=minutes) - timedelta(seconds=seconds_left)
    Round.objects.update(clock_started_at=timezone.now() - gone)


def lines(table: Table, kind: str) -> list[dict[str, Any]]:
    """Give what was written of one kind, in order, without ids and times."""
    written = Line.objects.filter(game=table.game, kind=kind).order_by("number")
    return [{key: value for key, value in line.data.items() if key not in {"id", "at", "kind"}} for line in written]


@dataclass(frozen=True)
class End:
    """What a game has come to, worked out by hand.

    `sides` are (won, points for, points against); `standings` are read off the page: place, pair, game, wins,
    effectiveness, points.
    """

    score: tuple[int, int]
    winner: str | None
    reason: str
    sides: Mapping[str, tuple[bool, int, int]]
    standings: list[str]
    fines: Mapping[str, int] = field(default_factory=dict)
    version: int = 1
    source: str = "protocol"


def check(page: Page, table: Table, end: End) -> None:
    """Compare the screen of the protocol, the protocol itself, the results and the page of standings."""
    tablet.expect_score(page, *end.score)
    protocol = Protocol.objects.get(game=table.game, state=Protocol.State.ACCEPTED)
    state = replay(json.loads(protocol.envelope))
    assert protocol.version == end.version
    assert protocol.outcome == state
    assert (state["score"], state["winner"], state["reason"]) == (
        {"A": end.score[0], "B": end.score[1]}, end.winner, end.reason
    )  # fmt: skip
    rows = Result.objects.filter(game=table.game)
    assert {row.seat: (row.won, row.points_for, row.points_against, row.fines) for row in rows} == {
        f"{side}{place}": (*end.sides[side], end.fines.get(f"{side}{place}", 0)) for side in "AB" for place in (1, 2)
    }
    assert {row.source for row in rows} == {end.source}
    assert standings(page, table) == end.standings


def standings(page: Page, table: Table) -> list[str]:
    """Read the public page of standings, row by row: "1. pair 2: won 1 202:130, 1, +72, 202"."""
    tournament = table.event.tournament
    page.goto(f"{table.address.split('/t/')[0]}/e/{tournament.slug}/standings/")
    names = {f"entry-{entry.number}": entry.name for entry in table.event.entries()}
    told = []
    for row in page.locator(".standings tbody tr").all():
        number = str(row.get_attribute("id"))
        place, name, _game, *figures = (" ".join(cell.split()) for cell in row.locator("th, td").all_text_contents())
        assert names[number] in name
        game = " ".join(reversed(row.locator(".game > *").all_text_contents()))
        provisional = " provisional" if "provisional" in name else ""
        told.append(f"{place}. pair {number[6:]}{provisional}: {game}, {', '.join(figures[:3])}")
    return told
