"""The field of a draw: who takes part in a round, and what the rounds before say of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..draw.orders import order
from ..draw.round_robin import berger
from ..draw.values import Competitor, Wanted
from ..models import Entry, EntryMember, Regulations, Seat, Tournament
from ..refusals import Refused
from .standings import standings


@dataclass(frozen=True, slots=True)
class Plan:
    """What the next draw would make, before it is made; `absent` are those who have not checked in."""

    number: int
    system: str
    tables: int
    byes: int
    absent: tuple[Entry, ...]

    @property
    def words(self) -> str:
        """Count what would be drawn: 15 tables, 1 bye."""
        said = [ngettext("%(count)s table", "%(count)s tables", self.tables) % {"count": self.tables}]
        if self.byes:
            said.append(ngettext("%(count)s bye", "%(count)s byes", self.byes) % {"count": self.byes})
        return ", ".join(said)


@dataclass(slots=True)
class _Past:
    """What the rounds before brought one entry."""

    met: list[int] = field(default_factory=list)
    byes: int = 0
    sides: str = ""


def entries_of(tournament: Tournament) -> list[Entry]:
    """List all entries of an event by number, with their members and players."""
    members = EntryMember.objects.select_related("player").order_by("place")
    return list(tournament.entries.prefetch_related(Prefetch("members", members)).order_by("number"))


def is_out(entry: Entry, number: int) -> bool:
    """Tell whether an entry is not drawn in a round: withdrawn, a reserve, or to come later."""
    return bool(entry.withdrawn_at) or entry.reserve or entry.from_round > number


def wanted(
    tournament: Tournament, regulations: Regulations, entries: Sequence[Entry], number: int, *, rematches: bool = False
) -> Wanted:
    """Say what is to be drawn: by Swiss the standings and what was played, for a round robin the places."""
    if regulations.system == Regulations.System.SWISS:
        competitors = _by_standings(tournament, regulations, entries, number)
    else:
        competitors = [
            Competitor(entry.pk, place, out=is_out(entry, number))
            for place, entry in enumerate(_places(tournament, entries), start=1)
        ]
    apart = regulations.clubs_apart
    return Wanted(regulations.system, number, tuple(competitors), clubs_apart=apart, rematches=rematches)


def plan(tournament: Tournament, regulations: Regulations, number: int) -> Plan:
    """Count what the draw of a round would make; nothing is drawn."""
    entries = entries_of(tournament)
    if regulations.system == Regulations.System.SWISS:
        there = sum(not is_out(entry, number) for entry in entries)
        tables, byes = there // 2, there % 2
    else:
        tables, byes = _of_the_table([is_out(e, number) for e in _places(tournament, entries)], number)
    return Plan(number, regulations.get_system_display(), tables, byes, tuple(absent(entries, number)))


def absent(entries: Sequence[Entry], number: int) -> list[Entry]:
    """List who would be drawn and has not checked in; nobody where check-in is not used."""
    if not any(entry.checked_in_at for entry in entries):
        return []
    return [entry for entry in entries if not entry.checked_in_at and not is_out(entry, number)]


def rounds_of_the_table(entries: int, system: str = Regulations.System.ROUND_ROBIN) -> int:
    """Count the rounds after which everybody has met everybody, in a double round robin twice; 0 for Swiss."""
    if entries < 2 or system == Regulations.System.SWISS:
        return 0
    times = 2 if system == Regulations.System.DOUBLE_ROUND_ROBIN else 1
    return times * (entries - 1 + entries % 2)


def require_whole_pairs(entries: Sequence[Entry]) -> None:
    """Refuse `entry_incomplete` where a pair has not two players."""
    short = [entry for entry in entries if len(entry.members.all()) != 2]
    if short:
        raise Refused(
            "entry_incomplete",
            _("Entry %(entry)s has not two players. Complete it or withdraw it, then draw.") % {"entry": short[0]},
        )


def _places(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """List the entries by their places in the table: by number, from the first draw on the same for the whole event.

    Who comes later has a place from the beginning, if it was entered before the first draw.
    """
    first = tournament.rounds.filter(number=1, drawn_at__isnull=False).first()
    if first is None:
        return [entry for entry in entries if entry.withdrawn_at is None and not entry.reserve]
    kept = first.drawing.get("places")
    drawn = set(kept or Seat.objects.filter(round=first).values_list("entry_id", flat=True))
    return [entry for entry in entries if entry.pk in drawn]


def _of_the_table(out: Sequence[bool], number: int) -> tuple[int, int]:
    """Count the tables and byes of a round of the table, of whose places some are out."""
    if len(out) < 2:
        return 0, 0
    rounds = berger(len(out))
    pairings = rounds[(number - 1) % len(rounds)].pairings
    tables = sum(not (out[a - 1] or out[b - 1]) for a, b in pairings)
    return tables, out.count(False) - 2 * tables


def _by_standings(
    tournament: Tournament, regulations: Regulations, entries: Sequence[Entry], number: int
) -> list[Competitor]:
    ratings = {entry.number: [member.player.rating for member in entry.members.all()] for entry in entries}
    seeded = {one: place for place, one in enumerate(order(regulations.first_round, regulations.seed, ratings))}
    wins, places = _standing(tournament, number)
    past = _past(tournament, number)
    stood = sorted(entries, key=lambda entry: (places.get(entry.pk, len(entries) + 1), seeded[entry.number]))
    return [
        Competitor(
            entry=entry.pk,
            order=place,
            score=wins.get(entry.pk, 0),
            club=entry.club_id,
            met=tuple(past[entry.pk].met),
            byes=past[entry.pk].byes,
            sides=past[entry.pk].sides,
            out=is_out(entry, number),
        )
        for place, entry in enumerate(stood)
    ]


def _standing(tournament: Tournament, number: int) -> tuple[dict[int, int], dict[int, int]]:
    """Give by entry its wins and its place before a round; both are empty before the first."""
    if number == 1:
        return {}, {}
    rows = standings(tournament, number - 1).rows
    last = len(rows) + 1
    wins = {row.entry.id: row.wins for row in rows}
    return wins, {row.entry.id: last if row.place is None else row.place for row in rows}


def _past(tournament: Tournament, number: int) -> dict[int, _Past]:
    """Read whom each entry met in the rounds before, where it sat, and how often it had a bye."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    rows = seats.order_by("round__number", "game_id", "seat").values_list("game_id", "seat", "entry_id", "game__bye")
    games: dict[int, dict[str, int]] = defaultdict(dict)
    past: dict[int, _Past] = defaultdict(_Past)
    for game, seat, entry, bye in rows:
        if seat[0] not in games[game]:
            games[game][seat[0]] = entry
            past[entry].byes += bye
            past[entry].sides += "" if bye else seat[0]
    for sides in games.values():
        if len(sides) == 2:
            past[sides["A"]].met.append(sides["B"])
            past[sides["B"]].met.append(sides["A"])
    return past
