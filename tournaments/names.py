"""People's names: how they are tidied, and what a pair is called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# Joiners stand inside words of some scripts; every other invisible or control character is a slip of the file.
_KEPT = {"\u200c", "\u200d"}


def tidy(text: str) -> str:
    """Bring a text typed or pasted by hand to its one form: composed letters, single spaces, nothing around them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def unprintable(text: str) -> str:
    """Find the first character that no eye can see and no sheet can print; empty where there is none."""
    return next((c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn"} and c not in _KEPT), "")


def surname(name: str) -> str:
    """Take what a player is called by: what stands before the comma, else the first word (Громов Илья: Громов)."""
    before, comma, _rest = name.partition(",")
    return before.strip() if comma else (name.split() or [""])[0]


def pair_name(names: Iterable[str]) -> str:
    """Name an entry after its members: Громов – Ветров."""
    return " – ".join(surname(name) for name in names)


_LATIN: dict[int, int | str] = {
    **str.maketrans("абвгдезийклмнопрстуфыэіїєґҷқӯҳӣ", "abvgdeziiklmnoprstufyeiiegjquhi"),
    **str.maketrans("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo"),
    ord("ж"): "zh",
    ord("х"): "kh",
    ord("ц"): "ts",
    ord("ч"): "ch",
    ord("ш"): "sh",
    ord("щ"): "shch",
    ord("ю"): "yu",
    ord("я"): "ya",
    ord("ъ"): "",
    ord("ь"): "",
    ord("ғ"): "gh",
    ord("θ"): "th",
    ord("χ"): "ch",
    ord("ψ"): "ps",
}


def in_latin_letters(text: str) -> str:
    """Write Cyrillic and Greek in Latin letters, roughly, for addresses and codes; other scripts stay as they are."""
    return "".join(_one_in_latin(c) for c in unicodedata.normalize("NFC", text))


def _one_in_latin(character: str) -> str:
    small = character.lower()
    plain = small if ord(small[0]) in _LATIN else unicodedata.normalize("NFD", small)[0]  # ё as е, ή as η
    if ord(plain) not in _LATIN:
        return character
    latin = plain.translate(_LATIN)
    return latin.capitalize() if character != small else latin
