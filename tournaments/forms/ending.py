"""What is asked before an event is ended, or opened again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..refusals import LONGEST_REASON
from .texts import TextField


class EndForm(forms.Form):
    """After which round the event ends, as it was shown, and why where it ends early."""

    after = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=32767)
    reason = TextField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody can read it beside the standings."),
    )

    def __init__(self, *args: Any, early: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = early


class ReopenForm(forms.Form):
    """Why an event is opened again."""

    reason = TextField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("It stays in the audit record."))
