"""Say who competes: the words follow the event of the page."""

from __future__ import annotations

from django import template

from ..models import Tournament
from ..reads import entry_words

register = template.Library()


@register.simple_tag(takes_context=True)
def entry_word(context: template.Context, name: str, **values: object) -> str:
    """Give what is said of the entries of the page's event; values are written into it, and all of it is escaped."""
    event = context.get("tournament")
    words = entry_words.entry_word(event.entry_kind if event else entry_words.PAIR, name)
    return words % values if values else words


@register.simple_tag
def count_entries(tournament: Tournament, count: int) -> str:
    """Count who competes: 24 pairs, 48 players."""
    return entry_words.count_entries(tournament.entry_kind, count)


@register.simple_tag
def entries_to_take(tournament: Tournament, count: int) -> str:
    """Say what stands beside the number of good rows of an entry list."""
    return entry_words.entries_to_take(tournament.entry_kind, count)


@register.simple_tag
def cross_table_of(tournament: Tournament, count: int) -> str:
    """Name the link to the cross table."""
    return entry_words.cross_table_of(tournament.entry_kind, count)
