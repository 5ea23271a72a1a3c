"""The entries of an event: who competes, and each one's path round by round."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Entry, Tournament
from ..reads.disqualification import in_force
from ..reads.entries import all_entries, entry_stamp
from ..reads.people import is_meant, words_of
from ..reads.rounds import SHOWN
from ..reads.standings import standings
from .doors import Door, Page, actor_of, asked, entry_of, event_of, page_of, unless_same
from .fields import Text, YesOrNo
from .shapes import EntriesOut, EntryOut
from .written import cell_written, entry_written

#: Filters by what only the desk knows.
OF_THE_DESK = frozenset({"checked_in", "fee_paid"})


class EntriesAsked(Page):
    category = serializers.SlugField(required=False, max_length=20, help_text="its code")
    club = Text(required=False, max_length=200, help_text="its whole name")
    country = Text(required=False, max_length=3)
    withdrawn = YesOrNo(required=False)
    reserve = YesOrNo(required=False)
    disqualified = YesOrNo(required=False)
    checked_in = YesOrNo(required=False, help_text="for officials of the event alone")
    fee_paid = YesOrNo(required=False, help_text="for officials of the event alone")
    q = Text(required=False, max_length=100, help_text="a number, or names in any spelling")


class EntryList(Door):
    for_officials = True  # by two of its filters

    @extend_schema(parameters=[EntriesAsked], responses=EntriesOut)
    def get(self, request: Request, slug: str) -> Response:
        """List entries by number. Officials of the event see licences, fees and who is here too."""
        wanted = asked(request, EntriesAsked)
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "see_desk" if wanted.keys() & OF_THE_DESK else "")
        officials = actor.may("see_desk")
        found = [entry for entry in all_entries(tournament) if _is_wanted(entry, wanted, officials)]
        return page_of(found, wanted, lambda one: line_written(one, officials=officials))


class EntryView(Door):
    polled = True

    @extend_schema(responses=EntryOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show an entry with what each published round brought it."""
        tournament = event_of(slug)
        entry = entry_of(tournament, number)
        officials = actor_of(request, tournament).may("see_desk")
        return unless_same(request, entry_shown(tournament, entry, officials=officials))


def entry_shown(tournament: Tournament, entry: Entry, *, officials: bool) -> dict[str, Any]:
    """Write an entry and its path."""
    last = tournament.rounds.filter(state__in=SHOWN).aggregate(last=Max("number"))["last"]
    rows = standings(tournament, last).rows if last else ()
    path = next((row.cells for row in rows if row.entry.id == entry.pk), ())
    shown = entry_written(entry, disqualified=in_force(entry) is not None, officials=officials)
    if officials:
        shown["stamp"] = entry_stamp(entry)
    return {**shown, "path": [cell_written(cell) for cell in path if cell]}


def line_written(entry: Entry, *, officials: bool) -> dict[str, Any]:
    """Write an entry of all_entries without its path."""
    return entry_written(entry, disqualified=bool(getattr(entry, "disqualified", False)), officials=officials)


def _is_wanted(entry: Entry, wanted: dict[str, Any], officials: bool) -> bool:
    said: dict[str, Any] = {
        "club": entry.club.name if entry.club else "",
        "country": entry.country,
        "withdrawn": _yes_or_no(entry.withdrawn_at),
        "reserve": _yes_or_no(entry.reserve),
        "disqualified": _yes_or_no(getattr(entry, "disqualified", False)),
        "checked_in": _yes_or_no(entry.checked_in_at),
        "fee_paid": _yes_or_no(entry.fee_paid_at),
    }
    if any(wanted.get(name, value) != value for name, value in said.items()):
        return False
    if "category" in wanted and wanted["category"] not in {category.code for category in entry.categories.all()}:
        return False
    return "q" not in wanted or _is_meant(entry, wanted["q"], officials)


def _yes_or_no(value: object) -> str:
    return "true" if value else "false"


def _is_meant(entry: Entry, words: str, officials: bool) -> bool:
    """Find by number or name; licences are nothing to guess at, so only officials find by them."""
    if words.strip().isdecimal() and int(words) == entry.number:
        return True
    people = [member.player for member in entry.members.all()]
    names = [name for one in people for name in (one.name, one.latin_name, one.licence if officials else "")]
    return is_meant(words.split(), words_of(entry.name, entry.club.name if entry.club else "", *names))
