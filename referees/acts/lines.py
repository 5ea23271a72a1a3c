"""The one way a log grows: a batch of lines, each applied, known or refused."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.canonical import canonical
from scoring.errors import LogError, gettext_noop, malformed
from scoring.games import Record
from tournaments.acts.results import show_live
from tournaments.models import Game, Seat
from tournaments.permissions import ACT_OF_LINE, Actor
from tournaments.reads.clock import clock_of_game
from tournaments.reads.keys import players_by_key
from tournaments.reads.rounds import OPEN
from tournaments.refusals import NotPermitted, Refused

from ..models import Line, Protocol
from ..reads.games import record_of
from ..sentences import error_of
from .games import lock_game

MOST_LINES = 200  # of one batch
LONGEST_LOG = 1_000  # lines of one game; a long one has a hundred
MOST_CHARACTERS = 8_000  # of one line
TOO_LONG = gettext_noop("This line has more than 8,000 characters, more than a log keeps. Say it in fewer words.")
NO_SIGN = gettext_noop("In this line is a sign that cannot be kept. Take it out of the text and write the line again.")
NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it; whoever types these six signs has typed no NUL
LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one line: applied (with its number), known, or refused (with the error)."""

    id: str | None
    answer: str
    number: int | None = None
    error: dict[str, Any] | None = None


@dataclass(slots=True)
class _Batch:
    game: Game
    actor: Actor
    record: Record
    at: datetime
    writes: Mapping[str, str]
    new: list[Line] = field(default_factory=list)


def append_lines(
    game_id: int,
    lines: Iterable[Any],
    *,
    actor: Actor,
    after: int | None = None,
    act: str = "hold_pen",
    writes: Mapping[str, str] = ACT_OF_LINE,
) -> tuple[Game, Record, list[Answer]]:
    """Add lines to the log of a game in the order given; refused ones are left out, the rest stands.

    The game's row is locked: whoever comes second is judged by a log that holds what the first one wrote. `after` is
    the length of the log that the writer had before his eyes: Refused `stale` where it has grown since, so that two
    screens never write one deal twice. `act` opens the log to the actor, `writes` names for each kind of line what its
    writer must be allowed.
    """
    batch = list(lines)
    if len(batch) > MOST_LINES:
        raise Refused("too_many_lines", _("Send at most %(most)d lines at once.") % {"most": MOST_LINES})
    with transaction.atomic():
        game = lock_game(game_id, actor, act)
        _refuse_closed(game)
        _refuse_endless(game, len(batch))
        work = _Batch(game, actor, record_of(game), timezone.now(), writes)
        answers = [_judge(work, raw, index) for index, raw in enumerate(batch)]
        if work.new:
            _refuse_stale(game, after)
            _write(work)
    return game, work.record, answers


def append_all(game_id: int, lines: Iterable[Any], *, actor: Actor, act: str, after: int | None = None) -> None:
    """Add lines of the desk, all or none, each under the one permission `act`; for the transaction of another act."""
    writes = dict.fromkeys(ACT_OF_LINE, act)
    answers = append_lines(game_id, lines, actor=actor, after=after, act=act, writes=writes)[2]
    refused = next((answer.error for answer in answers if answer.error), None)
    if refused:
        raise Refused(refused["code"], refused["sentence"])


def _refuse_stale(game: Game, after: int | None) -> None:
    if after is not None and after != game.log_length:
        raise Refused(
            "stale",
            _("Something was written at this table meanwhile. Look at the log; if yours is missing, write it again."),
            log_length=game.log_length,
        )


def _refuse_closed(game: Game) -> None:
    if game.state == Game.State.ACCEPTED:
        raise Refused(
            "protocol_accepted",
            _("The protocol of this game is accepted, so nothing can be added. The chief referee can reopen the game."),
        )
    if game.round.state not in OPEN:
        raise Refused("round_not_open", _("Round %(number)d is not open for writing.") % {"number": game.round.number})


def _refuse_endless(game: Game, more: int) -> None:
    if game.log_length + more > LONGEST_LOG:
        raise Refused("log_full", _("This log is full. Accept the game, or let the chief referee rule on it."))


