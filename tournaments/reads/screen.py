"""What the screen of the hall shows, cut into sheets that fit on it: it turns them rather than shrink them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max

from ..models import Result, Round, Tournament
from ..names import surname
from .alphabets import in_order
from .rounds import Table, current_round, tables_of
from .standings import Row, standings
from .standings import Table as Standings

PARTS: Final = ("tables", "names", "results", "standings")
#: What fits on one sheet: columns, and rows in each.
FITS: Final = {"tables": (2, 8), "names": (4, 15), "results": (2, 8), "standings": (2, 10)}
BESIDE = 10  # places that stand beside tables and results


@dataclass(frozen=True, slots=True)
class Seated:
    """One player by name, and where he sits; without a table he has a bye."""

    name: str
    side: str
    table: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of one part: its rows in columns, and which of all they are."""

    part: str
    number: int
    sheets: int
    first: int
    last: int
    of: int
    columns: tuple[tuple[Any, ...], ...]

    @property
    def begins(self) -> Any:
        """Give the first thing on the sheet."""
        return self.columns[0][0]

    @property
    def ends(self) -> Any:
        """Give the last thing on the sheet."""
        return self.columns[-1][-1]


@dataclass(frozen=True, slots=True)
class Screen:
    """All sheets, in the order in which they are turned."""

    round: Round | None
    sheets: tuple[Sheet, ...]
    table: Standings | None
    beside: tuple[Row, ...]
    played: int
    accepted: int


def screen_of(tournament: Tournament, rounds: Sequence[Round], show: Sequence[str]) -> Screen:
    """Read the parts that are asked for; one that has nothing yet is left out."""
    round_ = current_round(rounds)
    tables = tables_of(round_) if round_ else []
    ranked = standings(tournament, rounds=rounds) if "standings" in show else None
    table = ranked if ranked and ranked.after else None
    rows: dict[str, Sequence[Any]] = {
        "tables": tables,
        "names": by_name(tables) if "names" in show else (),
        "results": _latest_first(round_, tables) if round_ and "results" in show else (),
        "standings": table.rows if table else (),
    }
    return Screen(
        round=round_,
        sheets=tuple(sheet for part in show for sheet in _sheets(part, rows[part])),
        table=table,
        beside=table.rows[:BESIDE] if table else (),
        played=sum(not one.bye for one in tables),
        accepted=sum(one.accepted and not one.bye for one in tables),
    )


def by_name(tables: Iterable[Table]) -> list[Seated]:
    """List every player of a round once, in the order of the scripts and their alphabets."""
    seated = [(chair.player, chair.seat[0], table.table) for table in tables for chair in table.chairs]
    short = Counter(short_name(name) for name, _side, _table in seated)
    seated.sort(key=lambda one: in_order(one[0]))
    return [
        Seated(name if short[short_name(name)] > 1 else short_name(name), side, table) for name, side, table in seated
    ]


def short_name(name: str) -> str:
    """Shorten a name to be read from afar: Ladygina, Vera is Ladygina V."""
    first = surname(name)
    rest = name[len(first) :].lstrip(" ,")
    return f"{first} {rest[0]}." if rest else first


def _latest_first(round_: Round, tables: Iterable[Table]) -> list[Table]:
    """Order the accepted games by when their results came in."""
    recorded = Result.objects.filter(game__round=round_).values_list("game_id").annotate(Max("id"))
    at = dict(recorded.order_by())
    return sorted((one for one in tables if one.accepted and not one.bye), key=lambda one: -at.get(one.game, 0))


def _sheets(part: str, rows: Sequence[Any]) -> list[Sheet]:
    columns, length = FITS[part]
    room = columns * length
    cut = [rows[at : at + room] for at in range(0, len(rows), room)]
    return [
        Sheet(
            part=part,
            number=number,
            sheets=len(cut),
            first=(number - 1) * room + 1,
            last=(number - 1) * room + len(piece),
            of=len(rows),
            columns=tuple(tuple(piece[at : at + length]) for at in range(0, len(piece), length)),
        )
        for number, piece in enumerate(cut, start=1)
    ]
