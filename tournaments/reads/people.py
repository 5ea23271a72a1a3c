"""Finding people by a part of a name in any script: Громов by gromov, Muñoz by munoz, Παππάς by pappas."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..names import in_latin_letters
from .search import folded


@lru_cache(maxsize=100_000)
def _forms(text: str) -> str:
    """Give a text as it is compared, and the same in Latin letters."""
    return f"{folded(text)} {folded(in_latin_letters(text))}"


def words_of(*texts: str) -> str:
    """Give what a search looks through."""
    return "\n".join(_forms(text) for text in texts if text)


def is_meant(words: Iterable[str], looked_through: str) -> bool:
    """Tell whether every word stands there, in the script it was typed in or in Latin letters."""
    return all(_stands(folded(word), looked_through) for word in words)


def _stands(word: str, looked_through: str) -> bool:
    return word in looked_through or folded(in_latin_letters(word)) in looked_through
