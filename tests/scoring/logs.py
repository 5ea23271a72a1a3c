"""Short logs, as a referee would read them out, and what the fold says about them."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from scoring.errors import LogError
from scoring.games import replay

Line: TypeAlias = dict[str, Any]
State: TypeAlias = dict[str, Any]


def envelope(*lines: Line, carried: Any = None, **rules: Any) -> dict[str, Any]:
    """Make an envelope of format 1."""
    made = {"format": 1, "rules": rules, "lines": list(lines)}
    return made if carried is None else made | {"carried": carried}


def play(*lines: Line, carried: Any = None, **rules: Any) -> State:
    """Fold lines into the state of their game."""
    return replay(envelope(*lines, carried=carried, **rules))


def refusal(*lines: Line, carried: Any = None, **rules: Any) -> LogError:
    """Fold lines that must be refused and give the error."""
    with pytest.raises(LogError) as caught:
        play(*lines, carried=carried, **rules)
    return caught.value


def refused(*lines: Line, carried: Any = None, **rules: Any) -> tuple[str, int | None]:
    """Give the code of a refusal and the index of the line that was refused."""
    error = refusal(*lines, carried=carried, **rules)
    return error.code, error.line


def score(state: State) -> tuple[int, int]:
    """Give the score as people say it: A to B."""
    return state["score"]["A"], state["score"]["B"]


def outcome(state: State) -> tuple[str, str | None, str | None, tuple[int, int]]:
    """Give the state, the winner, the reason and the score."""
    return state["state"], state["winner"], state["reason"], score(state)


def leaders(state: State) -> list[str]:
    """Give who really led each counted deal."""
    return [deal["leader"] for deal in state["deals"]]


def sanctions(state: State) -> list[tuple[str, int, str | None]]:
    """Give what followed each penalty: the sanction, the points moved, the card."""
    return [(penalty["sanction"], penalty["points"], penalty["card"]) for penalty in state["penalties"]]


def start(leader: str = "A1") -> Line:
    return {"kind": "start", "leader": leader}


def begin(leader: str | None = None) -> Line:
    """Write that the lead tile lies; the leader only where it was not his turn."""
    return {"kind": "deal_begin"} if leader is None else {"kind": "deal_begin", "leader": leader}


def points(side: str, number: int, by: str | None = None) -> Line:
    """Write a deal of which the paper gives the points only."""
    line: Line = {"kind": "deal", "ending": "points", "side": side, "points": number}
    return line if by is None else line | {"by": by}


def out(by: str, **left: Any) -> Line:
    """Write a deal in which a player laid his last tile."""
    return {"kind": "deal", "ending": "out", "by": by, "left": left}


def fish(by: str, *hands: Any) -> Line:
    """Write a fish with the four hands in playing order: A1, B1, A2, B2."""
    return {"kind": "deal", "ending": "fish", "by": by, "left": dict(zip(("A1", "B1", "A2", "B2"), hands, strict=True))}


def level_fish(by: str = "A1") -> Line:
    """Write a fish with 13 pips on either side, 26 together."""
    return fish(by, 10, 8, 3, 5)


def void(scope: str = "deal", *, replay: bool = True) -> Line:
    return {"kind": "void", "scope": scope, "reason": "a tile fell", "replay": replay}


def penalty(code: str, who: str, **more: Any) -> Line:
    """Write a penalty on a seat, or on a side where `who` is one letter."""
    return {"kind": "penalty", "code": code, ("side" if len(who) == 1 else "seat"): who, **more}


def out_of_turn(who: str, opponents: str = "restart") -> Line:
    return penalty("out_of_turn", who, opponents=opponents)


def time(*, in_deal: bool) -> Line:
    return {"kind": "time", "in_deal": in_deal}


def no_show(side: str, *seats: str) -> Line:
    line: Line = {"kind": "no_show", "side": side}
    return line | {"seats": list(seats)} if seats else line


def forfeit(side: str, *seats: str) -> Line:
    return {**no_show(side, *seats), "kind": "forfeit", "reason": "walked off"}


def ruling(a: int, b: int, winner: str | None) -> Line:
    return {"kind": "ruling", "score": {"A": a, "B": b}, "winner": winner, "reason": "decided by the chief referee"}


def seat(chair: str, player: str) -> Line:
    return {"kind": "seat", "seat": chair, "player": player}


def note(text: str = "hands counted twice") -> Line:
    return {"kind": "note", "text": text}


def strike(of: str) -> Line:
    return {"kind": "strike", "of": of, "reason": "typing"}


def named(id_: str, line: Line) -> Line:
    return {**line, "id": id_}


def instead(of: str, line: Line) -> Line:
    return {**line, "instead_of": of}


def before(of: str, line: Line) -> Line:
    return {**line, "before": of}
