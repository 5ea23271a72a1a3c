"""The lines of a log: what each kind holds, and whether a line could stand in any log at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from .errors import malformed
from .rules import CARDS, Rules, Step, as_integer, parse_step
from .seats import SEATS, SIDES, seats_of

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?", re.ASCII).fullmatch
_BOTH: Final = (*SIDES, "both")

#: What a player brings from earlier games: his cards, and his warnings by code.
Burden: TypeAlias = tuple[list[str], dict[str, int]]


@dataclass(slots=True)
class Seating:
    seat: str
    player: str


@dataclass(slots=True)
class Start:
    leader: str


@dataclass(slots=True)
class DealBegin:
    leader: str | None


@dataclass(slots=True)
class Deal:
    """How a deal ended. `left` is as written; `hands` are its pips, counted once the line is known to be new."""

    ending: str
    by: str | None
    side: str | None = None
    points: int = 0
    left: dict[str, Any] | None = None
    hands: Mapping[str, int] | None = None


@dataclass(slots=True)
class Void:
    scope: str
    replay: bool


@dataclass(slots=True)
class Penalty:
    code: str
    seat: str | None
    side: str
    opponents: str | None
    sanction: Step | None
    left: dict[str, Any] | None
    hands: Mapping[str, int] | None = None


@dataclass(slots=True)
class Time:
    in_deal: bool


@dataclass(slots=True)
class Loss:
    """A no-show or a forfeit: the sides that lose, and the seats where only one partner is to blame."""

    sides: tuple[str, ...]
    seats: tuple[str, ...]


@dataclass(slots=True)
class Ruling:
    score: dict[str, int]
    winner: str | None


@dataclass(slots=True)
class Strike:
    of: str


@dataclass(slots=True)
class Remark:
    """A note or a protest: it changes nothing."""


@dataclass(slots=True)
class Line:
    """One line as it was read. `body` is one of the classes above, by kind."""

    kind: str
    id: str | None
    instead_of: str | None
    before: str | None
    body: Any
    raw: dict[str, Any]

    @property
    def corrects(self) -> bool:
        """Tell whether the line does anything but stand at the end of the log."""
        return self.instead_of is not None or self.before is not None or self.kind == "strike"


def read_line(raw: Any, rules: Rules) -> Line:
    """Read one line of format 1. Hands are counted later (deals.count_hands), after the id has been looked up.

    Raises LogError unknown_kind or bad_field.
    """
    if not isinstance(raw, dict):
        raise malformed("bad_field", field="lines")
    kind = raw.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None or not isinstance(kind, str):
        raise malformed("unknown_kind", value=kind if isinstance(kind, str) else "(none)")
    if "at" in raw and not (isinstance(raw["at"], str) and _TIME(raw["at"])):
        raise malformed("bad_field", field="at")
    if "by_official" in raw and as_integer(raw["by_official"]) is None:
        _text(raw, "by_official")
    id_, instead_of, before = _optional(raw, "id"), _optional(raw, "instead_of"), _optional(raw, "before")
    if instead_of is not None and before is not None:
        raise malformed("bad_field", field="before")
    return Line(kind, id_, instead_of, before, reader(raw, rules), raw)


def read_carried(value: Any) -> dict[str, Burden]:
    """Read what the players on the four seats bring from earlier games.

    Raises LogError bad_field.
    """
    if not isinstance(value, dict):
        raise malformed("bad_field", field="carried")
    return {seat: _read_burden(seat, value[seat]) for seat in SEATS if seat in value}


def _read_burden(seat: str, value: Any) -> Burden:
    where = f"carried.{seat}"
    if not isinstance(value, dict):
        raise malformed("bad_field", field=where)
    cards, warnings = value.get("cards", []), value.get("warnings", {})
    if not isinstance(cards, list) or not all(isinstance(card, str) and card in CARDS for card in cards):
        raise malformed("bad_field", field=f"{where}.cards")
    if not isinstance(warnings, dict):
        raise malformed("bad_field", field=f"{where}.warnings")
    counts = {code: as_integer(count) for code, count in warnings.items()}
    if any(count is None or count < 0 for count in counts.values()):
        raise malformed("bad_field", field=f"{where}.warnings")
    return list(cards), {code: count for code, count in counts.items() if count is not None}


def _text(raw: dict[str, Any], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        raise malformed("bad_field", field=name)
    return value


def _id(raw: dict[str, Any], name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or not value:
        raise malformed("bad_field", field=name)
    return value


def _optional(raw: dict[str, Any], name: str) -> str | None:
    return _id(raw, name) if name in raw else None


def _one_of(raw: dict[str, Any], name: str, values: Iterable[str]) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or value not in values:
        raise malformed("bad_field", field=name)
    return value


def _truth(raw: dict[str, Any], name: str) -> bool:
    value = raw.get(name)
    if not isinstance(value, bool):
        raise malformed("bad_field", field=name)
    return value


def _read_seat(raw: dict[str, Any], rules: Rules) -> Seating:
    return Seating(_one_of(raw, "seat", SEATS), _id(raw, "player"))


def _read_start(raw: dict[str, Any], rules: Rules) -> Start:
    return Start(_one_of(raw, "leader", SEATS))


def _read_deal_begin(raw: dict[str, Any], rules: Rules) -> DealBegin:
    return DealBegin(_one_of(raw, "leader", SEATS) if "leader" in raw else None)


def _read_deal(raw: dict[str, Any], rules: Rules) -> Deal:
    ending = _one_of(raw, "ending", ("out", "fish", "points"))
    if ending == "points":
        return _read_paper_deal(raw, rules)
    by = _one_of(raw, "by", SEATS)
    return Deal(ending, by, left=_read_left(raw))


def _read_paper_deal(raw: dict[str, Any], rules: Rules) -> Deal:
    """Read a deal of which the paper gives the points only; who leads next hangs on `by` where lead is winner."""
    side, points = _one_of(raw, "side", SIDES), as_integer(raw.get("points"))
    if points is None or points < 0:
        raise malformed("bad_field", field="points")
    by = None
    if rules.lead == "winner" and (points or "by" in raw):
        by = _one_of(raw, "by", SEATS)
    return Deal("points", by, side=side, points=points)


def _read_left(raw: dict[str, Any]) -> dict[str, Any]:
    left = raw.get("left", {})
    if not isinstance(left, dict):
        raise malformed("bad_field", field="left")
    for seat in SEATS:
        if seat in left:
            hand = left[seat]
            pips = as_integer(hand)
            if not isinstance(hand, list) and (pips is None or pips < 0):
                raise malformed("bad_field", field=f"left.{seat}")
    return left


def _read_void(raw: dict[str, Any], rules: Rules) -> Void:
    scope = _one_of(raw, "scope", ("deal", "game"))
    _text(raw, "reason")
    return Void(scope, _truth(raw, "replay"))


def _read_penalty(raw: dict[str, Any], rules: Rules) -> Penalty:
    code = raw.get("code")
    if not isinstance(code, str) or (code != "other" and code not in rules.tariff):
        raise malformed("bad_field", field="code")
    seat, side = _seat_or_side(raw)
    opponents = _one_of(raw, "opponents", ("continue", "restart")) if code == "out_of_turn" else None
    sanction = _read_sanction(raw) if code == "other" else None
    all_left = code == "false_pass" and rules.false_pass_scores == "all_left"
    return Penalty(code, seat, side, opponents, sanction, _read_left(raw) if all_left else None)


def _seat_or_side(raw: dict[str, Any]) -> tuple[str | None, str]:
    if ("seat" in raw) == ("side" in raw):
        raise malformed("bad_field", field="seat")
    if "side" in raw:
        return None, _one_of(raw, "side", SIDES)
    seat = _one_of(raw, "seat", SEATS)
    return seat, seat[0]


def _read_sanction(raw: dict[str, Any]) -> Step:
    step = parse_step(raw.get("sanction"))
    if step is None:
        raise malformed("bad_field", field="sanction")
    return step


def _read_time(raw: dict[str, Any], rules: Rules) -> Time:
    return Time(_truth(raw, "in_deal"))


def _read_no_show(raw: dict[str, Any], rules: Rules) -> Loss:
    side = _one_of(raw, "side", _BOTH)
    sides = SIDES if side == "both" else (side,)
    seats = raw.get("seats", [])
    if not isinstance(seats, list):
        raise malformed("bad_field", field="seats")
    chairs = [chair for losing in sides for chair in seats_of(losing)]
    if any(not isinstance(seat, str) or seat not in chairs for seat in seats):
        raise malformed("bad_field", field="seats")
    return Loss(sides, tuple(seats))


def _read_forfeit(raw: dict[str, Any], rules: Rules) -> Loss:
    loss = _read_no_show(raw, rules)
    _text(raw, "reason")
    return loss


def _read_ruling(raw: dict[str, Any], rules: Rules) -> Ruling:
    score = raw.get("score")
    if not isinstance(score, dict):
        raise malformed("bad_field", field="score")
    points = {side: as_integer(score.get(side)) for side in SIDES}
    if any(value is None or (value < 0 and not rules.below_zero) for value in points.values()):
        raise malformed("bad_field", field="score")
    if "winner" not in raw:
        raise malformed("bad_field", field="winner")
    winner = None if raw["winner"] is None else _one_of(raw, "winner", SIDES)
    _text(raw, "reason")
    return Ruling({side: value for side, value in points.items() if value is not None}, winner)


def _read_strike(raw: dict[str, Any], rules: Rules) -> Strike:
    of = _id(raw, "of")
    _text(raw, "reason")
    return Strike(of)


def _read_remark(raw: dict[str, Any], rules: Rules) -> Remark:
    _text(raw, "text")
    if "side" in raw:
        _one_of(raw, "side", SIDES)
    return Remark()


_READERS: Final[Mapping[str, Callable[[dict[str, Any], Rules], Any]]] = {
    "seat": _read_seat,
    "start": _read_start,
    "deal_begin": _read_deal_begin,
    "deal": _read_deal,
    "void": _read_void,
    "penalty": _read_penalty,
    "time": _read_time,
    "no_show": _read_no_show,
    "forfeit": _read_forfeit,
    "ruling": _read_ruling,
    "strike": _read_strike,
    "note": _read_remark,
    "protest": _read_remark,
}
KINDS: Final = tuple(_READERS)
