"""Write the cells of the standings and the reasons for a place; everything given is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standings import Reason, Value

from ..reads.entry_words import entry_word
from ..reads.standings import Cell, Row, Table
from ..reads.standings.cross import cells_against
from .look import signed

register = template.Library()

CROSS_ROUNDS: Final = 8  # columns that fit beside a name; earlier rounds stand in the opened row


@register.filter
def shown_rounds(table: Table) -> Sequence[int]:
    """List the rounds that have a column of their own in the cross table."""
    return [round_.number for round_ in table.rounds][-CROSS_ROUNDS:]


@register.simple_tag
def columns(table: Table, view: str = "", single: bool = False) -> int:
    """Count the columns: place, pair, the rounds or entries, wins, (lost,) effectiveness, points, why."""
    games = len(table.rows) if view == "cross" else len(shown_rounds(table))
    return 6 + games + single


@register.simple_tag
def cross_cells(row: Row) -> SafeString:
    """Write the cells of one line of the cross table by rounds. They hold numbers and our own words only."""
    won, lost = pgettext("cell of a cross table", "won"), pgettext("cell of a cross table", "lost")
    bye = pgettext("cell of a cross table", "bye")
    return mark_safe("".join(_cell(cell, won, lost, bye) for cell in row.cells[-CROSS_ROUNDS:]))


@register.simple_tag
def cells_of_meetings(row: Row, table: Table) -> SafeString:
    """Write the cells of one line of the table of entry against entry: numbers and our own words only."""
    won, lost = pgettext("cell of a cross table", "won"), pgettext("cell of a cross table", "lost")
    return mark_safe("".join(_meetings(cells, won, lost) for cells in cells_against(row, table)))


def _cell(cell: Cell | None, won: str, lost: str, bye: str) -> str:
    if cell is None:
        return '<td class="game to-come">·</td>'
    numbers = " ".join(str(opponent.number) for opponent in cell.opponents)
    words = f"{won if cell.won else lost} {numbers}" if numbers else bye
    return f'<td class="{_css(cell)}"><span class="num">{_points(cell)}</span><small>{words}</small></td>'


def _meetings(cells: Sequence[Cell] | None, won: str, lost: str) -> str:
    if cells is None:
        return '<td class="game self">×</td>'
    if not cells:
        return '<td class="game to-come">·</td>'
    css = _css(cells[0]) if len(cells) == 1 else "game"
    told = (f'<span class="num">{_points(cell)}</span><small>{won if cell.won else lost}</small>' for cell in cells)
    return f'<td class="{css}">{"".join(told)}</td>'


def _css(cell: Cell) -> str:
    return f"game{' won-game' if cell.won else ''}{' prov' if cell.provisional else ''}"


def _points(cell: Cell) -> str:
    return f"{cell.points_for}:{cell.points_against}"


@register.simple_tag
def moved(row: Row) -> SafeString:
    """Show how many places an entry gained or lost since the round before."""
    if row.moved is None:
        return mark_safe("")
    sign = "=" if not row.moved else f"▲{row.moved}" if row.moved > 0 else f"▼{-row.moved}"
    heard = _("since the round before")
    return format_html('<span class="move"><span class="off-screen">{} </span>{}</span>', heard, sign)


@register.simple_tag
def opponent_names(cell: Cell) -> str:
    """Name who sat opposite: an entry, or two single players."""
    return ", ".join(opponent.name for opponent in cell.opponents)


@register.filter
def difference(one: int, other: int) -> int:
    """Take one number from another."""
    return one - other


# ── keys in words ────────────────────────────────────────────────────────────


@register.filter
def ranking_words(ranking: Sequence[str]) -> str:
    """Say by what the standings rank: wins, effectiveness, points scored."""
    return ", ".join(key_word(key) for key in ranking)


@register.filter
def key_word(key: str) -> str:
    """Name a key of the ranking."""
    words = {
        "wins": pgettext("key of a ranking", "wins"),
        "effectiveness": pgettext("key of a ranking", "effectiveness"),
        "points": pgettext("key of a ranking", "points scored"),
        "head_to_head": pgettext("key of a ranking", "head to head"),
        "buchholz": pgettext("key of a ranking", "wins of the opponents"),
        "lots": pgettext("key of a ranking", "lots"),
    }
    return words.get(key, key)


@register.filter
def effectiveness_means(table: Table) -> str:
    """Say what effectiveness means by the regulations of the event."""
    meanings = {
        "to_target": _("Effectiveness: points scored minus points against; points over the target do not count"),
        "share": _("Effectiveness: points scored per thousand of all points in the games"),
    }
    plain = _("Effectiveness: points scored minus points against")
    return meanings.get(table.counting.effectiveness, plain)


@register.filter
def effectiveness(value: int, table: Table) -> str:
    """Write an effectiveness: a difference with its sign, a share in thousandths."""
    return f"{value} ‰" if table.counting.effectiveness == "share" else signed(value)


@register.simple_tag
def key_value(reason: Reason, table: Table) -> str:
    """Write the value of a key; a dash where it says nothing."""
    return _written(reason.key, reason.value, table)


def _written(key: str, value: Value, table: Table) -> str:
    if value is None:
        return "–"
    if key == "effectiveness":
        return effectiveness(value, table)
    return str(abs(value)) if key == "lots" else str(value)


# ── why an entry stands where it stands ──────────────────────────────────────


@register.simple_tag
def because(reason: Reason, table: Table) -> str:
    """Say what a key does at a place: whom it leaves level, who is ahead by it, who behind."""
    parts = [_silent(reason), _ahead(reason, table), _level(reason, table), _behind(reason, table)]
    said = "; ".join(part for part in parts if part)
    if reason.decides:
        return _("%(comparison)s: this decides") % {"comparison": said}
    return said


@register.simple_tag
def key_note(reason: Reason) -> str:
    """Say in one line how a key is counted that does not speak for itself; nothing of the others."""
    notes = {
        "head_to_head": _("games won against those who are level so far"),
        "buchholz": _("the wins of all opponents met, added up"),
        "lots": _("the lot drawn first is ahead"),
    }
    return "" if reason.value is None else notes.get(reason.key, "")


@register.simple_tag
def meetings(reason: Reason, row: Row) -> list[Cell]:
    """List the games of an entry against those with whom it is compared head to head."""
    if reason.key != "head_to_head" or reason.value is None:
        return []
    rivals = {rival.total.entry for rival in reason.rivals}
    return [cell for cell in row.cells if cell and any(other.id in rivals for other in cell.opponents)]


def _silent(reason: Reason) -> str:
    if reason.value is not None or not reason.rivals:
        return ""
    return _("says nothing here, because not all who are level have met each other equally often")


def _level(reason: Reason, table: Table) -> str:
    level = reason.level
    if not level or reason.value is None:
        return ""
    if len(level) == 1:
        return entry_word(table.entry_kind, "same_as") % {"entry": _name(level[0].total.entry, table)}
    places = [standing.place for standing in level]
    if min(places) == max(places):
        return _("the same as the others at place %(place)s") % {"place": places[0]}
    return _("the same as %(count)s others at places %(first)s to %(last)s") % {
        "count": len(level), "first": min(places), "last": max(places),
    }  # fmt: skip


def _ahead(reason: Reason, table: Table) -> str:
    if reason.above is None:
        return ""
    said = entry_word(table.entry_kind, "drawn_after" if reason.key == "lots" else "less_than")
    return said % _rival(reason, reason.above.values, reason.above.total.entry, table)


def _behind(reason: Reason, table: Table) -> str:
    if reason.below is None:
        return ""
    said = entry_word(table.entry_kind, "drawn_before" if reason.key == "lots" else "more_than")
    return said % _rival(reason, reason.below.values, reason.below.total.entry, table)


def _rival(reason: Reason, values: Sequence[Value], entry: int, table: Table) -> dict[str, str]:
    value = values[table.ranking.index(reason.key)]
    return {"value": _written(reason.key, value, table), "entry": _name(entry, table)}


def _name(entry: int, table: Table) -> str:
    row = table.row(entry)
    return row.entry.name if row else ""
