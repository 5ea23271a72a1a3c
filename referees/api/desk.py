"""What the desk does with games through the API: the board, rulings, protests, minutes, sheets on paper, versions."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.seats import SEATS, SIDES
from tournaments.acts.clock import MOST_MINUTES_ADDED, add_minutes_at_table
from tournaments.acts.documents import ask_for_document
from tournaments.addresses import address_in_hall
from tournaments.api.changes import KeptReasonIn
from tournaments.api.doors import Door, Page, actor_of, asked, by_form, event_of, page_of, refuse_fields
from tournaments.api.fields import Text, Tick, Whole, YesOrNo
from tournaments.api.shapes import DocumentOut
from tournaments.models import Game, Tournament
from tournaments.permissions import Actor
from tournaments.running import hall_addresses

from ..acts.links import MOST_TABLES, make_table_links
from ..acts.paper import clear_log, enter_paper, enter_totals
from ..acts.protests import LONGEST_REASON, decide_protest
from ..acts.rulings import outcome_of, rule_game
from ..forms.desk import LARGEST_SCORE, RuleForm
from ..forms.paper import HOW, LARGEST, MOST_ROWS, WHAT, PaperForm
from ..models import Protocol, Signature
from ..reads.board import FILTERS, board_of
from ..reads.games import game_shown, latest_protocol, record_of, versions_of
from ..reads.paper import read_paper
from ..reads.protests import protests_of_event
from .shapes import (
    BoardOut,
    GameOut,
    OutcomeOut,
    ProtestOut,
    ProtestsOut,
    ReadingOut,
    TableLinksOut,
    VersionOut,
    VersionsOut,
)
from .written import board_written, protest_written, reading_written, version_written

SEEN = "the length of the log that was looked at; where it has grown since, the answer is `stale`"
RULINGS = ["close", "stands", "score", "forfeit_a", "forfeit_b", "double"]


class BoardAsked(serializers.Serializer[Any]):
    show = serializers.ChoiceField(choices=[*FILTERS], required=False, default="all")
    q = Text(required=False, default="", max_length=100, help_text="a table, the number of an entry, or names")


class ProtestsAsked(Page):
    open = YesOrNo(required=False, help_text="whether nobody has decided it")


class RulingAsked(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=RULINGS)
    a = serializers.IntegerField(required=False, min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE)
    b = serializers.IntegerField(required=False, min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE)
    winner = serializers.ChoiceField(choices=[*SIDES, "none"], required=False, help_text="of another score")


class RulingIn(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        choices=RULINGS,
        help_text="close: as it ended, without the signatures that are missing; stands: abandoned, as it stands; "
        "score: another score; forfeit_a, forfeit_b, double: who has lost",
    )
    a = Whole(required=False, default=None, allow_null=True, min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE)
    b = Whole(required=False, default=None, allow_null=True, min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE)
    winner = serializers.ChoiceField(
        choices=[*SIDES, "none"], required=False, default=None, allow_null=True, help_text="of another score"
    )
    reason = Text(min_length=1, max_length=300, help_text="it stands in the protocol, for both sides")
    seen = Whole(required=False, default=None, allow_null=True, help_text=SEEN)


class MinutesAtTableIn(serializers.Serializer[Any]):
    minutes = Whole(min_value=1, max_value=MOST_MINUTES_ADDED)
    reason = Text(min_length=1, max_length=300)


class DecisionIn(serializers.Serializer[Any]):
    line = Text(min_length=1, max_length=64, help_text="the id of the protest's line")
    upheld = Tick()
    reason = Text(allow_blank=True, max_length=LONGEST_REASON, help_text="both sides can read it")


def _figures() -> Any:
    return Whole(required=False, default=None, allow_null=True, min_value=-LARGEST, max_value=LARGEST)


class FiguresIn(serializers.Serializer[Any]):
    A = _figures()
    B = _figures()


class PaperRowIn(serializers.Serializer[Any]):
    what = serializers.ChoiceField(choices=[code for code, _words in WHAT], required=False, default="deal")
    who = serializers.ChoiceField(
        choices=[*SEATS, *SIDES, "both"], required=False, allow_null=True, default=None, help_text="where it matters"
    )
    code = Text(
        required=False, default="", allow_blank=True, max_length=60,
        help_text="of a penalty; out_of_turn:continue or out_of_turn:restart",
    )  # fmt: skip
    points = FiguresIn(required=False, allow_null=True, default=None)
    totals = FiguresIn(required=False, allow_null=True, default=None)


class SignedIn(serializers.Serializer[Any]):
    signer = serializers.ChoiceField(choices=Signature.Signer.values)
    how = serializers.ChoiceField(choices=[code for code, _words in HOW])
    reason = Text(required=False, default="", allow_blank=True, max_length=300, help_text="of a refusal")


class SheetIn(serializers.Serializer[Any]):
    """A score sheet as it was written by hand."""

    leader = serializers.ChoiceField(choices=SEATS, required=False, allow_null=True, default=None)
    rows = serializers.ListField(child=PaperRowIn(), required=False, default=list, max_length=MOST_ROWS)
    score = FiguresIn(required=False, allow_null=True, default=None)
    winner = serializers.ChoiceField(choices=SIDES, required=False, allow_null=True, default=None)
    signed = serializers.ListField(
        child=SignedIn(), required=False, default=list, max_length=5, help_text="who is not named has signed"
    )
    referee = Whole(required=False, allow_null=True, default=None, help_text="the id of the official who signed")
    seen = Whole(required=False, default=None, allow_null=True, help_text=SEEN)


class PaperIn(SheetIn):
    totals_only = Tick(required=False, default=False, help_text="the deals cannot be read: the final score alone")


class TablesIn(serializers.Serializer[Any]):
    tables = Whole(min_value=1, max_value=MOST_TABLES, help_text="how many the hall has")


class BoardView(Door):
    for_officials = True
    polled = True

    @extend_schema(parameters=[BoardAsked], responses=BoardOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show all tables of the open rounds, what cannot wait first; 304 while nothing has changed."""
        tournament = event_of(slug)
        actor_of(request, tournament, "see_board")
        wanted = asked(request, BoardAsked)
        board = board_of(tournament.rounds.order_by("number"), wanted["show"], wanted["q"])
        known = board.etag in request.headers.get("If-None-Match", "")
        answer = Response(status=304) if known else Response(board_written(board))
        answer["ETag"] = board.etag
        patch_cache_control(answer, no_cache=True, private=True)
        return answer


