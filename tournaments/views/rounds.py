"""Rounds at the desk: every button is one act."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Count, Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..acts import clock as clock_acts
from ..acts import draws
from ..acts import rounds as acts
from ..forms.rounds import DrawForm, MinutesForm, ReasonForm
from ..models import Game, Regulations, Round, Tournament
from ..permissions import Actor
from ..reads import drawing
from ..reads.ending import waits_for_a_decision
from ..reads.field import Plan, plan, rounds_of_the_table
from ..reads.frame import clock_words
from ..reads.rounds import OPEN, Table, is_reopened, tables_of
from ..reads.today import Missing, missing_of, next_number
from ..reads.withdrawal import Gone, gone_from, rounds_of, to_end_it, who_left, why_to_draw_again
from ..refusals import Refused
from .desk_door import desk, desk_context, desk_frame


@require_safe
@desk("see_desk")
def rounds(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """List the rounds with their state; the next can be drawn, and what that would make is said before."""
    counted = tournament.rounds.annotate(
        tables=Count("games", Q(games__bye=False)),
        accepted=Count("games", Q(games__bye=False, games__state=Game.State.ACCEPTED)),
    )
    listed = list(counted.order_by("number"))
    number = next_number(listed)
    context = desk_context(
        tournament, actor, "rounds",
        frame=desk_frame(tournament, listed),
        rounds=listed,
        open=any(one.state in OPEN for one in listed),
        plan=_plan(tournament, number) if actor.may("draw_round") else None,
        swiss=_is_swiss(tournament),
        waits=next((r.number for r in listed if r.accepted < r.tables), 0) if _is_swiss(tournament) else 0,
        draw_form=DrawForm(initial={"number": number}),
    )  # fmt: skip
    return render(request, "tournaments/rounds.html", context)


@require_safe
@desk("see_desk")
def round_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Show the tables of a round and what can be done with it."""
    listed = rounds_of(tournament)
    round_ = next((one for one in listed if one.number == number), None) or _round(tournament, number)
    tables = tables_of(round_)
    entries = len({side.entry for table in tables for side in table.sides})
    corrected = is_reopened(round_, listed)
    gone = gone_from(round_) if round_.state in (Round.State.DRAWN, *OPEN) and not corrected else {}
    missing = missing_of(tables, gone=gone) if round_.state in OPEN else ()
    whole = 0 if _is_swiss(tournament) else rounds_of_the_table(entries)
    context = desk_context(
        tournament, actor, "rounds",
        frame=desk_frame(tournament, listed),
        rounds=listed,
        round=round_,
        tables=tables,
        lines=drawing.lines(round_, tables),
        swaps=drawing.swaps(round_, tables),
        lots=drawing.lots_of(round_),
        missing=[one.table.table for one in missing],
        gone=gone,
        again=why_to_draw_again(number, gone) if gone and round_.state == Round.State.DRAWN else "",
        left=_left([one for one in missing if one.gone], gone),
        clock=clock_words(round_) if round_.state in OPEN and not corrected else None,
        swapped=whole if 0 < whole < number else 0,
        reason_form=ReasonForm(),
        minutes_form=MinutesForm(),
    )  # fmt: skip
    return render(request, "tournaments/round.html", context)


@require_POST
@desk("draw_round", back="rounds")
def draw_round(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Draw the next round."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        raise Refused("draw", _("This round cannot be drawn: open the page of the rounds anew and draw from there."))
    round_ = draws.draw_round(tournament, actor=actor, **form.cleaned_data)
    messages.success(request, _("Round %(number)s is drawn. Only the desk sees it so far.") % {"number": round_.number})
    return redirect("round", slug=tournament.slug, number=round_.number)


@require_POST
@desk("draw_round", back="rounds")
def undo_draw(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take back the last draw."""
    draws.undo_draw(_round(tournament, number), actor=actor, seen=request.POST.get("draw"))
    messages.success(request, _("The draw of round %(number)s is undone.") % {"number": number})
    return redirect("rounds", slug=tournament.slug)


@require_POST
@desk("publish_round", back="round")
def publish_round(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Show a round to everybody."""
    acts.publish_round(_round(tournament, number), actor=actor, seen=request.POST.get("draw"))
    messages.success(request, _("Round %(number)s is published.") % {"number": number})
    return redirect("today", slug=tournament.slug)


@require_POST
@desk("close_round", back="round")
def close_round(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Close a round whose results are all in."""
    acts.close_round(_round(tournament, number), actor=actor)
    said = _("Round %(number)s is closed. The standings after it are final.")
    if waits_for_a_decision(tournament, number):
        said = _("Round %(number)s is closed. A protest is not decided: until then the standings are provisional.")
    messages.success(request, said % {"number": number})
    return redirect("today", slug=tournament.slug)


@require_POST
@desk("reopen_round", back="round")
def reopen_round(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        raise Refused("reason", _sentence(form))
    acts.reopen_round(_round(tournament, number), actor=actor, reason=form.cleaned_data["reason"])
    messages.success(request, _("Round %(number)s is open again.") % {"number": number})
    return redirect("round", slug=tournament.slug, number=number)


@require_POST
@desk("run_clock", back="today")
def start_clock(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Start the clock of all tables."""
    clock_acts.start_clock(_round(tournament, number), actor=actor)
    return redirect("today", slug=tournament.slug)


@require_POST
@desk("run_clock", back="today")
def pause_clock(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Stop the clock of all tables for a while."""
    clock_acts.pause_clock(_round(tournament, number), actor=actor)
    return redirect("today", slug=tournament.slug)


@require_POST
@desk("run_clock", back="today")
def go_on_with_clock(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Let the clock run on."""
    clock_acts.go_on_with_clock(_round(tournament, number), actor=actor)
    return redirect("today", slug=tournament.slug)


@require_POST
@desk("run_clock", back="today")
def add_minutes(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Give all tables more time."""
    form = MinutesForm(request.POST)
    if not form.is_valid():
        raise Refused("minutes", _sentence(form))
    clock_acts.add_minutes(_round(tournament, number), form.cleaned_data["minutes"], actor=actor)
    return redirect("today", slug=tournament.slug)


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round, tournament=tournament, number=number)


def _left(missing: Sequence[Missing], gone: Gone) -> list[tuple[Table, str, str]]:
    """List the games of those who withdrew: the table, who left it and what to do, both in words."""
    return [(one.table, who_left(one.table, gone), to_end_it(one.table.state, one.gone)) for one in missing]


def _sentence(form: Form) -> str:
    """Say what is wrong with a form of one field."""
    return "; ".join(f"{form[name].label}: {error}" for name, errors in form.errors.items() for error in errors)


def _plan(tournament: Tournament, number: int) -> Plan | None:
    """Say what the next draw would make, as long as the event goes on and the regulations plan that round."""
    regulations = getattr(tournament, "regulations", None)
    if regulations is None or tournament.ended_at or number > regulations.planned_rounds:
        return None
    return plan(tournament, regulations, number)


def _is_swiss(tournament: Tournament) -> bool:
    regulations = getattr(tournament, "regulations", None)
    return bool(regulations and regulations.system == Regulations.System.SWISS)
