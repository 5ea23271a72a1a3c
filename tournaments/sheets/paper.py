"""The paper: pages of one PDF, drawn from the top left in points, with what could not be printed noted."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal, TypedDict

import segno
from django.utils.translation import get_language
from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from .fonts import families
from .words import LEADING, Fitted, Run, clean, missing, printable, runs, squeeze, width

# Text streams wrapped in ASCII are a quarter longer and help nobody who can store a PDF.
rl_config.useA85 = 0

Align = Literal["left", "centre", "right"]
Page = Callable[["Paper"], None]
Progress = Callable[[int, int], None]

MARGIN: Final = 36.0
HAIR: Final = 0.6
HEAVY: Final = 1.9
CAP_MIDDLE: Final = 0.357  # half the height of a capital, at size 1
PAD_SHAPE: Final = 3.0  # width by height of the field in which signatures are drawn on the tablet
STROKE_RANGE: Final = 1000


@dataclass(frozen=True)
class Print:
    """A finished PDF, and the names it could not print as they are written."""

    pdf: bytes
    pages: int
    missing: tuple[Missing, ...]


class Missing(TypedDict):
    """A name that is not printed as it is written: why, by a code of reads.documents.MISSING, and for want of what."""

    name: str
    why: str
    characters: str


class Paper:
    """Draw on one page after the other; y grows downward."""

    def __init__(self, title: str, language: str, landscape: bool = False, *, stamps: bool = False) -> None:
        self.width, self.height = (A4[1], A4[0]) if landscape else A4
        self.left, self.right = MARGIN, self.width - MARGIN
        self.column = self.left  # where the column of text begins that is being drawn
        self.missing: dict[str, Missing] = {}
        self._stamps: dict[Hashable, str] | None = {} if stamps else None
        self._file = io.BytesIO()
        self._canvas = Canvas(
            self._file,
            pagesize=(self.width, self.height),
            pageCompression=1,
            lang=language,
            initialFontName=families()[0].regular.fontName,
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("Domino Desk")
        self._begin()

    def _begin(self) -> None:
        self._text: Any = self._canvas.beginText()
        self._set: tuple[Any, ...] = ()
        self._grey = 0.0

    def turn(self) -> None:
        """Finish this page; its text is laid over everything else on it."""
        self._canvas.drawText(self._text)
        self._canvas.showPage()
        self._begin()

    def stamp(self, key: Hashable, draw: Page) -> None:
        """Draw what looks the same on many pages: into the document once, on each page only a pointer to it.

        `key` says all that the drawing depends on, but for the language. A stamp draws no stamps.
        """
        if self._stamps is None:
            draw(self)
            return
        key = (key, get_language())
        if key not in self._stamps:
            self._stamps[key] = f"stamp{len(self._stamps)}"
            self._cut(self._stamps[key], draw)
        self._canvas.doForm(self._stamps[key])

    def _cut(self, name: str, draw: Page) -> None:
        page = self._text, self._set, self._grey
        self._canvas.beginForm(name, 0, 0, self.width, self.height)
        self._begin()
        draw(self)
        self._canvas.drawText(self._text)
        self._canvas.endForm()
        self._text, self._set, self._grey = page

    def finish(self) -> bytes:
        """Close the document and give its bytes."""
        self._canvas.save()
        return self._file.getvalue()

    # Text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: Align = "left",
        white: bool = False,
    ) -> float:
        """Write one line on the baseline y; answer where it ends."""
        if align != "left":
            x -= width(text, size, bold) * (0.5 if align == "centre" else 1.0)
        for run in runs(text, bold):
            if run.font:
                self._write(run, size, x, y, 1.0 if white else 0.0)
            else:
                self._unknown(x, y, run.text, size, text)
            x += run.width * size
        return x

    def _write(self, run: Run, size: float, x: float, y: float, grey: float) -> None:
        if self._set != (run.font, size):
            self._set = (run.font, size)
            self._text.setFont(run.font, size)
        if self._grey != grey:
            self._grey = grey
            self._text.setFillGray(grey)
        self._text.setTextOrigin(x, self.height - y)
        if run.spelled:
            # Marks are moved over their letters, so readers of the PDF would take them for words of their own.
            spelled = run.spelled.encode("utf-16-be").hex()
            self._text._code.append(f"/Span <</ActualText <FEFF{spelled}>>> BDC")
        self._text.textOut(run.text)
        if run.spelled:
            self._text._code.append("EMC")

    def _unknown(self, x: float, y: float, char: str, size: float, whole: str) -> None:
        """Draw a box with the number of a character that no face has, so that it is not lost unseen."""
        self._note(whole, "boxes")
        digits = f"{ord(char):04X}"
        half = (len(digits) + 1) // 2
        self.box(x + 0.04 * size, y - 0.78 * size, 0.7 * size, 0.92 * size, weight=0.4)
        for row, part in enumerate((digits[:half], digits[half:])):
            figures = min(0.46, 0.62 / width(part, 1)) * size
            self.text(x + 0.39 * size, y + (0.43 * row - 0.39) * size, part, figures, align="centre")

    def _note(self, whole: str, why: str) -> None:
        gone = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing(whole))
        self.missing[clean(whole)] = Missing(name=clean(whole), why=why, characters=gone)

    def person(self, name: str, latin_name: str) -> str:
        """Choose the form of a name that can be printed, noting it where that is the Latin one."""
        chosen = printable(name, latin_name)
        if chosen != name:
            self._note(name, "latin")
        return chosen

    def lines(
        self, x: float, y: float, fitted: Fitted, *, bold: bool = False, align: Align = "left", white: bool = False
    ) -> None:
        """Write the lines of a fitted text, the first on the baseline y."""
        for number, line in enumerate(fitted.lines):
            at = y + number * fitted.size * LEADING
            self.text(x, at, line, fitted.size, bold=bold, align=align, white=white)

    def cell(
        self,
        x: float,
        top: float,
        room: float,
        height: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: Align = "left",
        smallest: float = 7.0,
    ) -> None:
        """Write a text into a cell, shrunk or broken to its width and centred in its height."""
        if not text:
            return
        fitted = squeeze(text, room, height, size, smallest, bold)
        y = top + height / 2 + CAP_MIDDLE * fitted.size - (len(fitted.lines) - 1) * fitted.size * LEADING / 2
        at = {"left": x, "centre": x + room / 2, "right": x + room}[align]
        self.lines(at, y, fitted, bold=bold, align=align)

    # Lines and shapes

    def line(self, x1: float, y1: float, x2: float, y2: float, weight: float = HAIR) -> None:
        """Draw a straight line."""
        self._canvas.setLineWidth(weight)
        self._canvas.line(x1, self.height - y1, x2, self.height - y2)

    def rule(self, y: float, weight: float = HAIR) -> None:
        """Draw a line across the page."""
        self.line(self.left, y, self.right, y, weight)

    def box(
        self, x: float, top: float, w: float, h: float, *, weight: float = HAIR, radius: float = 0, fill: bool = False
    ) -> None:
        """Draw a rectangle; filled, it is black."""
        self._canvas.setLineWidth(weight)
        bottom = self.height - top - h
        if radius:
            self._canvas.roundRect(x, bottom, w, h, radius, stroke=1, fill=int(fill))
        else:
            self._canvas.rect(x, bottom, w, h, stroke=1, fill=int(fill))

    def shade(self, x: float, top: float, w: float, h: float) -> None:
        """Fill a rectangle with light grey."""
        self._canvas.setFillGray(0.86)
        self._canvas.rect(x, self.height - top - h, w, h, stroke=0, fill=1)
        self._canvas.setFillGray(0)

    def circle(self, x: float, y: float, radius: float, *, weight: float = HAIR, grey: float | None = None) -> None:
        """Draw a circle, filled where a grey is given (0 is black)."""
        self._canvas.setLineWidth(weight)
        if grey is not None:
            self._canvas.setFillGray(grey)
        self._canvas.circle(x, self.height - y, radius, stroke=1, fill=int(grey is not None))
        self._canvas.setFillGray(0)

    def mark(self, x: float, y: float, name: str, radius: float = 7.2) -> None:
        """Draw the sign of a side or seat round a point: A dark and round, B light and square."""
        side = radius * 0.9
        size = radius * (1.25 if len(name) == 1 else 1.05)
        if name.startswith("A"):
            self.circle(x, y, radius, grey=0)
        else:
            self._canvas.setFillGray(1)
            self.box(x - side, y - side, 2 * side, 2 * side, weight=radius / 6, radius=radius / 4, fill=True)
            self._canvas.setFillGray(0)
        self.text(x, y + CAP_MIDDLE * size, name, size, bold=True, align="centre", white=name.startswith("A"))

    def tile(self, x: float, top: float, w: float, h: float) -> None:
        """Draw the score as a tile: A is its dark half, B its light half, the pin between them."""
        self.box(x, top, w, h, weight=HEAVY, radius=7)
        path = self._canvas.beginPath()
        path.roundRect(x, self.height - top - h, w, h, 7)
        self._canvas.saveState()
        self._canvas.clipPath(path, stroke=0)
        self.box(x, top, w / 2, h, fill=True)
        self._canvas.restoreState()
        self.circle(x + w / 2, top + h / 2, 7.5, weight=3, grey=1)
        self._canvas.setStrokeGray(1)
        self.circle(x + w / 2, top + h / 2, 9.4, weight=1.2)
        self._canvas.setStrokeGray(0)

    def qr(self, x: float, top: float, size: float, url: str) -> None:
        """Draw the code that finds the game."""
        dots, bars = qr_bars(url)
        self._canvas.saveState()
        self._canvas.translate(x, self.height - top)
        self._canvas.scale(size / dots, -size / dots)
        self._canvas.drawPath(PDFPathObject(["n", bars]), stroke=0, fill=1)
        self._canvas.restoreState()

    def strokes(self, x: float, top: float, w: float, h: float, strokes: Sequence[Sequence[int]]) -> None:
        """Draw a signature into a field, in the shape of the pad it was drawn on."""
        wide = min(w, h * PAD_SHAPE)
        left, low = x + (w - wide) / 2, self.height - top - (h + wide / PAD_SHAPE) / 2
        sx, sy = wide / STROKE_RANGE, wide / PAD_SHAPE / STROKE_RANGE
        path = self._canvas.beginPath()
        for stroke in strokes:
            points = [
                (left + a * sx, low + (STROKE_RANGE - b) * sy) for a, b in zip(stroke[::2], stroke[1::2], strict=False)
            ]
            _stroke(path, points)
        self._canvas.setLineWidth(1.1)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path)
        self._canvas.setLineCap(0)
        self._canvas.setLineJoin(0)

    def across(self, text: str) -> None:
        """Write grey across the whole page, beneath what is drawn after."""
        size = min(110.0, 0.85 * self.height / width(text, 1, True))
        self._canvas.saveState()
        self._canvas.translate(self.width / 2, self.height / 2)
        self._canvas.rotate(52)
        under = self._canvas.beginText(-width(text, size, True) / 2, -size / 3)
        under.setFillGray(0.86)
        for run in runs(text, True):
            under.setFont(run.font or "NotoSans-Bold", size)
            under.textOut(run.text)
        self._canvas.drawText(under)
        self._canvas.restoreState()


def _stroke(path: Any, points: list[tuple[float, float]]) -> None:
    """Join the points of one stroke by curves through the middles between them; a single point is a dot."""
    if not points:
        return
    path.moveTo(*points[0])
    if len(points) == 1:
        path.lineTo(points[0][0] + 0.01, points[0][1])
    at = points[0]
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        end = ((ax + bx) / 2, (ay + by) / 2)
        path.curveTo((at[0] + 2 * ax) / 3, (at[1] + 2 * ay) / 3, (end[0] + 2 * ax) / 3, (end[1] + 2 * ay) / 3, *end)
        at = end
    if len(points) > 1:
        path.lineTo(*points[-1])


@lru_cache(maxsize=1024)
def qr_bars(url: str) -> tuple[int, str]:
    """Answer the size of a code in dots, and its dark bars as rectangles of a PDF path, a dot being 1."""
    # Any of the eight masks makes a valid code; trying them all takes five times as long as the code itself.
    rows = segno.make(url, error="m", micro=False, mask=3).matrix
    bars: list[str] = []
    for number, row in enumerate(rows):
        column = 0
        for part in bytes(row).split(b"\0"):
            if part:
                bars.append(f"{column} {number} {len(part)} 1 re")
            column += len(part) + 1
    return len(rows), " ".join(bars)


def print_pages(
    pages: Sequence[Page],
    title: str,
    language: str,
    *,
    landscape: bool = False,
    progress: Progress | None = None,
) -> Print:
    """Draw pages into one PDF, telling after each how many of how many are done."""
    paper = Paper(title, language, landscape, stamps=len(pages) > 1)
    for done, page in enumerate(pages, start=1):
        page(paper)
        paper.turn()
        if progress:
            progress(done, len(pages))
    return Print(paper.finish(), len(pages), tuple(paper.missing.values()))
