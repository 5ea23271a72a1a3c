"""Documents as the desk lists them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Document, Tournament
from .search import folded

#: kind: what it is called in a list to choose from, and with the number of its round.
KINDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "score_sheets": (_("Blank score sheets"), _("Score sheets of round %(number)s")),
    "pairings": (_("Pairings"), _("Pairings of round %(number)s")),
    "standings": (_("Standings"), _("Standings after round %(number)s")),
    "cross_table": (_("Everybody against everybody"), _("Everybody against everybody after round %(number)s")),
    "results": (_("Results of a round"), _("Results of round %(number)s")),
    "protocols": (_("Signed protocols"), _("Protocols of round %(number)s")),
}
#: Kinds that rank, so that a category can be printed by itself.
RANKED = ("standings", "cross_table")
LISTED = 100


#: Why a name is not printed as it is written, by the code that a document keeps with it.
MISSING: dict[str, str | Promise] = {
    "boxes": _("printed with boxes in place of %(characters)s"),
    "latin": _("printed in Latin letters, for want of %(characters)s"),
}


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


def missing_words(kept: Any) -> list[str]:
    """Say which names of a document are not printed as they are written; older documents keep the words themselves."""
    listed = kept if isinstance(kept, list) else []  # a file that was brought in can hold anything
    return [_missing(one) if isinstance(one, dict) else str(one) for one in listed]


def _missing(kept: dict[str, Any]) -> str:
    words = str(MISSING.get(str(kept.get("why")), "%(characters)s"))
    return f"{kept.get('name', '')}: {words % {'characters': kept.get('characters', '')}}"


def title_of(kind: str, number: int, category: str = "") -> str:
    """Name a document before it is made; `category` is the name of the one that it shows alone."""
    title = str(KINDS[kind][1]) % {"number": number}
    return f"{title}: {category}" if category else title


def document_lines(tournament: Tournament) -> list[DocumentLine]:
    """List the documents of an event, the latest first."""
    rows = Document.objects.filter(tournament=tournament).order_by("-asked_at", "-id").values_list(
        "id", "title", "kind", "language", "state", "done_pages", "all_pages", "error", "missing_glyphs",
        "asked_at", "finished_at",
    )  # fmt: skip
    lines = [DocumentLine(*row) for row in rows[:LISTED]]
    return [replace(line, missing_glyphs=missing_words(line.missing_glyphs)) for line in lines]


def find_documents(lines: Iterable[DocumentLine], asked: str) -> list[DocumentLine]:
    """Keep the documents whose title has every word that was asked for; a number alone means somebody at a table."""
    words = folded(asked).split()
    if not words or asked.isdecimal():
        return []
    return [line for line in lines if all(word in folded(line.title) for word in words)]


def asked_for(tournament: Tournament, kind: str, number: int) -> QuerySet[Document]:
    """Find the documents of one kind and round that were asked for already and have not failed."""
    known = Document.objects.filter(tournament=tournament, kind=kind, params__round=number)
    return known.exclude(state=Document.State.FAILED)
