"""How a tablet comes to trust this machine."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.hashes import SHA1
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .. import authority
from ..addresses import secure_address
from ..running import hall_addresses, port_held


@require_safe
@never_cache
def trust(request: HttpRequest) -> HttpResponse:
    """Explain why and how a device is made to trust the certificate of this machine."""
    found = authority.read_certificate(authority.folder_of_hall()) if settings.HTTPS_PORT else None
    context: dict[str, Any] = {"state": "secure" if request.is_secure() else "plain"}
    if settings.HTTPS_PORT:
        context |= {"state": "ours" if found else "broken", "secure": secure_address(request), "plain": plain_address()}
    if found:
        context |= {
            "name": authority.name_of(found),
            "fingerprint": authority.fingerprint(found),
            "thumbprint": authority.fingerprint(found, SHA1()),
            "ends": found.not_valid_after_utc,
        }
    return render(request, "tournaments/trust.html", context)


def plain_address() -> str:
    """Give the address at which a tablet finds this page before it trusts anything."""
    hall, port = hall_addresses(), port_held(settings.VAR)
    return f"http://{hall[0]}:{port}{reverse('trust')}" if hall and port else ""


@require_safe
@never_cache
def certificate(request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of the authority; never its key."""
    found = authority.read_certificate(authority.folder_of_hall()) if settings.HTTPS_PORT else None
    if found is None:
        raise Http404(_("This machine has no certificate of its own."))
    # No word on a file to save: an iPad then keeps it as one instead of offering it to its settings.
    return HttpResponse(authority.pem(found), content_type="application/x-x509-ca-cert")
