"""The running record of one game, as the live column of its row tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..models import Game
from . import game_words
from .keys import players_by_key
from .rounds import Chair, Table, table_of

EMPTY_CHAIR = "–"  # who sat there has moved, and nobody is written in his place


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
    """A game with its deals and penalties. The table is as it was drawn; `chairs` say who really sits there."""

    game: Game
    table: Table
    chairs: tuple[Chair, ...]
    deals: tuple[Deal, ...]
    penalties: tuple[Penalty, ...]
    next_leader: str
    time_over: bool


def record_of(game: Game) -> Record:
    """Read the record of a game."""
    state: Mapping[str, Any] = game.live
    table = table_of(game)
    return Record(
        game=game,
        table=table,
        chairs=_seated(table, state.get("seats", {})),
        deals=tuple(_deal(number, deal) for number, deal in enumerate(state.get("deals", []), start=1)),
        penalties=tuple(_penalty(penalty) for penalty in state.get("penalties", [])),
        next_leader=state.get("next_leader") or "",
        time_over=bool(state.get("time_over")),
    )


def _seated(table: Table, outcomes: Mapping[str, Any]) -> tuple[Chair, ...]:
    """Give the chairs in playing order, with those whom the log has seated where they were not drawn to."""
    said = {seat: outcome["player"] for seat, outcome in outcomes.items() if outcome["player"]}
    drawn = {chair.key: chair for chair in table.chairs}
    people = {key: (chair.player, chair.latin_name) for key, chair in drawn.items()}
    if strangers := said.values() - drawn.keys():
        found = players_by_key(strangers)
        said = {seat: found[key].key if key in found else key for seat, key in said.items()}
        people |= {player.key: (player.name, player.latin_name) for player in found.values()}
    return tuple(_taken(chair, said, people) for chair in table.chairs)


def _taken(chair: Chair, said: Mapping[str, str], people: Mapping[str, tuple[str, str]]) -> Chair:
    key = said.get(chair.seat)
    if key is None:
        moved = chair.key in said.values()
        return replace(chair, player=EMPTY_CHAIR, latin_name="", key="") if moved else chair
    name, latin_name = people.get(key, (chair.player, chair.latin_name))
    return replace(chair, player=name, latin_name=latin_name, key=key)


def _deal(number: int, deal: Mapping[str, Any]) -> Deal:
    points, total = deal["points"], deal["total"]
    ending = game_words.ending(deal["ending"])
    return Deal(number, deal["leader"], ending, points["A"], points["B"], total["A"], total["B"])


def _penalty(penalty: Mapping[str, Any]) -> Penalty:
    place = penalty["seat"] or penalty["side"]
    return Penalty(game_words.breach(penalty["code"]), place, game_words.sanction(penalty))
