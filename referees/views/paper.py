"""Games from paper: find the sheet's game, type the sheet, have it checked, write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

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
from ..models import Protocol
from ..reads import games as reads
from ..reads.log_of_paper import StandingSheet, came_from_paper, lines_of_game, paper_version, standing_sheet
from ..reads.paper import (
    Reading,
    RowRead,
    faults_of_signatures,
    faults_of_totals,
    find_game,
    read_paper,
    sheet_standing,
)

Act: TypeAlias = Callable[..., Protocol]
ACTS: dict[str, Act] = {"write": enter_paper, "totals": enter_totals}


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
    """Show the form of a sheet, empty or with what stands of it in the log; check it, or write it."""
    found = _game(tournament, game)
    log = _log_of(found)
    stands = sheet_standing(found, log.standing) if log.standing else None
    form = PaperForm(found, request.POST or None, standing=stands)
    if request.method != "POST":
        reading = read_paper(found, stands) if stands and stands.rows else None
        return _show(request, tournament, actor, found, form, reading, "", log)
    valid, act = form.is_valid(), ACTS.get(request.POST.get("do", ""))
    sheet = form.sheet()
    reading = read_paper(found, sheet) if act is not enter_totals else None
    signing, ends = faults_of_signatures(sheet), reading.faults if reading else faults_of_totals(sheet)
    valid = valid and not signing and not (ends and reading is None)
    refused = _not_offered(form, act, valid=valid, adds_up=reading is None or reading.whole)
    if act is not None and not refused:
        try:
            act(found.pk, sheet, actor=actor)
        except NotPermitted:
            raise
        except Refused as error:
            refused = str(error)
        else:
            messages.success(request, _entered(found, corrected=log.standing is not None))
            if log.standing:
                return redirect("desk_game", slug=tournament.slug, game=found.pk)
            return redirect("paper", slug=tournament.slug)
    form.tell({**ends, **signing})
    return _show(request, tournament, actor, found, form, reading, refused, log)


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


@dataclass(frozen=True, slots=True)
class _Log:
    """What the log of a game has to say to a sheet: how many lines stand in its way, or the sheet that stands there."""

    begun: int
    standing: StandingSheet | None
    from_paper: bool


def _log_of(game: Game) -> _Log:
    record = reads.record_of(game)
    begun = 0 if game.state == Game.State.ACCEPTED else lines_of_game(record)
    if not begun:
        return _Log(0, None, from_paper=False)
    standing = standing_sheet(game, record, paper_version(game))
    return _Log(0 if standing else begun, standing, came_from_paper(game))


def _not_offered(form: PaperForm, act: Act | None, *, valid: bool, adds_up: bool) -> str:
    """Say above a sheet why it is not offered to its act; empty where it is. All that is wrong is marked at once."""
    if act is not enter_totals and form.too_long:
        return form.too_long
    if act is None or (valid and adds_up):
        return ""
    if adds_up:
        return _("Mend what is marked; nothing is written yet.")
    return _("The sheet does not add up. Mend what is marked; nothing is written yet.")


def _show(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    game: Game,
    form: PaperForm,
    reading: Reading | None,
    refused: str,
    log: _Log,
) -> HttpResponse:
    context = desk_context(
        tournament, actor, "board",
        record=record_of(game),
        open=game.round.state in OPEN,
        log=log,
        lease=getattr(game, "lease", None),
        form=form,
        rows=_rows(form, reading.rows if reading else ()),
        reading=reading,
        refused=refused,
        reason_form=ReasonForm(),
        by_winner=form.rules.lead == "winner",
    )  # fmt: skip
    return render(request, "referees/paper_sheet.html", context)


def _rows(form: PaperForm, read: Sequence[RowRead]) -> list[dict[str, Any]]:
    """Put what the rules say beside each row; a deal that is not read yet has the number it will have."""
    rows, following = [], 1
    every = [*read, *[None] * (len(form.row_forms) - len(read))]
    for row_form, row in zip(form.row_forms, every, strict=True):
        number = row.number if row and row.number else following if row_form.kind == "deal" else None
        following = number + 1 if number else following
        fault = _fault(row_form, row.fault if row else "")
        rows.append({"form": row_form, "read": row, "fault": fault, "number": number})
    return rows


def _fault(form: Any, fault: str) -> str:
    """Say what is wrong with a row: first a box that holds no number, then what the rules say."""
    said = [str(error) for errors in form.errors.values() for error in errors] if form.is_bound else []
    return said[0] if said else fault


def _entered(game: Game, *, corrected: bool) -> str:
    game.refresh_from_db()
    words = {"table": game.table, "a": game.score_a, "b": game.score_b, "winner": won_by(game.winner)}
    if corrected:
        return _("The sheet of table %(table)s is corrected: %(a)s : %(b)s, %(winner)s.") % words
    return _("Table %(table)s is in: %(a)s : %(b)s, %(winner)s. The next sheet, please.") % words


def _game(tournament: Tournament, game: int) -> Game:
    games = Game.objects.filter(bye=False).select_related("round", "lease__official")
    return get_object_or_404(games, pk=game, round__tournament=tournament)
