"""How an event file is refused: with the place in it, and nothing written."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from ..refusals import Refused


class FaultyFile(Refused):
    """The file, or what stands in it, cannot be taken."""

    def __init__(self, code: str, sentence: str | Promise, place: str = "") -> None:
        told = _("%(place)s: %(what)s") % {"place": place, "what": sentence} if place else sentence
        where = {"place": place} if place else {}
        super().__init__(code, f"{told} {_('Nothing was written.')}", field="file", **where)


def row_place(table: str, number: int, column: str = "") -> str:
    """Name a place in event.json, rows counted from 1."""
    words = {"table": table, "number": number, "column": column}
    if column:
        return _("event.json, %(table)s, row %(number)d, %(column)s") % words
    return _("event.json, %(table)s, row %(number)d") % words
