"""The audit record: who did what, when and why."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import AuditEntry
from ..reads.act_words import ACTS, act_word
from .doors import Door, Page, actor_of, asked, event_of, page_of
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
        found = tournament.audit.order_by("-at", "-id")
        return page_of(
            found.filter(act=wanted["act"]) if "act" in wanted else found,
            wanted,
            lambda note: _line(note, tournament.entry_kind),
        )


def _line(note: AuditEntry, kind: str) -> dict[str, Any]:
    told = {name: getattr(note, name) for name in ("at", "actor", "act", "subject", "reason")}
    return {**told, "words": act_word(note.act, kind)}
