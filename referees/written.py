"""What a protocol says: its envelope folded again, and written the way people write a game. For paper and for pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games import Record, Row, open_envelope
from scoring.log import Deal, Line
from scoring.seats import SIDES, other_side, seats_of
from tournaments.sheets.values import DealRow, PenaltyRow

from .words import CARDS, PENALTIES, SANCTIONS

_HAPPENED = ("void", "no_show", "forfeit", "ruling")  # lines whose reason is what they say


@dataclass(frozen=True, slots=True)
class Written:
    """A game as it is read. Times are those of the clock on the wall, empty where the log has none."""

    start: str
    end: str
    first_leader: str
    first_leader_key: str  # who sat there at the start, empty where the log does not say
    rows: tuple[DealRow | PenaltyRow, ...]
    remarks: tuple[str, ...]
    corrections: tuple[str, ...]


def written(envelope: str) -> Written:
    """Write out the envelope of a protocol, in the language that is on. Raises LogError where no game is in it."""
    record, lines = open_envelope(json.loads(envelope))
    for line in lines:
        record.add(line)
    return written_of(record)


def written_of(record: Record) -> Written:
    """Write out a game as far as it has been played."""
    leader = next((str(line.raw["leader"]) for line in _counting(record, "start")), "")
    return Written(
        start=_clock(_first_at(record)),
        end=_clock(_last_at(record)),
        first_leader=leader,
        first_leader_key=_sat_from_the_beginning(record, leader),
        rows=tuple(_written(record)),
        remarks=tuple(_remarks(record)),
        corrections=tuple(_corrections(record)),
    )


@dataclass(frozen=True, slots=True)
class Removed:
    """A line that counts for nothing any more: what it said, and how that came about."""

    number: int
    said: str
    why: str


def removed_lines(record: Record) -> list[Removed]:
    """List what was struck or corrected; nothing that was written is hidden."""
    return [
        Removed(number + 1, _said(line), _why_removed(record, number))
        for number, line in enumerate(record.lines)
        if not record.counts(number) and line.kind != "strike"
    ]


def _said(line: Line) -> str:
    """Say a single line in words, without what the fold makes of it."""
    if line.kind == "deal":
        return _deal_said(line)
    if line.kind == "penalty":
        who = line.raw.get("seat") or _("side %(side)s") % {"side": line.raw.get("side")}
        breach = PENALTIES.get(str(line.raw["code"]), str(line.raw["code"]))
        return _("Penalty: %(who)s, %(breach)s") % {"who": who, "breach": breach}
    if line.kind in _HAPPENED:
        return _happened(line)
    words = {
        "seat": _("A player was seated at %(seat)s") % {"seat": line.raw.get("seat", "")},
        "start": _("Start: %(leader)s leads") % {"leader": line.raw.get("leader", "")},
        "deal_begin": _("A deal began"),
        "time": _("Time over, in the deal") if line.raw.get("in_deal") else _("Time over, between deals"),
        "note": _("Note: %(text)s") % {"text": line.raw.get("text", "")},
        "protest": _("Protest: %(text)s") % {"text": line.raw.get("text", "")},
    }
    return words[line.kind]


def _deal_said(line: Line) -> str:
    if line.body.ending == "points":
        return _("Deal: %(points)s points to side %(side)s") % {"points": line.body.points, "side": line.body.side}
    hands = _hands(line.body.hands, line.body.hands)
    out = line.body.ending == "out"
    words = _("Deal: out %(seat)s; left %(hands)s") if out else _("Deal: fish %(seat)s; left %(hands)s")
    return words % {"seat": line.body.by, "hands": hands}


def _why_removed(record: Record, number: int) -> str:
    id_ = record.lines[number].id
    for place, line in enumerate(record.lines):
        if line.kind == "strike" and line.body.of == id_ and record.counts(place):
            return _("struck: %(reason)s") % {"reason": line.raw.get("reason", "")}
    return _("corrected")


def _counting(record: Record, *kinds: str) -> list[Line]:
    return [line for number, line in enumerate(record.lines) if line.kind in kinds and record.counts(number)]


def _sat_from_the_beginning(record: Record, seat: str) -> str:
    """Give the key of who had a chair from the beginning: its first line names him; empty where it has none."""
    lines = [line for line in _counting(record, "seat") if line.raw.get("seat") == seat]
    before = [line for line in lines if line.before is not None]  # put in where it belonged: before everything else
    return str((before or lines)[0].raw["player"]) if lines else ""


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
    """Write the game as people do on paper, deals numbered, penalties where they fell; a false pass is both.

    Of a game that was annulled the deals stand there without a number, and counting begins anew.
    """
    deals = 0
    for row in record.rows():
        if row.penalty is not None:
            yield _penalty_row(row, row.penalty, record)
        if row.deal is None:
            continue
        if not row.annulled:
            deals += 1
            yield _deal_row(row, row.deal, deals)
        elif row.penalty is None:
            yield _annulled_row(row, row.deal)


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


def _annulled_row(row: Row, deal: dict[str, Any]) -> DealRow:
    points = deal["points"]
    side = next((side for side in SIDES if points[side]), "")
    words = _("Annulled: %(ended)s, %(points)s to side %(side)s") if side else _("Annulled: %(ended)s")
    ended = words % {"ended": _ended(row, deal), "points": points.get(side), "side": side}
    return DealRow(None, deal["leader"], ended, None, None, None, None)


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
    gain = _gain(penalty, record)
    counted = row.deal if not row.annulled else None
    before_deal = counted["points"] if counted is not None else {"A": 0, "B": 0}
    return PenaltyRow(
        time=_clock(str(row.line.raw.get("at", ""))),
        text=_penalty_text(penalty, row.line, own=_is_own(penalty, record)),
        points_a=gain["A"],
        points_b=gain["B"],
        total_a=row.score["A"] - before_deal["A"],
        total_b=row.score["B"] - before_deal["B"],
    )


def _is_own(penalty: dict[str, Any], record: Record) -> bool:
    """Tell whether a fine is the person's own and leaves the score of his side alone (A16)."""
    return record.rules.fines_to == "person" and penalty["seat"] is not None


