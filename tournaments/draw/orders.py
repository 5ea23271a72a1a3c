"""The order of the first draw: by number, by rating, by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring import lots


def by_rating(ratings: Mapping[int, Sequence[int | None]]) -> list[int]:
    """Order entry numbers by the mean rating of their members, the highest first; unrated last, then by number.

    A member without a rating is left out of the mean. Means are compared as fractions, not rounded.
    """

    def key(number: int) -> tuple[bool, float, int]:
        rated = [rating for rating in ratings[number] if rating is not None]
        return (not rated, -sum(rated) / max(len(rated), 1), number)

    return sorted(ratings, key=key)


def order(how: str, seed: int, ratings: Mapping[int, Sequence[int | None]]) -> list[int]:
    """Order the numbers of `ratings` ("number", "rating" or "lot"); lots are those of `scoring.lots`, by the seed."""
    if how == "lot":
        return lots.drawn(seed, ratings)
    if how == "rating":
        return by_rating(ratings)
    return sorted(ratings)
