"""Entries: who competes and is ranked."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Tournament
from .people import Club, Player


class Entry(models.Model):
    """A pair, a single player or a team of one event; its name is made of its members' names."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(max_length=8, choices=Tournament.EntryKind, default=Tournament.EntryKind.PAIR)
    name = models.CharField(_("name"), max_length=260)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    country = models.CharField(_("country"), max_length=3, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    players = models.ManyToManyField(Player, through="EntryMember", related_name="entries")

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once_in_an_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EntryMember(models.Model):
    """One player of an entry; the event stands here too, so that nobody can be in two entries of it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entry_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_in_one_entry_of_an_event"),
            models.UniqueConstraint(fields=["entry", "place"], name="place_in_an_entry_taken_once"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="places_in_an_entry_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.player}"
