"""How the API says no: a problem after RFC 9457, with a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import MethodNotAllowed, ParseError, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from .refusals import NotPermitted, NotSoFast, Refused

MEDIA_TYPE = "application/problem+json"
#: A tag (RFC 4151) names a kind of problem for good and leads nowhere; the pages of this server may move.
TYPE = "tag:domino-desk,2026:problem/"

#: status: what such problems have in common.
TITLES = {
    400: gettext_lazy("This request cannot be read"),
    403: gettext_lazy("Not permitted"),
    404: gettext_lazy("Not there"),
    405: gettext_lazy("Not done at this address"),
    406: gettext_lazy("Not given in this form"),
    409: gettext_lazy("Not as things stand"),
    412: gettext_lazy("Changed meanwhile"),
    413: gettext_lazy("Too large"),
    415: gettext_lazy("Not taken in this form"),
    429: gettext_lazy("Too soon"),
    500: gettext_lazy("A fault of the server"),
}
WHOLE = "non_field_errors"  # what is wrong with a body as a whole, as the library calls it


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a problem; what is a fault of ours is left to the page of faults."""
    path = context["request"].path if context.get("request") else ""
    if isinstance(error, Refused):
        return _refused(error, path)
    if isinstance(error, RequestDataTooBig):
        sentence = _("What you sent is too large. A request may have at most 2.5 MB.")
        return _answer(problem("too_large", sentence, 413, path))
    if isinstance(error, RecursionError):
        error = ParseError(_("The JSON you sent is nested too deeply."))
    response = exception_handler(error, context)
    if response is None:
        return None
    code, sentence = _in_words(error)
    told = problem(code, sentence, response.status_code, path)
    if isinstance(error, ValidationError) and isinstance(error.detail, dict):
        told["errors"] = dict(_by_field(error.detail))
    response.data, response.content_type = told, MEDIA_TYPE
    return response


def problem(code: str, sentence: str, status: int, path: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    """Write a problem: the members of RFC 9457, and ours. `detail` and `sentence` say the same."""
    return {
        "type": TYPE + code,
        "title": str(TITLES.get(status, _("Refused"))),
        "status": status,
        "detail": sentence,
        "instance": path,
        "code": code,
        "sentence": sentence,
        "params": params or {},
    }


def _refused(refusal: Refused, path: str) -> Response:
    response = _answer(problem(refusal.code, str(refusal), _status_of(refusal), path, refusal.params))
    if isinstance(refusal, NotSoFast) and "seconds" in refusal.params:
        response["Retry-After"] = str(refusal.params["seconds"])
    return response


def _answer(told: dict[str, Any]) -> Response:
    return Response(told, status=told["status"], exception=True, content_type=MEDIA_TYPE)


def _status_of(refusal: Refused) -> int:
    if isinstance(refusal, NotPermitted):
        return 403
    if isinstance(refusal, NotSoFast):
        return 429
    return 404 if refusal.code.startswith("no_such_") else 409


def _in_words(error: Exception) -> tuple[str, str]:
    if isinstance(error, ValidationError) and isinstance(error.detail, dict):
        field, reasons = next(_by_field(error.detail))
        if field == WHOLE:
            return "bad_field", reasons[0]
        return "bad_field", _("The field %(field)s: %(reason)s") % {"field": field, "reason": reasons[0]}
    if isinstance(error, Http404):
        return "not_found", _("There is nothing at this address.")
    if isinstance(error, MethodNotAllowed):
        return "wrong_method", _("This address does not take what was sent. It may be read, or takes another method.")
    code = getattr(error, "default_code", "refused")
    return code, str(getattr(error, "detail", "")) or _("This request could not be read.")


def _by_field(detail: Mapping[Any, Any], above: str = "") -> Iterator[tuple[str, list[str]]]:
    """Name each bad field by its way through the body (countersign.pin) and say what is wrong with it."""
    for name, reasons in detail.items():
        field = f"{above}{name}"
        if isinstance(reasons, Mapping):
            yield from _by_field(reasons, f"{field}.")
        elif reasons and isinstance(reasons[0], Mapping):
            for number, each in enumerate(reasons):
                yield from _by_field(each, f"{field}.{number}.")
        else:
            yield field, [str(reason) for reason in reasons] or [_("it is not right")]
