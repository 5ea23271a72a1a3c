"""The score sheet of a game, blank or as a protocol, and many of them in one document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import override
from reportlab.lib.pagesizes import A4

from .flow import Block, draw_blocks, paginate
from .paper import MARGIN, Page, Paper, Print, Progress, print_pages
from .score_deals import HEAD, ROW, deal_blocks
from .score_end import end_blocks
from .score_seats import facts_block, seat_blocks
from .top import FOOT, Top, draw_foot, page_of
from .values import DealRow, Heading, PenaltyRow, ScoreSheet, SeatLine, SignatureLine
from .words import LEADING, fit

__all__ = ["DealRow", "Heading", "PenaltyRow", "ScoreSheet", "SeatLine", "SignatureLine", "draw_score_sheets"]

EMPTY_ROWS: Final = 16  # games to 200 take 8 to 14 deals
LEAST_ROW: Final = 16.5  # lower, and nobody can write into it
CLOSER_ROWS: Final = (ROW, 17.6, 16.5, 15.6, 14.8)
WIDTH, HEIGHT = A4


def draw_score_sheets(sheets: Sequence[ScoreSheet], title: str, progress: Progress | None = None) -> Print:
    """Print sheets into one PDF, each beginning on a new page."""
    language = sheets[0].heading.language if sheets else "en"
    with override(language):
        pages = [page for sheet in sheets for page in sheet_pages(sheet)]
        return print_pages(pages, title, language, progress=progress)


def sheet_pages(sheet: ScoreSheet) -> list[Page]:
    """Lay out one sheet; its pages know how many they are."""
    top = _top(sheet)
    room = HEIGHT - FOOT - MARGIN - top.height(WIDTH) - 5
    pages = paginate(_blocks(sheet, room), room, room)
    return [_page(sheet, top, blocks, number, len(pages)) for number, blocks in enumerate(pages, start=1)]


def _top(sheet: ScoreSheet) -> Top:
    title = _("Score sheet") if sheet.blank else _("Protocol")
    table = "" if sheet.table is None else str(sheet.table)
    return Top(sheet.heading, title, table=table, url=sheet.url)


def _blocks(sheet: ScoreSheet, room: float) -> list[Block]:
    before = [*_banner(sheet), facts_block(sheet), *seat_blocks(sheet)]
    end = end_blocks(sheet)
    left = room - sum(block.height for block in (*before, *end)) - 0.01
    deals = _empty_rows(sheet, left) if sheet.blank else _rows(sheet, left)
    return [*before, *deals, *end]


def _empty_rows(sheet: ScoreSheet, room: float) -> list[Block]:
    """Fill the page with rows to write in."""
    rows = max(EMPTY_ROWS, sheet.deals or 0)
    height = (room - HEAD) / rows
    return deal_blocks(sheet, rows, height if height >= LEAST_ROW else ROW)


def _rows(sheet: ScoreSheet, room: float) -> list[Block]:
    """Set the rows closer where that saves a second page."""
    tried = [deal_blocks(sheet, 0, height) for height in CLOSER_ROWS]
    return next((blocks for blocks in tried if sum(block.height for block in blocks) <= room), tried[0])


def _banner(sheet: ScoreSheet) -> list[Block]:
    """Say on top what a reader must know before he trusts the sheet."""
    words = banner(sheet)
    if not words:
        return []

    fitted = fit(words, WIDTH - 2 * MARGIN - 16, 10, 8, bold=True)
    height = len(fitted.lines) * fitted.size * LEADING + 8

    def draw(paper: Paper, top: float) -> None:
        paper.box(paper.left, top, paper.right - paper.left, height, weight=1.6)
        paper.lines(paper.left + 8, top + 4 + fitted.size, fitted, bold=True)

    return [Block(height + 8, draw)]


def banner(sheet: ScoreSheet) -> str:
    if sheet.blank or sheet.state == "accepted":
        return ""
    if sheet.state == "open":
        return _("Not accepted yet: this is no result.")
    if sheet.replaced_by:
        void = _("Void, replaced by version %(version)s.") % {"version": sheet.replaced_by}
    else:
        void = _("Void.")
    return " ".join(part for part in (void, sheet.void_reason) if part)


def _page(sheet: ScoreSheet, top: Top, blocks: list[Block], number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        if sheet.state == "void" and not sheet.blank:
            paper.across(_("Void"))
        draw_blocks(paper, top.draw(paper), blocks)
        draw_foot(paper, _foot(sheet), _place(sheet, number, pages))

    return draw


def _foot(sheet: ScoreSheet) -> str:
    if sheet.version is None:
        return _("The winner carries this sheet to the desk.")
    digest = " ".join(sheet.digest[start : start + 4].upper() for start in range(0, 16, 4))
    words = _("%(code)s · protocol version %(version)s, %(digest)s")
    return words % {"code": sheet.code, "version": sheet.version, "digest": digest}


def _place(sheet: ScoreSheet, number: int, pages: int) -> str:
    parts = []
    if pages > 1 or not sheet.blank:
        parts.append(page_of(number, pages))
    if sheet.sheet and sheet.sheets:
        parts.append(_("Sheet %(number)s of %(sheets)s") % {"number": sheet.sheet, "sheets": sheet.sheets})
    return " · ".join(parts)
