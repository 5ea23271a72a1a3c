"""The regulations: changed at the desk, read by everybody."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from ..acts.regulations import change_regulations
from ..forms.events import RegulationsForm
from ..forms.texts import tell
from ..models import Regulations, Tournament
from ..permissions import Actor
from ..reads.frame import frame_of
from ..reads.regulations import in_words
from ..refusals import Refused
from .desk_door import desk, desk_context


@desk("see_desk")
def desk_regulations(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show the regulations with the main ones to change; who may not change them reads them."""
    regulations = get_object_or_404(Regulations.objects.select_related("preset"), tournament=tournament)
    form = RegulationsForm(regulations, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        actor.require("change_regulations")
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            change_regulations(
                tournament,
                actor=actor,
                rules=form.rules(),
                planned_rounds=chosen["planned_rounds"],
                override_reason=chosen["override_reason"],
                reason=chosen.get("reason", ""),
            )
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, _("The regulations are kept."))
            return redirect("desk_regulations", slug=tournament.slug)
    context = desk_context(
        tournament,
        actor,
        "desk_regulations",
        form=form,
        regulations=regulations,
        chapters=in_words(regulations),
        may_change=actor.may("change_regulations"),
    )
    return render(request, "tournaments/desk_regulations.html", context)


def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every rule of an event in words."""
    tournament = get_object_or_404(Tournament.objects.select_related("federation", "regulations__preset"), slug=slug)
    kept = get_object_or_404(Regulations.objects.select_related("preset"), tournament=tournament)
    context = {
        "tournament": tournament,
        "frame": frame_of(tournament),
        "here": "regulations",
        "regulations": kept,
        "chapters": in_words(kept),
    }
    return render(request, "tournaments/regulations.html", context)
