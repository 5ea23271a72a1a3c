"""Rounds: drawn, published, closed, reopened."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import LogError
from scoring.rules import Rules, parse_rules

from ..models import Entry, Game, Regulations, Result, Round, Seat, Tournament
from ..permissions import Actor
from ..reads import field
from ..reads.rounds import OPEN, table_list
from ..refusals import Refused
from . import audit
from .events import lock_event
from .results import record_result, take_back_result


def draw_round(tournament: Tournament, *, actor: Actor, number: int | None = None) -> Round:
    """Draw the next round from the Berger table. Rounds may be drawn ahead: a round robin knows all its meetings.

    `number` is the round that is meant: of two who press the same button one draws, and no round is drawn unseen.
    """
    actor.require("draw_round")
    with transaction.atomic():
        tournament = lock_event(tournament)
        regulations, rules = _regulations(tournament)
        number = _next_number(tournament, number)
        _require_round_to_draw(tournament, regulations, number)
        meetings = _meetings(tournament, number)
        round_ = _drawn(tournament, number, rules)
        _seat(round_, meetings, regulations.rules)
        byes = [entry.number for entry, other in meetings if other is None]
        audit.note(actor, "draw_round", round_, tournament=tournament, games=len(meetings) - len(byes), byes=byes)
    return round_


def undo_draw(round_: Round, *, actor: Actor) -> None:
    """Take back the draw of the last round drawn, while nothing was recorded in it."""
    actor.require("draw_round")
    with transaction.atomic():
        round_ = _locked_round(round_)
        games = list(round_.games.select_for_update(of=("self",)).select_related("round__tournament"))
        _require_undoable(round_, games)
        for game in games:
            if game.bye and game.state == Game.State.ACCEPTED:
                take_back_result(game, actor=actor, reason=_("The draw was undone."))
        audit.note(actor, "undo_draw", round_, tournament=round_.tournament, state=round_.state)
        round_.delete()


def publish_round(round_: Round, *, actor: Actor) -> Round:
    """Show a drawn round to everybody: its games get their rules and what players carry, its byes their result."""
    actor.require("publish_round")
    with transaction.atomic():
        round_ = _locked_round(round_)
        _require_publishable(round_)
        regulations, rules = _regulations(round_.tournament)
        _freeze(regulations)
        round_.state, round_.published_at, round_.minutes = Round.State.PUBLISHED, timezone.now(), rules.minutes
        round_.save(update_fields=["state", "published_at", "minutes"])
        games = _stamp(round_, regulations.rules)
        audit.note(actor, "publish_round", round_, tournament=round_.tournament, tables=len(games))
        for game in games:
            if game.bye:
                record_result(game, bye_state(rules.walkover_points), source=Result.Source.BYE, actor=actor)
    return round_


def close_round(round_: Round, *, actor: Actor) -> Round:
    """Close a round all of whose games are accepted."""
    actor.require("close_round")
    with transaction.atomic():
        round_ = _locked_round(round_)
        if round_.state not in OPEN:
            raise Refused("round_not_open", _state_sentence(round_))
        games = list(round_.games.select_for_update(no_key=True).order_by("table"))
        _require_all_accepted(round_, games)
        now = timezone.now()
        round_.state, round_.closed_at = Round.State.CLOSED, now
        if round_.clock_started_at and not round_.clock_paused_at:
            round_.clock_paused_at = now  # opened again, the round must not run out of a time that is long over
        round_.save(update_fields=["state", "closed_at", "clock_paused_at"])
        audit.note(actor, "close_round", round_, tournament=round_.tournament)
        _carry_into_later_rounds(round_)
    return round_


def reopen_round(round_: Round, *, actor: Actor, reason: str) -> Round:
    """Open a closed round again, so that one of its games can be corrected."""
    actor.require("reopen_round")
    if not reason.strip():
        raise Refused("reason_missing", _("Write why the round is opened again: the reason stays in the audit record."))
    with transaction.atomic():
        round_ = _locked_round(round_)
        if round_.state != Round.State.CLOSED:
            raise Refused("round_not_closed", _state_sentence(round_))
        round_.state = Round.State.RUNNING if round_.clock_started_at else Round.State.PUBLISHED
        round_.closed_at = None
        round_.save(update_fields=["state", "closed_at"])
        audit.note(actor, "reopen_round", round_, tournament=round_.tournament, reason=reason.strip()[:300])
    return round_


def bye_state(points: int) -> dict[str, Any]:
    """Give the bye the state of a game that side A won by the walkover's points to 0."""
    won = {"player": None, "won": True, "points_for": points, "points_against": 0, "fines": 0, "cards": list[str]()}
    return {
        "state": "finished",
        "score": {"A": points, "B": 0},
        "winner": "A",
        "reason": "bye",
        "next_leader": None,
        "deal_open": False,
        "time_over": False,
        "carry": 0,
        "factor": 1,
        "to_come": "sign",
        "deals": [],
        "penalties": [],
        "warnings": [],
        "seats": {"A1": dict(won), "A2": dict(won)},
    }


