"""Bringing an event in: its file, and what is agreed to."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .texts import TextField


class EventFileForm(forms.Form):
    """The file of an event."""

    file = forms.FileField(
        label=_("Event file"),
        allow_empty_file=True,
        error_messages={"required": _("Choose the file of the event.")},
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if not file.size:
            raise forms.ValidationError(gettext("This file is empty. Take it anew from the event."), code="empty_file")
        if file.size > settings.EVENT_FILE_LIMIT:
            most = settings.EVENT_FILE_LIMIT // 1_000_000
            raise forms.ValidationError(
                gettext("The file is larger than %(most)d MB.") % {"most": most}, code="too_large"
            )
        return file


class ImportForm(forms.Form):
    """What is agreed to: the preview that was looked at, an address, and whether accounts keep their offices."""

    stamp = TextField(max_length=64, widget=forms.HiddenInput)
    slug = TextField(label=_("Address"), max_length=60, help_text=_("Small letters, figures and hyphens."))
    keep_offices = forms.BooleanField(
        label=_("Accounts of the same name keep their offices"),
        required=False,
        help_text=_("Only where these accounts belong to the same people as where the file was made."),
    )

    def renew(self, stamp: str) -> None:
        """Take the stamp of what the page shows now."""
        data = cast(QueryDict, self.data).copy()
        data["stamp"] = stamp
        self.data = data
