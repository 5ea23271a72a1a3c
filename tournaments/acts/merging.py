"""Merging two lines of the registry that mean one person."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import EntryMember, OtherKey, Player, Result, Seat, Tournament
from ..permissions import Actor, name_of
from ..reads.merging import events_with, fillable, merge_stamp, obstacle_to
from ..refusals import Refused
from . import audit
from .entries import rename_entries_of
from .registry import require_registrar

GONE = gettext_lazy("One of the two is no longer in the registry: somebody has merged them already.")


def merge_players(kept: Player, gone: Player, *, user: User, seen: str = "") -> Player:
    """Let one player take over all that another was: entries, chairs, results and the key he was recorded under.

    Records stay as they were signed: they name the key of the one who goes, which is the kept player's from then on,
    with its own salt. `seen` is the stamp of the page that said what moves.
    """
    for federation in {kept.federation_id, gone.federation_id}:
        require_registrar(user, federation)
    with transaction.atomic():
        events = events_with(kept) | events_with(gone)
        kept, gone = _locked(kept, gone, events)
        if (seen and seen != merge_stamp(kept, gone)) or events_with(kept) | events_with(gone) != events:
            raise Refused(
                "changed_meanwhile",
                _("Somebody changed one of the two since you opened this page. Look at what it says now, then merge."),
            )
        if obstacle := obstacle_to(kept, gone):
            raise Refused("cannot_merge", obstacle)
        moved = _move(kept, gone)
        _fill(kept, gone)
        _note(kept, gone, moved, user)
        gone.delete()
        rename_entries_of(kept)
    return kept


def _locked(kept: Player, gone: Player, events: set[int]) -> tuple[Player, Player]:
    """Lock in the order in which all acts lock: the events, then who is in them."""
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=events).order_by("pk"))
    people = Player.objects.select_for_update(of=("self",)).select_related("club", "federation")
    found = {player.pk: player for player in people.filter(pk__in=[kept.pk, gone.pk]).order_by("pk")}
    if kept.pk not in found or gone.pk not in found:
        raise Refused("gone_meanwhile", GONE)
    return found[kept.pk], found[gone.pk]


def _move(kept: Player, gone: Player) -> dict[str, int]:
    """Bring over what hangs on the one who goes; count it."""
    moved = {
        "entries": EntryMember.objects.filter(player=gone).update(player=kept),
        "seats": Seat.objects.filter(player=gone).update(player=kept),
        "results": Result.objects.filter(player=gone).update(player=kept),
    }
    gone.other_keys.update(player=kept)
    OtherKey.objects.create(player=kept, key=gone.key, salt=gone.salt)
    return moved


def _fill(kept: Player, gone: Player) -> None:
    names = fillable(kept, gone)
    for name in names:
        setattr(kept, name, getattr(gone, name))
    if names:
        kept.save(update_fields=names)


def _note(kept: Player, gone: Player, moved: dict[str, int], user: User) -> None:
    """Write down who was merged into whom."""
    actor = Actor(name=name_of(user), user=user)
    details: dict[str, Any] = {"player": kept.pk, "gone": gone.pk, "key": gone.key}
    details |= {"licence": gone.licence, "was": gone.name}
    audit.note(actor, "merge_players", kept, tournament=None, **(details | moved))
