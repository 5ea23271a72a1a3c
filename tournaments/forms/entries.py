"""One entry by hand, a substitute, and the file of an entry list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..entry_list import MAX_BYTES, Pair, Person, categories_in
from ..entry_list.faults import LONGEST
from ..models import Category, Entry, Player
from ..refusals import LONGEST_REASON, Refused
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
    "Category": "categories",
}
MOST_CATEGORIES = 300  # letters, of all together


SURNAME_FIRST = _(
    "Surname first, as “Berg Anna” or “Berg, Anna”: the entry is named after it, Berg – Dahl. A surname of two words "
    "needs the comma."
)


def _figures(label: Any, **more: Any) -> forms.CharField:
    return TextField(label=label, required=False, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **more)


def _licence() -> forms.CharField:
    return TextField(
        label=_("Licence"),
        required=False,
        max_length=LONGEST["licence"],
        help_text=_("Empty: the player stands under a number of this desk."),
    )


def _ticked(label: Any, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=help_text)


class StampedForm(forms.Form):
    """A form that knows what its entry said when it was opened, and lets its players be looked up while typing."""

    stamp = TextField(required=False, max_length=64, widget=forms.HiddenInput)

    def look_up(self, address: Callable[[int], str]) -> None:
        """Let the fields of names ask for known players at `address`, one for each place."""
        for place in (1, 2):
            if field := self.fields.get(f"name_{place}"):
                field.widget.attrs |= {
                    "hx-get": address(place),
                    "hx-trigger": "input changed delay:300ms",
                    "hx-target": f"#found-{place}",
                    "hx-sync": "this:replace",
                    "autocomplete": "off",
                }

    def renew(self, stamp: str) -> None:
        """Take the stamp of what the entry says now, once that stands beside what was typed."""
        data = cast(QueryDict, self.data).copy()
        data["stamp"] = stamp
        self.data = data

    @classmethod
    def typed(cls, data: Mapping[str, str]) -> dict[str, str]:
        """Give what stands in the fields, good or not, to show it again."""
        return {name: data[name] for name in cls.base_fields if name in data}


def chosen_player(data: Mapping[str, str]) -> tuple[int, int] | None:
    """Read which known player was chosen for which place; None where none was."""
    for place in (1, 2):
        text = data.get(f"choose_{place}", "")
        if text.isascii() and text.isdigit() and len(text) < 18:
            return place, int(text)
    return None


def filled_with(typed: dict[str, str], place: int, player: Player) -> dict[str, str]:
    """Write a known player into the fields of a place; club and country of the pair only where they are empty."""
    rating = "" if player.rating is None else str(player.rating)
    person = {f"name_{place}": player.name, f"licence_{place}": player.licence, f"rating_{place}": rating}
    beside = {"club": player.club.name if player.club else "", "country": player.country}
    return {**typed, **person, **{name: typed.get(name) or text for name, text in beside.items()}}


def _categories() -> TextField:
    return TextField(
        label=_("Categories"),
        required=False,
        max_length=MOST_CATEGORIES,
        help_text=_("Several with a comma between them: Women, Juniors."),
    )


def _tell_categories(field: forms.Field, there: Iterable[Category]) -> None:
    if names := ", ".join(category.name for category in there):
        field.help_text = gettext("Several with a comma between them. In this event: %(names)s.") % {"names": names}


class EntryForm(StampedForm):
    """A pair: two different players."""

    number = _figures(_("Number"), help_text=_("Empty: the next free one."))
    name_1 = TextField(label=_("Name"), max_length=LONGEST["name"], help_text=SURNAME_FIRST)
    licence_1 = _licence()
    rating_1 = _figures(_("Rating"))
    name_2 = TextField(label=_("Name"), max_length=LONGEST["name"])
    licence_2 = _licence()
    rating_2 = _figures(_("Rating"))
    club = TextField(label=_("Club"), required=False, max_length=LONGEST["club"])
    country = TextField(label=_("Country"), required=False, help_text=_("Two or three Latin letters, such as ESP."))
    categories = _categories()
    fee_paid = _ticked(_("The fee is paid"))
    reserve = _ticked(_("Reserve"), _("Waits for a place and is not drawn until it is taken in."))
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
        return Pair(
            0,
            typed["number"],
            (first, second),
            typed["club"],
            typed["country"].upper(),
            categories=categories_in(typed["categories"]),
            fee_text="yes" if typed["fee_paid"] else "",
            reserve_text="yes" if typed["reserve"] else "",
        )

    def tell_categories(self, there: Iterable[Category]) -> None:
        """Name the categories that an event has already."""
        _tell_categories(self.fields["categories"], there)

    def refuse(self, refused: Refused) -> None:
        """Tell a refusal at its field; the question of a known licence gets a box to answer it with."""
        tell(self, refused, FIELDS)
        if refused.code == "licence_of_another":
            self.fields["keep_known"].widget = forms.CheckboxInput()

    @classmethod
    def of(cls, pair: Pair, stamp: str) -> EntryForm:
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
                "categories": ", ".join(pair.categories),
                "fee_paid": pair.fee_paid,
                "reserve": pair.reserve,
                "stamp": stamp,
            }
        )


class NamesForm(StampedForm):
    """How the players of an entry are written."""

    name_1 = TextField(label=_("First player"), max_length=LONGEST["name"])
    name_2 = TextField(label=_("Second player"), max_length=LONGEST["name"])

    def names(self) -> tuple[str, str]:
        """Give both names."""
        return self.cleaned_data["name_1"], self.cleaned_data["name_2"]


class CategoriesForm(StampedForm):
    """The categories in which an entry is ranked."""

    categories = _categories()

    def names(self) -> tuple[str, ...]:
        """Give them one by one."""
        return categories_in(self.cleaned_data["categories"])

    def tell_categories(self, there: Iterable[Category]) -> None:
        """Name the categories that an event has already."""
        _tell_categories(self.fields["categories"], there)


class SubstituteForm(StampedForm):
    """Who leaves an entry, who comes, and why."""

    leaves = forms.TypedChoiceField(label=_("Who leaves"), coerce=int, widget=forms.RadioSelect)
    name_1 = TextField(label=_("Name"), max_length=LONGEST["name"], help_text=SURNAME_FIRST)
    licence_1 = _licence()
    rating_1 = _figures(_("Rating"))
    reason = TextField(label=_("Reason"), max_length=LONGEST_REASON)
    keep_known = forms.BooleanField(
        label=_("It is the player who is known by this licence"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(m.place, f"{m.player.name} {m.player.licence}") for m in entry.members.all()]
        self.fields["leaves"].choices = choices  # type: ignore[attr-defined]  # stubs: a Field

    def person(self) -> Person:
        """Give the player who comes."""
        typed = self.cleaned_data
        return Person(typed["name_1"], typed["licence_1"].upper(), typed["rating_1"])

    def refuse(self, refused: Refused) -> None:
        """Tell a refusal at its field: what the act says of a place is about the player who comes."""
        place = self.cleaned_data["leaves"]
        columns = {f"{word} {place}": name for word, name in
                   (("Player", "name_1"), ("Licence", "licence_1"), ("Rating", "rating_1"))}  # fmt: skip
        tell(self, refused, columns)
        if refused.code == "licence_of_another":
            self.fields["keep_known"].widget = forms.CheckboxInput()


class EntryFileForm(forms.Form):
    """The file of an entry list."""

    file = forms.FileField(
        label=_("The file"),
        allow_empty_file=True,  # the reader says what is wrong with an empty one
        help_text=_("A workbook (XLSX), or CSV with commas, semicolons or tabs between the columns."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xlsm,text/csv"}),
    )

    def content(self) -> bytes:
        """Read the file, one byte more than is allowed at the most."""
        return bytes(self.cleaned_data["file"].read(MAX_BYTES + 1))
