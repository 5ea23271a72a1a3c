"""Name the four seats of a table and the two sides of a game."""

from __future__ import annotations

from typing import Final, TypeAlias

# Words for signatures; logs hold plain text, which the fold checks.
Seat: TypeAlias = str
Side: TypeAlias = str

# Counter-clockwise round the table: the order of play and of the lead (A5, A6).
SEATS: Final[tuple[Seat, ...]] = ("A1", "B1", "A2", "B2")
SIDES: Final[tuple[Side, ...]] = ("A", "B")

_SIDE_OF: Final[dict[str, Side]] = {"A1": "A", "B1": "B", "A2": "A", "B2": "B"}
_PARTNER_OF: Final[dict[str, Seat]] = {"A1": "A2", "B1": "B2", "A2": "A1", "B2": "B1"}
_NEXT_SEAT: Final[dict[str, Seat]] = {"A1": "B1", "B1": "A2", "A2": "B2", "B2": "A1"}
_OTHER_SIDE: Final[dict[str, Side]] = {"A": "B", "B": "A"}
_SEATS_OF: Final[dict[str, tuple[Seat, Seat]]] = {"A": ("A1", "A2"), "B": ("B1", "B2")}


def side_of(seat: str) -> Side:
    """Return the side a seat plays for."""
    return _SIDE_OF[seat]


def partner_of(seat: str) -> Seat:
    """Return the seat opposite, of the same side."""
    return _PARTNER_OF[seat]


def next_seat(seat: str) -> Seat:
    """Return the seat that plays after this one."""
    return _NEXT_SEAT[seat]


def other_side(side: str) -> Side:
    """Return the opponents of a side."""
    return _OTHER_SIDE[side]


def seats_of(side: str) -> tuple[Seat, Seat]:
    """Return the two seats of a side."""
    return _SEATS_OF[side]
