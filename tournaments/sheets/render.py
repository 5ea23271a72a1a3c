"""Renderers of settings.DOCUMENT_KINDS: they read the records of an event and hand values to the sheets.

They run in the language of the document. Params: `round` (its number), and for score sheets `tables` (numbers; without
them all) and `address` ("http://192.168.1.20:8000": what the QR codes lead to; without it there are none).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rules import parse_rules
from scoring.seats import seats_of

from ..models import Game, Round, Seat, Tournament
from ..names import pair_name
from ..reads import rounds as reads
from ..reads import standings as ranking
from ..refusals import Refused
from .pairings import draw_pairings
from .paper import Print, Progress
from .score_sheet import draw_score_sheets
from .standings import draw_standings
from .values import (
    Heading,
    Pairing,
    PairingsSheet,
    Place,
    RoundCell,
    ScoreSheet,
    SeatLine,
    Side,
    StandingRow,
    StandingsSheet,
)

Params = dict[str, Any]


@dataclass(frozen=True)
class RenderedSheet:
    """What a renderer gives back; `missing` says in words which names could not be printed as they are written."""

    title: str
    filename: str
    content: bytes
    missing: list[str]
    pages: int


def rendered(tournament: Tournament, title: str, name: str, printed: Print) -> RenderedSheet:
    """Wrap a finished PDF, with a file name that every system can write."""
    filename = f"{tournament.slug}-{name}.pdf"
    return RenderedSheet(title, filename, printed.pdf, list(printed.missing), printed.pages)


def score_sheets(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the blank score sheets of a round, one for each table."""
    round_ = _round(params, tournament)
    games = seated_games().filter(round=round_, bye=False).order_by("table")
    if params.get("tables"):
        games = games.filter(table__in=params["tables"])
    sheets = [blank_sheet(game, tournament, str(params.get("address", ""))) for game in games]
    if not sheets:
        raise Refused("nothing_to_print", _("Round %(number)s has no such table.") % {"number": round_.number})
    numbered = [_numbered(sheet, number, len(sheets)) for number, sheet in enumerate(sheets, start=1)]
    title = _("Score sheets of round %(number)s") % {"number": round_.number}
    printed = draw_score_sheets(numbered, title, progress)
    return rendered(tournament, title, f"round-{round_.number}-score-sheets", printed)


