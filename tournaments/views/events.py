"""The list of events, making one, copying one, changing what it is called."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ..acts.copies_of_events import copy_event
from ..acts.events import change_event, create_event
from ..forms.events import ChangeEventForm, CopyForm, EventForm
from ..forms.texts import tell
from ..models import Tournament
from ..permissions import Actor
from ..reads.events import event_groups, is_empty, may_create_events
from ..reads.registry import registered, usable_federations
from ..refusals import Refused
from .desk_door import desk, desk_context


def home(request: HttpRequest) -> HttpResponse:
    """List the events, running ones first; an installation without anybody leads to its first run."""
    if is_empty():
        return redirect("first_run")
    search = request.GET.get("q", "")[:200]
    groups = event_groups(request.user, timezone.localdate(), search)
    none = not groups and not (search and Tournament.objects.exists())
    context = {"groups": groups, "none": none, "search": search, "may_create": may_create_events(request.user)}
    return render(request, "tournaments/home.html", context)


@login_required
def event_new(request: HttpRequest) -> HttpResponse:
    """Make an event; its maker becomes its organiser, and the next steps can be left and come back to."""
    assert isinstance(request.user, User)  # login_required
    if not may_create_events(request.user):
        raise PermissionDenied(_("Events are made by administrators and by organisers of other events."))
    today = timezone.localdate()
    usable, first = usable_federations(request.user), registered(request.user).first()
    initial = {"starts_on": today, "ends_on": today, "federation": first, "language": request.LANGUAGE_CODE}
    form = EventForm(usable, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            event = create_event(form.data_of_event(), user=request.user)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, _("%(event)s is made. Whatever follows can wait.") % {"event": event.name})
            return redirect("event_begin", slug=event.slug)
    context = {"form": form, "federations": usable.exists(), "step": 1}
    return render(request, "tournaments/event_new.html", context)


@desk("change_event")
def event_copy(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Make a new event like this one."""
    assert isinstance(request.user, User)  # the door of the desk
    form = CopyForm(request.POST) if request.method == "POST" else CopyForm.of_old(tournament, timezone.localdate())
    if request.method == "POST" and form.is_valid():
        try:
            event = copy_event(tournament, form.data_of_event(), form.luggage(), user=request.user)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, _("%(event)s is made like the old one.") % {"event": event.name})
            return redirect("event_summary", slug=event.slug)
    return render(
        request, "tournaments/event_copy.html", desk_context(tournament, actor, "desk_regulations", form=form)
    )


@desk("change_event")
def event_change(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change what an event is called, where and when it is."""
    form = ChangeEventForm(request.POST) if request.method == "POST" else ChangeEventForm.of(tournament)
    if request.method == "POST" and form.is_valid():
        try:
            change_event(tournament, actor=actor, **form.cleaned_data)
        except Refused as refused:
            form = form.after(Tournament.objects.get(pk=tournament.pk)) if refused.code == "changed_meanwhile" else form
            tell(form, refused)
        else:
            messages.success(request, _("The event is changed. Its address stays as it was given away."))
            return redirect("desk_regulations", slug=tournament.slug)
    return render(
        request, "tournaments/event_change.html", desk_context(tournament, actor, "desk_regulations", form=form, step=1)
    )
