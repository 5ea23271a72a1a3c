"""Bringing an entry list: a file, what was found in it, and taking the good rows; only the last step writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..acts.entry_list import take_entries
from ..entry_list import EntryList, Fault, Grid, Pair, event_faults, grid_of, read_grid
from ..entry_list.headings import HEADINGS
from ..forms.entries import EntryFileForm
from ..forms.entry_columns import ColumnsForm, mappable
from ..forms.texts import tell
from ..models import Tournament
from ..names import pair_name
from ..permissions import Actor
from ..reads.entries import categories_of, door, known_for
from ..reads.entry_words import entries_entered
from ..refusals import Refused
from .desk_door import desk, desk_context

NAMED = 10  # rows that stayed out are named up to here; all of them stand in the preview


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
    def name(self) -> str:
        """Give what the entry will be called; nothing of a row that cannot be taken as it stands."""
        return pair_name(person.name for person in self.pair.players) if self.state == "good" else ""

    @property
    def place(self) -> str:
        """Say where the row stands in the file."""
        words = _("Row %(line)s of the sheet") if self.pair.sheet else _("Line %(line)s")
        return words % {"line": self.pair.line}

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
            page = _keep(request, tournament, form.content(), form.cleaned_data["file"].name)
        except Refused as refused:
            tell(form, refused)
        else:
            return redirect(page, slug=tournament.slug)
    context = desk_context(tournament, actor, "entries", form=form, headings=list(HEADINGS), door=door(tournament))
    return render(request, "tournaments/entries_import.html", context)


def _keep(request: HttpRequest, tournament: Tournament, content: bytes, name: str) -> str:
    """Keep the cells of a file; tells the page that follows, by hand where its headings are not understood."""
    grid = grid_of(content)
    page = "entries_preview"
    try:
        read_grid(grid, kind=tournament.entry_kind)
    except Refused as refused:
        if not mappable(grid, refused.code):
            raise
        page = "entries_columns"
    kept = {"grid": grid.stored(), "file": name[:120], "columns": None, "headings_at": None}
    request.session[_key(tournament)] = kept
    return page


@desk("change_entries")
def entries_columns(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Let a person say what the columns of a list are; what was chosen is kept for the preview."""
    brought = request.session.get(_key(tournament))
    if not brought:
        return _nothing_brought(request, tournament)
    grid = Grid.restored(brought["grid"])
    data, kind = request.POST if request.method == "POST" else None, tournament.entry_kind
    form = ColumnsForm(data, grid=grid, kept=brought, kind=kind)
    if form.is_bound and form.is_valid():
        try:
            read_grid(grid, form.columns(), form.headings_at(), kind=kind)
        except Refused as refused:
            tell(form, refused)
        else:
            kept = {**brought, "columns": form.columns(), "headings_at": form.headings_at()}
            request.session[_key(tournament)] = kept
            return redirect("entries_preview", slug=tournament.slug)
    context = desk_context(tournament, actor, "entries", form=form, file=brought["file"], grid=grid)
    return render(request, "tournaments/entries_columns.html", context)


@desk("change_entries", back="entries_preview")
def entries_preview(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show what was found in the file; on POST take the rows the organiser agreed to."""
    brought = request.session.get(_key(tournament))
    if not brought:
        return _nothing_brought(request, tournament)
    grid, kind = Grid.restored(brought["grid"]), tournament.entry_kind
    found = read_grid(grid, brought["columns"], brought["headings_at"], kind=kind)
    rows = _rows(tournament, found)
    if request.method == "POST":
        return _take(request, tournament, actor, rows, _digest(brought))
    context = desk_context(
        tournament,
        actor,
        "entries",
        rows=rows,
        shown=[row for row in rows if row.faults] if request.GET.get("show") == "faults" else rows,
        counts={state: sum(row.state == state for row in rows) for state in ("good", "question", "fault", "known")},
        found=found,
        file=brought["file"],
        digest=_digest(brought),
        new_categories=_new_categories(tournament, rows),
        more=any(row.pair.categories or row.pair.fee_text or row.pair.reserve_text for row in rows),
    )
    return render(request, "tournaments/entries_preview.html", context)


def _take(request: HttpRequest, tournament: Tournament, actor: Actor, rows: list[Row], digest: str) -> HttpResponse:
    if request.POST.get("list") != digest:
        raise Refused("another_list", _("Another list was brought meanwhile. Look at it, then take its rows."))
    left_out, agreed = set(request.POST.getlist("out")), set(request.POST.getlist("take"))
    good = [row.pair for row in rows if row.state == "good" and str(row.pair.line) not in left_out]
    known = [row.pair for row in rows if row.state == "question" and str(row.pair.line) in agreed]
    pairs = sorted([*good, *known], key=lambda pair: pair.line)
    if not pairs:
        raise Refused("nothing_to_take", _("No row is left to take. Mend the list and bring it again."))
    taken = take_entries(tournament, pairs, actor=actor, keep_known={pair.line for pair in known})
    del request.session[_key(tournament)]
    messages.success(request, entries_entered(tournament.entry_kind, len(taken)))
    lines = {pair.line for pair in pairs}
    if stayed := [row for row in rows if row.state in ("question", "fault") and row.pair.line not in lines]:
        messages.warning(request, _stayed_out(stayed))
    return redirect("entries", slug=tournament.slug)


def _stayed_out(rows: Sequence[Row]) -> str:
    """Name the rows of a list that could not be taken as they stand."""
    words = ngettext(
        "%(count)s row stayed out: %(rows)s. Mend it and bring the list again, or enter it by hand.",
        "%(count)s rows stayed out: %(rows)s. Mend them and bring the list again, or enter them by hand.",
        len(rows),
    )
    named = [row.place for row in rows[:NAMED]] + (["…"] if len(rows) > NAMED else [])
    return words % {"count": len(rows), "rows": ", ".join(named)}


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


def _nothing_brought(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    messages.info(request, _("There is no list to look at. Choose the file first."))
    return redirect("entries_import", slug=tournament.slug)


def _new_categories(tournament: Tournament, rows: list[Row]) -> list[str]:
    """Name the categories that taking the list would make."""
    named = {name.casefold(): name for row in reversed(rows) for name in row.pair.categories}
    if not named:
        return []
    there = {word.casefold() for category in categories_of(tournament) for word in (category.code, category.name)}
    return [name for folded, name in named.items() if folded not in there]


def _digest(brought: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(brought, sort_keys=True).encode()).hexdigest()[:16]
