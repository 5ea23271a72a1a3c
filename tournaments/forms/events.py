"""Making an event, changing it, and its regulations."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from scoring.rules import CHOICES, Rules, parse_rules

from ..acts.events import EventData
from ..models import Federation, Regulations, RegulationsPreset, Tournament
from ..reads.rule_words import SHORT_WORDS
from .texts import TextField


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))


class PlaceAndDaysForm(forms.Form):
    """What an event is called, where and when it is."""

    name = TextField(label=_("Name of the event"), max_length=120)
    venue = TextField(label=_("Hall"), max_length=120, required=False)
    starts_on = _day(_("First day"))
    ends_on = _day(_("Last day"))
    language = forms.ChoiceField(
        label=_("Language of the sheets"), choices=settings.LANGUAGES, widget=forms.RadioSelect, initial="en"
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _now("The last day lies before the first. Correct one of them."))
        return data

    @classmethod
    def of(cls, tournament: Tournament) -> PlaceAndDaysForm:
        """Fill the form with what an event is called now."""
        return cls(initial={name: getattr(tournament, name) for name in cls.base_fields})


class PresetField(forms.ModelChoiceField):
    """Chooses a preset; two federations may call theirs the same."""

    def label_from_instance(self, preset: Any) -> str:
        return f"{preset.name} ({preset.club or preset.federation})"


class EventForm(PlaceAndDaysForm):
    """A new event."""

    federation = forms.ModelChoiceField(
        label=_("Federation"),
        queryset=Federation.objects.all(),
        required=False,
        empty_label=_("another one, named beneath"),
    )
    federation_name = TextField(
        label=_("Name of a new federation"),
        max_length=200,
        required=False,
        help_text=_("A club on its own may write its own name here."),
    )
    preset = PresetField(
        label=_("Begin from"),
        queryset=RegulationsPreset.objects.none(),
        required=False,
        empty_label=_("the federation’s rules"),
    )
    planned_rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=99, initial=8, help_text=_("A multiple of four is usual.")
    )
    override_reason = TextField(
        label=_("Why not a multiple of four"),
        max_length=300,
        required=False,
        help_text=_("Only where the preset asks for rounds in fours and this event departs from it."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes for a game"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=_("Empty: as the preset has it, usually 40."),
    )
    target = forms.IntegerField(
        label=_("A game goes to"),
        min_value=1,
        max_value=10_000,
        required=False,
        help_text=_("Points. Empty: as the preset has it, usually 200."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets: QuerySet[RegulationsPreset] = RegulationsPreset.objects.select_related("federation", "club")
        self.fields["preset"].queryset = presets  # type: ignore[attr-defined]  # stubs: a Field
        if not Federation.objects.exists():
            self.fields["federation_name"].required = True
            self.fields["federation_name"].label = _("Federation")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("federation") and not data.get("federation_name") and "federation_name" not in self.errors:
            self.add_error("federation_name", _now("Choose the federation above, or write the name of a new one."))
        if data.get("federation") and data.get("federation_name"):
            self.add_error("federation_name", _now("A federation is chosen above: leave this empty, or choose none."))
        return data

    def data_of_event(self) -> EventData:
        """Give what the act asks for."""
        return EventData(**self.cleaned_data)


class RegulationsForm(forms.Form):
    """The main rules of an event, each by its name in the closed list; the others stay as they are."""

    planned_rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=99, help_text=_("a multiple of four; another number needs a reason")
    )
    override_reason = TextField(
        label=_("Why not a multiple of four"),
        max_length=300,
        required=False,
        help_text=_("it is printed with the regulations"),
    )
    target = forms.IntegerField(
        label=_("A game goes to"),
        min_value=1,
        max_value=10_000,
        help_text=_("points; the side that has them first wins"),
    )
    deals = forms.IntegerField(
        label=_("Or a fixed number of deals"),
        min_value=4,
        max_value=400,
        required=False,
        help_text=_("4, 8, 12 …: then there is no target; empty: the target decides"),
    )
    minutes = forms.IntegerField(label=_("Minutes for a game"), min_value=1, max_value=600)
    time_rule = forms.ChoiceField(label=_("When time is over"))
    lead = forms.ChoiceField(label=_("The lead"))
    scoring = forms.ChoiceField(label=_("What the winners of a deal score"))
    level_fish = forms.ChoiceField(label=_("A level fish"), help_text=_("both sides hold the same number of pips"))
    no_show_minutes = forms.IntegerField(
        label=_("Nobody at the table"), min_value=0, max_value=600, help_text=_("minutes until the game is lost")
    )
    walkover = forms.IntegerField(
        label=_("Points for a game won without playing"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=_("empty: the target, or 200 where there is none"),
    )
    fines_to = forms.ChoiceField(label=_("Fines"))
    reason = TextField(
        label=_("Why the regulations are changed now"),
        max_length=300,
        required=False,
        help_text=_("It stays in the audit record. Games that have begun keep their rules."),
    )

    RULES = (
        "target",
        "deals",
        "minutes",
        "time_rule",
        "lead",
        "scoring",
        "level_fish",
        "no_show_minutes",
        "walkover",
        "fines_to",
    )

    def __init__(self, regulations: Regulations, data: Any = None) -> None:
        self.regulations = regulations
        rules = parse_rules(regulations.rules)
        initial = {name: getattr(rules, name) for name in self.RULES}
        initial |= {"planned_rounds": regulations.planned_rounds, "override_reason": regulations.override_reason}
        super().__init__(data, initial=initial)
        for name in self.RULES:
            if name in CHOICES:
                field = self.fields[name]
                field.choices = [(value, SHORT_WORDS[name][value]) for value in CHOICES[name]]  # type: ignore[attr-defined]
        if not regulations.frozen_at:
            del self.fields["reason"]
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"

    def rules(self) -> dict[str, Any]:
        """Lay what was chosen over the rules the event has; a rule of the book is not written down."""
        book = Rules()
        kept = {name: value for name, value in self.regulations.rules.items() if name not in self.RULES}
        chosen = {name: self.cleaned_data[name] for name in self.RULES}
        return kept | {name: value for name, value in chosen.items() if value != getattr(book, name)}
