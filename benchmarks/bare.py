"""Views that do the least there is: what is measured is measured beside them, in the same process and middleware."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referees.api.table import PenAuthentication
from referees.models import Line
from tournaments.models import Entry, Result, Round


class OneRow(APIView):
    """Insert the row of one line, unseen: no pen looked up, no lock, no log read, no rules, no live score."""

    authentication_classes = [PenAuthentication]
    permission_classes = [AllowAny]

    def post(self, request: Request, game_id: int) -> Response:
        """Insert a row in a transaction."""
        data: Any = request.data
        (line,) = data["lines"]
        with transaction.atomic():
            Line.objects.create(
                game_id=game_id, number=line["number"], line_id=line["id"], kind=line["kind"], data=line
            )
        return Response({"answers": [{"id": line["id"], "answer": "applied"}]})


def unchanged(request: HttpRequest) -> HttpResponse:
    """Say that nothing has changed without looking."""
    return HttpResponse(status=304)


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Write the rows that standings are made of as plain text, added up and sorted."""
    rounds = list(Round.objects.filter(tournament__slug=slug).values_list("number", "state"))
    entries = Entry.objects.filter(tournament__slug=slug).values_list("id", "number", "name", "country", "club__name")
    results = Result.objects.filter(game__round__tournament__slug=slug).values_list(
        "entry_id", "seat", "game__round__number", "won", "points_for", "points_against"
    )
    played = defaultdict(list)
    for entry, seat, *result in results:
        if seat[1] == "1":  # his partner's row says the same
            played[entry].append(result)
    lines = [_line(rest, sorted(played[entry])) for entry, *rest in entries]
    return HttpResponse("\n".join([str(rounds), *sorted(lines, reverse=True)]), content_type="text/plain")


def _line(entry: list[object], results: list[list[int]]) -> str:
    wins = sum(won for _number, won, _for, _against in results)
    scored = sum(for_ for _number, _won, for_, _against in results)
    against = sum(against for _number, _won, _for, against in results)
    cells = " ".join(f"{for_}:{against}" for _number, _won, for_, against in results)
    return f"{wins} {scored - against:+5} {scored:5} {' '.join(map(str, entry))} {cells}"
