"""What is checked of regulations before they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import MALFORMED, LogError
from scoring.rules import parse_rules
from scoring.standings import KEYS

from ..models import Regulations, RegulationsPreset, Round, Tournament
from ..reads.event_settings import OF_A_PRESET
from ..reads.regulations import rounds_of_a_round_robin
from ..refusals import Refused

LONGEST_GAME = 600  # minutes
MOST_ROUNDS = 99
CHOICES_OF_THE_EVENT: Final[dict[str, frozenset[str]]] = {
    "system": frozenset(Regulations.System.values),
    "effectiveness": frozenset(Regulations.Effectiveness.values),
    "bye_counts": frozenset(Regulations.Counts.values),
    "walkover_counts": frozenset(Regulations.Counts.values),
    "first_round": frozenset(Regulations.FirstRound.values),
}


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


def fitting_rounds(preset: RegulationsPreset | None, rounds: int) -> int:
    """Bring a number of rounds to one that the preset takes."""
    return max(4, rounds // 4 * 4) if preset and preset.rounds_in_fours else rounds


def check_rounds(
    preset: RegulationsPreset | None,
    planned_rounds: int,
    override_reason: str,
    entries: int = 0,
    system: str = Regulations.System.ROUND_ROBIN,
) -> None:
    """Refuse rounds that are no multiple of four where the preset asks for it (S18), unless a reason is recorded.

    A whole round robin is as long as its entries make it: it needs no reason.
    """
    whole = rounds_of_a_round_robin(system, entries)
    if preset is None or not preset.rounds_in_fours or planned_rounds % 4 == 0 or override_reason:
        return
    if planned_rounds == whole:
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


def check_event_settings(regulations: Regulations, before: Mapping[str, Any]) -> None:
    """Refuse what cannot be or cannot be any more."""
    event = regulations.tournament
    entries = event.entries.filter(withdrawn_at=None, reserve=False).count()
    check_rounds(
        regulations.preset, regulations.planned_rounds, regulations.override_reason, entries, regulations.system
    )
    _check_values(regulations)
    drawn = drawn_rounds(event)
    if drawn and regulations.system != before["system"]:
        raise Refused(
            "system_in_use",
            _("Rounds are drawn by the system there was. Undo their draw first, if nothing was played."),
            field="system",
        )
    if regulations.planned_rounds < min(drawn, before["planned_rounds"]):
        raise Refused(
            "rounds_drawn",
            _("Round %(number)s is drawn already: plan no fewer rounds, or end the event early.") % {"number": drawn},
            field="planned_rounds",
        )


def checked_preset(settings: dict[str, Any]) -> dict[str, Any]:
    """Give back what a preset says beside the rules of a game, or refuse what no event could take over."""
    for name, value in settings.items():
        if name not in OF_A_PRESET:
            sentence = _("A preset has no setting “%(name)s”. It may say: %(names)s.")
            raise Refused("bad_setting", sentence % {"name": name, "names": ", ".join(OF_A_PRESET)}, field="settings")
        if not _is_kind_of(value, getattr(_USUAL, name)):
            raise Refused("bad_setting", _BAD_CHOICE % {"name": name}, field="settings")
    usual = {name: getattr(_USUAL, name) for name in OF_A_PRESET} | {"planned_rounds": MOST_ROUNDS}
    _check_values(Regulations(**usual | settings))
    return settings


def _is_kind_of(value: Any, usual: Any) -> bool:
    """Tell whether a value of JSON is of the kind of the usual one; a list is one of words."""
    if isinstance(usual, list):
        return isinstance(value, list) and all(isinstance(word, str) for word in value)
    return type(value) is next(kind for kind in (bool, int, str) if isinstance(usual, kind))


#: The regulations of an event that nobody changed.
_USUAL: Final = Regulations()
_BAD_CHOICE: Final = gettext_lazy("“%(name)s” cannot be that. Take one of its choices.")


def _check_values(regulations: Regulations) -> None:
    """Refuse values outside their lists: programs ask too, not only forms."""
    for name, choices in CHOICES_OF_THE_EVENT.items():
        if getattr(regulations, name) not in choices:
            raise Refused("bad_setting", _("There is no such choice. Take one of the list."), field=name)
    if not 1 <= regulations.planned_rounds <= MOST_ROUNDS:
        sentence = _("An event has 1 to %(most)s rounds.") % {"most": MOST_ROUNDS}
        raise Refused("bad_rounds", sentence, field="planned_rounds")
    ranking = regulations.ranking
    if not ranking or len(set(ranking)) != len(ranking) or not set(ranking) <= set(KEYS):
        sentence = _("The order of the table needs at least one thing that decides it, each once.")
        raise Refused("bad_ranking", sentence, field="ranking")
    if not 1 <= regulations.entries_close <= regulations.planned_rounds:
        raise Refused(
            "entries_close_never",
            _("Entries close at one of the rounds planned, from 1 to %(rounds)s.")
            % {"rounds": regulations.planned_rounds},
            field="entries_close",
        )


def drawn_rounds(tournament: Tournament) -> int:
    """Give the number of the last round that is drawn; 0 where none is."""
    drawn = Round.objects.filter(tournament=tournament).exclude(state=Round.State.PLANNED)
    return max(drawn.values_list("number", flat=True), default=0)
