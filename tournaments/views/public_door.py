"""What every public page of an event begins with: the event, its frame, and what the address asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from ..models import Round, Tournament
from ..reads.frame import frame_of
from ..reads.rounds import SHOWN, current_round

LONGEST = 100  # letters of a search


def event_of(slug: str) -> Tournament:
    """Find the event, with its regulations."""
    return get_object_or_404(Tournament.objects.select_related("regulations"), slug=slug)


def page_of(
    tournament: Tournament, rounds: Sequence[Round] | None = None, entries: int | None = None
) -> dict[str, Any]:
    """Give what every public page shows: the event, its frame and the rounds that may be seen."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    return {
        "tournament": tournament,
        "frame": frame_of(tournament, rounds, entries),
        "rounds": [round_ for round_ in rounds if round_.state in SHOWN],
        "single": tournament.entry_kind == Tournament.EntryKind.PLAYER,
    }


def round_asked_for(request: HttpRequest, rounds: Sequence[Round]) -> Round | None:
    """Take the round the address asks for, else the one that is on; one that may not be seen is not there."""
    number = number_asked_for(request, "round")
    if number is None:
        return current_round(rounds)
    found = next((round_ for round_ in rounds if round_.number == number), None)
    if found is None:
        raise Http404
    return found


def number_asked_for(request: HttpRequest, name: str) -> int | None:
    """Read a small number from the address; anything else counts as not given."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def words_asked_for(request: HttpRequest) -> str:
    """Read what is searched for; characters that no name has are left out."""
    return request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST]
