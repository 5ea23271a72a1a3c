"""The rules of a game, as the instrument is given them."""

from __future__ import annotations

from typing import Any

from scoring.rules import Rules, Step


def rules_in_full(rules: Rules) -> dict[str, Any]:
    """Write rules the way log-format does, those left at their default too."""
    values = {name: getattr(rules, name) for name in Rules.__slots__}
    values["tariff"] = {code: [_step(step) for step in ladder] for code, ladder in rules.tariff.items()}
    return values


def _step(step: Step) -> str | int | dict[str, Any]:
    if step.card:
        return {"points": step.points, "card": step.card}
    return step.points if step.sanction == "fine" else step.sanction
