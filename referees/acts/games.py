"""Open a game for an act: its row locked, the actor checked, the tablet that holds it respected."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Game
from tournaments.permissions import Actor
from tournaments.refusals import NotPermitted, Refused

from ..models import Lease


def lock_game(game_id: int, actor: Actor, act: str, *, from_any_tablet: bool = False) -> Game:
    """Lock the row of a game of the actor's own event. Refuses whoever may not do `act` there.

    One owner per table: who comes from a tablet that does not hold it is refused while another one does.
    """
    game = _locked(game_id)
    if game is None or game.bye:
        raise Refused("no_such_game", _("There is no such game. Open the table again from its link."))
    official = actor.official
    if official is None and not actor.everything:
        raise NotPermitted("no_pen", _("Nobody holds the pen here. Open the table from its link and enter your PIN."))
    if official is not None and official.tournament_id != game.round.tournament_id:
        raise NotPermitted("not_your_event", _("This table belongs to another event. Use the link of your own event."))
    actor.require(act)
    held = lease_of(game)
    if held and actor.holder is not None and actor.holder != held.holder and not from_any_tablet:
        raise table_held(held)
    return game


def _locked(game_id: int) -> Game | None:
    """Lock first and read afterwards: what is joined to a row that had to be waited for is as old as the question.

    Who takes over a table or closes a round holds the lock on the game as well, so its round and its lease are of now.
    """
    Game.objects.select_for_update().order_by().filter(pk=game_id).values_list("pk").first()
    return Game.objects.select_related("round__tournament", "lease__official").order_by().filter(pk=game_id).first()


def lease_of(game: Game) -> Lease | None:
    """Give the lease of a game, if there is one."""
    return getattr(game, "lease", None)


def table_held(lease: Lease) -> Refused:
    """Say who holds a table and when that tablet was last heard of."""
    seen = timezone.localtime(lease.seen_at)
    return Refused(
        "table_held",
        _("%(name)s writes this table on another tablet or in another window; last contact %(time)s.")
        % {"name": lease.official.name, "time": date_format(seen, "H:i")},
        name=lease.official.name,
    )
