"""The top and the foot of a sheet, the same on all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .paper import MARGIN, Paper
from .values import Heading
from .words import LEADING, Fitted, fit

FOOT: Final = 46.0  # from the lower edge up: nothing of the sheet's body reaches below
TITLE: Final = 21.0
CORNER: Final = 60.0  # the QR code


@dataclass(frozen=True)
class Top:
    """Title, event, round, place; a sheet of a table has its number and code in the corner."""

    heading: Heading
    title: str
    second: str = ""
    table: str = ""
    url: str = ""

    def room(self, paper_width: float) -> float:
        """Answer how wide the words may be."""
        corner = (CORNER + 12 if self.url else 0) + (92 if self.table else 0)
        return paper_width - 2 * MARGIN - corner

    def words(self, paper_width: float) -> list[tuple[Fitted, bool]]:
        room = self.room(paper_width)
        place = ", ".join(
            part for part in (self.heading.venue.strip(), date_format(self.heading.date, "j E Y")) if part
        )
        return [
            (fit(self.title, room, TITLE, 15, bold=True), True),
            (fit(self.heading.event, room, 11.5, 8.5, bold=True), True),
            (fit(self.second or round_of(self.heading), room, 10, 8), False),
            (fit(place, room, 10, 8), False),
        ]

    def height(self, paper_width: float) -> float:
        words = sum(len(fitted.lines) * fitted.size * LEADING for fitted, _bold in self.words(paper_width))
        return max(words, CORNER) + 12

    def draw(self, paper: Paper) -> float:
        """Draw it on top of a page; answer where the sheet goes on."""
        shared = replace(self, table="1" if self.table else "", url="-" if self.url else "")
        paper.stamp(shared, shared._draw_words)
        if self.url:
            paper.qr(paper.right - CORNER, MARGIN, CORNER, self.url)
        if self.table:
            number, y = fit(self.table, 80, 50, 10, bold=True), MARGIN + 12
            at = self._table_middle(paper), y + 0.86 * number.size
            paper.text(*at, number.lines[0], number.size, bold=True, align="centre")
        return MARGIN + self.height(paper.width) + 5

    def _draw_words(self, paper: Paper) -> None:
        y = MARGIN
        for fitted, bold in self.words(paper.width):
            paper.lines(paper.left, y + 0.86 * fitted.size, fitted, bold=bold)
            y += len(fitted.lines) * fitted.size * LEADING
        if self.table:
            paper.text(self._table_middle(paper), MARGIN + 8, _("Table"), 9, align="centre")
        paper.rule(MARGIN + self.height(paper.width) - 5, 2.2)

    def _table_middle(self, paper: Paper) -> float:
        return paper.right - (CORNER + 12 if self.url else 0) - 42


def round_of(heading: Heading) -> str:
    return _("Round %(number)s of %(rounds)s") % {"number": heading.round_number, "rounds": heading.rounds}


def draw_foot(paper: Paper, left: str, right: str) -> None:
    """Write the last line of a page."""
    y = paper.height - 32
    paper.stamp("foot", lambda paper: paper.rule(y - 10.5))
    room = paper.right - paper.left - 110
    paper.lines(paper.left, y, fit(left, room, 7.5, 5))
    paper.text(paper.right, y, right, 7.5, align="right")


def page_of(number: int, pages: int) -> str:
    return _("Page %(number)s of %(pages)s") % {"number": number, "pages": pages}
