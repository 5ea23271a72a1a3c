"""How an act says no: one exception, with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

LONGEST_REASON = 300


class Refused(Exception):
    """An act that was not carried out; nothing has been changed. Doors show the sentence."""

    def __init__(self, code: str, sentence: str | Promise, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.params = params

    def __str__(self) -> str:
        return str(self.sentence)


class NotPermitted(Refused):
    """The person may not do this, whoever asks again."""


class NotSoFast(Refused):
    """The same may be tried again after params["seconds"]."""


def reason_given(text: str, missing: str, *, most: int = LONGEST_REASON) -> str:
    """Tidy the reason of an act. Refuses none, with the sentence that asks for it, and one that is too long."""
    reason = " ".join(text.split())
    if not reason:
        raise Refused("reason_missing", missing, field="reason")
    if len(reason) > most:
        said = _("The reason is too long: at most %(most)d characters.") % {"most": most}
        raise Refused("reason_too_long", said, field="reason")
    return reason
