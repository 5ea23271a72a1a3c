"""The disqualification of an entry: what it would change, deciding it, taking it back (chief referee)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.counting import Met

from ..acts.disqualifications import disqualify, take_back_disqualification
from ..models import Disqualification, Entry, Tournament
from ..reads.disqualification import Change, changes, in_force, last_round, open_games
from .changes import KeptReasonIn
from .doors import Door, actor_of, asked, entry_of, event_of
from .fields import Number, Text, Whole
from .shapes import DisqualifyingOut
from .written import cell_written

COUNTED = ("won", "points_for", "points_against")


class DisqualifyAsked(serializers.Serializer[Any]):
    from_round = Number(required=False, default=1, max_value=999, help_text="1: all rounds")
    opponents = serializers.ChoiceField(
        choices=Disqualification.Opponents.values, required=False, default=Disqualification.Opponents.KEEP.value
    )


class DisqualifyIn(serializers.Serializer[Any]):
    from_round = Whole(min_value=1, max_value=999, help_text="1: all rounds")
    opponents = serializers.ChoiceField(choices=Disqualification.Opponents.values)
    reason = Text(allow_blank=True, max_length=300, help_text="everybody can read it")


class EntryDisqualify(Door):
    for_officials = True

    @extend_schema(parameters=[DisqualifyAsked], responses=DisqualifyingOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show the disqualification in force, and game by game what one would change; nothing is written."""
        tournament = event_of(slug)
        actor_of(request, tournament, "disqualify")
        entry = entry_of(tournament, number)
        return Response(_shown(tournament, entry, **asked(request, DisqualifyAsked)))

    @extend_schema(request=DisqualifyIn, responses={201: DisqualifyingOut})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Disqualify an entry from a round on and take it out of the rounds to come; results stay as they are."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "disqualify")
        entry, wanted = entry_of(tournament, number), asked(request, DisqualifyIn, body=True)
        made = disqualify(entry, actor=actor, **wanted)
        return Response(_shown(tournament, entry, made.from_round, made.opponents), status=201)


class EntryReinstate(Door):
    @extend_schema(request=KeptReasonIn, responses=DisqualifyingOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take a disqualification back, with a reason: the entry counts again as it played."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "disqualify")
        entry, wanted = entry_of(tournament, number), asked(request, KeptReasonIn, body=True)
        take_back_disqualification(entry, actor=actor, **wanted)
        return Response(_shown(tournament, entry_of(tournament, number), 1, Disqualification.Opponents.KEEP))


def _shown(tournament: Tournament, entry: Entry, from_round: int, opponents: str) -> dict[str, Any]:
    entry.tournament = tournament
    there = in_force(entry)
    return {
        "number": entry.number,
        "in_force": _decision(there) if there else None,
        "last_round": last_round(tournament),
        "open_games": [
            {"round": one.round, "game": one.table.game, "table": one.table.table} for one in open_games(entry)
        ],
        "changes": [_change(one) for one in changes(entry, from_round, opponents)],
    }


def _decision(made: Disqualification) -> dict[str, Any]:
    return {
        "from_round": made.from_round,
        "opponents": made.opponents,
        "reason": made.reason,
        "decided_at": made.decided_at,
        "decided_by": made.decided_by,
    }


def _change(one: Change) -> dict[str, Any]:
    return {
        "played": cell_written(one.cell),
        "own": _counted(one.own),
        "opponent": _counted(one.opponent) if one.opponent else None,
    }


def _counted(met: Met) -> dict[str, Any]:
    return {name: getattr(met, name) for name in COUNTED}
