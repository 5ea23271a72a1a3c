"""A game entered at the desk from its score sheet: deals, protocol, signatures and result in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.games import Record
from scoring.log import Line
from tournaments.acts import audit
from tournaments.models import Game, Result
from tournaments.permissions import Actor
from tournaments.refusals import Refused

from ..models import Protocol, Signature
from ..reads.games import record_of
from ..reads.log_of_paper import (
    ON_PAPER,
    StandingSheet,
    came_from_paper,
    game_lines,
    lines_of_game,
    paper_version,
    standing_sheet,
)
from ..reads.paper import PaperSheet, faults_of_signatures, faults_of_totals, read_paper
from .games import lock_game
from .lines import MOST_LINES, append_all, void_open_protocol
from .protocols import accept_protocol, draw_up_protocol

_NO_CONTENT = frozenset({"id", "at", "by_official", "instead_of", "before", "reason"})
_SAYS_WHY = frozenset({"start", "deal", "time"})  # what other kinds give as a reason is a part of what they say


def enter_paper(game_id: int, sheet: PaperSheet, *, actor: Actor) -> Protocol:
    """Write a whole sheet into the log of its game and accept it.

    The log is empty, or all it has came from a sheet before the game was reopened: then what changed takes the place
    of the old lines. Refuses `paper_faults` where the sheet does not add up, `log_begun` where the table has written
    anything (paper and tablet are never mixed), `stale` where the log is not the one that was looked at.
    """
    with transaction.atomic():
        game, standing = _open(game_id, actor)
        reading = read_paper(game, sheet)
        if not reading.whole:
            raise Refused("paper_faults", _("The sheet does not add up. Mend what is marked; nothing is written yet."))
        _write(game, standing, reading.lines, sheet, actor)
        if standing and record_of(game).state()["score"] != reading.state["score"]:
            raise _log_begun(from_paper=True)  # something beside the sheet counts: nothing is written
        return _accept(game, sheet, actor, totals_only=False)


def enter_totals(game_id: int, sheet: PaperSheet, *, actor: Actor) -> Protocol:
    """Enter the final score alone, from a sheet whose deals cannot be read: a ruling that says so."""
    for box, said in faults_of_totals(sheet).items():
        raise Refused("winner_behind" if box == "winner" else "score_missing", said, field=box)
    score = {"A": sheet.score["A"], "B": sheet.score["B"]}
    ruling = {"kind": "ruling", "score": score, "winner": sheet.winner, "reason": _("totals from paper")}
    with transaction.atomic():
        game, standing = _open(game_id, actor)
        _write(game, standing, [ruling], sheet, actor)
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


def _open(game_id: int, actor: Actor) -> tuple[Game, StandingSheet | None]:
    """Give the game, and the sheet that stands there to be corrected, if there is one."""
    game = lock_game(game_id, actor, "enter_paper", from_any_tablet=True)
    if game.state == Game.State.ACCEPTED:
        raise Refused("accepted_already", _("This game is in already. Only the chief referee can reopen it."))
    record = record_of(game)
    if not lines_of_game(record):
        return game, None
    standing = standing_sheet(game, record, paper_version(game))
    if standing is None:
        raise _log_begun(from_paper=came_from_paper(game))
    return game, standing


def _write(
    game: Game,
    standing: StandingSheet | None,
    lines: Sequence[Mapping[str, Any]],
    sheet: PaperSheet,
    actor: Actor,
) -> None:
    """Write a sheet into an empty log, or over the sheet that stands in it."""
    if standing is None:
        append_all(game.pk, lines, actor=actor, act="enter_paper", after=sheet.seen)
        return
    if sheet.seen != game.log_length:  # also where nothing changed: who corrects has seen what he corrects
        raise Refused(
            "stale",
            _("Something was written at this game meanwhile. Open the sheet anew: it shows what stands now."),
            log_length=game.log_length,
        )
    for correcting in _corrections(game, standing, lines):
        for first in range(0, len(correcting), MOST_LINES):
            append_all(game.pk, correcting[first : first + MOST_LINES], actor=actor, act="enter_paper")


def _log_begun(*, from_paper: bool) -> Refused:
    if from_paper:
        words = _(
            "This game came from paper, and after it was reopened something else was written in its log. Correct it at"
            " the table, or let the chief referee strike its log and enter the whole sheet again."
        )
        return Refused("log_begun", words)
    return Refused(
        "log_begun",
        _("This table has begun to write its game. Finish it there, or let the chief referee strike its log."),
    )


def _corrections(
    game: Game, standing: StandingSheet, lines: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Give the strikes, and the lines to write after them, that make the sheet that stands the new one.

    As many lines as before: each that says something else is corrected in its place. Otherwise, and where the log does
    not fold in between, everything is struck from the last line back to the first that is wrong, and written anew: all
    of it where somebody took a chair since, for whom the sheet was not read before.
    """
    pairs = [] if _sat_down_since(record_of(game), standing) else list(zip(standing.lines, lines, strict=False))
    if len(pairs) == len(standing.lines) == len(lines):
        changed = [(line, new) for line, new in pairs if not _says(line, new)]
        in_place = [_instead(line, new, standing.reason) for line, new in changed]
        if _folds(record_of(game), in_place):
            return [], in_place
    kept = next((number for number, pair in enumerate(pairs) if not _says(*pair)), len(pairs))
    return _strikes(record_of(game), standing.reason, kept=kept), [dict(line) for line in lines[kept:]]


def _sat_down_since(record: Record, standing: StandingSheet) -> bool:
    """Tell whether a line that counts says who sits where, and stands after a line of the sheet."""
    begun = min(record.number_of(line.id or "") or 0 for line in standing.lines)
    return any(record.counts(n) and line.kind == "seat" and n > begun for n, line in enumerate(record.lines))


def _says(line: Line, new: Mapping[str, Any]) -> bool:
    """Tell whether a line of the log says what one of the sheet says; the words of the desk are of a language."""
    return _content(line.raw) == _content(new)


def _content(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name not in _NO_CONTENT}


def _instead(line: Line, new: Mapping[str, Any], reason: str) -> dict[str, Any]:
    why = {"reason": reason} if new["kind"] in _SAYS_WHY else {}
    return {**new, **why, "instead_of": line.id}


def _folds(record: Record, lines: Iterable[Mapping[str, Any]]) -> bool:
    """Try lines on a folded log, which is of no use afterwards."""
    try:
        for line in lines:
            record.add(line)
    except LogError:
        return False
    return True


def _accept(game: Game, sheet: PaperSheet, actor: Actor, *, totals_only: bool) -> Protocol:
    _refuse_unsigned(sheet)
    void_open_protocol(game, "sheet_written")
    protocol = draw_up_protocol(game.pk, actor=actor, act="enter_paper")
    Signature.objects.bulk_create(_signature(protocol, signer, sheet) for signer in Signature.Signer.values)
    audit.note(actor, "enter_paper", game, tournament=game.round.tournament, totals_only=totals_only)
    return accept_protocol(
        protocol.pk, digest=protocol.digest, actor=actor, act="enter_paper", source=Result.Source.DESK
    )


def _signature(protocol: Protocol, signer: str, sheet: PaperSheet) -> Signature:
    how, reason = sheet.signed[signer]
    referee = signer == Signature.Signer.REFEREE
    return Signature(
        protocol=protocol,
        signer=signer,
        how=how,
        reason=reason.strip()[:300],
        digest=protocol.digest,
        official=sheet.referee if referee else None,
    )


def _refuse_unsigned(sheet: PaperSheet) -> None:
    """Refuse a sheet below which something is missing: bad_signature, referee_must_sign, reason_missing."""
    for box, said in faults_of_signatures(sheet).items():
        if box.startswith("reason_"):
            raise Refused("reason_missing", said, field=box)
        how = sheet.signed.get(box.removeprefix("how_"), ("",))[0]
        if box == "referee" or how in ON_PAPER:
            raise Refused("referee_must_sign", said, field="referee")
        raise Refused("bad_signature", said)


def _strikes(record: Record, reason: str, *, kept: int = 0) -> list[dict[str, Any]]:
    """Strike from the last line back until `kept` are left; a struck correction revives what it replaced: next."""
    strikes: list[dict[str, Any]] = []
    while len(lines := game_lines(record)) > kept:
        strike = _next_strike(record, lines[kept:], reason)
        if strike is None:
            raise Refused("not_struck", _("This log cannot be struck as a whole. Rule on the game instead."))
        strikes.append(strike)
    return strikes


def _next_strike(record: Record, lines: Sequence[Line], reason: str) -> dict[str, Any] | None:
    for line in reversed(lines):
        strike = {"kind": "strike", "of": line.id, "reason": reason}
        try:
            record.add(strike)
        except LogError:
            continue
        return strike
    return None
