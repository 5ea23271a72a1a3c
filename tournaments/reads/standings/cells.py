"""What each round brought each entry, out of the rows of results: one query, however many entries and rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

from scoring.counting import WALKOVERS, Counting, Met, Out, effect, without
from scoring.rules import Rules

from ...models import Disqualification, Result, Tournament
from ..seated import names_as_seated
from .values import Cell, Competitor

#: By entry and round.
Cells = dict[int, dict[int, Cell]]


@dataclass(slots=True)
class _Side:
    """What the chairs of one entry in one game say together."""

    round: int
    game: int
    entry: int
    letter: str
    won: bool
    points: int
    against: int
    reason: str
    provisional: bool
    target: int | None

    def take(self, won: bool, fined: int, against: int, provisional: bool) -> None:
        """Add the partner's chair.

        Where one partner was absent the other may be credited with a win and points: those are the person's, and the
        pair has lost. So a pair has won where both have, and what counts against it is the greater.
        """
        self.won = self.won and won
        self.points -= fined
        self.against = max(self.against, against)
        self.provisional = self.provisional or provisional


class Played(NamedTuple):
    """What was played: by entry and round as it is shown, and as the rules take it."""

    cells: Cells
    games: list[Met]


def played_by(
    tournament: Tournament, after: int, entries: Mapping[int, Competitor], counting: Counting, walkover: int
) -> Played:
    """Read what each entry played up to a round, as it counts where somebody is disqualified."""
    cells: Cells = defaultdict(dict)
    sides = [seen for sides in _sides(tournament, after, counting).values() for seen in _seen(sides)]
    games = [_met(side, opponents) for side, opponents, _partners in sides]
    read = _as_counted(games, entries, walkover)
    names = names_as_seated([one.id for one in entries.values() if one.changed])
    for (side, opponents, partners), was, met in zip(sides, games, read, strict=True):
        cells[side.entry][side.round] = Cell(
            round=side.round,
            game=side.game,
            won=met.won,
            points_for=met.points_for,
            points_against=met.points_against,
            opponents=tuple([_there(entries[other], side.game, names) for other in opponents]),
            side=side.letter,
            reason=side.reason if met is was else "disqualified",
            provisional=met.provisional,
            partners=tuple([_there(entries[other], side.game, names) for other in partners]),
            target=met.target,
            counts=effect(met, counting),
        )
    return Played(cells, read)


def _there(entry: Competitor, game: int, names: Mapping[tuple[int, int], str]) -> Competitor:
    """Call an entry as it sat in a game."""
    return entry._replace(name=names.get((game, entry.id), entry.name)) if entry.changed else entry


def met_of(entry: int, cell: Cell) -> Met:
    """Give a cell as the rules take it."""
    return Met(
        entry=entry,
        round=cell.round,
        opponents=tuple(other.id for other in cell.opponents),
        won=cell.won,
        points_for=cell.points_for,
        points_against=cell.points_against,
        provisional=cell.provisional,
        walkover=cell.reason in WALKOVERS,
        target=cell.target,
    )


Seen = tuple[_Side, tuple[int, ...], tuple[int, ...]]


def _seen(sides: Sequence[_Side]) -> Iterator[Seen]:
    """Give each entry of one game with its opponents, two of single players, and its partner of another entry."""
    for side in sides:
        opponents = [other.entry for other in sides if other.letter != side.letter]
        partners = [other.entry for other in sides if other.letter == side.letter and other is not side]
        yield side, tuple(opponents), tuple(partners)


def _met(side: _Side, opponents: tuple[int, ...]) -> Met:
    return Met(
        side.entry, side.round, opponents, side.won, side.points, side.against, side.provisional,
        side.reason in WALKOVERS, side.target,
    )  # fmt: skip


def _as_counted(games: list[Met], entries: Mapping[int, Competitor], walkover: int) -> list[Met]:
    """Read the games as they count where somebody is disqualified."""
    out = [
        Out(one.id, one.out_from, one.out_opponents == Disqualification.Opponents.WALKOVER)
        for one in entries.values()
        if one.out_from is not None
    ]
    return without(games, out, walkover) if out else games


def _sides(tournament: Tournament, after: int, counting: Counting) -> dict[int, list[_Side]]:
    """Put the rows of the chairs together by game and entry.

    A pair has the score of its side, less what its persons alone were fined; a single player what is his own: the
    win, the points, the forfeit.
    """
    alone = tournament.entry_kind == Tournament.EntryKind.PLAYER
    games: dict[int, list[_Side]] = {}
    for row, target in _rows(tournament, after, counting):
        number, game, entry, seat, won, own, against, points, reason, provisional = row
        fined = points - own if own < points else 0
        sides = games.setdefault(game, [])
        for side in sides:
            if side.entry == entry:
                side.take(won, fined, against, provisional)
                break
        else:
            scored = own if alone else points - fined
            sides.append(_Side(number, game, entry, seat[0], won, scored, against, reason, provisional, target))
    return games


Fields = tuple[int, int, int, str, bool, int, int, int, str, bool]


def _rows(tournament: Tournament, after: int, counting: Counting) -> Iterable[tuple[Fields, int | None]]:
    """Read the rows of the chairs; what a game went to only where effectiveness asks for it."""
    results = Result.objects.filter(game__round__tournament=tournament, game__round__number__lte=after).order_by()
    names = (
        "game__round__number", "game_id", "entry_id", "seat",
        "won", "points_for", "points_against", "side_points", "reason", "provisional",
    )  # fmt: skip
    if counting.effectiveness != "to_target":
        return zip(results.values_list(*names), repeat(None))
    asked = results.values_list(*names, "game__rules__target", "game__rules__deals")
    return ((row[:-2], _goal(*row[-2:])) for row in asked)


def _goal(target: object, deals: object) -> int | None:
    if isinstance(deals, int):
        return None
    return target if isinstance(target, int) else Rules().target
