"""The results of an event after a round, as one file: values first, then as JSON, CSV or a workbook.

docs/results-file.md describes it. What public pages show stands in it and nothing else; licences are for officials.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from ..models import Entry, Result, Tournament
from .entries import all_entries
from .rounds import Side, Table, tables_of
from .standings import Cell, Row, standings
from .standings import Table as Standings

FORMAT = 1
PARTS = ("standings", "games", "entries")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Fields = dict[str, Any]
Grid = list[list[str | int]]


def results_file(tournament: Tournament, after: int | None = None, *, licences: bool = False) -> Fields:
    """Read the results after a round; without one, after the last closed round."""
    table = standings(tournament, after)
    return {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "event": _event(tournament),
        "after": table.after,
        "provisional": table.provisional,
        "ranking": list(table.ranking),
        "entries": [_entry(entry, licences) for entry in all_entries(tournament)],
        "standings": [_row(row) for row in table.rows],
        "rounds": _rounds(table),
    }


def _event(tournament: Tournament) -> Fields:
    regulations = getattr(tournament, "regulations", None)
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "venue": tournament.venue,
        "federation": tournament.federation.code,
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
        "entry_kind": tournament.entry_kind,
        "system": regulations.system if regulations else "",
        "planned_rounds": regulations.planned_rounds if regulations else 0,
        "effectiveness": regulations.effectiveness if regulations else "difference",
        "ended": tournament.ended_at is not None,
        "categories": [{"code": c.code, "name": c.name} for c in tournament.categories.all()],
    }


def _entry(entry: Entry, licences: bool) -> Fields:
    players = [member.player for member in entry.members.all()]
    return {
        "number": entry.number,
        "name": entry.name,
        "club": entry.club.name if entry.club else "",
        "country": entry.country,
        "categories": [category.code for category in entry.categories.all()],
        "withdrawn": entry.withdrawn_at is not None,
        "reserve": entry.reserve,
        "from_round": entry.from_round,
        "players": [{"name": p.name, **({"licence": p.licence} if licences else {})} for p in players],
    }


def _row(row: Row) -> Fields:
    return {
        "place": row.place,
        "number": row.entry.number,
        "wins": row.wins,
        "effectiveness": row.effectiveness,
        "points": row.points,
        "games": row.games,
        "withdrawn": row.entry.withdrawn,
        "disqualified": row.disqualified,
        "provisional": row.provisional,
        "rounds": [_cell(cell) for cell in row.cells if cell],
    }


def _cell(cell: Cell) -> Fields:
    return {
        "round": cell.round,
        "opponents": [other.number for other in cell.opponents],
        "partners": [other.number for other in cell.partners],
        "won": cell.won,
        "points_for": cell.points_for,
        "points_against": cell.points_against,
        "reason": cell.reason,
        "provisional": cell.provisional,
    }


def _rounds(table: Standings) -> list[Fields]:
    told = _told(table)
    return [
        {
            "number": round_.number,
            "state": round_.state,
            "games": [_game(one, told[one.game]) for one in tables_of(round_)],
        }
        for round_ in table.rounds
    ]


Told = dict[str, tuple[int, bool, int, int]]


def _told(table: Standings) -> dict[int, Told]:
    """Read by game and chair what counts for the person: his entry, whether he won, points for and against."""
    found: dict[int, Told] = defaultdict(dict)
    results = Result.objects.filter(game__round__in=[round_.pk for round_ in table.rounds]).order_by()
    names = ("game_id", "seat", "entry__number", "won", "points_for", "points_against")
    for game, seat, *said in results.values_list(*names):
        found[game][seat] = (said[0], said[1], said[2], said[3])
    return found


def _game(table: Table, told: Told) -> Fields:
    """Write a game; a score counts when it is accepted, and until then says how it stands."""
    return {
        "table": table.table,
        "code": table.code,
        "state": table.state,
        "score": {"A": table.score_a, "B": table.score_b},
        "winner": table.winner or None,
        "reason": table.reason or None,
        "a": _side(table.a, told),
        "b": _side(table.b, told) if table.b else None,
    }


def _side(side: Side, told: Told) -> Fields:
    return {"number": side.number, "name": side.name, "seats": [_seat(c.seat, c.player, told) for c in side.chairs]}


def _seat(seat: str, player: str, told: Told) -> Fields:
    entry, won, points_for, points_against = told.get(seat, (None, None, None, None))
    return {
        "seat": seat, "player": player, "number": entry,
        "won": won, "points_for": points_for, "points_against": points_against,
    }  # fmt: skip


def headings(part: str) -> list[tuple[str, str]]:
    """Name the columns of a part: the word of the format, and the one for people."""
    return {
        "standings": [
            ("place", _("Place")), ("number", _("Number")), ("name", _("Name")), ("club", _("Club")),
            ("country", _("Country")), ("wins", _("Wins")), ("effectiveness", _("Effectiveness")),
            ("points", _("Points")), ("games", _("Games")), ("withdrawn", _("Withdrawn")),
            ("disqualified", _("Disqualified")), ("provisional", _("Provisional")),
            ("player_1", _("Player 1")), ("player_2", _("Player 2")),
        ],
        "games": [
            ("round", _("Round")), ("table", _("Table")), ("code", _("Code")), ("state", _("State")),
            ("number_a", _("Number of A")), ("name_a", _("Name of A")), ("points_a", _("Points of A")),
            ("points_b", _("Points of B")), ("name_b", _("Name of B")), ("number_b", _("Number of B")),
            ("winner", _("Winner")), ("reason", _("Reason")),
            ("player_a1", _("Player A1")), ("player_a2", _("Player A2")),
            ("player_b1", _("Player B1")), ("player_b2", _("Player B2")),
        ],
        "entries": [
            ("number", _("Number")), ("name", _("Name")), ("player_1", _("Player 1")), ("licence_1", _("Licence 1")),
            ("player_2", _("Player 2")), ("licence_2", _("Licence 2")), ("club", _("Club")),
            ("country", _("Country")), ("categories", _("Categories")), ("withdrawn", _("Withdrawn")),
            ("reserve", _("Reserve")), ("from_round", _("From round")),
        ],
    }[part]  # fmt: skip


def grid(file: Fields, part: str) -> Grid:
    """Lay a part of the file out in rows, in the order of its headings."""
    rows = {"standings": _standing_rows, "games": _game_rows, "entries": _entry_rows}[part](file)
    names = [name for name, _words in headings(part)]
    return [[_plain(row.get(name)) for name in names] for row in rows]


def _standing_rows(file: Fields) -> Iterable[Fields]:
    entries = {entry["number"]: {**entry, **_people(entry)} for entry in file["entries"]}
    return ({**entries[row["number"]], **row} for row in file["standings"])


def _game_rows(file: Fields) -> Iterable[Fields]:
    for round_ in file["rounds"]:
        for game in round_["games"]:
            a, b = game["a"], game["b"] or {"number": None, "name": None, "seats": []}
            people = {f"player_{one['seat'].lower()}": one["player"] for one in (*a["seats"], *b["seats"])}
            yield {
                **game, **people, "round": round_["number"],
                "number_a": a["number"], "name_a": a["name"], "points_a": game["score"]["A"],
                "points_b": game["score"]["B"], "name_b": b["name"], "number_b": b["number"],
            }  # fmt: skip


def _entry_rows(file: Fields) -> Iterable[Fields]:
    for entry in file["entries"]:
        yield {**entry, **_people(entry), "categories": ", ".join(entry["categories"])}


def _people(entry: Fields) -> Fields:
    """Give the full names of an entry's players, and their licences where the file has them, each in its column."""
    people: Fields = {}
    for place, player in enumerate(entry["players"], start=1):
        people |= {f"player_{place}": player["name"], f"licence_{place}": player.get("licence")}
    return people


