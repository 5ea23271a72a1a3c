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
from tournaments.acts.documents import ask_for_document
from tournaments.addresses import address_in_hall
from tournaments.forms.rounds import ReasonForm
from tournaments.models import Game, Player, Tournament
from tournaments.permissions import Actor
from tournaments.reads.frame import frame_of
from tournaments.reads.record import Record, record_of
from tournaments.reads.rounds import OPEN
from tournaments.running import hall_addresses
from tournaments.views.desk_door import desk, desk_context

from ..acts.protocols import reopen_game
from ..models import Protocol, Signature, TableLink
from ..reads import is_whole, versions_of
from ..words import REASONS
from ..written import Written, written

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
    found = _game(tournament, game)
    record, versions = record_of(found), versions_of(found)
    asked = request.GET.get("version", "")
    opened = next((one for one in versions if str(one.version) == asked), versions[0] if versions else None)
    context = desk_context(
        tournament, actor, "rounds",
        frame=frame_of(tournament, list(tournament.rounds.order_by("number"))),
        record=record,
        open=found.round.state in OPEN,
        versions=versions,
        reading=_reading(opened, record) if opened else None,
        table_address=_address_of_table(tournament, found),
        reason_form=ReasonForm(),
    )  # fmt: skip
    return render(request, "referees/desk_game.html", context)


@require_POST
@desk("reopen_game", back="desk_game")
def desk_reopen_game(request: HttpRequest, tournament: Tournament, actor: Actor, game: int) -> HttpResponse:
    """Take a result back, with a reason, so that the game can be corrected at its table."""
    found, form = _game(tournament, game), ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""  # the act says what a reason is for
    reopen_game(found.pk, reason=reason, actor=actor)
    messages.success(request, _("The game is open again. Correct it at its table and have it signed anew."))
    return redirect("desk_game", slug=tournament.slug, game=found.pk)


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
    return get_object_or_404(Game.objects.select_related("round"), pk=game, round__tournament=tournament)


def _address_of_table(tournament: Tournament, game: Game) -> str:
    """Give the link of the table a game is played at, opened at this round; empty where it has none or is closed."""
    if game.table is None or game.round.state not in OPEN:
        return ""
    link = TableLink.objects.filter(tournament=tournament, table=game.table).first()
    return f"{reverse('view_table', args=[link.token])}?round={game.round.number}" if link else ""


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
    players = dict(Player.objects.filter(key__in=keys.values()).values_list("key", "name"))
    drawn = {chair.seat: chair.player for chair in record.table.chairs}
    return drawn | {seat: players[key] for seat, key in keys.items() if key in players}


def _signed(signer: str, name: str, signature: Signature | None) -> Signed:
    if signature is None:
        return Signed(signer, name)
    strokes = tuple(_points(stroke) for stroke in signature.strokes)
    return Signed(signer, name, signature.how, signature.reason, signature.at, strokes)


def _points(stroke: list[int]) -> str:
    return " ".join(f"{x * PAD},{y}" for x, y in zip(stroke[::2], stroke[1::2], strict=True))
