"""A player's phone tells the referee that something in the record is wrong; no line of the log."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.addresses import address_of_visitor
from tournaments.models import Game
from tournaments.permissions import Actor
from tournaments.refusals import Refused

from ..acts.calls import call_official
from ..forms.table import MistakeForm
from ..models import Call
from .table import asked_round, at_round, game_on, link_of, seen_at


@require_POST
def flag_mistake(request: HttpRequest, token: str) -> HttpResponse:
    """Call the referee to this table because of a mistake; what was typed is kept where it cannot be sent."""
    link, form = link_of(token), MistakeForm(request.POST)
    game = game_on(link, asked_round(request))
    if game is not None and form.is_valid() and _called(request, game, form):
        messages.success(request, _("Told. The referee sees it on the tablet of this table. The log stays as it is."))
        return redirect(reverse("view_table", args=[token]) + at_round(game.round.number))
    return render(request, "referees/view_table.html", seen_at(request, link, game, form), status=400)


def _called(request: HttpRequest, game: Game, form: MistakeForm) -> bool:
    try:
        call_official(game, Call.Kind.MISTAKE, actor=Actor(""), text=form.said(), address=address_of_visitor(request))
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True
