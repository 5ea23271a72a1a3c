"""A figure, how it is taken, and the table they all stand in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

Work = Callable[[], object]
LARGER = ("/s", "%")  # units of what is better the larger


@dataclass(frozen=True)
class Figure:
    """What was measured, what it should be, and what the same work costs with nothing of ours around it."""

    name: str
    value: float
    unit: str  # "/s" and "%" are better the larger; everything else the smaller
    target: float | None = None
    bare: float | None = None  # in the same unit
    best: float | None = None  # of the tries whose median `value` is: nearest to what a machine at rest would give
    note: str = ""  # what the bare one is, or how the figure was taken

    @property
    def met(self) -> bool | None:
        """Tell whether the target is met; None where there is none."""
        if self.target is None:
            return None
        return self.value >= self.target if self.unit in LARGER else self.value <= self.target

    @property
    def times_bare(self) -> float | None:
        """Say how many times as much as the bare work this costs."""
        if not self.bare or not self.value:
            return None
        return self.bare / self.value if self.unit in LARGER else self.value / self.bare


@dataclass(frozen=True)
class Spent:
    """Seconds: the median of several tries, and the least."""

    median: float
    least: float


def timed(works: Sequence[Work], times: int, clock: Callable[[], float] = time.process_time) -> list[Spent]:
    """Time works one after the other, again and again, so that a busy moment of the machine meets all."""
    for work in works:
        work()
    tries = [[_once(work, clock) for work in works] for _ in range(times)]
    return [Spent(median(column), min(column)) for column in zip(*tries, strict=True)]


def _once(work: Work, clock: Callable[[], float]) -> float:
    begin = clock()
    work()
    return clock() - begin


def table(figures: Iterable[Figure]) -> str:
    """Write figures in columns."""
    head = ("figure", "target", "median", "best", "bare", "x bare", "")
    rows = [head, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(figure: Figure) -> tuple[str, ...]:
    target = "" if figure.target is None else ("at least " if figure.unit in LARGER else "at most ")
    ratio = figure.times_bare
    return (
        figure.name,
        target + ("" if figure.target is None else _written(figure.target, figure.unit)),
        _written(figure.value, figure.unit),
        "" if figure.best is None else _written(figure.best, figure.unit),
        "" if figure.bare is None else _written(figure.bare, figure.unit),
        "" if ratio is None else f"{ratio:.2f}",
        {True: "ok", False: "MISSED", None: ""}[figure.met],
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
    return "  ".join(cells).rstrip()


def _written(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"
    return number + (unit if unit.startswith("/") else f" {unit}")
