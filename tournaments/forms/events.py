"""Making an event, copying it, changing it, and what its regulations begin from."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..acts.copies_of_events import Luggage
from ..acts.events import EventData
from ..models import Club, Federation, RegulationsPreset, Tournament
from ..reads.events import WHAT_IT_IS, stamp_of_event
from ..reads.presets import BUILT_IN
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
            self.add_error("ends_on", gettext("The last day lies before the first. Correct one of them."))
        return data


class EventForm(PlaceAndDaysForm):
    """A new event: what it is called, where and when it is, and whose."""

    federation = forms.ModelChoiceField(
        label=_("Federation"),
        queryset=Federation.objects.none(),
        required=False,
        empty_label=_("another one, named beneath"),
    )
    federation_name = TextField(
        label=_("Name of a new federation"),
        max_length=200,
        required=False,
        help_text=_("A club on its own may write its own name here."),
    )

    def __init__(self, federations: QuerySet[Federation], data: Any = None, *, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["federation"].queryset = federations  # type: ignore[attr-defined]  # stubs: a Field
        if not federations.exists():
            self.fields["federation_name"].required = True
            self.fields["federation_name"].label = _("Federation")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not data.get("federation") and not data.get("federation_name") and "federation_name" not in self.errors:
            self.add_error("federation_name", gettext("Choose the federation above, or write the name of a new one."))
        if data.get("federation") and data.get("federation_name"):
            self.add_error(
                "federation_name", gettext("A federation is chosen above: leave this empty, or choose none.")
            )
        return data

    def data_of_event(self) -> EventData:
        """Give what the act asks for."""
        return EventData(**self.cleaned_data)


class ChangeEventForm(PlaceAndDaysForm):
    """An event there is; it carries the stamp of what was shown."""

    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    @classmethod
    def of(cls, tournament: Tournament) -> ChangeEventForm:
        """Fill the form with what an event is called now."""
        now = {name: getattr(tournament, name) for name in WHAT_IT_IS}
        return cls(initial=now | {"stamp": stamp_of_event(tournament)})

    def after(self, tournament: Tournament) -> ChangeEventForm:
        """Give the form once more after somebody else wrote: what was typed stays, what differs is told."""
        form = ChangeEventForm(dict(self.data.items()) | {"stamp": stamp_of_event(tournament)})
        for name in WHAT_IT_IS:
            now = getattr(tournament, name)
            if self.cleaned_data.get(name) != now:
                form.add_error(name, gettext("It says now: %(value)s") % {"value": now or gettext("nothing")})
        return form


class LuggageForm(forms.Form):
    """What is brought along from an old event beside its regulations."""

    officials = forms.BooleanField(
        label=_("Officials with their roles"), required=False, initial=True, help_text=_("without their PINs")
    )
    categories = forms.BooleanField(label=_("Categories"), required=False, initial=True)
    tables = forms.BooleanField(
        label=_("As many tables"),
        required=False,
        initial=True,
        help_text=_("with new links: the old ones stay with it"),
    )
    entries = forms.BooleanField(
        label=_("The entries too"), required=False, help_text=_("who took part to the end; never results")
    )

    def luggage(self) -> Luggage:
        """Give what the act asks for."""
        return Luggage(**{name: self.cleaned_data[name] for name in LuggageForm.base_fields})


class CopyForm(PlaceAndDaysForm, LuggageForm):
    """A new event like an old one."""

    @classmethod
    def of_old(cls, old: Tournament, today: datetime.date) -> CopyForm:
        """Propose the same name and hall, and days as far apart."""
        length = old.ends_on - old.starts_on
        first = max(today, old.ends_on + datetime.timedelta(days=7))
        days = {"starts_on": first, "ends_on": first + length}
        return cls(initial={"name": old.name, "venue": old.venue, "language": old.language, **days})

    def data_of_event(self) -> EventData:
        """Give what the act asks for."""
        return EventData(**{name: self.cleaned_data[name] for name in WHAT_IT_IS})


class StartForm(LuggageForm):
    """What the regulations of an event begin from: kept as they are, a preset, or an old event."""

    start = forms.ChoiceField(label=_("Begin from"), widget=forms.RadioSelect)
    stamp = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        presets: Iterable[RegulationsPreset] = (),
        events: Iterable[Tournament] = (),
        stamp: str = "",
    ) -> None:
        super().__init__(data, initial={"start": "keep", "stamp": stamp})
        self.presets = {f"preset:{preset.pk}": preset for preset in presets}
        self.built_in = {f"book:{name}": preset for name, preset in BUILT_IN.items()}
        self.events = {f"event:{event.pk}": event for event in events}
        self.fields["start"].choices = [  # type: ignore[attr-defined]  # stubs: a Field
            (value, value) for value in ("keep", *self.presets, *self.built_in, *self.events)
        ]

    @property
    def chosen(self) -> str:
        """Name the start that is marked on the page."""
        return str(self["start"].value() or "keep")


class PresetForm(forms.Form):
    """The regulations of an event kept as a preset."""

    preset_name = TextField(label=_("Name of the preset"), max_length=120)
    preset_club = forms.ModelChoiceField(
        label=_("For"), queryset=Club.objects.none(), required=False, empty_label=_("the whole federation")
    )
    rounds_in_fours = forms.BooleanField(label=_("Rounds in multiples of four"), required=False, initial=True)
    whole = forms.BooleanField(
        label=_("System, rounds and the order of the table too"),
        required=False,
        initial=True,
        help_text=_("without it the preset has the rules of a game and the tariff alone"),
    )

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self.fields["preset_club"].queryset = tournament.federation.clubs.all()  # type: ignore[attr-defined]  # stubs: a Field
