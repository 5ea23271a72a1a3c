"""Play games of an event with the engine, through the same acts as the tables: for the demo, for tests, for load."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime
from random import Random
from typing import Any

from django.utils import timezone

from scoring.engine import play_log
from tournaments.models import Game, Round
from tournaments.permissions import Actor

from .acts.lines import append_lines
from .acts.protocols import accept_protocol, draw_up_protocol, sign
from .models import Protocol, Signature
from .strokes import EDGE


def lines_of(game: Game, rng: Random, *, started_at: datetime | None = None) -> list[dict[str, Any]]:
    """Let the engine play a game with the players who sit there and give the lines its referee would write."""
    seated = {seat.seat: seat.player.key for seat in game.seats.select_related("player")}
    return play_log(
        rng, game.rules, carried=game.carried, seated=seated, started_at=started_at or timezone.now(), penalties=0.08
    )


def play_game(game: Game, rng: Random, *, actor: Actor, started_at: datetime | None = None, share: float = 1.0) -> Game:
    """Play a game, or the first part of it, and write its log."""
    lines = lines_of(game, rng, started_at=started_at)
    written, _, answers = append_lines(game.pk, lines[: max(5, round(len(lines) * share))], actor=actor)
    refused = [answer.error for answer in answers if answer.answer == "refused"]
    if refused:
        raise RuntimeError(f"the engine wrote what the rules refuse: {refused[0]}")
    return written


def sign_game(game: Game, rng: Random, *, actor: Actor, signers: Iterable[str] = Signature.Signer.values) -> Protocol:
    """Draw up the protocol of a finished game and let these people sign it."""
    protocol = draw_up_protocol(game.pk, actor=actor)
    for signer in signers:
        sign(protocol.pk, signer, "drawn", digest=protocol.digest, actor=actor, strokes=scribble(rng))
    return protocol


def finish_game(game: Game, rng: Random, *, actor: Actor, started_at: datetime | None = None) -> Protocol:
    """Play a game to its end, have it signed by all and accept it."""
    play_game(game, rng, actor=actor, started_at=started_at)
    protocol = sign_game(game, rng, actor=actor)
    return accept_protocol(protocol.pk, digest=protocol.digest, actor=actor)


def finish_round(round_: Round, rng: Random, *, actor: Actor, started_at: datetime | None = None) -> None:
    """Finish every game of a round that is not accepted yet."""
    for game in round_.games.exclude(state=Game.State.ACCEPTED).order_by("table"):
        finish_game(game, rng, actor=actor, started_at=started_at)


def scribble(rng: Random) -> list[list[int]]:
    """Draw a signature: a few loops that run to the right, and a stroke beneath."""
    height, speed, phase = rng.uniform(120, 260), rng.uniform(3.2, 6.0), rng.uniform(0, 6)
    loops: list[int] = []
    for step in range(60):
        along = step / 59
        swing = height * (1 - 0.55 * along) * math.sin(speed * 2 * math.pi * along + phase)
        lean = 55 * math.cos(speed * 2 * math.pi * along + phase)
        loops += [_inside(90 + 780 * along + lean), _inside(470 - swing)]
    under = [_inside(rng.uniform(120, 300)), _inside(rng.uniform(700, 780)), _inside(rng.uniform(650, 900)), 720]
    return [loops, under]


def _inside(value: float) -> int:
    return min(max(round(value), 0), EDGE)
