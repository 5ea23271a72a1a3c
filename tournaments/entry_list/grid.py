"""From the bytes of a file to cells: what stands on which line, before anybody knows what it means."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from ..refusals import Refused
from .headings import CYRILLIC, SPANISH, are_headings, speaks

MAX_BYTES = 1_000_000
DELIMITERS = (",", ";", "\t", "|")
LOOKED_AT = 10  # lines: a list may have a title above its headings
_BINARY = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a list, each line with its number in the file (its row of the sheet)."""

    records: list[tuple[int, list[str]]]
    delimiter: str = ","
    sheet: bool = False

    @property
    def headings_at(self) -> int | None:
        """Find the record of the headings among the first ones."""
        looked_at = enumerate(islice(self.records, LOOKED_AT))
        return next((place for place, (_line, cells) in looked_at if are_headings(cells)), None)

    @property
    def width(self) -> int:
        """Count the columns of the longest line."""
        return max((len(cells) for _line, cells in self.records), default=0)

    def stored(self) -> dict[str, Any]:
        """Give what a session keeps."""
        return {"records": self.records, "delimiter": self.delimiter, "sheet": self.sheet}

    @classmethod
    def restored(cls, kept: dict[str, Any]) -> Grid:
        """Take back what a session kept."""
        records = [(line, list(cells)) for line, cells in kept["records"]]
        return cls(records, kept["delimiter"], kept["sheet"])


def decode(content: bytes) -> str:
    """Turn the bytes of a file into text; refuses what is no text, or a text whose letters cannot be known."""
    refuse_size(content)
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    if content.startswith(_BINARY) or (encoding != "utf-16" and b"\0" in content):
        raise _no_csv()
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return _old_encoding(content)


def refuse_size(content: bytes) -> None:
    """Refuse a file with nothing in it and one with too much."""
    if not content.strip():
        raise Refused("empty_file", _("The file is empty. Choose the file that holds the entry list."))
    if len(content) > MAX_BYTES:
        raise Refused("file_too_large", _("The file is larger than 1 MB. An entry list has one line for each entry."))


def text_grid(text: str) -> Grid:
    """Cut a text into cells: from its headings on, or from its first line where none are understood."""
    above, delimiter = _find_headings(text) or (_marked_separator(text), _likely_delimiter(text))
    return Grid([*_records(text, delimiter, above)], delimiter)


def _old_encoding(content: bytes) -> str:
    """Read an old spreadsheet's file. Only its headings can tell: other old encodings would give false letters."""
    for encoding, words in (("cp1251", CYRILLIC), ("cp1252", SPANISH)):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if speaks(text, words):
            return text
    raise Refused(
        "unknown_letters",
        _("The letters of this file cannot be read for certain. In the spreadsheet program choose “CSV UTF-8”."),
    )


def _no_csv() -> Refused:
    return Refused(
        "no_csv",
        _(
            "This is no CSV file and no XLSX workbook. In the spreadsheet program choose “Save as”, then “XLSX” or "
            "“CSV UTF-8”, and bring that file."
        ),
    )


def _find_headings(text: str) -> tuple[int, str] | None:
    """Find the line of the headings (how many lines stand above it) and what stands between the columns."""
    for above, line in enumerate(_first_lines(text)):
        for delimiter in DELIMITERS:
            if are_headings(cell.strip('" \r\n\ufeff') for cell in line.split(delimiter)):
                return above, delimiter
    return None


def _first_lines(text: str) -> Iterator[str]:
    return islice(io.StringIO(text, newline=""), LOOKED_AT)


def _likely_delimiter(text: str) -> str:
    """Choose what stands most often in the first lines."""
    lines = list(_first_lines(text))
    return max(DELIMITERS, key=lambda delimiter: sum(line.count(delimiter) for line in lines))


def _marked_separator(text: str) -> int:
    """Skip the line by which a spreadsheet program tells its separator: sep=;"""
    return int(text.lstrip("\ufeff").lower().startswith("sep="))


def _records(text: str, delimiter: str, above: int) -> Iterator[tuple[int, list[str]]]:
    """Give each record with the line on which it begins."""
    source = io.StringIO(text, newline="")
    for _skipped in range(above):
        source.readline()
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    begins = above + 1
    try:
        for cells in reader:
            yield begins, cells
            begins = above + reader.line_num + 1
    except csv.Error:
        raise Refused(
            "bad_quotes",
            _(
                "The file cannot be read from line %(line)s on: a quotation mark there has no partner, "
                "or is no longer where a column begins. Correct that line."
            )
            % {"line": begins},
        ) from None
