"""Round robin by Berger tables: everybody meets everybody once."""

from __future__ import annotations

from typing import NamedTuple

from .values import Bye, Drawn, Meeting, Wanted, Why


class Pairing(NamedTuple):
    """Two places of the table that meet: `a` sits on side A."""

    a: int
    b: int

    def swapped(self) -> Pairing:
        """Give the same meeting with the sides exchanged."""
        return Pairing(self.b, self.a)


class Round(NamedTuple):
    """One round of the table; the pairings stand in the order of its printed form."""

    pairings: tuple[Pairing, ...]
    bye: int | None


def berger(places: int) -> tuple[Round, ...]:
    """Give all rounds for places 1 to `places`, in the order and with the sides of the FIDE handbook (C.05, annex 1).

    An odd number plays the table of the next even one, whose last place is the bye. Raises ValueError below two places.
    """
    if places < 2:
        raise ValueError(f"a round robin needs two places, not {places}")
    table = places + places % 2
    return tuple(_round(table, number, bye=table if table > places else None) for number in range(1, table))


def round_of(places: int, number: int) -> Round:
    """Give round `number`, from 1 on.

    Past its end the table begins again with the sides swapped: a double round robin, then a triple one.
    """
    rounds = berger(places)
    times, index = divmod(number - 1, len(rounds))
    there = rounds[index]
    if times % 2 == 0:
        return there
    return Round(tuple(pairing.swapped() for pairing in there.pairings), there.bye)


def drawn(wanted: Wanted) -> Drawn:
    """Draw a round of the table. Who meets nobody, or somebody who is out, has a bye. Needs two competitors or more."""
    there = round_of(len(wanted.competitors), wanted.number)
    meetings, byes = [], []
    if there.bye:
        byes.append(Bye(wanted.competitors[there.bye - 1].entry, "table"))
    for places in there.pairings:
        a, b = (wanted.competitors[place - 1] for place in places)
        if a.out or b.out:
            byes += [Bye(one.entry, "opponent_out") for one in (a, b)]
        else:
            meetings.append(Meeting(a.entry, b.entry, Why(places=(places.a, places.b))))
    out = {one.entry for one in wanted.competitors if one.out}
    return Drawn(tuple(meetings), tuple(bye for bye in byes if bye.entry not in out))


def _round(table: int, number: int, bye: int | None) -> Round:
    pairings = _pairings(table, number)
    if bye is None:
        return Round(pairings, None)
    first, *others = pairings  # the last place always stands in the first pairing
    return Round(tuple(others), first.a if first.b == bye else first.b)


def _pairings(table: int, number: int) -> tuple[Pairing, ...]:
    """Pair the last place with the middle of the circle, and the others around that middle."""
    middle = (number + 1) // 2 if number % 2 else (number + table) // 2
    last = Pairing(middle, table) if number % 2 else Pairing(table, middle)
    around = (
        Pairing(_on_circle(middle + step, table - 1), _on_circle(middle - step, table - 1))
        for step in range(1, table // 2)
    )
    return (last, *around)


def _on_circle(place: int, size: int) -> int:
    return (place - 1) % size + 1
