"""The results of a round, table by table, to hang on the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from reportlab.lib.pagesizes import A4

from .flow import Block, draw_blocks, paginate
from .paper import MARGIN, Page, Paper, Print, Progress, print_pages
from .score_deals import figure
from .top import FOOT, Top, draw_foot, page_of, round_of
from .values import ResultLine, ResultsSheet, Side
from .words import LEADING, Fitted, fit

WIDTH, HEIGHT = A4
LEFT, RIGHT = MARGIN, WIDTH - MARGIN
TABLE: Final = 40.0
SCORE: Final = 74.0
ENDED: Final = 84.0
HALF: Final = (RIGHT - LEFT - TABLE - SCORE - ENDED) / 2
NUMBER: Final = 26.0  # of the entry
ROW: Final = 28.0
HEAD: Final = 20.0
SIDE_A: Final = LEFT + TABLE
SCORES: Final = SIDE_A + HALF
SIDE_B: Final = SCORES + SCORE
HOW: Final = SIDE_B + HALF


def draw_results(sheet: ResultsSheet, title: str, progress: Progress | None = None) -> Print:
    """Print the results of a round."""
    with override(sheet.heading.language):
        return print_pages(result_pages(sheet), title, sheet.heading.language, progress=progress)


def result_pages(sheet: ResultsSheet) -> list[Page]:
    """Lay out a line for each table, the byes last; what is not accepted yet has no score."""
    top = Top(sheet.heading, _("Results"), second=" · ".join(filter(None, (round_of(sheet.heading), sheet.made))))
    head = Block(HEAD, _draw_head, with_next=True)
    rows = [_row_block(line, head) for line in sheet.lines]
    room = HEIGHT - FOOT - MARGIN - top.height(WIDTH) - 5
    pages = paginate([head, *rows], room, room)
    return [_page(top, blocks, _counted(sheet), number, len(pages)) for number, blocks in enumerate(pages, start=1)]


def _counted(sheet: ResultsSheet) -> str:
    games = [line for line in sheet.lines if line.b]
    accepted = sum(line.score_a is not None for line in games)
    count = ngettext("%(number)s table", "%(number)s tables", len(games)) % {"number": len(games)}
    missing = len(games) - accepted
    if not missing:
        return count
    words = ngettext("%(number)s result is not in yet", "%(number)s results are not in yet", missing)
    return f"{count}, {words % {'number': missing}}"


def _page(top: Top, blocks: list[Block], left: str, number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        draw_blocks(paper, top.draw(paper), blocks)
        draw_foot(paper, left, page_of(number, pages))

    return draw


def _draw_head(paper: Paper, top: float) -> None:
    height = HEAD - 2
    paper.cell(LEFT, top, TABLE, height, _("Table"), 8.5, align="centre", smallest=6)
    paper.cell(SIDE_A + NUMBER, top, HALF - NUMBER - 4, height, _("Side A"), 8.5)
    paper.cell(SCORES, top, SCORE, height, _("Score"), 8.5, align="centre", smallest=6)
    paper.cell(SIDE_B + NUMBER, top, HALF - NUMBER - 4, height, _("Side B"), 8.5)
    paper.cell(HOW + 4, top, ENDED - 4, height, _("How it ended"), 8.5, smallest=6)
    paper.rule(top + height, 1.2)


def _name(side: Side, *, won: bool) -> Fitted:
    return fit(side.name, HALF - NUMBER - 8, 10.5, 8, bold=won)


def _row_block(line: ResultLine, head: Block) -> Block:
    names = [_name(side, won=line.winner == letter) for letter, side in (("A", line.a), ("B", line.b)) if side]
    height = max(ROW, *(len(name.lines) * name.size * LEADING + 8 for name in names))

    def draw(paper: Paper, top: float) -> None:
        paper.cell(LEFT, top, TABLE, height, _("bye") if line.b is None else str(line.table), 13, bold=True,
                   align="centre", smallest=7)  # fmt: skip
        _draw_side(paper, SIDE_A, top, height, line.a, won=line.winner == "A")
        if line.b:
            _draw_side(paper, SIDE_B, top, height, line.b, won=line.winner == "B")
        _draw_score(paper, top, height, line)
        paper.cell(HOW + 4, top, ENDED - 4, height, line.ended, 8, smallest=6)
        paper.rule(top + height)

    return Block(height, draw, heading=head)


def _draw_side(paper: Paper, x: float, top: float, height: float, side: Side, *, won: bool) -> None:
    paper.cell(x, top, NUMBER - 6, height, side.numbers, 9, align="right", smallest=5)
    name = _name(side, won=won)
    y = top + (height - len(name.lines) * name.size * LEADING) / 2 + 0.98 * name.size
    paper.lines(x + NUMBER, y, name, bold=won)


def _draw_score(paper: Paper, top: float, height: float, line: ResultLine) -> None:
    """Write the score, the winner's points in bold; dashes where the game is not accepted."""
    middle, room = SCORES + SCORE / 2, SCORE / 2 - 4
    paper.cell(SCORES, top, room, height, figure(line.score_a), 12, bold=line.winner == "A", align="right")
    paper.text(middle, top + height / 2 + 4, ":", 12, align="centre")
    paper.cell(middle + 4, top, room, height, figure(line.score_b), 12, bold=line.winner == "B")
