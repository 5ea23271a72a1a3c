"""A score sheet as it was written by hand: found by what is typed or scanned, and read row by row by the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.games import Record
from scoring.log import Line
from scoring.rules import Rules, parse_rules
from scoring.seats import SEATS, SIDES, other_side
from tournaments.models import Game, Official, Tournament
from tournaments.reads import game_words
from tournaments.reads.rounds import OPEN

from ..models import Signature
from ..sentences import error_of
from .games import record_of
from .log_of_paper import BESIDE_THE_GAME, ON_PAPER, StandingSheet, paper_version, standing_sheet

State = dict[str, Any]
_ADDRESS: Final = re.compile(r"/games/([0-9]{1,12})(?:/|$)")
#: Where the game ended so, the totals of the sheet are no sum any more.
_WALKED_OVER: Final = frozenset({"no_show", "forfeit", "game_loss", "ruling"})


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row as it was typed: a deal, a penalty, time over, a side that is gone. None is an empty box."""

    what: str = "deal"  # deal, penalty, time_in, time_between, no_show, forfeit
    who: str = ""  # a seat or a side
    code: str = ""  # of a penalty; out_of_turn with what the opponents chose after a colon
    points: Mapping[str, int | None] = field(default_factory=dict)
    totals: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def blank(self) -> bool:
        """Tell whether nothing was written here."""
        written = [*self.points.values(), *self.totals.values()]
        return self.what == "deal" and not self.who and all(number is None for number in written)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A whole sheet. `signed` gives by signer how (on_paper, refused, absent) and, for a refusal, why."""

    leader: str = ""
    rows: tuple[PaperRow, ...] = ()
    score: Mapping[str, int | None] = field(default_factory=dict)
    winner: str = ""
    signed: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    referee: Official | None = None
    seen: int | None = None  # the length of the log when the sheet was opened


@dataclass(frozen=True, slots=True)
class RowRead:
    """What the rules make of a row: the deal's number, who led it, the totals after it, what is wrong."""

    number: int | None = None
    leader: str = ""
    total: Mapping[str, int] | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet read by the rules. `faults` are those of single boxes: leader, score_a, score_b, winner."""

    rows: tuple[RowRead, ...]
    lines: tuple[dict[str, Any], ...]
    state: State
    faults: Mapping[str, str]

    @property
    def whole(self) -> bool:
        """Tell whether the sheet can be written as it is."""
        return not self.faults and not any(row.fault for row in self.rows)

    @property
    def outcome(self) -> str:
        """Say what the rows make of the game."""
        words = {"a": self.state["score"]["A"], "b": self.state["score"]["B"]}
        if self.state["state"] != "finished":
            return _("So far %(a)d : %(b)d; the game is not over.") % words
        words["how"] = game_words.reason(self.state["reason"])
        if self.state["winner"] is None:
            return _("This makes %(a)d : %(b)d, no winner: %(how)s.") % words
        words["side"] = _side(self.state["winner"])
        return _("This makes %(a)d : %(b)d, %(side)s wins: %(how)s.") % words


def find_game(tournament: Tournament, typed: str) -> Game | None:
    """Find the game of a sheet by the table (of an open round), the code, or the address its QR code holds."""
    typed = typed.strip()
    games = Game.objects.filter(round__tournament=tournament, bye=False).select_related("round")
    address = _ADDRESS.search(typed)
    if address:
        return games.filter(pk=int(address[1])).first()
    if typed.isascii() and typed.isdigit() and len(typed) < 6:
        at_table = list(games.filter(round__state__in=OPEN, table=int(typed)).order_by("round__number"))
        missing = [game for game in at_table if game.state != Game.State.ACCEPTED]
        return next(iter(missing or at_table[-1:]), None)
    return games.filter(code__iexact=typed).first()


def read_paper(game: Game, sheet: PaperSheet) -> Reading:
    """Fold a sheet row by row, and compare what the rules make of it with what stands on the paper.

    Where an older reading of the sheet stands in the log, this one is read as if that were struck.
    """
    reader = _Reader(_without_standing(game, record_of(game)))
    reader.begin(sheet)
    rows = tuple(reader.read(row) for row in sheet.rows)
    return Reading(rows, tuple(reader.lines), reader.state, reader.compare(sheet))


def sheet_standing(game: Game, standing: StandingSheet) -> PaperSheet:
    """Write what stands in the log of a game as the sheet it came from; the signatures are left out.

    Totals stand where a sheet has them, after deals and penalties; of totals alone there are no rows.
    """
    rules = parse_rules(game.rules)
    leader = next((line.body.leader for line in standing.lines if line.kind == "start"), "")
    rows = [row for line in standing.lines if (row := _row_of(line, rules)) is not None]
    reading = read_paper(game, PaperSheet(leader, tuple(rows)))
    return PaperSheet(
        leader,
        tuple(_with_totals(row, read) for row, read in zip(rows, reading.rows, strict=True)),
        {"A": game.score_a, "B": game.score_b},
        game.winner,
    )


def faults_of_totals(sheet: PaperSheet) -> dict[str, str]:
    """Say by box what is wrong with a final score that is to be entered alone."""
    missing = {f"score_{side.lower()}": _("Write the final score of both sides.") for side in SIDES}
    missing = {box: said for box, said in missing.items() if sheet.score.get(box[-1].upper()) is None}
    if missing:
        return missing
    a, b = sheet.score["A"] or 0, sheet.score["B"] or 0
    if a == b or sheet.winner != ("A" if a > b else "B"):
        words = _("The winner is the side with more points. Where the sheet says otherwise, the chief referee rules.")
        return {"winner": words}
    return {}


def faults_of_signatures(sheet: PaperSheet) -> dict[str, str]:
    """Say by box what is missing below a sheet: how each of the five signed, why one refuses, which referee it was."""
    faults = {}
    for signer in Signature.Signer.values:
        how, reason = sheet.signed.get(signer, ("", ""))
        if how not in ON_PAPER:
            faults[f"how_{signer}"] = _("Say of each of the five whether he signed, refused or was absent.")
        elif signer == Signature.Signer.REFEREE:
            faults |= _faults_of_referee(sheet, signed=how == Signature.How.ON_PAPER)
        elif how == Signature.How.REFUSED and not reason.strip():
            faults[f"reason_{signer}"] = _("Write down why the player refuses to sign.")
    return faults


def _faults_of_referee(sheet: PaperSheet, *, signed: bool) -> dict[str, str]:
    words = _("Choose the referee who signed. What none has signed is no protocol; the chief referee rules on it.")
    boxes = {"how_referee": not signed, "referee": sheet.referee is None}
    return {box: words for box, wrong in boxes.items() if wrong}


def _without_standing(game: Game, record: Record) -> Record:
    """Give the log a sheet is read into: where an older reading of it stands, only who sat there and what was said."""
    if not record.lines or standing_sheet(game, record, paper_version(game)) is None:
        return record
    bare = Record(record.rules, game.carried)
    for number, line in enumerate(record.lines):
        if record.counts(number) and line.kind in BESIDE_THE_GAME and line.kind != "strike":
            bare.add({name: value for name, value in line.raw.items() if name not in ("instead_of", "before")})
    return bare


def _row_of(line: Line, rules: Rules) -> PaperRow | None:
    """Write a line of the log as the row it came from; None where a sheet has no row for it."""
    body = line.body
    if line.kind == "deal":
        return PaperRow("deal", body.by or "", "", {body.side: body.points})
    if line.kind == "penalty":
        code = f"{body.code}:{body.opponents}" if body.opponents else body.code
        return PaperRow("penalty", body.seat or body.side, code, _fine_of(line, rules))
    if line.kind == "time":
        return PaperRow("time_in" if body.in_deal else "time_between")
    if line.kind in ("no_show", "forfeit"):
        return PaperRow(line.kind, str(line.raw["side"]))
    return None


def _fine_of(line: Line, rules: Rules) -> dict[str, int | None]:
    """Give the points of a penalty that no tariff knows, at the side whose score they change."""
    points = line.raw.get("sanction")
    if not isinstance(points, int):
        return {}
    side = line.body.side
    return {other_side(side): points} if rules.fines_to == "opponents" else {side: -points}


def _with_totals(row: PaperRow, read: RowRead) -> PaperRow:
    return replace(row, totals=read.total) if row.what in ("deal", "penalty") and read.total else row


class _Reader:
    """Read the rows in order. After a row that cannot stand the ones below it are not judged."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.state: State = record.state()
        self.lines: list[dict[str, Any]] = []
        self.faults: dict[str, str] = {}
        self.paper = {"A": 0, "B": 0}  # the running totals as the paper has them
        self.stuck = False

    def begin(self, sheet: PaperSheet) -> None:
        """Say who led first; a game that nobody came to has no leader."""
        needed = any(not row.blank and row.what not in ("no_show", "forfeit") for row in sheet.rows)
        if sheet.leader:
            self._add({"kind": "start", "leader": sheet.leader})
        elif needed:
            self.faults["leader"], self.stuck = _("Say who led first."), True

    def read(self, row: PaperRow) -> RowRead:
        """Fold one row and check its totals against those of the row above."""
        if row.blank or self.stuck:
            return RowRead()
        before = self.state
        line, fault = _line_of(row, self.record.rules)
        fault = fault or self._add(line)
        if fault:
            self.stuck = True
            return RowRead(fault=fault)
        number = len(self.state["deals"]) if len(self.state["deals"]) > len(before["deals"]) else None
        leader = self.state["deals"][-1]["leader"] if number else ""
        if self.state["reason"] in _WALKED_OVER:
            return RowRead(number, leader, self.state["score"])
        total = self.state["deals"][-1]["total"] if number else self.state["score"]
        return RowRead(number, leader, total, self._check_totals(row, before, total, number))

    def compare(self, sheet: PaperSheet) -> dict[str, str]:
        """Compare the end of the sheet with the end of the game."""
        faults = dict(self.faults)
        if self.stuck:
            return faults
        if self.state["state"] != "finished":
            faults["rows"] = _("By the rules the game is not over with these rows. Is a deal missing, or time over?")
            return faults
        for side in SIDES:
            made, paper = self.state["score"][side], sheet.score.get(side)
            if paper is None:
                faults[f"score_{side.lower()}"] = _("Write the final score of the sheet.")
            elif paper != made:
                words = {"made": made, "paper": paper}
                faults[f"score_{side.lower()}"] = _("The rows make %(made)d, the paper says %(paper)d.") % words
        if sheet.winner != (self.state["winner"] or ""):
            faults["winner"] = self._other_winner()
        return faults

    def _other_winner(self) -> str:
        if self.state["winner"] is None:
            return _("By the rules nobody has won this game.")
        return _("By the rules %(side)s has won.") % {"side": _side(self.state["winner"])}

    def _add(self, line: dict[str, Any]) -> str:
        try:
            self.record.add(line)
        except LogError as error:
            return str(error_of(error)["sentence"])
        self.lines.append(line)
        self.state = self.record.state()
        return ""

    def _check_totals(self, row: PaperRow, before: State, total: Mapping[str, int], number: int | None) -> str:
        """Compare with the paper's own total above, so that a slip is told where it was made and not in every row."""
        said = ""
        trimmed = before["state"] == "finished" and self.record.rules.over_target == "trim"  # after a deal's own total
        for side in SIDES:
            last = before["score"][side]
            more, above, typed = total[side] - last, last if trimmed else self.paper[side], row.totals.get(side)
            made = above + more
            if typed is not None and typed != made and not said:
                said = _slip(number, side, above, more, made, typed)
            self.paper[side] = made if typed is None else typed
        return said


