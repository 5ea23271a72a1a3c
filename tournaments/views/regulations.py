"""The regulations: changed at the desk, read by everybody."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..acts.presets import save_preset
from ..acts.regulation_checks import drawn_rounds
from ..acts.regulations import change_regulations, draw_new_seed
from ..forms.events import PresetForm
from ..forms.regulations import RegulationsForm
from ..forms.texts import tell
from ..models import Regulations, Tournament
from ..permissions import Actor
from ..reads.event_settings import shown_by
from ..reads.frame import frame_of
from ..reads.regulations import in_words
from ..reads.setting_words import GROUPS, Group
from ..refusals import Refused
from .desk_door import desk, desk_context


@desk("see_desk")
def desk_regulations(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show every setting with its control, and what they mean; who may not change them reads them."""
    form, kept = take_settings(request, tournament, actor, GROUPS)
    if kept:
        messages.success(request, _("The regulations are kept."))
        return redirect("desk_regulations", slug=tournament.slug)
    if only_means(request):
        return means(request, tournament, form)
    more = {"preset_form": PresetForm(tournament), "drawn": drawn_rounds(tournament)}
    return render(request, "tournaments/desk_regulations.html", settings_context(tournament, actor, form) | more)


@require_POST
@desk("change_regulations", back="desk_regulations")
def new_seed(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Draw the seed of the lots anew."""
    sent = request.POST.get("shown", "")
    shown = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 20 else None
    seed = draw_new_seed(tournament, actor=actor, shown=shown).seed
    messages.success(request, _("A new seed is drawn: %(seed)s.") % {"seed": seed})
    return redirect("desk_regulations", slug=tournament.slug)


@require_POST
@desk("change_regulations")
def regulations_preset(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Keep the rules of the event as a preset; what cannot be is told beside the name that was typed."""
    preset_form = PresetForm(tournament, request.POST)
    if preset_form.is_valid():
        sent = preset_form.cleaned_data
        try:
            preset = save_preset(
                tournament, actor=actor, name=sent["preset_name"], club=sent["preset_club"],
                rounds_in_fours=sent["rounds_in_fours"], whole=sent["whole"],
            )  # fmt: skip
        except Refused as refused:
            tell(preset_form, refused)
        else:
            messages.success(request, _("“%(name)s” is kept: new events can begin from it.") % {"name": preset.name})
            return redirect("desk_regulations", slug=tournament.slug)
    form = RegulationsForm(regulations_of(tournament))
    more = {"preset_form": preset_form, "drawn": drawn_rounds(tournament)}
    return render(request, "tournaments/desk_regulations.html", settings_context(tournament, actor, form) | more)


def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every rule of an event in words."""
    tournament = get_object_or_404(Tournament.objects.select_related("federation", "regulations__preset"), slug=slug)
    kept = get_object_or_404(Regulations.objects.select_related("preset"), tournament=tournament)
    context = {
        "tournament": tournament,
        "frame": frame_of(tournament),
        "here": "regulations",
        "regulations": kept,
        "chapters": in_words(kept, entries_of(tournament)),
    }
    return render(request, "tournaments/regulations.html", context)


def regulations_of(tournament: Tournament) -> Regulations:
    """Fetch the regulations of an event with its preset."""
    return get_object_or_404(Regulations.objects.select_related("preset", "tournament"), tournament=tournament)


def entries_of(tournament: Tournament) -> int:
    """Count the entries that play."""
    return tournament.entries.filter(withdrawn_at=None, reserve=False).count()


def take_settings(
    request: HttpRequest, tournament: Tournament, actor: Actor, groups: tuple[Group, ...]
) -> tuple[RegulationsForm, bool]:
    """Give the form of a page of settings, and tell whether what was sent is written.

    Sent with `put_back` one setting goes back to the preset; with `look` the page says what is meant. Neither writes.
    """
    form = RegulationsForm(regulations_of(tournament), request.POST if request.method == "POST" else None, groups)
    if request.method != "POST":
        return form, False
    actor.require("change_regulations")
    if back := request.POST.get("put_back"):
        return form.put_back(back), False
    if "look" in request.POST or not form.is_valid():
        return form, False
    return _kept(tournament, actor, form)


def _kept(tournament: Tournament, actor: Actor, form: RegulationsForm) -> tuple[RegulationsForm, bool]:
    settings = form.settings()
    rules, rounds, why = (settings.pop(name) for name in ("rules", "planned_rounds", "override_reason"))
    stamp, reason = form.cleaned_data["stamp"], form.cleaned_data.get("reason", "")
    try:
        change_regulations(
            tournament, actor=actor, rules=rules, planned_rounds=rounds, override_reason=why, reason=reason,
            stamp=stamp, beside=settings,
        )  # fmt: skip
    except Refused as refused:
        if refused.code == "changed_meanwhile":
            form = form.after(regulations_of(tournament), shown_by(tournament, stamp))
            form.full_clean()
        tell(form, refused)
        return form, False
    return form, True


def only_means(request: HttpRequest) -> bool:
    """Tell whether a script asks what is chosen means, and nothing else of the page."""
    return bool(getattr(request, "htmx", False)) and "look" in request.POST


def means(request: HttpRequest, tournament: Tournament, form: RegulationsForm) -> HttpResponse:
    """Say what is chosen on a page of settings, without the page."""
    chapters = in_words(form.shown(), entries_of(tournament))
    return render(request, "tournaments/parts/means.html", {"chapters": chapters, "looking": True})


def settings_context(tournament: Tournament, actor: Actor, form: RegulationsForm) -> dict[str, Any]:
    """Give a page of settings what it shows."""
    shown = form.shown()
    return desk_context(
        tournament,
        actor,
        "desk_regulations",
        form=form,
        sections=list(form.sections()),
        regulations=form.regulations,
        chapters=in_words(shown, entries_of(tournament)),
        looking=form.is_bound,
        may_change=actor.may("change_regulations"),
    )
