"""What the columns of an entry list are, said by a person where its headings do not say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..entry_list import Grid
from ..entry_list.headings import HEADINGS, NEEDED, guessed
from ..entry_list.reading import NO_HEADINGS
from ..names import tidy
from ..reads.entry_words import entry_word

MOST_COLUMNS = 60
SHOWN = 6  # lines of the list
UNREAD = ("no_headings", "headings_missing", "heading_twice")

#: column: what it is called for a person who chooses it.
WORDS: dict[str, str | Promise] = {
    "No": _("Number of the entry"),
    "Player 1": _("Player 1"),
    "Licence 1": _("Licence 1"),
    "Rating 1": _("Rating 1"),
    "Player 2": _("Player 2"),
    "Licence 2": _("Licence 2"),
    "Rating 2": _("Rating 2"),
    "Club": _("Club"),
    "Country": _("Country"),
    "Category": _("Categories"),
    "Fee paid": _("Fee paid"),
    "Reserve": _("Reserve"),
}


def mappable(grid: Grid, code: str) -> bool:
    """Tell whether a person can say what the columns are: there are enough for two players, and not too many."""
    return code in UNREAD and len(NEEDED) <= grid.width <= MOST_COLUMNS


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the list: its choice, and what stands in its first lines."""

    letter: str
    cells: list[str]
    field: BoundField


class ColumnsForm(forms.Form):
    """A choice for each column, and which line holds the headings."""

    headings = forms.TypedChoiceField(label=_("The line of the headings"), coerce=int)

    def __init__(self, *args: Any, grid: Grid, kept: dict[str, Any], kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.grid, self.shown = grid, grid.records[:SHOWN]
        self.width = min(grid.width, MOST_COLUMNS)
        at, chosen = _begin(grid, kept)
        choices: list[tuple[int, str | Promise]] = [(NO_HEADINGS, entry_word(kind, "first_line"))]
        for record, (line, cells) in enumerate(self.shown):
            choices.append((record, f"{line}: {', '.join(cell for cell in cells if cell)[:60]}"))
        self.fields["headings"].choices = choices  # type: ignore[attr-defined]  # stubs: a Field
        self.fields["headings"].initial = at
        names = {place: column for column, place in chosen.items()}
        for place in range(self.width):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=gettext("Column %(letter)s") % {"letter": letter(place)},
                choices=[("", _("not read")), *WORDS.items()],
                required=False,
                initial=names.get(place, ""),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = [column for name, column in data.items() if name.startswith("column-") and column]
        for column in {column for column in chosen if chosen.count(column) > 1}:
            said = gettext("Two columns are “%(column)s”. Choose it once.") % {"column": WORDS[column]}
            self.add_error(None, forms.ValidationError(said, code="chosen_twice"))
        missing = [str(WORDS[column]) for column in NEEDED if column not in chosen]
        if missing and not self.errors:
            said = gettext("Choose also which columns these are: %(columns)s.") % {"columns": ", ".join(missing)}
            self.add_error(None, forms.ValidationError(said, code="headings_missing"))
        return data

    def columns(self) -> dict[str, int]:
        """Give where each column stands."""
        chosen = ((self.cleaned_data[f"column-{place}"], place) for place in range(self.width))
        return {column: place for column, place in chosen if column in HEADINGS}

    def headings_at(self) -> int:
        """Give the record of the headings."""
        return int(self.cleaned_data["headings"])

    def listed(self) -> list[Column]:
        """Give the columns with what stands in their first lines."""
        return [Column(letter(place), self._cells(place), self[f"column-{place}"]) for place in range(self.width)]

    def _cells(self, place: int) -> list[str]:
        return [tidy(cells[place])[:40] if place < len(cells) else "" for _line, cells in self.shown]


def _begin(grid: Grid, kept: dict[str, Any]) -> tuple[int, dict[str, int]]:
    """Begin with what was chosen before, else with what the headings tell for certain."""
    if kept["columns"] is not None:
        return kept["headings_at"], kept["columns"]
    at = grid.headings_at
    first = grid.records[0][1] if grid.records else []
    if at is None:  # a first line without a figure in it is more likely one of headings
        at = NO_HEADINGS if any(char.isdigit() for cell in first for char in cell) else 0
    return at, guessed(grid.records[at][1]) if at != NO_HEADINGS else {}


def letter(place: int) -> str:
    """Call a column what a spreadsheet calls it: A to Z, AA, AB."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters
