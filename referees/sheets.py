"""The protocol on paper: the score sheet of its game, filled from the envelope that was signed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal, cast

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games import Record, Row, open_envelope
from scoring.log import Line
from scoring.seats import other_side, seats_of
from tournaments.models import Player, Tournament
from tournaments.refusals import Refused
from tournaments.sheets.paper import Progress
from tournaments.sheets.render import RenderedSheet, blank_sheet, rendered, seated_games
from tournaments.sheets.score_sheet import draw_score_sheets
from tournaments.sheets.values import DealRow, How, PenaltyRow, ScoreSheet, SeatLine, SignatureLine

from .models import Protocol, Signature
from .words import CARDS, PENALTIES, REASONS, SANCTIONS

Params = dict[str, Any]


def render_protocol(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print one version of a protocol: params {"protocol": id}."""
    protocol = _protocols(tournament).filter(pk=params.get("protocol")).first()
    if protocol is None:
        raise Refused("no_such_protocol", _("There is no such protocol in this event."))
    title = _("Protocol of game %(code)s") % {"code": protocol.game.code}
    printed = draw_score_sheets([protocol_sheet(protocol, tournament, _address(params))], title, progress)
    return rendered(tournament, title, f"protocol-{protocol.game.code}-v{protocol.version}", printed)


def render_protocols(params: Params, tournament: Tournament, progress: Progress) -> RenderedSheet:
    """Print the accepted protocols of a round: params {"round": number}."""
    number = params.get("round")
    protocols = _protocols(tournament).filter(state=Protocol.State.ACCEPTED, game__round__number=number)
    sheets = [protocol_sheet(protocol, tournament, _address(params)) for protocol in protocols.order_by("game__table")]
    if not sheets:
        raise Refused("nothing_to_print", _("No protocol of round %(number)s is accepted yet.") % {"number": number})
    title = _("Protocols of round %(number)s") % {"number": number}
    return rendered(tournament, title, f"round-{number}-protocols", draw_score_sheets(sheets, title, progress))


def protocol_sheet(protocol: Protocol, tournament: Tournament, address: str = "") -> ScoreSheet:
    """Lay what was signed over the blank sheet of the game. Names stand as they are known today, or not at all."""
    game = seated_games().get(pk=protocol.game_id)
    record, lines = open_envelope(json.loads(protocol.envelope))
    for line in lines:
        record.add(line)
    blank, outcome = blank_sheet(game, tournament, address), protocol.outcome
    seats = _seats(blank, outcome)
    return replace(
        blank,
        seats=seats,
        start=_clock(_first_at(record)),
        end=_clock(_last_at(record)),
        first_leader=next((str(line.raw["leader"]) for line in _counting(record, "start")), ""),
        rows=tuple(_written(record)),
        score_a=outcome["score"]["A"],
        score_b=outcome["score"]["B"],
        winner=outcome["winner"] or "",
        outcome=str(REASONS.get(outcome["reason"], "")),
        remarks=tuple(_remarks(record)),
        corrections=tuple(_corrections(record)),
        signatures=_signatures(protocol, seats),
        version=protocol.version,
        digest=protocol.digest,
        state=cast(Literal["open", "accepted", "void"], protocol.state),
        replaced_by=_replaced_by(protocol),
        void_reason=protocol.void_reason,
    )


def _protocols(tournament: Tournament) -> Any:
    protocols = Protocol.objects.filter(game__round__tournament=tournament)
    return protocols.select_related("game__round", "made_by").prefetch_related("signatures__official")


def _address(params: Params) -> str:
    return str(params.get("address", ""))


def _seats(blank: ScoreSheet, outcome: dict[str, Any]) -> tuple[SeatLine, ...]:
    """Name who really sat there: the log's last word where it names somebody else than the draw."""
    keys = {seat: outcome["seats"][seat]["player"] for seat in outcome["seats"]}
    players = {player.key: player for player in Player.objects.filter(key__in=filter(None, keys.values()))}
    return tuple(_seated(line, players.get(keys[line.seat] or "")) for line in blank.seats)


def _seated(line: SeatLine, player: Player | None) -> SeatLine:
    if player is None or player.licence == line.licence:
        return line
    return replace(line, name=player.name, latin_name=player.latin_name, licence=player.licence)


def _counting(record: Record, *kinds: str) -> list[Line]:
    return [line for number, line in enumerate(record.lines) if line.kind in kinds and record.counts(number)]


def _first_at(record: Record) -> str:
    return next((str(line.raw.get("at", "")) for line in _counting(record, "start")), "")


def _last_at(record: Record) -> str:
    rows = record.rows()
    return str(rows[-1].line.raw.get("at", "")) if rows else ""