def _slip(number: int | None, side: str, above: int, more: int, made: int, typed: int) -> str:
    words = {"number": number, "side": _side(side), "above": above, "more": more, "made": made, "typed": typed}
    if number is None:
        return _("After this %(side)s has %(made)d, the paper says %(typed)d.") % words
    if not more:
        return _("Deal %(number)d: %(side)s scores nothing and stays at %(made)d, the paper says %(typed)d.") % words
    return _("Deal %(number)d: %(more)d added to %(above)d makes %(made)d, the paper says %(typed)d.") % words


def _side(side: str) -> str:
    return _("side A") if side == "A" else _("side B")


def _line_of(row: PaperRow, rules: Rules) -> tuple[dict[str, Any], str]:
    """Write a row as a line of the log, or say what is missing in it."""
    if row.what == "deal":
        return _deal(row, rules)
    if row.what == "penalty":
        return _penalty(row)
    if row.what in ("time_in", "time_between"):
        return {"kind": "time", "in_deal": row.what == "time_in"}, ""
    if row.who not in (*SIDES, "both"):
        return {}, _("Say which side: A, B or both.")
    if row.what == "forfeit":
        return {"kind": "forfeit", "side": row.who, "reason": _("from the paper sheet")}, ""
    return {"kind": "no_show", "side": row.who}, ""


