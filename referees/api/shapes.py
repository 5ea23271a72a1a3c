"""What the API answers about a game, field by field: its log, the state it folds to, its protocols, the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from scoring.log import KINDS
from scoring.seats import SEATS, SIDES
from tournaments.api.shapes import page_shape
from tournaments.models import Game, Round

from ..models import Call, Protocol, Signature
from ..reads.board import FILTERS, GROUPS
from ..reads.games import AT_THE_TABLE

REASONS = ["target", "deals", "time", "no_show", "forfeit", "game_loss", "ruling"]
TO_COME = ["start", "deal", "extra_deal", "last_deal", "two_more_deals", "one_more_deal", "sign"]
SANCTIONS = ["none", "warning", "fine", "game_loss", "disqualification"]
BOTH = [*SIDES, "both"]


def _shape(name: str, fields: dict[str, Any], about: str = "") -> type[serializers.Serializer[Any]]:
    """Describe an object whose fields are no names of Python, or are made by rule."""
    return type(name, (serializers.Serializer,), {**fields, "__doc__": about or None})


def _by_seat(name: str, shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    return _shape(name, {seat: shape() for seat in SEATS})


class PointsOut(serializers.Serializer[Any]):
    A = serializers.IntegerField()
    B = serializers.IntegerField()


class DealOut(serializers.Serializer[Any]):
    leader = serializers.ChoiceField(choices=SEATS, help_text="who really led")
    ending = serializers.ChoiceField(choices=["out", "fish", "points", "false_pass"])
    points = PointsOut()
    total = PointsOut()


class PenaltyOut(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="of the tariff, or `other`")
    side = serializers.ChoiceField(choices=SIDES)
    seat = serializers.ChoiceField(choices=SEATS, allow_null=True)
    sanction = serializers.ChoiceField(choices=SANCTIONS)
    points = serializers.IntegerField(help_text="what was really taken or given")
    card = serializers.CharField(allow_null=True)


class ChairStateOut(serializers.Serializer[Any]):
    player = serializers.CharField(allow_null=True, help_text="his key; null before a `seat` line")
    won = serializers.BooleanField(allow_null=True, help_text="null until the end")
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    fines = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())


class FoldOut(serializers.Serializer[Any]):
    """The state of a game, as the lines that count make it."""

    state = serializers.ChoiceField(choices=["waiting", "running", "finished"])
    score = PointsOut()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True, help_text="how it ended")
    next_leader = serializers.ChoiceField(choices=SEATS, allow_null=True, help_text="null unless running")
    deal_open = serializers.BooleanField()
    time_over = serializers.BooleanField()
    carry = serializers.IntegerField(help_text="what the next decided deal gets on top")
    factor = serializers.IntegerField(help_text="and times what")
    deals = DealOut(many=True)
    penalties = PenaltyOut(many=True)
    seats = _by_seat("ChairsStateOut", ChairStateOut)()
    to_come = serializers.ChoiceField(choices=TO_COME)
    warnings = serializers.ListField(
        child=serializers.ChoiceField(choices=["odd_fish"]), help_text="one for each fish that cannot be: count again"
    )


def _text() -> Any:
    return serializers.CharField(allow_blank=True)


def _any(about: str) -> Any:
    return serializers.JSONField(required=False, help_text=about)


def _choice(values: Iterable[str], **more: Any) -> Any:
    return serializers.ChoiceField(choices=[*values], **more)


HANDS = "by seat what was left: a number of pips, or a list of tiles"
#: kind: the fields that such a line has beside those of every line.
FIELDS: dict[str, dict[str, Any]] = {
    "seat": {"seat": _choice(SEATS), "player": serializers.CharField(help_text="his key")},
    "start": {"leader": _choice(SEATS)},
    "deal_begin": {"leader": _choice(SEATS, required=False)},
    "deal": {
        "ending": _choice(["out", "fish", "points"]),
        "by": _any("the seat that went out or closed the game"),
        "left": _any(HANDS),
        "side": _any("of `points`: who scored, A or B"),
        "points": _any("of `points`: how many"),
    },
    "void": {"scope": _choice(["deal", "game"]), "reason": _text(), "replay": serializers.BooleanField()},
    "penalty": {
        "code": serializers.CharField(),
        "seat": _choice(SEATS, required=False),
        "side": _choice(SIDES, required=False),
        "opponents": _any("of `out_of_turn`: continue or restart"),
        "sanction": _any("of `other`: a step as in a tariff"),
        "left": _any(HANDS),
    },
    "time": {"in_deal": serializers.BooleanField()},
    "no_show": {"side": _choice(BOTH), "seats": serializers.ListField(child=_choice(SEATS), required=False)},
    "forfeit": {
        "side": _choice(BOTH),
        "reason": _text(),
        "seats": serializers.ListField(child=_choice(SEATS), required=False),
    },
    "ruling": {"score": PointsOut(), "winner": _choice(SIDES, allow_null=True), "reason": _text()},
    "strike": {"of": serializers.CharField(help_text="the id of a line"), "reason": _text()},
    "note": {"text": _text(), "side": _choice(SIDES, required=False)},
    "protest": {"text": _text(), "side": _choice(SIDES, required=False)},
}


def _line_shape(kind: str) -> type[serializers.Serializer[Any]]:
    every: dict[str, Any] = {
        "kind": _choice([kind]),
        "id": serializers.CharField(),
        "number": serializers.IntegerField(help_text="its place in the log, from 1"),
        "counts": serializers.BooleanField(help_text="false: struck or corrected by a later line"),
        "at": serializers.CharField(required=False, help_text="ISO 8601"),
        "instead_of": serializers.CharField(required=False, help_text="the id of the line it corrects"),
        "before": serializers.CharField(required=False, help_text="the id of the line it was forgotten before"),
    }
    name = "".join(word.capitalize() for word in kind.split("_"))
    return _shape(f"{name}LineOut", {**every, **FIELDS[kind]}, f"A line of kind `{kind}`, see docs/log-format.md.")


LineOut = PolymorphicProxySerializer(
    component_name="LineOut",
    serializers={kind: _line_shape(kind) for kind in KINDS},
    resource_type_field_name="kind",
)


@extend_schema_field(LineOut)
class LineField(serializers.JSONField):
    """One line of a log; each kind has a shape of its own."""


class BurdenOut(serializers.Serializer[Any]):
    """What a player brings from earlier games of the event."""

    cards = serializers.ListField(child=serializers.CharField())
    warnings = serializers.DictField(child=serializers.IntegerField(), help_text="how many by code")


class EventOfGameOut(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()


class GameClockOut(serializers.Serializer[Any]):
    state = _choice(["idle", "running", "paused"])
    seconds_left = serializers.IntegerField()
    seconds_gone = serializers.IntegerField()


class LeaseOut(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="who writes at the table")
    mine = serializers.BooleanField(help_text="it is the window that asks")
    taken_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="when that tablet was last heard of")


class SignatureOut(serializers.Serializer[Any]):
    signer = _choice(Signature.Signer.values)
    how = _choice(Signature.How.values)
    reason = _text()
    strokes = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), required=False,
        help_text="x, y, x, y … from 0 to 1000; for officials, while the version is open",
    )  # fmt: skip
    name = serializers.CharField(required=False, help_text="of the referee")


class ProtocolOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    version = serializers.IntegerField()
    state = _choice(Protocol.State.values)
    digest = serializers.CharField(help_text="SHA-256; what every signature is for")
    void_reason = _text()
    accepted_by = _text()
    signatures = SignatureOut(many=True)
    needed = serializers.ListField(child=_choice(Signature.Signer.values), help_text="who has still to sign")


class LogOut(serializers.Serializer[Any]):
    """What a new line may change: the log with what counts, and the state it folds to."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    table = serializers.IntegerField()
    round = serializers.IntegerField()
    round_state = _choice(Round.State.values)
    tournament = EventOfGameOut()
    state = _choice(Game.State.values)
    rules = serializers.DictField(help_text="what differs from the rules' defaults, see docs/log-format.md")
    carried = serializers.DictField(child=BurdenOut(), help_text="by seat, of who brings something")
    minutes = serializers.IntegerField()
    clock = GameClockOut()
    lease = LeaseOut(allow_null=True)
    log_length = serializers.IntegerField()
    fold = FoldOut()
    lines = serializers.ListField(child=LineField())
    protocol = ProtocolOut(allow_null=True, help_text="the latest version")
    may = serializers.ListField(child=_choice(AT_THE_TABLE), help_text="what you may do here")


