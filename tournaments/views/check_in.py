"""Check-in at the door of the hall: a number or a part of a name, and Enter."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from ..acts import check_in as acts
from ..models import Entry, Tournament
from ..permissions import Actor
from ..reads.check_in import MOST_OFFERED, arrivals, meant
from ..reads.entries import all_entries
from ..refusals import NotPermitted, Refused
from .desk_door import desk, desk_context

QUESTIONS = ("everybody", "over")


@desk("check_in")
def check_in(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show who is missing; on POST check in who is meant, or offer those who may be."""
    if request.method != "POST":
        done = _done(tournament, request.GET.get("done", ""))
        return _page(request, tournament, actor, done=done, ask=request.GET.get("ask", ""))
    typed = request.POST.get("q", "").replace("\0", " ").strip()[:100]
    chosen = request.POST.get("entry", "")
    found = meant(all_entries(tournament), chosen or typed)
    if len(found) != 1:
        offered, more = found[:MOST_OFFERED], len(found) > MOST_OFFERED
        return _page(request, tournament, actor, typed=typed, found=offered, more=more)
    try:
        new = acts.check_in(found[0], actor=actor)
    except NotPermitted:
        raise
    except Refused as refused:
        return _page(request, tournament, actor, typed=typed, refused=str(refused))
    return _answer(request, tournament, actor, found[0], known=not new)


@require_POST
@desk("check_in", back="check_in")
def check_in_undo(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Take one check-in back."""
    number = request.POST.get("entry", "")
    entry = get_object_or_404(Entry, tournament=tournament, number=int(number) if _is_number(number) else 0)
    acts.undo_check_in(entry, actor=actor)
    if getattr(request, "htmx", False):
        return _page(request, tournament, actor, undone=entry)
    messages.success(request, _("%(entry)s is not checked in.") % {"entry": entry})
    return redirect("check_in", slug=tournament.slug)


@require_POST
@desk("check_in", back="check_in")
def check_in_everybody(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Check in all who are missing."""
    count = acts.check_everybody_in(tournament, actor=actor)
    told = ngettext("%(count)s entry is checked in.", "%(count)s entries are checked in.", count)
    messages.success(request, told % {"count": count})
    return redirect("check_in", slug=tournament.slug)


@require_POST
@desk("check_in", back="check_in")
def check_in_over(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Begin the check-in anew."""
    acts.start_check_in_over(tournament, actor=actor)
    messages.success(request, _("Nobody is checked in now."))
    return redirect("check_in", slug=tournament.slug)


def _answer(request: HttpRequest, tournament: Tournament, actor: Actor, entry: Entry, *, known: bool) -> HttpResponse:
    """Show what was done: in the place it belongs to, or on the page anew, so that nothing is sent twice."""
    if getattr(request, "htmx", False):
        return _page(request, tournament, actor, done=_done(tournament, str(entry.number)), known=known)
    return redirect(reverse("check_in", kwargs={"slug": tournament.slug}) + f"?done={entry.number}")


def _done(tournament: Tournament, number: str) -> Entry | None:
    if not _is_number(number):
        return None
    here = tournament.entries.filter(number=int(number), checked_in_at__isnull=False)
    return here.prefetch_related("members__player").first()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _page(request: HttpRequest, tournament: Tournament, actor: Actor, **told: Any) -> HttpResponse:
    entries = arrivals(all_entries(tournament))
    if getattr(request, "htmx", False):
        shown = {"tournament": tournament, "arrivals": entries, **told}
        return render(request, "tournaments/check_in_state.html", shown)
    context = desk_context(tournament, actor, "entries", arrivals=entries, **told)
    return render(request, "tournaments/check_in.html", context)
