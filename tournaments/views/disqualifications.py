"""Disqualify an entry: asked, shown game by game, then written; and taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..acts.disqualifications import disqualify, take_back_disqualification
from ..forms.disqualifications import DisqualifyForm
from ..forms.rounds import ReasonForm
from ..forms.texts import tell
from ..models import Entry, Tournament
from ..permissions import Actor
from ..reads.disqualification import changes, in_force, last_round, open_games
from ..refusals import Refused
from .desk_door import desk, desk_context


@desk("disqualify")
def entry_disqualify(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Ask for the decision; then name each game and what changes; then write it."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament__regulations"), tournament=tournament, number=number
    )
    form = DisqualifyForm(last_round(tournament), request.POST or None)
    shown = None
    if form.is_valid():
        decided = form.cleaned_data
        try:
            if "confirm" in request.POST:
                disqualify(entry, actor=actor, **decided)
                messages.success(request, _("%(entry)s is disqualified.") % {"entry": entry})
                return redirect("entry_disqualify", slug=tournament.slug, number=number)
            shown = changes(entry, decided["from_round"], decided["opponents"])
        except Refused as refused:
            tell(form, refused)
    context = desk_context(
        tournament, actor, "entries", entry=entry, form=form, changes=shown, there=in_force(entry),
        open_games=open_games(entry), back_form=ReasonForm(),
    )  # fmt: skip
    return render(request, "tournaments/entry_disqualify.html", context)


@require_POST
@desk("disqualify", back="entry_disqualify")
def entry_reinstate(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take a disqualification back, with a reason."""
    entry, form = get_object_or_404(Entry, tournament=tournament, number=number), ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""  # the act says what a reason is for
    take_back_disqualification(entry, reason=reason, actor=actor)
    messages.success(request, _("%(entry)s is disqualified no longer; it counts as it played.") % {"entry": entry})
    return redirect("entries", slug=tournament.slug)
