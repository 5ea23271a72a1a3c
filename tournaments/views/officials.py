"""The officials of an event at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from ..acts.officials import PEN_ROLES, add_official, give_back_office, give_pin, new_pin, take_back_office
from ..forms.officials import OfficialForm
from ..forms.texts import tell
from ..models import Official, Tournament
from ..permissions import Actor
from ..reads.officials import official_line, official_lines
from ..refusals import Refused
from .desk_door import desk, desk_context

FRESH_PIN = "fresh-pin"  # shown once, on the next page, and then forgotten


@sensitive_post_parameters("pin", "password")
@desk("change_officials")
def officials(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """List the officials, and add one."""
    form = OfficialForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        chosen = dict(form.cleaned_data)
        made = new_pin() if chosen.pop("make_pin") and not chosen["pin"] else ""
        chosen["pin"] = chosen["pin"] or made
        try:
            official = add_official(tournament, actor=actor, **chosen)
        except Refused as refused:
            tell(form, refused)
        else:
            _show_once(request, official, made)
            messages.success(request, _("%(official)s is added.") % {"official": official})
            if remedy := official_line(official).remedy:
                messages.warning(request, f"{official.name}: {remedy}")
            return redirect("officials", slug=tournament.slug)
    context = desk_context(
        tournament,
        actor,
        "officials",
        form=form,
        officials=official_lines(tournament),
        fresh=request.session.pop(FRESH_PIN, None),
    )
    return render(request, "tournaments/officials.html", context)


@require_POST
@sensitive_post_parameters("pin")
@desk("change_officials", back="officials")
def official_pin(request: HttpRequest, tournament: Tournament, actor: Actor, official: int) -> HttpResponse:
    """Give an official a new PIN: the one that was typed, else one made here and shown once."""
    person = _official(tournament, official)
    typed = request.POST.get("pin", "").strip()
    pin = give_pin(person, actor=actor, pin=typed)
    _show_once(request, person, "" if typed else pin)
    messages.success(request, _("%(name)s has a new PIN. The old one opens nothing any more.") % {"name": person.name})
    return redirect("officials", slug=tournament.slug)


@require_POST
@desk("change_officials", back="officials")
def official_take_back(request: HttpRequest, tournament: Tournament, actor: Actor, official: int) -> HttpResponse:
    """End an office."""
    person = _official(tournament, official)
    take_back_office(person, actor=actor)
    messages.success(request, _("%(name)s has no office any more.") % {"name": person.name})
    return redirect("officials", slug=tournament.slug)


@require_POST
@desk("change_officials", back="officials")
def official_give_back(request: HttpRequest, tournament: Tournament, actor: Actor, official: int) -> HttpResponse:
    """Give an office back."""
    person = _official(tournament, official)
    give_back_office(person, actor=actor)
    messages.success(request, _("%(official)s works again.") % {"official": person})
    if person.role in PEN_ROLES:
        said = _("The old PIN of %(name)s opens nothing any more: give a new one before he writes at a table.")
        messages.warning(request, said % {"name": person.name})
    return redirect("officials", slug=tournament.slug)


def _official(tournament: Tournament, official: int) -> Official:
    return get_object_or_404(Official, tournament=tournament, pk=official)


def _show_once(request: HttpRequest, official: Official, pin: str) -> None:
    if pin:
        request.session[FRESH_PIN] = {"name": official.name, "pin": pin}
