"""What pages and acts need to know about the entries of an event."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Prefetch, Q, QuerySet

from ..entry_list import Known, Pair, Person
from ..models import Entry, EntryMember, Player, Round, Tournament
from .rounds import SHOWN

DRAWN = (Round.State.DRAWN, *SHOWN)


def search_entries(tournament: Tournament, words: str = "") -> QuerySet[Entry]:
    """Find entries by number, name, licence or club; all of them without a word."""
    # Joined: fetched by themselves, a thousand players are a condition too deep for SQLite.
    members = Prefetch("members", EntryMember.objects.select_related("player").order_by("place"))
    found = tournament.entries.select_related("club").prefetch_related(members)
    for word in words.split()[:6]:
        found = found.filter(pk__in=_matching(tournament, word).values("pk"))
    return found.order_by("number")


def _matching(tournament: Tournament, word: str) -> QuerySet[Entry]:
    """Match one word. One or two figures are a number: half of all licences have them somewhere."""
    if word.isdecimal() and len(word) < 3:
        return tournament.entries.filter(number=int(word))
    either = Q(number=int(word)) if word.isdecimal() and len(word) < 10 else Q()
    # In every spelling: SQLite folds the case of Latin letters only.
    for spelling in {word, word.lower(), word.capitalize(), word.upper()}:
        either |= Q(members__player__name__icontains=spelling) | Q(members__player__latin_name__icontains=spelling)
        either |= Q(members__player__licence__icontains=spelling) | Q(club__name__icontains=spelling)
    return tournament.entries.filter(either)


def entry_counts(tournament: Tournament) -> dict[str, int]:
    """Count the entries, and those withdrawn."""
    return tournament.entries.aggregate(all=Count("pk"), withdrawn=Count("pk", filter=Q(withdrawn_at__isnull=False)))


def latest_drawn(tournament: Tournament) -> Round | None:
    """Find the latest round that is drawn, published or played; None while the entries are still open."""
    return tournament.rounds.filter(state__in=DRAWN).order_by("-number").first()


def known_for(tournament: Tournament, pairs: Iterable[Pair], *, without: Entry | None = None) -> Known:
    """Look up what is known of the players, entries and numbers that rows name, leaving out one entry if asked."""
    licences = {licence for pair in pairs for licence in pair.licences}
    entries = tournament.entries.exclude(pk=without.pk) if without else tournament.entries.all()
    members = EntryMember.objects.filter(entry__in=entries, player__licence__in=licences)
    return Known(
        names=dict(
            Player.objects.filter(federation=tournament.federation_id, licence__in=licences).values_list(
                "licence", "name"
            )
        ),
        entered={
            licence: (number, name)
            for licence, number, name in members.values_list("player__licence", "entry__number", "entry__name")
        },
        numbers=dict(entries.values_list("number", "name")),
    )


def as_pair(entry: Entry) -> Pair:
    """Write an entry as a row of an entry list; for the form that changes it."""
    people = [
        Person(m.player.name, m.player.licence, "" if m.player.rating is None else str(m.player.rating))
        for m in entry.members.all()
    ]
    first, second, *_rest = [*people, Person("", ""), Person("", "")]
    club = entry.club.name if entry.club else ""
    return Pair(0, str(entry.number), (first, second), club, entry.country)
