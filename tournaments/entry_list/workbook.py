"""An entry list in a workbook of a spreadsheet program: the first sheet that looks like one, its values as text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from ..refusals import Refused
from .grid import Grid, refuse_size

MAX_UNPACKED = 10_000_000  # bytes: two thousand pairs need two million
MAX_PARTS = 500
MAX_SHEETS = 20
MAX_ROWS = 2_500  # of a sheet, with titles and notes; how many pairs there may be is counted afterwards
MAX_COLUMNS = 60
MAX_CELL = 1_000  # letters
LAST_ROW = 20_000  # a stray cell far below is not looked for


def is_workbook(content: bytes) -> bool:
    """Tell a workbook from a text by its first letters."""
    return content.startswith(b"PK\x03\x04")


def workbook_grid(content: bytes) -> Grid:
    """Read the cells of a workbook; refuses what is none and what would unpack into too much."""
    refuse_size(content)
    _refuse_bomb(content)
    try:
        grids = [*_sheets(content)]
    except Refused:
        raise
    except Exception:  # openpyxl passes on whatever a damaged part makes it stumble on
        raise _no_workbook() from None
    if not grids:
        raise Refused("empty_file", _("The workbook is empty. Choose the file that holds the entry list."))
    return next((grid for grid in grids if grid.headings_at is not None), grids[0])


def _refuse_bomb(content: bytes) -> None:
    """Look at what the parts of a file say of their size: no more of them is ever unpacked than that."""
    try:
        parts = zipfile.ZipFile(io.BytesIO(content)).infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise _no_workbook() from None
    if not any(part.filename.startswith("xl/") for part in parts):
        raise _no_workbook()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise Refused(
            "workbook_too_large",
            _("Unpacked, this workbook is far too large for an entry list. Copy the list into a new workbook."),
        )


def _sheets(content: bytes) -> Iterator[Grid]:
    """Read the sheets that are shown and hold something."""
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in islice(book.worksheets, MAX_SHEETS):
            sheet.reset_dimensions()  # what a sheet says of its size may be wrong
            if sheet.sheet_state == "visible" and (records := [*_records(sheet)]):
                yield Grid(records, "", sheet=True)
    finally:
        book.close()


def _records(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a sheet that hold something, with their numbers."""
    found = 0
    for number, row in enumerate(islice(sheet.iter_rows(max_col=MAX_COLUMNS + 1), LAST_ROW), start=1):
        cells = _without_end(cell_text(cell.value, cell.number_format or "") for cell in row)
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise Refused(
                "too_many_columns",
                _("Row %(row)s of the sheet has more than %(most)s columns. Leave those of the entry list.")
                % {"row": number, "most": MAX_COLUMNS},
            )
        found += 1
        if found > MAX_ROWS:
            raise Refused("too_many_rows", _("The list has more than 2,000 rows. Divide it into several files."))
        yield number, cells


def _without_end(cells: Iterable[str]) -> list[str]:
    """Leave out the empty cells at the end of a row."""
    kept = list(cells)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def cell_text(value: Any, number_format: str = "") -> str:
    """Write the value of a cell as its sheet shows it: 1002.0 as 1002, a day as 2026-11-30, nothing as nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return _number_text(value, number_format)
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, (datetime, date, time)):
        return value.isoformat(" ", "minutes") if isinstance(value, datetime) else value.isoformat()
    return str(value)[:MAX_CELL]


def _number_text(value: float, number_format: str) -> str:
    text = f"{value:.15g}" if isinstance(value, float) else str(value)[:MAX_CELL]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        text = str(int(value))
    if re.fullmatch(r"0+", number_format) and text.isdigit():  # a licence 00123 is kept as 123 that is shown so
        return text.zfill(min(len(number_format), MAX_CELL))
    return text


def _no_workbook() -> Refused:
    return Refused(
        "no_workbook",
        _(
            "This file cannot be opened as an XLSX workbook: it is damaged, locked with a password or of another "
            "kind. Save it anew as “XLSX” or “CSV UTF-8”, and bring that file."
        ),
    )
