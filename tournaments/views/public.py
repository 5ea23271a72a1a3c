"""What everybody may see of an event: live tables, draw, standings, results, the running record of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django_htmx.http import HttpResponseClientRefresh

from ..models import Game, Round, Tournament
from ..reads.frame import frame_of
from ..reads.record import record_of
from ..reads.rounds import SHOWN, Table, current_round, tables_of
from ..reads.search import find_tables
from ..reads.standings import Row
from ..reads.standings import Table as Standings
from ..reads.standings import standings as read_standings
from ..reads.versions import game_version, live_version

LIVE_STANDINGS = 24


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the round that is on, and the standings beside it."""
    return render(request, "tournaments/live.html", _live(_event(slug)))


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=lambda request, slug: live_version(slug))
def live_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the part of the live page that changes, or 304 while nothing has; a new round needs the whole page."""
    page = _live(_event(slug))
    now = page["round"].number if page["round"] else 0
    if _number(request, "round") not in (None, now):
        return HttpResponseClientRefresh()
    return render(request, "tournaments/live_tables.html", {**page, "poll": True})


@require_safe
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who meets whom in a published round; a search finds a name or a table."""
    tournament = _event(slug)
    page = _page(tournament)
    round_ = _chosen(request, "round", page["rounds"])
    asked = request.GET.get("q", "").strip()[:100]
    tables = tables_of(round_) if round_ else []
    found = find_tables(tables, asked) if asked else tables
    return render(
        request, "tournaments/draw.html", {**page, "round": round_, "tables": found, "asked": asked, "of": len(tables)}
    )


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings after any round, and why an entry stands where it stands (?why= its number)."""
    tournament = _event(slug)
    rounds = list(tournament.rounds.order_by("number"))
    table = read_standings(tournament, _number(request, "after"), rounds)
    opened = next((row for row in table.rows if row.entry.number == _number(request, "why")), None)
    return render(
        request,
        "tournaments/standings.html",
        {
            **_page(tournament, rounds, entries=sum(not row.entry.withdrawn for row in table.rows)),
            "table": table,
            "opened": opened,
            **(_why(table, opened) if opened else {}),
        },
    )


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the accepted games of a round."""
    tournament = _event(slug)
    page = _page(tournament)
    round_ = _chosen(request, "round", page["rounds"])
    tables = tables_of(round_) if round_ else []
    accepted = [table for table in tables if table.accepted]
    return render(
        request, "tournaments/results.html", {**page, "round": round_, **_counted(tables), "tables": accepted}
    )


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=lambda request, slug, game: game_version(slug, game) if request.GET.get("part") else None)
def game(request: HttpRequest, slug: str, game: int) -> HttpResponse:
    """Show the running record of a game of a published round; ?part=record gives the part that changes."""
    tournament = _event(slug)
    found = get_object_or_404(
        Game.objects.select_related("round"), pk=game, round__tournament=tournament, round__state__in=SHOWN
    )
    record = record_of(found)
    if request.GET.get("part"):
        return render(request, "tournaments/game_record.html", {"tournament": tournament, "record": record})
    return render(request, "tournaments/game.html", {**_page(tournament), "record": record, "here": "live"})


def _event(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("regulations"), slug=slug)


def _page(tournament: Tournament, rounds: list[Round] | None = None, entries: int | None = None) -> dict[str, Any]:
    """Give what every public page shows: the event, its frame and the rounds that may be seen."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    return {
        "tournament": tournament,
        "frame": frame_of(tournament, rounds, entries),
        "rounds": [round_ for round_ in rounds if round_.state in SHOWN],
    }


def _live(tournament: Tournament) -> dict[str, Any]:
    page = _page(tournament)
    round_ = current_round(page["rounds"])
    tables: list[Table] = tables_of(round_) if round_ else []
    table = read_standings(tournament, rounds=page["rounds"])
    return {
        **page,
        "round": round_,
        "tables": tables,
        **_counted(tables),
        "table": table,
        "top": table.rows[:LIVE_STANDINGS],
    }


def _counted(tables: Sequence[Table]) -> dict[str, int]:
    """Count the tables that are played, those accepted, and the byes."""
    played = [table for table in tables if not table.bye]
    accepted = sum(table.accepted for table in played)
    return {"played": len(played), "accepted": accepted, "byes": len(tables) - len(played)}


def _why(table: Standings, row: Row) -> dict[str, Any]:
    reasons = table.why(row)
    return {"reasons": reasons, "shares": bool(reasons[-1].level)}


def _chosen(request: HttpRequest, name: str, rounds: list[Round]) -> Round | None:
    """Take the round the address asks for, else the one that is on; one that may not be seen is not there."""
    number = _number(request, name)
    if number is None:
        return current_round(rounds)
    found = next((round_ for round_ in rounds if round_.number == number), None)
    if found is None:
        raise Http404
    return found


def _number(request: HttpRequest, name: str) -> int | None:
    """Read a small number from the address; anything else counts as not given."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
