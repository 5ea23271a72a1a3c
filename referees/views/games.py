"""A game at the desk: every version of its protocol, reopening it, and the way to its table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import LogError
from tournaments.acts.clock import add_minutes_at_table
from tournaments.acts.documents import ask_for_document
from tournaments.addresses import address_in_hall
from tournaments.forms.rounds import ReasonForm
from tournaments.forms.texts import tell
from tournaments.models import Game, Tournament
from tournaments.permissions import Actor
from tournaments.reads.frame import clock_words
from tournaments.reads.keys import players_by_key
from tournaments.reads.record import Record, record_of
from tournaments.reads.rounds import OPEN
from tournaments.refusals import Refused
from tournaments.running import hall_addresses
from tournaments.views.desk_door import desk, desk_context

from ..acts.protocols import reopen_game
from ..acts.rulings import outcome_of, rule_game
from ..forms.desk import MinutesAtTableForm, RuleForm
from ..models import Protocol, Signature
from ..reads.games import games_of_the_desk, is_whole, open_calls, versions_of
from ..reads.games import record_of as log_of
from ..reads.log_of_paper import paper_version, paper_version_of, standing_sheet
from ..reads.protests import protests_of
from ..words import REASONS
from ..written import Written, written

MINUTES_ID = "minutes-%s"  # of its boxes: a reason is asked for elsewhere on the page too
PAD = 3  # a signature is drawn on a pad three times as wide as it is high


@dataclass(frozen=True, slots=True)
class Signed:
    """What one of the five did: how is empty while nothing was done. Strokes are points of an SVG polyline."""

    signer: str
    name: str
    how: str = ""
    reason: str = ""
    at: datetime | None = None
    strokes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One version in full; `told` is None where its text cannot be read any more."""

    protocol: Protocol
    whole: bool
    told: Written | None
    signatures: tuple[Signed, ...]
    outcome: str


