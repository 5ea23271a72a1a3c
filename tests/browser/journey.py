"""The steps of a new user, as fingers and a mouse make them: by the words on labels, buttons and tabs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.builders import CASES

ENTRY_LIST = CASES / "entries" / "pairs-24-utf8.csv"
EVENT = "Harbour Cup"
PASSWORD = "tide turns at six"
REFEREE, PIN = "Ola Berg", "8205"
Picture = Callable[[], object]
Strokes = Sequence[Sequence[tuple[float, float]]]
PATIENCE = 30_000  # milliseconds for one step on a busy machine
PRINTING = 90_000  # milliseconds until a worker that has just started has printed a round


def nobody_looks() -> None:
    """Take no picture."""


@dataclass
class Album:
    """Pictures of the journey, kept where JOURNEY_PICTURES names a folder."""

    folder: str = field(default_factory=lambda: os.environ.get("JOURNEY_PICTURES", ""))
    taken: int = 0

    def take(self, page: Page, name: str) -> None:
        if self.folder:
            page.screenshot(path=self._next(name, ".png"), full_page=True)

    def keep(self, file: Path) -> None:
        if self.folder:
            self._next(file.stem, file.suffix).write_bytes(file.read_bytes())

    def _next(self, name: str, suffix: str) -> Path:
        self.taken += 1
        return Path(self.folder) / f"{self.taken:02}-{name}{suffix}"


@contextmanager
def visitor(browser: Browser, *, tablet: bool = False) -> Iterator[Page]:
    """Open the browser of somebody who was never here: a laptop, or a tablet held upright."""
    device = {"width": 800, "height": 1280} if tablet else {"width": 1280, "height": 800}
    context = browser.new_context(locale="en-GB", viewport=device, has_touch=tablet, is_mobile=tablet)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)  # for the whole run: those who expect nothing slow lose nothing by it
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not complaints  # of scripts that broke, files that are not there, what the page may not load


def button(page: Page | Locator, words: str) -> Locator:
    """Find a button by how its words begin; what stands small beneath them may follow."""
    return page.get_by_role("button", name=beginning(words))


def choice(page: Page, group: str, words: str) -> Locator:
    """Find one of the choices of a group by how the words on its face begin."""
    return page.get_by_role("group", name=beginning(group)).get_by_role("radio", name=beginning(words))


def beginning(words: str) -> re.Pattern[str]:
    """Match the beginning of what is read out; spaces that do not break are spaces too."""
    spaced = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"^{spaced}(?!\w)", re.IGNORECASE)


# -- at the desk -------------------------------------------------------------------------------------------------------


def set_up_the_desk(page: Page) -> None:
    page.get_by_label("Your name").fill("Mara Lind")
    page.get_by_label("Sign-in name").fill("mara")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    button(page, "Set up the desk").click()


def make_the_event(page: Page) -> None:
    page.get_by_label("Name of the event").fill(EVENT)
    page.get_by_label("Hall").fill("Boat house")
    page.get_by_label("First day").fill("2026-11-28")
    page.get_by_label("Last day").fill("2026-11-29")
    page.get_by_label("Federation").fill("Harbour Federation")
    button(page, "Make this event").click()


def bring_the_entry_list(page: Page) -> None:
    page.get_by_label("The file").set_input_files(ENTRY_LIST)
    button(page, "Look at the list").click()


def add_the_referee(page: Page) -> None:
    tab(page, "Officials")
    page.get_by_label("Name", exact=True).fill(REFEREE)
    choice(page, "Role", "Referee").check()
    page.get_by_label("PIN for the tables").fill(PIN)
    button(page, "Add this official").click()


def make_the_table_links(page: Page, tables: int) -> None:
    tab(page, "Tables")
    page.get_by_label("Tables in the hall").fill(str(tables))
    button(page, "Make the links").click()


def ask_for(page: Page, kind: str, round_words: str) -> None:
    """Ask for a document on the page of documents."""
    tab(page, "Documents")
    choice(page, "Document", kind).check()
    page.get_by_label("Round", exact=True).select_option(label=round_words)
    button(page, "Make it").click()


def open_the_pdf(page: Page, title: str) -> bytes:
    """Wait until a document is ready, without touching the page, and fetch it with the session of this browser."""
    row = page.get_by_role("listitem").filter(has_text=title)
    link = row.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=PRINTING)
    answer = page.context.request.get(page.url.split("/desk/")[0] + str(link.get_attribute("href")))
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()


def back_to_the_desk(page: Page, name: str) -> None:
    """Go from a public page to the desk, by the menu of one's own name."""
    page.get_by_role("banner").locator("summary").filter(has_text=name).click()
    page.get_by_role("link", name="All events").click()
    page.get_by_role("link", name="The desk of this event").click()


