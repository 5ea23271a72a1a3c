"""Versions of what changes while people play: one small query each, so that polling costs next to nothing."""

from __future__ import annotations

import hashlib

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone, translation

from ..models import Game, Result, Round
from .rounds import SHOWN

FRESH_FOR = 60  # seconds: after that a page is sent anew whatever the version says, for names that were mended


def live_version(slug: str) -> str:
    """Give the version of an event's live tables: it changes with every line, result, state and turn of the clock."""
    rounds = Round.objects.filter(tournament__slug=slug, state__in=SHOWN).order_by("-number")
    counted = rounds.annotate(
        lines=Sum("games__log_length"),
        last=Max("games__last_line_at"),
        signing=Count("games", Q(games__state=Game.State.SIGNING)),
        finished=Count("games", Q(games__state=Game.State.FINISHED)),
        accepted=Count("games", Q(games__state=Game.State.ACCEPTED)),
    ).values_list(
        "id", "state", "minutes", "clock_started_at", "clock_paused_at", "paused_seconds",
        "lines", "last", "signing", "finished", "accepted",
    )  # fmt: skip
    return _digest(list(counted), Result.objects.filter(game__round__tournament__slug=slug).aggregate(Max("id")))


def game_version(slug: str, game: int) -> str | None:
    """Give the version of one game's record; None where there is no such game to be seen."""
    seen = Game.objects.filter(pk=game, round__tournament__slug=slug, round__state__in=SHOWN)
    rows = seen.values_list(
        "id", "state", "log_length", "last_line_at", "score_a", "score_b", "winner",
        "round__state", "round__minutes", "round__clock_started_at", "round__clock_paused_at",
    )  # fmt: skip
    row = rows.first()
    return _digest(row) if row else None


def _digest(*parts: object) -> str:
    minute = int(timezone.now().timestamp()) // FRESH_FOR
    text = repr((translation.get_language(), minute, *parts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