def _judge(work: _Batch, raw: Any, index: int) -> Answer:
    id_ = raw.get("id") if isinstance(raw, dict) and isinstance(raw.get("id"), str) else None
    try:
        data = _as_stored(raw)
        if isinstance(data, dict) and not work.record.knows(data):  # sent again, it needs no second PIN
            _check_writer(work, data)
        applied = work.record.add(data)
    except LogError as error:
        error.line = index
        return Answer(id_, "refused", error=error_of(error, work.record))
    except NotPermitted as error:
        said = {"kind": "illegal", "code": error.code, "line": index, "params": {}, "sentence": str(error)}
        return Answer(id_, "refused", error=said)
    if not applied:
        return Answer(data["id"], "known")
    number = len(work.record.lines)
    work.new.append(
        Line(
            game=work.game,
            number=number,
            line_id=data["id"],
            kind=data["kind"],
            data=data,
            received_at=work.at,
            official=work.actor.official,
        )
    )
    return Answer(data["id"], "applied", number)


def _as_stored(raw: Any) -> Any:
    """Bring a line into the form a digest can be made of, with an id; malformed is what no protocol could hold."""
    try:
        text = canonical(raw)
        text.encode()
    except UnicodeError:
        raise _not_kept(NO_SIGN) from None
    except (ValueError, RecursionError):
        raise malformed("bad_field", field="lines") from None
    if len(text) > MOST_CHARACTERS:
        raise _not_kept(TOO_LONG)
    if NUL.search(text):
        raise _not_kept(NO_SIGN)
    data = json.loads(text)
    if isinstance(data, dict):
        data.setdefault("id", uuid.uuid4().hex)
        if isinstance(data["id"], str) and len(data["id"]) > LONGEST_ID:
            raise malformed("bad_field", field="id")
    return data


def _not_kept(why: str) -> LogError:
    return LogError("malformed", "bad_field", params={"field": "lines", "why": why})


def _check_writer(work: _Batch, data: dict[str, Any]) -> None:
    """Require of the writer what the line and every line it touches ask for; the fold does not ask who writes."""
    for kind in _kinds_touched(work.record, data, work.writes):
        work.actor.require(work.writes[kind])
    if data.get("kind") == "no_show":
        _refuse_early(work)
    if data.get("kind") == "seat" and isinstance(data.get("player"), str):
        _check_player(work.game, data["player"])


def _refuse_early(work: _Batch) -> None:
    """S17: nobody is absent before the minutes of the regulations are over on the clock of the round."""
    limit = work.record.rules.no_show_minutes
    if work.actor.everything or work.writes is not ACT_OF_LINE:  # a sheet tells of what was, by the clock of its hall
        return
    if clock_of_game(work.game, now=work.at).seconds_gone < limit * 60:
        raise NotPermitted(
            "too_early",
            _("A no-show can be written when %(minutes)d minutes of the round are over. Wait for the clock.")
            % {"minutes": limit},
        )


def _kinds_touched(record: Record, data: dict[str, Any], writes: Mapping[str, str]) -> set[str]:
    """Follow a correction to all it may bring back: striking the strike of a penalty is a penalty."""
    by_id = {line.id: line.raw for line in record.lines}
    kinds, waiting = set(), [data]
    while waiting:
        line = waiting.pop()
        kinds.add(str(line.get("kind")))  # a list or an object is no kind, and cannot be looked up either
        if line.get("kind") == "penalty" and line.get("code") == "other":
            kinds.add("ruling")  # a sanction of no tariff is the chief referee's
        names = [line.get(name) for name in ("of", "instead_of", "before")]
        waiting += [by_id.pop(name) for name in names if isinstance(name, str) and name in by_id]
    return kinds & writes.keys()


def _check_player(game: Game, key: str) -> None:
    """Let only those take a chair who are of the federation and do not sit at another table of the round."""
    player = players_by_key([key]).get(key)
    seat = Seat.objects.filter(round=game.round_id, player=player).first() if player else None
    if seat is not None:
        if seat.game_id != game.pk:
            raise NotPermitted("sits_elsewhere", _("This player sits at another table of the round. Check the name."))
    elif player is None or player.federation_id != game.round.tournament.federation_id:
        raise malformed("bad_field", field="player")


def _write(work: _Batch) -> None:
    Line.objects.bulk_create(work.new)
    if work.game.state == Game.State.SIGNING:
        void_open_protocol(work.game, "log_changed", at=work.at)
    show_live(work.game, work.record.state(), log_length=len(work.record.lines), at=work.at)


def void_open_protocol(game: Game, why: str, *, at: datetime | None = None) -> None:
    """Void the version that lies to be signed, if one does; `why` is a code of words.VOIDED."""
    Protocol.objects.filter(game=game, state=Protocol.State.OPEN).update(
        state=Protocol.State.VOID, voided_at=at or timezone.now(), void_reason=why
    )
