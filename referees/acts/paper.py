"""A game entered at the desk from its score sheet: deals, protocol, signatures and result in one transaction."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.games import Record
from tournaments.acts import audit
from tournaments.models import Game, Result
from tournaments.permissions import Actor
from tournaments.refusals import Refused

from ..models import Protocol, Signature
from ..reads.games import record_of
from ..reads.paper import BESIDE_THE_GAME, PaperSheet, lines_of_game, read_paper
from .games import lock_game
from .lines import append_all
from .protocols import accept_protocol, draw_up_protocol

ON_PAPER = (Signature.How.ON_PAPER, Signature.How.REFUSED, Signature.How.ABSENT)


def enter_paper(game_id: int, sheet: PaperSheet, *, actor: Actor) -> Protocol:
    """Write a whole sheet into the empty log of its game and accept it.

    Refuses `paper_faults` where the sheet does not add up, and `log_begun` where the table has written anything:
    paper and tablet are never mixed.
    """
    with transaction.atomic():
        game = _open(game_id, actor)
        reading = read_paper(game, sheet)
        if not reading.whole:
            raise Refused("paper_faults", _("The sheet does not add up. Mend what is marked; nothing is written yet."))
        append_all(game_id, reading.lines, actor=actor, act="enter_paper", after=sheet.seen)
        return _accept(game, sheet, actor, totals_only=False)


def enter_totals(game_id: int, sheet: PaperSheet, *, actor: Actor) -> Protocol:
    """Enter the final score alone, from a sheet whose deals cannot be read: a ruling that says so."""
    a, b = sheet.score.get("A"), sheet.score.get("B")
    if a is None or b is None:
        raise Refused("score_missing", _("Write the final score of both sides."), field="score_a")
    ahead = {True: "A", False: "B"}[a > b]
    if a == b or sheet.winner != ahead:
        raise Refused(
            "winner_behind",
            _("The winner is the side with more points. Where the sheet says otherwise, the chief referee rules."),
            field="winner",
        )
    ruling = {"kind": "ruling", "score": {"A": a, "B": b}, "winner": ahead, "reason": _("totals from paper")}
    with transaction.atomic():
        game = _open(game_id, actor)
        append_all(game_id, [ruling], actor=actor, act="enter_paper", after=sheet.seen)
        return _accept(game, sheet, actor, totals_only=True)


def clear_log(game_id: int, *, reason: str, actor: Actor) -> Game:
    """Strike every line of a log that belongs to the game, so that its sheet can be entered; nothing is erased."""
    reason = " ".join(reason.split())[:300]
    if not reason:
        raise Refused("reason_missing", _("Say why the log of the table is struck; the reason stands in it."))
    with transaction.atomic():
        game = lock_game(game_id, actor, "rule", from_any_tablet=True)
        strikes = _strikes(record_of(game), reason)
        if strikes:
            append_all(game_id, strikes, actor=actor, act="rule")
            audit.note(actor, "clear_log", game, tournament=game.round.tournament, reason=reason, lines=len(strikes))
    return game


def _open(game_id: int, actor: Actor) -> Game:
    game = lock_game(game_id, actor, "enter_paper", from_any_tablet=True)
    if game.state == Game.State.ACCEPTED:
        raise Refused("accepted_already", _("This game is in already. Only the chief referee can reopen it."))
    if lines_of_game(record_of(game)):
        raise Refused(
            "log_begun",
            _("This table has begun to write its game. Finish it there, or let the chief referee strike its log."),
        )
    return game


def _accept(game: Game, sheet: PaperSheet, actor: Actor, *, totals_only: bool) -> Protocol:
    protocol = draw_up_protocol(game.pk, actor=actor, act="enter_paper")
    Signature.objects.bulk_create(_signature(protocol, signer, sheet) for signer in Signature.Signer.values)
    audit.note(actor, "enter_paper", game, tournament=game.round.tournament, totals_only=totals_only)
    return accept_protocol(
        protocol.pk, digest=protocol.digest, actor=actor, act="enter_paper", source=Result.Source.DESK
    )


def _signature(protocol: Protocol, signer: str, sheet: PaperSheet) -> Signature:
    how, reason = sheet.signed.get(signer, ("", ""))
    referee = signer == Signature.Signer.REFEREE
    if how not in ON_PAPER:
        raise Refused("bad_signature", _("Say of each of the five whether he signed, refused or was absent."))
    if referee and (how != Signature.How.ON_PAPER or sheet.referee is None):
        raise Refused(
            "referee_must_sign",
            _("Choose the referee who signed. What none has signed is no protocol; the chief referee rules on it."),
            field="referee",
        )
    if how == Signature.How.REFUSED and not reason.strip():
        raise Refused("reason_missing", _("Write down why the player refuses to sign."), field=f"reason_{signer}")
    return Signature(
        protocol=protocol,
        signer=signer,
        how=how,
        reason=reason.strip()[:300],
        digest=protocol.digest,
        official=sheet.referee if referee else None,
    )


def _strikes(record: Record, reason: str) -> list[dict[str, Any]]:
    """Strike from the last line back; a correction that is struck revives what it had replaced, which goes next."""
    strikes: list[dict[str, Any]] = []
    while lines_of_game(record):
        strike = _next_strike(record, reason)
        if strike is None:
            raise Refused("not_struck", _("This log cannot be struck as a whole. Rule on the game instead."))
        strikes.append(strike)
    return strikes


def _next_strike(record: Record, reason: str) -> dict[str, Any] | None:
    for number in range(len(record.lines) - 1, -1, -1):
        line = record.lines[number]
        if not record.counts(number) or line.kind in BESIDE_THE_GAME:
            continue
        strike = {"kind": "strike", "of": line.id, "reason": reason}
        try:
            record.add(strike)
        except LogError:
            continue
        return strike
    return None
