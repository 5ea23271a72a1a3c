"""What a protocol says: its envelope folded again, and written the way people write a game. For paper and for pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games import Record, Row, open_envelope
from scoring.log import Line
from scoring.seats import other_side, seats_of
from tournaments.sheets.values import DealRow, PenaltyRow

from .words import CARDS, PENALTIES, SANCTIONS


@dataclass(frozen=True, slots=True)
class Written:
    """A game as it is read. Times are those of the clock on the wall, empty where the log has none."""

    start: str
    end: str
    first_leader: str
    rows: tuple[DealRow | PenaltyRow, ...]
    remarks: tuple[str, ...]
    corrections: tuple[str, ...]


def written(envelope: str) -> Written:
    """Write out the envelope of a protocol, in the language that is on. Raises LogError where no game is in it."""
    record, lines = open_envelope(json.loads(envelope))
    for line in lines:
        record.add(line)
    return Written(
        start=_clock(_first_at(record)),
        end=_clock(_last_at(record)),
        first_leader=next((str(line.raw["leader"]) for line in _counting(record, "start")), ""),
        rows=tuple(_written(record)),
        remarks=tuple(_remarks(record)),
        corrections=tuple(_corrections(record)),
    )


def _counting(record: Record, *kinds: str) -> list[Line]:
    return [line for number, line in enumerate(record.lines) if line.kind in kinds and record.counts(number)]


def _first_at(record: Record) -> str:
    return next((str(line.raw.get("at", "")) for line in _counting(record, "start")), "")


def _last_at(record: Record) -> str:
    rows = record.rows()
    return str(rows[-1].line.raw.get("at", "")) if rows else ""


def _clock(at: str) -> str:
    """Give the time of a line on the wall of the hall."""
    if not at:
        return ""
    try:
        moment = datetime.fromisoformat(at)
        return timezone.localtime(moment if moment.tzinfo else moment.replace(tzinfo=UTC)).strftime("%H:%M")
    except (ValueError, OverflowError):  # no such day, or one beyond the calendar once it is brought to local time
        return ""


def _written(record: Record) -> Iterator[DealRow | PenaltyRow]:
    """Write the game as people do on paper, deals numbered, penalties where they fell; a false pass is both."""
    deals = 0
    for row in record.rows():
        if row.penalty is not None:
            yield _penalty_row(row, row.penalty, record)
        if row.deal is not None:
            deals += 1
            yield _deal_row(row, row.deal, deals)


def _deal_row(row: Row, deal: dict[str, Any], number: int) -> DealRow:
    return DealRow(
        number=number,
        leader=deal["leader"],
        ended=_ended(row, deal),
        points_a=deal["points"]["A"] or None,
        points_b=deal["points"]["B"] or None,
        total_a=deal["total"]["A"],
        total_b=deal["total"]["B"],
    )


def _ended(row: Row, deal: dict[str, Any]) -> str:
    if deal["ending"] == "false_pass":
        return _("False pass")
    if deal["ending"] == "out":
        return _("Out %(seat)s") % {"seat": row.line.body.by}
    if deal["ending"] == "points":
        return _("Points") if any(deal["points"].values()) else _("Level deal: nobody scores")
    a, b = (sum(row.line.body.hands[seat] for seat in seats_of(side)) for side in "AB")
    words = _("Fish, %(a)s against %(b)s") if any(deal["points"].values()) else _("Level deal, %(a)s against %(b)s")
    return words % {"a": a, "b": b}


def _penalty_row(row: Row, penalty: dict[str, Any], record: Record) -> PenaltyRow:
    gain: dict[str, int | None] = {"A": None, "B": None}
    if penalty["points"]:
        to = record.rules.fines_to == "opponents"
        side = other_side(penalty["side"]) if to else penalty["side"]
        gain[side] = penalty["points"] if to else -penalty["points"]
    before_deal = row.deal["points"] if row.deal is not None else {"A": 0, "B": 0}
    return PenaltyRow(
        time=_clock(str(row.line.raw.get("at", ""))),
        text=_penalty_text(penalty, row.line),
        points_a=gain["A"],
        points_b=gain["B"],
        total_a=row.score["A"] - before_deal["A"],
        total_b=row.score["B"] - before_deal["B"],
    )


def _penalty_text(penalty: dict[str, Any], line: Line) -> str:
    parts = [str(SANCTIONS[penalty["sanction"]])]
    if penalty["points"]:
        parts[0] = _("fine of %(points)s") % {"points": penalty["points"]}
    if penalty["card"]:
        parts.append(str(CARDS[penalty["card"]]))
    if reason := line.raw.get("text") or line.raw.get("reason"):
        parts.append(str(reason))
    who = penalty["seat"] or _("side %(side)s") % {"side": penalty["side"]}
    breach = PENALTIES.get(penalty["code"], penalty["code"])
    return _("Penalty: %(who)s, %(breach)s: %(sanction)s") % {
        "who": who,
        "breach": breach,
        "sanction": ", ".join(parts),
    }


def _remarks(record: Record) -> list[str]:
    words = {"note": _("Note: %(text)s"), "protest": _("Protest: %(text)s")}
    remarks = [words[line.kind] % {"text": line.raw["text"]} for line in _counting(record, "note", "protest")]
    remarks.extend(_happened(line) for line in _counting(record, "void", "no_show", "forfeit", "ruling"))
    return remarks


def _happened(line: Line) -> str:
    reason = line.raw.get("reason", "")
    if line.kind == "void":
        words = _("A deal was annulled: %(reason)s") if line.body.scope == "deal" else _("All was annulled: %(reason)s")
        return words % {"reason": reason}
    if line.kind == "ruling":
        return _("Ruling: %(reason)s") % {"reason": reason}
    who = ", ".join(line.body.seats) or " + ".join(line.body.sides)
    words = _("No-show: %(who)s") if line.kind == "no_show" else _("Forfeit: %(who)s")
    return " ".join(part for part in (words % {"who": who}, reason) if part)


def _corrections(record: Record) -> list[str]:
    """Say what was struck, replaced or put in later: nothing that was written is hidden."""
    said = []
    for line in record.lines:
        number = record.number_of(line.instead_of or line.before or (line.body.of if line.kind == "strike" else ""))
        if not line.corrects or number is None:
            continue
        words = _("line %(number)s struck")
        if line.before:
            words = _("a forgotten line put in before line %(number)s")
        elif line.instead_of:
            words = _("line %(number)s replaced")
        reason = str(line.raw.get("reason", ""))
        said.append(": ".join(part for part in (words % {"number": number + 1}, reason) if part))
    return said
