"""What an entry is called in a game: after those who sat there, whoever has taken a place in it since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef

from ..models import EntryMember, Seat
from ..names import pair_name

NOBODY = "–"


def still_in() -> Exists:
    """Make the annotation of a seat that tells whether its player is in the entry to this day."""
    return Exists(EntryMember.objects.filter(entry=OuterRef("entry"), player=OuterRef("player")))


def is_there(seat: Seat) -> bool:
    """Tell whether the player of a seat is in the entry to this day: as it was read with `there`, else by a query."""
    there: bool | None = getattr(seat, "there", None)
    return EntryMember.objects.filter(entry=seat.entry_id, player=seat.player_id).exists() if there is None else there


def has_changed() -> Exists:
    """Make the annotation of an entry that tells whether somebody has sat for it who has left it since."""
    return Exists(Seat.objects.filter(entry=OuterRef("pk")).exclude(still_in()))


def name_as_seated(name: str, seated: Iterable[tuple[str, bool]]) -> str:
    """Name an entry in one game: `seated` are the names of its players there, and whether each is in it to this day.

    A draw that is not published seats who is in the entry now; from then on a seat stays with who sat there.
    """
    players = list(seated)
    if all(there for _player, there in players):
        return name
    return pair_name(player for player, _there in players if player) or NOBODY  # who was erased has no name


def names_as_seated(entries: Collection[int]) -> dict[tuple[int, int], str]:
    """Name entries by game and entry as they sat there: one query, and none where no entry is asked for."""
    if not entries:
        return {}
    seats = Seat.objects.filter(entry__in=entries).order_by("game_id", "seat").annotate(there=still_in())
    seated: dict[tuple[int, int, str], list[tuple[str, bool]]] = defaultdict(list)
    for game, entry, name, player, there in seats.values_list(
        "game_id", "entry_id", "entry__name", "player__name", "there"
    ):
        seated[game, entry, name].append((player, there))
    return {(game, entry): name_as_seated(name, players) for (game, entry, name), players in seated.items()}
