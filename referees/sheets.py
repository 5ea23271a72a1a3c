"""The protocol on paper: the score sheet of its game, filled from the envelope that was signed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

from django.db.models import Case, Exists, OuterRef, Prefetch, When
from django.utils.translation import gettext as _

from scoring.seats import seats_of
from tournaments.models import Player, Result, Tournament
from tournaments.names import pair_name
from tournaments.reads.documents import cannot_print
from tournaments.reads.keys import players_by_key
from tournaments.reads.seated import NOBODY
from tournaments.sheets.paper import Progress
from tournaments.sheets.render import RenderedSheet, blank_sheet, rendered, seated_games
from tournaments.sheets.score_sheet import draw_score_sheets
from tournaments.sheets.values import How, ScoreSheet, SeatLine, SignatureLine

from .models import Protocol, Signature
from .reads.documents import version_title
from .reads.protests import decision_words
from .words import REASONS
from .written import Written, written

Params = dict[str, Any]


def render_protocol(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print one version of a protocol: params {"protocol": id}."""
    protocol = _protocols(tournament).filter(pk=params.get("protocol")).first()
    if protocol is None:
        raise cannot_print("no_such_protocol", params, code="no_such_protocol")
    title = version_title(protocol.game.code, protocol.version)
    printed = draw_score_sheets([protocol_sheet(protocol, tournament, _address(params))], title, progress)
    return rendered(tournament, title, f"protocol-{protocol.game.code}-v{protocol.version}", printed)


def render_protocols(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the accepted protocols of a round: params {"round": number}."""
    number = params.get("round")
    protocols = _protocols(tournament).filter(state=Protocol.State.ACCEPTED, game__round__number=number)
    sheets = [protocol_sheet(protocol, tournament, _address(params)) for protocol in protocols.order_by("game__table")]
    if not sheets:
        raise cannot_print("none_accepted", params)
    title = _("Protocols of round %(number)s") % {"number": number}
    return rendered(tournament, title, f"round-{number}-protocols", draw_score_sheets(sheets, title, progress))


def protocol_sheet(protocol: Protocol, tournament: Tournament, address: str = "") -> ScoreSheet:
    """Lay what was signed over the blank sheet of the game. Names stand as they are known today, or not at all.

    A side is called after those who sat there at the end and signed, as its chairs are.
    """
    blank, outcome, told = blank_sheet(protocol.game, tournament, address), protocol.outcome, written(protocol.envelope)
    seats, paper = _seats(blank, outcome), getattr(protocol, "paper", False)
    return replace(
        blank,
        seats=seats,
        side_a=_side_of(seats, blank, "A"),
        side_b=_side_of(seats, blank, "B"),
        start="" if paper else told.start,
        end="" if paper else told.end,
        first_leader=told.first_leader,
        first_leader_name=_led_first(told, outcome),
        rows=told.rows,
        score_a=outcome["score"]["A"],
        score_b=outcome["score"]["B"],
        winner=outcome["winner"] or "",
        outcome=str(REASONS.get(outcome["reason"], "")),
        # Paper and decisions are of a later day, so not under the digest.
        remarks=(*_of_paper(paper), *told.remarks, *decision_words(protocol.game)),
        corrections=told.corrections,
        signatures=_signatures(protocol, seats),
        version=protocol.version,
        digest=protocol.digest,
        state=cast(Literal["open", "accepted", "void"], protocol.state),
        replaced_by=_replaced_by(protocol),
        void_reason=protocol.void_words,
    )


def _led_first(told: Written, outcome: dict[str, Any]) -> str:
    """Name who led the first deal where another sits on his chair at the end; else empty."""
    key = told.first_leader_key
    if not key or outcome["seats"][told.first_leader]["player"] == key:
        return ""
    found = players_by_key([key]).get(key)
    return found.name if found else ""


def _of_paper(paper: bool) -> tuple[str, ...]:
    return (_("Entered at the desk from the paper sheet of the table."),) if paper else ()


def _protocols(tournament: Tournament) -> Any:
    """Give the protocols of an event; `paper` tells those of the desk, whose lines have the time of typing."""
    desk = Result.objects.filter(game=OuterRef("game"), source=Result.Source.DESK)
    protocols = Protocol.objects.filter(game__round__tournament=tournament).select_related("made_by")
    paper = Case(When(state=Protocol.State.ACCEPTED, then=Exists(desk)), default=False)
    return protocols.annotate(paper=paper).prefetch_related(Prefetch("game", seated_games()), "signatures__official")


def _address(params: Params) -> str:
    return str(params.get("address", ""))


def _seats(blank: ScoreSheet, outcome: dict[str, Any]) -> tuple[SeatLine, ...]:
    """Name who really sat there: the log's last word where it names somebody else than the draw."""
    keys = {seat: outcome["seats"][seat]["player"] for seat in outcome["seats"]}
    players = players_by_key(keys.values())
    return tuple(_seated(line, players.get(keys[line.seat] or "")) for line in blank.seats)


def _seated(line: SeatLine, player: Player | None) -> SeatLine:
    if player is None or player.licence == line.licence:
        return line
    return replace(line, name=player.name, latin_name=player.latin_name, licence=player.licence)


def _side_of(seats: tuple[SeatLine, ...], blank: ScoreSheet, side: Literal["A", "B"]) -> str:
    """Name a side: as on the blank sheet, unless another sat down in a chair of it."""
    sat, drawn = ([line.name for line in lines if line.seat in seats_of(side)] for lines in (seats, blank.seats))
    if sorted(sat) == sorted(drawn):
        return blank.side_a if side == "A" else blank.side_b
    return pair_name(filter(None, sat)) or NOBODY


def _signatures(protocol: Protocol, seats: tuple[SeatLine, ...]) -> tuple[SignatureLine, ...]:
    given = {signature.signer: signature for signature in protocol.signatures.all()}
    lines = [_signature(given.get(seat.seat), seat.seat, seat.name, seat.latin_name) for seat in seats]
    referee = given.get(Signature.Signer.REFEREE)
    official = referee.official if referee else protocol.made_by
    return (*lines, _signature(referee, "referee", official.name if official else ""))


def _signature(signature: Signature | None, signer: str, name: str, latin_name: str = "") -> SignatureLine:
    if signature is None:
        return SignatureLine(signer, name, latin_name)
    return SignatureLine(
        signer,
        name,
        latin_name,
        how=cast(How, signature.how),
        strokes=tuple(tuple(stroke) for stroke in signature.strokes),
        reason=signature.reason,
    )


def _replaced_by(protocol: Protocol) -> int | None:
    if protocol.state != Protocol.State.VOID:
        return None
    later = Protocol.objects.filter(game=protocol.game_id, version__gt=protocol.version).order_by("version")
    return later.values_list("version", flat=True).first()
