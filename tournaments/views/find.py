"""Where do I sit? One answer in large type, for a phone in a crowd."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..reads.rounds import current_round, tables_of
from ..reads.search import find as find_entries
from ..reads.versions import event_version
from .public_door import event_of, page_of, words_asked_for
from .unchanged import unchanged


@require_safe
@unchanged(event_version)
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a name, a licence or a number with table, side and opponents; ?part=answers gives the answers alone."""
    tournament = event_of(slug)
    rounds = list(tournament.rounds.order_by("number"))
    round_ = current_round(rounds)
    asked = words_asked_for(request)
    tables = tables_of(round_) if round_ and asked else []
    shown = {
        "tournament": tournament,
        "asked": asked,
        "round": round_,
        "found": find_entries(tournament, asked, tables, public=True) if asked else [],
    }
    if request.GET.get("part"):
        return render(request, "tournaments/find_answers.html", shown)
    return render(request, "tournaments/find.html", {**page_of(tournament, rounds), **shown})
