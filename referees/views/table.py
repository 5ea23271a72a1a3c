"""A table: seen by everybody, written at by who holds the pen, signed by those who played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring.rules import parse_rules
from tournaments.models import Game, Official, Round, Tournament
from tournaments.permissions import MAY
from tournaments.reads.frame import clock_words
from tournaments.reads.record import Record, record_of
from tournaments.reads.rounds import OPEN, SHOWN
from tournaments.reads.versions import PartVersion, asks_every, game_part_version, look_at
from tournaments.views.unchanged import unchanged_part

from ..acts.pen import pen_holders, pen_of
from ..forms.table import MistakeForm
from ..models import TableLink
from ..reads.games import record_of as log_of
from ..reads.rules import rules_in_full
from ..words import TO_COME
from ..written import removed_lines, written_of

#: What a referee may confirm at the tablet of somebody else.
CONFIRMED = ("penalise", "rule", "sign_as_referee", "accept_protocol")

#: chair: its place on the screen; the players sit in playing order, counter-clockwise.
PLACES = {"A1": "south", "B1": "east", "A2": "north", "B2": "west"}


def link_of(token: str) -> TableLink:
    """Find the table a link opens, or answer 404."""
    return get_object_or_404(TableLink.objects.select_related("tournament__regulations"), token=token)


def game_on(link: TableLink, number: int | None = None) -> Game | None:
    """Find the game that is on at a table: of the round that is asked for, where it is open.

    Several are open while an earlier one is corrected. Without a number, or with that of a closed round: the lowest
    one whose game here is not accepted, else the latest.
    """
    open_ = Game.objects.filter(round__tournament=link.tournament, round__state__in=OPEN, table=link.table)
    games = {game.round.number: game for game in open_.select_related("round")}
    return games.get(_round_on({round_: game.state for round_, game in games.items()}, number))


def _round_on(states: Mapping[int, str], asked: int | None) -> int:
    """Choose the round by the states of a table's games in those that are open; 0 where none is."""
    if asked is not None and asked in states:
        return asked
    unfinished = [number for number, state in states.items() if state != Game.State.ACCEPTED]
    return min(unfinished) if unfinished else max(states, default=0)