class KeyAndNameOut(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="his name in the log")
    name = serializers.CharField()


class EntryOfSeatOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = _text()


class SeatOut(serializers.Serializer[Any]):
    seat = _choice(SEATS)
    player = KeyAndNameOut()
    entry = EntryOfSeatOut()


class CallOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = _choice(Call.Kind.values)
    text = _text()
    caller = serializers.CharField(allow_blank=True, help_text="an official; empty for a player's phone")


class GameOut(LogOut):
    """A game as its table sees it."""

    seats = SeatOut(many=True, help_text="who was drawn to which chair")
    substitutes = KeyAndNameOut(many=True, help_text="players of the log who were not drawn to this game")
    calls = CallOut(many=True)


class ErrorOfLineOut(serializers.Serializer[Any]):
    kind = _choice(["malformed", "illegal", "not_permitted"])
    code = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, help_text="its index, from 0")
    params = serializers.DictField()
    sentence = serializers.CharField()


class AnswerOut(serializers.Serializer[Any]):
    id = serializers.CharField(allow_null=True)
    answer = _choice(["applied", "known", "refused"])
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
    licence = _text()
    table = serializers.IntegerField(allow_null=True, help_text="where he sits in this round already")


class ForAChairsOut(serializers.Serializer[Any]):
    players = ForAChairOut(many=True, help_text="at most ten")


class CallAtHandOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = _choice(Call.Kind.values)
    text = _text()


class ClockAtHandOut(serializers.Serializer[Any]):
    state = _choice(["idle", "running", "paused"])
    seconds_left = serializers.IntegerField()


class AtHandOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    table = serializers.IntegerField()
    token = serializers.CharField(allow_null=True, help_text="of the table's link")
    state = _choice(Game.State.values)
    to_come = _choice(TO_COME)
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
    state = _choice(Game.State.values)
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
    counts = _shape("BoardCounts", {name: serializers.IntegerField() for name in FILTERS})()
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
    text = _text()
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
