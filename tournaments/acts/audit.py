"""The one writer of the audit record."""

from __future__ import annotations

from typing import Any

from ..models import AuditEntry, Tournament
from ..permissions import Actor


def note(
    actor: Actor, act: str, subject: object, *, tournament: Tournament | None, reason: str = "", **details: Any
) -> AuditEntry:
    """Write down who did what to what, and why; called inside the transaction of the act."""
    return AuditEntry.objects.create(
        tournament=tournament,
        user=actor.user,
        actor=actor.name[:160],
        act=act,
        subject=str(subject)[:200],
        reason=reason[:300],
        details=details,
    )
