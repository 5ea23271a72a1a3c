"""Documents as the desk lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from ..models import Document, Tournament
from ..refusals import Refused
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
#: What alone of the standings a document can show, by its name in the params.
PARTS = ("category", "club", "country")
LISTED = 100

#: Why a document was not made, by the code that is kept as its error. Whatever else stands there is a sentence already.
FAILURES: dict[str, str | Promise] = {
    "broke_down": _("The document could not be made. Nothing is lost: try again, or ask for it anew."),
    "given_up": _("The program stopped %(times)s times while making this document. Try again, or ask for it anew."),
    "fonts_missing": _("The typeface of the sheets is not installed. Install requirements.txt again."),
    "no_such_round": _("There is no round %(number)s yet."),
    "no_such_table": _("Round %(number)s has no such table."),
    "not_drawn": _("Round %(number)s is not drawn yet."),
    "no_result": _("Round %(number)s has no result yet. Results come with the first game that is accepted."),
    "nobody": _("Nobody in these standings belongs to “%(name)s”."),
    "not_everybody": _("Only in a round robin of pairs or teams do all meet each other. Print the standings instead."),
    "one_alone": _("A table of everybody against everybody needs two entries or more."),
    "no_such_protocol": _("There is no such protocol in this event."),
    "none_accepted": _("No protocol of round %(number)s is accepted yet."),
}
#: Why a name is not printed as it is written, by the code that a document keeps with it.
MISSING: dict[str, str | Promise] = {
    "boxes": _("printed with boxes in place of %(characters)s"),
    "latin": _("printed in Latin letters, for want of %(characters)s"),
}


Params = Mapping[str, Any]


class Named(NamedTuple):
    """What a document is named by: its kind, what its renderer was told, and what it was called when it was made."""

    kind: str
    params: Params
    kept: str


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """One document of the list, without its bytes; its words are in the language of the reader."""

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


def titles_of(tournament: Tournament, named: Sequence[Named]) -> list[str]:
    """Say what documents of an event are called, in the language of the reader and in their order.

    What does not say any more of what it is, such as that of a deleted category, is called what it was when it was
    made. Two queries at most, however many documents.
    """
    categories = _categories(tournament) if any(one.params.get("category") for one in named) else {}
    titles = [_title(one, categories) for one in named]
    for kind, finder in settings.DOCUMENT_TITLES.items():
        if places := [place for place, one in enumerate(named) if one.kind == kind]:
            found = import_string(finder)(tournament, [named[place].params for place in places])
            for place, title in zip(places, found, strict=True):
                titles[place] = title
    return [title or one.kept for title, one in zip(titles, named, strict=True)]


def _categories(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.categories.values_list("code", "name"))


def _title(named: Named, categories: Mapping[str, str]) -> str:
    """Title what is made of a round; empty where kind and params do not tell."""
    number, category = named.params.get("round"), named.params.get("category", "")
    known = isinstance(category, str) and (not category or category in categories)
    if named.kind not in KINDS or type(number) is not int or not known or _part(named.params) != category:
        return ""
    return title_of(named.kind, number, categories.get(category, ""))


def _part(params: Params) -> Any:
    return next((params[part] for part in PARTS if params.get(part)), "")


def cannot_print(why: str, params: Params, *, code: str = "nothing_to_print") -> Refused:
    """Refuse to make a document: `why` is one of FAILURES, `params` what its renderer was told."""
    return Refused(code, failure_words(why, params), why=why)


def failure_words(kept: str, params: Params, times: int = 0) -> str:
    """Say why a document was not made; older documents keep the sentence itself. `times` counts the attempts."""
    if kept not in FAILURES:
        return kept
    number = params.get("round")
    words = {"number": "?" if number is None else number, "name": str(_part(params))[:60], "times": times}
    return str(FAILURES[kept]) % words


def document_lines(tournament: Tournament) -> list[DocumentLine]:
    """List the documents of an event, the latest first."""
    rows = list(Document.objects.filter(tournament=tournament).order_by("-asked_at", "-id")[:LISTED])
    titles = titles_of(tournament, [Named(row.kind, row.params, row.title) for row in rows])
    return [_line(row, title) for row, title in zip(rows, titles, strict=True)]


def document_line(document: Document) -> DocumentLine:
    """Tell of one document."""
    (title,) = titles_of(document.tournament, [Named(document.kind, document.params, document.title)])
    return _line(document, title)


def _line(row: Document, title: str) -> DocumentLine:
    return DocumentLine(
        id=row.pk,
        title=title,
        kind=row.kind,
        language=row.language,
        state=row.state,
        done_pages=row.done_pages,
        all_pages=row.all_pages,
        error=failure_words(row.error, row.params, row.attempts),
        missing_glyphs=missing_words(row.missing_glyphs),
        asked_at=row.asked_at,
        finished_at=row.finished_at,
    )


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