# Rows are locked in one order, event, round, games, and without barring others from pointing at them: an audit entry
# written at a table points at the event while this act waits for that table's game.


def _locked_round(round_: Round) -> Round:
    tournament = lock_event(round_.tournament)
    found = Round.objects.select_for_update(no_key=True).filter(pk=round_.pk).first()
    if found is None:
        raise Refused("round_gone", _("The draw of this round was undone a moment ago. Nothing was changed."))
    found.tournament = tournament
    return found


def _regulations(tournament: Tournament) -> tuple[Regulations, Rules]:
    regulations = Regulations.objects.select_for_update(of=("self",)).filter(tournament=tournament).first()
    if regulations is None:
        raise Refused("no_regulations", _("This event has no regulations yet. Fix them first, then draw."))
    try:
        return regulations, parse_rules(regulations.rules)
    except LogError as error:
        sentence = _("The regulations cannot be played by: %(why)s") % {"why": error.sentence}
        raise Refused("bad_regulations", sentence) from error


def _next_number(tournament: Tournament, meant: int | None) -> int:
    number = tournament.rounds.exclude(state=Round.State.PLANNED).count() + 1
    if meant is not None and meant < number:
        raise Refused("already_drawn", _("Round %(number)s is drawn already.") % {"number": meant})
    if meant is not None and meant > number:
        raise Refused("not_next", _("Round %(number)s is not drawn yet. Draw it first.") % {"number": number})
    return number


def _require_round_to_draw(tournament: Tournament, regulations: Regulations, number: int) -> None:
    if tournament.ended_at:
        raise Refused("event_ended", _("This event has ended. No further round can be drawn."))
    if tournament.entry_kind != Tournament.EntryKind.PAIR:
        raise Refused("pairs_only", _("A round robin is drawn for fixed pairs. Change who competes, then draw."))
    if number > regulations.planned_rounds:
        raise Refused(
            "all_drawn",
            ngettext(
                "The regulations plan %(planned)s round, and it is drawn. Plan more rounds there to play on.",
                "The regulations plan %(planned)s rounds, and all are drawn. Plan more rounds there to play on.",
                regulations.planned_rounds,
            )
            % {"planned": regulations.planned_rounds},
        )


def _meetings(tournament: Tournament, number: int) -> list[field.Meeting]:
    entries = field.places(tournament)
    if sum(entry.withdrawn_at is None for entry in entries) < 2:
        raise Refused("too_few_entries", _("Two pairs are needed before a round can be drawn. Enter the pairs first."))
    field.require_whole_pairs(entries)
    return field.meetings(entries, number)


def _drawn(tournament: Tournament, number: int, rules: Rules) -> Round:
    round_ = tournament.rounds.filter(number=number).first() or Round(tournament=tournament, number=number)
    round_.state, round_.drawn_at, round_.minutes = Round.State.DRAWN, timezone.now(), rules.minutes
    round_.save()
    return round_


def _seat(round_: Round, meetings: Iterable[field.Meeting], rules: dict[str, Any]) -> None:
    """Make the games: tables in the order of the pairings, partners opposite each other, byes without a table.

    Sheets may be printed before the round is published, so the games have the rules of the day; they get them for
    good when the round is published.
    """
    drawn = list(meetings)
    codes = _codes(round_.number, [None if other is None else table for table, (_e, other) in enumerate(drawn, 1)])
    games = Game.objects.bulk_create(
        Game(round=round_, table=None if other is None else table, bye=other is None, code=code, rules=rules)
        for (table, (_entry, other)), code in zip(enumerate(drawn, start=1), codes, strict=True)
    )
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, seat=f"{side}{place}", player=member.player, entry=entry)
        for game, sides in zip(games, drawn, strict=True)
        for side, entry in zip("AB", sides, strict=True)
        if entry is not None
        for place, member in enumerate(entry.members.all(), start=1)
    )


def _codes(number: int, tables: list[int | None]) -> list[str]:
    """Make the codes by which papers find their games: R5-T12-7F3A; the end tells events apart."""
    codes = [_code(number, table) for table in tables]
    taken = set(Game.objects.filter(code__in=codes).values_list("code", flat=True))
    for index, table in enumerate(tables):
        while codes[index] in taken or codes[index] in codes[:index]:
            taken.add(codes[index])
            codes[index] = _code(number, table)
    return codes


