"""What all forms of the desk share: texts in one form, and refusals told at the field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ..names import tidy, unprintable
from ..refusals import NotPermitted, Refused


class TextField(forms.CharField):
    """A line of text: tidied, and without characters that nobody can see."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        if strange := unprintable(value):
            raise forms.ValidationError(
                _("There is a character here that cannot be seen or printed (U+%(code)s). Delete it and type again.")
                % {"code": f"{ord(strange):04X}"},
                code="unprintable",
            )


def tell(form: forms.BaseForm, refused: Refused, fields: dict[str, str] | None = None) -> None:
    """Tell a refusal at the field it is about, or above the form; what was typed stays.

    `fields` maps what the refusal calls a column to the form's name of it. What is not permitted is told by the door.
    """
    if isinstance(refused, NotPermitted):
        raise refused
    names = [refused.params.get("field", ""), *refused.params.get("columns", ())]
    known = [(fields or {}).get(name, name) for name in names]
    field = next((name for name in known if name in form.fields), None)
    form.add_error(field, forms.ValidationError(str(refused), code=refused.code))
