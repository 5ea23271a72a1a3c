"""Names in the order in which people look for them: by script, and within it by its own alphabet."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from .search import folded

#: Scripts in the order in which lists show them, by the first word of what Unicode calls their letters.
SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "THAI")
# Letters that stand for themselves; a dictionary takes ё as е, so it is not here.
_CYRILLIC: Final = "абвгґғдђеєжзиіїӣйкқлмнңоөпрстуўӯүұфхҳһцчҷџшщъыьэюя"
_PLACES: Final = {letter: chr(0x400 + place) for place, letter in enumerate(_CYRILLIC)}
# Thai writes some vowels before the consonant they follow; a dictionary goes by the consonant.
_THAI_VOWEL_FIRST: Final = re.compile("([\u0e40-\u0e44])(.)")


def script_of(name: str) -> int:
    """Give the place of the script a name begins in; those we do not know stand last."""
    letter = next((char for char in name if char.isalpha()), "")
    word = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return SCRIPTS.index(word) if word in SCRIPTS else len(SCRIPTS)


def in_order(name: str) -> tuple[int, str, str]:
    """Give what names are sorted by: script, alphabet, and the name itself."""
    script = script_of(name)
    return script, _alphabetical(name, script), name


def _alphabetical(name: str, script: int) -> str:
    if script == SCRIPTS.index("CYRILLIC"):
        letters = unicodedata.normalize("NFC", name.casefold()).replace("ё", "е")
        return "".join(_PLACES.get(letter) or folded(letter) for letter in letters)
    if script == SCRIPTS.index("THAI"):
        return _THAI_VOWEL_FIRST.sub(r"\2\1", name)
    return folded(name)
