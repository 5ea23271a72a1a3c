"""The doors that are open only to a secure address."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from .addresses import secure_address

#: Where a password or a PIN is typed: by https alone, where this machine speaks it.
SECURE_DOORS = {"sign_in", "first_run", "change_password", "pen", "admin:login", "admin:password_change"}


class SecureDoors:
    """Lead to the secure address wherever a password or a PIN is typed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Send a visitor of such a page on; what he typed into an older copy of it is not looked at."""
        match = request.resolver_match
        if not settings.HTTPS_PORT or request.is_secure() or match is None or match.view_name not in SECURE_DOORS:
            return None
        return redirect(secure_address(request) + request.get_full_path())
