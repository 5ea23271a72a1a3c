"""Correcting what the registry says of a player or a club, whatever events they are in."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import AuditEntry, Club, EntryMember, Player, Tournament
from ..permissions import Actor, name_of
from ..reads.registry import club_stamp, player_stamp, registered
from ..refusals import NotPermitted, Refused
from . import audit
from .entries import rename_entries_of


@dataclass(frozen=True, slots=True)
class PlayerData:
    """What the registry says of a player; the licence is that by which lists know him, and stays."""

    name: str
    latin_name: str = ""
    club: str = ""
    country: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class ClubData:
    """What the registry says of a club."""

    name: str
    country: str = ""


def correct_player(player: Player, data: PlayerData, *, user: User, seen: str = "") -> Player:
    """Correct a player, and the names of his entries with him; what was signed keeps the name of its day."""
    require_registrar(user, player.federation_id)
    with transaction.atomic():
        player = _locked_player(player)
        _refuse_unseen(player, player_stamp(player), seen)
        before = f"{player.name} {player.latin_name} {player.country} {player.club or ''} {player.rating}"
        renamed = player.name != data.name
        player.name, player.latin_name, player.country = data.name, data.latin_name, data.country
        player.rating, player.club = data.rating, _club(player, data)
        player.save(update_fields=["name", "latin_name", "country", "rating", "club"])
        if renamed:
            rename_entries_of(player)
        _note(user, "correct_player", player, before=before, player=player.pk)
    return player


def correct_club(club: Club, data: ClubData, *, user: User, seen: str = "") -> Club:
    """Correct a club; its players and entries stay with it."""
    require_registrar(user, club.federation_id)
    try:
        with transaction.atomic():
            club = Club.objects.select_for_update(of=("self",)).select_related("federation").get(pk=club.pk)
            _refuse_unseen(club, club_stamp(club), seen)
            before = f"{club.name} {club.country}"
            club.name, club.country = data.name, data.country
            club.save(update_fields=["name", "country"])
            _note(user, "correct_club", club, before=before, club=club.pk)
    except IntegrityError:
        said = _("Another club is called %(name)s already. Give this one a name that tells them apart.")
        raise Refused("name_taken", said % {"name": data.name}, field="name") from None
    return club


def require_registrar(user: User, federation: int) -> None:
    """Refuse who does not help to run an event of a federation."""
    if not registered(user).filter(pk=federation).exists():
        raise NotPermitted(
            "not_permitted", _("The registry is for administrators, and for organisers and desks of its events.")
        )


def _locked_player(player: Player) -> Player:
    events = EntryMember.objects.filter(player=player).values("tournament")
    # In the order in which all acts lock: the events, then who is in them.
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=events).order_by("pk"))
    found = Player.objects.select_for_update(of=("self",)).select_related("club", "federation").get(pk=player.pk)
    if found.erased_at:
        raise Refused("erased", _("This person was erased from the registry. Nothing can be written here."))
    return found


def _club(player: Player, data: PlayerData) -> Club | None:
    if not data.club:
        return None
    made, _new = Club.objects.get_or_create(
        federation=player.federation, name=data.club, defaults={"country": data.country}
    )
    return made


def _refuse_unseen(subject: Player | Club, stamp: str, seen: str) -> None:
    """Refuse to overwrite what somebody wrote since the form was opened; `seen` is the stamp it had then."""
    if not seen or seen == stamp:
        return
    key = "player" if isinstance(subject, Player) else "club"
    last = AuditEntry.objects.filter(**{f"details__{key}": subject.pk}).first()
    told = _("%(name)s was changed meanwhile.") % {"name": subject}
    if last:
        told = _("%(name)s was changed meanwhile by %(who)s at %(time)s.") % {
            "name": subject,
            "who": last.actor,
            "time": date_format(timezone.localtime(last.at), "H:i"),
        }
    raise Refused(
        "changed_meanwhile",
        told + " " + _("What it says now stands beneath; what you typed is kept. Look at both, then send it again."),
    )


def _note(user: User, act: str, subject: object, **details: str | int) -> None:
    audit.note(Actor(name=name_of(user), user=user), act, subject, tournament=None, reason="", **details)
