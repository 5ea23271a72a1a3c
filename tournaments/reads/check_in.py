"""Who is here and who is missing, and who is meant by what is typed at the door of the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..models import Entry
from .entries import find_entries

MOST_OFFERED = 12
LONGEST_NUMBER = 4  # figures


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The entries that are to come, and the reserves."""

    here: list[Entry]
    missing: list[Entry]
    reserves: list[Entry]

    @property
    def expected(self) -> int:
        """Count those who take part."""
        return len(self.here) + len(self.missing)


def arrivals(entries: Sequence[Entry]) -> Arrivals:
    """Divide the entries that take part by whether they have come; reserves stand apart."""
    coming = [entry for entry in entries if entry.withdrawn_at is None]
    playing = [entry for entry in coming if not entry.reserve]
    return Arrivals(
        here=[entry for entry in playing if entry.checked_in_at],
        missing=[entry for entry in playing if not entry.checked_in_at],
        reserves=[entry for entry in coming if entry.reserve],
    )


def meant(entries: Sequence[Entry], typed: str) -> list[Entry]:
    """Find who is meant: a number is the entry of that number alone, else a part of a name, a licence or a club."""
    if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER:
        by_number = [entry for entry in entries if entry.number == int(typed)]
        if by_number or len(typed) < 3:
            return by_number
    return find_entries(entries, typed) if typed else []
