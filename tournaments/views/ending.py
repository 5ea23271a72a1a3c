"""End an event: what will happen is named, then it is done; and open it again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..acts.ending import end_event, reopen_event
from ..forms.ending import EndForm, ReopenForm
from ..forms.texts import tell
from ..models import Tournament
from ..permissions import Actor
from ..reads.ending import closed_rounds, ending_of, obstacles, planned_rounds
from ..reads.standings import standings
from ..refusals import Refused
from .desk_door import desk, desk_context, desk_frame

FIRST = 3  # places that are named before the end


@desk("end_event")
def end(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Name what the end of the event will do, then do it; of an event that has ended, say how."""
    rounds = list(tournament.rounds.order_by("number"))
    last, planned = closed_rounds(rounds), planned_rounds(tournament)
    form = EndForm(request.POST or None, initial={"after": last}, early=last < planned)
    if form.is_valid():
        try:
            end_event(tournament, actor=actor, **form.cleaned_data)
            messages.success(request, _("The event has ended. The standings are final."))
            return redirect("end", slug=tournament.slug)
        except Refused as refused:
            tell(form, refused)
    table = standings(tournament, last, rounds)
    context = desk_context(
        tournament, actor, "today", frame=desk_frame(tournament, rounds), form=form, last=last, planned=planned,
        left=planned - last, ending=ending_of(tournament, rounds), obstacles=obstacles(tournament), table=table,
        first=[row for row in table.rows if row.place and row.place <= FIRST], back_form=ReopenForm(),
    )  # fmt: skip
    return render(request, "tournaments/end.html", context)


@require_POST
@desk("end_event", back="end")
def reopen(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Open an event that was ended again, with a reason."""
    form = ReopenForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""  # the act says what a reason is for
    reopen_event(tournament, reason=reason, actor=actor)
    messages.success(request, _("The event is open again. Rounds can be corrected and drawn."))
    return redirect("today", slug=tournament.slug)
