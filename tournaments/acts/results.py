"""Results and live state: the only writer of both."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..models import Game, Player, Result
from ..permissions import Actor
from ..reads.keys import players_by_key
from ..refusals import Refused
from . import audit, copies

State = dict[str, Any]


def show_live(game: Game, state: State, *, log_length: int, at: datetime) -> None:
    """Write what the log of a game folds to onto its row, where public pages read it."""
    if game.started_at is None and state["state"] != "waiting":
        game.started_at = at
    game.state = state["state"]
    _copy_outcome(game, state)
    game.log_length = log_length
    game.last_line_at = at
    game.save(update_fields=[*_OUTCOME, "state", "log_length", "last_line_at", "started_at"])


def show_signing(game: Game) -> None:
    """Show that a protocol lies on the table to be signed."""
    game.state = Game.State.SIGNING
    game.save(update_fields=["state"])


def record_result(
    game: Game, state: State, *, source: Result.Source, actor: Actor, provisional: bool = False
) -> list[Result]:
    """Record the bottom line of a finished game for each of its seats. The caller holds the game's row locked.

    `state` is a state of log-format.md with state "finished"; `provisional` while a protest is not decided. Refuses
    `result_exists` for a second result of a game.
    """
    if Result.objects.filter(game=game).exists():
        raise Refused("result_exists", _("This game already has a result. Reopen it before another is recorded."))
    rows = _rows(game, state, source)
    for row in rows:
        row.provisional = provisional
    results = Result.objects.bulk_create(rows)
    _copy_outcome(game, state)
    game.state = Game.State.ACCEPTED
    game.save(update_fields=[*_OUTCOME, "state"])
    audit.note(actor, "record_result", game, tournament=game.round.tournament, source=str(source), score=state["score"])
    transaction.on_commit(copies.ask_for_copy, robust=True)  # the clock asks again: the result is safe
    return results


def settle_result(game: Game, *, actor: Actor) -> None:
    """Let a provisional result count for good. The caller holds the game's row locked."""
    if Result.objects.filter(game=game, provisional=True).update(provisional=False):
        audit.note(actor, "settle_result", game, tournament=game.round.tournament)
        transaction.on_commit(copies.ask_for_copy, robust=True)


def take_back_result(game: Game, *, actor: Actor, reason: str = "", why: str = "") -> None:
    """Undo record_result: the inverse. The caller holds the game's row locked.

    It has a `reason`, as a person wrote it, or a code `why`, where it follows from another act: act_words.reason_words.
    """
    assert reason or why
    Result.objects.filter(game=game).delete()
    game.state = Game.State.FINISHED
    game.save(update_fields=["state"])
    told = {"why": why} if why else {}
    audit.note(actor, "take_back_result", game, tournament=game.round.tournament, reason=reason, **told)


_OUTCOME = ["score_a", "score_b", "winner", "reason", "to_come", "deals_played", "live"]


def _copy_outcome(game: Game, state: State) -> None:
    game.score_a, game.score_b = state["score"]["A"], state["score"]["B"]
    game.winner = state["winner"] or ""
    game.reason = state["reason"] or ""
    game.to_come = state["to_come"]
    game.deals_played = len(state["deals"])
    game.live = state


def _rows(game: Game, state: State, source: Result.Source) -> list[Result]:
    seats = list(game.seats.select_related("player", "entry"))
    by_key = _people(seats, state)
    rows = []
    for seat in seats:
        outcome = state["seats"][seat.seat]
        rows.append(
            Result(
                game=game,
                seat=seat.seat,
                entry=seat.entry,
                player=by_key.get(outcome["player"], seat.player),
                won=outcome["won"],
                points_for=outcome["points_for"],
                points_against=outcome["points_against"],
                side_points=state["score"][seat.seat[0]],
                fines=outcome["fines"],
                cards=outcome["cards"],
                warnings=_breaches(state, seat.seat),
                reason=state["reason"],
                source=source,
            )
        )
    return rows


def _people(seats: list[Any], state: State) -> dict[str, Player]:
    """Find the players the log names: those drawn to the chairs, and any who were substituted."""
    known = {seat.player.key: seat.player for seat in seats}
    others = {outcome["player"] for outcome in state["seats"].values()} - known.keys() - {None}
    if others:
        known |= players_by_key(others)
    return known


def _breaches(state: State, seat: str) -> dict[str, int]:
    """Count the penalties of a chair by code: what warnings_carry brings to later games (A15)."""
    return dict(Counter(p["code"] for p in state["penalties"] if p["seat"] == seat and p["sanction"] != "none"))
