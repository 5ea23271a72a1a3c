"""Bringing an entry list: a file, what was found in it, and taking the good rows; only the last step writes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..acts.entry_list import take_entries
from ..entry_list import EntryList, Fault, Pair, decode, event_faults, read_entry_list
from ..entry_list.reading import HEADINGS
from ..forms.entries import EntryFileForm
from ..forms.texts import tell
from ..models import Tournament
from ..permissions import Actor
from ..reads.entries import known_for, latest_drawn
from ..refusals import Refused
from .desk_door import desk, desk_context


@dataclass(frozen=True, slots=True)
class Row:
    """One row as the preview shows it."""

    pair: Pair
    faults: list[Fault]

    @property
    def state(self) -> str:
        """Tell whether the row can be taken (good), waits for an answer (question) or stays out (fault, known)."""
        if not self.faults:
            return "good"
        if any(fault.code in {"already_entered", "pair_twice"} for fault in self.faults):
            return "known"
        return "question" if all(fault.question for fault in self.faults) else "fault"

    @property
    def bad(self) -> set[str]:
        """Name the columns that are at fault."""
        return {column for fault in self.faults for column in fault.columns}

    @property
    def people(self) -> list[dict[str, Any]]:
        """Give each player with what is marked at him."""
        return [
            {
                "person": person,
                "name_bad": f"Player {place}" in self.bad,
                "licence_bad": f"Licence {place}" in self.bad,
                "rating_bad": f"Rating {place}" in self.bad,
            }
            for place, person in enumerate(self.pair.players, start=1)
        ]


@desk("change_entries")
def entries_import(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take a file in and keep its text for the preview."""
    form = EntryFileForm(request.POST, request.FILES) if request.method == "POST" else EntryFileForm()
    if request.method == "POST" and form.is_valid():
        try:
            text = decode(form.content())
            read_entry_list(text)
        except Refused as refused:
            tell(form, refused)
        else:
            request.session[_key(tournament)] = {"text": text, "file": form.cleaned_data["file"].name[:120]}
            return redirect("entries_preview", slug=tournament.slug)
    context = desk_context(
        tournament, actor, "entries", form=form, headings=list(HEADINGS), drawn=latest_drawn(tournament)
    )
    return render(request, "tournaments/entries_import.html", context)


@desk("change_entries", back="entries_preview")
def entries_preview(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show what was found in the file; on POST take the rows the organiser agreed to."""
    brought = request.session.get(_key(tournament))
    if not brought:
        messages.info(request, _("There is no list to look at. Choose the file first."))
        return redirect("entries_import", slug=tournament.slug)
    found = read_entry_list(brought["text"])
    rows = _rows(tournament, found)
    if request.method == "POST":
        return _take(request, tournament, actor, rows, brought["text"])
    context = desk_context(
        tournament,
        actor,
        "entries",
        rows=rows,
        shown=[row for row in rows if row.faults] if request.GET.get("show") == "faults" else rows,
        counts={state: sum(row.state == state for row in rows) for state in ("good", "question", "fault", "known")},
        found=found,
        file=brought["file"],
        digest=_digest(brought["text"]),
    )
    return render(request, "tournaments/entries_preview.html", context)


def _take(request: HttpRequest, tournament: Tournament, actor: Actor, rows: list[Row], text: str) -> HttpResponse:
    if request.POST.get("list") != _digest(text):
        raise Refused("another_list", _("Another list was brought meanwhile. Look at it, then take its rows."))
    left_out, agreed = set(request.POST.getlist("out")), set(request.POST.getlist("take"))
    good = [row.pair for row in rows if row.state == "good" and str(row.pair.line) not in left_out]
    known = [row.pair for row in rows if row.state == "question" and str(row.pair.line) in agreed]
    pairs = sorted([*good, *known], key=lambda pair: pair.line)
    if not pairs:
        raise Refused("nothing_to_take", _("No row is left to take. Mend the list and bring it again."))
    taken = take_entries(tournament, pairs, actor=actor, keep_known={pair.line for pair in known})
    del request.session[_key(tournament)]
    messages.success(
        request,
        ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", len(taken)) % {"count": len(taken)},
    )
    return redirect("entries", slug=tournament.slug)


def _rows(tournament: Tournament, found: EntryList) -> list[Row]:
    """Put the faults of each row beside it: its own, and for rows good in themselves those against the event."""
    by_line: dict[int, list[Fault]] = {}
    for fault in found.faults:
        by_line.setdefault(fault.line, []).append(fault)
    good = [pair for pair in found.pairs if pair.line not in by_line]
    for fault in event_faults(good, known_for(tournament, good)):
        by_line.setdefault(fault.line, []).append(fault)
    return [Row(pair, by_line.get(pair.line, [])) for pair in found.pairs]


def _key(tournament: Tournament) -> str:
    return f"entry-list-{tournament.pk}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