def pairings(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print who meets whom: by table, by name, or both (`order`)."""
    round_ = _round(params, tournament)
    tables = reads.tables_of(round_)
    if not tables:
        raise Refused("nothing_to_print", _("Round %(number)s is not drawn yet.") % {"number": round_.number})
    sheet = PairingsSheet(
        heading=heading(tournament, round_),
        pairings=tuple(
            Pairing(table.table, _side(table.a), _side(table.b)) for table in tables if table.table and table.b
        ),
        byes=tuple(_side(table.a) for table in tables if table.bye),
        places=tuple(place for table in tables for place in _places(table)),
        draft=round_.state not in reads.SHOWN,
    )
    title = _("Pairings of round %(number)s") % {"number": round_.number}
    order = params.get("order")
    printed = draw_pairings(sheet, title, (order,) if order in ("table", "name") else ("table", "name"), progress)
    return rendered(tournament, title, f"round-{round_.number}-pairings", printed)


def standings(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the standings after a round; without one, after the last closed round."""
    table = ranking.standings(tournament, params.get("round"))
    round_ = table.rounds[-1] if table.rounds else None
    sheet = StandingsSheet(
        heading=heading(tournament, round_),
        rows=tuple(_standing(row) for row in table.rows),
        ranked_by=", ".join(_key_words().get(key, key) for key in table.ranking),
        made=date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT"),
        note=_open_rounds(table.rounds),
    )
    title = _("Standings after round %(number)s") % {"number": table.after}
    return rendered(tournament, title, f"round-{table.after}-standings", draw_standings(sheet, title, progress))


def heading(tournament: Tournament, round_: Round | None) -> Heading:
    """Make what stands on top of a sheet; its date is the round's, which is today's until its clock has run."""
    regulations = getattr(tournament, "regulations", None)
    number = round_.number if round_ else 0
    started = round_.clock_started_at if round_ else None
    day = (
        timezone.localdate(started)
        if started
        else min(max(timezone.localdate(), tournament.starts_on), tournament.ends_on)
    )
    return Heading(
        event=tournament.name,
        venue=tournament.venue,
        date=day,
        round_number=number,
        rounds=max(number, regulations.planned_rounds if regulations else 0),
        language=get_language() or tournament.language,
    )


def seated_games() -> Any:
    """Read games with all that a score sheet says of their seats: two queries, however many games."""
    seats = Seat.objects.select_related("player__club", "entry__club")
    return Game.objects.select_related("round").prefetch_related(Prefetch("seats", seats))


def blank_sheet(game: Game, tournament: Tournament, address: str = "") -> ScoreSheet:
    """Make the sheet of a game before it is played; the protocol lays what was recorded over it."""
    lines = {seat.seat: seat for seat in game.seats.all()}
    rules = parse_rules(game.rules)
    return ScoreSheet(
        heading=heading(tournament, game.round),
        table=game.table,
        code=game.code,
        url=f"{address}/e/{tournament.slug}/games/{game.pk}/" if address else "",
        seats=tuple(_seat_line(seat) for seat in lines.values()),
        side_a=_side_name(lines, "A"),
        side_b=_side_name(lines, "B"),
        target=rules.goal,
        deals=rules.deals,
        minutes=game.round.minutes,
    )


def _seat_line(seat: Seat) -> SeatLine:
    club = seat.player.club or seat.entry.club
    return SeatLine(
        seat=seat.seat,
        name=seat.player.name,
        latin_name=seat.player.latin_name,
        entry=seat.entry.number,
        licence=seat.player.licence,
        club=club.name if club else "",
    )


def _side_name(lines: dict[str, Seat], side: str) -> str:
    """Name a side by its entry, or by its players where they are of two entries."""
    seated = [lines[seat] for seat in seats_of(side) if seat in lines]
    if seated and len({seat.entry_id for seat in seated}) == 1:
        return seated[0].entry.name
    return pair_name(seat.player.name for seat in seated)


def _numbered(sheet: ScoreSheet, number: int, sheets: int) -> ScoreSheet:
    return replace(sheet, sheet=number, sheets=sheets)


def _round(params: Params, tournament: Tournament) -> Round:
    number = params.get("round")
    round_ = tournament.rounds.filter(number=number).first() if isinstance(number, int) else None
    if round_ is None:
        raise Refused(
            "no_such_round", _("There is no round %(number)s yet.") % {"number": "?" if number is None else number}
        )
    return round_


def _side(side: reads.Side) -> Side:
    return Side(str(side.number), side.name, side.club, side.country)


def _places(table: reads.Table) -> list[Place]:
    return [
        Place(chair.player, table.table, chair.seat, chair.latin_name, str(side.number))
        for side in table.sides
        for chair in side.chairs
    ]


def _standing(row: ranking.Row) -> StandingRow:
    return StandingRow(
        place=row.place,
        number=row.entry.number,
        name=row.entry.name,
        club=row.entry.club,
        country=row.entry.country,
        wins=row.wins,
        effectiveness=row.effectiveness,
        points=row.points,
        rounds=tuple(_round_cell(cell) for cell in row.cells),
        provisional=row.provisional,
        withdrawn=row.entry.withdrawn,
    )


def _round_cell(cell: ranking.Cell | None) -> RoundCell | None:
    if cell is None:
        return None
    opponent = str(cell.opponent.number) if cell.opponent else ""
    return RoundCell(opponent, cell.points_for, cell.points_against, cell.won, cell.provisional)


def _key_words() -> dict[str, str]:
    return {"wins": _("wins"), "effectiveness": _("effectiveness"), "points": _("points")}


def _open_rounds(rounds: tuple[Round, ...]) -> str:
    numbers = [str(round_.number) for round_ in rounds if round_.state != Round.State.CLOSED]
    return _("Not all games are in yet of round %(numbers)s.") % {"numbers": ", ".join(numbers)} if numbers else ""
