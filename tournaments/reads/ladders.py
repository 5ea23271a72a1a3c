"""What a breach costs, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import Step

from .rule_words import BREACHES, CARDS, SANCTIONS


def breach_words(code: str) -> str:
    """Name a breach; one that the regulations added is its own name."""
    return str(BREACHES.get(code) or code.replace("_", " ").capitalize())


def ladder_words(steps: Sequence[Step]) -> str:
    """Say a ladder: a warning, 25 points, then the game is lost."""
    if len(steps) == 1:
        return _step(steps[0])
    return ", ".join([*map(_step, steps[:-1]), _("then %(step)s") % {"step": _step(steps[-1])}])


def _step(step: Step) -> str:
    if step.sanction == "fine" and step.card == "yellow":
        return _("%(points)s points and a %(card)s") % {"points": step.points, "card": CARDS[step.card]}
    if step.sanction == "fine" and step.card:
        lost = SANCTIONS["game_loss" if step.card == "red" else "disqualification"]
        return _("a %(card)s: %(sanction)s") % {"card": CARDS[step.card], "sanction": lost}
    if step.sanction == "fine":
        return ngettext("%(points)s point", "%(points)s points", step.points) % {"points": step.points}
    return str(SANCTIONS[step.sanction])
