"""The standings after a round: a constant number of queries, however many entries and rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from django.db.models import FilteredRelation, Q

from scoring import lots
from scoring.counting import Counting, Met, add_up
from scoring.rules import parse_rules
from scoring.standings import KEYS, Standing, rank

from ...models import Regulations, Round, Tournament
from ...models.events import default_ranking
from ..rounds import SHOWN
from ..seated import has_changed
from .cells import Cells, met_of, played_by
from .values import Competitor, Row, Table


def standings(tournament: Tournament, after_round: int | None = None, rounds: Sequence[Round] | None = None) -> Table:
    """Read the standings after a round; without one, after the last closed round (before that: as far as played).

    `rounds` are those of the event where the caller has them already.
    """
    shown = [r for r in (tournament.rounds.all() if rounds is None else rounds) if r.state in SHOWN]
    shown.sort(key=attrgetter("number"))
    after = _after(shown, after_round)
    counted = tuple(round_ for round_ in shown if round_.number <= after)
    regulations: Regulations | None = getattr(tournament, "regulations", None)
    entries = competitors(tournament)
    counting, ranking = counting_of(regulations), ranking_of(regulations)
    cells, games = played_by(tournament, after, entries, counting, _walkover(regulations))
    seen = {entry: c for entry, c in entries.items() if _is_seen(c, after) or entry in cells}
    ranked = _Ranked(seen, games, ranking, counting, _lots(regulations, entries))
    before = {s.total.entry: s.place for s in ranked.after(after - 1)} if after > 1 else {}
    rows = tuple(_row(standing, seen, cells, counted, before, after) for standing in ranked.after(after))
    return Table(
        after=after,
        rounds=counted,
        ranking=ranking,
        rows=rows,
        complete=all(round_.state == Round.State.CLOSED for round_ in counted),
        everybody=rows,
        counting=counting,
        seed=regulations.seed if regulations and "lots" in ranking else None,
        entry_kind=tournament.entry_kind,
    )


def places_after(table: Table, entry: int) -> dict[int, int]:
    """Give the place of an entry after each round of the standings; none where it is disqualified."""
    everybody = table.everybody or table.rows
    games = [met_of(row.entry.id, cell) for row in everybody for cell in row.cells if cell]
    seen = {row.entry.id: row.entry for row in everybody}
    lots = {row.entry.id: row.standing.total.lot for row in everybody}
    ranked = _Ranked(seen, games, table.ranking, table.counting, lots)
    found = {round_.number: ranked.place_of(entry, round_.number) for round_ in table.rounds}
    return {number: place for number, place in found.items() if place}


def counting_of(regulations: Regulations | None) -> Counting:
    """Give how the regulations count, as the rules take it."""
    if regulations is None:
        return Counting()
    half = Regulations.Counts.HALF
    return Counting(regulations.effectiveness, regulations.bye_counts == half, regulations.walkover_counts == half)


def ranking_of(regulations: Regulations | None) -> tuple[str, ...]:
    """List the keys that decide places; what no rule knows is passed over, and a key counts once."""
    asked = regulations.ranking if regulations else ()
    keys = tuple(dict.fromkeys(key for key in asked if key in KEYS))
    return keys or tuple(default_ranking())


def competitors(tournament: Tournament) -> dict[int, Competitor]:
    """Read the entries, in the order of their numbers: one query."""
    in_force = FilteredRelation("disqualifications", condition=Q(disqualifications__taken_back_at=None))
    rows = tournament.entries.annotate(force=in_force, changed=has_changed()).order_by("number").values_list(
        "id", "number", "name", "country", "club__name", "withdrawn_at",
        "force__from_round", "force__opponents", "force__reason", "from_round", "reserve",
        "changed",
    )  # fmt: skip
    return {
        row[0]: Competitor(*row[:4], row[4] or "", row[5] is not None, row[6], row[7] or "", row[8] or "", *row[9:])
        for row in rows
    }


def _after(shown: Sequence[Round], asked: int | None) -> int:
    if not shown:
        return 0
    if asked is not None:
        return max(0, min(asked, shown[-1].number))
    closed = [round_.number for round_ in shown if round_.state == Round.State.CLOSED]
    return closed[-1] if closed else shown[0].number


def _walkover(regulations: Regulations | None) -> int:
    return parse_rules(regulations.rules if regulations else {}).walkover_points


def _is_seen(entry: Competitor, after: int) -> bool:
    """Tell whether an entry is listed though it has not played: not one that withdrew, nor one that waits."""
    return entry.out(after) or not (entry.withdrawn or entry.reserve)


def _lots(regulations: Regulations | None, entries: Mapping[int, Competitor]) -> dict[int, int]:
    """Draw the lots of all entries by the kept seed and the numbers everybody knows."""
    if regulations is None or "lots" not in regulations.ranking:
        return {}
    by_number = {entry.number: entry.id for entry in entries.values()}
    return {by_number[n]: lot for lot, n in enumerate(lots.drawn(regulations.seed, by_number), start=1)}


class _Ranked:
    """The entries of an event with their games, to be ranked after any round."""

    def __init__(
        self,
        seen: Mapping[int, Competitor],
        games: Sequence[Met],
        ranking: tuple[str, ...],
        counting: Counting,
        lots: Mapping[int, int],
    ) -> None:
        self.seen, self.games, self.ranking, self.counting, self.lots = seen, games, ranking, counting, lots

    def after(self, round_: int) -> tuple[Standing, ...]:
        """Rank; who is disqualified stands after the others, whose places are counted without him."""
        games = [met for met in self.games if met.round <= round_]
        totals = add_up(self.seen, games, self.counting, self.lots)
        out = [total for total in totals if self.seen[total.entry].out(round_)]
        placed = [total for total in totals if not self.seen[total.entry].out(round_)]
        return (*rank(placed, self.ranking, games), *rank(out, self.ranking, games))

    def place_of(self, entry: int, round_: int) -> int | None:
        """Give the place of an entry after a round; none where it is disqualified."""
        if entry not in self.seen or self.seen[entry].out(round_):
            return None
        return next((standing.place for standing in self.after(round_) if standing.total.entry == entry), None)


def _row(
    standing: Standing,
    entries: Mapping[int, Competitor],
    cells: Cells,
    counted: Sequence[Round],
    before: Mapping[int, int],
    after: int,
) -> Row:
    total = standing.total
    by_round = cells.get(total.entry, {})
    disqualified = entries[total.entry].out(after)
    was = None if disqualified else before.get(total.entry)
    return Row(
        place=None if disqualified else standing.place,
        entry=entries[total.entry],
        wins=total.wins,
        effectiveness=total.effectiveness,
        points=total.points,
        games=total.games,
        cells=tuple(by_round.get(round_.number) for round_ in counted),
        provisional=total.provisional,
        moved=None if was is None else was - standing.place,
        standing=standing,
        disqualified=disqualified,
    )
