"""Lots: an order that chance makes and anybody can make again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def drawn(seed: int, numbers: Iterable[int]) -> list[int]:
    """Draw the numbers of the entries in the order of their lots.

    For each entry the text `seed:number` (seed 12345, entry 17: `12345:17`) is hashed with SHA-256; the entries stand
    in the order of the digests, written in hexadecimal. `printf 12345:17 | sha256sum` gives the same anywhere. The
    order of two entries depends on nothing but the seed and their two numbers.
    """
    return sorted(numbers, key=lambda number: (digest(seed, number), number))


def digest(seed: int, number: int) -> str:
    """Give the digest by which the lot of an entry is drawn."""
    return hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
