"""One score sheet's CPU time beside the same strings and lines drawn bare on a canvas."""

from __future__ import annotations

import datetime
import io
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from tournaments.sheets.paper import Paper
from tournaments.sheets.score_sheet import draw_score_sheets, sheet_pages
from tournaments.sheets.values import Heading, ScoreSheet, SeatLine

from .figures import Figure, Spent, timed

PAGES, TIMES, FEW_TIMES = 50, 25, 5
HEADING = Heading("Amber Coast Open", "Kalmar hall", datetime.date(2026, 11, 29), 5, 8)
NAMES = {"A1": "Țurcanu Ștefan", "B1": "Раҳимов Ҷамшед", "A2": "Bălan Mihăiță", "B2": "Қодиров Ғайрат"}
URL = "http://192.168.1.20:8000/e/amber-coast-open/games/"
numbers = count(1)


class Recorder(Paper):
    """Paper that keeps the strings, lines and boxes of a sheet, to draw them again without any layout."""

    def __init__(self) -> None:
        super().__init__("", "en")
        self.strings: list[tuple[float, float, str, float, str]] = []
        self.lines_drawn: list[tuple[float, float, float, float, float]] = []
        self.boxes: list[tuple[float, float, float, float]] = []

    def _write(self, run: Any, size: float, x: float, y: float, grey: float) -> None:
        self.strings.append((x, self.height - y, run.font, size, run.text))

    def line(self, x1: float, y1: float, x2: float, y2: float, weight: float = 0.6) -> None:
        self.lines_drawn.append((x1, self.height - y1, x2, self.height - y2, weight))

    def box(self, x: float, top: float, w: float, h: float, **how: Any) -> None:
        self.boxes.append((x, self.height - top - h, w, h))

    def qr(self, x: float, top: float, size: float, url: str) -> None:
        """Leave the code out: making it is no drawing."""


def sheet(number: int) -> ScoreSheet:
    """Make a blank sheet whose names, code and QR address nobody has drawn before, as those of a round are."""
    fresh = next(numbers)
    seats = tuple(
        SeatLine(seat, f"{name} {fresh}", "", fresh % 100, f"LIC-{fresh}", f"Хуҷанд {fresh % 20}")
        for seat, name in NAMES.items()
    )
    return ScoreSheet(
        HEADING, number, f"R5-T{number}-{fresh}", f"{URL}{fresh}/", seats, f"Țurcanu – Bălan {fresh}",
        f"Раҳимов – Қодиров {fresh}", sheet=number, sheets=PAGES,
    )  # fmt: skip


def bare(record: Recorder, pages: int) -> None:
    """Draw the recorded strings, lines and boxes and nothing else."""
    canvas = Canvas(io.BytesIO(), pagesize=A4, pageCompression=1)
    for _page in range(pages):
        for x, y, font, size, text in record.strings:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        for x1, y1, x2, y2, weight in record.lines_drawn:
            canvas.setLineWidth(weight)
            canvas.line(x1, y1, x2, y2)
        for box in record.boxes:
            canvas.rect(*box)
        canvas.showPage()
    canvas.save()


def measure() -> list[Figure]:
    """Measure a single sheet and a page of a document of fifty, each beside its bare drawing."""
    record = Recorder()
    for page in sheet_pages(sheet(1)):
        page(record)
    one, plain, one_bare = timed([partial(drawn, 1), partial(drawn, 1, url=""), partial(bare, record, 1)], TIMES)
    fifty, fifty_bare = timed([partial(drawn, PAGES), partial(bare, record, PAGES)], FEW_TIMES)
    what = f"{len(record.strings)} strings, {len(record.lines_drawn) + len(record.boxes)} lines and boxes"
    note = f"score sheet: CPU time of one core; bare: its {what} through ReportLab, without the QR code"
    return [
        ms("score sheet, a document of its own", one, one_bare, 1, note),
        ms("score sheet, the same without its QR code", plain, one_bare, 1, note),
        ms(f"score sheet, one of {PAGES} of a round", fifty, fifty_bare, PAGES, note),
    ]


def drawn(pages: int, **changes: Any) -> None:
    """Print fresh sheets."""
    draw_score_sheets([replace(sheet(number), **changes) for number in range(1, pages + 1)], "Sheets")


def ms(name: str, spent: Spent, bare: Spent, pages: int, note: str) -> Figure:
    """Give milliseconds a page."""
    median, least, plain = (1000 * seconds / pages for seconds in (spent.median, spent.least, bare.median))
    return Figure(name, median, "ms", None, plain, least, note)
