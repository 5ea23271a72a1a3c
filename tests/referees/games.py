"""Games for tests of the table: who writes, what a log says, how it is signed."""

from __future__ import annotations

from typing import Any

from django.test import Client

from referees.acts.pen import hold_pen
from referees.acts.protocols import sign
from referees.models import Protocol, Signature
from tests.builders import Event, add_round, event
from tournaments.models import Game, Official
from tournaments.permissions import Actor

START: dict[str, Any] = {"kind": "start", "leader": "A1", "id": "start"}
#: Side A reaches 200 in three deals.
WHOLE_GAME: list[dict[str, Any]] = [
    START,
    {"kind": "deal", "ending": "points", "side": "A", "points": 90, "id": "d1"},
    {"kind": "deal", "ending": "points", "side": "B", "points": 60, "id": "d2"},
    {"kind": "deal", "ending": "points", "side": "A", "points": 110, "id": "d3"},
]
STROKES = [[100, 100, 400, 300, 700, 120], [200, 600, 800, 640]]


def event_with_game(**fields: Any) -> tuple[Event, Game]:
    """Make an event of two pairs with its first round published."""
    made = event(pairs=2, **fields)
    return made, add_round(made.tournament).games.get()


def holding(official: Official) -> Actor:
    """Give the actor of an official with the pen."""
    return Actor(official.name, official=official)


def with_pen(official: Official) -> Client:
    """Give a tablet on which an official has entered his PIN."""
    client = Client()
    request = type("Request", (), {"session": client.session})()
    hold_pen(request, official)
    request.session.save()
    client.cookies["sessionid"] = request.session.session_key
    return client


def sign_all(protocol: Protocol, actor: Actor) -> None:
    """Let all four players and the referee sign a version by hand."""
    for signer in Signature.Signer.values:
        sign(protocol.pk, signer, "drawn", digest=protocol.digest, actor=actor, strokes=STROKES)
