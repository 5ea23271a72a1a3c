"""Replay of whole logs: distinct, validated, of 20 deals each; and the same logs with 20 strikes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

from scoring.engine import play_log
from scoring.games import replay

from .figures import Figure, timed

LOGS, TIMES, WANTED = 200, 9, 3_000
RULES = {"deals": 20, "minutes": 1_000}  # so that time never ends a game before its twentieth deal
Envelope = dict[str, Any]


def measure() -> list[Figure]:
    """Measure the fold of logs with hands as pips and as tiles, as a table writes them."""
    pips, tiles = played()
    lines = sum(len(envelope["lines"]) for envelope in pips) / LOGS
    return [
        figure(f"replay, 20 deals in {lines:.0f} lines, hands as pips", pips, WANTED),
        figure(f"replay, 20 deals in {lines:.0f} lines, hands as tiles", tiles, WANTED),
        figure("replay, the latter with 20 strikes", [with_strikes(envelope) for envelope in tiles]),
    ]


def figure(name: str, envelopes: list[Envelope], wanted: float | None = None) -> Figure:
    """Measure the logs a second that one core replays."""
    ours, bare = timed([partial(folded, envelopes), partial(read_and_written, envelopes)], TIMES)
    note = "replay: CPU time of one core; bare: the same logs through json.loads(json.dumps())"
    return Figure(name, LOGS / ours.median, "/s", wanted, LOGS / bare.median, LOGS / ours.least, note)


def folded(envelopes: list[Envelope]) -> None:
    """Replay each log once."""
    for envelope in envelopes:
        replay(envelope)


def read_and_written(envelopes: list[Envelope]) -> None:
    """Bring each log through JSON and back: the least that is done with a log anywhere."""
    for envelope in envelopes:
        json.loads(json.dumps(envelope))


def played() -> tuple[list[Envelope], list[Envelope]]:
    """Let the engine play games to 20 deals; those with hands as pips, those as tiles, none twice."""
    return first(LOGS, lambda envelope: not as_tiles(envelope)), first(LOGS, as_tiles)


def first(number: int, wanted: Callable[[Envelope], bool]) -> list[Envelope]:
    """Take the first games that are wanted, and see that all differ."""
    found = [envelope for envelope, _ in zip(filter(wanted, games()), range(number), strict=False)]
    assert len({json.dumps(envelope["lines"]) for envelope in found}) == number
    return found


def games() -> Iterator[Envelope]:
    """Play game after game; a game level after 20 deals goes on and is left out."""
    for seed in count(1):
        lines = play_log(Random(seed), RULES, penalties=0)
        if sum(line["kind"] == "deal" for line in lines) == RULES["deals"]:
            yield {"format": 1, "rules": RULES, "carried": {}, "lines": lines}


def as_tiles(envelope: Envelope) -> bool:
    """Tell whether the referee of this game wrote tiles."""
    return any(isinstance(hand, list) for line in envelope["lines"] for hand in line.get("left", {}).values())


def with_strikes(envelope: Envelope) -> Envelope:
    """Let every deal be recorded, struck and recorded again: 20 corrections, after which the game is the same."""
    lines: list[dict[str, Any]] = []
    for line in envelope["lines"]:
        if line["kind"] == "deal":
            wrong = line | {"id": f"wrong {line['id']}"}
            lines += [wrong, {"kind": "strike", "of": wrong["id"], "reason": "typed", "id": f"strike {line['id']}"}]
        lines.append(line)
    return {**envelope, "lines": lines}
