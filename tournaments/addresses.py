"""Addresses: by which one tablets reach this site, and from which one a visitor comes."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def address_in_hall(request: HttpRequest, hall: Sequence[str]) -> str:
    """Give the address of this site that a tablet can reach: not the one by which a laptop calls itself.

    `hall` are the addresses of this machine in its networks.
    """
    host, port = split_domain_port(request.get_host())
    if host in {"127.0.0.1", "localhost"} and hall:
        host = hall[0]
    if settings.HTTPS_PORT:
        return f"https://{host}:{settings.HTTPS_PORT}"
    return f"{request.scheme}://{host}:{port}" if port else f"{request.scheme}://{host}"


def secure_address(request: HttpRequest) -> str:
    """Give the address at which this site speaks https by itself, for a visitor who has found it by another one."""
    host, _port = split_domain_port(request.get_host())
    return f"https://{host}:{settings.HTTPS_PORT}"


def address_of_visitor(request: HttpRequest) -> str:
    """Find where a guess comes from; only a proxy that we know to be there is believed about it."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return (forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))[:45]
