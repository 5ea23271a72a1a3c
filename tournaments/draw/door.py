"""The one door of all draws: a system is chosen by its name, and answers the same question with the same values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from . import round_robin, swiss
from .values import Drawn, Wanted

SYSTEMS: Final[Mapping[str, Callable[[Wanted], Drawn]]] = {
    "round_robin": round_robin.drawn,
    "double_round_robin": round_robin.drawn,
    "swiss": swiss.drawn,
}


def draw(wanted: Wanted) -> Drawn:
    """Draw a round. Raises KeyError for a system that is not known, OnlyRematches where Swiss finds no other way."""
    return SYSTEMS[wanted.system](wanted)
