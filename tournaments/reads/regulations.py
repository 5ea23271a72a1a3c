"""The regulations of an event in words: every rule of the closed list is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import Rules, Step, parse_rules

from ..models import Regulations
from .rule_words import BREACHES, CARDS, CHOICE_WORDS, RANKING, SANCTIONS, SWITCH_WORDS


@dataclass(frozen=True, slots=True)
class Sentence:
    """What one rule says; `differs` where the event departs from its preset."""

    rule: str
    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: str
    sentences: list[Sentence]


def in_words(regulations: Regulations) -> list[Chapter]:
    """Say every rule of an event, chapter by chapter."""
    rules = parse_rules(regulations.rules)
    preset = parse_rules(regulations.preset.rules) if regulations.preset else Rules()

    def told(names: Iterable[str]) -> list[Sentence]:
        return [
            Sentence(name, sentence(name, rules), differs=getattr(rules, name) != getattr(preset, name))
            for name in names
        ]

    return [
        Chapter(_("The event"), list(_about_the_event(regulations))),
        Chapter(_("A game"), told(["target", "minutes", "time_rule", "target_at_time", "over_target", "lead"])),
        Chapter(_("Points"), told(["scoring", "fish_winner", "level_fish"])),
        Chapter(_("Who does not come"), told(["no_show_minutes", "walkover", "partner_of_absent"])),
        Chapter(_("Warnings and fines"), told(_FINES)),
        Chapter(_("Breaches and what they cost"), list(_tariff(rules, preset))),
    ]


_FINES = (
    "fines_to",
    "below_zero",
    "fine_ends_game",
    "count_warnings",
    "warnings_carry",
    "continue_fine",
    "false_pass_scores",
    "false_pass_until",
)

def _about_the_event(regulations: Regulations) -> Iterator[Sentence]:
    order = ", ".join(str(RANKING.get(key, key)) for key in regulations.ranking)
    yield Sentence("system", str(regulations.get_system_display()).capitalize() + ".")
    rounds = ngettext("%(rounds)s round is planned.", "%(rounds)s rounds are planned.", regulations.planned_rounds)
    text = rounds % {"rounds": regulations.planned_rounds}
    if regulations.override_reason:
        text += " " + _("The preset asks for a multiple of four; this event departs from it: %(reason)s") % {
            "reason": regulations.override_reason
        }
    yield Sentence("planned_rounds", text, differs=bool(regulations.override_reason))
    yield Sentence("ranking", _("The order of the table is decided by: %(order)s.") % {"order": order})
    yield Sentence("bye", _("A bye is a win. It brings the points of a walkover, to 0."))


def _target(rules: Rules) -> str:
    if rules.deals is not None:
        return _("A game has %(deals)s deals; the side with more points wins. Level: an extra deal is played.") % {
            "deals": rules.deals
        }
    return _("A game goes to %(target)s points. Level at the end: an extra deal is played.") % {"target": rules.target}


def _minutes(rules: Rules) -> str:
    return ngettext("A game has %(minutes)s minute.", "A game has %(minutes)s minutes.", rules.minutes) % {
        "minutes": rules.minutes
    }


def _no_show(rules: Rules) -> str:
    if rules.no_show_minutes == 0:
        return _("Who is not at the table when the game starts loses it.")
    return ngettext(
        "Who is not at the table %(minutes)s minute after the start loses the game.",
        "Who is not at the table %(minutes)s minutes after the start loses the game.",
        rules.no_show_minutes,
    ) % {"minutes": rules.no_show_minutes}


def _walkover(rules: Rules) -> str:
    return _("The winner of a game that was not played to its end gets at least %(points)s points, the loser 0.") % {
        "points": rules.walkover_points
    }


#: rule: its sentence, where it is more than a word for each value.
NUMBER_WORDS: dict[str, Callable[[Rules], str]] = {
    "target": _target,
    "minutes": _minutes,
    "no_show_minutes": _no_show,
    "walkover": _walkover,
}


def sentence(name: str, rules: Rules) -> str:
    """Say one rule."""
    if name in NUMBER_WORDS:
        return NUMBER_WORDS[name](rules)
    if name in SWITCH_WORDS:
        on, off = SWITCH_WORDS[name]
        return str(on if getattr(rules, name) else off)
    return str(CHOICE_WORDS[name][getattr(rules, name)])


def _tariff(rules: Rules, preset: Rules) -> Iterator[Sentence]:
    for code, steps in rules.tariff.items():
        ladder = ", ".join([*map(_step, steps[:-1]), _("then %(step)s") % {"step": _step(steps[-1])}])
        ladder = ladder if len(steps) > 1 else _step(steps[0])
        name = BREACHES.get(code, code.replace("_", " ").capitalize())
        yield Sentence(
            f"tariff.{code}",
            _("%(breach)s: %(ladder)s.") % {"breach": name, "ladder": ladder},
            differs=preset.tariff.get(code) != steps,
        )


def _step(step: Step) -> str:
    if step.sanction == "fine" and step.card:
        return _("%(points)s points and a %(card)s") % {"points": step.points, "card": CARDS[step.card]}
    if step.sanction == "fine":
        return ngettext("%(points)s point", "%(points)s points", step.points) % {"points": step.points}
    return str(SANCTIONS[step.sanction])
