"""The running record of one game, as the live column of its row tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules import Rules
from scoring.seats import SIDES, other_side

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
class Fine:
    """A fine among the deals: what it brought a side (negative: took) and the score after it. None: nothing moved."""

    breach: str
    place: str  # a seat or a side
    words: str  # "fine of 25"
    points_a: int | None
    points_b: int | None
    total_a: int
    total_b: int


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its deals and penalties. The table is as it was drawn; `chairs` say who really sits there.

    `rows` are the deals as people write them on paper: with the fines where they fell.
    """

    game: Game
    table: Table
    chairs: tuple[Chair, ...]
    deals: tuple[Deal, ...]
    rows: tuple[Deal | Fine, ...]
    penalties: tuple[Penalty, ...]
    next_leader: str
    time_over: bool


def record_of(game: Game) -> Record:
    """Read the record of a game."""
    state: Mapping[str, Any] = game.live
    table = table_of(game)
    rows = rows_of(state, game.rules.get("fines_to", Rules().fines_to))
    return Record(
        game=game,
        table=table,
        chairs=_seated(table, state.get("seats", {})),
        deals=tuple(row for row in rows if isinstance(row, Deal)),
        rows=rows,
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


def rows_of(state: Mapping[str, Any], fines_to: str) -> tuple[Deal | Fine, ...]:
    """List the deals of a state of log-format.md with each fine before the deal at whose end it had fallen.

    A state lists deals and penalties apart. What a total has more or less than the deals up to it brought are the
    fines that had fallen by then, and there is only one way to take them in order: all move the score in one direction.
    A fine that moved no score, like one that is the person's own (A16), shows in no total and stays with the penalties.
    """
    moves = [(penalty, moved) for penalty in state.get("penalties", []) if (moved := _moved(penalty, fines_to))]
    rows: list[Deal | Fine] = []
    score = dict.fromkeys(SIDES, 0)
    for number, deal in enumerate(state.get("deals", []), start=1):
        before = {side: deal["total"][side] - deal["points"][side] for side in SIDES}
        fallen = _fallen([moved for _penalty, moved in moves], score, before)
        rows += [*_fines(moves[:fallen], score), _deal(number, deal)]
        moves, score = moves[fallen:], deal["total"]
    return (*rows, *_fines(moves, score))


def _moved(penalty: Mapping[str, Any], fines_to: str) -> tuple[str, int] | None:
    """Tell which side's score a penalty moved and by how much; None where it moved none."""
    side, points = penalty["side"], penalty["points"]
    if not points or (fines_to == "person" and penalty["seat"]):
        return None
    return (other_side(side), points) if fines_to == "opponents" else (side, -points)


def _fallen(moves: Sequence[tuple[str, int]], score: Mapping[str, int], before: Mapping[str, int]) -> int:
    """Count the first fines that lead from one score to another; none where they do not lead there."""
    reached = dict(score)
    for count, (side, points) in enumerate(moves):
        if reached == before:
            return count
        reached[side] += points
    return len(moves) if reached == before else 0


def _fines(moves: Sequence[tuple[Mapping[str, Any], tuple[str, int]]], score: Mapping[str, int]) -> Iterator[Fine]:
    """Write fines one after the other, each with the score after it."""
    total = dict(score)
    for penalty, (side, points) in moves:
        total[side] += points
        gain = {side: points}
        yield Fine(
            breach=game_words.breach(penalty["code"]),
            place=penalty["seat"] or penalty["side"],
            words=game_words.fine(penalty),
            points_a=gain.get("A"),
            points_b=gain.get("B"),
            total_a=total["A"],
            total_b=total["B"],
        )
