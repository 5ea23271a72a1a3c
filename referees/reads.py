"""What a table page and the API show of a game."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import get_language

from scoring import EDITION
from scoring.canonical import digest
from scoring.games import Record, replay
from scoring.rules import parse_rules
from tournaments.models import Game, Seat, Tournament
from tournaments.permissions import Actor
from tournaments.reads.clock import clock_of
from tournaments.reads.rounds import SHOWN

from .models import Line, Protocol, Signature, TableLink

AT_THE_TABLE = (
    "hold_pen",
    "record_deals",
    "penalise",
    "rule",
    "draw_up_protocol",
    "take_signatures",
    "sign_as_referee",
    "accept_protocol",
    "reopen_game",
)


def published_games() -> QuerySet[Game]:
    """Give the games the public may know of: those of published rounds, byes left out."""
    return Game.objects.filter(round__state__in=SHOWN, bye=False).select_related("round__tournament")


def record_of(game: Game) -> Record:
    """Fold the log of a game as it is stored."""
    record = Record(parse_rules(game.rules), game.carried)
    for data in Line.objects.filter(game=game).order_by("number").values_list("data", flat=True):
        record.add(data)
    return record


def latest_protocol(game: Game) -> Protocol | None:
    """Give the last version of a game's protocol, with its signatures counted."""
    protocols = Protocol.objects.filter(game=game).defer("envelope", "outcome")
    return protocols.annotate(signed=Count("signatures")).order_by("-version").first()


def versions_of(game: Game) -> list[Protocol]:
    """List all versions of a game's protocol, the latest first, with their signatures."""
    protocols = Protocol.objects.filter(game=game).select_related("made_by").order_by("-version")
    return list(protocols.prefetch_related("signatures__official"))


def game_shown(game: Game, record: Record, protocol: Protocol | None, actor: Actor) -> dict[str, Any]:
    """Give all a table page needs: who sits where, and what log_shown gives."""
    return {**log_shown(game, record, protocol, actor), "seats": seats_shown(game)}


def log_shown(game: Game, record: Record, protocol: Protocol | None, actor: Actor) -> dict[str, Any]:
    """Give what a new line may change: the log with what counts, its fold, the protocol, what one may; no query."""
    clock = clock_of(game.round)
    return {
        "id": game.pk,
        "code": game.code,
        "table": game.table,
        "round": game.round.number,
        "tournament": {"slug": game.round.tournament.slug, "name": game.round.tournament.name},
        "state": game.state,
        "rules": game.rules,
        "carried": game.carried,
        "minutes": game.round.minutes,
        "clock": {"state": clock.state, "seconds_left": clock.seconds_left},
        "log_length": len(record.lines),
        "fold": record.state(),
        "lines": [
            {**line.raw, "number": number + 1, "counts": record.counts(number)}
            for number, line in enumerate(record.lines)
        ],
        "protocol": protocol_shown(protocol) if protocol else None,
        "may": [act for act in AT_THE_TABLE if actor.may(act)],
    }


def seats_shown(game: Game) -> list[dict[str, Any]]:
    """List who was drawn to which chair, in playing order."""
    seats = Seat.objects.filter(game=game).select_related("player", "entry__club")
    order = {"A1": 0, "B1": 1, "A2": 2, "B2": 3}
    return [
        {
            "seat": seat.seat,
            "player": {"key": seat.player.key, "name": seat.player.name},
            "entry": {
                "number": seat.entry.number,
                "name": seat.entry.name,
                "club": seat.entry.club.name if seat.entry.club else "",
            },
        }
        for seat in sorted(seats, key=lambda seat: order[seat.seat])
    ]


def protocol_shown(protocol: Protocol) -> dict[str, Any]:
    """Give a version with what has been signed of it and by whom it still has to be."""
    signatures = list(protocol.signatures.select_related("official"))
    given = {signature.signer for signature in signatures}
    return {
        "id": protocol.pk,
        "version": protocol.version,
        "state": protocol.state,
        "digest": protocol.digest,
        "void_reason": protocol.void_reason,
        "accepted_by": protocol.accepted_by,
        "signatures": [_signature_shown(signature) for signature in signatures],
        "needed": [signer for signer in Signature.Signer.values if signer not in given],
    }


def _signature_shown(signature: Signature) -> dict[str, Any]:
    """Give how somebody signed, and the referee's name; strokes are for the desk and for paper."""
    shown = {"signer": signature.signer, "how": signature.how, "reason": signature.reason}
    if signature.signer == Signature.Signer.REFEREE and signature.official:
        shown["name"] = signature.official.name
    return shown


def count_table_links(tournament: Tournament) -> int:
    """Count the tables of an event that have a link."""
    return TableLink.objects.filter(tournament=tournament).count()


def game_etag(game: Game, protocol: Protocol | None, actor: Actor) -> str:
    """Make the tag that changes whenever game_shown would, except for the seconds of a running clock and for names."""
    round_ = game.round
    parts = (
        game.pk,
        game.log_length,
        game.state,
        game.rules,
        game.carried,
        round_.state,
        round_.minutes,
        round_.clock_started_at,
        round_.clock_paused_at,
        round_.paused_seconds,
        (protocol.version, protocol.state, getattr(protocol, "signed", 0)) if protocol else None,
        actor.official.pk if actor.official else None,
        [actor.may(act) for act in AT_THE_TABLE],
        get_language(),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'


def is_whole(protocol: Protocol) -> bool:
    """Tell whether a stored version is the text its digest was made of, and its outcome what that text folds to.

    The outcome is folded anew only by the edition of the rules that made it.
    """
    if digest(protocol.envelope) != protocol.digest:
        return False
    return protocol.edition != EDITION or replay(json.loads(protocol.envelope)) == protocol.outcome
