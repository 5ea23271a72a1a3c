"""The steps after an event is made: what it begins from, its system and rounds, and what that means."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ..acts.copies_of_events import begin_like
from ..acts.presets import begin_from_built_in, begin_from_preset
from ..forms.events import StartForm
from ..forms.texts import tell
from ..models import Tournament
from ..permissions import Actor
from ..reads.event_settings import settings_of, stamp_of
from ..reads.presets import own_events, presets_of
from ..reads.ready import who_can_accept
from ..reads.regulations import in_words
from ..reads.setting_words import FIRST_GROUPS
from ..refusals import Refused
from .desk_door import desk, desk_context
from .regulations import entries_of, means, only_means, regulations_of, settings_context, take_settings


@desk("change_regulations")
def event_begin(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Choose what the regulations begin from: a preset, or an old event with its people."""
    regulations = regulations_of(tournament)
    events = own_events(request.user).exclude(pk=tournament.pk)[:50]
    stamp = stamp_of(settings_of(regulations))
    data = request.POST if request.method == "POST" else None
    form = StartForm(data, presets=presets_of(tournament), events=events, stamp=stamp)
    if request.method == "POST" and form.is_valid():
        try:
            _begin(tournament, actor, form)
        except Refused as refused:
            form.data = {**dict(form.data.items()), "stamp": stamp}
            tell(form, refused)
        else:
            return redirect("event_system", slug=tournament.slug)
    context = desk_context(
        tournament, actor, "desk_regulations", form=form, regulations=regulations, step=2, events=list(events)
    )
    return render(request, "tournaments/event_begin.html", context)


@desk("change_regulations")
def event_system(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Ask what most events decide anew: system, rounds, target, time, penalties, the order."""
    form, kept = take_settings(request, tournament, actor, FIRST_GROUPS)
    if kept:
        messages.success(request, _("The regulations are kept."))
        return redirect("event_summary", slug=tournament.slug)
    if only_means(request):
        return means(request, tournament, form)
    context = settings_context(tournament, actor, form) | {"step": 3, "entries": entries_of(tournament)}
    return render(request, "tournaments/event_system.html", context)


@desk("see_desk")
def event_summary(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Say in plain words what the event is by now, and what comes next."""
    regulations, entries = regulations_of(tournament), entries_of(tournament)
    context = desk_context(
        tournament,
        actor,
        "desk_regulations",
        regulations=regulations,
        chapters=in_words(regulations, entries),
        entries=entries,
        accepts=who_can_accept(tournament).exists(),
        step=4,
    )
    return render(request, "tournaments/event_summary.html", context)


def _begin(tournament: Tournament, actor: Actor, form: StartForm) -> None:
    start, stamp = form.cleaned_data["start"], form.cleaned_data["stamp"]
    if start in form.presets:
        begin_from_preset(tournament, form.presets[start], actor=actor, stamp=stamp)
    elif start in form.built_in:
        begin_from_built_in(tournament, start.removeprefix("book:"), actor=actor, stamp=stamp)
    elif start in form.events:
        begin_like(tournament, form.events[start], form.luggage(), actor=actor, stamp=stamp)
