"""One page with every part of the look, made by the same templates as the pages of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..sheets.score_sheet import draw_score_sheets
from ..templatetags.frame import THEMES
from .examples import EVENT, example, score_sheet

BESIDE = ("light", "dark", "bright")


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Show every part in the visitor's theme, or with ?theme=beside in three themes side by side."""
    beside = request.GET.get("theme") == "beside"
    shown = [example(theme) for theme in (BESIDE if beside else ("",))]
    choices = [(theme, THEMES[theme]) for theme in BESIDE]
    context = {"examples": shown, "beside": beside, "choices": choices, "tournament": EVENT}
    return render(request, "tournaments/components.html", context)


@require_safe
def components_sheet(request: HttpRequest) -> HttpResponse:
    """Print the score sheet of the example."""
    printed = draw_score_sheets([score_sheet()], EVENT.name)
    return HttpResponse(printed.pdf, content_type="application/pdf")
