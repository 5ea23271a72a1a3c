"""The regulations of an event: read by everybody, changed by its organiser."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.standings import KEYS

from ..acts.regulation_checks import MOST_ROUNDS
from ..acts.regulations import change_regulations, draw_new_seed
from ..models import Regulations, Tournament
from ..models.events import LARGEST_SEED
from ..reads.event_settings import settings_of, stamp_of
from ..reads.regulations import in_words
from .doors import Door, actor_of, asked, event_of
from .fields import Text, Tick, Whole
from .shapes import RegulationsOut

OWN = ("rules", "planned_rounds", "override_reason")


class RegulationsIn(serializers.Serializer[Any]):
    """What is left out stays as it is."""

    rules = serializers.DictField(required=False, help_text="all that differs from the defaults, docs/log-format.md")
    system = serializers.ChoiceField(choices=Regulations.System.values, required=False)
    planned_rounds = Whole(required=False, min_value=1, max_value=MOST_ROUNDS)
    override_reason = Text(
        required=False, allow_blank=True, max_length=300, help_text="why the rounds are no multiple of four"
    )
    ranking = serializers.ListField(child=serializers.ChoiceField(choices=[*KEYS]), required=False, min_length=1)
    effectiveness = serializers.ChoiceField(choices=Regulations.Effectiveness.values, required=False)
    bye_counts = serializers.ChoiceField(choices=Regulations.Counts.values, required=False)
    walkover_counts = serializers.ChoiceField(choices=Regulations.Counts.values, required=False)
    first_round = serializers.ChoiceField(choices=Regulations.FirstRound.values, required=False)
    clubs_apart = Tick(required=False)
    entries_close = Whole(required=False, min_value=1, max_value=MOST_ROUNDS, help_text="when this round starts")
    reason = Text(
        required=False, default="", allow_blank=True, max_length=300, help_text="needed once round 1 is published"
    )
    seen = Text(required=False, default="", allow_blank=True, max_length=64, help_text="the stamp that was shown")


class SeedIn(serializers.Serializer[Any]):
    seen = Whole(
        required=False, default=None, allow_null=True, max_value=LARGEST_SEED, help_text="the seed that was shown"
    )


class RegulationsDoor(Door):
    @extend_schema(responses=RegulationsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show the regulations, as they are set and in words."""
        tournament = event_of(slug)
        return Response(_shown(tournament, stamp=actor_of(request, tournament).may("see_desk")))

    @extend_schema(request=RegulationsIn, responses=RegulationsOut)
    def put(self, request: Request, slug: str) -> Response:
        """Change the regulations; games that have begun keep theirs."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_regulations")
        wanted = asked(request, RegulationsIn, body=True)
        reason, seen = wanted.pop("reason"), wanted.pop("seen")
        before = settings_of(_regulations(tournament))
        kept = before | wanted
        own = {name: kept.pop(name) for name in OWN}
        stamp = seen or stamp_of(before)  # what is left out must still be so when the rest is written
        change_regulations(tournament, actor=actor, reason=reason, stamp=stamp, beside=kept, **own)
        return Response(_shown(tournament, stamp=True))


class SeedDoor(Door):
    @extend_schema(request=SeedIn, responses=RegulationsOut)
    def post(self, request: Request, slug: str) -> Response:
        """Draw the seed of the lots anew, before it has been used."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "change_regulations")
        draw_new_seed(tournament, actor=actor, shown=asked(request, SeedIn, body=True)["seen"])
        return Response(_shown(tournament, stamp=True))


def _regulations(tournament: Tournament) -> Regulations:
    return get_object_or_404(Regulations.objects.select_related("preset", "tournament"), tournament=tournament)


def _shown(tournament: Tournament, *, stamp: bool) -> dict[str, Any]:
    regulations = _regulations(tournament)
    kept = settings_of(regulations)
    entries = tournament.entries.filter(withdrawn_at=None, reserve=False).count()
    chapters = in_words(regulations, entries)
    return {
        **kept,
        **({"stamp": stamp_of(kept)} if stamp else {}),
        "preset": regulations.preset.name if regulations.preset else "",
        "seed": regulations.seed,
        "frozen_at": regulations.frozen_at,
        "chapters": [{"title": one.title, "sentences": [said.text for said in one.sentences]} for one in chapters],
    }
