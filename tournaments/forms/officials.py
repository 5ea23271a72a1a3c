"""Officials and their PINs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from ..models import Role
from .accounts import SIGN_IN_NAME
from .texts import TextField

PIN = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


class OfficialForm(forms.Form):
    """A person with a role."""

    name = TextField(label=_("Name"), max_length=120)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, widget=forms.RadioSelect, initial=Role.REFEREE)
    pin = forms.CharField(
        label=_("PIN for the tables"),
        required=False,
        max_length=8,
        widget=PIN,
        help_text=_("4 to 8 figures. Chief referees, referees and scorers open tables with it."),
    )
    make_pin = forms.BooleanField(label=_("Make a PIN and show it once"), required=False)
    username = forms.CharField(
        label=_("Sign-in name"),
        required=False,
        max_length=150,
        validators=[UnicodeUsernameValidator(message=SIGN_IN_NAME)],
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("For organisers, chief referees and the desk. Somebody who signs in already keeps the password."),
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Only for a new sign-in name; 8 characters or more."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("password"):
            try:
                user = User(username=data.get("username", ""), first_name=data.get("name", "")[:150])
                validate_password(data["password"], user)
            except forms.ValidationError as error:
                self.add_error("password", error)
            if not data.get("username") and "username" not in self.errors:
                self.add_error("username", _("A password needs a sign-in name. Write one, or leave both empty."))
        return data
