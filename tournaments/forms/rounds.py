"""The small forms of a round: a reason, and minutes to add."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from .texts import TextField


class ReasonForm(forms.Form):
    """Why something is taken back; it stays in the audit record."""

    reason = TextField(label=_("Reason"), max_length=300)


class MinutesForm(forms.Form):
    """How much time all tables are given."""

    minutes = forms.IntegerField(label=_("Minutes to add"), min_value=1, max_value=120, initial=5)
