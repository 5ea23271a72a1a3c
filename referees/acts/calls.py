"""Calls from a table, by a player's phone or by a tablet; they change nothing in the record."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Game
from tournaments.permissions import Actor
from tournaments.reads.rounds import OPEN
from tournaments.refusals import NotPermitted, NotSoFast, Refused

from ..models import Call
from .games import lock_game

MOST_OPEN = 4  # of one table; who has not come after four calls does not come for a fifth
PAUSE = timedelta(seconds=20)  # before one phone may say the same again
LONGEST_TEXT = 300


def call_official(game: Game, kind: str, *, actor: Actor, text: str = "", address: str = "") -> Call:
    """Call an official to a table. Anybody may say that its record is wrong; help is asked for with a pen.

    Refuses where nothing can be done at the table any more: the game is accepted, or its round is not open.
    """
    text = " ".join(text.split())[:LONGEST_TEXT]
    if kind == Call.Kind.HELP:
        actor.require("hold_pen")
    elif not text:
        raise Refused("text_missing", _("Say in a few words what is wrong, for example: deal 4 was 35 points."))
    with transaction.atomic():
        locked = Game.objects.select_for_update(of=("self",)).select_related("round").get(pk=game.pk)
        _refuse_too_late(locked)
        _refuse_flood(game, text, address if actor.official is None else "")
        return Call.objects.create(game=game, kind=kind, text=text, caller=actor.name, address=address or None)


def close_call(game_id: int, call_id: int, *, actor: Actor) -> Game:
    """Say that somebody has seen to a call; whoever comes second changes nothing."""
    with transaction.atomic():
        game = lock_game(game_id, actor, "answer_call", from_any_tablet=True)
        if not Call.objects.filter(pk=call_id, game=game).exists():
            raise NotPermitted("no_such_call", _("There is no such call at this table."))
        open_ = Call.objects.filter(pk=call_id, closed_at=None)
        open_.update(closed_at=timezone.now(), closed_by=actor.name[:160])
    return game


def _refuse_too_late(game: Game) -> None:
    if game.state == Game.State.ACCEPTED:
        raise Refused("accepted_already", _("The result of this game is in. Speak to the chief referee at the desk."))
    if game.round.state not in OPEN:
        said = _("Round %(number)d is not being played, so nobody is called to its tables. Speak to the desk.")
        raise Refused("round_not_open", said % {"number": game.round.number})


def _refuse_flood(game: Game, text: str, address: str) -> None:
    open_ = Call.objects.filter(game=game, closed_at=None)
    if open_.count() >= MOST_OPEN:
        said = _("The referee has been called to this table. Raise your hand as well.")
        raise NotSoFast("called_already", said, seconds=60)
    just_now = open_.filter(at__gt=timezone.now() - PAUSE)
    if address and just_now.filter(address=address, text=text).exists():
        raise NotSoFast("called_already", _("Your message has arrived. The referee sees it on the tablet."), seconds=20)
