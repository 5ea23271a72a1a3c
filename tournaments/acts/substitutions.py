"""Another player takes the place of a member of an entry, from the next round that is not published."""

from __future__ import annotations

from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ..entry_list import Pair, Person
from ..models import Entry, EntryMember, Player, Round, Seat
from ..names import pair_name
from ..permissions import Actor
from ..reads.entries import as_pair, known_for
from ..reads.rounds import OPEN
from ..refusals import Refused, reason_given
from . import audit
from .entries import locked_entry, refuse_unseen
from .entry_list import players_for, refuse_faulty, taken_meanwhile
from .events import lock_event


def substitute_player(
    entry: Entry, place: int, person: Person, *, reason: str, actor: Actor, keep_known: bool = False, seen: str = ""
) -> Entry:
    """Let another player take a member's place; what was published and played stays with who sat there."""
    actor.require("change_entries")
    reason = reason_given(reason, _("Write why the player is replaced: the reason stays in the audit record."))
    try:
        with transaction.atomic():
            event = lock_event(entry.tournament)
            entry = locked_entry(entry)
            refuse_unseen(entry, seen)
            member = _member(entry, place)
            _refuse_open_round(entry)
            pair = _with(entry, place, person)
            refuse_faulty([pair], known_for(event, [pair], without=entry), {pair.line} if keep_known else ())
            new = players_for(event, [pair], {})[pair.players[place - 1]]
            before = member.player
            _replace(entry, member, new, before)
            audit.note(
                actor, "substitute_player", entry, tournament=event, reason=reason, entry=entry.pk,
                leaves=f"{before.name} {before.licence}", comes=f"{new.name} {new.licence}",
            )  # fmt: skip
    except IntegrityError:
        raise taken_meanwhile() from None
    return entry


def _member(entry: Entry, place: int) -> EntryMember:
    member = entry.members.select_related("player").filter(place=place).first()
    if member is None:
        raise Refused("no_such_place", _("%(entry)s has no such player. Choose one of its own.") % {"entry": entry})
    if entry.withdrawn_at:
        raise Refused("withdrawn", _("%(entry)s is withdrawn. Let it return first.") % {"entry": entry})
    return member


def _refuse_open_round(entry: Entry) -> None:
    seat = (
        Seat.objects.filter(entry=entry, round__state__in=OPEN, game__bye=False)
        .select_related("round", "game")
        .order_by("round__number")
        .first()
    )
    if seat:
        raise Refused(
            "round_open",
            _(
                "%(entry)s sits at table %(table)s of round %(number)s, which is not closed. Put the substitute in at "
                "the table for that game, or replace the player here when the round is closed."
            )
            % {"entry": entry, "table": seat.game.table, "number": seat.round.number},
        )


def _with(entry: Entry, place: int, person: Person) -> Pair:
    """Write the entry as it will be; a player who stays in his own place is no substitute."""
    pair = as_pair(entry)
    leaving = pair.players[place - 1]
    same_name = person.name.casefold() == leaving.name.casefold()
    if person.licence == leaving.licence or (not person.licence and same_name):
        raise Refused(
            "same_player",
            _("%(name)s holds this place already. A slip in a name is put right under “Correct names”.")
            % {"name": leaving.name},
            columns=(f"Player {place}",),
        )
    people = [person if at == place else there for at, there in enumerate(pair.players, start=1)]
    return replace(pair, players=(people[0], people[1]))


def _replace(entry: Entry, member: EntryMember, new: Player, old: Player) -> None:
    member.player = new
    member.save(update_fields=["player"])
    names = entry.members.order_by("place").values_list("player__name", flat=True)
    entry.name = pair_name(names)
    entry.save(update_fields=["name"])
    drawn = Seat.objects.filter(entry=entry, player=old, round__state=Round.State.DRAWN)
    drawn.update(player=new)