def _deal(row: PaperRow, rules: Rules) -> tuple[dict[str, Any], str]:
    scored = [side for side in SIDES if row.points.get(side)]
    if len(scored) > 1:
        return {}, _("A deal gives points to one side. Which of the two numbers is wrong?")
    if any((row.points.get(side) or 0) < 0 for side in SIDES):
        return {}, _("A deal takes no points away. Is this a penalty?")
    if not scored and all(row.points.get(side) is None for side in SIDES):
        return {}, _("Write the points of the deal; 0 where it was level.")
    side = scored[0] if scored else "A"
    line: dict[str, Any] = {"kind": "deal", "ending": "points", "side": side, "points": row.points.get(side) or 0}
    if rules.lead == "winner" and scored:
        if row.who not in SEATS:
            return {}, _("Say who went out or made the fish: he leads the next deal.")
        line["by"] = row.who
    return line, ""


def _penalty(row: PaperRow) -> tuple[dict[str, Any], str]:
    code, _colon, opponents = row.code.partition(":")
    if not code:
        return {}, _("Say what the penalty was for.")
    if row.who not in (*SEATS, *SIDES):
        return {}, _("Say who was penalised: a seat or a side.")
    line: dict[str, Any] = {"kind": "penalty", "code": code, "seat" if row.who in SEATS else "side": row.who}
    if opponents:
        line["opponents"] = opponents
    if code == "other":
        line["sanction"] = max((abs(points) for points in row.points.values() if points), default="warning")
    return line, ""
