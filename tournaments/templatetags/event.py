"""Write tables, cells of the cross table and reasons of an event; everything given is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standings import Reason

from ..models import Game
from ..permissions import Actor
from ..reads import act_words, game_words
from ..reads.documents import DocumentLine
from ..reads.next_step import Button
from ..reads.rounds import Table, count_words, table_list
from ..reads.standings import Cell, Row
from ..reads.standings import Table as Standings
from .look import chip, signed

register = template.Library()

CROSS_ROUNDS: Final = 8  # columns that fit beside a name; earlier rounds stand in the opened row

register.filter("reason_word", game_words.reason)


@register.simple_tag
def table_chip(table: Table) -> SafeString:
    """Tell what a table is at: waiting, deal 11, side A won."""
    if table.state == Game.State.ACCEPTED and not table.bye:
        return chip("accepted", won_by(table.winner))
    closer = game_words.state_of_table(table.state, table.deals_played, table.to_come)
    return chip("bye" if table.bye else table.state, closer)


@register.filter
def won_by(winner: str) -> str:
    """Say which side won."""
    sentences = {"A": _("side A won"), "B": _("side B won")}
    return sentences.get(winner) or _("no winner")


@register.filter
def unusual(reason: str) -> str:
    """Say how a game ended where it did not end the usual way."""
    return "" if reason in ("", "target", "deals", "time", "bye") else game_words.reason(reason)


# ── standings ────────────────────────────────────────────────────────────────


@register.filter
def shown_rounds(table: Standings) -> Sequence[int]:
    """List the rounds that have a column of their own in the cross table."""
    return [round_.number for round_ in table.rounds][-CROSS_ROUNDS:]


@register.filter
def columns(table: Standings) -> int:
    """Count the columns of the cross table: place, pair, rounds, wins, effectiveness, points, why."""
    return 6 + len(shown_rounds(table))


@register.simple_tag
def cross_cells(row: Row) -> SafeString:
    """Write the cells of one line of the cross table. They hold numbers and our own words only."""
    won, lost = pgettext("cell of a cross table", "won"), pgettext("cell of a cross table", "lost")
    bye = pgettext("cell of a cross table", "bye")
    return mark_safe("".join(_cell(cell, won, lost, bye) for cell in row.cells[-CROSS_ROUNDS:]))


def _cell(cell: Cell | None, won: str, lost: str, bye: str) -> str:
    if cell is None:
        return '<td class="game to-come">·</td>'
    css = f"game{' won-game' if cell.won else ''}{' prov' if cell.provisional else ''}"
    words = f"{won if cell.won else lost} {cell.opponent.number}" if cell.opponent else bye
    points = f"{cell.points_for}:{cell.points_against}"
    return f'<td class="{css}"><span class="num">{points}</span><small>{words}</small></td>'


@register.simple_tag
def moved(row: Row) -> SafeString:
    """Show how many places an entry gained or lost since the round before."""
    if row.moved is None:
        return mark_safe("")
    sign = "=" if not row.moved else f"▲{row.moved}" if row.moved > 0 else f"▼{-row.moved}"
    heard = _("since the round before")
    return format_html('<span class="move"><span class="off-screen">{} </span>{}</span>', heard, sign)


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
    }
    return words.get(key, key)


@register.filter
def key_value(reason: Reason) -> str:
    """Write the value of a key; effectiveness has its sign."""
    return signed(reason.value) if reason.key == "effectiveness" else str(reason.value)


@register.simple_tag
def because(reason: Reason, table: Standings) -> str:
    """Say what a key does at a place: whom it leaves level, who is ahead by it, who behind."""
    parts = [_ahead(reason, table), _level(reason, table), _behind(reason, table)]
    said = "; ".join(part for part in parts if part)
    if reason.decides:
        return _("%(comparison)s: this decides") % {"comparison": said}
    return said


def _level(reason: Reason, table: Standings) -> str:
    level = reason.level
    if not level:
        return ""
    if len(level) == 1:
        return _("the same as %(entry)s") % {"entry": _name(level[0].total.entry, table)}
    places = [standing.place for standing in level]
    if min(places) == max(places):
        return _("the same as the others at place %(place)s") % {"place": places[0]}
    return _("the same as %(count)s others at places %(first)s to %(last)s") % {
        "count": len(level), "first": min(places), "last": max(places),
    }  # fmt: skip


def _ahead(reason: Reason, table: Standings) -> str:
    if reason.above is None:
        return ""
    return _("less than %(value)s of %(entry)s") % _rival(reason, reason.above.values, reason.above.total.entry, table)


def _behind(reason: Reason, table: Standings) -> str:
    if reason.below is None:
        return ""
    return _("more than %(value)s of %(entry)s") % _rival(reason, reason.below.values, reason.below.total.entry, table)


def _rival(reason: Reason, values: Sequence[int], entry: int, table: Standings) -> dict[str, str]:
    value = values[table.ranking.index(reason.key)]
    shown = signed(value) if reason.key == "effectiveness" else str(value)
    return {"value": shown, "entry": _name(entry, table)}


def _name(entry: int, table: Standings) -> str:
    row = table.row(entry)
    return row.entry.name if row else ""


# ── the desk ─────────────────────────────────────────────────────────────────

register.filter("table_list", table_list)
register.filter("count_words", count_words)
register.filter("act_word", act_words.act_word)


@register.filter
def may(actor: Actor, act: str) -> bool:
    """Tell whether the visitor may do something, so that no button is offered in vain."""
    return actor.may(act)


@register.simple_tag(takes_context=True)
def step_address(context: template.Context, button: Button) -> str:
    """Find the page or the form of a button of the next step."""
    rest = {"number": button.number, "game": button.game}
    where = {name: value for name, value in rest.items() if value is not None}
    return reverse(button.url, kwargs={"slug": context["tournament"].slug, **where})


@register.filter
def under_way(documents: Sequence[DocumentLine]) -> bool:
    """Tell whether any of the documents can still change by itself."""
    return any(document.under_way for document in documents)
