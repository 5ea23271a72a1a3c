"""What the API answers about a log: its lines, kind by kind, and the state it folds to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from scoring.log import KINDS
from scoring.seats import SEATS, SIDES

REASONS = ["target", "deals", "time", "no_show", "forfeit", "game_loss", "ruling"]
TO_COME = ["start", "deal", "extra_deal", "last_deal", "two_more_deals", "one_more_deal", "sign"]
SANCTIONS = ["none", "warning", "fine", "game_loss", "disqualification"]
BOTH = [*SIDES, "both"]


def shape_of(name: str, fields: dict[str, Any], about: str = "") -> type[serializers.Serializer[Any]]:
    """Describe an object whose fields are no names of Python, or are made by rule."""
    return type(name, (serializers.Serializer,), {**fields, "__doc__": about or None})


def _by_seat(name: str, shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    return shape_of(name, {seat: shape() for seat in SEATS})


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


def free_text() -> Any:
    return serializers.CharField(allow_blank=True)


def _any(about: str) -> Any:
    return serializers.JSONField(required=False, help_text=about)


def choice(values: Iterable[str], **more: Any) -> Any:
    return serializers.ChoiceField(choices=[*values], **more)


HANDS = "by seat what was left: a number of pips, or a list of tiles"
#: kind: the fields that such a line has beside those of every line.
FIELDS: dict[str, dict[str, Any]] = {
    "seat": {"seat": choice(SEATS), "player": serializers.CharField(help_text="his key")},
    "start": {"leader": choice(SEATS)},
    "deal_begin": {"leader": choice(SEATS, required=False)},
    "deal": {
        "ending": choice(["out", "fish", "points"]),
        "by": _any("the seat that went out or closed the game"),
        "left": _any(HANDS),
        "side": _any("of `points`: who scored, A or B"),
        "points": _any("of `points`: how many"),
    },
    "void": {"scope": choice(["deal", "game"]), "reason": free_text(), "replay": serializers.BooleanField()},
    "penalty": {
        "code": serializers.CharField(),
        "seat": choice(SEATS, required=False),
        "side": choice(SIDES, required=False),
        "opponents": _any("of `out_of_turn`: continue or restart"),
        "sanction": _any("of `other`: a step as in a tariff"),
        "left": _any(HANDS),
    },
    "time": {"in_deal": serializers.BooleanField()},
    "no_show": {"side": choice(BOTH), "seats": serializers.ListField(child=choice(SEATS), required=False)},
    "forfeit": {
        "side": choice(BOTH),
        "reason": free_text(),
        "seats": serializers.ListField(child=choice(SEATS), required=False),
    },
    "ruling": {"score": PointsOut(), "winner": choice(SIDES, allow_null=True), "reason": free_text()},
    "strike": {"of": serializers.CharField(help_text="the id of a line"), "reason": free_text()},
    "note": {"text": free_text(), "side": choice(SIDES, required=False)},
    "protest": {"text": free_text(), "side": choice(SIDES, required=False)},
}


def _line_shape(kind: str) -> type[serializers.Serializer[Any]]:
    every: dict[str, Any] = {
        "kind": choice([kind]),
        "id": serializers.CharField(),
        "number": serializers.IntegerField(help_text="its place in the log, from 1"),
        "counts": serializers.BooleanField(help_text="false: struck or corrected by a later line"),
        "at": serializers.CharField(required=False, help_text="ISO 8601"),
        "instead_of": serializers.CharField(required=False, help_text="the id of the line it corrects"),
        "before": serializers.CharField(required=False, help_text="the id of the line it was forgotten before"),
    }
    name = "".join(word.capitalize() for word in kind.split("_"))
    return shape_of(f"{name}LineOut", {**every, **FIELDS[kind]}, f"A line of kind `{kind}`, see docs/log-format.md.")


LineOut = PolymorphicProxySerializer(
    component_name="LineOut",
    serializers={kind: _line_shape(kind) for kind in KINDS},
    resource_type_field_name="kind",
)


@extend_schema_field(LineOut)
class LineField(serializers.JSONField):
    """One line of a log; each kind has a shape of its own."""
