"""The table of deals and penalties of a score sheet."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from .flow import Block
from .paper import HAIR, HEAVY, MARGIN, Paper
from .values import DealRow, PenaltyRow, ScoreSheet
from .words import LEADING, fit

NUMBER, LEADER, POINTS, TOTAL = 38.0, 38.0, 52.0, 58.0
LEFT, RIGHT = MARGIN, 595.28 - MARGIN
B_TOTAL = RIGHT - TOTAL
B_POINTS = B_TOTAL - POINTS
A_TOTAL = B_POINTS - TOTAL
A_POINTS = A_TOTAL - POINTS
ENDED = LEFT + NUMBER + LEADER
ROW: Final = 18.75
PENALTY_ROW: Final = 15.0
HEAD: Final = 38.0
LAST_ROWS: Final = 2  # they go along with the final score when that needs a new page


def deal_blocks(sheet: ScoreSheet, empty_rows: int, row_height: float) -> list[Block]:
    """Lay out the heading and the rows, no row lower than asked for; a blank sheet has empty ones."""
    head = Block(HEAD, lambda paper, top: _draw_head(paper, top, sheet), frame=frame, with_next=True)
    rows = [_row_block(row, head, row_height, sheet.rows[-LAST_ROWS:]) for row in sheet.rows]
    empty = [_empty_block(number, row_height, head) for number in range(1, empty_rows + 1)]
    return [head, *rows, *empty]


def _row_block(row: DealRow | PenaltyRow, head: Block, row_height: float, last: tuple[object, ...]) -> Block:
    text, size, least = (row.ended, 9.5, row_height) if isinstance(row, DealRow) else (row.text, 8.5, PENALTY_ROW)
    begin = ENDED if isinstance(row, DealRow) else LEFT + NUMBER
    fitted = fit(text, A_POINTS - begin - 12, size, 7)
    height = max(least, len(fitted.lines) * fitted.size * LEADING + 2.5)
    goes_along = any(row is other for other in last)
    return Block(height, lambda paper, top: _draw_row(paper, top, height, row), head, frame, goes_along)


def _empty_block(number: int, height: float, head: Block) -> Block:
    def draw(paper: Paper, top: float) -> None:
        paper.stamp(("empty row", number, top, height), lambda paper: _draw_empty(paper, top, height, number))

    return Block(height, draw, heading=head, frame=frame)


def _draw_empty(paper: Paper, top: float, height: float, number: int) -> None:
    paper.cell(LEFT, top, NUMBER, height, str(number), 10, bold=True, align="centre")
    _draw_lines(paper, top, height, leader=True)


def _draw_head(paper: Paper, top: float, sheet: ScoreSheet) -> None:
    paper.stamp(("deals", top), lambda paper: _draw_labels(paper, top))
    for name, x in ((sheet.side_a, A_POINTS), (sheet.side_b, B_POINTS)):
        paper.cell(x + 22, top, POINTS + TOTAL - 26, HEAD / 2, name, 8, bold=True, smallest=4.5)


def _draw_labels(paper: Paper, top: float) -> None:
    half = HEAD / 2
    paper.cell(LEFT + 3, top, NUMBER - 6, HEAD, _("Deal"), 7.5, bold=True, align="centre", smallest=5)
    paper.cell(LEFT + NUMBER + 3, top, LEADER - 6, HEAD, _("Leader"), 7.5, bold=True, align="centre", smallest=5)
    paper.cell(ENDED + 6, top, A_POINTS - ENDED - 12, HEAD, _("How it ended, who went out"), 7.5)
    for side, points, total in (("A", A_POINTS, A_TOTAL), ("B", B_POINTS, B_TOTAL)):
        paper.mark(points + 12, top + half / 2, side, 6.6)
        paper.cell(points + 2, top + half, POINTS - 4, half, _("points"), 7.5, align="centre", smallest=5)
        paper.cell(total + 2, top + half, TOTAL - 4, half, _("total"), 7.5, align="centre", smallest=5)
    paper.line(A_POINTS, top + half, RIGHT, top + half)
    paper.line(ENDED, top, ENDED, top + HEAD)
    paper.line(LEFT, top + HEAD, RIGHT, top + HEAD, 1.2)


def _draw_row(paper: Paper, top: float, height: float, row: DealRow | PenaltyRow) -> None:
    if isinstance(row, DealRow):
        _draw_deal(paper, top, height, row)
    else:
        _draw_penalty(paper, top, height, row)


def _draw_deal(paper: Paper, top: float, height: float, row: DealRow) -> None:
    paper.cell(LEFT, top, NUMBER, height, figure(row.number), 10, bold=True, align="centre")
    if row.leader:
        paper.mark(LEFT + NUMBER + LEADER / 2, top + height / 2, row.leader, min(7, 0.4 * height))
    paper.cell(ENDED + 6, top, A_POINTS - ENDED - 12, height, row.ended, 9.5)
    _draw_points(paper, top, height, row, 10)
    _draw_lines(paper, top, height, leader=True)


def _draw_penalty(paper: Paper, top: float, height: float, row: PenaltyRow) -> None:
    paper.cell(LEFT + 3, top, NUMBER - 6, height, row.time, 8.5, align="centre", smallest=5)
    paper.cell(LEFT + NUMBER + 6, top, A_POINTS - LEFT - NUMBER - 12, height, row.text, 8.5)
    _draw_points(paper, top, height, row, 8.5)
    _draw_lines(paper, top, height, leader=False)


def _draw_points(paper: Paper, top: float, height: float, row: DealRow | PenaltyRow, size: float) -> None:
    sides = ((A_POINTS, row.points_a, A_TOTAL, row.total_a), (B_POINTS, row.points_b, B_TOTAL, row.total_b))
    for x, points, x_total, total in sides:
        paper.cell(x, top, POINTS, height, figure(points), size, align="centre")
        paper.cell(x_total, top, TOTAL, height, figure(total), size + 1, bold=True, align="centre")


def figure(points: int | None) -> str:
    """Write points with a true minus; nothing scored is a dash, so that no figure can be added later."""
    return "–" if points is None else str(points).replace("-", "−")


def _draw_lines(paper: Paper, top: float, height: float, *, leader: bool) -> None:
    paper.line(LEFT, top + height, RIGHT, top + height)
    if leader:
        paper.line(ENDED, top, ENDED, top + height)


def frame(paper: Paper, top: float, bottom: float) -> None:
    """Draw what runs through the rows of a page: heavy round what is added up."""
    paper.stamp(("deals frame", top, bottom), lambda paper: _draw_frame(paper, top, bottom))


def _draw_frame(paper: Paper, top: float, bottom: float) -> None:
    paper.line(LEFT + NUMBER, top, LEFT + NUMBER, bottom)
    for x in (A_TOTAL, B_TOTAL):
        paper.line(x, top + HEAD / 2, x, bottom, HAIR)
    for x in (A_POINTS, B_POINTS):
        paper.line(x, top, x, bottom, HEAVY)
    paper.box(LEFT, top, RIGHT - LEFT, bottom - top, weight=HEAVY)
