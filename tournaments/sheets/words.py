"""Lines of text: each character in a face that has it, measured, shrunk or broken to fit, never cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from .fonts import Family, families

LEADING: Final = 1.28  # from line to line, at size 1
BOX_WIDTH: Final = 0.78  # of the size: room for two hexadecimal digits beside each other
MARKS: Final = ("Mn", "Mc", "Me")
THAI_LEADING_VOWELS: Final = "เแโใไ"
THAI_FOLLOWING: Final = "ะาำๅๆฯ"  # they never begin a line


class Run(NamedTuple):
    """A piece of one line in one face; without a face, one character that no face has."""

    font: str
    text: str
    width: float  # at size 1
    spelled: str = ""  # how a shaped text is written, for those who copy or search it


class Fitted(NamedTuple):
    """A text as it goes into a given width."""

    lines: tuple[str, ...]
    size: float


def clean(text: str) -> str:
    """Bring a text to the form that is drawn: composed, on one line, without invisible characters."""
    if text.isascii() and text.isprintable() and "  " not in text and text == text.strip():
        return text
    composed = unicodedata.normalize("NFC", text)
    shown = (" " if char.isspace() else char for char in composed if char.isspace() or not _invisible(char))
    return " ".join("".join(shown).split())


def _invisible(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


@lru_cache(maxsize=8192)
def runs(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Split a text into runs of one face each."""
    return tuple(_runs(clean(text), bold))


def _runs(text: str, bold: bool) -> Iterator[Run]:
    faces = _faces(text)
    for family, part in groupby(range(len(text)), key=faces.__getitem__):
        piece = "".join(text[index] for index in part)
        if family is None:
            yield from (Run("", char, BOX_WIDTH) for char in piece)
        else:
            font = family.weight(bold)
            set_text = font.shape(piece) if family.name == "NotoSansThai" or _has_marks(piece) else piece
            yield Run(font.fontName, set_text, font.width(set_text), piece if set_text is not piece else "")


def _faces(text: str) -> list[Family | None]:
    """Choose a face for each character, staying in the one before where it has the character too."""
    chosen: list[Family | None] = []
    for char in text:
        before = chosen[-1] if chosen else None
        joins = char == " " or unicodedata.category(char) in MARKS
        if not (joins and before and before.has(char)):
            before = next((family for family in families() if family.has(char)), None)
        chosen.append(before)
    return chosen


def _has_marks(text: str) -> bool:
    return not text.isascii() and any(unicodedata.category(char) in MARKS for char in text)


@lru_cache(maxsize=8192)
def width(text: str, size: float, bold: bool = False) -> float:
    """Measure a text in points."""
    return size * sum(run.width for run in runs(text, bold))


def missing(text: str) -> list[str]:
    """List the characters of a text that no face has, each once."""
    return list(dict.fromkeys(run.text for run in runs(text) if not run.font))


def printable(name: str, latin_name: str = "") -> str:
    """Choose the Latin form of a name where its own script cannot be drawn."""
    return latin_name if latin_name and missing(name) and not missing(latin_name) else name


@lru_cache(maxsize=8192)
def fit(text: str, room: float, size: float, smallest: float, bold: bool = False) -> Fitted:
    """Shrink a text into a width, down to the smallest size; then break it into lines."""
    text = clean(text)
    wide = width(text, size, bold)
    if wide <= room:
        return Fitted((text,), size)
    shrunk = int(size * room / wide * 20) / 20
    if shrunk >= smallest:
        return Fitted((text,), shrunk)
    return Fitted(wrap(text, room, smallest, bold), smallest)


@lru_cache(maxsize=8192)
def squeeze(text: str, room: float, height: float, size: float, smallest: float, bold: bool = False) -> Fitted:
    """Fit a text into a width and a height that cannot grow: rather tiny than cut, and never over its neighbours."""
    fitted = fit(text, room, size, smallest, bold)
    while len(fitted.lines) > 1 and len(fitted.lines) * fitted.size * LEADING > height:
        smaller = fitted.size * 0.94
        fitted = Fitted(wrap(text, room, smaller, bold), smaller)
    return fitted


def wrap(text: str, room: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines of a width, inside a word only where the word alone is too wide."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(clean(text), room, size, bold):
        if line and width((line + piece).rstrip(), size, bold) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return (*lines, line.rstrip())


def _pieces(text: str, room: float, size: float, bold: bool) -> Iterator[str]:
    """Yield what may stand on a line by itself: words with the space after them, or single letters of a huge one."""
    for word in text.split(" "):
        if width(word, size, bold) <= room:
            yield word + " "
        else:
            letters = _letters(word)
            yield from letters[:-1]
            yield letters[-1] + " "


def _letters(word: str) -> list[str]:
    """Split a word where it may be broken: never between a letter and its marks."""
    letters = [""]
    for char in word:
        joined = unicodedata.category(char) in MARKS or char in THAI_FOLLOWING
        if letters[-1] and not joined and letters[-1][-1] not in THAI_LEADING_VOWELS:
            letters.append("")
        letters[-1] += char
    return letters
