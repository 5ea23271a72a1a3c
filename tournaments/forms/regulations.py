"""The settings of an event: a control for each, kept as what was typed, laid over what the event has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import CHOICES, DEFAULT_TARIFF, SWITCHES, Rules, parse_rules
from scoring.standings import KEYS

from ..models import Regulations
from ..models.events import default_ranking
from ..reads.entry_words import entry_word
from ..reads.event_settings import OF_THE_EVENT, settings_of, stamp_of, with_settings
from ..reads.ladders import breach_words, ladder_words
from ..reads.regulations import setting_in_words
from ..reads.setting_words import (
    EVENT_DEFAULTS,
    GROUPS,
    ON_OFF,
    QUESTIONS,
    SHORT_WORDS,
    Group,
    Question,
    key_words,
)
from .tariff import (
    LONGEST_CODE,
    NEW,
    code_of,
    ladder_fields,
    read_ladder,
    refuse_name,
    step_name,
    typed_ladder,
)
from .texts import TextField

#: setting that is a number: its smallest and largest value, and whether it may be empty.
NUMBERS: Final[dict[str, tuple[int, int, bool]]] = {
    "planned_rounds": (1, 99, False),
    "entries_close": (1, 99, False),
    "target": (1, 10_000, False),
    "deals": (4, 400, True),
    "minutes": (1, 600, False),
    "no_show_minutes": (0, 600, False),
    "walkover": (0, 10_000, True),
}
RULE_NAMES: Final = tuple(Rules.__dataclass_fields__)
CHOICES_OF_THE_EVENT: Final = ("system", "effectiveness", "bye_counts", "walkover_counts", "first_round")
#: What a preset or the usual has an opinion about; the rest is an event's own affair.
COMPARED: Final = {*RULE_NAMES, "ranking", "effectiveness", "bye_counts", "walkover_counts"}
YES, NO = "yes", "no"


def ranking_name(key: str) -> str:
    """Name the control that says at which place a key decides."""
    return f"ranking-{key}"


def as_typed(settings: Mapping[str, Any]) -> dict[str, str]:
    """Write settings as the controls of the form hold them."""
    rules = parse_rules(settings["rules"])
    plain = {name: getattr(rules, name) for name in RULE_NAMES if name != "tariff"}
    plain |= {name: settings[name] for name in OF_THE_EVENT if name != "ranking"}
    typed = {name: _typed(value) for name, value in plain.items()}
    typed |= {ranking_name(key): "" for key in KEYS}
    typed |= {ranking_name(key): str(place) for place, key in enumerate(settings["ranking"], start=1)}
    for code, steps in rules.tariff.items():
        typed |= typed_ladder(code, steps)
    return typed


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def settings_of_preset(regulations: Regulations) -> dict[str, Any]:
    """Give what the event would be without departing from its preset; what is its own affair stays."""
    usual: dict[str, Any] = {"ranking": default_ranking()}
    usual |= {name: EVENT_DEFAULTS[name] for name in ("effectiveness", "bye_counts", "walkover_counts")}
    said = regulations.preset.settings if regulations.preset else {}
    usual |= {name: said[name] for name in usual if name in said}
    rules = regulations.preset.rules if regulations.preset else {}
    return settings_of(regulations) | usual | {"rules": rules}


@dataclass(frozen=True, slots=True)
class Ladder:
    """One breach on the page: its steps, two controls each, and what it costs by now."""

    code: str
    title: str
    words: str
    steps: list[tuple[BoundField, BoundField]]
    name: BoundField | None = None
    differs: bool = False
    usual: str = ""

    @property
    def wrong(self) -> bool:
        """Tell whether something is to be mended here: then it is unfolded."""
        return any(field.errors for step in self.steps for field in step) or bool(self.name and self.name.errors)


@dataclass(frozen=True, slots=True)
class Row:
    """One setting on the page."""

    name: str
    label: str
    help: str
    fields: list[BoundField]
    differs: bool = False
    usual: str = ""
    meanwhile: str = ""

    @property
    def wrong(self) -> bool:
        """Tell whether something is to be mended here."""
        return any(field.errors for field in self.fields)


@dataclass(frozen=True, slots=True)
class Section:
    """A group of settings on the page."""

    title: str
    rows: list[Row]
    ladders: list[Ladder]
    unfolded: bool
    differing: int


class RegulationsForm(forms.Form):
    """Every setting of an event, or those of some groups; the others stay as they are."""

    stamp = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = TextField(
        label=_("Why the regulations are changed now"),
        max_length=300,
        required=False,
        help_text=_("It stays in the audit record. Games that have begun keep their rules."),
    )

    def __init__(
        self, regulations: Regulations, data: Mapping[str, Any] | None = None, groups: tuple[Group, ...] = GROUPS
    ) -> None:
        self.regulations, self.groups = regulations, groups
        self.names = [name for group in groups for name in group.names]
        self.now = settings_of(regulations)
        self.usual = settings_of_preset(regulations)
        self.codes = list(parse_rules(regulations.rules).tariff)
        self.meanwhile: dict[str, str] = {}
        super().__init__(data, initial=as_typed(self.now) | {"stamp": stamp_of(self.now)})
        for name in self.names:
            self.fields.update(self._controls(name))
        if not regulations.frozen_at:
            del self.fields["reason"]
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"

    def _controls(self, name: str) -> dict[str, forms.Field]:
        if name == "ranking":
            return {ranking_name(key): _place(key_words(key)) for key in KEYS}
        if name == "tariff":
            return self._tariff_controls()
        return {name: _control(name, self._question(name))}

    def _question(self, name: str) -> Question:
        """Ask of clubs in the words of who competes."""
        if name != "clubs_apart":
            return QUESTIONS[name]
        label = entry_word(self.regulations.tournament.entry_kind, "of_one_club")
        return QUESTIONS[name]._replace(label=label)

    def _tariff_controls(self) -> dict[str, forms.Field]:
        tariff = parse_rules(self.regulations.rules).tariff
        fields: dict[str, forms.Field] = {}
        for code in self.codes:
            fields |= ladder_fields(code, len(tariff[code]), self.data)
        new = TextField(label=gettext("Name of a further breach"), max_length=LONGEST_CODE, required=False)
        return fields | {"new_breach": new} | ladder_fields(NEW, 0, self.data)

    # -- what was typed ------------------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "ranking" in self.names:
            data["ranking"] = self._ranking(data)
        if "tariff" in self.names:
            data["tariff"] = self._tariff(data)
        return data

    def _ranking(self, data: Mapping[str, Any]) -> list[str]:
        placed: dict[int, str] = {}
        for key in KEYS:
            place = data.get(ranking_name(key))
            if place in placed:
                words = {"place": place, "other": key_words(placed[place]).label}
                said = gettext("%(other)s has the place %(place)s already. Give each its own.") % words
                self.add_error(ranking_name(key), said)
            elif place is not None:
                placed[place] = key
        if not placed and not any(ranking_name(key) in self.errors for key in KEYS):
            said = gettext("Something must decide the order: give at least one of these a number.")
            self.add_error(ranking_name(next(iter(KEYS))), said)
        return [placed[place] for place in sorted(placed)]

    def _tariff(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        tariff = {}
        for code in self.codes:
            steps = read_ladder(self, code)
            if steps:
                tariff[code] = steps
            elif code in DEFAULT_TARIFF and step_name(code, 0, "what") not in self.errors:
                said = gettext("A breach of the rule book has at least one step. What costs nothing has 0 points.")
                self.add_error(step_name(code, 0, "what"), said)
        return tariff | self._new_breach(data)

    def _new_breach(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        name, steps = data.get("new_breach", ""), read_ladder(self, NEW)
        code = code_of(name)
        if steps and not name and "new_breach" not in self.errors:
            self.add_error("new_breach", gettext("Give this breach a name."))
        if not name:
            return {}
        refuse_name(self, "new_breach", code, self.codes)
        if not steps and step_name(NEW, 0, "what") not in self.errors:
            self.add_error(step_name(NEW, 0, "what"), gettext("Say what this breach costs: at least one step."))
        return {code: steps}

    def settings(self) -> dict[str, Any]:
        """Lay what was chosen over what the event has; a rule of the book is not written down."""
        chosen = {name: self.cleaned_data[name] for name in self.names}
        book = Rules()
        rules = {name: value for name, value in self.now["rules"].items() if name not in chosen}
        for name in RULE_NAMES:
            if name == "tariff" and name in chosen:
                rules |= _own_tariff(chosen[name])
            elif name in chosen and chosen[name] != getattr(book, name):
                rules[name] = chosen[name]
        return self.now | {name: chosen[name] for name in OF_THE_EVENT if name in chosen} | {"rules": rules}

    def shown(self) -> Regulations:
        """Give the regulations as they stand on the page: as typed where that can be, else as they are."""
        if self.is_bound and self.is_valid():
            return with_settings(self.regulations, self.settings())
        return self.regulations

    # -- putting back, and what changed meanwhile ----------------------------------------------------------------------

    def put_back(self, name: str) -> RegulationsForm:
        """Give the form with one setting as the preset has it; everything else stays as it is typed."""
        usual = as_typed(self.usual)
        mine = [field for field in (*self.fields, *usual) if _belongs(field, name)]
        data = self._as_data() | {field: usual.get(field, "") for field in mine}
        return RegulationsForm(self.regulations, data, self.groups)

    def after(self, regulations: Regulations, before: Mapping[str, Any] | None) -> RegulationsForm:
        """Give the form once more after somebody else wrote: `before` is what this page had shown, if that is known.

        What was not touched here follows what is stored now; what was stays typed, and is told.
        """
        now, typed = as_typed(settings_of(regulations)), self._as_data()
        old = as_typed(before) if before else typed
        data = {name: typed.get(name, "") for name in {*typed, *now}}
        if before:
            data |= {name: now.get(name, "") for name in {*old, *now} if typed.get(name, "") == old.get(name, "")}
        data["stamp"] = stamp_of(settings_of(regulations))
        form = RegulationsForm(regulations, data, self.groups)
        changed = [name for name in {*now, *old} if now.get(name, "") != old.get(name, "")]
        told = {name for name in self.names for field in changed if _belongs(field, name)}
        form.meanwhile = {name: _meanwhile(name, regulations) for name in told}
        return form

    def _as_data(self) -> dict[str, Any]:
        return {name: self.data.get(self.add_prefix(name), "") for name in self.fields}

    # -- the page ------------------------------------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        """Lay the settings out, group by group."""
        shown = self.shown()
        typed, usual = as_typed(settings_of(shown)), as_typed(self.usual)
        preset = with_settings(self.regulations, self.usual)
        for group in self.groups:
            rows = [self._row(name, typed, usual, preset) for name in group.names if name != "tariff"]
            ladders = list(self._ladders(shown)) if "tariff" in group.names else []
            differing = sum(row.differs for row in rows) + sum(ladder.differs for ladder in ladders)
            wrong = any(row.wrong for row in rows) or any(ladder.wrong for ladder in ladders)
            told = any(row.meanwhile for row in rows) or ("tariff" in group.names and "tariff" in self.meanwhile)
            yield Section(str(group.title), rows, ladders, group.unfolded or wrong or told, differing)

    def _row(self, name: str, typed: dict[str, str], usual: dict[str, str], preset: Regulations) -> Row:
        mine = [field for field in self.fields if _belongs(field, name)]
        differs = name in COMPARED and any(typed.get(field, "") != usual.get(field, "") for field in mine)
        return Row(
            name=name,
            label=str(self._question(name).label),
            help=str(QUESTIONS[name].help),
            fields=[self[field] for field in mine],
            differs=differs,
            usual=setting_in_words(name, preset) if differs else "",
            meanwhile=self.meanwhile.get(name, ""),
        )

    def _ladders(self, shown: Regulations) -> Iterator[Ladder]:
        tariff = parse_rules(shown.rules).tariff
        usual = parse_rules(self.usual["rules"]).tariff
        for code in self.codes:
            steps, theirs = tariff.get(code, ()), usual.get(code, ())
            yield Ladder(
                code=code,
                title=breach_words(code),
                words=ladder_words(steps) if steps else gettext("is taken out"),
                steps=self._steps(code),
                differs=steps != theirs,
                usual=ladder_words(theirs) if theirs else gettext("The preset has no such breach."),
            )
        yield Ladder(NEW, gettext("A further breach"), "", self._steps(NEW), name=self["new_breach"])

    def _steps(self, code: str) -> list[tuple[BoundField, BoundField]]:
        steps, index = [], 0
        while (name := step_name(code, index, "what")) in self.fields:
            steps.append((self[name], self[step_name(code, index, "points")]))
            index += 1
        return steps


def _belongs(field: str, setting: str) -> bool:
    """Tell whether a control is one of a setting: its own, a place of the order, a step of a ladder."""
    if setting == "ranking":
        return field.startswith("ranking-")
    if setting == "tariff":
        return field.startswith("step-")
    code = setting.removeprefix("tariff.")
    if code != setting:
        return field.startswith("step-") and field.split("-", 3)[3] == code
    return field == setting


def _meanwhile(name: str, regulations: Regulations) -> str:
    """Say what is stored by now where somebody else wrote."""
    if name == "tariff":
        return gettext("The tariff was changed meanwhile: what you did not touch here shows it as it is now.")
    text = setting_in_words(name, regulations)
    return gettext("Changed meanwhile. It says now: %(sentence)s") % {
        "sentence": text or getattr(regulations, name, "")
    }


def _control(name: str, question: Question) -> forms.Field:
    words: dict[str, Any] = {"label": question.label, "help_text": question.help}
    if name in NUMBERS:
        least, most, empty = NUMBERS[name]
        return forms.IntegerField(min_value=least, max_value=most, required=not empty, **words)
    if name in CHOICES or name in CHOICES_OF_THE_EVENT:
        return forms.ChoiceField(choices=list(SHORT_WORDS[name].items()), **words)
    if name in SWITCHES or name == "clubs_apart":
        on, off = ON_OFF[name]
        return forms.TypedChoiceField(choices=[(YES, on), (NO, off)], coerce=_is_yes, **words)
    return TextField(max_length=300, required=False, **words)


def _is_yes(value: str) -> bool:
    return value == YES


def _place(key: Question) -> forms.Field:
    return forms.IntegerField(label=str(key.label), help_text=str(key.help), min_value=1, max_value=99, required=False)


def _own_tariff(tariff: dict[str, list[Any]]) -> dict[str, Any]:
    """Leave out the ladders that are those of the rule book."""
    read = parse_rules({"tariff": tariff}).tariff
    own = {code: steps for code, steps in tariff.items() if read[code] != DEFAULT_TARIFF.get(code)}
    return {"tariff": own} if own else {}
