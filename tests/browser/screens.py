"""Every screen of a table, one after another, for tests that look at all of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from tests import builders
from tests.browser import tablet
from tests.referees.games import holding
from tournaments.models import Game, Role, Round

SIZES = {"phone": (360, 740), "tablet": (800, 1280), "laptop": (1280, 800), "old-tablet": (1024, 768)}
Visit = Callable[[str], None]
PATIENCE = 60_000  # milliseconds for the first page of a server that has just started on a busy machine


class Hall:
    """Two tables of a running round; the second has no game on."""

    def __init__(self, live_server: LiveServer, names: tuple[str, ...] = (), **rules: Any) -> None:
        self.event = builders.event(2, rules=rules)
        self.rename(names)
        started = timezone.now() - timedelta(minutes=1)
        builders.add_round(self.event.tournament, state=Round.State.RUNNING, clock_started_at=started)
        links = make_table_links(self.event.tournament, [1, 2], actor=self.event.actor())
        self.address, self.empty = (f"{live_server.url}/t/{link.token}/" for link in links)

    def rename(self, names: tuple[str, ...]) -> None:
        players = [member.player for entry in self.event.entries() for member in entry.members.all()]
        for player, name in zip(players, names, strict=False):
            player.name = name
            player.save()

    @property
    def game(self) -> Game:
        return Game.objects.get(table=1)

    def record(self, lines: list[dict[str, Any]]) -> None:
        append_lines(self.game.pk, lines, actor=holding(self.event.referee))

    def open(self, page: Page, shows: str = ".felt") -> None:
        """Open the table with the referee's PIN, in whatever language the page speaks."""
        page.goto(f"{self.address}pen/", timeout=PATIENCE)
        page.get_by_role("radio", name=self.event.referee.name).check()
        tablet.press(page, builders.PINS[Role.REFEREE])
        page.locator(".pen-form button.main").click()
        expect(page.locator(shows)).to_be_visible()


def begin(page: Page) -> None:
    """Start with A1 as the leader and lay the first tile of a deal."""
    page.locator("#leads-A1").click()
    page.locator("#write").click()
    tablet.begin(page)


def walk(hall: Hall, page: Page, visit: Visit) -> None:
    """Go through the screens of a game, from the choice of an official to the accepted protocol."""
    page.goto(f"{hall.address}pen/", timeout=PATIENCE)
    visit("choose")
    hall.open(page)
    visit("before")
    begin(page)
    visit("running")
    _deals(page, visit)
    _around(page, visit)
    hall.record([{"kind": "deal", "ending": "points", "side": "A", "points": 168}] * 2)
    expect(page.locator("#to-protocol")).to_be_visible()
    visit("finished")
    _protocol(page, visit)
    addresses = {
        "view": hall.address,
        "no-game": hall.empty,
        "no-game-to-write": f"{hall.empty}table/",
        "find": hall.address.split("/t/")[0] + "/t/",
    }
    for name, address in addresses.items():
        answer = page.goto(address)
        assert answer
        assert answer.ok
        visit(name)


def _deals(page: Page, visit: Visit) -> None:
    page.locator("#end-deal").click()
    visit("deal")
    page.locator("#end-out-A1").check()
    page.locator("#way-number").check()
    tablet.press(page, "12205")
    visit("deal-out")
    page.locator("#way-tiles").check()
    page.locator("#hand-B1").check()
    for tile in ("6-4", "5-1", "3-3"):
        tablet.touch_tile(page, tile)
    page.locator("#hand-B2").check()
    page.locator("#tile-6-4").dispatch_event("click")  # it lies in another hand
    expect(page.locator(".refused")).to_be_visible()
    visit("deal-tiles")
    reopen_question(page)
    page.locator("#end-fish-B1").check()
    page.locator("#way-number").check()
    for seat, pips in {"A1": 10, "A2": 9, "B1": 4, "B2": 4}.items():
        page.locator(f"#hand-{seat}").check()
        tablet.press(page, pips)
    expect(page.locator("#count-again")).to_be_visible()
    visit("deal-fish-odd")
    tablet.press(page, 5)
    page.locator("#hand-B2").check()
    tablet.press(page, 5)
    visit("deal-fish")
    reopen_question(page)
    page.locator("#points-only").click()
    page.locator("#side-B").check()
    tablet.press(page, 31)
    visit("deal-points")
    page.locator("#back").click()


def reopen_question(page: Page) -> None:
    """On a phone the question folds away once it is answered."""
    if page.locator("#told").is_visible():
        page.locator("#told").click()


def _around(page: Page, visit: Visit) -> None:
    page.locator("#penalty").click()
    visit("penalty")
    page.locator("#code-out_of_turn").check()
    page.locator("#who-B2").check()
    visit("penalty-out-of-turn")
    page.locator("#back").click()
    page.locator("#more").click()
    visit("more")
    page.locator("#dialog-back").click()
    page.locator("#whole-log").click()
    visit("log")
    page.locator("#back").click()


def _protocol(page: Page, visit: Visit) -> None:
    page.locator("#to-protocol").click()
    expect(page.locator("#draw-up")).to_be_visible()
    visit("protocol-new")
    page.locator("#draw-up").click()
    expect(page.locator("#sign-A1")).to_be_visible()
    visit("protocol")
    page.locator("#sign-A1").click()
    expect(page.locator("canvas")).to_be_visible()
    visit("signing")


def picture(page: Page, name: str) -> None:
    """Keep a picture where SCREEN_PICTURES names a folder."""
    if folder := os.environ.get("SCREEN_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")