class ProtestList(Door):
    for_officials = True

    @extend_schema(parameters=[ProtestsAsked], responses=ProtestsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the protests of the event, those to be decided first."""
        tournament = event_of(slug)
        actor_of(request, tournament, "see_board")
        wanted = asked(request, ProtestsAsked)
        which = {"true": True, "false": False}.get(wanted.get("open", ""))
        found = [one for one in protests_of_event(tournament) if which in (None, one.open)]
        return page_of(found, wanted, protest_written)


class DecideProtest(Door):
    @extend_schema(request=DecisionIn, responses={201: ProtestOut})
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Decide a protest, once, with a reason (chief referee); no score changes by it."""
        tournament, found, actor = _opened(request, slug, game, "rule")
        wanted = asked(request, DecisionIn, body=True)
        decide_protest(found.pk, wanted["line"], upheld=wanted["upheld"], reason=wanted["reason"], actor=actor)
        for one in protests_of_event(tournament):
            if (one.game.pk, one.line_id) == (found.pk, wanted["line"]):
                return Response(protest_written(one), status=201)
        raise Http404


class RuleGame(Door):
    for_officials = True

    @extend_schema(parameters=[RulingAsked], responses=OutcomeOut)
    def get(self, request: Request, slug: str, game: int) -> Response:
        """Tell what a ruling would make of a game; nothing is written."""
        _tournament, found, _actor = _opened(request, slug, game, "rule")
        form = _ruling(found, {**asked(request, RulingAsked), "reason": "-"})
        a, b, winner = outcome_of(found, form.ruling())
        return Response({"score": {"A": a, "B": b}, "winner": winner or None, "seen": found.log_length})

    @extend_schema(request=RulingIn, responses=GameOut)
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Rule on a game and close it, whatever its state (chief referee)."""
        _tournament, found, actor = _opened(request, slug, game, "rule")
        wanted = asked(request, RulingIn, body=True)
        form = _ruling(found, wanted)
        rule_game(
            found.pk, form.ruling(), reason=form.cleaned_data["reason"], actor=actor, after=form.cleaned_data["seen"]
        )
        return _game_answer(found, actor)


class MinutesAtTable(Door):
    @extend_schema(request=MinutesAtTableIn, responses=GameOut)
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Give one table more time than the others, with a reason."""
        _tournament, found, actor = _opened(request, slug, game, "run_clock")
        wanted = asked(request, MinutesAtTableIn, body=True)
        add_minutes_at_table(found, wanted["minutes"], actor=actor, reason=wanted["reason"])
        return _game_answer(found, actor)


class PaperCheck(Door):
    @extend_schema(request=SheetIn, responses=ReadingOut)
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Read a score sheet by the rules and say what is wrong with it; nothing is written."""
        _tournament, found, _actor = _opened(request, slug, game, "enter_paper")
        form = _sheet(found, asked(request, SheetIn, body=True))
        return Response(reading_written(read_paper(found, form.sheet())))


class PaperDoor(Door):
    @extend_schema(request=PaperIn, responses=GameOut)
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Enter a game from its score sheet, with its signatures, and accept it. It has to add up: check it first."""
        _tournament, found, actor = _opened(request, slug, game, "enter_paper")
        wanted = asked(request, PaperIn, body=True)
        act = enter_totals if wanted["totals_only"] else enter_paper
        act(found.pk, _sheet(found, wanted).sheet(), actor=actor)
        return _game_answer(found, actor)


class PaperClear(Door):
    @extend_schema(request=KeptReasonIn, responses=GameOut)
    def post(self, request: Request, slug: str, game: int) -> Response:
        """Strike the log of a table so that its sheet can be entered (chief referee); nothing is erased."""
        _tournament, found, actor = _opened(request, slug, game, "rule")
        clear_log(found.pk, reason=asked(request, KeptReasonIn, body=True)["reason"], actor=actor)
        return _game_answer(found, actor)


class VersionList(Door):
    for_officials = True

    @extend_schema(responses=VersionsOut)
    def get(self, request: Request, slug: str, game: int) -> Response:
        """List all versions of a game's protocol in full, the latest first."""
        _tournament, found, _actor = _opened(request, slug, game, "see_desk")
        return Response({"versions": [version_written(one) for one in versions_of(found)]})


class VersionView(Door):
    for_officials = True

    @extend_schema(responses=VersionOut)
    def get(self, request: Request, slug: str, game: int, version: int) -> Response:
        """Show one version in full: what was signed, and by whom."""
        _tournament, found, _actor = _opened(request, slug, game, "see_desk")
        return Response(version_written(get_object_or_404(Protocol, game=found, version=version)))


class VersionPrint(Door):
    @extend_schema(request=None, responses={202: DocumentOut})
    def post(self, request: Request, slug: str, game: int, version: int) -> Response:
        """Ask for one version on paper; follow it among the documents."""
        tournament, found, actor = _opened(request, slug, game, "print")
        protocol = get_object_or_404(Protocol, game=found, version=version)
        title = _("Protocol of game %(code)s, version %(version)s") % {"code": found.code, "version": version}
        params = {"protocol": protocol.pk, "address": address_in_hall(request._request, hall_addresses())}
        document = ask_for_document(tournament, "protocol", params, actor=actor, title=title)
        return Response(DocumentOut(document).data, status=202)


class TableLinkList(Door):
    for_officials = True

    @extend_schema(responses=TableLinksOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the links of the tables: what stands on the card that is laid on each."""
        tournament = event_of(slug)
        actor_of(request, tournament, "print")
        return Response(_links(request, tournament))

    @extend_schema(request=TablesIn, responses=TableLinksOut)
    def post(self, request: Request, slug: str) -> Response:
        """Make the links that are missing of so many tables; those there are stay."""
        tournament = event_of(slug)
        actor = actor_of(request, tournament, "print")
        make_table_links(tournament, range(1, asked(request, TablesIn, body=True)["tables"] + 1), actor=actor)
        return Response(_links(request, tournament))


def _opened(request: Request, slug: str, game: int, act: str) -> tuple[Tournament, Game, Actor]:
    """Find who asks and the game of his event; refuse who may not `act`, and a bye, which nobody plays."""
    tournament = event_of(slug)
    actor = actor_of(request, tournament, act)
    games = Game.objects.filter(bye=False).select_related("round__tournament", "lease__official")
    return tournament, get_object_or_404(games, pk=game, round__tournament=tournament), actor


def _game_answer(game: Game, actor: Actor) -> Response:
    found = Game.objects.select_related("round__tournament", "lease__official").get(pk=game.pk)
    return Response(game_shown(found, record_of(found), latest_protocol(found), actor))


def _ruling(game: Game, wanted: dict[str, Any]) -> RuleForm:
    form = RuleForm(game, wanted)
    by_form(form)
    return form


def _sheet(game: Game, wanted: dict[str, Any]) -> PaperForm:
    """Give the sheet to the form of the page, which knows what each box can hold; refuse what it cannot."""
    typed: dict[str, Any] = {"leader": wanted["leader"], "winner": wanted["winner"], "seen": wanted["seen"]}
    typed |= {"referee": wanted["referee"], **_boxes("score", wanted["score"])}
    for signed in wanted["signed"]:
        typed |= {f"how_{signed['signer']}": signed["how"], f"reason_{signed['signer']}": signed["reason"]}
    for number, row in enumerate(wanted["rows"]):
        boxes = {"what": row["what"], "who": row["who"], "code": row["code"]}
        boxes |= _boxes("points", row["points"]) | _boxes("total", row["totals"])
        typed |= {f"row-{number}-{name}": value for name, value in boxes.items()}
    form = PaperForm(game, {name: "" if value is None else str(value) for name, value in typed.items()})
    if not form.is_valid():
        refuse_fields(_faults(form))
    return form


def _boxes(name: str, figures: dict[str, Any] | None) -> dict[str, Any]:
    return {f"{name}_{side.lower()}": (figures or {}).get(side) for side in SIDES}


def _faults(form: PaperForm) -> dict[str, list[str]]:
    said = {name: [str(error) for error in errors] for name, errors in form.sheet_form.errors.items()}
    for number, row in enumerate(form.row_forms):
        said |= {f"rows.{number}.{name}": [str(error) for error in errors] for name, errors in row.errors.items()}
    return said


def _links(request: Request, tournament: Tournament) -> dict[str, Any]:
    home = address_in_hall(request._request, hall_addresses())
    return {
        "tables": [
            {"table": link.table, "code": link.code, "address": home + reverse("view_table", args=[link.token])}
            for link in tournament.table_links.order_by("table")
        ]
    }
