"""Renderers of settings.DOCUMENT_KINDS: they read the records of an event and hand values to the sheets.

They run in the language of the document. Params: `round` (its number); for score sheets `tables` (numbers; without
them all) and `address` ("http://192.168.1.20:8000": what the QR codes lead to; without it there are none); for the
standings and the table of entry against entry `category` (its code; without it all entries).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rules import parse_rules
from scoring.seats import seats_of

from ..models import EntryMember, Game, Round, Seat, Tournament
from ..names import pair_name
from ..reads import game_words
from ..reads import rounds as reads
from ..reads import standings as ranking
from ..reads.documents import PARTS, cannot_print
from ..reads.ending import Ending, ending_of
from ..reads.entry_words import count_entries, entry_word
from ..reads.seated import is_there, name_as_seated, still_in
from ..reads.standings.cross import cells_against, is_round_robin
from ..reads.standings.parts import Part, categories_of, part_of
from ..templatetags.standings import effectiveness_means, ranking_words
from .cross import draw_cross
from .pairings import draw_pairings
from .paper import Missing, Print, Progress
from .results import draw_results
from .score_sheet import draw_score_sheets
from .standings import draw_standings
from .values import (
    Heading,
    Pairing,
    PairingsSheet,
    Place,
    ResultLine,
    ResultsSheet,
    RoundCell,
    ScoreSheet,
    SeatLine,
    Side,
    StandingRow,
    StandingsSheet,
)
from .words import printable

Params = dict[str, Any]


@dataclass(frozen=True)
class RenderedSheet:
    """What a renderer gives back; `missing` says which names could not be printed as they are written."""

    title: str
    filename: str
    content: bytes
    missing: list[Missing]
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
        raise cannot_print("no_such_table", params)
    numbered = [_numbered(sheet, number, len(sheets)) for number, sheet in enumerate(sheets, start=1)]
    title = _("Score sheets of round %(number)s") % {"number": round_.number}
    printed = draw_score_sheets(numbered, title, progress)
    return rendered(tournament, title, f"round-{round_.number}-score-sheets", printed)


def pairings(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print who meets whom: by table, by name, or both (`order`)."""
    round_ = _round(params, tournament)
    tables = reads.tables_of(round_)
    if not tables:
        raise cannot_print("not_drawn", params)
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
    """Print the standings after a round; without one, after the last closed round. The final ones name all players.

    `category` (its code), `club` or `country` (its name) gives the ranking of these entries alone.
    """
    table, part, shown = _ranked(params, tournament)
    sheet = _standings_sheet(tournament, table, part, tuple(_standing(row, table) for row in shown.rows))
    if sheet.final:
        sheet = replace(sheet, rows=_in_full(sheet.rows, tournament))
    title = _titled(_("Standings after round %(number)s") % {"number": table.after}, part)
    return rendered(tournament, title, _named(table, "standings", part), draw_standings(sheet, title, progress))


