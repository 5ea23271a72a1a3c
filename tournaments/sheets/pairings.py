"""The pairings of a round: by table for the referees, by name for everybody who asks where to sit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from reportlab.lib.pagesizes import A4

from .alphabet import name_key, script_of
from .flow import Block, draw_blocks, paginate, space
from .paper import MARGIN, Page, Paper, Print, Progress, print_pages
from .top import FOOT, Top, draw_foot, page_of, round_of
from .values import Pairing, PairingsSheet, Place, Side
from .words import LEADING, Fitted, fit, printable

WIDTH, HEIGHT = A4
LEFT, RIGHT = MARGIN, WIDTH - MARGIN
TABLE: Final = 46.0
HALF: Final = (RIGHT - LEFT - TABLE) / 2
NUMBER: Final = 30.0  # of the entry, behind the mark
NAME: Final = 22 + NUMBER
ROW: Final = 30.0
COLUMNS: Final = 2
COLUMN_GAP: Final = 24.0
COLUMN: Final = (RIGHT - LEFT - COLUMN_GAP) / COLUMNS
PLACE_ROW: Final = 17.5
PLACE_NUMBERS: Final = 62.0  # the mark of the seat and the table


def draw_pairings(
    sheet: PairingsSheet, title: str, orders: Sequence[str] = ("table", "name"), progress: Progress | None = None
) -> Print:
    """Print the pairings in the orders asked for: `table`, `name`."""
    laid_out = {"table": by_table, "name": by_name}
    with override(sheet.heading.language):
        pages = [page for order in orders for page in laid_out[order](sheet)]
        return print_pages(pages, title, sheet.heading.language, progress=progress)


def by_table(sheet: PairingsSheet) -> list[Page]:
    """Lay out a line for each table, the byes last."""
    top = Top(sheet.heading, _("Pairings"), second=_second(sheet))
    head = Block(20, _draw_head, with_next=True)
    rows = [_pairing_block(pairing, head) for pairing in sorted(sheet.pairings, key=lambda pairing: pairing.table)]
    byes = [_bye_block(side) for side in sheet.byes]
    room = HEIGHT - FOOT - MARGIN - top.height(WIDTH) - 5
    pages = paginate([head, *rows, *byes], room, room)
    count = len(sheet.pairings)
    left = ngettext("%(number)s table", "%(number)s tables", count) % {"number": count}
    return [_page(top, blocks, left, number, len(pages)) for number, blocks in enumerate(pages, start=1)]


def _second(sheet: PairingsSheet) -> str:
    parts = [round_of(sheet.heading)]
    if sheet.starts:
        parts.append(_("begins at %(time)s") % {"time": sheet.starts})
    if sheet.draft:
        parts.append(_("draft, not published"))
    return " · ".join(parts)


def _page(top: Top, blocks: list[Block], left: str, number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        draw_blocks(paper, top.draw(paper), blocks)
        draw_foot(paper, left, page_of(number, pages))

    return draw


def _draw_head(paper: Paper, top: float) -> None:
    paper.cell(LEFT, top, TABLE, 18, _("Table"), 8.5, align="centre", smallest=6)
    for side, x in (("A", LEFT + TABLE), ("B", LEFT + TABLE + HALF)):
        words = {"A": _("Side A"), "B": _("Side B")}
        paper.cell(x + NAME + 4, top, HALF - NAME - 8, 18, words[side], 8.5)
    paper.rule(top + 18, 1.2)


def _side_texts(side: Side) -> tuple[Fitted, Fitted | None]:
    club = ", ".join(part for part in (side.club, side.country) if part)
    room = HALF - NAME - 12
    return fit(side.name, room, 11, 8.5, bold=True), fit(club, room, 8, 6.5) if club else None


def _side_height(side: Side) -> float:
    return sum(len(fitted.lines) * fitted.size * LEADING for fitted in _side_texts(side) if fitted)


def _pairing_block(pairing: Pairing, head: Block) -> Block:
    height = max(ROW, *(_side_height(side) + 7 for side in (pairing.a, pairing.b)))

    def draw(paper: Paper, top: float) -> None:
        paper.cell(LEFT, top, TABLE, height, str(pairing.table), 17, bold=True, align="centre")
        _draw_side(paper, LEFT + TABLE, top, height, pairing.a, "A")
        _draw_side(paper, LEFT + TABLE + HALF, top, height, pairing.b, "B")
        paper.rule(top + height)

    return Block(height, draw, heading=head)


def _draw_side(paper: Paper, x: float, top: float, height: float, side: Side, mark: str) -> None:
    if mark:
        paper.mark(x + 12, top + height / 2, mark, 8)
    paper.cell(x + 22, top, NUMBER - 4, height, side.numbers, 10, align="right", smallest=5)
    name, club = _side_texts(side)
    y = top + (height - _side_height(side)) / 2 + 0.98 * name.size
    paper.lines(x + NAME + 4, y, name, bold=True)
    if club:
        paper.lines(x + NAME + 4, y + (len(name.lines) - 1) * name.size * LEADING + 1.3 * club.size, club)


def _bye_block(side: Side) -> Block:
    height = max(ROW, _side_height(side) + 7)

    def draw(paper: Paper, top: float) -> None:
        paper.cell(LEFT, top, TABLE, height, _("bye"), 11, bold=True, align="centre", smallest=6)
        _draw_side(paper, LEFT + TABLE, top, height, side, "")
        paper.rule(top + height)

    return Block(height, draw)


def by_name(sheet: PairingsSheet) -> list[Page]:
    """Lay out every player once, in columns, script after script."""
    top = Top(sheet.heading, _("Where do I sit?"), second=_second(sheet))
    room = HEIGHT - FOOT - MARGIN - top.height(WIDTH) - 15
    blocks = _place_blocks(sheet.places)
    even = sum(block.height for block in blocks) / COLUMNS + PLACE_ROW  # a short list in columns of one length
    columns = [_from_the_top(column) for column in paginate(blocks, min(room, even), min(room, even))]
    pages = [columns[first : first + COLUMNS] for first in range(0, len(columns), COLUMNS)]
    return [_name_page(top, page, number, len(pages)) for number, page in enumerate(pages, start=1)]


def _from_the_top(column: list[Block]) -> list[Block]:
    """Leave out the room before a script where that begins the column."""
    return column[1:] if column[0].with_next else column


def _place_blocks(places: Sequence[Place]) -> list[Block]:
    ordered = sorted(places, key=lambda place: (name_key(place.name), place.table or 0))
    blocks: list[Block] = []
    for _script, group in groupby(ordered, key=lambda place: script_of(place.name)):
        blocks += [space(9)] if blocks else []
        blocks += [_place_block(place) for place in group]
    return blocks


def _place_block(place: Place) -> Block:
    room = COLUMN - PLACE_NUMBERS
    fitted = fit(printable(place.name, place.latin_name), room, 10.5, 8)
    height = max(PLACE_ROW, len(fitted.lines) * fitted.size * LEADING + 5)

    def draw(paper: Paper, top: float) -> None:
        name, end = paper.person(place.name, place.latin_name), paper.column + COLUMN
        paper.cell(paper.column, top, room, height, name, 10.5, smallest=8)
        if place.table is None:
            paper.cell(end - 56, top, 56, height, _("bye"), 9, align="right", smallest=6)
        else:
            paper.mark(end - 46, top + height / 2, place.seat, 7)
            paper.cell(end - 36, top, 36, height, str(place.table), 13, bold=True, align="right")
        paper.line(paper.column, top + height, end, top + height, 0.4)

    return Block(height, draw)


def _name_page(top: Top, columns: list[list[Block]], number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        begin = top.draw(paper)
        for column, blocks in enumerate(columns):
            paper.column = LEFT + column * (COLUMN + COLUMN_GAP)
            draw_blocks(paper, begin, blocks)
        words = _("The number is your table, the mark your seat. Partners sit opposite each other.")
        draw_foot(paper, words, page_of(number, pages))

    return draw
