"""Rulings of the chief referee: a game closed as he decides, whatever its state, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import parse_rules
from scoring.seats import other_side
from tournaments.acts import audit
from tournaments.models import Game, Result
from tournaments.permissions import Actor
from tournaments.refusals import Refused, reason_given

from ..models import Protocol, Signature
from .games import lock_game
from .lines import append_all
from .protocols import accept_protocol, draw_up_protocol, reopen_game


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is ruled: `kind` says how the score comes about.

    score: as given. stands: as it stands, for a game that is abandoned. forfeit: the sides in `losing` have lost, both
    of them 0 to 0. close: nothing is changed, a finished game is closed without the signatures that are missing.
    """

    kind: str
    a: int = 0
    b: int = 0
    winner: str = ""
    losing: str = ""  # A, B or both


def rule_game(game_id: int, ruling: Ruling, *, reason: str, actor: Actor, after: int | None = None) -> Protocol:
    """Rule on a game and close it: an accepted one is reopened first, then the line, the protocol, the result.

    `after` is the length of the log the chief referee looked at; Refused `stale` where it has grown since.
    """
    reason = _checked(reason)
    with transaction.atomic():
        game = lock_game(game_id, actor, "rule", from_any_tablet=True)
        if after is not None and after != game.log_length:
            raise Refused("stale", _("Something was written at this table meanwhile. Look at it, then rule again."))
        if game.state == Game.State.ACCEPTED:
            game = reopen_game(game_id, reason=reason, actor=actor)
        if line := line_of(game, ruling, reason):
            append_all(game_id, [line], actor=actor, act="rule")
        audit.note(actor, "rule_game", game, tournament=game.round.tournament, reason=reason, ruling=ruling.kind)
        return close_by_ruling(game_id, reason=reason, actor=actor)


def close_by_ruling(game_id: int, *, reason: str, actor: Actor) -> Protocol:
    """Accept a finished game without the signatures that are missing; each of them is filled with the reason."""
    reason = _checked(reason)
    with transaction.atomic():
        protocol = draw_up_protocol(game_id, actor=actor, act="rule")
        given = set(protocol.signatures.values_list("signer", flat=True))
        Signature.objects.bulk_create(
            Signature(
                protocol=protocol,
                signer=signer,
                how=Signature.How.RULING,
                reason=reason,
                digest=protocol.digest,
                official=actor.official,
            )
            for signer in Signature.Signer.values
            if signer not in given
        )
        return accept_protocol(
            protocol.pk, digest=protocol.digest, actor=actor, act="rule", source=Result.Source.RULING
        )


def line_of(game: Game, ruling: Ruling, reason: str) -> dict[str, Any] | None:
    """Write a ruling as a line of the log of this game; None where nothing is changed."""
    if ruling.kind == "close":
        return None
    if ruling.kind == "forfeit" and not _over(game):
        return {"kind": "forfeit", "side": ruling.losing, "reason": reason}
    a, b, winner = outcome_of(game, ruling)
    return {"kind": "ruling", "score": {"A": a, "B": b}, "winner": winner or None, "reason": reason}


def outcome_of(game: Game, ruling: Ruling) -> tuple[int, int, str]:
    """Tell what a ruling will make of a game: the points of both sides and the winner, empty for none."""
    if ruling.kind == "score":
        return ruling.a, ruling.b, ruling.winner
    own = {"A": game.score_a, "B": game.score_b}
    if ruling.kind == "close":
        return own["A"], own["B"], game.winner
    if ruling.kind == "stands":
        ahead = "" if own["A"] == own["B"] else max(own, key=lambda side: own[side])
        return own["A"], own["B"], ahead
    if ruling.losing == "both":
        return 0, 0, ""
    winner = other_side(ruling.losing)
    points = max(parse_rules(game.rules).walkover_points, own[winner])
    return (points, 0, winner) if winner == "A" else (0, points, winner)


def _over(game: Game) -> bool:
    return game.state not in (Game.State.WAITING, Game.State.RUNNING)


def _checked(reason: str) -> str:
    return reason_given(reason, _("Say why you rule so; the reason is kept with the protocol."))