def asked_round(request: HttpRequest) -> int | None:
    """Read the round that the address asks for; anything but a small number counts as not given."""
    text = request.GET.get("round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def at_round(number: int | None) -> str:
    """Write the end of an address that keeps to a round: a tablet must not slip to another one between two pages."""
    return f"?round={number}" if number else ""


@require_safe
@never_cache
def view_table(request: HttpRequest, token: str) -> HttpResponse:
    """Show a table to anybody: who sits where, the score, the deals. The pen is asked for elsewhere."""
    link = link_of(token)
    game = game_on(link, asked_round(request))
    return render(request, "referees/view_table.html", seen_at(request, link, game, MistakeForm()))


def seen_at(request: HttpRequest, link: TableLink, game: Game | None, mistake: MistakeForm) -> dict[str, Any]:
    """Give what the page for everybody shows of a table."""
    official = pen_of(request, link.tournament)
    every = asks_every(game.round.games.count() if game else 0)
    return {**_frame(link, game), "official": official, "mistake": mistake, "every": every, **_seen(game)}


def _now_version(request: HttpRequest, token: str) -> PartVersion | None:
    link = TableLink.objects.filter(token=token).values_list("tournament__slug", "table").first()
    if link is None:
        return None
    slug, table = link
    games = {game.round: game for game in look_at(slug).games.values() if game.table == table}
    on = games.get(_round_on({number: game.state for number, game in games.items()}, asked_round(request)))
    return game_part_version(slug, on.id) if on else None


@require_safe
@cache_control(no_cache=True)
@unchanged_part(_now_version)
def table_now(request: HttpRequest, token: str) -> HttpResponse:
    """Give the part of that page that changes, or 304 while nothing has."""
    link = link_of(token)
    game = game_on(link, asked_round(request))
    return render(request, "referees/table_now.html", {**_frame(link, game), **_seen(game)})


@require_safe
@never_cache
def instrument(request: HttpRequest, token: str) -> HttpResponse:
    """Open the page that writes the game of this table."""
    return _with_pen(request, token, "referees/table.html")


@require_safe
@never_cache
def protocol(request: HttpRequest, token: str) -> HttpResponse:
    """Open the page on which the game of this table is signed."""
    return _with_pen(request, token, "referees/protocol.html")


def _with_pen(request: HttpRequest, token: str, page: str) -> HttpResponse:
    link = link_of(token)
    official = pen_of(request, link.tournament)
    if official is None:
        return redirect(reverse("pen", args=[token]) + at_round(asked_round(request)))
    game = game_on(link, asked_round(request))
    if game is None:
        return render(request, "referees/no_game.html", {**_frame(link, None), "official": official})
    return render(request, page, {**_frame(link, game), "game": game, "facts": _facts(link, game, official)})


def _frame(link: TableLink, game: Game | None) -> dict[str, Any]:
    regulations = getattr(link.tournament, "regulations", None)
    return {
        "link": link,
        "table": link.table,
        "tournament": link.tournament,
        "round": game.round if game else None,
        "at_round": at_round(game.round.number if game else None),
        "planned_rounds": regulations.planned_rounds if regulations else 0,
        "nothing_on": "" if game else _nothing_on(link),
    }


def _nothing_on(link: TableLink) -> str:
    """Say why there is nothing to write at this table, and what comes."""
    last = Round.objects.filter(tournament=link.tournament, state__in=SHOWN).order_by("-number").first()
    if link.tournament.ended_at:
        return _("The event has ended. Thank you for playing.")
    if last is None:
        return _("Round 1 has not been published yet. This page shows the game as soon as it is.")
    if last.state == Round.State.CLOSED:
        return _("Round %(number)d is closed. This page shows the next game as soon as its round is published.") % {
            "number": last.number
        }
    return _("Nobody plays at this table in round %(number)d. The draw of the event shows who plays where.") % {
        "number": last.number
    }


def _facts(link: TableLink, game: Game, official: Official) -> dict[str, Any]:
    """Give the scripts of the page what does not change while a game is played."""
    here = at_round(game.round.number)
    return {
        "game_url": reverse("api_game", args=[game.pk]),
        "api_url": reverse("api_game", args=[game.pk]).removesuffix(f"games/{game.pk}/"),
        "table_url": reverse("table", args=[link.token]) + here,
        "protocol_url": reverse("protocol", args=[link.token]) + here,
        "view_url": reverse("view_table", args=[link.token]) + here,
        "pen_url": reverse("pen", args=[link.token]) + here,
        "pen_down_url": reverse("pen_down", args=[link.token]),
        "official": official.name,
        "countersigners": _countersigners(link.tournament),
        "entry_kind": link.tournament.entry_kind,
        "rules": rules_in_full(parse_rules(game.rules)),
    }


def _countersigners(tournament: Tournament) -> list[dict[str, Any]]:
    """List who may confirm with his PIN what the holder of the pen may not write alone, and what."""
    able = pen_holders(tournament).filter(role__in=MAY["penalise"])
    return [{"id": one.pk, "name": one.name, "may": [act for act in CONFIRMED if one.role in MAY[act]]} for one in able]


def _seen(game: Game | None) -> dict[str, Any]:
    if game is None:
        return {"record": None}
    record, log = record_of(game), log_of(game)
    seconds_left, clock_state = clock_words(game.round, game.extra_minutes)
    return {
        "record": record,
        "told": written_of(log),
        "removed": removed_lines(log),
        "to_come": "" if game.state == Game.State.ACCEPTED else TO_COME.get(game.to_come, ""),
        "chairs": _chairs(record),
        "seconds_left": seconds_left,
        "clock_state": clock_state,
    }


def _chairs(record: Record) -> list[dict[str, Any]]:
    return [
        {
            "seat": chair.seat,
            "name": chair.player,
            "place": PLACES[chair.seat],
            "leads": chair.seat == record.next_leader,
        }
        for chair in record.chairs
    ]
