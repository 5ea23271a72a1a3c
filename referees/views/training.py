"""A training table: the same instrument, and nothing it writes goes anywhere."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from scoring.rules import parse_rules

from ..reads.rules import rules_in_full

#: The games that are offered: what is different from the federation's rules, and its name.
GAMES: dict[str, tuple[dict[str, Any], str | Promise]] = {
    "target": ({}, gettext_lazy("To 200 points, 40 minutes")),
    "deals": ({"deals": 4}, gettext_lazy("Four deals")),
    "time": ({"minutes": 6}, gettext_lazy("Short time: six minutes")),
}


@require_safe
@ensure_csrf_cookie
def training(request: HttpRequest) -> HttpResponse:
    """Open a table with made-up players; its log stays in the browser."""
    asked = request.GET.get("game", "")
    chosen = asked if asked in GAMES else "target"
    games = [{"name": name, "words": words, "here": name == chosen} for name, (_rules, words) in GAMES.items()]
    return render(request, "referees/training.html", {"facts": _facts(chosen), "games": games})


def _facts(chosen: str) -> dict[str, Any]:
    here = reverse("training")
    rules = parse_rules(GAMES[chosen][0])
    return {
        "training": True,
        "game": chosen,
        "table_url": here,
        "view_url": here,
        "pen_url": here,
        "protocol_url": here,
        "pen_down_url": here,
        "official": _("You"),
        "countersigners": [],
        "entry_kind": "pair",
        "players": [_("Anna Orlova"), _("Boris Petrov"), _("Clara Ruiz"), _("Diego Santos")],
        "rules": rules_in_full(rules),
    }
