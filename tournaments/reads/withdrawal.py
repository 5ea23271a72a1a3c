"""What a withdrawal leaves behind: the games in which the entry still sits, and the rounds drawn with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Disqualification, Entry, Game, Round, Seat, Tournament
from .disqualification import open_games
from .rounds import Table


@dataclass(frozen=True, slots=True)
class Leaver:
    """An entry that does not play on, as a reader knows it ("5 Fox – Hare"): it withdrew or is disqualified."""

    name: str
    disqualified: bool = False

    @property
    def state(self) -> str:
        """Name the chip of its state, as the list of entries does."""
        return "disqualified" if self.disqualified else "withdrawn"

    @property
    def words(self) -> str:
        """Say who it is and why it does not play on."""
        return f"{self.name}, {_('disqualified') if self.disqualified else _('withdrawn')}"

    def __str__(self) -> str:
        """Name it."""
        return self.name


#: Entries that do not play on, by their numbers.
Gone = dict[int, Leaver]


@dataclass(frozen=True, slots=True)
class GameLeft:
    """A game that a withdrawal does not touch: where it is, what becomes of it and what to do, in words."""

    round: int
    table: Table
    words: str

    def __str__(self) -> str:
        """Say it in one sentence, with its place."""
        place = _("Round %(number)s, table %(table)s") % {"number": self.round, "table": self.table.table}
        return f"{place}: {self.words}"


def games_left(entry: Entry) -> list[GameLeft]:
    """List the games of an entry in open rounds that have no result yet, in the order of the rounds."""
    return [GameLeft(one.round, one.table, _what_becomes(one.table.state)) for one in open_games(entry)]


def _what_becomes(state: str) -> str:
    if state == Game.State.WAITING:
        return _(
            "this game stays drawn, and the round waits for its result. If they do not come to the table, its referee "
            "writes a no-show there, or the chief referee rules that they forfeit it."
        )
    if state == Game.State.RUNNING:
        return _(
            "this game goes on, and its result counts. If they break it off, its referee writes a forfeit at the "
            "table, or the chief referee rules on it."
        )
    return _("this game is over and counts as it ended. It still has to be signed and accepted at its table.")


def rounds_of(tournament: Tournament) -> list[Round]:
    """List the rounds of an event in order, each with whether somebody `left` of those who sit in it: in one query."""
    left = Exists(Seat.objects.filter(round=OuterRef("pk"), entry__withdrawn_at__isnull=False))
    return list(tournament.rounds.annotate(left=left).order_by("number"))


def gone_from(round_: Round) -> Gone:
    """Find who sits in a round and does not play on; no query for a round of rounds_of that nobody left."""
    if not getattr(round_, "left", True):
        return {}
    in_force = Disqualification.objects.filter(entry=OuterRef("entry"), taken_back_at=None)
    seats = Seat.objects.filter(round=round_, entry__withdrawn_at__isnull=False).annotate(out=Exists(in_force))
    found = seats.order_by("entry__number").values_list("entry__number", "entry__name", "out")
    return {number: Leaver(f"{number} {name}", out) for number, name, out in found}


def drawn_with(entry: Entry) -> list[int]:
    """Number the rounds that are drawn with an entry and not published."""
    drawn = Round.objects.filter(pk__in=Seat.objects.filter(entry=entry).values("round"), state=Round.State.DRAWN)
    return list(drawn.order_by("number").values_list("number", flat=True))


def to_draw_again(entry: Entry | str, numbers: Collection[int]) -> str:
    """Say what becomes of the rounds that are drawn with an entry, or with named ones, that does not play on."""
    words = ngettext(
        "Round %(numbers)s is drawn with %(entry)s. Undo its draw and draw it again; what is printed of it does not "
        "hold any more.",
        "Rounds %(numbers)s are drawn with %(entry)s. Undo their draws, the last one first, and draw them again; what "
        "is printed of them does not hold any more.",
        len(numbers),
    )
    return words % {"numbers": ", ".join(map(str, numbers)), "entry": entry}


def sides_gone(table: Table, gone: Gone) -> str:
    """Name the sides of a table in which somebody withdrew: A, B or AB; nothing where all are there."""
    sides = zip("AB", table.sides, strict=False)
    return "".join(letter for letter, side in sides if any(number in gone for number, _name in side.entries))


def who_left(table: Table, gone: Gone) -> str:
    """Say in a title who of a table withdrew; where one is disqualified, of each what is the matter with it."""
    left = [gone[number] for side in table.sides for number, _name in side.entries if number in gone]
    words = {"table": table.table, "entries": ", ".join(map(str, left))}
    if any(one.disqualified for one in left):
        return f"{_('Table %(table)s') % words}: {_all_words(left)}"
    return _("Table %(table)s: %(entries)s withdrew") % words


def why_to_draw_again(number: int, gone: Gone) -> str:
    """Say why a drawn round cannot be published; `number` is its own."""
    if any(one.disqualified for one in gone.values()):
        return to_draw_again(_all_words(gone.values()), [number])
    return _(
        "%(entries)s withdrew after round %(number)s was drawn: it cannot be published. What is printed of it does not "
        "hold any more."
    ) % {"entries": ", ".join(map(str, gone.values())), "number": number}


def _all_words(left: Iterable[Leaver]) -> str:
    return "; ".join(one.words for one in left)


def to_end_it(state: str, sides: str) -> str:
    """Say how a game gets its result though somebody withdrew; `sides` as sides_gone gives them."""
    if state == Game.State.RUNNING:
        return _(
            "If they play the game to its end, its result counts. If they broke it off, the chief referee rules that "
            "the side that left forfeits it."
        )
    if state != Game.State.WAITING:
        return _(
            "The game is over and counts as it ended. If its signatures do not come, the chief referee closes it by a "
            "ruling."
        )
    if len(sides) > 1:
        return _("Nobody is left to play the game. The chief referee rules that both sides have lost.")
    return _(
        "The game waits for its result. If it is not played, the chief referee rules that side %(side)s forfeits it, "
        "and the others win by the walkover; or its referee writes a no-show at the table."
    ) % {"side": sides}
