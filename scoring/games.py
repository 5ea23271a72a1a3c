"""A game is its log: take lines as they are added, corrections in place, and fold what counts."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Final

from .deals import count_hands
from .errors import LogError, gettext_noop, illegal, malformed
from .fold import Fold, State
from .log import Deal, Line, Penalty, read_carried, read_line
from .rules import Rules, parse_rules
from .state import state_of

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Row:
    """What one line brought, as people write it on paper: a deal or a penalty of the state, and the score after it."""

    number: int  # of the line, from 0
    line: Line
    deal: State | None
    penalty: State | None
    score: dict[str, int]
    annulled: bool = False  # the deal, void with its game: its points are in no score


class Record:
    """A log under way. `add` takes a line or refuses it and leaves everything as it was."""

    def __init__(self, rules: Rules, carried: Any = None) -> None:
        self.rules = rules
        self.carried = read_carried({} if carried is None else carried)
        self.lines: list[Line] = []
        self._by_id: dict[str, int] = {}
        self._removes: list[list[int]] = []  # by line, what it takes out while it counts itself
        self._counts: list[bool] = []
        self._offered: list[int] = []  # by line, its index among all lines that were offered, known ones too
        self._known_lines = 0
        self._order: list[int] | None = None  # lines in folding order; None while that is the order of adding
        self._fold = Fold(rules, self.carried)
        self._begun: list[int] = []  # by line, how many deals had begun when it had been folded (A21)

    def add(self, raw: Any) -> bool:
        """Add one line: True, or False where the very line is known already. Raises LogError."""
        if self.knows(raw):
            self._known_lines += 1
            return False
        line = read_line(raw, self.rules)
        if line.id is not None and line.id in self._by_id:
            raise malformed("id_reused", id=line.id)
        _count_hands(line)
        if line.corrects:
            self._correct(line)
        else:
            self._fold.apply(line)
            if self._order is not None:
                self._order.append(len(self.lines))
            self._begun.append(self._fold.deals_begun)
            self._keep(line, [])
            self._counts.append(True)
        return True

    def state(self) -> State:
        """Give the state of the game after the lines so far."""
        return state_of(self._fold)

    def counts(self, number: int) -> bool:
        """Tell whether a line still counts: every strike or correction of it has been removed in its turn."""
        return self._counts[number]

    def number_of(self, id_: str) -> int | None:
        """Find a line by its id, from 0; None where there is none."""
        return self._by_id.get(id_)

    def knows(self, raw: Any) -> bool:
        """Tell whether this very line is in the log already."""
        id_ = raw.get("id") if isinstance(raw, dict) else None
        number = self._by_id.get(id_) if isinstance(id_, str) else None
        return number is not None and _same(self.lines[number].raw, raw)

    def rows(self) -> list[Row]:
        """Tell the game in folding order: each deal and penalty with the line it came from and the score after it.

        The scores are those of the table: a total over the target is not trimmed; what loses a game turns its own row.
        Where a game was annulled and begun again, its deals are marked and its fines stand alone.
        """
        fold = Fold(self.rules, self.carried)
        rows: list[Row] = []
        for number in range(len(self.lines)) if self._order is None else self._order:
            line = self.lines[number]
            if line.kind == "strike" or not self.counts(number):
                continue
            deals, penalties = len(fold.deals), len(fold.penalties)
            fold.apply(line)
            if line.kind == "void" and line.body.scope == "game":
                rows = _annulled(rows)
            penalty = fold.penalties[-1] if len(fold.penalties) > penalties else None
            deal = fold.deals[-1] if len(fold.deals) > deals else None
            if deal is not None or penalty is not None:
                rows.append(Row(number, line, deal, penalty, dict(fold.score)))
        return rows

    def _keep(self, line: Line, removes: list[int]) -> None:
        if line.id is not None:
            self._by_id[line.id] = len(self.lines)
        self._offered.append(len(self.lines) + self._known_lines)
        self.lines.append(line)
        self._removes.append(removes)

    def _correct(self, line: Line) -> None:
        """Fold the log again with a line that strikes, replaces or goes before another."""
        named = {id_: self._counting(id_) for id_ in (line.instead_of, line.before, _struck(line)) if id_ is not None}
        if line.instead_of is not None:
            self._check_late_false_pass(line, named[line.instead_of])
        removes, order = self._taken_out(line, named), self._placed(line, named)
        counts = _what_counts([*self._removes, removes])
        fold, begun = self._folded([*self.lines, line], order, counts)
        self._order, self._fold, self._begun, self._counts = order, fold, begun, counts
        self._keep(line, removes)

    def _counting(self, id_: str) -> int:
        number = self._by_id.get(id_)
        if number is None or not self._counts[number]:
            raise illegal("unknown_line", id=id_)
        return number

    def _check_late_false_pass(self, line: Line, number: int) -> None:
        """A21: under next_lead a false pass found later replaces its deal only until the next one has begun."""
        claimed = line.kind == "penalty" and line.body.code == "false_pass" and self.lines[number].kind == "deal"
        if claimed and self.rules.false_pass_until == "next_lead" and self._fold.deals_begun > self._begun[number]:
            raise illegal(
                "not_allowed", why=gettext_noop("The next deal has begun, so the false pass stays without a sanction.")
            )

    def _taken_out(self, line: Line, named: dict[str, int]) -> list[int]:
        """List what a line takes out: what it strikes, and what it replaces with all that had been replaced before."""
        removes = []
        if line.instead_of is not None:
            removes = self._group(named[line.instead_of])
        struck = _struck(line)
        if struck is not None and named[struck] not in removes:
            removes.append(named[struck])
        return removes

    def _group(self, number: int) -> list[int]:
        """List a line and those whose place it had taken: a correction of a correction leaves the original replaced."""
        group = [number]
        while (name := self.lines[number].instead_of) is not None:
            number = self._by_id[name]
            group.append(number)
        return group

    def _placed(self, line: Line, named: dict[str, int]) -> list[int]:
        """Give the order of folding with a new line: a correction beside what it replaces, a forgotten one before."""
        number = len(self.lines)
        order = list(range(number)) if self._order is None else list(self._order)
        if line.instead_of is not None:
            order.insert(order.index(named[line.instead_of]) + 1, number)
        elif line.before is not None:
            order.insert(order.index(self._group(named[line.before])[-1]), number)
        else:
            order.append(number)
        return order

    def _folded(self, lines: list[Line], order: list[int], counts: list[bool]) -> tuple[Fold, list[int]]:
        """Fold all that counts, the last line just added. Raises its own LogError, or breaks_later_line for another."""
        fold, begun, added = Fold(self.rules, self.carried), [0] * len(lines), len(lines) - 1
        for number in order:
            if lines[number].kind != "strike" and counts[number]:
                try:
                    fold.apply(lines[number])
                except LogError as error:
                    if number == added:
                        raise
                    where = {"line": self._offered[number], "id": lines[number].id, "code": error.code}
                    raise illegal("breaks_later_line", **where) from None
            begun[number] = fold.deals_begun
        return fold, begun


def _what_counts(removes: list[list[int]]) -> list[bool]:
    """Tell for each line whether it counts; what removes a line always comes after it."""
    counts = [True] * len(removes)
    for number in range(len(removes) - 1, -1, -1):
        if counts[number]:
            for removed in removes[number]:
                counts[removed] = False
    return counts


def _annulled(rows: list[Row]) -> list[Row]:
    """Mark the deals of a game that is void, and take what they brought out of every score."""
    gone, kept = {"A": 0, "B": 0}, []
    for row in rows:
        if row.deal is not None and not row.annulled:
            gone = {side: gone[side] + row.deal["points"][side] for side in gone}
        score = {side: row.score[side] - gone[side] for side in gone}
        kept.append(replace(row, score=score, annulled=row.deal is not None))
    return kept


def replay(envelope: Any) -> State:
    """Fold an envelope of log-format.md into the state of its game.

    Raises LogError for the first thing refused: the envelope first, then line by line as they were added.
    """
    record, lines = open_envelope(envelope)
    for number, raw in enumerate(lines):
        try:
            record.add(raw)
        except LogError as error:
            error.line = number
            raise
    return record.state()


def open_envelope(envelope: Any) -> tuple[Record, list[Any]]:
    """Check an envelope and give an empty record of its rules, with the lines still to be added. Raises LogError."""
    if not isinstance(envelope, dict):
        raise malformed("bad_field", field="envelope")
    if type(envelope.get("format")) is bool or envelope.get("format") != FORMAT:
        raise malformed("bad_field", field="format")
    rules = parse_rules(envelope.get("rules", {}))
    record = Record(rules, _carried(envelope))
    lines = envelope.get("lines")
    if not isinstance(lines, list):
        raise malformed("bad_field", field="lines")
    return record, lines


def read_json(text: str) -> Any:
    """Read JSON strictly: no NaN, no endless nesting; a number too large for us stays too large. Raises LogError."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_int=_bounded)
    except (ValueError, RecursionError):
        raise malformed("bad_json") from None


def _carried(envelope: dict[str, Any]) -> Any:
    if "carried" in envelope and envelope["carried"] is None:
        raise malformed("bad_field", field="carried")
    return envelope.get("carried", {})


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _bounded(digits: str) -> int:
    return int(digits) if len(digits) < 20 else 10**20


def _struck(line: Line) -> str | None:
    return line.body.of if line.kind == "strike" else None


def _count_hands(line: Line) -> None:
    body = line.body
    if isinstance(body, Deal) and body.left is not None:
        body.hands = count_hands(body.left, body.by if body.ending == "out" else None)
    elif isinstance(body, Penalty) and body.left is not None:
        body.hands = count_hands(body.left)


def _same(one: Any, other: Any) -> bool:
    """Compare two lines as JSON: 37.0 is 37, but true is not 1. What is nested too deeply is not the same."""
    try:
        return _equal(one, other)
    except RecursionError:
        return False


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
