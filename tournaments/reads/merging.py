"""One person who stands in the registry twice: what would move from one to the other, and what stands against it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from ..models import EntryMember, Game, Player, Seat, Tournament
from .registry import Played, events_of, player_stamp

#: What the player who stays takes over where nothing is said of him.
TAKEN_OVER = ("latin_name", "country", "club", "rating")


@dataclass(frozen=True, slots=True)
class Merge:
    """Two players of the registry who are one person: the first stays, the second is merged into him."""

    kept: Player
    gone: Player
    moves: tuple[Played, ...]  # events of the one who goes
    taken_over: tuple[str, ...]  # what the one who stays has not: values in words
    obstacle: str = ""  # a sentence; empty where nothing stands against it

    @property
    def games(self) -> int:
        """Count the games whose results move."""
        return sum(event.games for event in self.moves)

    @property
    def stamp(self) -> str:
        """Tell what a page showed of the two from what the registry says later."""
        return merge_stamp(self.kept, self.gone)


def merge_of(kept: Player, gone: Player) -> Merge:
    """Look at what merging two players would do."""
    values = [getattr(gone, name) for name in fillable(kept, gone)]
    return Merge(kept, gone, tuple(events_of(gone)), tuple(str(value) for value in values), obstacle_to(kept, gone))


def fillable(kept: Player, gone: Player) -> list[str]:
    """Name the fields that are empty of the one who stays and known of the one who goes; a club of his federation."""
    names = [name for name in TAKEN_OVER if getattr(kept, name) in ("", None) and getattr(gone, name) not in ("", None)]
    return [name for name in names if name != "club" or kept.federation_id == gone.federation_id]


def merge_stamp(kept: Player, gone: Player) -> str:
    """Give the stamp of two players, in the order in which one stays."""
    return f"{player_stamp(kept)}-{player_stamp(gone)}"


def events_with(player: Player) -> set[int]:
    """Find the events in which somebody stands: as a member, on a chair, in a result."""
    stands = Q(entries__members__player=player) | Q(rounds__games__seats__player=player)
    stands |= Q(rounds__games__results__player=player)
    return set(Tournament.objects.filter(stands).values_list("pk", flat=True))


def obstacle_to(kept: Player, gone: Player) -> str:
    """Say why two players cannot be merged; empty where they can."""
    if kept.pk == gone.pk:
        return _("This is the same line of the registry. Choose the other one that means this person.")
    if kept.erased_at or gone.erased_at:
        return _("One of the two was erased from the registry. Who was erased is merged with nobody.")
    return _same_event(kept, gone) or _at_a_table(gone)


def _same_event(kept: Player, gone: Player) -> str:
    both = Tournament.objects.filter(pk__in=events_with(kept) & events_with(gone)).order_by("-starts_on", "pk").first()
    if both is None:
        return ""
    entries = {
        player: f"{number} {name}"
        for player, number, name in EntryMember.objects.filter(tournament=both, player__in=[kept, gone]).values_list(
            "player", "entry__number", "entry__name"
        )
    }
    left = _("left it")
    return _(
        "%(kept)s (%(kept_entry)s) and %(gone)s (%(gone_entry)s) both stand in “%(event)s”: "
        "nobody plays twice in one event, so these are two persons. If one was entered by mistake, correct his entry "
        "there first."
    ) % {
        "kept": kept.name,
        "gone": gone.name,
        "event": both.name,
        "kept_entry": entries.get(kept.pk, left),
        "gone_entry": entries.get(gone.pk, left),
    }


def _at_a_table(gone: Player) -> str:
    """Refuse while the one who goes sits at a game with a log: its table knows him by his key."""
    seat = (
        Seat.objects.filter(player=gone, game__log_length__gt=0)
        .exclude(game__state=Game.State.ACCEPTED)
        .select_related("game__round__tournament")
        .first()
    )
    if seat is None:
        return ""
    said = _("%(name)s is playing at table %(table)s of “%(event)s”. Wait until the result of this game is accepted.")
    return said % {
        "name": gone.name,
        "table": seat.game.table,
        "event": seat.game.round.tournament.name,
    }
