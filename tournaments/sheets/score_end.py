"""The end of a score sheet: final score, remarks, corrections, signatures."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .flow import Block, space
from .paper import HEAVY, MARGIN, Paper
from .score_deals import figure
from .values import ScoreSheet, SignatureLine
from .words import LEADING, Fitted, fit, printable, width, wrap

LEFT, RIGHT = MARGIN, 595.28 - MARGIN
WIDE: Final = RIGHT - LEFT
TILE: Final = 186.0
TILE_HEIGHT: Final = 60.0
BOX_LEFT: Final = LEFT + TILE + 14
SMALL: Final = 8.5
BOX_LINES: Final = 7  # remarks of more lines go under each other across the sheet
SIGN_GAP: Final = 12.0
SIGN_ROOM: Final = (WIDE - 4 * SIGN_GAP) / 5
SIGN_HEIGHT: Final = 36.0
SIGN_SIZE: Final = 8.0
SIGN_SMALL: Final = 6.5
SIGNERS: Final = ("A1", "B1", "A2", "B2", "referee")


def end_blocks(sheet: ScoreSheet) -> list[Block]:
    """Lay out everything under the deals; the score and the signatures stay on one page."""
    boxed = _boxed_remarks(sheet)
    corrections = line_blocks(_("Corrections"), sheet.corrections)
    remarks = [] if boxed is not None else line_blocks(_("Remarks or protest"), sheet.remarks)
    return [space(11), *corrections, *remarks, _score_block(sheet, boxed), *_signature_blocks(sheet)]


def line_blocks(title: str, texts: tuple[str, ...]) -> list[Block]:
    """Lay out paragraphs across the sheet, line by line, so that they can go on overleaf."""
    if not texts:
        return []
    lines = [line for text in texts for line in _hanging(text, WIDE)]
    head = Block(14, lambda paper, top: _text(paper, top, title, bold=True), with_next=True)
    return [head, *(_line_block(line) for line in lines), space(8)]


def _line_block(line: str) -> Block:
    return Block(SMALL * LEADING, lambda paper, top: _text(paper, top, line))


def _text(paper: Paper, top: float, line: str, *, bold: bool = False) -> None:
    paper.text(LEFT if bold or line.startswith("•") else LEFT + 8, top + SMALL, line, SMALL, bold=bold)


def _hanging(text: str, room: float) -> list[str]:
    first, *rest = wrap(text, room - 10, SMALL)
    return [f"• {first}", *rest]


def _boxed_remarks(sheet: ScoreSheet) -> list[str] | None:
    """Break the remarks for the box beside the score; None where they are too long for it."""
    lines = [line for text in sheet.remarks for line in _hanging(text, RIGHT - BOX_LEFT - 16)]
    return lines if len(lines) <= BOX_LINES else None


def _score_block(sheet: ScoreSheet, boxed: list[str] | None) -> Block:
    def draw(paper: Paper, top: float) -> None:
        if sheet.blank:
            paper.stamp(("end", top), lambda paper: _draw_empty_end(paper, top))
            return
        paper.text(LEFT, top + 7, _("Final score"), 7.5)
        _draw_tile(paper, top + 11, sheet)
        if boxed is not None:
            _draw_remarks(paper, top, BOX_LEFT, boxed)
        _draw_winner(paper, top + TILE_HEIGHT + 27, sheet)

    return Block(TILE_HEIGHT + 42, draw, with_next=True)


def _draw_empty_end(paper: Paper, top: float) -> None:
    paper.text(LEFT, top + 7, _("Final score"), 7.5)
    _draw_empty_tile(paper, top + 11)
    _draw_penalty_lines(paper, top)
    _draw_remarks(paper, top, BOX_LEFT + 186, [])
    y = top + TILE_HEIGHT + 27
    end = paper.text(LEFT, y, _("Winner:"), 9.5)
    paper.line(end + 3, y + 2, LEFT + TILE, y + 2)


def _draw_tile(paper: Paper, top: float, sheet: ScoreSheet) -> None:
    paper.tile(LEFT, top, TILE, TILE_HEIGHT)
    halves = ((sheet.score_a, _("side A"), True), (sheet.score_b, _("side B"), False))
    for number, (score, name, white) in enumerate(halves):
        middle = LEFT + TILE * (1 + 2 * number) / 4
        figures = fit(figure(score), TILE / 2 - 28, 33, 8, bold=True)
        paper.text(middle, top + 37, figures.lines[0], figures.size, bold=True, align="centre", white=white)
        paper.text(middle, top + 53, name, 8.5, align="centre", white=white)


def _draw_empty_tile(paper: Paper, top: float) -> None:
    """Draw the two halves light: there is something to be written into both."""
    paper.box(LEFT, top, TILE, TILE_HEIGHT, weight=HEAVY, radius=7)
    paper.line(LEFT + TILE / 2, top, LEFT + TILE / 2, top + TILE_HEIGHT, HEAVY)
    for number, side in enumerate("AB"):
        paper.mark(LEFT + 14 + number * TILE / 2, top + 14, side)


def _draw_winner(paper: Paper, y: float, sheet: ScoreSheet) -> None:
    end = paper.text(LEFT, y, _("Winner:"), 9.5) + 3
    sides = {"A": _("side A"), "B": _("side B")}
    winner = sides.get(sheet.winner, pgettext("winner", "none"))
    text = f"{winner}, {sheet.outcome}" if sheet.outcome else winner
    paper.cell(end, y - 13, LEFT + TILE - end, 20, text, 9.5, bold=True)


def _draw_remarks(paper: Paper, top: float, x: float, lines: list[str]) -> None:
    paper.box(x, top, RIGHT - x, TILE_HEIGHT + 34)
    paper.text(x + 7, top + 11, _("Remarks or protest"), 7.5)
    for number, line in enumerate(lines):
        at = x + 7 if line.startswith("•") else x + 15
        paper.text(at, top + 23 + number * SMALL * LEADING, line, SMALL)


def _draw_penalty_lines(paper: Paper, top: float) -> None:
    """Draw the little table in which penalties are written by hand."""
    x, height = BOX_LEFT, TILE_HEIGHT + 34
    columns = (x, x + 36, x + 66, x + 136, x + 174)
    labels = (_("Time"), _("Seat"), _("Penalty for"), _("Points"))
    for label, (begin, end) in zip(labels, pairwise(columns), strict=True):
        paper.cell(begin + 3, top, end - begin - 6, 14, label, 7.5, smallest=5)
    for number in range(4):
        paper.line(x, top + 14 + number * 20, columns[-1], top + 14 + number * 20)
    for begin in columns[1:-1]:
        paper.line(begin, top, begin, top + height)
    paper.box(x, top, columns[-1] - x, height)


def _signature_blocks(sheet: ScoreSheet) -> list[Block]:
    given = {line.signer: line for line in sheet.signatures}
    names = {line.seat: line for line in sheet.seats}
    lines = []
    for signer in SIGNERS:
        seat = names.get(signer)
        line = SignatureLine(signer, seat.name if seat else "", seat.latin_name if seat else "")
        lines.append(given.get(signer, line))
    agreement = _agreement(sheet)
    height = 18 + SIGN_HEIGHT + max(_height_under(line) for line in lines)

    def draw(paper: Paper, top: float) -> None:
        paper.stamp(("signing", top, agreement), lambda paper: _draw_signing(paper, top, agreement))
        for number, line in enumerate(lines):
            _draw_signature(paper, LEFT + number * (SIGN_ROOM + SIGN_GAP), top + 14, line)

    return [Block(height, draw)]


def _agreement(sheet: ScoreSheet) -> str:
    if sheet.blank:
        return _("By signing, everybody agrees to the final score.")
    score = f"{figure(sheet.score_a)}:{figure(sheet.score_b)}"
    return _("By signing, everybody agrees to the final score %(score)s.") % {"score": score}


def _draw_signing(paper: Paper, top: float, agreement: str) -> None:
    """Draw the lines to sign on, and what is signed."""
    paper.text(LEFT, top + 8, agreement, 8)
    foot = top + 14 + SIGN_HEIGHT
    for number, signer in enumerate(SIGNERS):
        x = LEFT + number * (SIGN_ROOM + SIGN_GAP)
        paper.line(x, foot, x + SIGN_ROOM, foot, 1.1)
        paper.text(x, foot + 10, _signer(signer), SIGN_SIZE, bold=True)


def _signer(signer: str) -> str:
    return _("Referee") if signer == "referee" else signer


def _under(line: SignatureLine, name: str) -> tuple[float, Fitted]:
    """Answer where a name begins behind its seat, and the name in the room left."""
    begin = width(_signer(line.signer), SIGN_SIZE, bold=True) + 3
    return begin, fit(name, SIGN_ROOM - begin, SIGN_SIZE, SIGN_SMALL)


def _height_under(line: SignatureLine) -> float:
    _begin, name = _under(line, printable(line.name, line.latin_name))
    reason = wrap(line.reason, SIGN_ROOM, SIGN_SMALL) if line.reason else ()
    return (len(name.lines) * name.size + len(reason) * SIGN_SMALL) * LEADING + 4


def _draw_signature(paper: Paper, x: float, top: float, line: SignatureLine) -> None:
    foot = top + SIGN_HEIGHT
    hows = {
        "refused": _("refused to sign"),
        "absent": _("absent"),
        "on_paper": _("signed on paper"),
        "ruling": _("closed by ruling"),
    }
    if line.how == "drawn":
        paper.strokes(x, top, SIGN_ROOM, SIGN_HEIGHT - 2, line.strokes)
    elif line.how:
        paper.cell(x, top + SIGN_HEIGHT / 2, SIGN_ROOM, SIGN_HEIGHT / 2, hows[line.how], 9, align="centre")
    begin, name = _under(line, paper.person(line.name, line.latin_name))
    paper.lines(x + begin, foot + 10, name)
    reason_top = foot + 10 + len(name.lines) * name.size * LEADING
    for number, text in enumerate(wrap(line.reason, SIGN_ROOM, SIGN_SMALL) if line.reason else ()):
        paper.text(x, reason_top + number * SIGN_SMALL * LEADING, text, SIGN_SMALL)
