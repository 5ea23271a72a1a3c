"""What the API answers about a game, field by field: as its table sees it, its protocols, the board."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scoring.seats import SEATS, SIDES
from tournaments.api.shapes import page_shape
from tournaments.models import Game, Round

from ..models import Call, Protocol, Signature
from ..reads.board import FILTERS, GROUPS
from ..reads.games import AT_THE_TABLE
from .log_shapes import REASONS, TO_COME, FoldOut, LineField, PointsOut, choice, free_text, shape_of


class BurdenOut(serializers.Serializer[Any]):
    """What a player brings from earlier games of the event."""

    cards = serializers.ListField(child=serializers.CharField())
    warnings = serializers.DictField(child=serializers.IntegerField(), help_text="how many by code")


class EventOfGameOut(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()


class GameClockOut(serializers.Serializer[Any]):
    state = choice(["idle", "running", "paused"])
    seconds_left = serializers.IntegerField()
    seconds_gone = serializers.IntegerField()


class LeaseOut(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="who writes at the table")
    mine = serializers.BooleanField(help_text="it is the window that asks")
    taken_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="when that tablet was last heard of")


class SignatureOut(serializers.Serializer[Any]):
    signer = choice(Signature.Signer.values)
    how = choice(Signature.How.values)
    reason = free_text()
    strokes = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), required=False,
        help_text="x, y, x, y … from 0 to 1000; for officials, while the version is open",
    )  # fmt: skip
    name = serializers.CharField(required=False, help_text="of the referee")


class ProtocolOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    version = serializers.IntegerField()
    state = choice(Protocol.State.values)
    digest = serializers.CharField(help_text="SHA-256; what every signature is for")
    void_reason = free_text()
    accepted_by = free_text()
    signatures = SignatureOut(many=True)
    needed = serializers.ListField(child=choice(Signature.Signer.values), help_text="who has still to sign")


class LogOut(serializers.Serializer[Any]):
    """What a new line may change: the log with what counts, and the state it folds to."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    table = serializers.IntegerField()
    round = serializers.IntegerField()
    round_state = choice(Round.State.values)
    tournament = EventOfGameOut()
    state = choice(Game.State.values)
    rules = serializers.DictField(help_text="what differs from the rules' defaults, see docs/log-format.md")
    carried = serializers.DictField(child=BurdenOut(), help_text="by seat, of who brings something")
    minutes = serializers.IntegerField()
    clock = GameClockOut()
    lease = LeaseOut(allow_null=True)
    log_length = serializers.IntegerField()
    fold = FoldOut()
    lines = serializers.ListField(child=LineField())
    protocol = ProtocolOut(allow_null=True, help_text="the latest version")
    may = serializers.ListField(child=choice(AT_THE_TABLE), help_text="what you may do here")


class KeyAndNameOut(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="his name in the log")
    name = serializers.CharField()


class EntryOfSeatOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = free_text()


class SeatOut(serializers.Serializer[Any]):
    seat = choice(SEATS)
    player = KeyAndNameOut()
    entry = EntryOfSeatOut()


class CallOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = choice(Call.Kind.values)
    text = free_text()
    caller = serializers.CharField(allow_blank=True, help_text="an official; empty for a player's phone")


class GameOut(LogOut):
    """A game as its table sees it."""

    seats = SeatOut(many=True, help_text="who was drawn to which chair")
    substitutes = KeyAndNameOut(many=True, help_text="players of the log who were not drawn to this game")
    calls = CallOut(many=True)


class ErrorOfLineOut(serializers.Serializer[Any]):
    kind = choice(["malformed", "illegal", "not_permitted"])
    code = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, help_text="its index, from 0")
    params = serializers.DictField()
    sentence = serializers.CharField()


class AnswerOut(serializers.Serializer[Any]):
    id = serializers.CharField(allow_null=True)
    answer = choice(["applied", "known", "refused"])
    number = serializers.IntegerField(allow_null=True)
    error = ErrorOfLineOut(allow_null=True)


class AnswersOut(serializers.Serializer[Any]):
    answers = AnswerOut(many=True)
    game = LogOut()


class CallMadeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()


