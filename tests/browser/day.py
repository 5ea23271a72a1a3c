"""One event as its organiser walks it in a browser: 16 pairs, four rounds, from the empty program to the end.

The bulk of the games is written by the acts that the tables call; one is played on a tablet, one comes from paper.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from referees.acts.calls import call_official
from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol
from referees.models import Call, Line, TableLink
from referees.playing import sign_game
from scoring.engine import play_log
from tests.browser import journey, tablet
from tests.browser.journey import PIN, REFEREE, button, choice, tab
from tournaments.acts.documents import make_document
from tournaments.models import Document, Game, Official, Round
from tournaments.permissions import Actor

PAIRS, ROUNDS = 16, 4
TABLES = PAIRS // 2
LAPTOP, TABLET, PHONE, PROJECTOR = (1280, 800), (1280, 800), (390, 844), (1920, 1080)
ON_PAPER = 8  # the table whose tablet has failed
UNDER_WAY = timedelta(minutes=14)  # of the round that is looked at on the board
DRAWN = {"A1": "6-3", "B1": "5-5", "A2": "6-4", "B2": "2-1"}
Keep = Callable[[Page, str], object]
KeepSheet = Callable[[bytes, str], object]


def nothing(_what: object, _name: str) -> None:
    """Keep no picture."""


@dataclass
class Day:
    """Where the day is walked, and what becomes of the pictures on its way."""

    browser: Browser
    home: str
    folder: Path
    keep: Keep = nothing
    keep_sheet: KeepSheet = nothing

    @contextmanager
    def device(self, size: tuple[int, int], *, touch: bool = False) -> Iterator[Page]:
        """Open a device that was never here."""
        width, height = size
        context = self.browser.new_context(
            locale="en-GB", viewport={"width": width, "height": height}, has_touch=touch, reduced_motion="reduce"
        )
        context.set_default_timeout(journey.PATIENCE)
        yield context.new_page()
        context.close()

    def list_of_pairs(self, name: str, *, without_licence_of: str = "") -> Path:
        """Write the entry list as a club sends it, one licence forgotten if that is asked for."""
        with journey.ENTRY_LIST.open(encoding="utf-8") as file:
            headings, *rows = csv.reader(file)
        for row in rows:
            row[2] = "" if row[1] == without_licence_of else row[2]
        with (self.folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([headings, *rows[:PAIRS]])
        return self.folder / name


# -- before the day ----------------------------------------------------------------------------------------------------


def set_up(day: Day, desk: Page) -> None:
    """The first administrator, and the event in four steps."""
    desk.goto(day.home)
    journey.set_up_the_desk(desk)
    make_the_event(desk)
    desk.get_by_role("radio", name=journey.beginning("Club evening")).check()
    day.keep(desk, "organiser-begin")
    button(desk, "Begin from this").click()
    desk.get_by_label("Order of the first draw").select_option(label="by entry number")
    day.keep(desk, "organiser-rounds")
    button(desk, "Keep these regulations").click()
    expect(desk.get_by_role("heading", name="Next: the entries")).to_be_visible()


def make_the_event(desk: Page) -> None:
    """The days are those that the form offers: today."""
    fields = {"Name of the event": journey.EVENT, "Hall": "Boat house", "Federation": "Harbour Federation"}
    for label, words in fields.items():
        desk.get_by_label(label).fill(words)
    button(desk, "Make this event").click()


def bring_the_entries(day: Day, desk: Page) -> None:
    """A list with a fault, its good pairs, and the mended list: nobody is entered twice."""
    desk.get_by_role("link", name="Bring an entry list").click()
    look_at(desk, day.list_of_pairs("clubs.csv", without_licence_of="Зимина Вера"))
    expect(desk.get_by_text("Зимина Вера has no licence.")).to_be_visible()
    day.keep(desk, "organiser-list")
    button(desk, "Take 15 pairs").click()
    expect(desk.get_by_text("15 pairs are entered.")).to_be_visible()
    desk.get_by_role("link", name="Bring an entry list").click()
    look_at(desk, day.list_of_pairs("clubs-mended.csv"))
    button(desk, "Take 1 pair").click()
    expect(desk.get_by_text("1 pair is entered.")).to_be_visible()


def look_at(desk: Page, file: Path) -> None:
    desk.get_by_label("The file").set_input_files(file)
    button(desk, "Look at the list").click()


def name_a_referee_and_lay_out_the_tables(day: Day, desk: Page) -> None:
    tab(desk, "Today")
    day.keep(desk, "organiser-first")
    desk.get_by_role("link", name="Name the officials").click()
    journey.add_the_referee(desk)
    desk.get_by_label("Name", exact=True).fill("Tom Reed")
    choice(desk, "Role", "Scorer").check()
    desk.get_by_label("Make a PIN and show it once").check()
    button(desk, "Add this official").click()
    expect(desk.get_by_role("heading", name="The PIN of Tom Reed")).to_be_visible()
    tab(desk, "Today")
    desk.get_by_role("link", name="Make the links of the tables").click()
    button(desk, "Make the links").click()
    expect(desk.get_by_role("link", name=re.compile(r"^Open table \d+$"))).to_have_count(TABLES)


def check_in(day: Day, desk: Page) -> None:
    """Fifteen numbers and a name, without a mouse."""
    tab(desk, "Today")
    desk.get_by_role("link", name="Check the pairs in").click()
    for number in range(1, PAIRS):
        type_and_enter(desk, "Number, or a part of a name", str(number))
        expect(desk.get_by_role("heading", name=f"{number} of {PAIRS} here")).to_be_visible()
    day.keep(desk, "organiser-check-in")
    type_and_enter(desk, "Number, or a part of a name", "bălan")
    expect(desk.get_by_text("Everybody is here.")).to_be_visible()
    desk.get_by_role("link", name="Today says what comes next").click()


def type_and_enter(desk: Page, label: str, words: str) -> None:
    """Type into the field that has the focus by itself."""
    expect(desk.get_by_label(label)).to_be_focused()
    expect(desk.get_by_label(label)).to_have_value("")
    desk.keyboard.type(words)
    desk.keyboard.press("Enter")


# -- a round -----------------------------------------------------------------------------------------------------------


def draw(day: Day, desk: Page, number: int) -> None:
    button(desk, f"Draw round {number}").click()
    expect(desk.get_by_text(f"Round {number} is drawn. Only the desk sees it so far.")).to_be_visible()


def publish(day: Day, desk: Page, number: int) -> None:
    button(desk, f"Publish round {number}").click()
    expect(desk.get_by_text(f"Round {number} is published.")).to_be_visible()


def printed(desk: Page, title: str) -> bytes:
    """Let the worker print what was asked for, and open it."""
    for document in Document.objects.filter(state=Document.State.ASKED):
        make_document(document.pk)
    tab(desk, "Documents")
    return journey.open_the_pdf(desk, title)


def start_the_clock(desk: Page, number: int) -> None:
    tab(desk, "Today")
    button(desk, "Start the clock").first.click()
    expect(desk.get_by_role("heading", name=f"Round {number} is being played")).to_be_visible()


def close(desk: Page, number: int) -> None:
    tab(desk, "Today")
    button(desk, f"Close round {number}").click()
    expect(desk.get_by_text(f"Round {number} is closed. The standings after it are final.")).to_be_visible()


# -- the games ---------------------------------------------------------------------------------------------------------


def play_on_a_tablet(day: Day, table: int) -> None:
    """Four deals, a warning and five signatures: 49 + 60 + 70 against 54, the target is 150."""
    link = TableLink.objects.get(table=table)
    with day.device(TABLET, touch=True) as page:
        tablet.take_pen(page, f"{day.home}/t/{link.token}/", REFEREE, PIN)
        tablet.start(page, DRAWN)
        tablet.play_deal(page, "out", "A2", {"B1": 17, "B2": 23, "A1": 9})
        tablet.punish(page, "slow_play", "B2")
        tablet.play_deal(page, "fish", "B1", {"A1": 21, "A2": 14, "B1": 8, "B2": 11})
        for points in (60, 70):
            tablet.play_deal_from_paper(page, "A", points)
        tablet.draw_up(page)
        tablet.sign_all(page)
        tablet.accept(page)


def enter_from_paper(day: Day, desk: Page) -> None:
    """The sheet of the table whose tablet has failed: 60, 95 to A, 45 to B."""
    tab(desk, "Board")
    desk.get_by_role("link", name="A game from paper").click()
    type_and_enter(desk, "Table, code of the game, or a scan of the sheet", str(ON_PAPER))
    desk.get_by_label("First leader").select_option("A1")
    for row, (side, points, total) in enumerate((("a", 60, 60), ("b", 45, 45), ("a", 95, 155))):
        desk.locator(f"#id_row-{row}-points_{side}").fill(str(points))
        desk.locator(f"#id_row-{row}-total_{side}").fill(str(total))
    desk.get_by_label("Final score of side A").fill("155")
    desk.get_by_label("Final score of side B").fill("45")
    desk.get_by_label("Winner").select_option(label="side A")
    desk.get_by_label("The referee who signed").select_option(label=f"{REFEREE}, referee")
    expect(desk.get_by_text("This makes 155 : 45, side A wins")).to_be_visible()
    desk.evaluate("scrollTo(0, 0)")
    day.keep(desk, "organiser-paper")
    button(desk, "Write the game and accept it").click()
    expect(desk.get_by_text(f"Table {ON_PAPER} is in: 155 : 45, side A won.")).to_be_visible()


def referee() -> Actor:
    official = Official.objects.get(name=REFEREE)
    return Actor(official.name, official=official)


def write(game: Game, share: float = 1) -> None:
    """Write the log of a game that the engine plays, or its first part; go on where it stands."""
    seated = {seat.seat: seat.player.key for seat in game.seats.select_related("player")}
    began = game.round.clock_started_at
    rng = Random(f"{game.round.number}-{game.table}")
    lines = play_log(rng, game.rules, carried=game.carried, seated=seated, started_at=began, penalties=0)
    known = Line.objects.filter(game=game).count()
    _, _, answers = append_lines(game.pk, lines[known : max(6, round(len(lines) * share))], actor=referee())
    assert {answer.answer for answer in answers} <= {"applied"}


def accept(game: Game) -> None:
    """Play a game to its end, let all sign, accept it."""
    write(game)
    protocol = sign_game(game, Random(game.pk), actor=referee())
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee())


def finish(round_: Round) -> None:
    """Bring in every result of a round that is missing."""
    for game in round_.games.exclude(state=Game.State.ACCEPTED).order_by("table"):
        accept(game)


def half_way(round_: Round) -> None:
    """Bring a round to where its clock has run for a while: some are in, some play, one has called, one waits."""
    round_.clock_started_at = timezone.now() - UNDER_WAY
    round_.save(update_fields=["clock_started_at"])
    *begun, _waiting = round_.games.select_related("round").order_by("table")
    for game in begun[:2]:
        accept(game)
    for at, game in enumerate(begun[2:]):
        write(game, 0.35 + 0.07 * at)
    call_official(begun[3], Call.Kind.HELP, actor=referee(), text="A tile lies under the table")


# -- the end -----------------------------------------------------------------------------------------------------------


def end(day: Day, desk: Page) -> None:
    """The end, then the final standings on paper."""
    tab(desk, "Today")
    desk.get_by_role("main").get_by_role("link", name="End the event").first.click()
    day.keep(desk, "organiser-end")
    button(desk, f"End the event after round {ROUNDS}").click()
    expect(desk.get_by_text("The event has ended. The standings are final.")).to_be_visible()
    day.keep(desk, "organiser-ended")
    tab(desk, "Today")
    button(desk, "Print the final standings").click()
    day.keep_sheet(printed(desk, f"Standings after round {ROUNDS}"), "organiser-sheet-standings")
    tab(desk, "Today")
    desk.get_by_role("link", name="How the event ended").click()
