"""Sheets to test with, and how to read what came out of the printer."""

from __future__ import annotations

import datetime
import io
import re
from dataclasses import replace
from typing import Any

from pypdf import PdfReader

from tournaments.sheets.paper import Page, Paper
from tournaments.sheets.values import DealRow, Heading, PenaltyRow, ScoreSheet, SeatLine, SignatureLine
from tournaments.sheets.words import width

HEADING = Heading("Amber Coast Open", "Kalmar hall", datetime.date(2026, 11, 29), 5, 8)
URL = "http://192.168.1.20:8000/e/amber-coast-open/games/412/"
SEATS = (
    SeatLine("A1", "Țurcanu Ștefan", "", 16, "ROU-1032", "Dubla Șase"),
    SeatLine("B1", "Раҳимов Ҷамшед", "", 20, "TJK-1040", "Хуҷанд"),
    SeatLine("A2", "Bălan Mihăiță", "", 16, "ROU-1033", "Dubla Șase"),
    SeatLine("B2", "Қодиров Ғайрат", "", 20, "TJK-1041", "Хуҷанд"),
)
BLANK = ScoreSheet(HEADING, 12, "R5-T12-7F3A", URL, SEATS, "Țurcanu – Bălan", "Раҳимов – Қодиров", sheet=12, sheets=30)
LOOP = (100, 500, 300, 100, 500, 900, 700, 200, 900, 600)


def protocol(deals: int, **changes: Any) -> ScoreSheet:
    """Make the protocol of a game in which side A scores 11 in each deal, with a fine after the second."""
    rows: list[DealRow | PenaltyRow] = []
    for number in range(1, deals + 1):
        fined = 25 if number > 2 else 0
        rows.append(
            DealRow(number, ("A1", "B1", "A2", "B2")[number % 4], f"Out {number}", 11, None, 11 * number, fined)
        )
        if number == 2:
            rows.append(PenaltyRow("14:26", "Penalty: A1 touched tile: 25 to side B", None, 25, 22, 25))
    signers = [(line.seat, line.name) for line in SEATS] + [("referee", "Олег Тарасов")]
    values: dict[str, Any] = {
        "start": "14:05",
        "end": "14:41",
        "first_leader": "A1",
        "rows": tuple(rows),
        "score_a": 11 * deals,
        "score_b": 25,
        "winner": "A",
        "outcome": "target reached",
        "signatures": tuple(SignatureLine(signer, name, how="drawn", strokes=(LOOP,)) for signer, name in signers),
        "version": 1,
        "digest": "7f3a91c2aa00bb11" + "0" * 48,
        "state": "accepted",
        "sheet": None,
        "sheets": None,
        **changes,
    }
    return replace(BLANK, **values)


def texts(pdf: bytes) -> list[str]:
    """Read the words of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def spelled(text: str) -> str:
    """Undo what shaping does to Thai: a vowel drawn as two glyphs round a tone mark. Spaces tell nothing."""
    return re.sub("\u0e4d([\u0e48-\u0e4b]?)\u0e32", "\\1\u0e33", re.sub(r"\s", "", text))


def fonts(pdf: bytes) -> dict[str, bool]:
    """Name the fonts of a PDF, and whether each is embedded."""
    found = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = reference.get_object()
            found[font["/BaseFont"]] = "/FontFile2" in font.get("/FontDescriptor", {})
    return found


class Ruler(Paper):
    """Paper that keeps where each text stands: its left and right end and its baseline."""

    def __init__(self, landscape: bool = False) -> None:
        super().__init__("", "en", landscape)
        self.placed: list[tuple[float, float, float, str]] = []

    def text(self, x: float, y: float, text: str, size: float, **how: Any) -> float:
        end = super().text(x, y, text, size, **how)
        self.placed.append((end - width(text, size, how.get("bold", False)), end, y, text))
        return end


def measured(pages: list[Page], landscape: bool = False) -> Ruler:
    """Draw pages and keep where everything stands."""
    ruler = Ruler(landscape)
    for page in pages:
        page(ruler)
        ruler.turn()
    return ruler


def outside(ruler: Ruler) -> list[str]:
    """List the texts that leave the margins."""
    return [
        text
        for left, right, y, text in ruler.placed
        if left < ruler.left - 0.5 or right > ruler.right + 0.5 or not 36 < y < ruler.height - 30
    ]
