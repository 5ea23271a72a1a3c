"""What the API answers with, field by field."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ..models import Disqualification, Document, Game, Regulations, Role, Round, Tournament
from ..reads.documents import document_line
from ..reads.rounds import SHOWN

SEATS = ["A1", "B1", "A2", "B2"]
RESULT = "as the rules call it: target, deals, time, bye, forfeit, ..."


class RoundInEvent(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in SHOWN])


class CategoryOut(serializers.Serializer[Any]):
    code = serializers.SlugField()
    name = serializers.CharField()


class EventOut(serializers.Serializer[Any]):
    """An event, with the rounds that were published."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    venue = serializers.CharField()
    federation = serializers.CharField(source="federation.code")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    entry_kind = serializers.ChoiceField(choices=Tournament.EntryKind.choices)
    entries = serializers.IntegerField(source="taking_part", help_text="without those withdrawn or in reserve")
    system = serializers.CharField(source="regulations.system", default="")
    planned_rounds = serializers.IntegerField(source="regulations.planned_rounds", default=0)
    ended = serializers.SerializerMethodField()
    categories = CategoryOut(many=True, source="categories.all")
    rounds = RoundInEvent(source="shown_rounds", many=True)
    language = serializers.CharField(help_text="of the sheets")
    stamp = serializers.CharField(required=False, help_text="for its organiser: send it back as `seen` with a change")

    def get_ended(self, tournament: Tournament) -> bool:
        """Tell whether the organiser ended the event."""
        return tournament.ended_at is not None


class ChapterOut(serializers.Serializer[Any]):
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class RegulationsOut(serializers.Serializer[Any]):
    stamp = serializers.CharField(required=False, help_text="for officials: send it back as `seen` with a change")
    rules = serializers.DictField(help_text="what differs from the rules' defaults, see docs/log-format.md")
    system = serializers.ChoiceField(choices=Regulations.System.choices)
    planned_rounds = serializers.IntegerField()
    override_reason = serializers.CharField(allow_blank=True, help_text="why the rounds are no multiple of four")
    ranking = serializers.ListField(child=serializers.CharField())
    effectiveness = serializers.ChoiceField(choices=Regulations.Effectiveness.choices)
    bye_counts = serializers.ChoiceField(choices=Regulations.Counts.choices)
    walkover_counts = serializers.ChoiceField(choices=Regulations.Counts.choices)
    first_round = serializers.ChoiceField(choices=Regulations.FirstRound.choices)
    clubs_apart = serializers.BooleanField()
    entries_close = serializers.IntegerField(help_text="when this round starts")
    preset = serializers.CharField(allow_blank=True, help_text="what they began from")
    seed = serializers.IntegerField(help_text="of the lots: anybody can draw them again")
    frozen_at = serializers.DateTimeField(allow_null=True, help_text="from then on a change needs a reason")
    chapters = ChapterOut(many=True, help_text="all of it in words")


class OpponentOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()


class CellOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    won = serializers.BooleanField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    side = serializers.ChoiceField(choices=["A", "B"])
    opponent = OpponentOut(allow_null=True, help_text="null for a bye")
    opponents = OpponentOut(many=True, help_text="two where single players compete")
    partners = OpponentOut(many=True, help_text="of single players")
    reason = serializers.CharField(help_text=RESULT)
    provisional = serializers.BooleanField()


class StandingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(
        allow_null=True, help_text="shared by entries that no key tells apart; null for one that is disqualified"
    )
    own_place = serializers.IntegerField(allow_null=True, help_text="among the part that was asked for, else null")
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    withdrawn = serializers.BooleanField()
    disqualified = serializers.BooleanField()
    wins = serializers.IntegerField()
    effectiveness = serializers.IntegerField(help_text="as the regulations count it")
    points = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    rounds = CellOut(many=True)


class StandingsOut(serializers.Serializer[Any]):
    after = serializers.IntegerField()
    ranking = serializers.ListField(child=serializers.CharField())
    provisional = serializers.BooleanField(help_text="a round is open, or a result awaits a decision")
    rows = StandingOut(many=True)


class ChairOut(serializers.Serializer[Any]):
    seat = serializers.ChoiceField(choices=SEATS)
    player = serializers.CharField()


class SideOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    chairs = ChairOut(many=True)


class TableOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    code = serializers.CharField()
    table = serializers.IntegerField(allow_null=True, help_text="null for a bye")
    state = serializers.ChoiceField(choices=Game.State.choices)
    score = serializers.DictField(child=serializers.IntegerField())
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text=RESULT)
    deals_played = serializers.IntegerField()
    a = SideOut()
    b = SideOut(allow_null=True, help_text="null for a bye")


class ClockOut(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["idle", "running", "paused"])
    minutes = serializers.IntegerField()
    seconds_left = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="while it runs")


class RoundLineOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in Round.State])
    tables = serializers.IntegerField(help_text="without byes")
    accepted = serializers.IntegerField(help_text="games that have their result, without byes")
    byes = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class RoundOut(serializers.Serializer[Any]):
    stamp = serializers.CharField(
        required=False, help_text="for the desk: send it back as `seen` with what is decided about this draw"
    )
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in Round.State])
    clock = ClockOut()
    tables = TableOut(many=True)


class PlayerOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    latin_name = serializers.CharField(allow_blank=True)
    licence = serializers.CharField(required=False, help_text="for officials of the event alone")


class EntryLineOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    categories = serializers.ListField(child=serializers.CharField(), help_text="their codes")
    withdrawn = serializers.BooleanField()
    reserve = serializers.BooleanField()
    disqualified = serializers.BooleanField()
    from_round = serializers.IntegerField(help_text="1, or the round a late entry plays from")
    players = PlayerOut(many=True)
    checked_in = serializers.BooleanField(required=False, help_text="for officials of the event alone")
    fee_paid = serializers.BooleanField(required=False, help_text="for officials of the event alone")


class EntryOut(EntryLineOut):
    """An entry with what each published round brought it."""

    stamp = serializers.CharField(required=False, help_text="for officials: send it back as `seen` with a change")
    path = CellOut(many=True, help_text="round by round; only rounds with a result")


class CheckedInOut(serializers.Serializer[Any]):
    new = serializers.BooleanField(help_text="false: it was here already")
    entry = EntryLineOut()


class ArrivalsOut(serializers.Serializer[Any]):
    expected = serializers.IntegerField(help_text="entries that take part")
    here = serializers.IntegerField(help_text="of these")
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="their numbers")
    reserves = serializers.ListField(child=serializers.IntegerField(), help_text="their numbers")


class CategoryLineOut(CategoryOut):
    entries = serializers.IntegerField(help_text="that are in it")


class CountedOut(serializers.Serializer[Any]):
    """How a game counts for one entry."""

    won = serializers.BooleanField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()


class DisqualificationOut(serializers.Serializer[Any]):
    from_round = serializers.IntegerField(help_text="1: all rounds")
    opponents = serializers.ChoiceField(choices=Disqualification.Opponents.choices)
    reason = serializers.CharField()
    decided_at = serializers.DateTimeField()
    decided_by = serializers.CharField()


class OpenGameOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)


class ChangeOut(serializers.Serializer[Any]):
    """One game of the entry: as it was played, and as it would count for both."""

    played = CellOut()
    own = CountedOut()
    opponent = CountedOut(allow_null=True, help_text="null for a bye")


class DisqualifyingOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    in_force = DisqualificationOut(allow_null=True)
    last_round = serializers.IntegerField(help_text="the latest it can begin with")
    open_games = OpenGameOut(many=True, help_text="not accepted yet: each has to be ruled on by itself")
    changes = ChangeOut(many=True)


class ObstacleOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    sentence = serializers.CharField(help_text="with the remedy")
    round = serializers.IntegerField(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField())


class EndingOut(serializers.Serializer[Any]):
    ended = serializers.BooleanField()
    after = serializers.IntegerField(help_text="the last closed round")
    planned = serializers.IntegerField(help_text="rounds; before the last of them an end needs a reason")
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    obstacles = ObstacleOut(many=True, help_text="what has to be done first")


class SwappedTableOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="null for a bye")
    a = SideOut()
    b = SideOut(allow_null=True, help_text="null for a bye")


class WarningOut(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=["rematch", "bye_twice", "same_club", "table_left"])
    sentence = serializers.CharField()


class SwapOut(serializers.Serializer[Any]):
    stamp = serializers.CharField(help_text="send it back as `seen`")
    tables = SwappedTableOut(many=True, help_text="the two as they would be")
    warnings = WarningOut(many=True, help_text="what speaks against it; then a reason is needed")


class OfficialOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    active = serializers.BooleanField()
    has_pin = serializers.BooleanField()
    username = serializers.CharField(allow_blank=True, help_text="with which he signs in at the desk")
    pin = serializers.CharField(required=False, help_text="told once, where it was made just now")


class AuditOut(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_blank=True)
    act = serializers.CharField()
    words = serializers.CharField(help_text="the act, in the language that was asked for")
    subject = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class PlayerInRegisterOut(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="his name in logs and protocols")
    name = serializers.CharField()
    latin_name = serializers.CharField(allow_blank=True)
    licence = serializers.CharField()
    federation = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField(allow_null=True)
    stamp = serializers.CharField(required=False, help_text="of one alone: send it back as `seen` with a change")


class ClubOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    federation = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    players = serializers.IntegerField()
    stamp = serializers.CharField(required=False, help_text="of one alone: send it back as `seen` with a change")


class DocumentOut(serializers.Serializer[Any]):
    """A document; what is said of it is said in the language that was asked for."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    kind = serializers.CharField()
    language = serializers.CharField()
    state = serializers.ChoiceField(choices=Document.State.choices)
    done_pages = serializers.IntegerField()
    all_pages = serializers.IntegerField()
    error = serializers.CharField(allow_blank=True)
    missing_glyphs = serializers.ListField(child=serializers.CharField())
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, document: Document) -> dict[str, Any]:
        told: dict[str, Any] = super().to_representation(document_line(document))
        return told


def page_shape(name: str, row: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """Describe one answer of a list that is given in parts."""
    fields: dict[str, Any] = {"count": serializers.IntegerField(help_text="of all rows"), "results": row(many=True)}
    return type(name, (serializers.Serializer,), fields)


EventsOut = page_shape("EventsOut", EventOut)
EntriesOut = page_shape("EntriesOut", EntryLineOut)
PlayersOut = page_shape("PlayersOut", PlayerInRegisterOut)
CategoriesOut = page_shape("CategoriesOut", CategoryLineOut)
OfficialsOut = page_shape("OfficialsOut", OfficialOut)
AuditsOut = page_shape("AuditsOut", AuditOut)
ClubsOut = page_shape("ClubsOut", ClubOut)
DocumentsOut = page_shape("DocumentsOut", DocumentOut)


class RoundsOut(serializers.Serializer[Any]):
    rounds = RoundLineOut(many=True)


class GamesOut(serializers.Serializer[Any]):
    tables = TableOut(many=True)
