"""Entries one by one: enter, change, take in, withdraw, return, delete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..entry_list import Known, Pair, Person
from ..models import Club, Entry, EntryMember, Player, Seat, Tournament
from ..names import pair_name, tidy
from ..permissions import Actor
from ..reads.disqualification import in_force
from ..reads.entries import as_pair, door, entry_stamp, known_for, last_change
from ..reads.entry_words import entry_word
from ..refusals import Refused
from . import audit
from .categories import change_categories
from .entry_list import (
    clubs_for,
    first_round_of_new,
    players_for,
    refuse_after_draw,
    refuse_faulty,
    take_entries,
    taken_meanwhile,
)
from .events import lock_event


def add_entry(tournament: Tournament, pair: Pair, *, actor: Actor, keep_known: bool = False) -> Entry:
    """Enter one pair typed by hand; without a number it gets the next free one."""
    return take_entries(tournament, [pair], actor=actor, keep_known={pair.line} if keep_known else ())[0]


def change_entry(entry: Entry, pair: Pair, *, actor: Actor, keep_known: bool = False, seen: str = "") -> Entry:
    """Change what an entry says and who its players are, before a round is drawn.

    `seen` is the stamp of the entry when its form was opened: a change made meanwhile is not overwritten unseen.

    A member whose licence stays gets a new name; one whose name stays gets a new licence; else it is another player.
    """
    actor.require("change_entries")
    try:
        with transaction.atomic():
            event = lock_event(entry.tournament)
            entry = locked_entry(entry)
            refuse_unseen(entry, seen)
            refuse_after_draw(event, entry)
            pair = _with_licences(entry, pair)
            before = str(entry)
            corrected = _correct_members(entry, pair, set(known_for(event, [pair]).names))
            refuse_faulty([pair], known_for(event, [pair], without=entry), {pair.line} if keep_known else ())
            _rewrite(event, entry, pair)
            audit.note(
                actor, "change_entry", entry, tournament=event, before=before, corrected=corrected, entry=entry.pk
            )
    except IntegrityError:
        raise taken_meanwhile() from None
    return entry


def withdraw_entry(entry: Entry, *, actor: Actor, reason: str = "") -> None:
    """Take an entry out of the rounds to come; what it has played stays."""
    actor.require("change_entries")
    with transaction.atomic():
        lock_event(entry.tournament)
        entry = locked_entry(entry)
        if entry.withdrawn_at:
            raise Refused("already_withdrawn", _("%(entry)s is withdrawn already.") % {"entry": entry})
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        audit.note(actor, "withdraw_entry", entry, tournament=entry.tournament, reason=reason, entry=entry.pk)


def return_entry(entry: Entry, *, actor: Actor) -> None:
    """Bring a withdrawn entry back into the rounds to come."""
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if not entry.withdrawn_at:
            raise Refused("not_withdrawn", _("%(entry)s is not withdrawn.") % {"entry": entry})
        if in_force(entry):
            raise Refused(
                "disqualified",
                _("%(entry)s is disqualified. The chief referee can take that back, and then it returns.")
                % {"entry": entry},
            )
        _require_place(event, entry)
        entry.withdrawn_at = None
        entry.save(update_fields=["withdrawn_at"])
        audit.note(actor, "return_entry", entry, tournament=event, entry=entry.pk)


def take_in(entry: Entry, *, actor: Actor) -> Entry:
    """Let a reserve take part, from the next round to be drawn."""
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if not entry.reserve:
            raise Refused("no_reserve", _("%(entry)s takes part already.") % {"entry": entry})
        if entry.withdrawn_at:
            raise Refused("withdrawn", _("%(entry)s is withdrawn. Let it return first.") % {"entry": entry})
        entry.from_round, entry.reserve = first_round_of_new(event), False
        entry.save(update_fields=["from_round", "reserve"])
        audit.note(actor, "take_in", entry, tournament=event, from_round=entry.from_round, entry=entry.pk)
    return entry


def set_fee(entry: Entry, *, paid: bool, actor: Actor) -> Entry:
    """Write down that an entry has paid its fee, or that it has not; said twice it changes nothing."""
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if (entry.fee_paid_at is not None) != paid:
            entry.fee_paid_at = timezone.now() if paid else None
            entry.save(update_fields=["fee_paid_at"])
            audit.note(actor, "set_fee", entry, tournament=event, paid=paid, entry=entry.pk)
    return entry


def set_categories(entry: Entry, names: Sequence[str], *, actor: Actor, seen: str = "") -> Entry:
    """Let an entry be ranked in these categories and no others; they can change at any time."""
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        refuse_unseen(entry, seen)
        refuse_faulty([replace(as_pair(entry), categories=tuple(names))], Known(kind=event.entry_kind), ())
        change_categories(event, entry, names)
        audit.note(actor, "set_categories", entry, tournament=event, categories=list(names), entry=entry.pk)
    return entry


def correct_names(entry: Entry, names: tuple[str, str], *, actor: Actor, seen: str = "") -> Entry:
    """Correct how the players of an entry are written, at any time: they stay the same people, by their licences.

    What was signed keeps the hash of the name as it was then.
    """
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        refuse_unseen(entry, seen)
        pair = _renamed(as_pair(entry), names)
        refuse_faulty([pair], Known(kind=event.entry_kind), ())
        corrected = _correct_members(entry, pair, set())
        entry.refresh_from_db(fields=["name"])
        if corrected:
            audit.note(actor, "correct_names", entry, tournament=event, corrected=corrected, entry=entry.pk)
    return entry


def delete_entry(entry: Entry, *, actor: Actor) -> None:
    """Delete an entry that was never seated; its players stay in the register."""
    actor.require("change_entries")
    with transaction.atomic():
        event = lock_event(entry.tournament)
        entry = locked_entry(entry)
        if Seat.objects.filter(entry=entry).exists():
            raise Refused(
                "has_games",
                _("%(entry)s has been seated in a round, so it cannot be deleted. Withdraw it instead.")
                % {"entry": entry},
            )
        refuse_after_draw(event, entry)
        if entry.disqualifications.exists():
            raise Refused(
                "was_disqualified",
                _("%(entry)s was disqualified, and that stays on record: withdraw it instead.") % {"entry": entry},
            )
        audit.note(actor, "delete_entry", entry, tournament=event)
        entry.delete()


def _renamed(pair: Pair, names: tuple[str, str]) -> Pair:
    first, second = (replace(person, name=tidy(name)) for person, name in zip(pair.players, names, strict=True))
    return replace(pair, players=(first, second))


def has_place(event: Tournament, entry: Entry) -> bool:
    """Tell whether an entry can be drawn again: the table of a round robin has places for who was there in round 1."""
    if entry.reserve or door(event).closed != "drawn":
        return True
    return Seat.objects.filter(entry=entry, round__number=1).exists()


def _require_place(event: Tournament, entry: Entry) -> None:
    if not has_place(event, entry):
        raise Refused(
            "no_place",
            _(
                "%(entry)s was withdrawn when round 1 was drawn, so it has no place in the table of the round robin. "
                "Where nothing was recorded yet, undo the draw of round 1, let it return, and draw again."
            )
            % {"entry": entry},
        )


def rename_entries_of(player: Player) -> None:
    """Write the names of a player's entries anew after his own was corrected."""
    for entry in Entry.objects.filter(members__player=player).prefetch_related("members__player"):
        entry.name = pair_name(member.player.name for member in entry.members.all())
        entry.save(update_fields=["name"])