def tab(page: Page, words: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=words, exact=True).click()


# -- at the table ------------------------------------------------------------------------------------------------------


def take_the_pen(page: Page, picture: Picture = nobody_looks) -> None:
    page.get_by_role("link", name="For officials: take the pen").tap()
    page.get_by_role("radio", name=REFEREE).check()
    press(page, PIN)
    picture()
    button(page, "Take the pen").tap()


def press(page: Page, figures: object) -> None:
    """Press figures on the pad of the screen."""
    for figure in str(figures):
        page.get_by_role("button", name=figure, exact=True).tap()


def turn_over(page: Page, name: str, tile: str, picture: Picture = nobody_looks) -> None:
    """Say which tile a player drew for the first lead."""
    page.get_by_role("button", name=f"Which tile did {name} turn over?").tap()
    picture()
    box = page.get_by_role("checkbox", name=tile, exact=True)
    page.get_by_role("dialog").locator("label", has=box).tap()


def begin_deal(page: Page, number: int) -> None:
    button(page, f"Begin deal {number}").tap()
    expect(button(page, f"Deal {number} is over")).to_be_visible()


def end_deal(page: Page, number: int, ending: str, by: str, left: Mapping[str, int]) -> None:
    """Say how a deal ended and count the hands in the order in which the screen asks for them."""
    button(page, f"Deal {number} is over").tap()
    who = page.get_by_role("group", name=beginning("How it ended"))
    who.get_by_role("radio", name=re.compile(rf"^{by}\b.*: {ending}$")).tap()
    last = list(left)[-1]
    for seat, pips in left.items():
        expect(page.get_by_role("heading", name=f"Left in the hand of {seat}")).to_be_visible()
        press(page, pips)
        if seat != last and pips in range(1, 7):  # a second figure could follow
            button(page, "Next hand:").tap()


def end_deal_from_paper(page: Page, number: int, side: str, points: int, picture: Picture = nobody_looks) -> None:
    """Write the points alone, as a referee does who had no time to count at the screen."""
    button(page, f"Deal {number} is over").tap()
    button(page, "Points only").tap()
    choice(page, "To which side", side).tap()
    press(page, points)
    picture()
    button(page, f"{points} points to side {side}").tap()


def punish(page: Page, breach: str, who: str, picture: Picture = nobody_looks) -> None:
    button(page, "Penalty").tap()
    choice(page, "Breach", breach).tap()
    choice(page, "Who", who).tap()
    picture()
    button(page, f"Write: {breach}").tap()


def sign(page: Page, signer: str, strokes: Strokes, picture: Picture = nobody_looks) -> None:
    """Let one of five sign: strokes as parts of the width and height of the field."""
    page.locator(f"[data-signer={signer}]").get_by_role("button").tap()
    pad = page.get_by_role("img", name="Field to sign in")
    box = pad.bounding_box()
    assert box
    for stroke in strokes:
        first, *others = ((box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in stroke)
        page.mouse.move(*first)
        page.mouse.down()
        for point in others:
            page.mouse.move(*point, steps=4)
        page.mouse.up()
    picture()
    button(page.get_by_role("dialog"), "Sign").tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
