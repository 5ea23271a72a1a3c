"""Entries: who competes and is ranked."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .events import Tournament
from .people import Club, Player


class Category(models.Model):
    """Entries of one event that have a ranking of their own beside the whole: women, juniors, seniors."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    code = models.SlugField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="category_once_in_an_event"),
            models.UniqueConstraint(fields=["tournament", "name"], name="category_named_once_in_an_event"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A pair, a single player or a team of one event; its name is made of its members' names."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(max_length=8, choices=Tournament.EntryKind, default=Tournament.EntryKind.PAIR)
    name = models.CharField(_("name"), max_length=260)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    country = models.CharField(_("country"), max_length=3, blank=True)
    categories = models.ManyToManyField(Category, blank=True, related_name="entries")
    reserve = models.BooleanField(_("reserve"), default=False, help_text="waits for a place, and is not drawn")
    fee_paid_at = models.DateTimeField(_("fee paid"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    from_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    players = models.ManyToManyField(Player, through="EntryMember", related_name="entries")

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once_in_an_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_numbers_from_one"),
            models.CheckConstraint(condition=models.Q(from_round__gte=1), name="entries_play_from_a_round_on"),
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


class Disqualification(models.Model):
    """An entry taken out of an event for a breach. Its results stay as they are stored; standings read them by this."""

    class Opponents(models.TextChoices):
        KEEP = "keep", _("keep what they played")
        WALKOVER = "walkover", _("win by the walkover")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="disqualifications")
    from_round = models.PositiveSmallIntegerField(_("from round"), help_text="1: all rounds")
    opponents = models.CharField(_("its opponents"), max_length=8, choices=Opponents, default=Opponents.KEEP)
    reason = models.CharField(_("reason"), max_length=300)
    decided_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_by = models.CharField(max_length=160)
    withdrew = models.BooleanField(default=True, help_text="the entry was taken out of the rounds to come by this")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-decided_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(taken_back_at=None), name="one_disqualification_in_force"
            ),
            models.CheckConstraint(condition=models.Q(from_round__gte=1), name="disqualified_from_a_round_on"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_disqualification_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, from round {self.from_round}"
