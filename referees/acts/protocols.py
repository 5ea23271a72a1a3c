"""Protocols: drawn up from a finished log, signed by five, accepted once, reopened with a reason."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import EDITION
from scoring.canonical import canonical, digest
from scoring.games import FORMAT
from tournaments.acts import audit
from tournaments.acts.results import record_result, show_live, show_signing, take_back_result
from tournaments.models import Game, Player, Result, Round
from tournaments.permissions import Actor
from tournaments.reads.keys import players_by_key, salts_of
from tournaments.refusals import Refused, reason_given

from ..models import Line, Protocol, Signature
from ..reads.games import is_whole, record_of
from ..reads.protests import has_undecided_protest
from ..strokes import are_too_many, are_well_formed
from .games import lock_game

SIGNED_HOW = frozenset(Signature.How.values) - {Signature.How.RULING}  # a ruling fills in; nobody signs by it


def draw_up_protocol(game_id: int, *, actor: Actor, act: str = "draw_up_protocol") -> Protocol:
    """Make the next version of a finished game's protocol, or give the one that lies on the table already.

    `act` is what the actor must be allowed: the desk draws up what it enters from paper.
    """
    with transaction.atomic():
        game = lock_game(game_id, actor, act)
        _refuse_accepted(game)
        there = Protocol.objects.filter(game=game, state=Protocol.State.OPEN).first()
        return there or _new_version(game, actor)


def sign(
    protocol_id: int,
    signer: str,
    how: str,
    *,
    digest: str,
    actor: Actor,
    strokes: Any = (),
    reason: str = "",
) -> Signature:
    """Take one signature under the version with this digest: drawn, refused with a reason, absent, or on paper."""
    with transaction.atomic():
        protocol = _lock_protocol(protocol_id, actor, "take_signatures")
        _refuse_not_open(protocol, digest)
        if signer == Signature.Signer.REFEREE:
            actor.require("sign_as_referee")
        _check_signature(signer, how, reason)
        drawn = check_strokes(strokes) if how == Signature.How.DRAWN else []
        if protocol.signatures.filter(signer=signer).exists():
            raise Refused("signed_already", _("%(signer)s has signed this version already.") % {"signer": signer})
        return Signature.objects.create(
            protocol=protocol,
            signer=signer,
            how=how,
            strokes=drawn,
            reason=reason.strip(),
            digest=protocol.digest,
            official=actor.official,
        )


def accept_protocol(
    protocol_id: int,
    *,
    digest: str,
    actor: Actor,
    act: str = "accept_protocol",
    source: Result.Source = Result.Source.PROTOCOL,
) -> Protocol:
    """Accept a signed version; its result counts from now on. Of several people at the same moment one wins.

    The result is provisional while a protest in the log is not decided.
    """
    with transaction.atomic():
        protocol = _lock_protocol(protocol_id, actor, act)
        _refuse_not_open(protocol, digest)
        _refuse_unsigned(protocol)
        protocol.state = Protocol.State.ACCEPTED
        protocol.accepted_at = timezone.now()
        protocol.accepted_by = actor.name
        protocol.save(update_fields=["state", "accepted_at", "accepted_by"])
        provisional = has_undecided_protest(protocol.game)
        record_result(protocol.game, protocol.outcome, source=source, actor=actor, provisional=provisional)
    return protocol


def reopen_game(game_id: int, *, reason: str, actor: Actor) -> Game:
    """Void the accepted version and take its result back, so that the log can be corrected and signed anew."""
    reason = reason.strip()[:300]
    if not reason:
        raise Refused("reason_missing", _("Say why the game is reopened; the reason is kept with the protocol."))
    with transaction.atomic():
        game = lock_game(game_id, actor, "reopen_game")
        protocol = Protocol.objects.filter(game=game, state=Protocol.State.ACCEPTED).first()
        if protocol is None:
            raise Refused("not_accepted", _("No version of this game is accepted, so there is nothing to reopen."))
        if game.round.state == Round.State.CLOSED:
            raise Refused(
                "round_closed", _("Round %(number)d is closed. Reopen the round first.") % {"number": game.round.number}
            )
        protocol.state = Protocol.State.VOID
        protocol.voided_at, protocol.void_reason = timezone.now(), reason
        protocol.save(update_fields=["state", "voided_at", "void_reason"])
        take_back_result(game, actor=actor, reason=reason)
    return game


def check_strokes(strokes: Any) -> list[list[int]]:
    """Check the strokes of a signature: lists of x, y, x, y ... from 0 to 1000, bounded in number."""
    if not are_well_formed(strokes) or not strokes:
        raise Refused("bad_strokes", _("The signature did not arrive whole. Clear the field and sign again."))
    if are_too_many(strokes):
        raise Refused("too_many_strokes", _("The signature has too many strokes. Clear the field and sign simply."))
    return [list(stroke) for stroke in strokes]


def envelope_of(game: Game, version: int) -> dict[str, Any]:
    """Put together everything a protocol's digest covers. It is an envelope of format 1 and can be replayed."""
    seats = game.seats.select_related("player").order_by("seat")
    lines = list(Line.objects.filter(game=game).order_by("number"))
    return {
        "format": FORMAT,
        "edition": EDITION,
        "rules": game.rules,
        "carried": game.carried,
        "event": game.round.tournament.slug,
        "round": game.round.number,
        "table": game.table,
        "code": game.code,
        "version": version,
        "seats": {seat.seat: seat.player.key for seat in seats},
        "names": _names(game, lines),
        "lines": [_line(line) for line in lines],
    }


