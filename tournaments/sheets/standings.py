"""The standings after a round, with a column for each round where the paper has room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext
from reportlab.lib.pagesizes import A4

from .flow import Block, Frame, draw_blocks, paginate
from .paper import MARGIN, Page, Paper, Print, Progress, print_pages
from .score_deals import figure
from .top import FOOT, Top, draw_foot, page_of
from .values import RoundCell, StandingRow, StandingsSheet
from .words import LEADING, fit, wrap

PLACE: Final = 30.0
ENTRY: Final = 30.0
COUNTRY: Final = 34.0
FIGURES: Final = (28.0, 28.0, 44.0, 38.0)  # wins, lost, effectiveness, points
ROUND: Final = (42.0, 35.0)  # at best, and at least
LEAST_NAME: Final = 116.0
ROW: Final = 27.0
HEAD: Final = 22.0


@dataclass(frozen=True)
class Columns:
    """Where the columns of one sheet stand."""

    width: float
    rounds: int
    round: float = ROUND[0]

    @property
    def entry(self) -> float:
        return MARGIN + PLACE

    @property
    def name(self) -> float:
        return self.entry + ENTRY

    @property
    def country(self) -> float:
        return self.first_round - COUNTRY

    @property
    def first_round(self) -> float:
        return self.width - MARGIN - sum(FIGURES) - self.rounds * self.round - 6


def draw_standings(sheet: StandingsSheet, title: str, progress: Progress | None = None) -> Print:
    """Print the standings, upright or across, with the rounds or without, whatever the rounds need."""
    with override(sheet.heading.language):
        rounds = max((len(row.rounds) for row in sheet.rows), default=0)
        landscape, columns = shape(rounds)
        pages = _pages(sheet, columns, A4[0] if landscape else A4[1], left_out=rounds > columns.rounds)
        return print_pages(pages, title, sheet.heading.language, landscape=landscape, progress=progress)


def shape(rounds: int) -> tuple[bool, Columns]:
    """Choose whether the sheet lies across, and whether it shows the rounds: all or none."""
    for landscape, width, wide in ((False, A4[0], ROUND[0]), (True, A4[1], ROUND[0]), (True, A4[1], ROUND[1])):
        columns = Columns(width, rounds, wide)
        if columns.country - columns.name >= LEAST_NAME:
            return landscape, columns
    return False, Columns(A4[0], 0)


def _pages(sheet: StandingsSheet, columns: Columns, height: float, *, left_out: bool) -> list[Page]:
    top = Top(sheet.heading, _title(sheet), second=_second(sheet))
    head = Block(HEAD, lambda paper, y: _draw_head(paper, y, columns, sheet), frame=_framing(columns), with_next=True)
    rows = [_row_block(row, columns, head) for row in sheet.rows]
    room = height - FOOT - MARGIN - top.height(columns.width) - 5
    pages = paginate([*note_blocks(sheet, columns.width), head, *rows], room, room)
    left = " ".join(part for part in (_legend(columns, left_out), _movement(sheet), sheet.counted) if part)
    return [_page(top, blocks, left, number, len(pages)) for number, blocks in enumerate(pages, start=1)]


def _title(sheet: StandingsSheet) -> str:
    words = {"number": sheet.heading.round_number}
    title = _("Standings after round %(number)s") % words
    if not sheet.heading.round_number:
        title = _("Standings before round 1")
    elif sheet.final:
        title = _("Final standings after round %(number)s") % words
    return f"{title}: {sheet.part}" if sheet.part else title


def _second(sheet: StandingsSheet) -> str:
    count = len(sheet.rows)
    parts = [
        _("%(number)s of %(rounds)s rounds played")
        % {"number": sheet.heading.round_number, "rounds": sheet.heading.rounds},
        sheet.entries or ngettext("%(number)s entry", "%(number)s entries", count) % {"number": count},
        sheet.ranked_by,
        sheet.made,
    ]
    return " · ".join(part for part in parts if part)


def note_blocks(sheet: StandingsSheet, paper_width: float) -> list[Block]:
    """Say above the table what can still change, or why the event ended early."""
    said = [sheet.ended] if sheet.ended else []
    if sheet.note or any(row.provisional for row in sheet.rows):
        said += [_("Provisional: results marked * can still change."), sheet.note]
    if not said:
        return []
    room = paper_width - 2 * MARGIN - 16
    lines = wrap(" ".join(said), room, 9)
    height = len(lines) * 9 * LEADING + 8

    def draw(paper: Paper, top: float) -> None:
        paper.box(MARGIN, top, paper_width - 2 * MARGIN, height, weight=1.2)
        for number, line in enumerate(lines):
            paper.text(MARGIN + 8, top + 13 + number * 9 * LEADING, line, 9)

    return [Block(height + 6, draw, with_next=True)]


def _legend(columns: Columns, left_out: bool) -> str:
    if left_out:
        return _("The single rounds are left out: there is no room for so many.")
    if columns.rounds:
        return _("Rounds: points for and against, then + won or − lost and the opponent's number.")
    return ""


def _movement(sheet: StandingsSheet) -> str:
    moved = any(row.moved for row in sheet.rows)
    return _("Under the place: places gained or lost since the round before.") if moved else ""


def _page(top: Top, blocks: list[Block], left: str, number: int, pages: int) -> Page:
    def draw(paper: Paper) -> None:
        draw_blocks(paper, top.draw(paper), blocks)
        draw_foot(paper, left, page_of(number, pages))

    return draw


def _figure_columns(columns: Columns) -> list[tuple[float, float]]:
    x, places = columns.first_round + columns.rounds * columns.round + 6, []
    for wide in FIGURES:
        places.append((x, wide))
        x += wide
    return places


def _draw_head(paper: Paper, top: float, columns: Columns, sheet: StandingsSheet) -> None:
    height = HEAD - 2
    paper.cell(MARGIN, top, PLACE - 6, height, _("Place"), 8, align="right", smallest=5)
    paper.cell(columns.entry, top, ENTRY - 6, height, _("No."), 8, align="right", smallest=5)
    paper.cell(columns.name, top, columns.country - columns.name - 6, height, sheet.column or _("Entry"), 8)
    for number in range(columns.rounds):
        x = columns.first_round + number * columns.round
        paper.cell(x, top, columns.round, height, str(number + 1), 8.5, bold=True, align="centre")
    words = (_("Wins"), _("Lost"), _("Eff."), _("Points"))
    for (x, wide), word in zip(_figure_columns(columns), words, strict=True):
        paper.cell(x + 2, top, wide - 2, height, word, 8, align="right", smallest=5)
    paper.rule(top + height, 1.6)


def _framing(columns: Columns) -> Frame:
    def frame(paper: Paper, top: float, bottom: float) -> None:
        for number in range(columns.rounds + 1 if columns.rounds else 0):
            x = columns.first_round + number * columns.round
            paper.line(x, top, x, bottom, 0.4)

    return frame


def _row_block(row: StandingRow, columns: Columns, head: Block) -> Block:
    room = columns.country - columns.name - 6
    said = " · ".join(part for part in (row.club, row.note) if part)
    name = fit(row.name, room, 10.5, 8, bold=True)
    below = [fit(text, room, 7.5, 6) for text in (row.players, said) if text]
    words = sum(len(fitted.lines) * fitted.size * LEADING for fitted in (name, *below))
    height = max(ROW, words + 6)

    def draw(paper: Paper, top: float) -> None:
        y = top + (height - words) / 2 + 0.98 * name.size
        paper.lines(columns.name, y, name, bold=True)
        y += (len(name.lines) - 1) * name.size * LEADING
        for fitted in below:
            paper.lines(columns.name, y + 1.3 * fitted.size, fitted)
            y += len(fitted.lines) * fitted.size * LEADING
        _draw_figures(paper, top, height, row, columns)
        for number, cell in enumerate(row.rounds[: columns.rounds]):
            x = columns.first_round + number * columns.round
            _draw_round(paper, x, top + height / 2, columns.round, cell)
        paper.rule(top + height, 0.5)

    return Block(height, draw, heading=head, frame=head.frame)


def _draw_figures(paper: Paper, top: float, height: float, row: StandingRow, columns: Columns) -> None:
    below = 8 if row.moved else 0
    paper.cell(MARGIN, top, PLACE - 6, height - below, figure(row.place), 11, bold=True, align="right")
    if row.moved:
        sign = "+" if row.moved > 0 else "−"
        paper.cell(MARGIN, top + height - 12, PLACE - 6, 9, f"{sign}{abs(row.moved)}", 7, align="right", smallest=5)
    if row.provisional:
        paper.cell(MARGIN + PLACE - 5.5, top, 6, height - below, "*", 11, bold=True)
    paper.cell(columns.entry, top, ENTRY - 6, height, str(row.number), 9, align="right", smallest=6)
    country = row.country
    if row.place is None:
        country = pgettext("disqualified entry", "disq.")
    elif row.withdrawn:
        country = pgettext("withdrawn entry", "out")
    paper.cell(columns.country, top, COUNTRY - 6, height, country, 8, align="centre", smallest=5)
    texts = (str(row.wins), str(row.losses), effectiveness_of(row), figure(row.points))
    for (x, wide), text in zip(_figure_columns(columns), texts, strict=True):
        paper.cell(x + 2, top, wide - 2, height, text, 10.5, bold=True, align="right")


def effectiveness_of(row: StandingRow) -> str:
    """Write an effectiveness: a difference with its sign, a share in thousandths."""
    if row.share:
        return f"{figure(row.effectiveness)} ‰"
    return f"+{row.effectiveness}" if row.effectiveness > 0 else figure(row.effectiveness)


def _draw_round(paper: Paper, x: float, middle: float, wide: float, cell: RoundCell | None) -> None:
    if cell is None:
        paper.text(x + wide / 2, middle + 3, "·", 9, align="centre")
        return
    star = "*" if cell.provisional else ""
    score = f"{figure(cell.points_for)}:{figure(cell.points_against)}{star}"
    opponent = f"{'+' if cell.won else '−'} {cell.opponent}" if cell.opponent else _("bye")
    paper.cell(x + 2, middle - 11, wide - 4, 11, score, 8.5, bold=cell.won, align="centre", smallest=5)
    paper.cell(x + 2, middle, wide - 4, 11, opponent, 7.5, align="centre", smallest=5)
