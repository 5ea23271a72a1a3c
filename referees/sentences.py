"""What the rules refuse, said in the language of the page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ILLEGAL, MALFORMED, LogError


def error_of(error: LogError) -> dict[str, Any]:
    """Give an error of the rules as log-format.md writes it, its sentence translated by code."""
    template = (MALFORMED if error.kind == "malformed" else ILLEGAL)[error.code]
    params = {name: _(value) if name == "why" else value for name, value in error.params.items()}
    return {**error.as_dict(), "sentence": _(template).format_map(_Params(params))}


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"
