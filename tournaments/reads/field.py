"""The field of a round robin: which entry has which place of the Berger table, and which places are empty."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from ..draw.round_robin import berger, round_of
from ..models import Entry, EntryMember, Seat, Tournament
from ..refusals import Refused

Meeting = tuple[Entry, Entry | None]


def places(tournament: Tournament) -> list[Entry]:
    """List the entries by their places in the table: by number, from the first draw on the same for the whole event."""
    members = EntryMember.objects.select_related("player").order_by("place")
    entries = list(tournament.entries.prefetch_related(Prefetch("members", members)).order_by("number"))
    drawn = set(Seat.objects.filter(round__tournament=tournament, round__number=1).values_list("entry_id", flat=True))
    return [entry for entry in entries if (entry.pk in drawn if drawn else entry.withdrawn_at is None)]


def meetings(field: Sequence[Entry], number: int) -> list[Meeting]:
    """Say who meets whom in a round, in the order of the tables; who meets a withdrawn entry, or nobody, has a bye."""
    drawn = round_of(len(field), number)
    games: list[Meeting] = []
    byes = [field[drawn.bye - 1]] if drawn.bye else []
    for a, b in ((field[pairing.a - 1], field[pairing.b - 1]) for pairing in drawn.pairings):
        if a.withdrawn_at or b.withdrawn_at:
            byes += [a, b]
        else:
            games.append((a, b))
    return games + [(entry, None) for entry in byes if not entry.withdrawn_at]


def rounds_of_the_table(entries: int) -> int:
    """Count the rounds after which everybody has met everybody; what is played past them has the sides swapped."""
    return len(berger(entries)) if entries > 1 else 0


def require_whole_pairs(entries: list[Entry]) -> None:
    """Refuse `entry_incomplete` where a pair has not two players."""
    short = [entry for entry in entries if entry.withdrawn_at is None and len(entry.members.all()) != 2]
    if short:
        raise Refused(
            "entry_incomplete",
            _("Entry %(entry)s has not two players. Complete it or withdraw it, then draw.") % {"entry": short[0]},
        )
