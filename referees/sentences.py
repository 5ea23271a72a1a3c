"""What the rules refuse, said in the language of the page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ILLEGAL, MALFORMED, LogError
from scoring.games import Record


def error_of(error: LogError, record: Record | None = None) -> dict[str, Any]:
    """Give an error of the rules as log-format.md writes it, its sentence translated by code.

    Where a field is refused for a reason of its own, that is the sentence. A later line that a correction breaks has
    the number under which `record` shows it, and why in words.
    """
    template = (MALFORMED if error.kind == "malformed" else ILLEGAL)[error.code]
    params = {name: _(value) if name == "why" else value for name, value in (error.params | error.numbered).items()}
    if error.code == "breaks_later_line":
        params["code"] = _in_words(str(params["code"]))
        number = record.number_of(str(params["id"])) if record else None
        params["line"] = params["line"] if number is None else number + 1
    own = params.get("why") if error.code == "bad_field" else None
    return {**error.as_dict(), "sentence": own or _(template).format_map(_Params(params))}


def _in_words(code: str) -> str:
    """Say shortly why a line would be refused: the first sentence of its code, where that needs nothing else."""
    said = _({**MALFORMED, **ILLEGAL}.get(code, code)).split(". ")[0].rstrip(".")
    return code if "{" in said else said


class _Params(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"
