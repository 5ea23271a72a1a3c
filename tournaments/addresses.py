"""Addresses: by which one tablets reach this site, and from which one a visitor comes."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest


def address_in_hall(request: HttpRequest, hall: Sequence[str]) -> str:
    """Give the address of this site that a tablet can reach: not the one by which a laptop calls itself.

    `hall` are the addresses of this machine in its networks.
    """
    host, colon, port = request.get_host().partition(":")
    if host in {"127.0.0.1", "localhost"} and hall:
        host = hall[0]
    return f"{request.scheme}://{host}{colon}{port}"


def address_of_visitor(request: HttpRequest) -> str:
    """Find where a guess comes from; only a proxy that we know to be there is believed about it."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return (forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))[:45]
