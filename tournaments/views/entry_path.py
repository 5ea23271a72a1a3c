"""Who takes part, and the way of one entry through the event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ..reads.entrants import ORDERS, entrants_of, people_of
from ..reads.entry_path import path_of
from ..reads.rounds import SHOWN
from ..reads.standings import standings
from ..reads.versions import event_version, live_version
from .public_door import event_of, page_of, words_asked_for
from .unchanged import unchanged


@require_safe
@unchanged(event_version)
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who takes part, in the order that is asked for; a search finds by number, name, club or country."""
    tournament = event_of(slug)
    by, asked, category = request.GET.get("by", ""), words_asked_for(request), request.GET.get("category", "")
    by = by if by in ORDERS else "number"
    everybody = entrants_of(tournament)
    found = [one for one in everybody if one.answers(asked) and one.belongs_to(category)]
    entries = sum(not one.withdrawn for one in everybody)
    context = {
        **page_of(tournament, entries=entries),
        "entrants": sorted(found, key=ORDERS[by]),
        "of": len(everybody),
        "by": by,
        "asked": asked,
        "categories": sorted({c for one in everybody for c in one.categories}),
        "category": category,
    }
    return render(request, "tournaments/entrants.html", context)


@require_safe
@unchanged(lambda slug, number: live_version(slug))
def entry_path(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one entry: its players, its table now, and whom it met round by round."""
    tournament = event_of(slug)
    entry = get_object_or_404(tournament.entries.select_related("club").prefetch_related("categories"), number=number)
    rounds = list(tournament.rounds.order_by("number"))
    shown = [round_.number for round_ in rounds if round_.state in SHOWN]
    table = standings(tournament, shown[-1] if shown else None, rounds)
    context = {
        **page_of(tournament, rounds, sum(not row.entry.withdrawn for row in table.rows)),
        "here": "entrants",
        "path": path_of(entry, rounds, table),
        "people": people_of(entry),
        "table": table,
    }
    return render(request, "tournaments/entry_path.html", context)
