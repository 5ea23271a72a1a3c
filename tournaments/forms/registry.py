"""What the registry says of a player or a club."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..acts.registry import ClubData, PlayerData
from ..entry_list.faults import LONGEST, MAX_RATING
from ..models import Club, Player
from ..reads.registry import club_stamp, player_stamp
from .texts import TextField


class _CountryForm(forms.Form):
    """A form with a country and with the stamp of what it was opened on."""

    stamp = TextField(required=False, max_length=64, widget=forms.HiddenInput)
    country = TextField(
        label=_("Country"), required=False, max_length=3, help_text=_("Two or three Latin letters, such as ESP.")
    )

    def clean_country(self) -> str:
        country: str = self.cleaned_data["country"].upper()
        if country and not (country.isalpha() and country.isascii()):
            raise forms.ValidationError(
                gettext("“%(country)s” is no code of a country.") % {"country": country}, code="bad_country"
            )
        return country

    def renew(self, stamp: str) -> None:
        """Take the stamp of what the registry says now, once that stands beside what was typed."""
        data = cast(QueryDict, self.data).copy()
        data["stamp"] = stamp
        self.data = data


class PlayerForm(_CountryForm):
    """A player; the licence cannot be changed here."""

    name = TextField(label=_("Name"), max_length=LONGEST["name"])
    latin_name = TextField(label=_("Name in Latin letters"), required=False, max_length=LONGEST["name"])
    club = TextField(label=_("Club"), required=False, max_length=LONGEST["club"])
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=MAX_RATING)
    field_order = ["name", "latin_name", "club", "country", "rating"]

    def data_of_player(self) -> PlayerData:
        """Give what the act asks for."""
        typed: dict[str, Any] = {name: self.cleaned_data[name] for name in self.field_order or ()}
        return PlayerData(**typed)

    @classmethod
    def of(cls, player: Player) -> PlayerForm:
        """Fill the form with what the registry says now."""
        club = player.club.name if player.club else ""
        told = {"name": player.name, "latin_name": player.latin_name, "country": player.country, "club": club}
        return cls(initial={**told, "rating": player.rating, "stamp": player_stamp(player)})


class ClubForm(_CountryForm):
    """A club."""

    name = TextField(label=_("Name"), max_length=LONGEST["club"])
    field_order = ["name", "country"]

    def data_of_club(self) -> ClubData:
        """Give what the act asks for."""
        return ClubData(self.cleaned_data["name"], self.cleaned_data["country"])

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Fill the form with what the registry says now."""
        return cls(initial={"name": club.name, "country": club.country, "stamp": club_stamp(club)})
