"""Write the lines of a deal as a referee would, with what may happen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from .hands import PlayedDeal
from .seats import SEATS, next_seat, partner_of
from .tiles import Tile, name

Line: TypeAlias = dict[str, Any]


class Moment(NamedTuple):
    """Name a line and when it is written: 0 at the lead, 1 at the end of the deal.

    A correction has the moment of what it corrects, so that the end of time cannot come between them.
    `of` and `instead_of` of a line hold the line meant; whoever writes the log puts its id there.
    """

    when: float
    line: Line


class Sheet(NamedTuple):
    """Hold what the referee of a deal goes by."""

    deal: PlayedDeal
    as_tiles: bool
    false_pass_counts_hands: bool


Script: TypeAlias = list[Moment]
Incident: TypeAlias = Callable[[Random, Sheet], Script]

_WARNED: Final = ("slow_play", "talking", "conduct", "table", "posture", "careless_move", "rearranging")


def quiet_deal(sheet: Sheet) -> Script:
    """Return the lines of a deal in which nothing else happens."""
    return [Moment(0, {"kind": "deal_begin"}), Moment(1, deal_line(sheet))]


def deal_line(sheet: Sheet) -> Line:
    """Return the line of a deal's end."""
    deal = sheet.deal
    left = _written(deal.left, sheet.as_tiles)
    if deal.ending == "out":
        left.pop(deal.by)
    return {"kind": "deal", "ending": deal.ending, "by": deal.by, "left": left}


def any_incident(rng: Random, sheet: Sheet) -> Script:
    """Return the lines of a deal with one incident, the common ones most often."""
    incident = rng.choices(_INCIDENTS, cum_weights=_CUM_WEIGHTS)[0]
    return incident(rng, sheet)


def _warned(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    return [begin, _moment_of(rng, sheet, code=rng.choice(_WARNED), seat=rng.choice(SEATS)), end]


def _touched(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    turn = _turn(rng, sheet)
    return [begin, _penalty(sheet, turn, code="touched_tile", seat=sheet.deal.turns[turn].seat), end]


def _sign(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    return [begin, _moment_of(rng, sheet, code="sign", seat=rng.choice(SEATS)), end]


def _out_of_turn_restarted(rng: Random, sheet: Sheet) -> Script:
    begin, _ = quiet_deal(sheet)
    return [begin, _out_of_turn(rng, sheet, "restart")]


def _out_of_turn_continued(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    return [begin, _out_of_turn(rng, sheet, "continue"), end]


def _out_of_turn(rng: Random, sheet: Sheet, opponents: str) -> Moment:
    turn = _turn(rng, sheet)
    offender = next_seat(sheet.deal.turns[turn].seat)
    return _penalty(sheet, turn, code="out_of_turn", seat=offender, opponents=opponents)


def _false_pass(rng: Random, sheet: Sheet) -> Script:
    begin, _ = quiet_deal(sheet)
    return [begin, _false_pass_at(sheet, _turn_with_a_move(rng, sheet))]


def _false_pass_found_late(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    found = _false_pass_at(sheet, _turn_with_a_move(rng, sheet))
    return [begin, end, Moment(1, found.line | {"instead_of": end.line})]


def _false_pass_at(sheet: Sheet, turn: int) -> Moment:
    found = _penalty(sheet, turn, code="false_pass", seat=sheet.deal.turns[turn].seat)
    if sheet.false_pass_counts_hands:
        found.line["left"] = _written(sheet.deal.hands_after(turn), sheet.as_tiles)
    return found


def _miscounted(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    wrong = _miscount(rng, sheet)
    return [begin, Moment(1, wrong), Moment(1, end.line | {"instead_of": wrong})]


def _miscount(rng: Random, sheet: Sheet) -> Line:
    wrong = deal_line(sheet._replace(as_tiles=False))
    seat = rng.choice([seat for seat in wrong["left"] if sheet.deal.left[seat]])
    counted = wrong["left"][seat]
    # One pip too many or too few, as people count; never above what a hand can weigh.
    wrong["left"][seat] = counted - 1 if counted > 60 or (counted > 1 and rng.random() < 0.5) else counted + 1
    return wrong


def _wrong_player_warned(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    warned = _moment_of(rng, sheet, code=rng.choice(_WARNED), seat=rng.choice(SEATS))
    strike = {"kind": "strike", "of": warned.line, "reason": "wrong player"}
    right = warned.line | {"seat": partner_of(warned.line["seat"])}
    return [begin, warned, Moment(warned.when, strike), Moment(warned.when, right), end]


def _tile_fell(rng: Random, sheet: Sheet) -> Script:
    begin, _ = quiet_deal(sheet)
    void = {"kind": "void", "scope": "deal", "reason": "a tile fell face up", "replay": True}
    return [begin, Moment(_when(sheet, _turn(rng, sheet)), void)]


def _noted(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    note = {"kind": "note", "text": "the hands were counted again"}
    return [begin, end, Moment(1, note)]


def _protested(rng: Random, sheet: Sheet) -> Script:
    begin, end = quiet_deal(sheet)
    protest = {"kind": "protest", "text": "the opponents talked", "side": rng.choice("AB")}
    return [begin, Moment(_when(sheet, _turn(rng, sheet)), protest), end]


_WEIGHTS: Final[Mapping[Incident, int]] = {
    _warned: 55,
    _touched: 10,
    _miscounted: 10,
    _out_of_turn_restarted: 5,
    _out_of_turn_continued: 5,
    _false_pass: 4,
    _noted: 3,
    _wrong_player_warned: 3,
    _false_pass_found_late: 2,
    _tile_fell: 1,
    _protested: 1,
    _sign: 1,
}
_INCIDENTS: Final[Sequence[Incident]] = tuple(_WEIGHTS)
_CUM_WEIGHTS: Final = [sum(list(_WEIGHTS.values())[: at + 1]) for at in range(len(_WEIGHTS))]


def _turn(rng: Random, sheet: Sheet) -> int:
    """Return the number of a turn after the lead."""
    return rng.randrange(1, len(sheet.deal.turns))


def _turn_with_a_move(rng: Random, sheet: Sheet) -> int:
    return rng.choice([at for at, turn in enumerate(sheet.deal.turns) if at and turn.move])


def _when(sheet: Sheet, turn: int) -> float:
    return turn / len(sheet.deal.turns)


def _moment_of(rng: Random, sheet: Sheet, **fields: object) -> Moment:
    return _penalty(sheet, _turn(rng, sheet), **fields)


def _penalty(sheet: Sheet, turn: int, **fields: object) -> Moment:
    return Moment(_when(sheet, turn), {"kind": "penalty", **fields})


def _written(hands: Mapping[Any, Sequence[Tile]], as_tiles: bool) -> dict[str, Any]:
    if as_tiles:
        return {seat: [name(tile) for tile in hand] for seat, hand in hands.items()}
    return {seat: sum(high + low for high, low in hand) for seat, hand in hands.items()}
