"""Short words for what happened in a game: breaches, sanctions, how deals and games ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

BREACHES: dict[str, str | Promise] = {
    "slow_play": gettext_lazy("Slow play"),
    "talking": gettext_lazy("Talking"),
    "conduct": gettext_lazy("Conduct"),
    "table": gettext_lazy("Things on the table"),
    "posture": gettext_lazy("Posture"),
    "careless_move": gettext_lazy("Careless move"),
    "rearranging": gettext_lazy("Rearranging tiles"),
    "touched_tile": gettext_lazy("Touched tile"),
    "out_of_turn": gettext_lazy("Out of turn"),
    "false_pass": gettext_lazy("False pass"),
    "sign": gettext_lazy("Sign to the partner"),
    "late": gettext_lazy("Late"),
    "other": gettext_lazy("Other"),
}

SANCTIONS: dict[str, str | Promise] = {
    "none": gettext_lazy("no sanction"),
    "warning": gettext_lazy("warning"),
    "game_loss": gettext_lazy("the game is lost"),
    "disqualification": gettext_lazy("disqualified"),
}

CARDS: dict[str, str | Promise] = {
    "yellow": gettext_lazy("yellow card"),
    "red": gettext_lazy("red card"),
    "black": gettext_lazy("black card"),
}

ENDINGS: dict[str, str | Promise] = {
    "out": pgettext_lazy("how a deal ended", "Out"),
    "fish": pgettext_lazy("how a deal ended", "Fish"),
    "points": pgettext_lazy("how a deal ended", "Points from paper"),
    "false_pass": pgettext_lazy("how a deal ended", "False pass"),
}

REASONS: dict[str, str | Promise] = {
    "target": gettext_lazy("Target reached"),
    "deals": gettext_lazy("All deals played"),
    "time": gettext_lazy("Time over"),
    "no_show": gettext_lazy("No-show"),
    "forfeit": gettext_lazy("Forfeit"),
    "game_loss": gettext_lazy("Lost by penalty"),
    "ruling": gettext_lazy("Ruling of the chief referee"),
    "bye": gettext_lazy("Bye"),
    "disqualified": gettext_lazy("Disqualification"),
}


def breach(code: str) -> str:
    """Name a breach; a code the regulations added is its own name."""
    return str(BREACHES.get(code) or code.replace("_", " "))


def ending(code: str) -> str:
    """Say how a deal ended."""
    return str(ENDINGS.get(code, code))


def reason(code: str) -> str:
    """Say how a game ended."""
    return str(REASONS.get(code, code))


def sanction(penalty: Mapping[str, Any]) -> str:
    """Say what a penalty of a state brought: 25 points, yellow card."""
    return _with_card(str(SANCTIONS.get(penalty["sanction"], "")) or points(penalty["points"]), penalty)


def fine(penalty: Mapping[str, Any]) -> str:
    """Say what a fine of a state costs, the way a protocol has it among the deals: fine of 25, yellow card."""
    return _with_card(_("fine of %(points)s") % {"points": penalty["points"]}, penalty)


def _with_card(words: str, penalty: Mapping[str, Any]) -> str:
    return f"{words}, {CARDS[penalty['card']]}" if penalty["card"] in CARDS else words


def points(count: int) -> str:
    """Count points in words."""
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def state_of_table(state: str, deals_played: int, to_come: str) -> str:
    """Say closer than its state what a running table is at; empty where the state says it all."""
    if state != "running":
        return ""
    closer = {
        "extra_deal": _("extra deal"),
        "last_deal": _("last deal"),
        "one_more_deal": _("one more deal"),
        "two_more_deals": _("two more deals"),
    }
    return closer.get(to_come) or _("deal %(number)s") % {"number": deals_played + 1}
