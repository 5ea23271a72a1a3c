"""The instrument in a browser: what its first load weighs, and how soon it answers a tap on a slow tablet."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from django.core.management import call_command
from django.db import connection
from playwright.sync_api import Page, sync_playwright

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from tournaments.permissions import Actor, program

from .figures import Figure
from .records import event, published_rounds, referee, session_with_pen
from .server import WAITRESS, serving

SLOWER = 4  # times; an old tablet against this machine
HEAVIEST, LONGEST = 150, 100  # kB of a first load, ms of an answer to a tap
TIMES = 7
UNDER_WAY = [{"kind": "start", "leader": "A1"}, {"kind": "deal_begin"}]

#: Press and wait until the change has been laid out and painted: the second frame after it has begun.
TAP = """id => new Promise(done => {
  const begin = performance.now();
  document.getElementById(id).click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));
})"""


def measure() -> Iterator[Figure]:
    """Open a table as a tablet does for the first time, then tap it on a slowed processor."""
    call_command("migrate", verbosity=0)
    token, session = table_and_pen()
    connection.close()
    with serving(WAITRESS, os.environ) as server, browser_page() as page:
        home = f"http://{server.address[0]}:{server.address[1]}"
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": home}])
        yield Figure(
            "first load of a table, packed", first_load(page, f"{home}/t/{token}/table/"), "kB", target=HEAVIEST
        )
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield from taps(page)


def table_and_pen() -> tuple[str, str]:
    """Make an event with a deal on a table; give the key of the table and the session of a tablet with the pen."""
    tournament = event("instrument", 2)
    (game,) = published_rounds(tournament, 1)[0]
    official = referee(tournament, "Referee")
    append_lines(game.pk, UNDER_WAY, actor=Actor(official.name, official=official))
    (link,) = make_table_links(tournament, [1], actor=program("benchmarks"))
    return link.token, session_with_pen(official)


@contextmanager
def browser_page() -> Iterator[Page]:
    """Open a visitor's first page: nothing cached."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
        browser.close()


def first_load(page: Page, address: str) -> float:
    """Load the table into a browser that has never seen it and add up what came over the wire, in kB."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received: list[float] = []
    session.on("Network.loadingFinished", lambda finished: received.append(finished["encodedDataLength"]))
    page.goto(address)
    page.locator("#end-deal").wait_for()
    return sum(received) / 1000


def taps(page: Page) -> Iterator[Figure]:
    """Time what is pressed most: opening the deal, who went out, a figure, a tile of the pad, the penalty."""
    yield tap(page, "open the deal", "end-deal", back="back")
    page.locator("#end-deal").click()
    yield tap(page, "who went out", "end-out-A1", other="end-out-B1")
    yield tap(page, "a figure of the number pad", "key-3", other="key-back")
    page.locator("#way-tiles").check(force=True)
    yield tap(page, "the tiles instead of figures", "way-tiles", other="way-number")
    page.locator("#back").click()
    yield tap(page, "open the penalty", "penalty", back="back")


def tap(page: Page, name: str, id_: str, *, other: str | None = None, back: str | None = None) -> Figure:
    """Press a button again and again, undoing it in between, and take the median."""
    spent = []
    for _ in range(TIMES):
        spent.append(pressed(page, id_))
        undo = other or back
        if undo:
            pressed(page, undo)
    return Figure(f"answer to a tap: {name}", median(spent), "ms", target=LONGEST, best=min(spent), note=NOTE)


NOTE = f"taps: from the press until the change is painted, on a processor slowed {SLOWER} times"


def pressed(page: Page, id_: str) -> float:
    """Press one button and give the milliseconds until the answer is painted."""
    page.locator(f"#{id_}").wait_for(state="attached")
    spent: Any = page.evaluate(TAP, id_)
    return float(spent)
