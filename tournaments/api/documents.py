"""Documents: asked for, followed, downloaded."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.documents import ask_for_document, try_again
from ..addresses import address_in_hall
from ..forms.documents import DocumentForm
from ..models import Document, DocumentFile
from ..reads.documents import KINDS, document_lines, title_of
from ..refusals import Refused
from ..running import hall_addresses
from .doors import Door, actor_of, asked, desk_round, event_of
from .fields import Text, Whole
from .shapes import DocumentOut, DocumentsOut


class DocumentIn(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=list(KINDS))
    round = Whole(min_value=1, max_value=99_999, help_text="its number")
    category = Text(
        required=False, default="", allow_blank=True, max_length=60,
        help_text="its code, for standings and cross tables; else all entries",
    )  # fmt: skip
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES], required=False, help_text="else the event's own"
    )


class DocumentList(Door):
    for_officials = True

    @extend_schema(responses=DocumentsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the last hundred documents of an event, the latest first."""
        tournament = event_of(slug)
        actor_of(request, tournament, "print")
        lines = [asdict(line) for line in document_lines(tournament)]
        return Response({"count": len(lines), "results": lines})

    @extend_schema(request=DocumentIn, responses={202: DocumentOut})
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a document; a worker makes it. Follow it at its own address."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "print")
        wanted = {"language": tournament.language, **asked(request, DocumentIn, body=True)}
        form = DocumentForm(tournament, [desk_round(tournament, wanted["round"])], wanted)
        if not form.is_valid():
            raise Refused("nothing_to_print", str(next(iter(form.errors.values()))[0]))
        params = form.params(address_in_hall(request._request, hall_addresses()))
        title = title_of(wanted["kind"], wanted["round"], form.category_name)
        document = ask_for_document(
            tournament, wanted["kind"], params, actor=actor, language=wanted["language"], title=title
        )
        return Response(DocumentOut(document).data, status=202)


class DocumentView(Door):
    for_officials = True

    @extend_schema(responses=DocumentOut)
    def get(self, request: Request, slug: str, document: int) -> Response:
        """Show how far a document is."""
        return Response(DocumentOut(_document(request, slug, document)[0]).data)


class DocumentAgain(Door):
    for_officials = True

    @extend_schema(request=None, responses={202: DocumentOut})
    def post(self, request: Request, slug: str, document: int) -> Response:
        """Put a failed document back to those asked for."""
        found, actor = _document(request, slug, document)
        try_again(found, actor=actor)
        found.refresh_from_db()
        return Response(DocumentOut(found).data, status=202)


class DocumentContent(Door):
    for_officials = True

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, document: int) -> HttpResponse:
        """Give the PDF of a finished document."""
        found, _actor = _document(request, slug, document)
        file = get_object_or_404(DocumentFile, document=found)
        response = HttpResponse(bytes(file.content), content_type="application/pdf")
        response["Content-Disposition"] = content_disposition_header(True, file.filename) or "attachment"
        response["X-Content-Type-Options"] = "nosniff"
        return response


def _document(request: Request, slug: str, document: int) -> tuple[Document, Any]:
    tournament = event_of(slug)
    actor = actor_of(request, tournament, "print")
    return get_object_or_404(Document, pk=document, tournament=tournament), actor
