"""What pages and acts need to know about the entries of an event."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, OuterRef, Prefetch

from ..entry_list import Known, Pair, Person
from ..models import AuditEntry, Category, Disqualification, Entry, EntryMember, Player, Regulations, Round, Tournament
from .people import is_meant, words_of
from .rounds import SHOWN

DRAWN = (Round.State.DRAWN, *SHOWN)


ROUND_ROBINS = (Regulations.System.ROUND_ROBIN, Regulations.System.DOUBLE_ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class Door:
    """Whether an entry can come in now: from which round it would play, or why none can ("drawn", "late", "last")."""

    from_round: int = 1
    closed: str = ""
    closes_at: int = 1
    drawn: Round | None = None

    @property
    def late(self) -> bool:
        """Tell whether who comes in now has missed rounds."""
        return not self.closed and self.from_round > 1


def door(tournament: Tournament) -> Door:
    """Look whether entries are open: to the first draw of a round robin, else until the round the regulations name."""
    drawn = list(tournament.rounds.filter(state__in=DRAWN).order_by("-number"))
    if not drawn:
        return Door()
    try:
        regulations = tournament.regulations
    except ObjectDoesNotExist:
        return Door(closed="drawn", drawn=drawn[0])
    closes_at, last = regulations.entries_close, drawn[0]
    if regulations.system in ROUND_ROBINS:
        return Door(closed="drawn", drawn=last)
    closed = "late" if any(r.state in SHOWN and r.number >= closes_at for r in drawn) else ""
    if not closed and last.number >= regulations.planned_rounds:
        closed = "last"
    return Door(last.number + 1, closed, closes_at, last)


def latest_drawn(tournament: Tournament) -> Round | None:
    """Find the latest round that is drawn, published or played; None while the entries are still open."""
    return tournament.rounds.filter(state__in=DRAWN).order_by("-number").first()


@dataclass(frozen=True, slots=True)
class Kind:
    """A filter of the list: what it is called in the address, and how many entries it shows."""

    code: str
    count: int
    category: str = ""


def all_entries(tournament: Tournament) -> list[Entry]:
    """List the entries with all that the desk shows of them."""
    # Joined: fetched by themselves, a thousand players are a condition too deep for SQLite.
    members = Prefetch("members", EntryMember.objects.select_related("player").order_by("place"))
    in_force = Disqualification.objects.filter(entry=OuterRef("pk"), taken_back_at=None)
    entries = tournament.entries.select_related("club").prefetch_related(members, "categories")
    return list(entries.annotate(disqualified=Exists(in_force)).order_by("number"))


def find_entries(entries: Iterable[Entry], words: str) -> list[Entry]:
    """Find entries by number, or by name in any script, licence or club; all of them without a word.

    One or two figures are a number: half of all licences have them somewhere.
    """
    found = list(entries)
    for word in words.split()[:6]:
        found = [entry for entry in found if _is_meant(entry, word)]
    return found


def check_in_begun(entries: Iterable[Entry]) -> bool:
    """Tell whether anybody who takes part has been checked in: where nobody keeps the door, nobody is missing."""
    return any(entry.checked_in_at and entry.withdrawn_at is None and not entry.reserve for entry in entries)


def of_kind(entries: Iterable[Entry], code: str, *, begun: bool) -> list[Entry]:
    """Keep the entries that a filter shows; `begun` is what check_in_begun tells of all entries."""
    return [entry for entry in entries if not code or code in _kinds(entry, begun=begun)]


def entry_kinds(entries: Sequence[Entry], *, begun: bool) -> list[Kind]:
    """Count what the filters would show; one that shows nobody is left out. `begun` as in of_kind."""
    kinds = [_kinds(entry, begun=begun) for entry in entries]
    names = {f"in-{c.code}": c.name for entry in entries for c in entry.categories.all()}
    fixed = ("here", "missing", "paid", "unpaid", "reserve", "late", "withdrawn")
    found = [Kind(code, sum(code in of for of in kinds), names.get(code, "")) for code in (*fixed, *sorted(names))]
    return [kind for kind in found if kind.count]


def _kinds(entry: Entry, *, begun: bool) -> set[str]:
    takes_part = entry.withdrawn_at is None
    said = {
        "withdrawn": not takes_part,
        "reserve": takes_part and entry.reserve,
        "here": takes_part and entry.checked_in_at is not None,
        "missing": begun and takes_part and not entry.reserve and entry.checked_in_at is None,
        "paid": entry.fee_paid_at is not None,
        "unpaid": takes_part and entry.fee_paid_at is None,
        "late": entry.from_round > 1,
    }
    return {code for code, true in said.items() if true} | {f"in-{c.code}" for c in entry.categories.all()}


def _is_meant(entry: Entry, word: str) -> bool:
    if word.isdecimal() and len(word) < 3:
        return entry.number == int(word)
    if word.isdecimal() and len(word) < 10 and entry.number == int(word):
        return True
    people = [member.player for member in entry.members.all()]
    texts = [text for player in people for text in (player.name, player.latin_name, player.licence)]
    return is_meant([word], words_of(*texts, entry.club.name if entry.club else ""))


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
        kind=tournament.entry_kind,
    )


def as_pair(entry: Entry) -> Pair:
    """Write an entry as a row of an entry list; for the form that changes it."""
    people = [
        Person(m.player.name, m.player.licence, "" if m.player.rating is None else str(m.player.rating))
        for m in entry.members.all()
    ]
    first, second, *_rest = [*people, Person("", ""), Person("", "")]
    club = entry.club.name if entry.club else ""
    return Pair(
        0,
        str(entry.number),
        (first, second),
        club,
        entry.country,
        categories=tuple(category.name for category in entry.categories.all()),
        fee_text="yes" if entry.fee_paid_at else "",
        reserve_text="yes" if entry.reserve else "",
    )


def entry_stamp(entry: Entry) -> str:
    """Tell what an entry says now from what it said when a form was opened."""
    told = [entry.number, entry.club_id, entry.country, entry.reserve, entry.fee_paid_at is not None,
            sorted(category.pk for category in entry.categories.all()),
            [[m.player.name, m.player.licence, m.player.rating] for m in entry.members.all()]]  # fmt: skip
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def last_change(entry: Entry) -> AuditEntry | None:
    """Find who changed an entry last, as far as the audit record names it."""
    notes = AuditEntry.objects.filter(tournament=entry.tournament_id)
    return notes.filter(details__entry=entry.pk).first() or notes.filter(subject=str(entry)).first()


def categories_of(tournament: Tournament) -> list[Category]:
    """List the categories of an event by name."""
    return list(tournament.categories.all())
