"""Rounds played without logs: results recorded the way a signed protocol does it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.builders import Event
from tournaments.acts import draws, rounds
from tournaments.acts.results import record_result
from tournaments.models import Game, Result, Round
from tournaments.refusals import Refused


def outcome(a: int, b: int, **seats: dict[str, Any]) -> dict[str, Any]:
    """Give the state of a finished game; `seats` changes what stands in the row of one (A1={"fines": 25})."""
    winner = "A" if a > b else "B"
    own = {"A": a, "B": b}
    rows = {
        seat: {
            "player": None,
            "won": seat[0] == winner,
            "points_for": own[seat[0]],
            "points_against": own["B" if seat[0] == "A" else "A"],
            "fines": 0,
            "cards": [],
            **seats.get(seat, {}),
        }
        for seat in ("A1", "B1", "A2", "B2")
    }
    return {
        "state": "finished", "score": own, "winner": winner, "reason": "target", "next_leader": None,
        "deal_open": False, "time_over": False, "carry": 0, "factor": 1, "to_come": "sign", "deals": [],
        "penalties": [], "warnings": [], "seats": rows,
    }  # fmt: skip


def accept(game: Game, a: int, b: int, event: Event, **seats: dict[str, Any]) -> list[Result]:
    """Record the result of a game."""
    return record_result(
        game, outcome(a, b, **seats), source=Result.Source.PROTOCOL, actor=event.actor("chief_referee")
    )


def drawn(event: Event) -> Round:
    """Draw the next round."""
    return draws.draw_round(event.tournament, actor=event.actor())


def published(event: Event) -> Round:
    """Draw the next round and publish it."""
    return rounds.publish_round(drawn(event), actor=event.actor())


def play(event: Event, round_: Round) -> None:
    """Give every table of a round a result: side A wins table 1 by 201 to 101, side B table 2 by 202 to 102, ..."""
    games = round_.games.filter(bye=False).select_related("round__tournament").order_by("table")
    for game in games:
        assert game.table
        high, low = 200 + game.table, 100 + game.table
        accept(game, *((high, low) if game.table % 2 else (low, high)), event=event)


def closed(event: Event) -> Round:
    """Draw, publish, play and close the next round."""
    round_ = published(event)
    play(event, round_)
    return rounds.close_round(round_, actor=event.actor())


def refusal(act: Any, *arguments: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*arguments, **more)
    return caught.value


def meetings(round_: Round) -> list[tuple[int | None, int, int | None]]:
    """List table, number of the entry on side A, number of the entry on side B."""
    listed = []
    for game in round_.games.order_by("bye", "table"):
        numbers = {seat.seat[0]: seat.entry.number for seat in game.seats.select_related("entry")}
        listed.append((game.table, numbers["A"], numbers.get("B")))
    return listed


def withdraw(event_: Event, number: int) -> None:
    event_.tournament.entries.filter(number=number).update(withdrawn_at=timezone.now())
