"""The state of a game as log-format.md writes it, read off a fold."""

from __future__ import annotations

from .fold import Fold, State
from .seats import SEATS, SIDES, other_side


def state_of(fold: Fold) -> State:
    """Give the state of the game after the lines folded so far; nothing in it changes when more are folded."""
    score = shown_score(fold)
    return {
        "state": fold.stage,
        "score": score,
        "winner": fold.winner,
        "reason": fold.reason,
        "next_leader": fold.next_leader if fold.stage == "running" else None,
        "deal_open": fold.deal_open,
        "time_over": fold.time_over,
        "carry": fold.carry,
        "factor": fold.factor,
        "deals": list(fold.deals),
        "penalties": list(fold.penalties),
        "seats": {seat: _outcome(fold, seat, score) for seat in SEATS},
        "to_come": _to_come(fold),
        "warnings": list(fold.warnings),
    }


def shown_score(fold: Fold) -> dict[str, int]:
    """Cut totals over the target where the regulations trim them: after the winner has been found."""
    goal = fold.rules.goal
    if not fold.trimmed or goal is None:
        return dict(fold.score)
    return {side: min(fold.score[side], goal) for side in SIDES}


def _outcome(fold: Fold, seat: str, score: dict[str, int]) -> State:
    person, side, own_fines = fold.chairs[seat], seat[0], fold.own_fines[seat]
    points_for = score[side] - own_fines
    if own_fines and not fold.rules.below_zero:
        points_for = max(points_for, 0)
    outcome = {
        "player": person.name if person else None,
        "won": None if fold.stage != "finished" else side == fold.winner,
        "points_for": points_for,
        "points_against": score[other_side(side)],
        "fines": fold.fines[seat],
        "cards": list(fold.cards[seat]),
    }
    if seat in fold.excused:
        outcome |= {"won": True, "points_for": fold.rules.walkover_points, "points_against": 0}
    return outcome


def _to_come(fold: Fold) -> str:
    """Say in a word what is still to be played (S13-S15, S18)."""
    if fold.stage != "running":
        return "start" if fold.stage == "waiting" else "sign"
    if fold.time_over:
        return _to_come_after_time(fold)
    if fold.rules.deals is not None:
        return "extra_deal" if len(fold.deals) >= fold.rules.deals else "deal"
    level_at_target = fold.score["A"] == fold.score["B"] >= fold.rules.target
    return "extra_deal" if level_at_target else "deal"


def _to_come_after_time(fold: Fold) -> str:
    if not fold.owed:
        return "extra_deal"
    if fold.owed > 1:
        return "two_more_deals"
    return "last_deal" if fold.deal_open else "one_more_deal"
