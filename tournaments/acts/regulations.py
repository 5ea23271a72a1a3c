"""Changing the regulations of an event, and what is checked of them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import MALFORMED, LogError
from scoring.rules import parse_rules

from ..models import Game, Regulations, RegulationsPreset, Tournament
from ..permissions import Actor
from ..refusals import Refused
from . import audit

LONGEST_GAME = 600  # minutes


def change_regulations(
    tournament: Tournament,
    *,
    actor: Actor,
    rules: dict[str, Any],
    planned_rounds: int,
    override_reason: str = "",
    reason: str = "",
) -> Regulations:
    """Change the rules of an event. Once they are frozen that needs a reason, and games that have begun keep theirs."""
    actor.require("change_regulations")
    checked_rules(rules)
    with transaction.atomic():
        regulations = Regulations.objects.select_for_update().get(tournament=tournament)
        entries = tournament.entries.filter(withdrawn_at=None).count()
        check_rounds(regulations.preset, planned_rounds, override_reason, entries)
        if regulations.frozen_at and not reason.strip():
            raise Refused(
                "reason_needed",
                _("The regulations are frozen since round 1 was published. Write why they are changed now."),
            )
        before = _as_data(regulations)
        regulations.rules, regulations.planned_rounds = rules, planned_rounds
        regulations.override_reason = override_reason
        regulations.save(update_fields=["rules", "planned_rounds", "override_reason"])
        details = {"before": before, "after": _as_data(regulations), "games": _give_to_waiting_games(regulations)}
        if details["before"] != details["after"]:
            audit.note(actor, "change_regulations", tournament, tournament=tournament, reason=reason, **details)
    return regulations


def checked_rules(rules: dict[str, Any]) -> dict[str, Any]:
    """Give rules back as they are, or refuse them with the sentence of the rules code and the rule's name."""
    try:
        parsed = parse_rules(rules)
    except LogError as error:
        sentence = _(MALFORMED[error.code]).format_map({"field": "?", **error.params})
        raise Refused(error.code, sentence, field=error.params.get("field", "deals")) from None
    if parsed.minutes > LONGEST_GAME:
        sentence = _("A game takes at most %(most)s minutes.") % {"most": LONGEST_GAME}
        raise Refused("bad_rules", sentence, field="minutes")
    return rules


def check_rounds(
    preset: RegulationsPreset | None, planned_rounds: int, override_reason: str, entries: int | None = None
) -> None:
    """Refuse rounds that are no multiple of four where the preset asks for it (S18), unless a reason is recorded.

    A whole round robin is as long as its entries make it: it needs no reason.
    """
    whole = entries is not None and entries > 1 and planned_rounds == entries - 1 + entries % 2
    if preset is None or not preset.rounds_in_fours or planned_rounds % 4 == 0 or override_reason or whole:
        return
    raise Refused(
        "rounds_not_in_fours",
        _(
            "The preset “%(preset)s” asks for rounds in multiples of four (4, 8, 12 …). "
            "Plan such a number, or write why this event departs from it."
        )
        % {"preset": preset.name},
        field="planned_rounds",
    )


def _give_to_waiting_games(regulations: Regulations) -> int:
    """Give new rules to the games that have not begun, those of a round that is only drawn too; count them."""
    waiting = Game.objects.filter(
        round__tournament=regulations.tournament_id, state=Game.State.WAITING, log_length=0, bye=False
    )
    return waiting.update(rules=regulations.rules)


def _as_data(regulations: Regulations) -> dict[str, Any]:
    return {
        "rules": regulations.rules,
        "planned_rounds": regulations.planned_rounds,
        "override_reason": regulations.override_reason,
    }
