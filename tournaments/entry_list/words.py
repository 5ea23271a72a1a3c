"""What is said of a row of an entry list: of a pair, a single player or a team. Of all else reads/entry_words.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

#: What is said of rows: of pairs, of single players, of teams. Whatever they are, a list has two players in a row.
ROW_WORDS: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "needs_two": (
        _("A pair needs two: write the name."),
        _("Two players are asked for: write the name."),
        _("A team needs two: write the name."),
    ),
    "or_by_hand": (
        _("Write the licence, or enter this pair by hand."),
        _("Write the licence, or enter this player by hand."),
        _("Write the licence, or enter this team by hand."),
    ),
    "with_himself": (
        _("%(name)s is paired with himself or herself."),
        _("%(name)s stands there twice."),
        _("%(name)s stands there twice."),
    ),
    "too_many_categories": (
        _("This pair has more than %(most)s categories."),
        _("This player has more than %(most)s categories."),
        _("This team has more than %(most)s categories."),
    ),
    "twice": (
        _("This pair is already in %(where)s."),
        _("This player is already in %(where)s."),
        _("This team is already in %(where)s."),
    ),
    "another_number": (
        _("Give this pair another number, or none: the next free one is given."),
        _("Give this player another number, or none: the next free one is given."),
        _("Give this team another number, or none: the next free one is given."),
    ),
    "in_one_only": (
        _("A player can be in one pair only: take out one of the rows."),
        _("A player can be entered only once: take out one of the rows."),
        _("A player can be in one team only: take out one of the rows."),
    ),
    "already_entered": (
        _("This pair is already entered: %(number)s %(entry)s."),
        _("This player is already entered: %(number)s %(entry)s."),
        _("This team is already entered: %(number)s %(entry)s."),
    ),
    "no_rows": (
        _("There is no row under the headings. Write one line for each pair."),
        _("There is no row under the headings. Write one line for each player."),
        _("There is no row under the headings. Write one line for each team."),
    ),
}


def row_word(kind: str, name: str) -> str:
    """Give what is said of a row: `kind` is the entry_kind of its event, `name` one of ROW_WORDS."""
    return str(ROW_WORDS[name][{"player": 1, "team": 2}.get(kind, 0)])
