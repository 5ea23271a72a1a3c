"""The check-in as a whole: who is here, who is meant by what is typed or scanned, everybody, nobody."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts import check_in as acts
from ..models import Entry, Tournament
from ..reads.check_in import MOST_OFFERED, arrivals, meant
from ..reads.entries import all_entries
from ..refusals import Refused
from .doors import Door, actor_of, asked, event_of
from .entries import line_written
from .fields import Text
from .shapes import ArrivalsOut, CheckedInOut


class MeantIn(serializers.Serializer[Any]):
    q = Text(min_length=1, max_length=100, help_text="a number, a licence, or a part of a name that means one entry")


class CheckInDoor(Door):
    for_officials = True

    @extend_schema(responses=ArrivalsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Tell how many are here, and who is missing."""
        tournament = event_of(slug)
        actor_of(request, tournament, "check_in")
        return Response(_arrivals(tournament))

    @extend_schema(request=MeantIn, responses=CheckedInOut)
    def post(self, request: Request, slug: str) -> Response:
        """Check in the one entry that is meant; `new` is false where it was here already."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "check_in")
        entry = _meant(tournament, asked(request, MeantIn, body=True)["q"].strip())
        new = acts.check_in(entry, actor=actor)
        entry.refresh_from_db(fields=["checked_in_at"])
        return Response({"new": new, "entry": line_written(entry, officials=True)})


class CheckInEverybody(Door):
    @extend_schema(request=None, responses=ArrivalsOut)
    def post(self, request: Request, slug: str) -> Response:
        """Check in all who take part and are missing; reserves only one by one."""
        tournament = event_of(slug)
        acts.check_everybody_in(tournament, actor=actor_of(request, tournament, "check_in"))
        return Response(_arrivals(tournament))


class CheckInOver(Door):
    @extend_schema(request=None, responses=ArrivalsOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take all check-ins back: nobody is here yet."""
        tournament = event_of(slug)
        acts.start_check_in_over(tournament, actor=actor_of(request, tournament, "check_in"))
        return Response(_arrivals(tournament))


def _arrivals(tournament: Tournament) -> dict[str, Any]:
    found = arrivals(all_entries(tournament))
    return {
        "expected": found.expected,
        "here": len(found.here),
        "missing": [entry.number for entry in found.missing],
        "reserves": [entry.number for entry in found.reserves],
    }


def _meant(tournament: Tournament, typed: str) -> Entry:
    """Find the one entry that is meant; refuses nobody, and several with their numbers."""
    found = meant(all_entries(tournament), typed)
    if not found:
        raise Refused("no_such_entry", _("No entry is found by “%(words)s”.") % {"words": typed})
    if len(found) > 1:
        raise Refused(
            "several_meant",
            _("“%(words)s” means several entries. Give the number of one.") % {"words": typed},
            entries=[entry.number for entry in found[:MOST_OFFERED]],
        )
    return found[0]
