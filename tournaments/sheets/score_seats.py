"""The facts of a game and its players: the part of a score sheet between the title and the deals."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from .flow import Block
from .paper import MARGIN, Align, Paper
from .values import ScoreSheet, SeatLine
from .words import LEADING, fit

LEFT, RIGHT = MARGIN, 595.28 - MARGIN
# Seat, player, entry, licence, club: where each column begins, and where the last one ends.
COLUMNS: Final = (LEFT, LEFT + 34, LEFT + 190, LEFT + 226, LEFT + 296, LEFT + 398)
SIZES: Final = (10.5, 9.5, 9, 9)
PAD: Final = 6.0
SEATS: Final = ("A1", "A2", "B1", "B2")
FACTS: Final = (LEFT, LEFT + 58, LEFT + 116, LEFT + 206, LEFT + 288, LEFT + 428, RIGHT)


def facts_block(sheet: ScoreSheet) -> Block:
    """Lay out start, end, target, time, first leader and code."""
    facts = (
        (_("Start"), sheet.start),
        (_("End"), sheet.end),
        (_("Game to"), game_to(sheet)),
        (_("Time"), _minutes(sheet.minutes)),
        (_("Led first"), _first_leader(sheet)),
        (_("Code"), sheet.code),
    )

    labels = tuple((label, bool(value)) for label, value in facts)

    def draw(paper: Paper, top: float) -> None:
        paper.stamp(("facts", top, labels), lambda paper: _draw_facts(paper, top, labels))
        for (_label, value), (x, end) in zip(facts, pairwise(FACTS), strict=True):
            if end == RIGHT:
                paper.cell(x, top + 9, end - x, 16, value, 10.5, bold=True, align="right", smallest=6)
            else:
                paper.cell(x, top + 9, end - x - 12, 16, value, 10.5, bold=True, smallest=6)

    return Block(32, draw)


def _draw_facts(paper: Paper, top: float, labels: tuple[tuple[str, bool], ...]) -> None:
    """Write what each fact is, with a line to write on where it is not known yet."""
    for (label, known), (x, end) in zip(labels, pairwise(FACTS), strict=True):
        last = end == RIGHT
        paper.text(end if last else x, top + 7, label, 7.5, align="right" if last else "left")
        if not known:
            paper.line(x, top + 24, end - 14, top + 24)


def game_to(sheet: ScoreSheet) -> str:
    if sheet.deals:
        deals = npgettext("game to", "%(number)s deal", "%(number)s deals", sheet.deals)
        return deals % {"number": sheet.deals}
    target = sheet.target or 0
    return npgettext("game to", "%(number)s point", "%(number)s points", target) % {"number": target}


def _minutes(minutes: int | None) -> str:
    if not minutes:
        return "–"
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}


def _first_leader(sheet: ScoreSheet) -> str:
    sits = next((line.name for line in sheet.seats if line.seat == sheet.first_leader), "")
    return f"{sheet.first_leader} {sheet.first_leader_name or sits}".strip()


def seat_blocks(sheet: ScoreSheet) -> list[Block]:
    """Lay out the four players, with the plan of the table beside them."""
    by_seat = {line.seat: line for line in sheet.seats}
    lines = [by_seat.get(seat, SeatLine(seat, "")) for seat in SEATS]
    heights = tuple(row_height(line) for line in lines)

    def draw(paper: Paper, top: float) -> None:
        y = top + 15
        paper.stamp(("seats", top, heights), lambda paper: _draw_grid(paper, top, heights))
        for line, height in zip(lines, heights, strict=True):
            _draw_line(paper, y, height, line)
            y += height

    return [Block(15 + sum(heights) + 10, draw)]


def _draw_grid(paper: Paper, top: float, heights: tuple[float, ...]) -> None:
    _draw_labels(paper, top)
    y = top + 15
    for seat, height in zip(SEATS, heights, strict=True):
        paper.mark(LEFT + 17, y + height / 2, seat)
        y += height
        paper.line(LEFT, y, COLUMNS[-1], y)
    for x in COLUMNS[1:-1]:
        paper.line(x, top, x, y)
    paper.box(LEFT, top, COLUMNS[-1] - LEFT, y - top)
    draw_plan(paper, COLUMNS[-1] + 24, (top + y) / 2 - 30)


def _texts(line: SeatLine) -> tuple[str, str, str, str]:
    return (line.name, "" if line.entry is None else str(line.entry), line.licence, line.club)


def row_height(line: SeatLine) -> float:
    heights = [20.0]
    for text, size, (x, end) in zip(_texts(line), SIZES, pairwise(COLUMNS[1:]), strict=True):
        fitted = fit(text, end - x - 2 * PAD, size, 7)
        heights.append(len(fitted.lines) * fitted.size * LEADING + 5)
    return max(heights)


def _set(wide: float) -> tuple[float, Align]:
    """Choose the padding of a column and how its words stand: narrow ones hold a mark or a number."""
    return (3.0, "centre") if wide < 40 else (PAD, "left")


def _draw_labels(paper: Paper, top: float) -> None:
    labels = (_("Seat"), _("Player"), pgettext("number of the entry", "Entry"), _("Licence"), _("Club"))
    for label, (x, end) in zip(labels, pairwise(COLUMNS), strict=True):
        pad, align = _set(end - x)
        paper.cell(x + pad, top, end - x - 2 * pad, 15, label, 7.5, bold=True, smallest=5, align=align)
    paper.line(LEFT, top + 15, COLUMNS[-1], top + 15)


def _draw_line(paper: Paper, y: float, height: float, line: SeatLine) -> None:
    name = paper.person(line.name, line.latin_name)
    texts = (name, *_texts(line)[1:])
    for text, size, (x, end) in zip(texts, SIZES, pairwise(COLUMNS[1:]), strict=True):
        pad, align = _set(end - x)
        paper.cell(x + pad, y, end - x - 2 * pad, height, text, size, bold=text is name, align=align)


def draw_plan(paper: Paper, x: float, top: float) -> None:
    """Draw who sits where: counter-clockwise A1, B1, A2, B2 (A5)."""
    w, h = 88.0, 56.0
    paper.box(x, top, w, h, weight=1.1, radius=8)
    for seat, at_x, at_y in (
        ("A1", x + w / 2, top + h),
        ("B1", x + w, top + h / 2),
        ("A2", x + w / 2, top),
        ("B2", x, top + h / 2),
    ):
        paper.mark(at_x, at_y, seat, 8)
