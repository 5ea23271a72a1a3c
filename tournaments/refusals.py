"""How an act says no: one exception, with a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise


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
