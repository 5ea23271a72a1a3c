"""What the sheets are made of: frozen values, already in words where only the caller knows the words."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

How = Literal["", "drawn", "refused", "absent", "on_paper", "ruling"]


@dataclass(frozen=True)
class Heading:
    """What stands on top of every sheet of an event."""

    event: str
    venue: str
    date: datetime.date
    round_number: int
    rounds: int  # planned
    language: str = "en"  # of the sheet's own words: "en" or "ru"


@dataclass(frozen=True)
class SeatLine:
    """Who sits on one chair; the Latin name is printed only where no typeface has the other."""

    seat: str  # A1, A2, B1 or B2
    name: str
    latin_name: str = ""
    entry: int | None = None
    licence: str = ""
    club: str = ""


@dataclass(frozen=True)
class DealRow:
    """One deal that was recorded. Points of None are a dash: nothing was scored on that side.

    One that was annulled has no number and no totals, and its words say so.
    """

    number: int | None
    leader: str  # a seat
    ended: str  # in words: "Out A1", "Fish, 18 against 28"
    points_a: int | None
    points_b: int | None
    total_a: int | None
    total_b: int | None


@dataclass(frozen=True)
class PenaltyRow:
    """One penalty, between the deals where it fell. Points are what it brought each side (negative: took)."""

    time: str
    text: str  # in words: "Penalty: A1 touched tile: 25 to side B"
    points_a: int | None
    points_b: int | None
    total_a: int
    total_b: int


@dataclass(frozen=True)
class SignatureLine:
    """One of those who sign. Strokes are x, y, x, y ... from 0 to 1000, of a pad three times as wide as it is high."""

    signer: str  # A1, B1, A2, B2 or referee
    name: str
    latin_name: str = ""
    how: How = ""  # "" is a line to sign on
    strokes: tuple[tuple[int, ...], ...] = ()
    reason: str = ""  # of a refusal or an absence


@dataclass(frozen=True)
class ScoreSheet:
    """The score sheet of one game: blank before it, the protocol after it, the same sheet.

    Blank: leave `rows`, `score_a`, `score_b`, `version` as they are; the sheet then has empty rows, boxes for the score
    and lines to sign on. Protocol: give `version`, `digest`, `state`, both scores, `rows` in the order of the log and
    the five `signatures`; it runs onto as many pages as it needs.
    """

    heading: Heading
    table: int | None
    code: str
    url: str  # behind the QR code: a view of the table, never the pen
    seats: tuple[SeatLine, ...]
    side_a: str  # names of the sides over their columns: "Ferrer – Ibarra"
    side_b: str
    target: int | None = 200  # points; None where a number of deals is played
    deals: int | None = None
    minutes: int | None = 40
    start: str = ""  # times of the clock on the wall: "14:05"
    end: str = ""
    first_leader: str = ""  # a seat
    first_leader_name: str = ""  # where another than the one who sits there at the end
    rows: tuple[DealRow | PenaltyRow, ...] = ()
    score_a: int | None = None
    score_b: int | None = None
    winner: str = ""  # A, B or "" for none
    outcome: str = ""  # in words: "target reached"
    remarks: tuple[str, ...] = ()  # notes and protests
    corrections: tuple[str, ...] = ()  # what was struck or replaced, and why
    signatures: tuple[SignatureLine, ...] = ()
    version: int | None = None  # of the protocol; None is a blank sheet
    digest: str = ""  # in full; the sheet shows its beginning
    state: Literal["open", "accepted", "void"] = "open"
    replaced_by: int | None = None  # the version that took the place of a void one
    void_reason: str = ""
    sheet: int | None = None  # this one, of how many in the round
    sheets: int | None = None

    @property
    def blank(self) -> bool:
        return self.version is None


@dataclass(frozen=True)
class Side:
    """One side of a pairing, or who has the bye."""

    numbers: str  # of the entry, "14"; of two, "3, 17"
    name: str
    club: str = ""
    country: str = ""


@dataclass(frozen=True)
class Pairing:
    table: int
    a: Side
    b: Side


@dataclass(frozen=True)
class Place:
    """Where one player sits."""

    name: str
    table: int | None  # None is a bye
    seat: str = ""
    latin_name: str = ""
    number: str = ""  # of the entry


@dataclass(frozen=True)
class PairingsSheet:
    heading: Heading
    pairings: tuple[Pairing, ...]
    byes: tuple[Side, ...] = ()
    places: tuple[Place, ...] = ()  # in any order
    starts: str = ""  # "14:00"
    draft: bool = False  # drawn but not published


@dataclass(frozen=True)
class ResultLine:
    """What one table of a round came to; a bye has no table and no side B. Scores of None: not accepted yet."""

    table: int | None
    a: Side
    b: Side | None
    score_a: int | None = None
    score_b: int | None = None
    winner: str = ""  # A, B or "" for none
    ended: str = ""  # in words: "Target reached"


@dataclass(frozen=True)
class ResultsSheet:
    heading: Heading
    lines: tuple[ResultLine, ...]
    made: str = ""  # when, in words


@dataclass(frozen=True)
class RoundCell:
    """What one round brought an entry."""

    opponent: str  # the entry's number; "" for a bye
    points_for: int
    points_against: int
    won: bool
    provisional: bool = False


@dataclass(frozen=True)
class StandingRow:
    place: int | None  # None: disqualified
    number: int
    name: str
    club: str
    country: str
    wins: int
    effectiveness: int
    points: int
    rounds: tuple[RoundCell | None, ...] = ()  # None: did not play
    provisional: bool = False
    withdrawn: bool = False
    share: bool = False  # effectiveness is a share in thousandths, no difference
    losses: int = 0
    moved: int = 0  # places gained since the round before
    note: str = ""  # in words: "from round 3 on"
    players: str = ""  # their full names: "Berg, Anna · Dahl, Boris"
    meetings: tuple[tuple[RoundCell, ...] | None, ...] = ()  # with each entry of the sheet; None with itself


@dataclass(frozen=True)
class StandingsSheet:
    """The standings after heading.round_number rounds, 0 before the first."""

    heading: Heading
    rows: tuple[StandingRow, ...]
    ranked_by: str = ""  # in words: "wins, effectiveness, points"
    made: str = ""  # when, in words
    note: str = ""  # why it is provisional
    counted: str = ""  # in words: what effectiveness means
    column: str = ""  # in words: who competes, over the names; else entries
    entries: str = ""  # in words: how many compete
    part: str = ""  # of which entries alone: "Women"
    final: bool = False  # the event has ended after this round
    ended: str = ""  # in words, where it ended early, with the reason
