"""The audit record: who did what, when and why."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..reads.act_words import ACTS
from ..reads.audit import Noted, notes_told
from .doors import Door, Page, actor_of, asked, event_of, part_of
from .shapes import AuditsOut


class AuditAsked(Page):
    act = serializers.ChoiceField(choices=sorted(ACTS), required=False)


class AuditList(Door):
    for_officials = True

    @extend_schema(parameters=[AuditAsked], responses=AuditsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List what was done in the event, the latest first."""
        tournament = event_of(slug)
        actor_of(request, tournament, "see_audit")
        wanted = asked(request, AuditAsked)
        notes = tournament.audit.order_by("-at", "-id")
        count, part = part_of(notes.filter(act=wanted["act"]) if "act" in wanted else notes, wanted)
        return Response({"count": count, "results": [_line(note) for note in notes_told(tournament, part)]})


def _line(note: Noted) -> dict[str, Any]:
    return {name: getattr(note, name) for name in ("at", "actor", "act", "words", "subject", "reason")}
