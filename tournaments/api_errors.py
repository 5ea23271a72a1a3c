"""How the API says no: always a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from .refusals import NotPermitted, Refused


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer {code, sentence, params}; what is a fault of ours is left to the page of faults."""
    if isinstance(error, Refused):
        return _answer(error.code, str(error), _status_of(error), error.params)
    if isinstance(error, RequestDataTooBig):
        return _answer("too_large", _("What you sent is too large. A request may have at most 2.5 MB."), 413)
    if isinstance(error, RecursionError):
        error = ParseError(_("The JSON you sent is nested too deeply."))
    response = exception_handler(error, context)
    if response is not None:
        code, sentence = _in_words(error)
        response.data = {"code": code, "sentence": sentence, "params": {}}
    return response


def _answer(code: str, sentence: str, status: int, params: dict[str, Any] | None = None) -> Response:
    return Response({"code": code, "sentence": sentence, "params": params or {}}, status=status, exception=True)


def _status_of(refusal: Refused) -> int:
    if isinstance(refusal, NotPermitted):
        return 403
    return 404 if refusal.code.startswith("no_such_") else 409


def _in_words(error: Exception) -> tuple[str, str]:
    if isinstance(error, ValidationError) and isinstance(error.detail, dict):
        field, reasons = next(iter(error.detail.items()))
        reason = reasons[0] if isinstance(reasons, list) and reasons else _("it is not right")
        return "bad_field", _("The field %(field)s: %(reason)s") % {"field": field, "reason": reason}
    if isinstance(error, Http404):
        return "not_found", _("There is nothing at this address.")
    code = getattr(error, "default_code", "refused")
    return code, str(getattr(error, "detail", "")) or _("This request could not be read.")