class ForAChairOut(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    licence = free_text()
    table = serializers.IntegerField(allow_null=True, help_text="where he sits in this round already")


class ForAChairsOut(serializers.Serializer[Any]):
    players = ForAChairOut(many=True, help_text="at most ten")


class CallAtHandOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = choice(Call.Kind.values)
    text = free_text()


class ClockAtHandOut(serializers.Serializer[Any]):
    state = choice(["idle", "running", "paused"])
    seconds_left = serializers.IntegerField()


class AtHandOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    table = serializers.IntegerField()
    token = serializers.CharField(allow_null=True, help_text="of the table's link")
    state = choice(Game.State.values)
    to_come = choice(TO_COME)
    score = PointsOut()
    deals = serializers.IntegerField()
    clock = ClockAtHandOut()
    held_by = serializers.CharField(allow_blank=True)
    mine = serializers.BooleanField()
    seen_at = serializers.DateTimeField(allow_null=True)
    calls = CallAtHandOut(many=True)


class AtHandsOut(serializers.Serializer[Any]):
    tables = AtHandOut(many=True)


class CallOfBoardOut(CallOut):
    at = serializers.DateTimeField()


class SpotOut(serializers.Serializer[Any]):
    """A table of the board."""

    game = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    group = serializers.ChoiceField(choices=GROUPS, help_text="what it asks for; `need` cannot wait")
    state = choice(Game.State.values)
    a = serializers.CharField()
    b = serializers.CharField()
    score = PointsOut()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True)
    deals = serializers.IntegerField()
    leader = serializers.ChoiceField(choices=SEATS, allow_null=True)
    extra_minutes = serializers.IntegerField()
    writer = serializers.CharField(allow_blank=True)
    heard_at = serializers.DateTimeField(allow_null=True)
    silent = serializers.IntegerField(allow_null=True, help_text="since so many minutes; null where all is well")
    warnings = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())
    odd_fish = serializers.BooleanField()
    late = serializers.BooleanField(help_text="time is over, and not written yet")
    calls = CallOfBoardOut(many=True)
    protests = serializers.IntegerField(help_text="to be decided")


class BoardOut(serializers.Serializer[Any]):
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="that are open")
    counts = shape_of("BoardCounts", {name: serializers.IntegerField() for name in FILTERS})()
    tables = SpotOut(many=True, help_text="what cannot wait first")


class DecisionOut(serializers.Serializer[Any]):
    upheld = serializers.BooleanField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    decided_by = serializers.CharField()


class ProtestOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    code = serializers.CharField(help_text="of the game")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    line = serializers.CharField(help_text="the id of its line in the log")
    side = serializers.CharField(allow_blank=True)
    text = free_text()
    at = serializers.DateTimeField()
    writer = serializers.CharField(allow_blank=True)
    decision = DecisionOut(allow_null=True)


ProtestsOut = page_shape("ProtestsOut", ProtestOut)


class OutcomeOut(serializers.Serializer[Any]):
    score = PointsOut()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    seen = serializers.IntegerField(help_text="the length of the log: send it back with the ruling")


class VersionOut(ProtocolOut):
    """A version with the very text its digest was made of."""

    edition = serializers.CharField(help_text="of the rules' code")
    made_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    whole = serializers.BooleanField(help_text="the stored text has this digest, and folds to this outcome")
    outcome = FoldOut()
    envelope = serializers.CharField(help_text="canonical JSON, see docs/log-format.md")


class VersionsOut(serializers.Serializer[Any]):
    versions = VersionOut(many=True, help_text="the latest first")


class RowReadOut(serializers.Serializer[Any]):
    number = serializers.IntegerField(allow_null=True, help_text="of the deal")
    leader = serializers.CharField(allow_blank=True)
    total = PointsOut(allow_null=True)
    fault = serializers.CharField(allow_blank=True)


class ReadingOut(serializers.Serializer[Any]):
    """A sheet as the rules read it; nothing is written."""

    rows = RowReadOut(many=True)
    faults = serializers.DictField(child=serializers.CharField(), help_text="of what stands around the rows")
    outcome = serializers.CharField(help_text="in words")
    whole = serializers.BooleanField(help_text="it adds up and can be entered")
    fold = FoldOut()


class TableLinkOut(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    code = serializers.CharField(help_text="to be typed where nothing can be scanned")
    address = serializers.CharField(help_text="what its QR code holds; it shows the table, a PIN opens the pen")


class TableLinksOut(serializers.Serializer[Any]):
    tables = TableLinkOut(many=True)
