"""The audit record as it is shown: what the program says of a note is said in the language of the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from ..models import AuditEntry, Role, Tournament
from .act_words import act_word, reason_words
from .documents import Named, titles_of
from .entry_words import count_entries

OF_ROUNDS: Final = frozenset(
    ["draw_round", "undo_draw", "swap_entries", "publish_round", "start_clock", "pause_clock", "go_on_with_clock",
     "add_minutes", "close_round", "reopen_round"]
)  # fmt: skip
OF_SEVERAL: Final = frozenset(["take_entries", "check_everybody_in", "start_check_in_over"])
OF_DOCUMENTS: Final = frozenset(["ask_for_document", "try_again"])
OF_OFFICIALS: Final = frozenset(["add_official", "give_pin", "take_back_office", "give_back_office"])
# A note is never changed, so its subject is read as the records name themselves for the program.
ROUND: Final = re.compile(r"(?P<event>.*), round (?P<number>[0-9]+)")
ENTRIES: Final = re.compile(r"(?P<count>[0-9]{1,6}) entries")
VERSION: Final = re.compile(r"(?P<code>.*), protocol version (?P<version>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Noted:
    """One note; `score` is that of a result which was recorded, by its sides."""

    at: datetime
    actor: str
    act: str
    words: str
    subject: str
    reason: str
    score: Any = None


def notes_told(tournament: Tournament, notes: Iterable[AuditEntry]) -> list[Noted]:
    """Tell notes of an event, in their order. Two queries at most, however many notes."""
    notes = list(notes)
    kind, titles = tournament.entry_kind, _titles(tournament, notes)
    return [
        Noted(
            note.at,
            note.actor,
            note.act,
            act_word(note.act, kind),
            titles.get(note.pk) or _subject(note, kind),
            reason_words(note, kind),
            note.details.get("score"),
        )
        for note in notes
    ]


def _titles(tournament: Tournament, notes: Sequence[AuditEntry]) -> Mapping[int, str]:
    """Title the documents that notes are of, by the notes."""
    of = [note for note in notes if note.act in OF_DOCUMENTS and isinstance(note.details.get("params"), dict)]
    named = [Named(str(note.details.get("kind")), note.details["params"], note.subject) for note in of]
    return dict(zip([note.pk for note in of], titles_of(tournament, named), strict=True))


def _subject(note: AuditEntry, kind: str) -> str:
    if note.act in OF_ROUNDS and (found := ROUND.fullmatch(note.subject)):
        return f"{found['event']}, {_('round %(number)s') % {'number': found['number']}}"
    if note.act in OF_SEVERAL and (found := ENTRIES.fullmatch(note.subject)):
        return count_entries(kind, int(found["count"]))
    if note.act == "draw_up_protocol" and (found := VERSION.fullmatch(note.subject)):
        return _("Protocol of game %(code)s, version %(version)s") % found.groupdict()
    if note.act in OF_OFFICIALS and (role := note.details.get("role")) in Role.values:
        return f"{note.subject.rpartition(', ')[0]}, {Role(role).label}"
    return note.subject
