"""Bounds around every page: where scripts may come from, how much may be sent; and static files packed on their way."""

import gzip
import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from whitenoise.middleware import WhiteNoiseMiddleware

from config.errors import answer, upload_too_large, wrong_method

Answer = Callable[[HttpRequest], HttpResponse]

OWN_PAGES = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
# The page that tries out the API carries its start in the page itself.
API_DOCS = OWN_PAGES.replace("default-src 'self'", "default-src 'self' 'unsafe-inline'")


class ContentSecurityPolicy:
    """Let pages run only scripts that are files of ours, so that a script in a name stays text."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):  # some browsers show no PDF under such a policy
            policy = API_DOCS if request.path == "/api/docs/" else OWN_PAGES
            response.headers.setdefault("Content-Security-Policy", policy)
        return response


#: A comment that has its lines for itself; what shares a line with code is left alone.
COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)


def without_comments(script: bytes) -> bytes:
    """Leave out comments of our own scripts and styles: a sixth of what a tablet loads, and nobody reads it there."""
    return COMMENT.sub(b"", script)


class PackedFiles(WhiteNoiseMiddleware):
    """Serve static files compressed: no step before a club evening makes packed ones, and hall networks are slow."""

    PACKED = ("text/", "application/json", "image/svg+xml")
    OURS = ("/static/look/", "/static/referees/", "/static/scoring/", "/static/tournaments/")

    def __init__(self, get_response: Answer | None = None) -> None:
        super().__init__(get_response)
        self.packed: dict[tuple[str, str], bytes] = {}  # by address and version of the file

    def serve(self, static_file: Any, request: HttpRequest) -> HttpResponse:
        """Answer with the file, packed where the browser takes it and it is asked for as a whole."""
        response = super().serve(static_file, request)
        whole = request.method == "GET" and response.status_code == 200 and "Content-Encoding" not in response
        if not whole or not response.get("Content-Type", "").startswith(self.PACKED):
            return response
        response["Vary"] = "Accept-Encoding"
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return response
        key = (request.path, response.get("ETag", ""))
        if key not in self.packed:
            content = response.getvalue()
            ours = request.path.startswith(self.OURS)
            self.packed[key] = gzip.compress(without_comments(content) if ours else content)
        response.file_to_stream.close()  # not the answer: that would tell everybody that the request is over
        return _packed(response, self.packed[key], request.headers.get("If-None-Match", ""))


def _packed(plain: HttpResponse, content: bytes, known: str) -> HttpResponse:
    """Answer with what was packed, or 304 to who has it. Other bytes than the file's, so it has a tag of its own."""
    headers = dict(plain.headers) | {"Vary": "Accept-Encoding"}
    if tag := headers.get("ETag", ""):
        headers["ETag"] = tag = tag.removesuffix('"') + '-gzip"'
    if tag and tag in known:
        del headers["Content-Length"], headers["Content-Type"]
        return HttpResponse(status=304, headers=headers)
    how = {"Content-Encoding": "gzip", "Content-Length": str(len(content))}
    return HttpResponse(content, headers=headers | how)


class WrongMethodAnswer:
    """Say in words what a browser sees that opens an address for forms, or sends a form where there is none to send."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content:
            return response
        allowed = response.headers.get("Allow", "")
        page = wrong_method(request, allowed)
        page["Allow"] = allowed
        return page


class UploadBound:
    """Refuse a request that is too large, or too large for who sends it, before anything reads or keeps it.

    It stands before the check of the form's seal, which looks for the seal in what was sent.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length, most = length_of(request), settings.UPLOAD_LIMITS.get(request.path, settings.UPLOAD_LIMIT)
        refusal = None
        if request.path in settings.UPLOAD_LIMITS and (length is None or length > settings.UPLOAD_LIMIT):
            refusal = sender_refused(request)
        if refusal is None and length is not None and length > most:
            refusal = upload_too_large(request, most)
        if refusal is None:
            return self.get_response(request)
        pour_away(request, at_most=most + 20 * settings.UPLOAD_LIMIT)
        return refusal


def length_of(request: HttpRequest) -> int | None:
    """Read how many bytes are sent, as Django itself does; None where they come piece by piece and nobody says."""
    said = request.META.get("CONTENT_LENGTH") or ""
    if not said and request.META.get("HTTP_TRANSFER_ENCODING"):
        return None
    try:
        return int(said)
    except ValueError:
        return 0


def sender_refused(request: HttpRequest) -> HttpResponse | None:
    """Refuse who may not send more than everybody may; who that is, is named in settings."""
    why = import_string(settings.LARGE_UPLOADS_REFUSED)(request.user)
    if not why:
        return None
    if request.user.is_authenticated or request.path.startswith("/api/"):
        return answer(request, "403", 403, why)
    return redirect_to_login(request.get_full_path())


def pour_away(request: HttpRequest, at_most: int) -> None:
    """Read what the browser is sending: it shows an answer only when it could send to the end."""
    while at_most > 0 and (piece := request.read(65_536)):
        at_most -= len(piece)
