"""Answer 304 to who has a public page already, before anything of it is read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers

from ..reads.kept import Kept
from ..reads.versions import PartVersion
from ..templatetags.look import retimed, without_times

View = Callable[..., HttpResponse]
Version = Callable[..., str | None]
VersionOfPart = Callable[..., PartVersion | None]

#: What a page shows of its visitor: who is signed in, the key in its forms, the theme, a message to be read once.
COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "theme", "messages")


def unchanged(version: Version) -> Callable[[View], View]:
    """Give the answers of a view a tag by the version of what it shows and by who looks; `version` takes its address.

    A version that is None has no tag. The language is a part of every version.
    """

    def decorate(view: View) -> View:
        def tag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
            known = version(*args, **kwargs)
            return known and _for_visitor(known, request)

        kept = cache_control(no_cache=True)(condition(etag_func=tag)(view))
        return vary_on_headers("Cookie", "Accept-Language")(kept)

    return decorate


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page as it was written for a version, and its tag."""

    tag: str
    html: str


#: The parts by language and address, each of one version.
parts: Kept[Part] = Kept()


def unchanged_part(version: VersionOfPart) -> Callable[[View], View]:
    """Write a part that shows nothing of its visitor once for a version, and give it a tag by what it says.

    A version that is new and changes nothing that is seen leaves the tag as it was. `version` takes the request and
    its address; what has no version has no tag.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            now = version(request, *args, **kwargs)
            if now is None:
                return view(request, *args, **kwargs)

            def write() -> Part:
                html = view(request, *args, **kwargs).content.decode()
                return Part(_tag(without_times(html), now.clock), html)

            _version, part = parts.get((get_language(), request.get_full_path()), now.exact, write)
            return tagged(request, part.tag, part.html)

        return answer

    return decorate


def tagged(request: HttpRequest, tag: str, html: str) -> HttpResponse:
    """Answer 304 to who has what the tag stands for, else with the whole of it, its clocks set to the time of now."""
    known = get_conditional_response(request, etag=tag)
    answer = HttpResponse(retimed(html)) if known is None else known
    answer["ETag"], answer["Cache-Control"] = tag, "no-cache"
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])  # the language may be that of a cookie
    return answer


def _tag(*parts: object) -> str:
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _for_visitor(version: str, request: HttpRequest) -> str:
    seen = [request.COOKIES.get(name, "") for name in COOKIES]
    return _tag(version, seen)
