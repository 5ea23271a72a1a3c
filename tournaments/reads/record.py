"""The running record of one game, as the live column of its row tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..models import Game
from . import game_words
from .rounds import Table, table_of


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal that was counted."""

    number: int
    leader: str
    ending: str  # in words
    points_a: int
    points_b: int
    total_a: int
    total_b: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """One penalty."""

    breach: str
    place: str  # a seat or a side
    sanction: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its deals and penalties."""

    game: Game
    table: Table
    deals: tuple[Deal, ...]
    penalties: tuple[Penalty, ...]
    next_leader: str
    time_over: bool


def record_of(game: Game) -> Record:
    """Read the record of a game."""
    state: Mapping[str, Any] = game.live
    return Record(
        game=game,
        table=table_of(game),
        deals=tuple(_deal(number, deal) for number, deal in enumerate(state.get("deals", []), start=1)),
        penalties=tuple(_penalty(penalty) for penalty in state.get("penalties", [])),
        next_leader=state.get("next_leader") or "",
        time_over=bool(state.get("time_over")),
    )


def _deal(number: int, deal: Mapping[str, Any]) -> Deal:
    points, total = deal["points"], deal["total"]
    ending = game_words.ending(deal["ending"])
    return Deal(number, deal["leader"], ending, points["A"], points["B"], total["A"], total["B"])


def _penalty(penalty: Mapping[str, Any]) -> Penalty:
    place = penalty["seat"] or penalty["side"]
    return Penalty(game_words.breach(penalty["code"]), place, game_words.sanction(penalty))
