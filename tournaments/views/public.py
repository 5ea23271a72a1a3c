"""What everybody may see of an event: live tables, draw, results, the running record of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from ..models import Game, Tournament
from ..reads.frame import clock_words
from ..reads.kept import Kept
from ..reads.record import record_of
from ..reads.rounds import SHOWN, Table, current_round, tables_of
from ..reads.search import find_tables
from ..reads.standings import standings as read_standings
from ..reads.versions import (
    asks_every,
    event_version,
    game_part_version,
    game_version,
    list_version,
    live_version,
    still_for,
)
from .public_door import event_of, number_asked_for, page_of, round_asked_for, words_asked_for
from .unchanged import tagged, unchanged, unchanged_part

LIVE_STANDINGS = 24


@dataclass(frozen=True, slots=True)
class LiveList:
    """The part of the live page that changes, in one language, and the round it is of (0: none yet)."""

    round: int
    html: SafeString
    part: str  # with the clock at the head of the page, for a page that has the list already


#: The lists by event and language.
lists: Kept[LiveList] = Kept()


@require_safe
@unchanged(live_version)
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the round that is on, and the standings beside it."""
    tournament = event_of(slug)
    _version, shown = _list(slug)
    return render(request, "tournaments/live.html", {**page_of(tournament), "list": shown.html})


@require_safe
def live_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the part of the live page that changes; a new round needs the whole page."""
    version, shown = _list(slug)
    if number_asked_for(request, "round") not in (None, shown.round):
        return HttpResponseClientRefresh()
    return tagged(request, version, shown.part)


@require_safe
@unchanged(event_version)
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who meets whom in a published round; a search finds a name or a table."""
    page = page_of(event_of(slug))
    round_ = round_asked_for(request, page["rounds"])
    asked = words_asked_for(request)
    tables = tables_of(round_) if round_ else []
    found = find_tables(tables, asked) if asked else tables
    return render(
        request, "tournaments/draw.html", {**page, "round": round_, "tables": found, "asked": asked, "of": len(tables)}
    )


@require_safe
@unchanged(event_version)
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the accepted games of a round."""
    page = page_of(event_of(slug))
    round_ = round_asked_for(request, page["rounds"])
    tables = tables_of(round_) if round_ else []
    accepted = [table for table in tables if table.accepted]
    return render(
        request, "tournaments/results.html", {**page, "round": round_, **_counted(tables), "tables": accepted}
    )


@require_safe
def game(request: HttpRequest, slug: str, game: int) -> HttpResponse:
    """Show the running record of a game of a published round; ?part=record gives the part that changes."""
    view = _game_record if request.GET.get("part") else _game_page
    return view(request, slug=slug, game=game)


@unchanged(game_version)
def _game_page(request: HttpRequest, slug: str, game: int) -> HttpResponse:
    tournament = event_of(slug)
    shown = {**page_of(tournament), **_game(tournament, game), "here": "live"}
    return render(request, "tournaments/game.html", shown)


@unchanged_part(lambda _request, slug, game: game_part_version(slug, game))
def _game_record(request: HttpRequest, slug: str, game: int) -> HttpResponse:
    return render(request, "tournaments/game_record.html", _game(event_of(slug), game))


def _game(tournament: Tournament, game: int) -> dict[str, Any]:
    found = get_object_or_404(
        Game.objects.select_related("round"), pk=game, round__tournament=tournament, round__state__in=SHOWN
    )
    # A table that was given minutes of its own has its own clock; the others have that of the round, on top.
    clock = clock_words(found.round, found.extra_minutes) if found.extra_minutes else None
    every = asks_every(found.round.games.count())
    return {"tournament": tournament, "record": record_of(found), "clock": clock, "every": every}


def _list(slug: str) -> tuple[str, LiveList]:
    return lists.get((slug, get_language()), list_version(slug), lambda: _live_list(event_of(slug)))


def _live_list(tournament: Tournament) -> LiveList:
    shown = _live(tournament)
    html = render_to_string("tournaments/live_tables.html", shown)
    part = render_to_string("tournaments/live_part.html", {**shown, "list": html})
    return LiveList(shown["round"].number if shown["round"] else 0, html, part)


def _live(tournament: Tournament) -> dict[str, Any]:
    page = page_of(tournament)
    round_ = current_round(page["rounds"])
    tables: list[Table] = tables_of(round_) if round_ else []
    table = read_standings(tournament, rounds=page["rounds"])
    counted = _counted(tables)
    return {
        **page,
        "round": round_,
        "tables": tables,
        **counted,
        "table": table,
        "top": table.rows[:LIVE_STANDINGS],
        "every": asks_every(counted["played"]),
        "still": round(still_for(counted["played"])),
    }


def _counted(tables: Sequence[Table]) -> dict[str, int]:
    """Count the tables that are played, those accepted, and the byes."""
    played = [table for table in tables if not table.bye]
    accepted = sum(table.accepted for table in played)
    return {"played": len(played), "accepted": accepted, "byes": len(tables) - len(played)}