def _members(entry: Entry) -> dict[int, Player]:
    return {member.place: member.player for member in entry.members.select_related("player")}


def _with_licences(entry: Entry, pair: Pair) -> Pair:
    """Let a member whose licence was left empty keep the one he has."""
    members = _members(entry)

    def kept(place: int, person: Person) -> Person:
        player = members.get(place)
        same = player is not None and not person.licence and player.name == person.name
        return replace(person, licence=player.licence) if same and player else person

    first, second = pair.players
    return replace(pair, players=(kept(1, first), kept(2, second)))


def _correct_members(entry: Entry, pair: Pair, known: set[str]) -> list[str]:
    """Correct the name or the licence of members who stay the same people, in the register too."""
    corrected = []
    members = _members(entry)
    for place, person in enumerate(pair.players, start=1):
        player = members.get(place)
        if player is None or (player.name, player.licence) == (person.name, person.licence):
            continue
        same_licence = player.licence == person.licence
        new_licence = player.name == person.name and person.licence and person.licence not in known
        if person.name and (same_licence or new_licence):
            corrected.append(f"{player.name} {player.licence} → {person.name} {person.licence}")
            player.name, player.licence = person.name, person.licence
            player.save(update_fields=["name", "licence"])
            rename_entries_of(player)
    return corrected


def _rewrite(event: Tournament, entry: Entry, pair: Pair) -> None:
    clubs: dict[str, Club] = clubs_for(event, [pair])
    players = players_for(event, [pair], clubs)
    if pair.number is not None:
        entry.number = pair.number
    if entry.reserve and not pair.reserve:
        entry.from_round = first_round_of_new(event)
    entry.club, entry.country, entry.reserve = clubs.get(pair.club), pair.country, pair.reserve
    if (entry.fee_paid_at is not None) != pair.fee_paid:
        entry.fee_paid_at = timezone.now() if pair.fee_paid else None
    entry.name = pair_name(players[person].name for person in pair.players)
    entry.save(update_fields=["number", "club", "country", "name", "reserve", "from_round", "fee_paid_at"])
    change_categories(event, entry, pair.categories)
    entry.members.all().delete()
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=event, player=players[person], place=place)
        for place, person in enumerate(pair.players, start=1)
    )


def refuse_unseen(entry: Entry, seen: str) -> None:
    """Refuse to overwrite what somebody wrote since the form was opened; `seen` is the stamp it had then."""
    if not seen or seen == entry_stamp(entry):
        return
    last = last_change(entry)
    told = _("%(entry)s was changed meanwhile.") % {"entry": entry}
    if last:
        told = _("%(entry)s was changed meanwhile by %(who)s at %(time)s.") % {
            "entry": entry,
            "who": last.actor,
            "time": date_format(timezone.localtime(last.at), "H:i"),
        }
    raise Refused(
        "changed_meanwhile",
        told + " " + _("What it says now stands beneath; what you typed is kept. Look at both, then send it again."),
    )


def locked_entry(entry: Entry) -> Entry:
    """Hold the row of an entry to the end of the transaction; refuses one that was deleted."""
    found = Entry.objects.select_for_update(of=("self",)).select_related("tournament").filter(pk=entry.pk).first()
    if found is None:
        raise Refused("entry_gone", entry_word(entry.tournament.entry_kind, "gone"))
    return found