def _plain(value: Any) -> str | int:
    if isinstance(value, bool):
        return 1 if value else 0
    return "" if value is None else value


def as_csv(file: Fields, part: str) -> bytes:
    """Write a part as CSV after RFC 4180, in UTF-8 with the mark by which spreadsheets know it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([name for name, _words in headings(part)])
    writer.writerows([[harmless(value) for value in row] for row in grid(file, part)])
    return text.getvalue().encode("utf-8-sig")


def harmless(value: str | int) -> str | int:
    """Set an apostrophe before a text that a spreadsheet would run as a formula: names are typed by strangers."""
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA) else value


def as_workbook(file: Fields) -> bytes:
    """Write all parts as a workbook, a sheet for each, with headings in the reader's language."""
    book = Workbook(write_only=True)
    names = {"standings": _("Standings"), "games": _("Results"), "entries": _("Entries")}
    for part in PARTS:
        sheet = book.create_sheet(names[part][:31])
        sheet.freeze_panes = "A2"
        heads = [_text(sheet, words) for _name, words in headings(part)]
        for head in heads:
            head.font = Font(bold=True)
        sheet.append(heads)
        for row in grid(file, part):
            sheet.append(_cells(sheet, row))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _cells(sheet: Any, row: Sequence[str | int]) -> list[Any]:
    return [_text(sheet, value) if isinstance(value, str) else value for value in row]


def _text(sheet: Any, text: str) -> Any:
    """Make a cell that stays text, whatever it begins with."""
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", text))
    cell.data_type = "s"
    return cell
