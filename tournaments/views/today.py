"""The organiser's first page, and the audit record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..models import Round, Tournament
from ..permissions import Actor
from ..reads.audit import notes_told
from ..reads.copies import copies_now
from ..reads.documents import DocumentLine, document_lines, find_documents
from ..reads.frame import clock_words
from ..reads.next_step import next_step
from ..reads.rounds import Table, current_round, tables_of
from ..reads.search import find
from ..reads.today import Today, checklist, today_of
from ..reads.withdrawal import rounds_of
from .desk_door import desk, desk_context, desk_frame

AUDIT_PAGE = 100
DOCUMENTS_SHOWN = 4


@require_safe
@desk("see_desk")
def today(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show the one next step, what is missing, the clock and the state of the event; a search goes first."""
    rounds = rounds_of(tournament)
    read = today_of(tournament, rounds)
    documents = document_lines(tournament)
    context = desk_context(
        tournament,
        actor,
        "today",
        frame=desk_frame(tournament, rounds),
        today=read,
        step=next_step(read),
        checks=checklist(read),
        clock=clock_words(read.open) if read.open and read.clock else None,
        copies=copies_now(),
        documents=documents[:DOCUMENTS_SHOWN],
        **_answer(request, tournament, rounds, read, documents),
    )
    return render(request, "tournaments/today.html", context)


def _answer(
    request: HttpRequest,
    tournament: Tournament,
    rounds: Sequence[Round],
    today: Today,
    documents: Sequence[DocumentLine],
) -> dict[str, Any]:
    """Find what the search on top asks for: people are asking where they sit in the round that is on."""
    asked = request.GET.get("q", "").strip()[:100]
    if not asked:
        return {}
    round_ = current_round(rounds)
    known: Sequence[Table] = today.tables if round_ is today.open else ()
    seated = known or (tables_of(round_) if round_ else [])
    found = {"found": find(tournament, asked, seated), "found_documents": find_documents(documents, asked)}
    return {"asked": asked, "seated_in": round_, **found}


@require_safe
@desk("see_audit")
def audit(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show who did what, when and why, the latest first."""
    page = Paginator(tournament.audit.all(), AUDIT_PAGE).get_page(request.GET.get("page"))
    notes = notes_told(tournament, page)
    return render(request, "tournaments/audit.html", desk_context(tournament, actor, "audit", page=page, notes=notes))
