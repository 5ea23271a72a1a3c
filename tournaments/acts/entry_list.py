"""Taking rows of an entry list into an event: all of them or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..entry_list import Fault, Known, Pair, Person, event_faults, list_faults
from ..models import Club, Entry, EntryMember, Player, Tournament
from ..names import pair_name
from ..permissions import Actor
from ..reads.entries import Door, door, known_for
from ..reads.entry_words import entry_word
from ..reads.rounds import SHOWN
from ..refusals import Refused
from . import audit
from .categories import put_into_categories
from .events import lock_event


def take_entries(
    tournament: Tournament, pairs: Sequence[Pair], *, actor: Actor, keep_known: Collection[int] = ()
) -> list[Entry]:
    """Enter pairs, and the players and clubs that are new: all of them or none.

    `keep_known` are the lines whose question was answered: a licence is known by another name, the known player it is.
    """
    actor.require("change_entries")
    try:
        with transaction.atomic():
            event = lock_event(tournament)
            from_round = first_round_of_new(event)
            refuse_faulty(pairs, known_for(event, pairs), keep_known)
            entries = _write(event, pairs, from_round)
            subject = entries[0] if len(entries) == 1 else f"{len(entries)} entries"
            audit.note(actor, "take_entries", subject, tournament=event, numbers=[entry.number for entry in entries])
    except IntegrityError:
        raise taken_meanwhile() from None
    return entries


def first_round_of_new(tournament: Tournament) -> int:
    """Give the round from which a new entry plays; refuses it once entries are closed."""
    found = door(tournament)
    if found.closed:
        _refuse_new(found, tournament.entry_kind)
    return found.from_round


def refuse_after_draw(tournament: Tournament, entry: Entry) -> None:
    """Refuse to change who competes once the draw rests on it; on a reserve and on who comes late none does yet."""
    found = door(tournament)
    if found.drawn is not None and not entry.reserve and entry.from_round <= found.drawn.number:
        _refuse_drawn(found, tournament.entry_kind)


def _refuse_new(found: Door, kind: str) -> None:
    if found.closed == "late":
        raise Refused(
            "entries_closed",
            entry_word(kind, "closed_when") % {"number": found.closes_at},
        )
    if found.closed == "last":
        raise Refused("all_drawn", _("The last round is drawn. Plan more rounds in the regulations to take more in."))
    _refuse_drawn(found, kind)


def _refuse_drawn(found: Door, kind: str) -> None:
    drawn = found.drawn
    assert drawn is not None  # it is closed because of it
    if drawn.state in SHOWN:
        raise Refused(
            "entries_fixed",
            entry_word(kind, "fixed_when") % {"number": drawn.number},
        )
    raise Refused(
        "round_drawn",
        _("Round %(number)s is drawn with these entries. Undo its draw first, then change them.")
        % {"number": drawn.number},
    )


def refuse_faulty(pairs: Sequence[Pair], known: Known, keep_known: Collection[int]) -> None:
    """Refuse the first row with a fault, or with a question that was not answered."""
    pairs = [replace(pair, kind=known.kind) for pair in pairs]
    for fault in [*list_faults(pairs), *event_faults(pairs, known)]:
        if not (fault.question and fault.line in keep_known):
            raise Refused(fault.code, _sentence(fault), columns=fault.columns)


def taken_meanwhile() -> Refused:
    """Tell the loser of a race."""
    return Refused(
        "taken_meanwhile",
        _("Somebody entered one of these players or numbers at the same moment. Nothing was written: look again."),
    )


def players_for(tournament: Tournament, pairs: Sequence[Pair], clubs: dict[str, Club]) -> dict[Person, Player]:
    """Find the known players of rows by licence and make the new ones; a newer rating is taken over."""
    licences = {licence for pair in pairs for licence in pair.licences}
    known = {p.licence: p for p in Player.objects.filter(federation=tournament.federation, licence__in=licences)}
    found: dict[Person, Player] = {}
    fresh, rated = [], []
    for pair in pairs:
        for person in pair.players:
            player = known.get(person.licence)
            if player is None:
                player = _new_player(tournament, person, pair, clubs)
                fresh.append(player)
            elif person.rating is not None and player.rating != person.rating:
                player.rating = person.rating
                rated.append(player)
            found[person] = player
    Player.objects.bulk_create(fresh)
    Player.objects.bulk_update(rated, ["rating"], batch_size=200)
    return found


def clubs_for(tournament: Tournament, pairs: Sequence[Pair]) -> dict[str, Club]:
    """Find the clubs of rows by name, and make the new ones."""
    countries = {pair.club: pair.country for pair in pairs if pair.club}
    clubs = {club.name: club for club in Club.objects.filter(federation=tournament.federation, name__in=countries)}
    new = [
        Club(federation=tournament.federation, name=name, country=country)
        for name, country in countries.items()
        if name not in clubs
    ]
    return clubs | {club.name: club for club in Club.objects.bulk_create(new)}


def _new_player(tournament: Tournament, person: Person, pair: Pair, clubs: dict[str, Club]) -> Player:
    player = Player(
        federation=tournament.federation,
        licence=person.licence,
        name=person.name,
        rating=person.rating,
        country=pair.country,
        club=clubs.get(pair.club),
    )
    if not player.licence:  # a club evening: the player stands under a number of ours until there is a licence
        player.licence = f"T-{player.key[1:9]}".upper()
    return player


def _write(tournament: Tournament, pairs: Sequence[Pair], from_round: int) -> list[Entry]:
    now = timezone.now()
    clubs = clubs_for(tournament, pairs)
    players = players_for(tournament, pairs, clubs)
    numbers = _numbers(tournament, pairs)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            kind=tournament.entry_kind,
            name=pair_name(players[person].name for person in pair.players),
            club=clubs.get(pair.club),
            country=pair.country,
            reserve=pair.reserve,
            fee_paid_at=now if pair.fee_paid else None,
            from_round=from_round,
        )
        for pair, number in zip(pairs, numbers, strict=True)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=tournament, player=players[person], place=place)
        for entry, pair in zip(entries, pairs, strict=True)
        for place, person in enumerate(pair.players, start=1)
    )
    put_into_categories(tournament, entries, [pair.categories for pair in pairs])
    return entries


def _numbers(tournament: Tournament, pairs: Sequence[Pair]) -> list[int]:
    """Keep the numbers of the list; who has none gets the next free one after all others."""
    given = [pair.number for pair in pairs if pair.number is not None]
    last = max([*given, *tournament.entries.values_list("number", flat=True)], default=0)
    numbers = []
    for pair in pairs:
        last += pair.number is None
        numbers.append(last if pair.number is None else pair.number)
    return numbers


def _sentence(fault: Fault) -> str:
    if not fault.line:
        return fault.sentence
    in_text = _("Row %(row)s, line %(line)s: %(fault)s")
    words = _("Row %(line)s of the sheet, No %(row)s: %(fault)s") if fault.sheet else in_text
    return words % {
        "row": fault.row or "–",
        "line": fault.line,
        "fault": fault.sentence,
    }