def _gain(penalty: dict[str, Any], record: Record) -> dict[str, int | None]:
    gain: dict[str, int | None] = {"A": None, "B": None}
    if penalty["points"] and not _is_own(penalty, record):
        to = record.rules.fines_to == "opponents"
        side = other_side(penalty["side"]) if to else penalty["side"]
        gain[side] = penalty["points"] if to else -penalty["points"]
    return gain


def _penalty_text(penalty: dict[str, Any], line: Line, *, own: bool) -> str:
    parts = [str(SANCTIONS[penalty["sanction"]])]
    if penalty["points"]:
        words = _("fine of %(points)s off the player's own points") if own else _("fine of %(points)s")
        parts[0] = words % {"points": penalty["points"]}
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
        reason = "" if line.kind in _HAPPENED else str(line.raw.get("reason", ""))
        said.append(": ".join(part for part in (_corrected(line, record.lines[number], number + 1), reason) if part))
    return said


def _corrected(line: Line, old: Line, number: int) -> str:
    """Say what one correction changed: line 7: 35 -> 53."""
    if line.kind == "strike":
        words = _("line %(number)s struck (%(old)s)")
        return words % {"number": number, "old": _said_of(old)}
    if line.before:
        words = _("a forgotten line put in before line %(number)s (%(new)s)")
        return words % {"number": number, "new": _said_of(line)}
    was, now = _said_of(old), _said_of(line)
    if old.kind == line.kind == "deal" and _same_deal(old.body, line.body):
        was, now = _numbers_of(old.body, line.body)
    words = _("line %(number)s written anew: %(new)s") if was == now else _("line %(number)s: %(old)s -> %(new)s")
    return words % {"number": number, "old": was, "new": now}


def _same_deal(old: Deal, new: Deal) -> bool:
    """Tell whether two deals ended alike, so that they differ in numbers alone."""
    return (old.ending, old.by, old.side) == (new.ending, new.by, new.side)


def _numbers_of(old: Deal, new: Deal) -> tuple[str, str]:
    """Give the numbers in which two deals differ: the points, or the hands that were counted otherwise."""
    if old.hands is None or new.hands is None:
        return str(old.points), str(new.points)
    seats = [seat for seat in old.hands if old.hands[seat] != new.hands.get(seat)] or list(old.hands)
    return _hands(old.hands, seats), _hands(new.hands, seats)


def _hands(hands: Mapping[str, int], seats: Iterable[str]) -> str:
    return ", ".join(f"{seat} {hands[seat]}" for seat in seats if seat in hands)


def _said_of(line: Line) -> str:
    if line.kind == "strike":
        return _("a line was struck")
    return _said(line)