@require_safe
@desk("see_desk")
def desk_game(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Show a game with the versions of its protocol; ?version= opens one, else the latest is open."""
    return _show(request, tournament, actor, _game(tournament, game), MinutesAtTableForm(auto_id=MINUTES_ID))


def _show(
    request: HttpRequest, tournament: Tournament, actor: Actor, found: Game, minutes_form: MinutesAtTableForm
) -> HttpResponse:
    record, versions = record_of(found), versions_of(found)
    paper = paper_version_of(versions)
    asked = request.GET.get("version", "")
    opened = next((one for one in versions if str(one.version) == asked), versions[0] if versions else None)
    context = desk_context(
        tournament, actor, "rounds",
        record=record,
        open=found.round.state in OPEN,
        versions=versions,
        from_paper=paper is not None,
        sheet_stands=_sheet_stands(found, paper),
        reading=_reading(opened, record) if opened else None,
        table_address=_address_of_table(found),
        reason_form=ReasonForm(),
        minutes_form=minutes_form,
        clock=clock_words(found.round, found.extra_minutes) if found.round.state in OPEN else None,
        protests=protests_of(found),
        calls=open_calls(found) if getattr(found, "called", True) else [],
        lease=getattr(found, "lease", None),
    )  # fmt: skip
    return render(request, "referees/desk_game.html", context, status=400 if minutes_form.errors else 200)


@require_POST
@desk("reopen_game", back="desk_game")
def desk_reopen_game(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Take a result back, with a reason, so that the game can be corrected: at its table, or on its sheet."""
    found, form = _game(tournament, game), ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""  # the act says what a reason is for
    reopen_game(found.pk, reason=reason, actor=actor)
    if paper_version(found) is not None:
        said = _("The game is open again. Correct its sheet here at the desk; what stands is filled in.")
    else:
        said = _("The game is open again. Correct it at its table and have it signed anew.")
    messages.success(request, said)
    return redirect("desk_game", slug=tournament.slug, game=found.pk)


@desk("rule", back="desk_game")
def desk_rule(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Ask for a ruling; then say what will happen; then rule and close the game."""
    found = _game(tournament, game)
    form, outcome = RuleForm(found, request.POST or None), None
    if form.is_valid():
        ruling, seen = form.ruling(), form.cleaned_data["seen"]
        try:
            if "confirm" in request.POST:
                rule_game(found.pk, ruling, reason=form.cleaned_data["reason"], actor=actor, after=seen)
                messages.success(request, _("The game is closed by your ruling; its result counts."))
                return redirect("desk_game", slug=tournament.slug, game=found.pk)
            outcome = outcome_of(found, ruling)
        except Refused as refused:
            tell(form, refused)
    context = desk_context(
        tournament, actor, "board", form=form, outcome=outcome, record=record_of(found), open=found.round.state in OPEN
    )
    return render(request, "referees/rule.html", context)


@require_POST
@desk("run_clock")
def desk_minutes(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Give one table more time, with a reason; what cannot be given stays in its boxes."""
    found, form = _game(tournament, game), MinutesAtTableForm(request.POST, auto_id=MINUTES_ID)
    if form.is_valid():
        typed = form.cleaned_data
        try:
            add_minutes_at_table(found, typed["minutes"], actor=actor, reason=typed["reason"])
        except Refused as refused:
            tell(form, refused)
        else:
            words = {"table": found.table, "minutes": typed["minutes"]}
            messages.success(request, _("Table %(table)s plays %(minutes)s minutes longer.") % words)
            return redirect("desk_game", slug=tournament.slug, game=found.pk)
    return _show(request, tournament, actor, found, form)


@require_POST
@desk("print", back="desk_game")
def print_protocol(request: HttpRequest, tournament: Tournament, actor: Actor, game: int, version: int) -> HttpResponse:
    """Ask for one version on paper."""
    protocol = get_object_or_404(Protocol, game=_game(tournament, game), version=version)
    words = {"code": protocol.game.code, "version": version}
    title = _("Protocol of game %(code)s, version %(version)s") % words
    params = {"protocol": protocol.pk, "address": address_in_hall(request, hall_addresses())}
    ask_for_document(tournament, "protocol", params, actor=actor, title=title)
    messages.success(request, _("%(document)s: asked for. It appears in the list below.") % {"document": title})
    return redirect("documents", slug=tournament.slug)


def _game(tournament: Tournament, game: int) -> Game:
    return get_object_or_404(games_of_the_desk(), pk=game, round__tournament=tournament)


def _sheet_stands(game: Game, paper: Protocol | None) -> bool:
    """Tell whether the game waits for its sheet to be corrected; only a reopened game from paper is folded for it."""
    if paper is None or game.state == Game.State.ACCEPTED:
        return False
    return standing_sheet(game, log_of(game), paper) is not None


def _address_of_table(game: Game) -> str:
    """Give the link of the table a game is played at, opened at this round; empty where it has none or is closed."""
    if game.table is None or game.round.state not in OPEN:
        return ""
    token = getattr(game, "token", None)
    return f"{reverse('view_table', args=[token])}?round={game.round.number}" if token else ""


def _reading(protocol: Protocol, record: Record) -> Reading:
    """Open a version: what it says is read out of the very text that was signed."""
    whole = is_whole(protocol)
    try:
        told = written(protocol.envelope) if whole else None
    except (LogError, ValueError):
        told = None
    reason = str(REASONS.get(protocol.outcome["reason"], ""))
    return Reading(protocol, whole, told, tuple(_signatures(protocol, record)), reason)


def _signatures(protocol: Protocol, record: Record) -> list[Signed]:
    given = {signature.signer: signature for signature in protocol.signatures.all()}
    names = _names(protocol, record)
    referee = given.get(Signature.Signer.REFEREE)
    official = referee.official if referee else protocol.made_by
    names[Signature.Signer.REFEREE] = official.name if official else ""
    return [_signed(signer, names.get(signer, ""), given.get(signer)) for signer in Signature.Signer.values]


def _names(protocol: Protocol, record: Record) -> dict[str, str]:
    """Name who sat there: the log's last word, else who was drawn. Names stand as they are known today."""
    keys = {seat: outcome["player"] for seat, outcome in protocol.outcome["seats"].items() if outcome["player"]}
    names = {chair.key: chair.player for chair in record.table.chairs}
    names |= {key: player.name for key, player in players_by_key(keys.values() - names.keys()).items()}
    drawn = {chair.seat: chair.player for chair in record.table.chairs}
    return drawn | {seat: names[key] for seat, key in keys.items() if key in names}


def _signed(signer: str, name: str, signature: Signature | None) -> Signed:
    if signature is None:
        return Signed(signer, name)
    strokes = tuple(_points(stroke) for stroke in signature.strokes)
    return Signed(signer, name, signature.how, signature.reason, signature.at, strokes)


def _points(stroke: list[int]) -> str:
    return " ".join(f"{x * PAD},{y}" for x, y in zip(stroke[::2], stroke[1::2], strict=True))
