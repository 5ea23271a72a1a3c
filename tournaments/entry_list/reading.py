"""From the bytes of a file to rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice

from django.utils.translation import gettext as _

from ..names import tidy
from ..refusals import Refused
from .faults import list_faults
from .rows import EntryList, Pair, Person

MAX_BYTES = 1_000_000
MAX_ROWS = 2_000
DELIMITERS = (",", ";", "\t")

#: column: how headings write it, in small letters.
HEADINGS = {
    "No": ("no", "no.", "nr", "nr.", "number", "№", "номер"),
    "Player 1": ("player 1", "игрок 1"),
    "Licence 1": ("licence 1", "license 1", "билет 1", "лицензия 1"),
    "Rating 1": ("rating 1", "рейтинг 1"),
    "Player 2": ("player 2", "игрок 2"),
    "Licence 2": ("licence 2", "license 2", "билет 2", "лицензия 2"),
    "Rating 2": ("rating 2", "рейтинг 2"),
    "Club": ("club", "клуб"),
    "Country": ("country", "страна"),
}
NEEDED = ("Player 1", "Licence 1", "Player 2", "Licence 2")
_COLUMNS = {heading: column for column, headings in HEADINGS.items() for heading in headings}
_LOOKED_AT = 10  # lines: a list may have a title above its headings
_BINARY = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")


def decode(content: bytes) -> str:
    """Turn the bytes of a file into text; refuses what is no text, or a text whose letters cannot be known."""
    if not content.strip():
        raise Refused("empty_file", _("The file is empty. Choose the file that holds the entry list."))
    if len(content) > MAX_BYTES:
        raise Refused("file_too_large", _("The file is larger than 1 MB. An entry list has one line for each pair."))
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    if content.startswith(_BINARY) or (encoding != "utf-16" and b"\0" in content):
        raise _no_csv()
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return _windows_1251(content)


def read_entry_list(text: str) -> EntryList:
    """Read the rows of a list and all that is wrong with them; refuses a text that is no entry list at all."""
    above, delimiter = _find_headings(text)
    records = _records(text, delimiter, above)
    headings = [tidy(cell) for cell in next(records)[1]]
    columns = _columns(headings)
    pairs = [
        _pair(line, [tidy(cell) for cell in cells], headings, columns)
        for line, cells in records
        if any(cell.strip() for i, cell in enumerate(cells) if i != columns.get("No"))
    ]
    if not pairs:
        raise Refused("no_rows", _("There is no row under the headings. Write one line for each pair."))
    if len(pairs) > MAX_ROWS:
        raise Refused("too_many_rows", _("The list has more than 2,000 rows. Divide it into several files."))
    ignored = [heading for heading in headings if heading and heading.lower() not in _COLUMNS]
    return EntryList(pairs, list_faults(pairs), headings, ignored, delimiter)


def _windows_1251(content: bytes) -> str:
    """Read a Russian spreadsheet's file. Only its headings can tell: other old encodings would give false letters."""
    try:
        text = content.decode("cp1251")
    except UnicodeDecodeError:
        raise _unknown_letters() from None
    if not any(f"{word} 1" in text.lower() for word in ("игрок", "билет")):
        raise _unknown_letters()
    return text


def _no_csv() -> Refused:
    return Refused(
        "no_csv",
        _("This is no CSV file. In the spreadsheet program choose “Save as”, then “CSV UTF-8”, and bring that file."),
    )


def _unknown_letters() -> Refused:
    return Refused(
        "unknown_letters",
        _("The letters of this file cannot be read for certain. In the spreadsheet program choose “CSV UTF-8”."),
    )


def _find_headings(text: str) -> tuple[int, str]:
    """Find the line of the headings (how many lines stand above it) and what stands between the columns."""
    for above, line in enumerate(islice(io.StringIO(text, newline=""), _LOOKED_AT)):
        for delimiter in DELIMITERS:
            cells = {tidy(cell.strip('" \r\n\ufeff')).lower() for cell in line.split(delimiter)}
            if len(cells & _COLUMNS.keys()) >= 2:
                return above, delimiter
    raise Refused(
        "no_headings",
        _("No headings were found. The first line of the list reads: %(headings)s.")
        % {"headings": ", ".join(HEADINGS)},
    )


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


def _columns(headings: list[str]) -> dict[str, int]:
    """Find where each column stands."""
    columns: dict[str, int] = {}
    for place, heading in enumerate(headings):
        column = _COLUMNS.get(heading.lower())
        if column in columns:
            raise Refused(
                "heading_twice", _("The heading “%(heading)s” stands twice. Rename one.") % {"heading": heading}
            )
        if column:
            columns[column] = place
    missing = [column for column in NEEDED if column not in columns]
    if missing:
        raise Refused(
            "headings_missing",
            _("These columns are missing: %(columns)s. Add them to the headings.") % {"columns": ", ".join(missing)},
        )
    return columns


def _pair(line: int, cells: list[str], headings: list[str], columns: dict[str, int]) -> Pair:
    def cell(column: str) -> str:
        place = columns.get(column)
        return cells[place] if place is not None and place < len(cells) else ""

    return Pair(
        line=line,
        number_text=cell("No"),
        players=(
            Person(cell("Player 1"), cell("Licence 1").upper(), cell("Rating 1")),
            Person(cell("Player 2"), cell("Licence 2").upper(), cell("Rating 2")),
        ),
        club=cell("Club"),
        country=cell("Country").upper(),
        missing=tuple(heading for place, heading in enumerate(headings) if place >= len(cells)),
        too_many=len(cells) if len(cells) > len(headings) else 0,
        spilled="".join(cells[len(headings) :]),
    )
