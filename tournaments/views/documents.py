"""Documents at the desk: asked for, followed, tried again, downloaded."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..acts import documents as acts
from ..addresses import address_in_hall
from ..forms.documents import DocumentForm
from ..models import Document, DocumentFile, Tournament
from ..permissions import Actor
from ..reads.documents import document_lines, title_of
from ..running import hall_addresses
from .desk_door import desk, desk_context, desk_frame


@require_http_methods(["GET", "HEAD", "POST"])
@desk("print")
def documents(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show what was asked for and how far it is; ask for more."""
    rounds = list(tournament.rounds.order_by("number"))
    form = DocumentForm(tournament, rounds, request.POST or None)
    if form.is_valid():
        _ask(request, tournament, actor, form)
        return redirect("documents", slug=tournament.slug)
    context = desk_context(
        tournament, actor, "documents",
        frame=desk_frame(tournament, rounds),
        form=form,
        documents=document_lines(tournament),
    )  # fmt: skip
    return render(request, "tournaments/documents.html", context, status=400 if form.errors else 200)


@require_safe
@desk("print")
def document_list(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Give the list alone, for the page that follows it."""
    lines = document_lines(tournament)
    return render(request, "tournaments/document_list.html", {"tournament": tournament, "documents": lines})


@require_POST
@desk("print", back="documents")
def document_try_again(request: HttpRequest, tournament: Tournament, actor: Actor, document: int) -> HttpResponse:
    """Put a failed document back into the queue."""
    acts.try_again(get_object_or_404(Document, pk=document, tournament=tournament), actor=actor)
    return redirect("documents", slug=tournament.slug)


@require_safe
@desk("print")
def document_file(request: HttpRequest, tournament: Tournament, actor: Actor, document: int) -> HttpResponse:
    """Give the PDF."""
    file = get_object_or_404(DocumentFile, document__id=document, document__tournament=tournament)
    response = HttpResponse(bytes(file.content), content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, file.filename) or "inline"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _ask(request: HttpRequest, tournament: Tournament, actor: Actor, form: DocumentForm) -> None:
    chosen = form.cleaned_data
    params = form.params(address_in_hall(request, hall_addresses()))
    title = title_of(chosen["kind"], chosen["round"], form.category_name)
    acts.ask_for_document(tournament, chosen["kind"], params, actor=actor, language=chosen["language"], title=title)
    messages.success(request, _("%(document)s: asked for. It appears in the list below.") % {"document": title})
