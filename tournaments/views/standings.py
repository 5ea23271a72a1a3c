"""The standings: after any round, of all or of a part, by rounds or entry against entry, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..models import Tournament
from ..reads.ending import ending_of
from ..reads.standings import Row, Table
from ..reads.standings import standings as read_standings
from ..reads.standings.cross import has_cross
from ..reads.standings.parts import OF, Part, categories_of, count, groups_of, part_of
from ..reads.versions import event_version
from .public_door import event_of, number_asked_for, page_of
from .unchanged import unchanged

LONGEST = 120  # of what an address may ask for by name


@require_safe
@unchanged(event_version)
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings after any round, and why an entry stands where it stands (?why= its number)."""
    tournament = event_of(slug)
    rounds = list(tournament.rounds.order_by("number"))
    table = read_standings(tournament, number_asked_for(request, "after"), rounds)
    categories = categories_of(tournament)
    part = _part(request, table, categories)
    shown = table.part(lambda entry: entry.id in part.entries) if part else table
    view = _view(request, tournament, table)
    opened = next((row for row in shown.rows if row.entry.number == number_asked_for(request, "why")), None)
    return render(
        request,
        "tournaments/standings.html",
        {
            **page_of(tournament, rounds, sum(not row.entry.withdrawn for row in table.rows)),
            "ending": ending_of(tournament, rounds),
            "table": shown,
            "part": part,
            "view": view,
            "groups": groups_of(table, view) if view in OF else None,
            "address": Address(table.after, view, part),
            "choices": _choices(tournament, table, categories, part, view),
            "opened": opened,
            **(_why(table, opened) if opened else {}),
        },
    )


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the standings as they are shown: what a link changes, the rest stays."""

    after: int
    view: str = ""
    part: Part | None = None

    def __str__(self) -> str:
        asked = {"after": str(self.after), "view": self.view}
        if self.part:
            asked[self.part.kind] = self.part.code
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def without_round(self) -> str:
        """Give all but the round, which comes first."""
        return str(self).partition("&")[2]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the rankings and views that can be chosen: `kind` says which words it has."""

    kind: str
    address: Address
    count: int | None
    current: bool
    name: str = ""


def _choices(
    tournament: Tournament, table: Table, categories: list[Part], part: Part | None, view: str
) -> list[Choice]:
    """List what else can be shown; nothing where there is nothing to choose."""
    after = table.after
    rows = [Choice("all", Address(after), len(table.everybody), not part and view not in (*OF, "cross"))]
    if has_cross(tournament, table):
        rows.append(Choice("cross", Address(after, "cross"), None, view == "cross"))
    others = [part] if part and part not in categories else []
    rows += [
        Choice("part", Address(after, part=one), one.count(table), one == part, one.name)
        for one in (*categories, *others)
    ]
    counts = {kind: count(table, kind) for kind in OF}
    rows += [Choice(kind, Address(after, kind), n, view == kind) for kind, n in counts.items() if n > 1]
    return rows if len(rows) > 1 else []


def _part(request: HttpRequest, table: Table, categories: list[Part]) -> Part | None:
    """Find the part the address asks for; one that is not there shows all."""
    code = request.GET.get("category", "")
    found = next((category for category in categories if category.code == code), None)
    for kind in ("club", "country"):
        found = found or part_of(kind, request.GET.get(kind, "")[:LONGEST], table)
    return found


def _view(request: HttpRequest, tournament: Tournament, table: Table) -> str:
    asked = request.GET.get("view", "")
    return asked if asked in OF or (asked == "cross" and has_cross(tournament, table)) else ""


def _why(table: Table, row: Row) -> dict[str, Any]:
    reasons = table.why(row)
    return {"reasons": reasons, "shares": bool(reasons and reasons[-1].level)}
