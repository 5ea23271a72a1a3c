"""Protests: the list of an event, and the decision on one."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.forms.texts import tell
from tournaments.models import Game, Tournament
from tournaments.permissions import Actor
from tournaments.reads.record import record_of
from tournaments.refusals import Refused
from tournaments.views.desk_door import desk, desk_context

from ..acts.protests import decide_protest
from ..forms.desk import DecisionForm
from ..reads.protests import protests_of, protests_of_event


@require_safe
@desk("see_board")
def protests(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """List the protests of the event, those to be decided first."""
    context = desk_context(tournament, actor, "board", protests=protests_of_event(tournament))
    return render(request, "referees/protests.html", context)


@desk("rule", back="desk_game")
def decide(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Decide the protest that ?line= names, with a reason."""
    games = Game.objects.select_related("round")
    found = get_object_or_404(games, pk=game, round__tournament=tournament)
    protest = next((one for one in protests_of(found) if one.line_id == request.GET.get("line")), None)
    if protest is None:
        raise Http404
    form = DecisionForm(request.POST or None)
    if form.is_valid():
        decided = form.cleaned_data
        try:
            decide_protest(found.pk, protest.line_id, actor=actor, **decided)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, _next(decided["upheld"]))
            return redirect("desk_game", slug=tournament.slug, game=found.pk)
    context = desk_context(tournament, actor, "board", form=form, protest=protest, record=record_of(found))
    return render(request, "referees/decide.html", context)


def _next(upheld: bool) -> str:
    if upheld:
        return _("The protest is upheld. What follows from it is still to be done: rule on the game, or reopen it.")
    return _("The protest is rejected. The result of the game counts.")
