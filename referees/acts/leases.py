"""One owner per table: take a table, take it over from another, give it back."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.acts import audit
from tournaments.models import Game, Official, Round, Tournament
from tournaments.permissions import Actor
from tournaments.refusals import Refused

from ..models import Lease
from .games import lease_of, lock_game, table_held

SEEN_EVERY = timedelta(seconds=10)  # a tablet looks every few seconds; its last contact need not be written each time
LONGEST_HOLDER = 64


def take_table(game_id: int, *, actor: Actor, over: bool = False) -> Game:
    """Make the actor's tablet the one that writes a game.

    Refuses `table_held` while another tablet has it, unless it is to be taken over: that is recorded, and the other
    tablet learns it when it next looks.
    """
    with transaction.atomic():
        game = lock_game(game_id, actor, "hold_pen", from_any_tablet=True)
        if not actor.holder or actor.official is None:
            raise Refused("no_holder", _("This page has lost its name. Open the table again from its link."))
        held = lease_of(game)
        if held is None:
            _take(game, actor.official, actor.holder)
        elif held.holder == actor.holder and held.official_id == actor.official.pk:
            return game
        elif held.holder == actor.holder or over:
            _take_over(held, actor, actor.official)
        else:
            raise table_held(held)
    return game


def give_back_tables(tournament: Tournament, holder: str) -> None:
    """Let go of every table of an event that a tablet holds."""
    if holder:
        Lease.objects.filter(game__round__tournament=tournament, holder=holder).delete()


def see_tablet(lease: Lease | None, actor: Actor) -> None:
    """Note that the tablet which holds a table was heard of just now."""
    now = timezone.now()
    if lease and actor.holder == lease.holder and now - lease.seen_at > SEEN_EVERY:
        Lease.objects.filter(pk=lease.pk).update(seen_at=now)
        lease.seen_at = now


def see_tables(round_: Round, actor: Actor) -> None:
    """Note the same for every table of a round that the tablet holds: its official walks from one to another."""
    now = timezone.now()
    if actor.holder:
        seen_before = Lease.objects.filter(game__round=round_, holder=actor.holder, seen_at__lt=now - SEEN_EVERY)
        seen_before.update(seen_at=now)


def _take(game: Game, official: Official, holder: str) -> None:
    now = timezone.now()
    game.lease = Lease.objects.create(game=game, official=official, holder=holder, taken_at=now, seen_at=now)


def _take_over(held: Lease, actor: Actor, official: Official) -> None:
    game, before = held.game, held.official.name
    held.official, held.holder = official, actor.holder or ""
    held.taken_at = held.seen_at = timezone.now()
    held.save(update_fields=["official", "holder", "taken_at", "seen_at"])
    audit.note(actor, "take_over_table", game, tournament=game.round.tournament, table=game.table, before=before)
