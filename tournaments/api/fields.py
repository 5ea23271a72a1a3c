"""Fields that take what the schema says and nothing else: no number for a text, no 'yes' for true."""

from __future__ import annotations

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

LARGEST = 2**31 - 1


class Text(serializers.CharField):
    """A text of JSON; where it may not be blank, the description says that it needs a sign to be seen."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        if not self.allow_blank:
            self.validators.append(RegexValidator(r"\S"))

    def to_internal_value(self, data: Any) -> str:
        """Refuse a number or a truth where a text is due."""
        if not isinstance(data, str):
            raise ValidationError(_("Give a text."))
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number of JSON."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST, **more})

    def to_internal_value(self, data: Any) -> int:
        """Refuse a text, a fraction or a truth where a whole number is due."""
        if isinstance(data, bool) or not isinstance(data, int):
            raise ValidationError(_("Give a whole number."))
        return super().to_internal_value(data)


class Tick(serializers.BooleanField):
    """A truth of JSON."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse words and numbers."""
        if not isinstance(data, bool):
            raise ValidationError(_("Give true or false."))
        return data


class Number(serializers.IntegerField):
    """A whole number in an address."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": 99_999, **more})

    def to_internal_value(self, data: Any) -> int:
        """Take figures alone."""
        text = str(data)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise ValidationError(_("Give a number, like 3."))
        return super().to_internal_value(text)


class YesOrNo(serializers.ChoiceField):
    """A truth in an address."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=["true", "false"], **more)
