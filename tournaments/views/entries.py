"""The entries of an event at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..acts.entries import add_entry, change_entry, correct_names, delete_entry, return_entry, withdraw_entry
from ..forms.entries import FIELDS, EntryForm, NamesForm
from ..forms.texts import tell
from ..models import Entry, Tournament
from ..permissions import Actor
from ..reads.entries import as_pair, entry_counts, latest_drawn, search_entries
from ..refusals import Refused
from .desk_door import desk, desk_context


@desk("see_desk")
def entries(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """List the entries, or those a search finds."""
    words = request.GET.get("q", "").replace("\0", " ").strip()[:100]
    context = desk_context(
        tournament,
        actor,
        "entries",
        entries=search_entries(tournament, words),
        words=words,
        counts=entry_counts(tournament),
        drawn=latest_drawn(tournament),
        may_change=actor.may("change_entries"),
    )
    return render(request, "tournaments/entries.html", context)


@desk("change_entries")
def entry_new(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter one pair by hand."""
    form = EntryForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = add_entry(tournament, form.pair(), actor=actor, keep_known=form.cleaned_data["keep_known"])
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("%(entry)s is entered.") % {"entry": entry})
            return redirect("entry_new" if "another" in request.POST else "entries", slug=tournament.slug)
    return render(request, "tournaments/entry_form.html", desk_context(tournament, actor, "entries", form=form))


@desk("change_entries")
def entry_change(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Change an entry, before a round is drawn; after that only its names can be corrected."""
    entry, drawn = _entry(tournament, number), latest_drawn(tournament)
    if drawn and request.method != "POST":
        return redirect("entry_names", slug=tournament.slug, number=number)
    form = EntryForm(request.POST) if request.method == "POST" else EntryForm.of(as_pair(entry))
    if request.method == "POST" and form.is_valid():
        try:
            entry = change_entry(entry, form.pair(), actor=actor, keep_known=form.cleaned_data["keep_known"])
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("%(entry)s is changed.") % {"entry": entry})
            return redirect("entries", slug=tournament.slug)
    context = desk_context(tournament, actor, "entries", form=form, entry=entry, drawn=drawn)
    return render(request, "tournaments/entry_form.html", context)


@desk("change_entries")
def entry_names(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Correct how the players of an entry are written, whatever has been drawn and played."""
    entry = _entry(tournament, number)
    first, second = as_pair(entry).players
    form = NamesForm(request.POST or None, initial={"name_1": first.name, "name_2": second.name})
    if form.is_valid():
        try:
            entry = correct_names(entry, form.names(), actor=actor)
        except Refused as refused:
            tell(form, refused, FIELDS)
        else:
            messages.success(request, _("%(entry)s: the names stand as you wrote them.") % {"entry": entry})
            return redirect("entries", slug=tournament.slug)
    licences = [first.licence, second.licence]
    context = desk_context(tournament, actor, "entries", form=form, entry=entry, licences=licences)
    return render(request, "tournaments/entry_names.html", context)


@require_POST
@desk("change_entries", back="entries")
def entry_withdraw(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take an entry out of the rounds to come."""
    entry = _entry(tournament, number)
    withdraw_entry(entry, actor=actor, reason=request.POST.get("reason", "").replace("\0", " ").strip()[:300])
    messages.success(request, _("%(entry)s is withdrawn and will not be drawn again.") % {"entry": entry})
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_return(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Bring a withdrawn entry back."""
    entry = _entry(tournament, number)
    return_entry(entry, actor=actor)
    messages.success(request, _("%(entry)s takes part again, from the next draw on.") % {"entry": entry})
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_delete(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Delete an entry that has never been seated."""
    entry = _entry(tournament, number)
    told = str(entry)
    delete_entry(entry, actor=actor)
    messages.success(request, _("%(entry)s is deleted.") % {"entry": told})
    return redirect("entries", slug=tournament.slug)


def _entry(tournament: Tournament, number: int) -> Entry:
    return get_object_or_404(
        Entry.objects.select_related("club", "tournament").prefetch_related("members__player"),
        tournament=tournament,
        number=number,
    )
