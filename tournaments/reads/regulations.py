"""The regulations of an event in words: every rule of the closed list is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import Rules, parse_rules

from ..models import Regulations
from ..models.events import default_ranking
from .ladders import breach_words, ladder_words
from .rule_words import CHOICE_WORDS, EVENT_WORDS, SWITCH_WORDS
from .setting_words import EVENT_DEFAULTS, key_words

BETWEEN_ROUNDS = 15  # minutes to find a table, count and sign: what halls need


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


def in_words(regulations: Regulations, entries: int = 0) -> list[Chapter]:
    """Say every setting of an event, chapter by chapter; `entries` are those there are by now."""
    rules = parse_rules(regulations.rules)
    preset = parse_rules(regulations.preset.rules) if regulations.preset else Rules()

    def told(names: Iterable[str]) -> list[Sentence]:
        return [
            Sentence(name, sentence(name, rules), differs=getattr(rules, name) != getattr(preset, name))
            for name in names
        ]

    return [
        Chapter(_("The event"), list(_about_the_event(regulations, entries))),
        Chapter(_("A game"), told(["target", "minutes", "time_rule", "target_at_time", "over_target", "lead"])),
        Chapter(_("Points"), told(["scoring", "fish_winner", "level_fish"])),
        Chapter(_("Who does not come"), told(["no_show_minutes", "walkover", "partner_of_absent"])),
        Chapter(_("The order of the table"), list(_order(regulations))),
        Chapter(_("Warnings and fines"), told(_FINES)),
        Chapter(_("Breaches and what they cost"), list(_tariff(rules, preset))),
    ]


def setting_in_words(name: str, regulations: Regulations) -> str:
    """Say one setting as it is, in the sentence that the regulations have of it."""
    name = "target" if name == "deals" else name
    sentences = (told for chapter in in_words(regulations) for told in chapter.sentences)
    return next((told.text for told in sentences if told.rule == name), "")


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


def _about_the_event(regulations: Regulations, entries: int) -> Iterator[Sentence]:
    yield Sentence("system", str(EVENT_WORDS["system"][regulations.system]))
    yield Sentence("planned_rounds", _rounds(regulations, entries), differs=bool(regulations.override_reason))
    yield Sentence("length", _length(regulations))
    if regulations.system == Regulations.System.SWISS:
        first_round = str(EVENT_WORDS["first_round"][regulations.first_round])
        yield Sentence("first_round", first_round)
        yield Sentence("clubs_apart", str(EVENT_WORDS["clubs_apart"]["yes" if regulations.clubs_apart else "no"]))
    if _has_lots(regulations):
        seed = _("Lots are drawn with the seed %(seed)s: anybody can draw them again.") % {"seed": regulations.seed}
        yield Sentence("seed", seed)
    yield Sentence("entries_close", _entries_close(regulations))


def _rounds(regulations: Regulations, entries: int) -> str:
    planned = regulations.planned_rounds
    text = ngettext("%(rounds)s round is planned.", "%(rounds)s rounds are planned.", planned) % {"rounds": planned}
    whole = rounds_of_a_round_robin(regulations.system, entries)
    if whole and whole != planned:
        words = {"entries": entries, "rounds": whole}
        text += " " + _("With the %(entries)s entries of now the whole table has %(rounds)s rounds.") % words
    if regulations.override_reason:
        text += " " + _("The preset asks for a multiple of four; this event departs from it: %(reason)s") % {
            "reason": regulations.override_reason
        }
    return text


def rounds_of_a_round_robin(system: str, entries: int) -> int:
    """Count the rounds in which all have met: an odd number needs one more, with a bye in each. 0: no round robin."""
    if system == Regulations.System.SWISS or entries < 2:
        return 0
    once = entries - 1 + entries % 2
    return once * 2 if system == Regulations.System.DOUBLE_ROUND_ROBIN else once


def _length(regulations: Regulations) -> str:
    """Say how long the rounds take: what people ask before they rent a hall."""
    games = regulations.planned_rounds
    minutes = games * parse_rules(regulations.rules).minutes + (games - 1) * BETWEEN_ROUNDS
    words = {"hours": minutes // 60, "minutes": f"{minutes % 60:02}", "between": BETWEEN_ROUNDS}
    return _("All rounds take about %(hours)s:%(minutes)s hours, with %(between)s minutes between them.") % words


def _has_lots(regulations: Regulations) -> bool:
    by_lot = regulations.system == Regulations.System.SWISS and regulations.first_round == Regulations.FirstRound.LOT
    return by_lot or "lots" in regulations.ranking


def _entries_close(regulations: Regulations) -> str:
    if regulations.entries_close == 1:
        return _("Entries close when round 1 starts.")
    words = {"number": regulations.entries_close}
    return _("Entries close when round %(number)s starts; who comes late scores nothing for rounds missed.") % words


def _order(regulations: Regulations) -> Iterator[Sentence]:
    keys = ", ".join(_in_a_sentence(str(key_words(key).label)) for key in regulations.ranking)
    text = _("The order of the table is decided by: %(order)s.") % {"order": keys}
    yield Sentence("ranking", text, differs=regulations.ranking != default_ranking())
    told = ["effectiveness", "bye_counts", "walkover_counts"]
    for name in told if "effectiveness" in regulations.ranking else told[1:]:
        value = getattr(regulations, name)
        yield Sentence(name, str(EVENT_WORDS[name][value]), differs=value != EVENT_DEFAULTS[name])


def _in_a_sentence(label: str) -> str:
    return label[:1].lower() + label[1:]


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
        yield Sentence(
            f"tariff.{code}",
            _("%(breach)s: %(ladder)s.") % {"breach": breach_words(code), "ladder": ladder_words(steps)},
            differs=preset.tariff.get(code) != steps,
        )
