"""What a visitor sees when something went wrong: a page with a sentence, or the same sentence as JSON from the API."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

CODES = {
    "400": "bad_request",
    "403": "not_permitted",
    "csrf": "form_too_old",
    "404": "not_found",
    "405": "wrong_method",
    "413": "too_large",
}


def answer(request: HttpRequest, page: str, status: int, sentence: str, **more: object) -> HttpResponse:
    """Answer a page to a browser, and to a program the sentence with its code."""
    if request.path.startswith("/api/"):
        return problem(request, CODES[page], sentence, status)
    return render(request, f"errors/{page}.html", {"sentence": sentence, **more}, status=status)


def problem(request: HttpRequest, code: str, sentence: str, status: int) -> HttpResponse:
    """Answer a program as every refusal of the API does; who writes that is named in settings."""
    told = import_string(settings.API_PROBLEM)(code, sentence, status, request.path)
    return JsonResponse(told, status=status, content_type="application/problem+json")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    return answer(request, "400", 400, _("The server could not read this request."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403, with the reason when the refusal gives one."""
    return answer(request, "403", 403, str(exception) or _("This is not yours to do in this event."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 when a form comes without its seal."""
    return answer(request, "csrf", 403, _("This form is too old. Reload the page and send it again."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    return answer(request, "404", 404, _("There is nothing at this address."))


def wrong_method(request: HttpRequest, allowed: str = "") -> HttpResponse:
    """Answer 405: a page that is only looked at was sent something, or an address that takes a form was opened."""
    if "GET" in allowed:
        sentence = _("This page is only looked at and takes nothing. Nothing was changed: open the page again.")
        return answer(request, "405", 405, sentence, looked_at=True)
    return answer(request, "405", 405, _("This address only takes a form. Go back and use the button there."))


def upload_too_large(request: HttpRequest, most: int = settings.UPLOAD_LIMIT) -> HttpResponse:
    """Answer 413."""
    if most == settings.UPLOAD_LIMIT:
        return answer(request, "413", 413, _("What you sent is too large. A file may have at most 2.5 MB."))
    words = {"most": most // 1_000_000}
    return answer(request, "413", 413, _("What you sent is too large. A file may have at most %(most)d MB.") % words)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 without touching the database, the session or the context: they may be what broke."""
    sentence = _("Something went wrong on the server, and nothing was changed. Try again, or call the organiser.")
    if request.path.startswith("/api/"):
        return problem(request, "server_error", sentence, 500)
    try:
        return HttpResponse(render_to_string("errors/500.html"), status=500)
    except Exception:  # the page itself may be what broke, and no visitor is shown a stack trace
        return HttpResponse(sentence, status=500, content_type="text/plain; charset=utf-8")
