"""From the cells of a file to rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from ..names import tidy
from ..refusals import Refused
from .faults import list_faults
from .grid import MAX_BYTES, Grid, decode, text_grid
from .headings import HEADINGS, NEEDED, columns_of, require_needed
from .rows import EntryList, Pair, Person
from .words import row_word
from .workbook import is_workbook, workbook_grid

__all__ = ["HEADINGS", "MAX_BYTES", "NEEDED", "decode", "grid_of", "read_entry_list", "read_grid"]

MAX_ROWS = 2_000
NO_HEADINGS = -1  # the list has no line of headings


def grid_of(content: bytes) -> Grid:
    """Cut the bytes of a file, a text or a workbook, into cells; refuses what is neither."""
    return workbook_grid(content) if is_workbook(content) else text_grid(decode(content))


def read_entry_list(text: str) -> EntryList:
    """Read the rows of a list and all that is wrong with them; refuses a text that is no entry list at all."""
    return read_grid(text_grid(text))


def read_grid(
    grid: Grid, columns: Mapping[str, int] | None = None, headings_at: int | None = None, *, kind: str = "pair"
) -> EntryList:
    """Read the rows of a list by its headings, or by `columns` that a person chose, under the record `headings_at`.

    `kind` says who competes in its event.
    """
    at = grid.headings_at if columns is None else headings_at
    if at is None:
        raise Refused(
            "no_headings",
            _("No headings were found. The first line of the list reads: %(headings)s.")
            % {"headings": ", ".join(HEADINGS)},
        )
    headings = _headings(grid, at, columns or {})
    places = columns_of(headings) if columns is None else dict(columns)
    require_needed(places)
    records = [record for record in grid.records[at + 1 :] if _filled(record[1], places)]
    pairs = [replace(_pair(line, cells, headings, places, grid), kind=kind) for line, cells in records]
    if not pairs:
        raise Refused("no_rows", row_word(kind, "no_rows"))
    if len(pairs) > MAX_ROWS:
        raise Refused("too_many_rows", _("The list has more than 2,000 rows. Divide it into several files."))
    ignored = [heading for place, heading in enumerate(headings) if heading and place not in places.values()]
    return EntryList(pairs, list_faults(pairs), headings, ignored, grid.delimiter, places)


def _headings(grid: Grid, at: int, columns: Mapping[str, int]) -> list[str]:
    """Give the headings as they were written; a list without any is called by what its columns were chosen to be."""
    if at != NO_HEADINGS:
        return [tidy(cell) for cell in grid.records[at][1]]
    names = {place: column for column, place in columns.items()}
    return [names.get(place, "") for place in range(grid.width)]


def _filled(cells: list[str], columns: Mapping[str, int]) -> bool:
    return any(cell.strip() for place, cell in enumerate(cells) if place != columns.get("No"))


def _pair(line: int, raw: list[str], headings: list[str], columns: Mapping[str, int], grid: Grid) -> Pair:
    cells = [tidy(cell) for cell in raw]

    def cell(column: str) -> str:
        place = columns.get(column)
        return cells[place] if place is not None and place < len(cells) else ""

    # A sheet has no ends of lines, and a list without headings need not fill those that were not named.
    missing = () if grid.sheet else tuple(headings[len(cells) :])
    return Pair(
        line=line,
        number_text=cell("No"),
        players=(
            Person(cell("Player 1"), cell("Licence 1").upper(), cell("Rating 1")),
            Person(cell("Player 2"), cell("Licence 2").upper(), cell("Rating 2")),
        ),
        club=cell("Club"),
        country=cell("Country").upper(),
        missing=tuple(heading for heading in missing if heading),
        too_many=len(cells) if len(cells) > len(headings) else 0,
        spilled="".join(cells[len(headings) :]),
        categories=categories_in(cell("Category")),
        fee_text=cell("Fee paid"),
        reserve_text=cell("Reserve"),
        sheet=grid.sheet,
    )


def categories_in(text: str) -> tuple[str, ...]:
    """Take the categories of a cell apart, each once: Women, Juniors."""
    names = [tidy(name) for name in re.split(r"[,;/|]", text)]
    return tuple({name.casefold(): name for name in reversed(names) if name}.values())[::-1]
