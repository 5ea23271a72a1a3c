"""What follows a breach: the tariff, warnings and cards of a player (S22, S23, S28, A15-A17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .errors import malformed
from .log import Burden, Penalty
from .rules import CARDS, NO_SANCTION, Rules, Sanction, Step

_OF_CARD: Final[dict[str, Sanction]] = {"yellow": "fine", "red": "game_loss", "black": "disqualification"}
#: Counted for the pair whatever the rules say (S28).
_COUNTED_FOR_PAIR: Final = frozenset({"sign"})


@dataclass(slots=True)
class Person:
    """Who sits on a chair, with the breaches and cards that go where he goes. The name is None before a seat line."""

    name: str | None = None
    breaches: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)


def bring(burden: Burden | None, rules: Rules) -> Person:
    """Make a player of what he carries: cards always count, warnings where warnings_carry says so."""
    if burden is None:
        return Person()
    cards, warnings = burden
    return Person(None, dict(warnings) if rules.warnings_carry else {}, list(cards))


def counts_for_side(code: str, seat: str | None, rules: Rules) -> bool:
    """Tell whether breaches of this code are counted for the side and not for the player (A15)."""
    return seat is None or rules.count_warnings == "side" or code in _COUNTED_FOR_PAIR


def step_for(penalty: Penalty, breaches_before: int, offender: Person | None, rules: Rules) -> Step:
    """Find what a breach costs after so many of the same kind; points, and the card really shown.

    Raises LogError bad_field for a card that no seat is given for.
    """
    if penalty.sanction is not None:
        step = penalty.sanction
    elif penalty.opponents == "continue" and not rules.continue_fine:
        return NO_SANCTION  # S42b, A18: the opponents go on, and it is no breach
    else:
        ladder = rules.tariff[penalty.code]
        step = ladder[min(breaches_before, len(ladder) - 1)]
    if step.card is None:
        return step
    if offender is None:
        raise malformed("bad_field", field="seat")
    return _shown(step, offender.cards)


def _shown(step: Step, held: list[str]) -> Step:
    """Raise a card that is not above the highest held to the next above it; red and black cost no points."""
    level = CARDS.index(step.card or "yellow")
    if held:
        highest = max(CARDS.index(card) for card in held)
        level = min(max(level, highest + 1), len(CARDS) - 1)
    card = CARDS[level]
    sanction = _OF_CARD[card]
    return Step(sanction, step.points if sanction == "fine" else 0, card)
