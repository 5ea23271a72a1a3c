"""The small forms of a round: a reason, minutes to add, what a draw may do, two entries to swap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..reads.entry_words import entry_word
from ..reads.rounds import Side, Table
from ..reads.swaps import ask_why
from .texts import TextField


class ReasonForm(forms.Form):
    """Why something is taken back; it stays in the audit record."""

    reason = TextField(label=_("Reason"), max_length=300)


class MinutesForm(forms.Form):
    """How much time all tables are given."""

    minutes = forms.IntegerField(label=_("Minutes to add"), min_value=1, max_value=120, initial=5)


class DrawForm(forms.Form):
    """Which round is drawn, and what is allowed to draw it."""

    number = forms.IntegerField(required=False, min_value=1, max_value=32767, widget=forms.HiddenInput)
    also_absent = forms.BooleanField(label=_("Draw without waiting for who is not checked in"), required=False)
    rematches = forms.BooleanField(label=_("Allow rematches where there is no other way"), required=False)


class SwapForm(forms.Form):
    """Which two entries of a round change places."""

    first = forms.TypedChoiceField(coerce=int)
    second = forms.TypedChoiceField(label=_("changes places with"), coerce=int)

    def __init__(self, tables: Sequence[Table], *arguments: Any, kind: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        sides = sorted(((side, table) for table in tables for side in table.sides), key=lambda one: one[0].number)
        choices = [("", entry_word(kind, "choose_one")), *((side.entry, _chair(side, table)) for side, table in sides)]
        self.fields["first"].label = entry_word(kind, "column")
        for name in ("first", "second"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # stubs: a Field


class SwapReasonForm(forms.Form):
    """Why they change places although something speaks against it, and which draw was looked at."""

    reason = TextField(label=_("Reason"), max_length=300, required=False)
    draw = forms.CharField(widget=forms.HiddenInput, max_length=60)

    def __init__(self, *arguments: Any, against: Sequence[str] = (), **more: Any) -> None:
        """Ask for a reason where anything speaks `against` the swap."""
        super().__init__(*arguments, **more)
        if against:
            reason = self.fields["reason"]
            reason.label, reason.required = gettext("Reason, needed here"), True
            reason.widget.is_required = True
            reason.error_messages["required"] = ask_why(against)


def _chair(side: Side, table: Table) -> str:
    words = {"number": side.number, "name": side.name, "table": table.table}
    if table.bye:
        return gettext("%(number)s %(name)s, bye") % words
    return gettext("%(number)s %(name)s, table %(table)s") % words
