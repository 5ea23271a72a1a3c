"""The board of the chief referee, and the calls that are seen to from it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Game, Tournament
from tournaments.permissions import Actor
from tournaments.views.desk_door import desk, desk_context, desk_frame

from ..acts.calls import close_call
from ..reads.board import board_of


@require_safe
@desk("see_board")
def board(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show all tables of the open rounds; ?part= gives the part that changes, or 304 while nothing has."""
    rounds = list(tournament.rounds.order_by("number"))
    words = request.GET.get("table", "").replace("\0", " ").strip()[:100]
    read = board_of(rounds, request.GET.get("show", ""), words)
    frame = desk_frame(tournament, rounds)
    context = desk_context(tournament, actor, "board", frame=frame, board=read)
    if not request.GET.get("part"):
        return render(request, "referees/board.html", context)
    etag = read.etag
    known = get_conditional_response(request, etag=etag)
    answer = known or render(request, "referees/board_tables.html", context)
    answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


@require_POST
@desk("answer_call", back="board")
def desk_close_call(request: HttpRequest, tournament: Tournament, actor: Actor, game: int, call: int) -> HttpResponse:
    """Say that a call has been seen to, and go back to where that was said."""
    get_object_or_404(Game, pk=game, round__tournament=tournament)
    close_call(game, call, actor=actor)
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return redirect(back)
    return redirect("board", slug=tournament.slug)
