"""What is asked before an entry is disqualified."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Disqualification
from ..refusals import LONGEST_REASON
from .texts import TextField


class DisqualifyForm(forms.Form):
    """From which round on, what becomes of the opponents' results, and why."""

    from_round = forms.TypedChoiceField(
        label=gettext_lazy("From which round on"), coerce=int, widget=forms.RadioSelect, initial="1"
    )
    opponents = forms.ChoiceField(
        label=gettext_lazy("Its opponents in these rounds"),
        choices=Disqualification.Opponents.choices,
        initial=Disqualification.Opponents.KEEP,
        widget=forms.RadioSelect,
    )
    reason = TextField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody can read it beside the standings."),
    )

    def __init__(self, last_round: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = [(1, _("all rounds")), *((n, _("round %(number)d") % {"number": n}) for n in range(2, last_round + 1))]
        self.fields["from_round"].choices = rounds  # type: ignore[attr-defined]  # stubs: a Field
