"""Rounds: published, closed, reopened."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db import transaction
from django.db.models import Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.rules import Rules, parse_rules

from ..models import Disqualification, Entry, Game, Regulations, Result, Round, Tournament
from ..permissions import Actor
from ..reads.rounds import OPEN, table_list
from ..refusals import Refused
from . import audit
from .events import lock_event
from .results import record_result


def publish_round(round_: Round, *, actor: Actor, seen: str | None = None) -> Round:
    """Show a drawn round to everybody: its games get their rules and what players carry, its byes their result.

    `seen` is the stamp of the draw that was looked at (Round.draw_stamp): no other one is published.
    """
    actor.require("publish_round")
    with transaction.atomic():
        round_ = locked_round(round_)
        refuse_unseen_draw(round_, seen)
        _require_publishable(round_)
        regulations, rules = regulations_of(round_.tournament)
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
        round_ = locked_round(round_)
        if round_.state not in OPEN:
            raise Refused("round_not_open", state_sentence(round_))
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
        round_ = locked_round(round_)
        if round_.state != Round.State.CLOSED:
            raise Refused("round_not_closed", state_sentence(round_))
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


def bring_carried(round_: Round, games: list[Game]) -> None:
    """Give games of a published round that have not begun what their players bring as they sit now."""
    prefetch_related_objects(games, "seats")
    burdens = _burdens(round_)
    for game in games:
        game.carried = _carried(game, burdens)
    Game.objects.bulk_update(games, ["carried"])


# Rows are locked in one order, event, round, games, and without barring others from pointing at them: an audit entry
# written at a table points at the event while this act waits for that table's game.


def locked_round(round_: Round) -> Round:
    """Hold the rows of an event and of one of its rounds to the end of the transaction."""
    tournament = lock_event(round_.tournament)
    found = Round.objects.select_for_update(no_key=True).filter(pk=round_.pk).first()
    if found is None:
        raise Refused("round_gone", _("The draw of this round was undone a moment ago. Nothing was changed."))
    found.tournament = tournament
    return found


def refuse_unseen_draw(round_: Round, seen: str | None) -> None:
    """Refuse what somebody decided while he looked at another draw of the round than there is now."""
    if seen is not None and seen != round_.draw_stamp:
        raise Refused(
            "drawn_anew",
            _("Round %(number)s was changed meanwhile. Nothing was done: look at it again.")
            % {"number": round_.number},
        )


def regulations_of(tournament: Tournament) -> tuple[Regulations, Rules]:
    """Hold the regulations of an event and read its rules; refuses where there are none or none to play by."""
    regulations = Regulations.objects.select_for_update(of=("self",)).filter(tournament=tournament).first()
    if regulations is None:
        raise Refused("no_regulations", _("This event has no regulations yet. Fix them first, then draw."))
    try:
        return regulations, parse_rules(regulations.rules)
    except LogError as error:
        sentence = _("The regulations cannot be played by: %(why)s") % {"why": error.sentence}
        raise Refused("bad_regulations", sentence) from error


def _require_publishable(round_: Round) -> None:
    if round_.state != Round.State.DRAWN:
        raise Refused("round_not_drawn", state_sentence(round_))
    before = round_.tournament.rounds.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED).first()
    if before:
        raise Refused(
            "round_before_open",
            _("Round %(before)s is not closed. Close it first: the cards of its games count in round %(number)s.")
            % {"before": before.number, "number": round_.number},
        )
    if round_.drawing.get("system") == Regulations.System.SWISS and _results_changed(round_):
        raise Refused(
            "drawn_from_old_standings",
            _("Results changed after round %(number)s was drawn. Undo the draw and draw the round again.")
            % {"number": round_.number},
        )
    gone = Entry.objects.filter(seats__round=round_, withdrawn_at__isnull=False).order_by("number").first()
    if gone:
        raise Refused(
            "withdrawn_since",
            _("Entry %(entry)s withdrew after round %(number)s was drawn. Undo the draw and draw the round again.")
            % {"entry": gone, "number": round_.number},
        )


def _results_changed(round_: Round) -> bool:
    """Tell whether the standings by which a round was drawn are others now."""
    event, drawn = round_.tournament, round_.drawn_at
    earlier = Result.objects.filter(game__round__tournament=event, game__round__number__lt=round_.number)
    decided = Disqualification.objects.filter(entry__tournament=event)
    since = Q(decided_at__gt=drawn) | Q(taken_back_at__gt=drawn)
    return earlier.filter(recorded_at__gt=drawn).exists() or decided.filter(since).exists()


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
        bring_carried(next_round, list(waiting))


def _require_all_accepted(round_: Round, games: list[Game]) -> None:
    missing = [game.table for game in games if game.state != Game.State.ACCEPTED]
    if missing:
        raise Refused(
            "tables_missing",
            _("Round %(number)s cannot be closed yet. Not accepted so far: %(tables)s.")
            % {"number": round_.number, "tables": table_list(missing)},
            tables=missing,
        )


def state_sentence(round_: Round) -> str:
    """Say in which state a round is, as the reason for which something is not done."""
    sentences = {
        Round.State.PLANNED: _("Round %(number)s is not drawn yet. Draw it first."),
        Round.State.DRAWN: _("Round %(number)s is drawn but not published yet. Publish it first."),
        Round.State.PUBLISHED: _("Round %(number)s is published already."),
        Round.State.RUNNING: _("Round %(number)s has begun already."),
        Round.State.CLOSED: _("Round %(number)s is closed already."),
    }
    return sentences[Round.State(round_.state)] % {"number": round_.number}
