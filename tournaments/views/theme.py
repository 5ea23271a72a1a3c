"""Keep the theme a visitor chose, for browsers that run no script."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from ..templatetags.frame import THEMES

A_YEAR = 365 * 24 * 3600


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie and go back to the page it was chosen on."""
    back, theme = request.POST.get("next", ""), request.POST.get("theme", "")
    ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(back if ours else "/")
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    return response
