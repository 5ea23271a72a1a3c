"""The list of events, making one, changing what it is called."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ..acts.events import change_event, create_event
from ..forms.events import EventForm, PlaceAndDaysForm
from ..forms.texts import tell
from ..models import Federation, Tournament
from ..permissions import Actor
from ..reads.events import event_lines, is_empty, may_create_events
from ..refusals import Refused
from .desk_door import desk, desk_context


def home(request: HttpRequest) -> HttpResponse:
    """List all events; an installation without anybody leads to its first run."""
    if is_empty():
        return redirect("first_run")
    lines = event_lines(request.user, timezone.localdate())
    return render(request, "tournaments/home.html", {"lines": lines, "may_create": may_create_events(request.user)})


@login_required
def event_new(request: HttpRequest) -> HttpResponse:
    """Make an event; its maker becomes its organiser."""
    assert isinstance(request.user, User)  # login_required
    if not may_create_events(request.user):
        raise PermissionDenied(_("Events are made by administrators and by organisers of other events."))
    today = timezone.localdate()
    first = Federation.objects.first()
    initial = {"starts_on": today, "ends_on": today, "federation": first, "language": request.LANGUAGE_CODE}
    form = EventForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            event = create_event(form.data_of_event(), user=request.user)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, _("%(event)s is made. Bring its entries next.") % {"event": event.name})
            return redirect("entries", slug=event.slug)
    return render(request, "tournaments/event_new.html", {"form": form, "federations": first is not None})


@desk("change_event")
def event_change(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Change what an event is called, where and when it is."""
    form = PlaceAndDaysForm(request.POST) if request.method == "POST" else PlaceAndDaysForm.of(tournament)
    if request.method == "POST" and form.is_valid():
        change_event(tournament, actor=actor, **form.cleaned_data)
        messages.success(request, _("The event is changed. Its address stays as it was given away."))
        return redirect("desk_regulations", slug=tournament.slug)
    return render(
        request, "tournaments/event_change.html", desk_context(tournament, actor, "desk_regulations", form=form)
    )
