"""The values of reads about games, as the API writes them."""

from __future__ import annotations

from typing import Any

from ..models import Protocol
from ..reads.board import Board, Spot
from ..reads.games import is_whole, protocol_shown
from ..reads.paper import Reading
from ..reads.protests import Protest


def board_written(board: Board) -> dict[str, Any]:
    """Write the board: how many tables each filter shows, and the tables that were asked for, group by group."""
    return {
        "rounds": [round_.number for round_ in board.rounds],
        "counts": {name: count for name, _words, count in board.counts},
        "tables": [_spot(spot) for group in board.groups for spot in group.spots],
    }


def _spot(spot: Spot) -> dict[str, Any]:
    calls = [
        {"id": call.id, "kind": call.kind, "text": call.text, "caller": call.caller, "at": call.at}
        for call in spot.calls
    ]
    return {
        "game": spot.game, "round": spot.round, "table": spot.table, "group": spot.group, "state": spot.state,
        "a": spot.a, "b": spot.b, "score": {"A": spot.score_a, "B": spot.score_b}, "winner": spot.winner or None,
        "reason": spot.reason or None, "deals": spot.deals, "leader": spot.leader or None,
        "extra_minutes": spot.extra, "writer": spot.writer, "heard_at": spot.heard, "silent": spot.silent,
        "warnings": spot.warnings, "cards": list(spot.cards), "odd_fish": spot.odd_fish, "late": spot.late,
        "calls": calls, "protests": spot.protests,
    }  # fmt: skip


def protest_written(protest: Protest) -> dict[str, Any]:
    """Write a protest, with what was decided on it."""
    game, decision = protest.game, protest.decision
    return {
        "game": game.pk, "code": game.code, "round": game.round.number, "table": game.table,
        "line": protest.line_id, "side": protest.side, "text": protest.text, "at": protest.at,
        "writer": protest.writer,
        "decision": decision and {
            "upheld": decision.upheld, "reason": decision.reason, "at": decision.at,
            "decided_by": decision.decided_by,
        },
    }  # fmt: skip


def version_written(protocol: Protocol) -> dict[str, Any]:
    """Write a version with the very text that was signed."""
    told = ("edition", "made_at", "accepted_at", "outcome", "envelope")
    return {
        **protocol_shown(protocol),
        **{name: getattr(protocol, name) for name in told},
        "whole": is_whole(protocol),
    }


def reading_written(reading: Reading) -> dict[str, Any]:
    """Write what the rules make of a sheet."""
    return {
        "rows": [
            {"number": row.number, "leader": row.leader, "total": row.total, "fault": row.fault} for row in reading.rows
        ],
        "faults": dict(reading.faults),
        "outcome": reading.outcome,
        "whole": reading.whole,
        "fold": reading.state,
    }
