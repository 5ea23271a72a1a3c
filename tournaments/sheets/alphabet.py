"""The order of names on a list: script by script, within each as its readers look them up."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "THAI")
# Letters that Unicode puts behind their alphabet: after which letter they stand in it (Tajik, Ukrainian, Belarusian).
AFTER: Final = {
    "ғ": "г",
    "ӣ": "и",
    "қ": "к",
    "ӯ": "у",
    "ҳ": "х",
    "ҷ": "ч",
    "є": "е",
    "і": "и",
    "ї": "и",
    "ґ": "г",
    "ў": "у",
}
WHOLE: Final = frozenset("йӣӯўїґ")  # letters of their own, although Unicode can take them apart
THAI_LEADING: Final = re.compile("([เแโใไ])(.)")


def script_of(name: str) -> str:
    """Name the script of a name by its first letter, as Unicode calls it."""
    names = (unicodedata.name(char, "") for char in name if char.isalpha())
    return next(names, "").partition(" ")[0]


def name_key(name: str) -> tuple[int, list[tuple[str, int]], str]:
    """Answer what to sort a name by."""
    script = script_of(name)
    order = SCRIPTS.index(script) if script in SCRIPTS else len(SCRIPTS)
    folded = unicodedata.normalize("NFC", name).casefold()
    if script == "THAI":
        folded = THAI_LEADING.sub(r"\2\1", folded)
    return order, [part for char in folded for part in _letter(char)], folded


def _letter(char: str) -> list[tuple[str, int]]:
    """Weigh one letter: accents do not count, letters of their own stand right after their neighbour."""
    if char in AFTER:
        return [(AFTER[char], 1)]
    if char in WHOLE:
        return [(char, 0)]
    bare = [part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part)]
    return [(part, 0) for part in bare if part.isalnum() or part.isspace()]