def _clock(at: str) -> str:
    """Give the time of a line on the wall of the hall."""
    if not at:
        return ""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return ""
    return timezone.localtime(moment if moment.tzinfo else moment.replace(tzinfo=UTC)).strftime("%H:%M")


def _written(record: Record) -> Iterator[DealRow | PenaltyRow]:
    """Write the game as people do on paper, deals numbered, penalties where they fell; a false pass is both."""
    deals = 0
    for row in record.rows():
        if row.penalty is not None:
            yield _penalty_row(row, row.penalty, record)
        if row.deal is not None:
            deals += 1
            yield _deal_row(row, row.deal, deals)


def _deal_row(row: Row, deal: dict[str, Any], number: int) -> DealRow:
    return DealRow(
        number=number,
        leader=deal["leader"],
        ended=_ended(row, deal),
        points_a=deal["points"]["A"] or None,
        points_b=deal["points"]["B"] or None,
        total_a=deal["total"]["A"],
        total_b=deal["total"]["B"],
    )


def _ended(row: Row, deal: dict[str, Any]) -> str:
    if deal["ending"] == "false_pass":
        return _("False pass")
    if deal["ending"] == "out":
        return _("Out %(seat)s") % {"seat": row.line.body.by}
    if deal["ending"] == "points":
        return _("Points") if any(deal["points"].values()) else _("Level deal: nobody scores")
    a, b = (sum(row.line.body.hands[seat] for seat in seats_of(side)) for side in "AB")
    words = _("Fish, %(a)s against %(b)s") if any(deal["points"].values()) else _("Level deal, %(a)s against %(b)s")
    return words % {"a": a, "b": b}


def _penalty_row(row: Row, penalty: dict[str, Any], record: Record) -> PenaltyRow:
    gain: dict[str, int | None] = {"A": None, "B": None}
    if penalty["points"]:
        to = record.rules.fines_to == "opponents"
        side = other_side(penalty["side"]) if to else penalty["side"]
        gain[side] = penalty["points"] if to else -penalty["points"]
    before_deal = row.deal["points"] if row.deal is not None else {"A": 0, "B": 0}
    return PenaltyRow(
        time=_clock(str(row.line.raw.get("at", ""))),
        text=_penalty_text(penalty, row.line),
        points_a=gain["A"],
        points_b=gain["B"],
        total_a=row.score["A"] - before_deal["A"],
        total_b=row.score["B"] - before_deal["B"],
    )


def _penalty_text(penalty: dict[str, Any], line: Line) -> str:
    parts = [str(SANCTIONS[penalty["sanction"]])]
    if penalty["points"]:
        parts[0] = _("fine of %(points)s") % {"points": penalty["points"]}
    if penalty["card"]:
        parts.append(str(CARDS[penalty["card"]]))
    if reason := line.raw.get("reason"):
        parts.append(str(reason))
    who = penalty["seat"] or _("side %(side)s") % {"side": penalty["side"]}
    breach = PENALTIES.get(penalty["code"], penalty["code"])
    return _("Penalty: %(who)s, %(breach)s: %(sanction)s") % {
        "who": who,
        "breach": breach,
        "sanction": ", ".join(parts),
    }


def _remarks(record: Record) -> list[str]:
    words = {"note": _("Note: %(text)s"), "protest": _("Protest: %(text)s")}
    remarks = [words[line.kind] % {"text": line.raw["text"]} for line in _counting(record, "note", "protest")]
    remarks.extend(_happened(line) for line in _counting(record, "void", "no_show", "forfeit", "ruling"))
    return remarks


def _happened(line: Line) -> str:
    reason = line.raw.get("reason", "")
    if line.kind == "void":
        words = _("A deal was annulled: %(reason)s") if line.body.scope == "deal" else _("All was annulled: %(reason)s")
        return words % {"reason": reason}
    if line.kind == "ruling":
        return _("Ruling: %(reason)s") % {"reason": reason}
    who = ", ".join(line.body.seats) or " + ".join(line.body.sides)
    words = _("No-show: %(who)s") if line.kind == "no_show" else _("Forfeit: %(who)s")
    return " ".join(part for part in (words % {"who": who}, reason) if part)


def _corrections(record: Record) -> list[str]:
    """Say what was struck, replaced or put in later: nothing that was written is hidden."""
    said = []
    for line in record.lines:
        number = record.number_of(line.instead_of or line.before or (line.body.of if line.kind == "strike" else ""))
        if not line.corrects or number is None:
            continue
        words = _("line %(number)s struck")
        if line.before:
            words = _("a forgotten line put in before line %(number)s")
        elif line.instead_of:
            words = _("line %(number)s replaced")
        reason = str(line.raw.get("reason", ""))
        said.append(": ".join(part for part in (words % {"number": number + 1}, reason) if part))
    return said


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
