"""Swap two entries of a drawn round by hand: chosen, looked at, then done."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..acts.swaps import swap_entries
from ..forms.rounds import SwapForm, SwapReasonForm
from ..forms.texts import tell
from ..models import Round, Tournament
from ..permissions import Actor
from ..reads.rounds import tables_of
from ..reads.swaps import Proposed, swap_of
from ..refusals import Refused
from .desk_door import desk, desk_context


@require_http_methods(["GET", "HEAD", "POST"])
@desk("draw_round")
def swap(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Ask which two; show what changes and what speaks against it; then swap. The two stand in the address."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    round_.tournament = tournament
    tables = tables_of(round_)
    form = SwapForm(tables, request.GET if "first" in request.GET else None, kind=tournament.entry_kind)
    proposed = _proposed(round_, form)
    against = [warned.words for warned in proposed.warnings] if proposed else []
    confirm = SwapReasonForm(request.POST or None, initial={"draw": round_.draw_stamp}, against=against)
    if proposed and confirm.is_valid() and _swapped(round_, proposed, confirm, actor):
        messages.success(request, _told(proposed))
        return redirect("round", slug=tournament.slug, number=number)
    context = desk_context(
        tournament, actor, "rounds", round=round_, form=form, proposed=proposed, confirm=confirm,
        stamp=round_.draw_stamp,
    )  # fmt: skip
    return render(request, "tournaments/round_swap.html", context)


def _proposed(round_: Round, form: SwapForm) -> Proposed | None:
    if not form.is_valid():
        return None
    try:
        return swap_of(round_, form.cleaned_data["first"], form.cleaned_data["second"])
    except Refused as refused:
        tell(form, refused)
        return None


def _swapped(round_: Round, proposed: Proposed, form: SwapReasonForm, actor: Actor) -> bool:
    reason, seen = form.cleaned_data["reason"], form.cleaned_data["draw"]
    try:
        swap_entries(round_, proposed.first.entry, proposed.second.entry, actor=actor, reason=reason, seen=seen)
    except Refused as refused:
        tell(form, refused)
        return False
    return True


def _told(proposed: Proposed) -> str:
    names = {"first": proposed.first.name, "second": proposed.second.name}
    return _("%(first)s and %(second)s changed places. Print again what shows the tables.") % names
