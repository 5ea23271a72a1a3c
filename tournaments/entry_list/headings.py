"""What the headings of an entry list are called, in the languages in which clubs send them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from django.utils.translation import gettext as _

from ..names import tidy
from ..refusals import Refused

_PLAYER = ("player", "name", "player name", "игрок", "участник", "фио", "имя", "jugador", "jugadora", "nombre")
_LICENCE = ("licence", "license", "id", "билет", "номер билета", "лицензия", "licencia", "carnet", "carné")
_RATING = ("rating", "elo", "рейтинг", "рейт", "ranking", "ránking")


def _of(place: int, words: Iterable[str]) -> tuple[str, ...]:
    """Write the headings of one player: “Player 1”, “1 player”."""
    return tuple(form for word in words for form in (f"{word} {place}", f"{place} {word}"))


#: column: how headings write it, in the form that `_plain` gives.
HEADINGS: dict[str, tuple[str, ...]] = {
    "No": ("no", "nr", "n", "number", "entry", "entry no", "#", "№", "№ п/п", "номер", "n°", "nº", "núm", "número"),
    "Player 1": _of(1, _PLAYER),
    "Licence 1": _of(1, _LICENCE),
    "Rating 1": _of(1, _RATING),
    "Player 2": _of(2, _PLAYER),
    "Licence 2": _of(2, _LICENCE),
    "Rating 2": _of(2, _RATING),
    "Club": ("club", "клуб"),
    "Country": ("country", "nation", "страна", "país", "pais"),
    "Category": ("category", "categories", "категория", "категории", "зачёт", "зачет", "categoría", "categoria",
                 "categorías"),
    "Fee paid": ("fee paid", "fee", "paid", "взнос", "взнос уплачен", "оплата", "оплачено", "cuota", "cuota pagada",
                 "pagado", "pago", "inscripción"),
    "Reserve": ("reserve", "reserves", "резерв", "запас", "запасная", "reserva", "suplente"),
}  # fmt: skip
LOOKED_AT = 200  # columns: a file may be one endless line
NEEDED = ("Player 1", "Licence 1", "Player 2", "Licence 2")
_COLUMNS = {heading: column for column, headings in HEADINGS.items() for heading in headings}
CYRILLIC, SPANISH = ("игрок", "билет", "лицензия", "участник", "фио"), ("jugador", "jugadora", "nombre", "licencia")


def column_of(heading: str) -> str | None:
    """Find the column a heading stands for; None where nobody knows it."""
    return _COLUMNS.get(_plain(heading))


def are_headings(cells: Iterable[str]) -> bool:
    """Tell whether a line looks like one of headings: it has two that are known."""
    return len({column_of(cell) for cell in islice(cells, LOOKED_AT)} - {None}) >= 2


def columns_of(headings: list[str]) -> dict[str, int]:
    """Find where each column stands; refuses headings of which one stands twice or one that is needed is missing."""
    columns: dict[str, int] = {}
    for place, heading in enumerate(headings):
        column = column_of(heading)
        if column in columns:
            raise Refused(
                "heading_twice", _("The heading “%(heading)s” stands twice. Rename one.") % {"heading": heading}
            )
        if column:
            columns[column] = place
    require_needed(columns)
    return columns


def guessed(headings: list[str]) -> dict[str, int]:
    """Find the columns that can be told for certain, for a person to complete."""
    columns: dict[str, int] = {}
    for place, heading in enumerate(headings):
        if column := column_of(heading):
            columns.setdefault(column, place)
    return columns


def require_needed(columns: dict[str, int]) -> None:
    """Refuse columns without names or licences."""
    missing = [column for column in NEEDED if column not in columns]
    if missing:
        raise Refused(
            "headings_missing",
            _("These columns are missing: %(columns)s. Add them to the headings.") % {"columns": ", ".join(missing)},
        )


def speaks(text: str, words: Iterable[str]) -> bool:
    """Tell whether headings of one language stand in a text; the names above them cannot tell."""
    low = text.lower()
    return any(re.search(rf"{word}[ _.]?1\b", low) for word in words)


def _plain(heading: str) -> str:
    """Bring a heading to the form of the table above: “Player_1:” and “PLAYER1” as “player 1”."""
    spaced = re.sub(r"[_.:()*\-]+", " ", tidy(heading).lower())
    return " ".join(re.sub(r"(?<=[^\W\d])(?=\d)", " ", spaced).split())
