"""The order of the first draw."""

from __future__ import annotations

import hashlib

from tournaments.draw.orders import order

RATINGS: dict[int, list[int | None]] = {1: [1500, 1501], 2: [1600, None], 3: [None, None], 4: [1500, 1501], 5: []}


def test_by_number() -> None:
    assert order("number", 7, RATINGS) == [1, 2, 3, 4, 5]


def test_by_rating_the_mean_counts_and_the_unrated_stand_last_by_number() -> None:
    assert order("rating", 7, RATINGS) == [2, 1, 4, 3, 5]


def test_by_lot_anybody_can_draw_again() -> None:
    lots = sorted(range(1, 6), key=lambda number: hashlib.sha256(f"7:{number}".encode()).hexdigest())
    assert order("lot", 7, RATINGS) == lots
    assert order("lot", 8, RATINGS) != lots
