"""Protests: decided once by the chief referee, with a reason both sides can read."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.acts import audit
from tournaments.acts.results import settle_result
from tournaments.models import Game
from tournaments.permissions import Actor
from tournaments.refusals import Refused, reason_given

from ..models import Decision, Line
from ..reads.protests import counting_protests, has_undecided_protest
from .games import lock_game

LONGEST_REASON = 1_000


def decide_protest(game_id: int, line_id: str, *, upheld: bool, reason: str, actor: Actor) -> Decision:
    """Decide a protest, once. The last decision of a game settles its provisional result.

    To uphold a protest changes no score: what follows from it is ruled or corrected by itself.
    """
    reason = reason_given(reason, _("Say why you decide so; both sides can read it."), most=LONGEST_REASON)
    with transaction.atomic():
        game = lock_game(game_id, actor, "rule", from_any_tablet=True)
        _refuse_no_protest(game, line_id)
        _refuse_decided(game, line_id)
        decision = Decision.objects.create(
            game=game,
            line_id=line_id,
            upheld=upheld,
            reason=reason,
            official=actor.official,
            decided_by=actor.name[:160],
        )
        tournament = game.round.tournament
        audit.note(actor, "decide_protest", game, tournament=tournament, reason=reason, upheld=upheld, line=line_id)
        if game.state == Game.State.ACCEPTED and not has_undecided_protest(game):
            settle_result(game, actor=actor)
    return decision


def _refuse_no_protest(game: Game, line_id: str) -> None:
    log = Line.objects.filter(game=game).order_by("number").values_list("data", flat=True)
    if line_id not in counting_protests(game, log):
        raise Refused("no_such_protest", _("There is no such protest at this table, or it was struck meanwhile."))


def _refuse_decided(game: Game, line_id: str) -> None:
    there = Decision.objects.filter(game=game, line_id=line_id).first()
    if there:
        raise Refused(
            "decided_already",
            _("%(name)s has decided this protest already. A decision stands; rule on the game, or reopen it.")
            % {"name": there.decided_by},
        )