def name_digest(player: Player, salt: str | None = None) -> str:
    """Hash a name with the salt of its key: once that is erased, nobody can find the name by guessing."""
    salt = player.salt if salt is None else salt
    return hashlib.sha256(f"{salt}:{unicodedata.normalize('NFC', player.name)}".encode()).hexdigest()


def _new_version(game: Game, actor: Actor) -> Protocol:
    record = record_of(game)
    state = record.state()
    if state["state"] != "finished":
        raise Refused("not_finished", _("The game is not over, so there is nothing to sign yet."))
    _refuse_empty_chair(game, state)
    version = Protocol.objects.filter(game=game).count() + 1
    text = canonical(envelope_of(game, version))
    protocol = Protocol.objects.create(
        game=game,
        version=version,
        edition=EDITION,
        envelope=text,
        digest=digest(text),
        outcome=state,
        made_by=actor.official,
    )
    show_live(game, state, log_length=len(record.lines), at=game.last_line_at or timezone.now())
    show_signing(game)
    audit.note(actor, "draw_up_protocol", protocol, tournament=game.round.tournament, digest=protocol.digest)
    return protocol


def _names(game: Game, lines: Iterable[Line]) -> dict[str, str]:
    """Hash the name of everybody the record names, by key: those drawn, and any who took a chair later."""
    seated = {line.data["player"] for line in lines if line.kind == "seat"}
    people = players_by_key(seated.union(game.seats.values_list("player__key", flat=True)))
    others = salts_of(key for key, player in people.items() if key != player.key)
    return {key: name_digest(player, others.get(key)) for key, player in sorted(people.items())}


def _line(line: Line) -> dict[str, Any]:
    """Give a line as it was sent, with what the server knows of its writer and its time."""
    official = {"by_official": str(line.official_id)} if line.official_id else {}
    return {"at": line.received_at.strftime("%Y-%m-%dT%H:%M:%SZ"), **line.data, **official}


def _lock_protocol(protocol_id: int, actor: Actor, act: str) -> Protocol:
    """Lock the game first, as every act does, and only then read the protocol."""
    game_id = Protocol.objects.filter(pk=protocol_id).values_list("game_id", flat=True).first()
    game = lock_game(game_id or 0, actor, act)
    protocol = Protocol.objects.get(pk=protocol_id)
    protocol.game = game
    return protocol


def _refuse_accepted(game: Game) -> None:
    if game.state == Game.State.ACCEPTED:
        raise Refused("accepted_already", _("This game has an accepted protocol. The chief referee can reopen it."))


def _refuse_empty_chair(game: Game, state: dict[str, Any]) -> None:
    """Refuse a log that moves a player and leaves open who has his old chair: a result has a person in every one."""
    players = {seat: outcome["player"] for seat, outcome in state["seats"].items()}
    drawn = dict(game.seats.values_list("seat", "player"))
    there = {player.pk for player in players_by_key(players.values()).values()}
    empty = [seat for seat, player in drawn.items() if players[seat] is None and player in there]
    if empty:
        raise Refused(
            "chair_empty",
            _("A player has moved, and nobody sits at %(seat)s. Write who sat there, then draw up the protocol.")
            % {"seat": ", ".join(sorted(empty))},
            seats=sorted(empty),
        )


def _refuse_not_open(protocol: Protocol, seen: str) -> None:
    if protocol.state == Protocol.State.ACCEPTED:
        raise Refused(
            "accepted_already",
            _("Version %(version)d was accepted by %(name)s. Nothing was changed.")
            % {"version": protocol.version, "name": protocol.accepted_by},
        )
    if protocol.state == Protocol.State.VOID:
        raise Refused(
            "protocol_void",
            _("Version %(version)d is void, its signatures too. Open the latest version and sign that.")
            % {"version": protocol.version},
        )
    if not is_whole(protocol):
        raise Refused("protocol_damaged", _("The stored protocol does not match its digest. Call the chief referee."))
    if seen != protocol.digest:
        raise Refused("other_digest", _("You were looking at another version. Look at this one, then go on."))


def _refuse_unsigned(protocol: Protocol) -> None:
    given = dict(protocol.signatures.values_list("signer", "how"))
    missing = [str(signer.label) for signer in Signature.Signer if signer not in given]
    if missing:
        raise Refused("signatures_missing", _("Still to sign: %(who)s.") % {"who": ", ".join(missing)}, missing=missing)


def _check_signature(signer: str, how: str, reason: str) -> None:
    if signer not in Signature.Signer.values or how not in SIGNED_HOW:
        raise Refused("bad_signature", _("Choose who signs and how: drawn, refused, absent or on paper."))
    if signer == Signature.Signer.REFEREE and how not in (Signature.How.DRAWN, Signature.How.ON_PAPER):
        raise Refused("referee_must_sign", _("The referee signs, on the screen or on paper."))
    if how == Signature.How.REFUSED or reason:
        reason_given(reason, _("Write down why the player refuses to sign."))
