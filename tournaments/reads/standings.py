"""Standings from the rows of results: a constant number of queries, however many entries and rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from scoring.standings import KEYS, Played, Reason, Standing, add_up, rank, why

from ..models import Result, Round, Tournament
from ..models.events import default_ranking
from .rounds import SHOWN


class Cell(NamedTuple):
    """What one round brought one entry, seen from its side; `opponent` is None for a bye."""

    round: int
    game: int
    won: bool
    points_for: int
    points_against: int
    opponent: Competitor | None
    side: str
    reason: str
    provisional: bool


class Competitor(NamedTuple):
    """An entry as the standings name it."""

    id: int
    number: int
    name: str
    country: str
    club: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings, with its cell of the cross table for each round (None: not played)."""

    place: int
    entry: Competitor
    wins: int
    effectiveness: int
    points: int
    games: int
    cells: tuple[Cell | None, ...]
    provisional: bool
    moved: int | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Table:
    """The standings after a round. `moved` of a row is how many places it gained since the round before."""

    after: int
    rounds: tuple[Round, ...]
    ranking: tuple[str, ...]
    rows: tuple[Row, ...]
    complete: bool

    @property
    def provisional(self) -> bool:
        """Tell whether anything can still change: a round is open, or a result awaits a decision."""
        return not self.complete or any(row.provisional for row in self.rows)

    def row(self, entry: int) -> Row | None:
        """Find the line of an entry."""
        return next((row for row in self.rows if row.entry.id == entry), None)

    def why(self, row: Row) -> tuple[Reason, ...]:
        """Say key by key why an entry stands where it stands."""
        return why(row.standing, [other.standing for other in self.rows], self.ranking)


def standings(tournament: Tournament, after_round: int | None = None, rounds: Sequence[Round] | None = None) -> Table:
    """Read the standings after a round; without one, after the last closed round (before that: as far as played).

    `rounds` are those of the event where the caller has them already.
    """
    shown = [r for r in (tournament.rounds.all() if rounds is None else rounds) if r.state in SHOWN]
    shown.sort(key=attrgetter("number"))
    after = _after(shown, after_round)
    counted = tuple(round_ for round_ in shown if round_.number <= after)
    entries = _competitors(tournament)
    cells = _cells(tournament, after, entries)
    ranking = _ranking(tournament)
    seen = {entry: c for entry, c in entries.items() if not c.withdrawn or entry in cells}
    ranked = _rank(seen, cells, ranking, after)
    before = {s.total.entry: s.place for s in _rank(seen, cells, ranking, after - 1)} if after > 1 else {}
    return Table(
        after=after,
        rounds=counted,
        ranking=ranking,
        rows=tuple(_row(standing, seen, cells, counted, before) for standing in ranked),
        complete=all(round_.state == Round.State.CLOSED for round_ in counted),
    )


def _after(shown: Sequence[Round], asked: int | None) -> int:
    if not shown:
        return 0
    if asked is not None:
        return max(0, min(asked, shown[-1].number))
    closed = [round_.number for round_ in shown if round_.state == Round.State.CLOSED]
    return closed[-1] if closed else shown[0].number


def _ranking(tournament: Tournament) -> tuple[str, ...]:
    regulations = getattr(tournament, "regulations", None)
    keys = tuple(key for key in (regulations.ranking if regulations else ()) if key in KEYS)
    return keys or tuple(default_ranking())


def _competitors(tournament: Tournament) -> dict[int, Competitor]:
    rows = tournament.entries.order_by("number").values_list(
        "id", "number", "name", "country", "club__name", "withdrawn_at"
    )
    return {row[0]: Competitor(*row[:4], row[4] or "", row[5] is not None) for row in rows}


@dataclass(slots=True)
class _Side:
    """What the chairs of one side of a game say together."""

    round: int
    game: int
    entry: int
    letter: str
    won: bool
    points: int
    against: int
    reason: str
    provisional: bool

    def take(self, won: bool, fined: int, against: int, provisional: bool) -> None:
        """Add the partner's chair.

        Where one partner was absent the other may be credited with a win and points: those are the person's, and the
        pair has lost. So a pair has won where both have, and what counts against it is the greater.
        """
        self.won = self.won and won
        self.points -= fined
        self.against = max(self.against, against)
        self.provisional = self.provisional or provisional


Cells = dict[int, dict[int, Cell]]


def _cells(tournament: Tournament, after: int, entries: Mapping[int, Competitor]) -> Cells:
    """Read the results and give by entry and round what it won."""
    cells: Cells = defaultdict(dict)
    for sides in _sides(tournament, after).values():
        for side in sides:
            opponent = next((entries.get(other.entry) for other in sides if other.letter != side.letter), None)
            cells[side.entry][side.round] = Cell(
                side.round, side.game, side.won, side.points, side.against, opponent, side.letter, side.reason,
                side.provisional,
            )  # fmt: skip
    return cells


def _sides(tournament: Tournament, after: int) -> dict[int, list[_Side]]:
    """Put the rows of the chairs together by game: the side's score, less what its persons alone were fined."""
    games: dict[int, list[_Side]] = {}
    results = Result.objects.filter(game__round__tournament=tournament, game__round__number__lte=after)
    rows = results.order_by().values_list(
        "game__round__number", "game_id", "entry_id", "seat",
        "won", "points_for", "points_against", "side_points", "reason", "provisional",
    )  # fmt: skip
    for number, game, entry, seat, won, own, against, points, reason, provisional in rows:
        fined = points - own if own < points else 0
        sides = games.setdefault(game, [])
        for side in sides:
            if side.entry == entry:
                side.take(won, fined, against, provisional)
                break
        else:
            sides.append(_Side(number, game, entry, seat[0], won, points - fined, against, reason, provisional))
    return games


def _rank(seen: Iterable[int], cells: Cells, ranking: tuple[str, ...], after: int) -> tuple[Standing, ...]:
    played = (
        Played(entry, cell.won, cell.points_for, cell.points_against, cell.provisional)
        for entry, by_round in cells.items()
        for cell in by_round.values()
        if cell.round <= after
    )
    return rank(add_up(seen, played), ranking)


def _row(
    standing: Standing,
    entries: Mapping[int, Competitor],
    cells: Cells,
    counted: Sequence[Round],
    before: Mapping[int, int],
) -> Row:
    total = standing.total
    by_round = cells.get(total.entry, {})
    was = before.get(total.entry)
    return Row(
        place=standing.place,
        entry=entries[total.entry],
        wins=total.wins,
        effectiveness=total.effectiveness,
        points=total.points,
        games=total.games,
        cells=tuple(by_round.get(round_.number) for round_ in counted),
        provisional=total.provisional,
        moved=None if was is None else was - standing.place,
        standing=standing,
    )
