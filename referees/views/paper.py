"""Games from paper: find the sheet's game, type the sheet, have it checked, write it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.rounds import ReasonForm
from tournaments.models import Game, Tournament
from tournaments.permissions import Actor
from tournaments.reads.record import record_of
from tournaments.reads.rounds import OPEN
from tournaments.refusals import NotPermitted, Refused
from tournaments.templatetags.event import won_by
from tournaments.views.desk_door import desk, desk_context

from ..acts.paper import clear_log, enter_paper, enter_totals
from ..forms.paper import FindSheetForm, PaperForm
from ..reads import games as reads
from ..reads.paper import Reading, find_game, lines_of_game, read_paper

ACTS = {"write": enter_paper, "totals": enter_totals}


@desk("enter_paper")
def paper(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Ask which game the next sheet is of."""
    form = FindSheetForm(request.GET if "sheet" in request.GET else None)
    if form.is_valid():
        game = find_game(tournament, form.cleaned_data["sheet"])
        if game is not None:
            return redirect("paper_sheet", slug=tournament.slug, game=game.pk)
        form.add_error("sheet", _("No game of this event is found by this. Compare it with the head of the sheet."))
    return render(request, "referees/paper.html", desk_context(tournament, actor, "board", form=form))


@desk("enter_paper")
def paper_sheet(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Show the form of a sheet; check it, or write it."""
    found = _game(tournament, game)
    form, reading, refused = PaperForm(found, request.POST or None), None, ""
    if request.method == "POST":
        valid = form.is_valid()
        reading = read_paper(found, form.sheet())
        act = ACTS.get(request.POST.get("do", ""))
        if act is not enter_totals and form.too_long:
            refused = form.too_long
        elif act is not None and not valid:
            refused = _("Mend what is marked; nothing is written yet.")
        elif act is not None:
            try:
                act(found.pk, form.sheet(), actor=actor)
            except NotPermitted:
                raise
            except Refused as error:
                refused = str(error)
            else:
                messages.success(request, _entered(found))
                return redirect("paper", slug=tournament.slug)
    return render(request, "referees/paper_sheet.html", _context(tournament, actor, found, form, reading, refused))


@require_POST
@desk("enter_paper")
def paper_check(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Read a sheet that is being typed, for the page to show beside it; nothing is written."""
    found = _game(tournament, game)
    form = PaperForm(found, request.POST)
    form.is_valid()
    reading = read_paper(found, form.sheet())
    rows = [
        {"number": row.number, "leader": row.leader, "total": row.total, "fault": _fault(row_form, row.fault)}
        for row_form, row in zip(form.row_forms, reading.rows, strict=True)
    ]
    # While one types, what is not written yet is no fault: it is told when the sheet is checked or written.
    return JsonResponse({"rows": rows, "outcome": reading.outcome, "over": reading.state["state"] == "finished"})


@require_POST
@desk("rule", back="paper_sheet")
def paper_clear(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Strike the log of a table so that its sheet can be entered."""
    found, form = _game(tournament, game), ReasonForm(request.POST)
    clear_log(found.pk, reason=form.cleaned_data["reason"] if form.is_valid() else "", actor=actor)
    messages.success(request, _("The log of the table is struck. Now the sheet can be entered."))
    return redirect("paper_sheet", slug=tournament.slug, game=found.pk)


def _context(
    tournament: Tournament, actor: Actor, game: Game, form: PaperForm, reading: Reading | None, refused: str
) -> dict[str, Any]:
    rows = reading.rows if reading else [None] * len(form.row_forms)
    read = [(f, row, _fault(f, row.fault if row else "")) for f, row in zip(form.row_forms, rows, strict=True)]
    return desk_context(
        tournament, actor, "board",
        record=record_of(game),
        open=game.round.state in OPEN,
        begun=0 if game.state == Game.State.ACCEPTED else lines_of_game(reads.record_of(game)),
        lease=getattr(game, "lease", None),
        form=form,
        rows=read,
        reading=reading,
        refused=refused,
        reason_form=ReasonForm(),
        by_winner=form.rules.lead == "winner",
    )  # fmt: skip


def _fault(form: Any, fault: str) -> str:
    """Say what is wrong with a row: first a box that holds no number, then what the rules say."""
    said = [str(error) for errors in form.errors.values() for error in errors] if form.is_bound else []
    return said[0] if said else fault


def _entered(game: Game) -> str:
    game.refresh_from_db()
    words = {"table": game.table, "a": game.score_a, "b": game.score_b, "winner": won_by(game.winner)}
    return _("Table %(table)s is in: %(a)s : %(b)s, %(winner)s. The next sheet, please.") % words


def _game(tournament: Tournament, game: int) -> Game:
    games = Game.objects.filter(bye=False).select_related("round", "lease__official")
    return get_object_or_404(games, pk=game, round__tournament=tournament)
