"""The one way a log grows: a batch of lines, each applied, known or refused."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.canonical import canonical
from scoring.errors import LogError, malformed
from scoring.games import Record
from tournaments.acts.results import show_live
from tournaments.models import Game, Player, Seat
from tournaments.permissions import ACT_OF_LINE, Actor
from tournaments.reads.rounds import OPEN
from tournaments.refusals import NotPermitted, Refused

from ..models import Line, Protocol
from ..reads import record_of
from ..sentences import error_of

MOST_LINES = 200  # of one batch
LONGEST_LOG = 1_000  # lines of one game; a long one has a hundred
MOST_CHARACTERS = 8_000  # of one line
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
    new: list[Line] = field(default_factory=list)


def append_lines(game_id: int, lines: Iterable[Any], *, actor: Actor) -> tuple[Game, Record, list[Answer]]:
    """Add lines to the log of a game in the order given; refused ones are left out, the rest stands.

    The game's row is locked: whoever comes second is judged by a log that holds what the first one wrote.
    """
    batch = list(lines)
    if len(batch) > MOST_LINES:
        raise Refused("too_many_lines", _("Send at most %(most)d lines at once.") % {"most": MOST_LINES})
    with transaction.atomic():
        game = lock_game(game_id, actor, "hold_pen")
        _refuse_closed(game)
        _refuse_endless(game, len(batch))
        work = _Batch(game, actor, record_of(game), timezone.now())
        answers = [_judge(work, raw, index) for index, raw in enumerate(batch)]
        if work.new:
            _write(work)
    return game, work.record, answers


def lock_game(game_id: int, actor: Actor, act: str) -> Game:
    """Lock the row of a game of the actor's own event. Refuses whoever may not do `act` there."""
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .filter(pk=game_id)
        .order_by()  # one row needs no order, and the round's would be joined in for it
        .first()
    )
    if game is None or game.bye:
        raise Refused("no_such_game", _("There is no such game. Open the table again from its link."))
    official = actor.official
    if official is None and not actor.everything:
        raise NotPermitted("no_pen", _("Nobody holds the pen here. Open the table from its link and enter your PIN."))
    if official is not None and official.tournament_id != game.round.tournament_id:
        raise NotPermitted("not_your_event", _("This table belongs to another event. Use the link of your own event."))
    actor.require(act)
    return game


def _refuse_closed(game: Game) -> None:
    if game.state == Game.State.ACCEPTED:
        raise Refused(
            "protocol_accepted",
            _("The protocol of this game is accepted, so nothing can be added. The chief referee can reopen the game."),
        )
    if game.round.state not in OPEN:
        raise Refused(
            "round_not_open", _("Round %(number)d is not open for writing.") % {"number": game.round.number}
        )


def _refuse_endless(game: Game, more: int) -> None:
    if game.log_length + more > LONGEST_LOG:
        raise Refused("log_full", _("This log is full. Accept the game, or let the chief referee rule on it."))


def _judge(work: _Batch, raw: Any, index: int) -> Answer:
    id_ = raw.get("id") if isinstance(raw, dict) and isinstance(raw.get("id"), str) else None
    try:
        data = _as_stored(raw)
        if isinstance(data, dict):
            _check_writer(work, data)
        applied = work.record.add(data)
    except LogError as error:
        error.line = index
        return Answer(id_, "refused", error=error_of(error))
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
    except (ValueError, RecursionError):
        raise malformed("bad_field", field="lines") from None
    if len(text) > MOST_CHARACTERS or "\\u0000" in text:
        raise malformed("bad_field", field="lines")
    data = json.loads(text)
    if isinstance(data, dict):
        data.setdefault("id", uuid.uuid4().hex)
        if isinstance(data["id"], str) and len(data["id"]) > LONGEST_ID:
            raise malformed("bad_field", field="id")
    return data


def _check_writer(work: _Batch, data: dict[str, Any]) -> None:
    """Require of the writer what the line and every line it touches ask for; the fold does not ask who writes."""
    for kind in _kinds_touched(work.record, data):
        work.actor.require(ACT_OF_LINE[kind])
    if data.get("kind") == "seat" and isinstance(data.get("player"), str):
        _check_player(work.game, data["player"])


def _kinds_touched(record: Record, data: dict[str, Any]) -> set[str]:
    """Follow a correction to all it may bring back: striking the strike of a penalty is a penalty."""
    by_id = {line.id: line.raw for line in record.lines}
    kinds, waiting = set(), [data]
    while waiting:
        line = waiting.pop()
        kinds.add(str(line.get("kind")))  # a list or an object is no kind, and cannot be looked up either
        names = [line.get(name) for name in ("of", "instead_of", "before")]
        waiting += [by_id.pop(name) for name in names if isinstance(name, str) and name in by_id]
    return kinds & ACT_OF_LINE.keys()


def _check_player(game: Game, key: str) -> None:
    """Let only those take a chair who are of the federation and do not sit at another table of the round."""
    seat = Seat.objects.filter(round=game.round_id, player__key=key).first()
    if seat is not None:
        if seat.game_id != game.pk:
            raise NotPermitted("sits_elsewhere", _("This player sits at another table of the round. Check the name."))
    elif not Player.objects.filter(key=key, federation=game.round.tournament.federation_id).exists():
        raise malformed("bad_field", field="player")


def _write(work: _Batch) -> None:
    Line.objects.bulk_create(work.new)
    if work.game.state == Game.State.SIGNING:
        _void_open_protocol(work)
    show_live(work.game, work.record.state(), log_length=len(work.record.lines), at=work.at)


def _void_open_protocol(work: _Batch) -> None:
    Protocol.objects.filter(game=work.game, state=Protocol.State.OPEN).update(
        state=Protocol.State.VOID, voided_at=work.at, void_reason=_("The log was changed after this version was made.")
    )
