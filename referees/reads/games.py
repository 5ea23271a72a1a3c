"""What a table page and the API show of a game."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.utils.translation import get_language

from scoring import EDITION
from scoring.canonical import digest
from scoring.games import Record, replay
from scoring.rules import parse_rules
from tournaments.models import Game, Seat, Tournament
from tournaments.permissions import Actor
from tournaments.reads.clock import clock_of_game
from tournaments.reads.keys import players_by_key
from tournaments.reads.rounds import SHOWN
from tournaments.reads.seated import name_as_seated, still_in

from ..models import Call, Lease, Line, Protocol, Signature, TableLink

AT_THE_TABLE = (
    "hold_pen",
    "record_deals",
    "penalise",
    "rule",
    "answer_call",
    "draw_up_protocol",
    "take_signatures",
    "sign_as_referee",
    "accept_protocol",
    "reopen_game",
)


def published_games() -> QuerySet[Game]:
    """Give the games the public may know of: those of published rounds, byes left out."""
    shown = Game.objects.filter(round__state__in=SHOWN, bye=False)
    return shown.select_related("round__tournament", "lease__official")


def games_of_the_desk() -> QuerySet[Game]:
    """Give games with their pen, the `token` of their table's link, and whether somebody `called` from there."""
    link = TableLink.objects.filter(tournament=OuterRef("round__tournament"), table=OuterRef("table"))
    calls = Call.objects.filter(game=OuterRef("pk"), closed_at=None)
    games = Game.objects.select_related("round", "lease__official")
    return games.annotate(token=Subquery(link.values("token")[:1]), called=Exists(calls))


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
    return list(protocols.prefetch_related(Prefetch("signatures", Signature.objects.select_related("official"))))


def open_calls(game: Game) -> list[Call]:
    """List the calls from a table that nobody has seen to."""
    return list(Call.objects.filter(game=game, closed_at=None))


def game_shown(
    game: Game, record: Record, protocol: Protocol | None, actor: Actor, calls: Sequence[Call] | None = None
) -> dict[str, Any]:
    """Give all a table page needs: who sits where, who calls, and what log_shown gives."""
    calls = open_calls(game) if calls is None else calls
    return {
        **log_shown(game, record, protocol, actor),
        "seats": seats_shown(game),
        "substitutes": substitutes(game, record),
        "calls": [{"id": call.pk, "kind": call.kind, "text": call.text, "caller": call.caller} for call in calls],
    }


def log_shown(game: Game, record: Record, protocol: Protocol | None, actor: Actor) -> dict[str, Any]:
    """Give what a new line may change: the log with what counts, its fold, the protocol, what one may; no query."""
    clock = clock_of_game(game)
    return {
        "id": game.pk,
        "code": game.code,
        "table": game.table,
        "round": game.round.number,
        "round_state": game.round.state,
        "tournament": {"slug": game.round.tournament.slug, "name": game.round.tournament.name},
        "state": game.state,
        "rules": game.rules,
        "carried": game.carried,
        "minutes": clock.minutes,
        "clock": {"state": clock.state, "seconds_left": clock.seconds_left, "seconds_gone": clock.seconds_gone},
        "lease": lease_shown(game, actor),
        "log_length": len(record.lines),
        "fold": record.state(),
        "lines": [
            {**line.raw, "number": number + 1, "counts": record.counts(number)}
            for number, line in enumerate(record.lines)
        ],
        "protocol": protocol_shown(protocol, strokes=actor.may("take_signatures")) if protocol else None,
        "may": [act for act in AT_THE_TABLE if actor.may(act)],
    }


def lease_shown(game: Game, actor: Actor) -> dict[str, Any] | None:
    """Give who writes a game, since when, and whether that is the tablet that asks."""
    lease: Lease | None = getattr(game, "lease", None)
    if lease is None:
        return None
    return {
        "name": lease.official.name,
        "mine": lease.holder == actor.holder,
        "taken_at": lease.taken_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "seen_at": lease.seen_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def substitutes(game: Game, record: Record) -> list[dict[str, str]]:
    """Name the players the log has seated who were not drawn to this game."""
    seated = {line.raw["player"] for line in record.lines if line.raw.get("kind") == "seat"}
    if not seated:
        return []
    strangers = seated.difference(Seat.objects.filter(game=game).values_list("player__key", flat=True))
    people = sorted(players_by_key(strangers).items(), key=lambda item: item[1].name)
    return [{"key": key, "name": player.name} for key, player in people]  # under the key by which the log names them


def seats_shown(game: Game) -> list[dict[str, Any]]:
    """List who was drawn to which chair, in playing order; an entry is called after those who sit for it here."""
    found = Seat.objects.filter(game=game).select_related("player", "entry__club").annotate(there=still_in())
    seats = list(found.order_by("seat"))
    seated: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    for seat in seats:
        seated[seat.entry_id].append((seat.player.name, seat.there))
    order = {"A1": 0, "B1": 1, "A2": 2, "B2": 3}
    return [
        {
            "seat": seat.seat,
            "player": {"key": seat.player.key, "name": seat.player.name},
            "entry": {
                "number": seat.entry.number,
                "name": name_as_seated(seat.entry.name, seated[seat.entry_id]),
                "club": seat.entry.club.name if seat.entry.club else "",
            },
        }
        for seat in sorted(seats, key=lambda seat: order[seat.seat])
    ]


def protocol_shown(protocol: Protocol, *, strokes: bool = False) -> dict[str, Any]:
    """Give a version with what has been signed of it and by whom it still has to be.

    `strokes`: with what was drawn, for the tablet on which the open version is being signed.
    """
    strokes = strokes and protocol.state == Protocol.State.OPEN
    signatures = list(protocol.signatures.select_related("official"))
    given = {signature.signer for signature in signatures}
    return {
        "id": protocol.pk,
        "version": protocol.version,
        "state": protocol.state,
        "digest": protocol.digest,
        "void_reason": protocol.void_words,
        "accepted_by": protocol.accepted_by,
        "signatures": [_signature_shown(signature, strokes) for signature in signatures],
        "needed": [signer for signer in Signature.Signer.values if signer not in given],
    }


def _signature_shown(signature: Signature, strokes: bool) -> dict[str, Any]:
    """Give how somebody signed, the referee's name, and the strokes where they are asked for."""
    shown = {"signer": signature.signer, "how": signature.how, "reason": signature.reason}
    if strokes and signature.strokes:
        shown["strokes"] = signature.strokes
    if signature.signer == Signature.Signer.REFEREE and signature.official:
        shown["name"] = signature.official.name
    return shown


def count_table_links(tournament: Tournament) -> int:
    """Count the tables of an event that have a link."""
    return TableLink.objects.filter(tournament=tournament).count()


def game_etag(game: Game, protocol: Protocol | None, actor: Actor, calls: Sequence[Call] = ()) -> str:
    """Make the tag that changes whenever game_shown would, except for the seconds of a running clock and for names."""
    round_ = game.round
    lease: Lease | None = getattr(game, "lease", None)
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
        game.extra_minutes,
        (lease.official_id, lease.taken_at, lease.holder == actor.holder) if lease else None,
        [call.pk for call in calls],
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
