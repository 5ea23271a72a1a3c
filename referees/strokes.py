"""What a finger draws to sign: strokes of x, y, x, y ... in a square, bounded in number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST_STROKES = 200
MOST_NUMBERS = 4_000  # of all strokes of one signature
EDGE = 1_000  # of the square


def are_strokes(value: Any) -> bool:
    """Tell whether JSON is what the page for signing could have drawn, or nothing."""
    return are_well_formed(value) and not are_too_many(value)


def are_well_formed(value: Any) -> bool:
    """Tell whether JSON is strokes, however many, or none."""
    return isinstance(value, list | tuple) and all(map(_is_stroke, value))


def are_too_many(strokes: Sequence[Sequence[int]]) -> bool:
    """Tell whether strokes are more than one signature has."""
    return len(strokes) > MOST_STROKES or sum(map(len, strokes)) > MOST_NUMBERS


def _is_stroke(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) >= 4
        and len(value) % 2 == 0
        and all(type(number) is int and 0 <= number <= EDGE for number in value)
    )
