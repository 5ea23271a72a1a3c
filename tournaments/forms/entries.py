"""One entry by hand, and the file of an entry list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..entry_list import MAX_BYTES, Pair, Person
from ..entry_list.faults import LONGEST
from ..refusals import Refused
from .texts import TextField, tell

#: column of an entry list: field of the form.
FIELDS = {
    "No": "number",
    "Player 1": "name_1",
    "Licence 1": "licence_1",
    "Rating 1": "rating_1",
    "Player 2": "name_2",
    "Licence 2": "licence_2",
    "Rating 2": "rating_2",
    "Club": "club",
    "Country": "country",
}


def _figures(label: Any, **more: Any) -> forms.CharField:
    return TextField(label=label, required=False, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **more)


def _licence() -> forms.CharField:
    return TextField(
        label=_("Licence"),
        required=False,
        max_length=LONGEST["licence"],
        help_text=_("Empty: the player stands under a number of this desk."),
    )


class EntryForm(forms.Form):
    """A pair: two different players."""

    number = _figures(_("Number"), help_text=_("Empty: the next free one."))
    name_1 = TextField(label=_("Name"), max_length=LONGEST["name"])
    licence_1 = _licence()
    rating_1 = _figures(_("Rating"))
    name_2 = TextField(label=_("Name"), max_length=LONGEST["name"])
    licence_2 = _licence()
    rating_2 = _figures(_("Rating"))
    club = TextField(label=_("Club"), required=False, max_length=LONGEST["club"])
    country = TextField(label=_("Country"), required=False, help_text=_("Two or three Latin letters, such as ESP."))
    keep_known = forms.BooleanField(
        label=_("It is the player who is known by this licence"), required=False, widget=forms.HiddenInput
    )

    def pair(self) -> Pair:
        """Give what was typed as a row of an entry list."""
        typed: dict[str, str] = self.cleaned_data
        first, second = (
            Person(typed[f"name_{place}"], typed[f"licence_{place}"].upper(), typed[f"rating_{place}"])
            for place in (1, 2)
        )
        return Pair(0, typed["number"], (first, second), typed["club"], typed["country"].upper())

    def refuse(self, refused: Refused) -> None:
        """Tell a refusal at its field; the question of a known licence gets a box to answer it with."""
        tell(self, refused, FIELDS)
        if refused.code == "licence_of_another":
            self.fields["keep_known"].widget = forms.CheckboxInput()

    @classmethod
    def of(cls, pair: Pair) -> EntryForm:
        """Fill the form with an entry there is."""
        first, second = pair.players
        return cls(
            initial={
                "number": pair.number_text,
                "name_1": first.name,
                "licence_1": first.licence,
                "rating_1": first.rating_text,
                "name_2": second.name,
                "licence_2": second.licence,
                "rating_2": second.rating_text,
                "club": pair.club,
                "country": pair.country,
            }
        )


class NamesForm(forms.Form):
    """How the players of an entry are written."""

    name_1 = TextField(label=_("First player"), max_length=LONGEST["name"])
    name_2 = TextField(label=_("Second player"), max_length=LONGEST["name"])

    def names(self) -> tuple[str, str]:
        """Give both names."""
        return self.cleaned_data["name_1"], self.cleaned_data["name_2"]


class EntryFileForm(forms.Form):
    """The file of an entry list."""

    file = forms.FileField(
        label=_("The file"),
        allow_empty_file=True,  # the reader says what is wrong with an empty one
        help_text=_("CSV, with commas, semicolons or tabs between the columns."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv"}),
    )

    def content(self) -> bytes:
        """Read the file, one byte more than is allowed at the most."""
        return bytes(self.cleaned_data["file"].read(MAX_BYTES + 1))
