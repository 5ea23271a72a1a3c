"""What is the same for everybody who looks, made once for a version and kept by each web process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

Part = TypeVar("Part")

LATE = 2.0  # seconds at most that a visitor is given what is no more the last, while another's request makes it
MOST = 1_000  # kept by one process; a page of a hall of two hundred tables in two languages is four hundred of them


@dataclass(slots=True)
class _Place(Generic[Part]):
    making: Lock = field(default_factory=Lock)
    made: tuple[str, Part] | None = None
    good_at: float = 0.0  # when that was the last version still


class Kept(Generic[Part]):
    """Parts by key, the last version of each. Those not asked for the longest are forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._places: OrderedDict[Hashable, _Place[Part]] = OrderedDict()
        self._looking = Lock()

    def get(self, key: Hashable, version: str, make: Callable[[], Part]) -> tuple[str, Part]:
        """Give a part with its version. While one visitor's thread makes the new one, others are given the last."""
        place = self._place(key)
        if not place.making.acquire(blocking=False):
            if place.made and (place.made[0] == version or monotonic() - place.good_at < LATE):
                return place.made
            place.making.acquire()
        try:
            if place.made is None or place.made[0] != version:
                place.made = (version, make())
            place.good_at = monotonic()
            return place.made
        finally:
            place.making.release()

    def forget(self) -> None:
        """Keep nothing, as a new process."""
        with self._looking:
            self._places.clear()

    def _place(self, key: Hashable) -> _Place[Part]:
        with self._looking:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            if len(self._places) > self._most:
                self._places.popitem(last=False)
            return place
