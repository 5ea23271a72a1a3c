"""The disqualification of an entry: the one in force, and what another would change, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.counting import Met, Out, without
from scoring.rules import parse_rules

from ..models import Disqualification, Entry, Tournament
from .rounds import OPEN, SHOWN, Table, tables_of
from .standings import Cell, standings


@dataclass(frozen=True, slots=True)
class Change:
    """One game of the entry from its round on: how it stands, and how it will count for both."""

    cell: Cell
    own: Met
    opponent: Met | None


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of the entry that is not accepted yet: it has to be ruled on by itself."""

    round: int
    table: Table


def in_force(entry: Entry) -> Disqualification | None:
    """Give the disqualification of an entry that counts, if there is one."""
    return Disqualification.objects.filter(entry=entry, taken_back_at=None).first()


def last_round(event: Tournament) -> int:
    """Number the last round that is published, 1 before the first: the latest a disqualification can begin with."""
    number = event.rounds.filter(state__in=SHOWN).order_by("-number").values_list("number", flat=True).first()
    return number or 1


def changes(entry: Entry, from_round: int, opponents: str) -> list[Change]:
    """List what a disqualification would make of the games played; results stay as they are stored."""
    event = entry.tournament
    last = max((r.number for r in event.rounds.all() if r.state in SHOWN), default=0)
    row = standings(event, after_round=last).row(entry.pk)
    regulations = getattr(event, "regulations", None)
    walkover = parse_rules(regulations.rules if regulations else {}).walkover_points
    out = [Out(entry.pk, from_round, opponents == Disqualification.Opponents.WALKOVER)]
    cells = [cell for cell in row.cells if cell and cell.round >= from_round] if row else []
    return [_change(entry, cell, out, walkover) for cell in cells]


def open_games(entry: Entry) -> list[OpenGame]:
    """List the games of an entry in open rounds that are not accepted."""
    found = []
    for round_ in entry.tournament.rounds.filter(state__in=OPEN, games__seats__entry=entry).distinct():
        tables: Sequence[Table] = tables_of(round_)
        mine = [t for t in tables if not t.accepted and any(chair.entry == entry.number for chair in t.chairs)]
        found += [OpenGame(round_.number, table) for table in mine]
    return found


def _change(entry: Entry, cell: Cell, out: Sequence[Out], walkover: int) -> Change:
    other = cell.opponent.id if cell.opponent else None
    opponents = tuple(opponent.id for opponent in cell.opponents)
    games = [Met(entry.pk, cell.round, opponents, cell.won, cell.points_for, cell.points_against)]
    if other is not None:
        games.append(Met(other, cell.round, (entry.pk,), not cell.won, cell.points_against, cell.points_for))
    own, *rest = without(games, out, walkover)
    return Change(cell, own, rest[0] if rest else None)
