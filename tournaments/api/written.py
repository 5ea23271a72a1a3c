"""The values of reads, as the API writes them."""

from __future__ import annotations

from typing import Any

from ..models import Entry, Round
from ..reads.clock import clock_of
from ..reads.rounds import Side, Table, tables_of
from ..reads.standings import Cell, Competitor, Row
from ..reads.standings import Table as Standings


def standings_written(table: Standings) -> dict[str, Any]:
    """Write a whole table of standings."""
    return {
        "after": table.after,
        "ranking": list(table.ranking),
        "provisional": table.provisional,
        "rows": [row_written(row) for row in table.rows],
    }


def row_written(row: Row) -> dict[str, Any]:
    """Write one entry's line of the standings."""
    entry = row.entry
    return {
        "place": row.place, "own_place": row.own_place, "number": entry.number, "name": entry.name, "club": entry.club,
        "country": entry.country, "withdrawn": entry.withdrawn, "disqualified": row.disqualified,
        "wins": row.wins,
        "effectiveness": row.effectiveness, "points": row.points, "games": row.games,
        "provisional": row.provisional, "rounds": [cell_written(cell) for cell in row.cells if cell],
    }  # fmt: skip


def cell_written(cell: Cell) -> dict[str, Any]:
    """Write what one round brought one entry."""
    opponents = [_named(other) for other in cell.opponents]
    return {
        "round": cell.round, "game": cell.game, "won": cell.won, "points_for": cell.points_for,
        "points_against": cell.points_against, "side": cell.side,
        "opponent": opponents[0] if opponents else None, "opponents": opponents,
        "partners": [_named(other) for other in cell.partners],
        "reason": cell.reason, "provisional": cell.provisional,
    }  # fmt: skip


def _named(entry: Competitor) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.name}


def round_written(round_: Round, *, stamp: bool = False) -> dict[str, Any]:
    """Write a round: its clock and its tables; for the desk with the stamp of its draw."""
    clock = clock_of(round_)
    return {
        **({"stamp": round_.draw_stamp} if stamp else {}),
        "number": round_.number,
        "state": round_.state,
        "clock": {
            "state": clock.state,
            "minutes": clock.minutes,
            "seconds_left": clock.seconds_left,
            "deadline": clock.deadline,
        },
        "tables": [table_written(table) for table in tables_of(round_)],
    }


def table_written(table: Table) -> dict[str, Any]:
    """Write one table, or a bye."""
    return {
        "game": table.game, "code": table.code, "table": table.table, "state": table.state,
        "score": {"A": table.score_a, "B": table.score_b}, "winner": table.winner or None,
        "reason": table.reason or None, "deals_played": table.deals_played,
        "a": side_written(table.a), "b": table.b and side_written(table.b),
    }  # fmt: skip


def side_written(side: Side) -> dict[str, Any]:
    """Write one side of a table."""
    chairs = [{"seat": chair.seat, "player": chair.player} for chair in side.chairs]
    return {"number": side.number, "name": side.name, "club": side.club, "country": side.country, "chairs": chairs}


def entry_written(entry: Entry, *, disqualified: bool, officials: bool) -> dict[str, Any]:
    """Write an entry; licences, the fee and the check-in are for the officials of its event."""
    people = [member.player for member in entry.members.all()]
    desk = {"checked_in": entry.checked_in_at is not None, "fee_paid": entry.fee_paid_at is not None}
    return {
        "number": entry.number,
        "name": entry.name,
        "club": entry.club.name if entry.club else "",
        "country": entry.country,
        "categories": [category.code for category in entry.categories.all()],
        "withdrawn": entry.withdrawn_at is not None,
        "reserve": entry.reserve,
        "disqualified": disqualified,
        "from_round": entry.from_round,
        "players": [
            {"name": one.name, "latin_name": one.latin_name, **({"licence": one.licence} if officials else {})}
            for one in people
        ],
        **(desk if officials else {}),
    }
