"""Entry against entry on paper: across, over as many pages as the entries need, side by side and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from reportlab.lib.pagesizes import A4

from .flow import Block, draw_blocks, paginate
from .paper import MARGIN, Page, Paper, Print, Progress, print_pages
from .score_deals import figure
from .standings import effectiveness_of, note_blocks
from .top import FOOT, Top, draw_foot, page_of
from .values import RoundCell, StandingRow, StandingsSheet
from .words import LEADING, Fitted, fit, width

HEIGHT, WIDTH = A4
LEFT, RIGHT = MARGIN, WIDTH - MARGIN
PLACE: Final = 24.0
NUMBER: Final = 24.0
NAME: Final = 112.0
FIRST: Final = LEFT + PLACE + NUMBER + NAME  # where the games begin
FIGURES: Final = (26.0, 26.0, 38.0, 32.0)  # wins, lost, effectiveness, points
GAME: Final = (26.0, 38.0)  # at least, and at best
HEAD: Final = 20.0
SCORE: Final = 9.0  # the height of one game's score in a cell
SIGN: Final = 8.0
PADDING: Final = 5.0


@dataclass(frozen=True)
class Strip:
    """The entries met that one page has beside each other, and whether the figures stand after them."""

    columns: range  # their places in the sheet
    last: bool

    @property
    def game(self) -> float:
        """Answer how wide the cell of a game is."""
        return min(GAME[1], _room(last=self.last) / len(self.columns))

    @property
    def score(self) -> float:
        """Answer how large the scores are: as large as a usual one has room, the same all over the page."""
        return min(8.5, (self.game - 2) / width("208:208", 1, True))

    @property
    def end(self) -> float:
        """Answer where the games end."""
        return FIRST + len(self.columns) * self.game


def draw_cross(sheet: StandingsSheet, title: str, progress: Progress | None = None) -> Print:
    """Print who met whom with what score; the strips of pages side by side first, then those under them."""
    with override(sheet.heading.language):
        pages = cross_pages(sheet)
        return print_pages(pages, title, sheet.heading.language, landscape=True, progress=progress)


def cross_pages(sheet: StandingsSheet) -> list[Page]:
    """Lay out the pages: each has the names of its rows and the numbers of its columns."""
    cut = strips(len(sheet.rows))
    down = [_strip_pages(sheet, strip) for strip in cut]
    pages = [(strip, page) for beside in zip(*down, strict=True) for strip, page in zip(cut, beside, strict=True)]
    top = _top(sheet)
    return [
        _page(top, blocks, _legend(sheet, strip, len(cut)), number, len(pages))
        for number, (strip, blocks) in enumerate(pages, start=1)
    ]


def strips(entries: int) -> list[Strip]:
    """Cut the columns into as few strips as fit, of about one width; the last leaves room for the figures."""
    most, last = int(_room(last=False) // GAME[0]), int(_room(last=True) // GAME[0])
    count = 1 + max(0, -(-(entries - last) // most))
    wide = min(most, -(-entries // count)) if count > 1 else entries
    if count > 1 and entries - wide * (count - 1) > last:
        wide = -(-(entries - last) // (count - 1))
    cut = [range(first, min(first + wide, entries)) for first in range(0, entries, wide)]
    return [Strip(columns, last=columns is cut[-1]) for columns in cut]


def _room(*, last: bool) -> float:
    return RIGHT - FIRST - (sum(FIGURES) + 6 if last else 0)


def _top(sheet: StandingsSheet) -> Top:
    count = len(sheet.rows)
    entries = sheet.entries or ngettext("%(number)s entry", "%(number)s entries", count) % {"number": count}
    said = (entries, sheet.ranked_by, sheet.made)
    title = _("Everybody against everybody after round %(number)s") % {"number": sheet.heading.round_number}
    second = " · ".join(part for part in said if part)
    return Top(sheet.heading, f"{title}: {sheet.part}" if sheet.part else title, second=second)


def _strip_pages(sheet: StandingsSheet, strip: Strip) -> list[list[Block]]:
    """Lay out one strip; rows are as high in every strip, so that the pages side by side have the same rows."""
    head = Block(HEAD, lambda paper, top: _draw_head(paper, top, sheet, strip), with_next=True)
    rows = [_row_block(row, sheet, strip, head) for row in sheet.rows]
    room = HEIGHT - FOOT - MARGIN - _top(sheet).height(WIDTH) - 5
    return paginate([*note_blocks(sheet, WIDTH), head, *rows], room, room)


def _legend(sheet: StandingsSheet, strip: Strip, strips: int) -> str:
    said = _("Points for and against the entry whose number stands above; + won, − lost, bold where won.")
    if strips == 1:
        return f"{said} {sheet.counted}".rstrip()
    met = [sheet.rows[column].number for column in (strip.columns[0], strip.columns[-1])]
    beside = _("This page: against entries %(first)s to %(last)s in the order of the standings.")
    return f"{said} {beside % {'first': met[0], 'last': met[1]}}"


def _page(top: Top, blocks: Sequence[Block], left: str, number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        draw_blocks(paper, top.draw(paper), blocks)
        draw_foot(paper, left, page_of(number, pages))

    return draw


def _draw_head(paper: Paper, top: float, sheet: StandingsSheet, strip: Strip) -> None:
    height = HEAD - 2
    paper.cell(LEFT, top, PLACE - 4, height, _("Place"), 7.5, align="right", smallest=5)
    paper.cell(LEFT + PLACE, top, NUMBER - 5, height, _("No."), 7.5, align="right", smallest=5)
    paper.cell(LEFT + PLACE + NUMBER, top, NAME - 4, height, sheet.column or _("Entry"), 8)
    for at, column in enumerate(strip.columns):
        number = str(sheet.rows[column].number)
        paper.cell(FIRST + at * strip.game, top, strip.game, height, number, 9, bold=True, align="centre", smallest=5)
    words = (_("Wins"), _("Lost"), _("Eff."), _("Points"))
    for (x, wide), word in zip(_figure_columns(strip), words, strict=False):
        paper.cell(x + 1, top, wide - 1, height, word, 7.5, align="right", smallest=4.5)
    paper.line(LEFT, top + height, _end(strip), top + height, 1.6)


def _figure_columns(strip: Strip) -> list[tuple[float, float]]:
    """Place the figures after the last strip; the others have none."""
    x, places = strip.end + 6, []
    for wide in FIGURES if strip.last else ():
        places.append((x, wide))
        x += wide
    return places


def _end(strip: Strip) -> float:
    return strip.end + (sum(FIGURES) + 6 if strip.last else 0)


def _name(row: StandingRow) -> Fitted:
    return fit(row.name, NAME - 4, 9.5, 7, bold=True)


def _row_height(row: StandingRow) -> float:
    games = max((len(games) for games in row.meetings if games), default=1)
    name = _name(row)
    return max(games * SCORE + SIGN, len(name.lines) * name.size * LEADING) + PADDING


def _row_block(row: StandingRow, sheet: StandingsSheet, strip: Strip, head: Block) -> Block:
    height = _row_height(row)

    def draw(paper: Paper, top: float) -> None:
        star = "*" if row.provisional else ""
        paper.cell(LEFT, top, PLACE - 4, height, f"{figure(row.place)}{star}", 10, bold=True, align="right", smallest=5)
        paper.cell(LEFT + PLACE, top, NUMBER - 5, height, str(row.number), 8.5, align="right", smallest=5)
        paper.cell(LEFT + PLACE + NUMBER, top, NAME - 4, height, row.name, 9.5, bold=True)
        for at, column in enumerate(strip.columns):
            _draw_games(paper, FIRST + at * strip.game, top, strip, height, row.meetings[column])
        paper.line(strip.end, top, strip.end, top + height, 0.4)
        texts = (str(row.wins), str(row.losses), effectiveness_of(row), figure(row.points))
        for (x, wide), text in zip(_figure_columns(strip), texts, strict=False):
            paper.cell(x + 1, top, wide - 1, height, text, 9.5, bold=True, align="right", smallest=5)
        paper.line(LEFT, top + height, _end(strip), top + height, 0.5)

    return Block(height, draw, heading=head)


def _draw_games(
    paper: Paper, x: float, top: float, strip: Strip, height: float, games: tuple[RoundCell, ...] | None
) -> None:
    """Write the games of two entries: their scores one under the other, then who won them."""
    wide = strip.game
    paper.line(x, top, x, top + height, 0.4)
    if games is None:
        paper.shade(x, top, wide, height)
        return
    if not games:
        paper.text(x + wide / 2, top + height / 2 + 3, "·", 9, align="centre")
        return
    y = top + (height - len(games) * SCORE - SIGN) / 2
    for number, game in enumerate(games):
        score = f"{figure(game.points_for)}:{figure(game.points_against)}{'*' if game.provisional else ''}"
        at = y + number * SCORE
        paper.cell(x + 1, at, wide - 2, SCORE, score, strip.score, bold=game.won, align="centre", smallest=5)
    signs = " ".join("+" if game.won else "−" for game in games)
    paper.cell(x + 1, y + len(games) * SCORE, wide - 2, SIGN, signs, 7.5, align="centre", smallest=5)
