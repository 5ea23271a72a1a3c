"""What is typed at a table: its code, who writes, what a player finds wrong."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Official, Tournament

from ..acts.pen import pen_holders
from ..models import TableLink

MOST_DEALS = 999
LONGEST_TEXT = 250  # characters; with the number of a deal it fits into a call


class CodeForm(forms.Form):
    """Find a table by the short code that lies on it."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=20,
        error_messages={"required": _("Type the six letters and figures that lie on the table.")},
        widget=forms.TextInput(
            attrs={"class": "input code", "autocomplete": "off", "autocapitalize": "characters", "autofocus": True}
        ),
    )

    def clean_code(self) -> TableLink:
        """Give the link; blanks, dashes and small letters are as good."""
        typed = "".join(sign for sign in self.cleaned_data["code"].upper() if sign.isalnum())
        link = TableLink.objects.select_related("tournament").filter(code=typed).first()
        if link is None:
            raise forms.ValidationError(
                _("No table has this code. Compare it with the card on the table; the desk can print a new one."),
                code="no_such_code",
            )
        return link


class PenForm(forms.Form):
    """Say who writes, and prove it."""

    official = forms.ModelChoiceField(
        label=_("Who writes"),
        queryset=Official.objects.none(),
        error_messages={
            "required": _("Choose your name."),
            "invalid_choice": _("Choose your name. Who is not listed gets a PIN at the desk."),
        },
        widget=forms.RadioSelect,
        empty_label=None,
    )
    pin = forms.CharField(
        label=pgettext_lazy("secret number", "PIN"),
        max_length=8,
        validators=[RegexValidator(r"^[0-9]{4,8}\Z", _("A PIN has 4 to 8 figures."))],
        error_messages={"required": _("Type your PIN."), "max_length": _("A PIN has 4 to 8 figures.")},
        widget=forms.PasswordInput(
            attrs={"class": "input figures", "inputmode": "numeric", "autocomplete": "off", "maxlength": 8}
        ),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["official"].queryset = pen_holders(tournament)  # type: ignore[attr-defined]  # stubs: a Field


class MistakeForm(forms.Form):
    """Tell the referee of this table that something in its record is wrong."""

    deal = forms.IntegerField(
        label=_("Which deal"),
        required=False,
        min_value=1,
        max_value=MOST_DEALS,
        error_messages={"invalid": _("Type the number of the deal in figures, or leave it empty.")},
        help_text=_("Its number in the log; empty where it is about something else."),
        widget=forms.NumberInput(attrs={"class": "input narrow figures", "inputmode": "numeric"}),
    )
    text = forms.CharField(
        label=_("What is wrong"),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("Say in a few words what is wrong, for example: it was 35 points, not 53.")},
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )

    def said(self) -> str:
        """Write it as one sentence for the referee."""
        deal, text = self.cleaned_data["deal"], self.cleaned_data["text"]
        return _("Deal %(number)s: %(text)s") % {"number": deal, "text": text} if deal else str(text)
