"""The screen of the hall: the draw by table and by name, the clock, results and standings, turning by itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..reads.screen import PARTS, screen_of
from ..reads.versions import event_version
from .public_door import event_of, number_asked_for, page_of
from .unchanged import unchanged

SECONDS, FASTEST, SLOWEST = 15, 3, 120


@require_safe
@unchanged(event_version)
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen; ?show= chooses and orders its parts, ?seconds= says how long a sheet stays."""
    return render(request, "tournaments/screen.html", _screen(request, slug))


@require_safe
@unchanged(event_version)
def screen_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Give what changes on the screen: its head and all sheets."""
    return render(request, "tournaments/screen_sheets.html", _screen(request, slug))


def _screen(request: HttpRequest, slug: str) -> dict[str, Any]:
    tournament = event_of(slug)
    rounds = list(tournament.rounds.order_by("number"))
    show = _show(request)
    return {
        **page_of(tournament, rounds),
        "screen": screen_of(tournament, rounds, show),
        "show": show,
        "seconds": _seconds(request),
    }


def _show(request: HttpRequest) -> list[str]:
    """Read which parts are asked for, in their order; none that we know means all."""
    asked = dict.fromkeys(",".join(request.GET.getlist("show")).split(","))
    return [part for part in asked if part in PARTS] or list(PARTS)


def _seconds(request: HttpRequest) -> int:
    asked = number_asked_for(request, "seconds")
    return SECONDS if asked is None else min(max(asked, FASTEST), SLOWEST)
