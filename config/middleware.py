"""Two bounds around every page: where scripts may come from, how much may be sent."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.errors import upload_too_large, wrong_method

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


class WrongMethodAnswer:
    """Say in words what a browser sees when it opens an address that only takes forms."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content:
            return response
        page = wrong_method(request)
        page["Allow"] = response.headers.get("Allow", "")
        return page


class UploadBound:
    """Refuse a request that is too large before anything reads it into memory."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        pour_away(request, at_most=20 * settings.UPLOAD_LIMIT)
        return upload_too_large(request)


def pour_away(request: HttpRequest, at_most: int) -> None:
    """Read what the browser is sending: it shows an answer only when it could send to the end."""
    while at_most > 0 and (piece := request.read(65_536)):
        at_most -= len(piece)