def cross_table(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the table of entry against entry after a round, of all or of a part as `standings` has it."""
    if not is_round_robin(tournament):
        raise cannot_print("not_everybody", params)
    table, part, shown = _ranked(params, tournament)
    if len(shown.rows) < 2:
        raise cannot_print("one_alone", params)
    rows = tuple(replace(_standing(row, table), rounds=(), meetings=_met(row, shown)) for row in shown.rows)
    sheet = _standings_sheet(tournament, table, part, rows)
    title = _titled(_("Everybody against everybody after round %(number)s") % {"number": table.after}, part)
    return rendered(tournament, title, _named(table, "cross-table", part), draw_cross(sheet, title, progress))


def results(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the results of a round, table by table."""
    round_ = _round(params, tournament)
    tables = reads.tables_of(round_) if round_.state in reads.SHOWN else []
    if not any(table.accepted and not table.bye for table in tables):
        raise cannot_print("no_result", params)
    sheet = ResultsSheet(heading(tournament, round_), tuple(_result_line(table) for table in tables), _made())
    title = _("Results of round %(number)s") % {"number": round_.number}
    return rendered(tournament, title, f"round-{round_.number}-results", draw_results(sheet, title, progress))


def _ranked(params: Params, tournament: Tournament) -> tuple[ranking.Table, Part | None, ranking.Table]:
    """Read the standings, the part of them that is asked for, and what of them is shown."""
    table = ranking.standings(tournament, params.get("round"))
    part = _part(params, tournament, table)
    return table, part, table.part(lambda entry: entry.id in part.entries) if part else table


def _standings_sheet(
    tournament: Tournament, table: ranking.Table, part: Part | None, rows: tuple[StandingRow, ...]
) -> StandingsSheet:
    ending = ending_of(tournament)
    final = ending is not None and ending.after == table.after
    pairs = tournament.entry_kind == Tournament.EntryKind.PAIR
    return StandingsSheet(
        heading=heading(tournament, table.rounds[-1] if table.rounds else None),
        rows=rows,
        ranked_by=_ranked_by(table),
        made=_made(),
        note=_open_rounds(table.rounds),
        counted=f"{effectiveness_means(table)}.",
        column="" if pairs else entry_word(tournament.entry_kind, "column"),
        entries="" if pairs else count_entries(tournament.entry_kind, len(rows)),
        part=part.name if part else "",
        final=final,
        ended=_ended(ending) if ending and final else "",
    )


def _made() -> str:
    return date_format(timezone.localtime(), "j E Y, H:i")


def _titled(title: str, part: Part | None) -> str:
    return f"{title}: {part.name}" if part else title


def _named(table: ranking.Table, name: str, part: Part | None) -> str:
    return f"round-{table.after}-{name}{f'-{part.code}' if part and part.kind == 'category' else ''}"


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
    seats = Seat.objects.select_related("player__club", "entry__club").annotate(there=still_in())
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
    """Name a side by its entry as it sat there, or by its players where they are of two entries."""
    seated = [lines[seat] for seat in seats_of(side) if seat in lines]
    if seated and len({seat.entry_id for seat in seated}) == 1:
        return name_as_seated(seated[0].entry.name, [(seat.player.name, is_there(seat)) for seat in seated])
    return pair_name(seat.player.name for seat in seated)


def _numbered(sheet: ScoreSheet, number: int, sheets: int) -> ScoreSheet:
    return replace(sheet, sheet=number, sheets=sheets)


def _round(params: Params, tournament: Tournament) -> Round:
    number = params.get("round")
    round_ = tournament.rounds.filter(number=number).first() if isinstance(number, int) else None
    if round_ is None:
        raise cannot_print("no_such_round", params, code="no_such_round")
    return round_


def _side(side: reads.Side) -> Side:
    return Side(str(side.number), side.name, side.club, side.country)


def _places(table: reads.Table) -> list[Place]:
    return [
        Place(chair.player, table.table, chair.seat, chair.latin_name, str(side.number))
        for side in table.sides
        for chair in side.chairs
    ]


def _standing(row: ranking.Row, table: ranking.Table) -> StandingRow:
    among_all = _("place %(place)s among all") % {"place": row.place} if row.own_place else ""
    return StandingRow(
        place=row.own_place or row.place,
        number=row.entry.number,
        name=row.entry.name,
        club=" · ".join(filter(None, (among_all, row.entry.club))),
        country=row.entry.country,
        wins=row.wins,
        effectiveness=row.effectiveness,
        points=row.points,
        rounds=tuple(_round_cell(cell) for cell in row.cells),
        provisional=row.provisional,
        withdrawn=row.entry.withdrawn,
        share=table.counting.effectiveness == "share",
        losses=row.losses,
        moved=row.moved or 0,
        note=_("from round %(number)s on") % {"number": row.entry.from_round} if row.entry.from_round > 1 else "",
    )


def _in_full(rows: tuple[StandingRow, ...], tournament: Tournament) -> tuple[StandingRow, ...]:
    """Add the full names of the players: final standings are read where nobody knows them."""
    members = EntryMember.objects.filter(tournament=tournament).order_by("entry_id", "place")
    names: dict[int, list[str]] = defaultdict(list)
    for number, name, latin_name in members.values_list("entry__number", "player__name", "player__latin_name"):
        names[number].append(printable(name, latin_name))
    return tuple(replace(row, players=" · ".join(filter(None, names[row.number]))) for row in rows)


def _met(row: ranking.Row, shown: ranking.Table) -> tuple[tuple[RoundCell, ...] | None, ...]:
    """Give the games of an entry with each entry of the sheet."""
    return tuple(
        None if cells is None else tuple(filter(None, map(_round_cell, cells))) for cells in cells_against(row, shown)
    )


def _result_line(table: reads.Table) -> ResultLine:
    a, b = _side(table.a), _side(table.b) if table.b else None
    if not table.accepted:
        return ResultLine(table.table, a, b)
    ended = game_words.reason(table.reason)
    return ResultLine(table.table, a, b, table.score_a, table.score_b, table.winner, ended)


def _part(params: Params, tournament: Tournament, table: ranking.Table) -> Part | None:
    """Find the entries that alone are asked for; refuses a category, club or country that is not there."""
    asked = next((kind for kind in PARTS if params.get(kind)), None)
    if asked is None:
        return None
    name = str(params[asked])
    if asked == "category":
        found = next((part for part in categories_of(tournament) if part.code == name), None)
    else:
        found = part_of(asked, name, table)
    if found is None:
        raise cannot_print("nobody", params)
    return found


def _ranked_by(table: ranking.Table) -> str:
    words = ranking_words(table.ranking)
    if table.seed is None:
        return words
    return f"{words} ({_('seed of the lots: %(seed)s') % {'seed': table.seed}})"


def _ended(ending: Ending) -> str:
    """Say that the event ended early, and why."""
    if not ending.early:
        return ""
    said = _("The event was ended after round %(number)s of %(planned)s.")
    return f"{said % {'number': ending.after, 'planned': ending.planned}} {ending.reason}".rstrip()


def _round_cell(cell: ranking.Cell | None) -> RoundCell | None:
    if cell is None:
        return None
    opponent = " ".join(str(opponent.number) for opponent in cell.opponents)
    return RoundCell(opponent, cell.points_for, cell.points_against, cell.won, cell.provisional)


def _open_rounds(rounds: tuple[Round, ...]) -> str:
    numbers = [str(round_.number) for round_ in rounds if round_.state != Round.State.CLOSED]
    return _("Not all games are in yet of round %(numbers)s.") % {"numbers": ", ".join(numbers)} if numbers else ""
