"""Write tables, cells of the cross table and reasons of an event; everything given is escaped."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..models import Game
from ..permissions import Actor
from ..reads import game_words
from ..reads.documents import DocumentLine
from ..reads.next_step import Button
from ..reads.presets import preset_words, regulations_words
from ..reads.rounds import Table, count_words, table_list
from ..reads.today import Check
from .look import chip
from .standings import key_word, ranking_words

register = template.Library()

register.filter("reason_word", game_words.reason)
register.filter("ranking_words", ranking_words)
register.filter("key_word", key_word)
register.filter("preset_words", preset_words)
register.filter("regulations_words", regulations_words)


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
    return "" if not reason or reason in ("target", "deals", "time", "bye") else game_words.reason(reason)


# ── the desk ─────────────────────────────────────────────────────────────────

register.filter("table_list", table_list)
register.filter("count_words", count_words)


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


@register.simple_tag(takes_context=True)
def check_undo(context: template.Context, check: Check) -> str:
    """Find the page where a step of the event is taken back."""
    where = {} if check.round is None else {"number": check.round}
    return reverse(check.undo, kwargs={"slug": context["tournament"].slug, **where})


@register.filter
def under_way(documents: Sequence[DocumentLine]) -> bool:
    """Tell whether any of the documents can still change by itself."""
    return any(document.under_way for document in documents)
