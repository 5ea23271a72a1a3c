"""The rules a game is played by: the federation's, and what regulations may have instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from .errors import malformed

LIMIT: Final = 2**31
CARDS: Final = ("yellow", "red", "black")
STANDARD_WALKOVER: Final = 200

Sanction: TypeAlias = Literal["none", "warning", "fine", "game_loss", "disqualification"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a tariff: what a breach costs; points are 0 unless the sanction is a fine."""

    sanction: Sanction
    points: int = 0
    card: str | None = None


WARNING: Final = Step("warning")
GAME_LOSS: Final = Step("game_loss")
NO_SANCTION: Final = Step("none")


def fine(points: int) -> Step:
    """Make a step that costs points."""
    return Step("fine", points)


_LADDER: Final = (WARNING, fine(25))

#: S22, S23, S26-S28, S39-S45, A16-A17: the federation's ladder for each breach; the last step repeats.
DEFAULT_TARIFF: Final[Mapping[str, tuple[Step, ...]]] = {
    "slow_play": _LADDER,
    "talking": _LADDER,
    "conduct": _LADDER,
    "table": _LADDER,
    "posture": _LADDER,
    "careless_move": _LADDER,
    "rearranging": _LADDER,
    "late": _LADDER,
    "touched_tile": (fine(25),),
    "out_of_turn": (fine(25),),
    "false_pass": (fine(50),),
    "sign": (fine(50), GAME_LOSS),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The closed list of log-format.md. Points and pips are integers, times are minutes."""

    target: int = 200
    minutes: int = 40
    deals: int | None = None
    scoring: str = "all"
    fish_winner: str = "pair_total"
    level_fish: str = "no_score"
    lead: str = "rotate"
    time_rule: str = "finish_deal"
    target_at_time: str = "game_over"
    over_target: str = "keep"
    fines_to: str = "opponents"
    below_zero: bool = False
    fine_ends_game: bool = False
    count_warnings: str = "player"
    warnings_carry: bool = False
    partner_of_absent: str = "loses"
    false_pass_scores: str = "nothing"
    false_pass_until: str = "next_lead"
    continue_fine: bool = False
    no_show_minutes: int = 5
    walkover: int | None = None
    tariff: Mapping[str, tuple[Step, ...]] = field(default_factory=lambda: DEFAULT_TARIFF)

    @property
    def goal(self) -> int | None:
        """Return the points that end a game; None where the number of deals does (S5, S18)."""
        return None if self.deals is not None else self.target

    @property
    def walkover_points(self) -> int:
        """Return what the winner of a no-show is credited with at least (S17, A25)."""
        if self.walkover is not None:
            return self.walkover
        return STANDARD_WALKOVER if self.goal is None else self.goal


#: rule: its values, the first of which is the default.
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "scoring": ("all", "opponents", "difference"),
    "fish_winner": ("pair_total", "lowest_hand"),
    "level_fish": ("no_score", "replay", "carry", "leader_wins", "double_next"),
    "lead": ("rotate", "winner"),
    "time_rule": ("finish_deal", "finish_plus_one", "stop"),
    "target_at_time": ("game_over", "one_more"),
    "over_target": ("keep", "trim"),
    "fines_to": ("opponents", "offender", "person"),
    "count_warnings": ("player", "side"),
    "partner_of_absent": ("loses", "bye"),
    "false_pass_scores": ("nothing", "all_left"),
    "false_pass_until": ("next_lead", "signed"),
}
SWITCHES: Final = ("below_zero", "fine_ends_game", "warnings_carry", "continue_fine")
#: rule: its smallest value.
NUMBERS: Final[Mapping[str, int]] = {"target": 1, "minutes": 1, "no_show_minutes": 0}


def as_integer(value: Any) -> int | None:
    """Read a JSON number: 37 and 37.0 are 37; anything else, true too, is None."""
    if type(value) is int:
        return value if -LIMIT < value < LIMIT else None
    if type(value) is float and value.is_integer() and abs(value) < LIMIT:
        return int(value)
    return None


def parse_rules(overrides: Any) -> Rules:
    """Check the rules of an envelope and lay them over the federation's defaults.

    Raises LogError: bad_field where `overrides` is no object, bad_rules or not_multiple_of_four for a rule.
    """
    if not isinstance(overrides, dict):
        raise malformed("bad_field", field="rules")
    return replace(Rules(), **{name: _rule(name, value) for name, value in overrides.items()})


def parse_step(value: Any) -> Step | None:
    """Read one step of a tariff; None where it is none."""
    if isinstance(value, str):
        return _NAMED_STEPS.get(value)
    points = as_integer(value)
    if points is not None:
        return fine(points) if points >= 0 else None
    return _card_step(value) if isinstance(value, dict) else None


_NAMED_STEPS: Final[Mapping[str, Step]] = {
    "warning": WARNING,
    "game_loss": GAME_LOSS,
    "disqualification": Step("disqualification"),
}


def _card_step(value: dict[str, Any]) -> Step | None:
    points, card = as_integer(value.get("points")), value.get("card")
    if value.keys() != {"points", "card"} or points is None or points < 0 or card not in CARDS:
        return None
    return Step("fine", points, card)


def _rule(name: str, value: Any) -> Any:
    if name in CHOICES:
        return _checked(name, value, isinstance(value, str) and value in CHOICES[name])
    if name in SWITCHES:
        return _checked(name, value, isinstance(value, bool))
    reader = _READERS.get(name)
    if reader is None:
        raise malformed("bad_rules", field=name)
    return reader(name, value)


def _checked(name: str, value: Any, good: bool) -> Any:
    if not good:
        raise malformed("bad_rules", field=name)
    return value


def _read_number(name: str, value: Any) -> int:
    number = as_integer(value)
    if number is None or number < NUMBERS[name]:
        raise malformed("bad_rules", field=name)
    return number


def _read_deals(name: str, value: Any) -> int | None:
    """S18: null, or 4, 8, 12 ..."""
    if value is None:
        return None
    number = as_integer(value)
    if number is None:
        raise malformed("bad_rules", field=name)
    if number <= 0 or number % 4:
        raise malformed("not_multiple_of_four", value=number)
    return number


def _read_walkover(name: str, value: Any) -> int | None:
    if value is None:
        return None
    number = as_integer(value)
    if number is None or number < 0:
        raise malformed("bad_rules", field=name)
    return number


def _read_tariff(name: str, value: Any) -> Mapping[str, tuple[Step, ...]]:
    if not isinstance(value, dict):
        raise malformed("bad_rules", field=name)
    return {**DEFAULT_TARIFF, **{code: _read_ladder(f"{name}.{code}", steps) for code, steps in value.items()}}


def _read_ladder(name: str, value: Any) -> tuple[Step, ...]:
    if not isinstance(value, list) or not value:
        raise malformed("bad_rules", field=name)
    steps = [parse_step(step) for step in value]
    if None in steps:
        raise malformed("bad_rules", field=name)
    return tuple(step for step in steps if step is not None)


_READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "target": _read_number,
    "minutes": _read_number,
    "no_show_minutes": _read_number,
    "deals": _read_deals,
    "walkover": _read_walkover,
    "tariff": _read_tariff,
}