def _code(number: int, table: int | None) -> str:
    place = "BYE" if table is None else f"T{table}"
    return f"R{number}-{place}-{secrets.token_hex(2).upper()}"


def _require_undoable(round_: Round, games: list[Game]) -> None:
    if round_.state not in (Round.State.DRAWN, Round.State.PUBLISHED):
        raise Refused("round_begun", _state_sentence(round_))
    if round_.tournament.rounds.filter(number__gt=round_.number).exclude(state=Round.State.PLANNED).exists():
        raise Refused(
            "later_round_drawn",
            _("Round %(next)s is drawn already. Undo its draw first, then that of round %(number)s.")
            % {"next": round_.number + 1, "number": round_.number},
        )
    begun = [game.table for game in games if not game.bye and (game.log_length or game.state != Game.State.WAITING)]
    if begun:
        raise Refused(
            "recorded",
            _("Something was recorded in round %(number)s at %(tables)s. A draw can be undone only before that.")
            % {"number": round_.number, "tables": table_list(begun)},
        )


def _require_publishable(round_: Round) -> None:
    if round_.state != Round.State.DRAWN:
        raise Refused("round_not_drawn", _state_sentence(round_))
    before = round_.tournament.rounds.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED).first()
    if before:
        raise Refused(
            "round_before_open",
            _("Round %(before)s is not closed. Close it first: the cards of its games count in round %(number)s.")
            % {"before": before.number, "number": round_.number},
        )
    gone = Entry.objects.filter(seats__round=round_, withdrawn_at__isnull=False).order_by("number").first()
    if gone:
        raise Refused(
            "withdrawn_since",
            _("Entry %(entry)s withdrew after round %(number)s was drawn. Undo the draw and draw the round again.")
            % {"entry": gone, "number": round_.number},
        )


def _freeze(regulations: Regulations) -> None:
    if regulations.frozen_at is None:
        regulations.frozen_at = timezone.now()
        regulations.save(update_fields=["frozen_at"])


def _stamp(round_: Round, rules: dict[str, Any]) -> list[Game]:
    """Give the games the rules they are played by and the cards and warnings their players bring."""
    games = list(round_.games.prefetch_related("seats"))
    burdens = _burdens(round_)
    for game in games:
        game.round, game.rules, game.carried = round_, rules, _carried(game, burdens)
    Game.objects.bulk_update(games, ["rules", "carried"])
    return games


Burden = dict[str, Any]


def _burdens(round_: Round) -> dict[int, Burden]:
    """Add up by player the cards and breaches of the rounds before."""
    burdens: dict[int, Burden] = {}
    earlier = Result.objects.filter(
        game__round__tournament=round_.tournament_id, game__round__number__lt=round_.number
    ).order_by("game__round__number", "game_id")
    for player, cards, warnings in earlier.values_list("player_id", "cards", "warnings"):
        if cards or warnings:
            burden = burdens.setdefault(player, {"cards": [], "warnings": Counter()})
            burden["cards"] += cards
            burden["warnings"].update(warnings)
    return {player: {"cards": b["cards"], "warnings": dict(b["warnings"])} for player, b in burdens.items()}


def _carried(game: Game, burdens: dict[int, Burden]) -> dict[str, Burden]:
    return {seat.seat: burdens[seat.player_id] for seat in game.seats.all() if seat.player_id in burdens}


def _carry_into_later_rounds(round_: Round) -> None:
    """Bring what a correction changed to games already published that have not begun."""
    later = round_.tournament.rounds.filter(number__gt=round_.number, state__in=OPEN)
    for next_round in later:
        waiting = next_round.games.select_for_update(no_key=True).filter(log_length=0, state=Game.State.WAITING)
        games = list(waiting.prefetch_related("seats"))
        burdens = _burdens(next_round)
        for game in games:
            game.carried = _carried(game, burdens)
        Game.objects.bulk_update(games, ["carried"])


def _require_all_accepted(round_: Round, games: list[Game]) -> None:
    missing = [game.table for game in games if game.state != Game.State.ACCEPTED]
    if missing:
        raise Refused(
            "tables_missing",
            _("Round %(number)s cannot be closed yet. Not accepted so far: %(tables)s.")
            % {"number": round_.number, "tables": table_list(missing)},
            tables=missing,
        )


def _state_sentence(round_: Round) -> str:
    sentences = {
        Round.State.PLANNED: _("Round %(number)s is not drawn yet. Draw it first."),
        Round.State.DRAWN: _("Round %(number)s is drawn but not published yet. Publish it first."),
        Round.State.PUBLISHED: _("Round %(number)s is published already."),
        Round.State.RUNNING: _("Round %(number)s has begun already."),
        Round.State.CLOSED: _("Round %(number)s is closed already."),
    }
    return sentences[Round.State(round_.state)] % {"number": round_.number}
