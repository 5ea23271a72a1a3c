"""How the API answers what it cannot read."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.response import Response
from rest_framework.views import exception_handler


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer with a sentence, also where Python gives up in its own way: on a thousand brackets."""
    if isinstance(error, RequestDataTooBig):
        return Response({"detail": _("What you sent is too large. A request may have at most 2.5 MB.")}, status=413)
    if isinstance(error, RecursionError):
        error = ParseError(_("The JSON you sent is nested too deeply."))
    return exception_handler(error, context)
