"""Signing in, and the first administrator."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from ..acts.guesses import count_wrong, forget_wrong, refuse_guessing
from ..addresses import address_of_visitor
from ..refusals import NotSoFast
from .texts import TextField


class SignInForm(AuthenticationForm):
    """Name and password; wrong ones are counted."""

    error_messages = {
        "invalid_login": _("This name and this password do not go together. Mind small and capital letters."),
        "inactive": _("This account is switched off. Ask the administrator."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Sign-in name")

    def clean(self) -> dict[str, Any]:
        username = self.cleaned_data.get("username") or ""
        address = address_of_visitor(self.request) if self.request else ""
        try:
            refuse_guessing(username, address)
        except NotSoFast as refused:
            raise forms.ValidationError(str(refused), code=refused.code) from None
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            count_wrong(username, address)
            raise
        forget_wrong(username, address)
        return cleaned


class AdminSignInForm(SignInForm, AdminAuthenticationForm):
    """The same at /admin/, or passwords could be guessed there; only staff come in."""


#: What a sign-in name may hold: said beside the field, and again where it holds something else.
SIGN_IN_NAME = _("Letters, figures and @ . + - _ only, no spaces.")


class FirstRunForm(BaseUserCreationForm):
    """The first administrator: a name to sign in with, a name for the records, a password twice."""

    name = TextField(
        label=_("Your name"),
        max_length=150,
        required=False,
        help_text=_("As it stands in the audit record and among the officials."),
    )
    field_order = ("name", "username", "password1", "password2")
    error_messages = {"password_mismatch": _("The two passwords differ. Type them again.")}

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Sign-in name")}
        help_texts = {"username": SIGN_IN_NAME}
        error_messages = {"username": {"invalid": SIGN_IN_NAME}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["password1"].help_text = _("8 characters or more, and no word that everybody uses.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""
