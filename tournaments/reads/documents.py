"""Documents as the desk lists them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Document, Tournament

#: kind: what it is called in a list to choose from, and with the number of its round.
KINDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "score_sheets": (_("Blank score sheets"), _("Score sheets of round %(number)s")),
    "pairings": (_("Pairings"), _("Pairings of round %(number)s")),
    "standings": (_("Standings"), _("Standings after round %(number)s")),
    "protocols": (_("Signed protocols"), _("Protocols of round %(number)s")),
}
LISTED = 100


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """One document of the list, without its bytes."""

    id: int
    title: str
    kind: str
    language: str
    state: str
    done_pages: int
    all_pages: int
    error: str
    missing_glyphs: list[str]
    asked_at: datetime
    finished_at: datetime | None

    @property
    def under_way(self) -> bool:
        """Tell whether the line can change by itself."""
        return self.state in (Document.State.ASKED, Document.State.RUNNING)


def title_of(kind: str, number: int) -> str:
    """Name a document before it is made."""
    return str(KINDS[kind][1]) % {"number": number}


def document_lines(tournament: Tournament) -> list[DocumentLine]:
    """List the documents of an event, the latest first."""
    rows = Document.objects.filter(tournament=tournament).order_by("-asked_at", "-id").values_list(
        "id", "title", "kind", "language", "state", "done_pages", "all_pages", "error", "missing_glyphs",
        "asked_at", "finished_at",
    )  # fmt: skip
    return [DocumentLine(*row) for row in rows[:LISTED]]


def asked_for(tournament: Tournament, kind: str, number: int) -> bool:
    """Tell whether a document of a round was asked for already and has not failed."""
    known = Document.objects.filter(tournament=tournament, kind=kind, params__round=number)
    return known.exclude(state=Document.State.FAILED).exists()
