"""The event itself, and its regulations."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .people import Club, Federation

LARGEST_SEED = 2**31 - 1


def default_ranking() -> list[str]:
    """List what decides a place, in the order most regulations give."""
    return ["wins", "effectiveness", "points"]


def new_seed() -> int:
    """Make the seed of an event's lots; it is kept, so that every lot can be drawn again by anybody."""
    return secrets.randbelow(LARGEST_SEED) + 1


class Tournament(models.Model):
    class EntryKind(models.TextChoices):
        PAIR = "pair", _("fixed pairs")
        PLAYER = "player", _("single players, partners change")
        TEAM = "team", _("teams")

    # By this an event is known again on another machine, whatever its address is there.
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="tournaments")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments")
    venue = models.CharField(_("hall"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    entry_kind = models.CharField(_("who competes"), max_length=8, choices=EntryKind, default=EntryKind.PAIR)
    language = models.CharField(_("language of the sheets"), max_length=8, default="en")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="last_day_not_before_the_first"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RegulationsPreset(models.Model):
    """Rules a federation or a club starts its events from; a club's stand on its federation's."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="presets")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="presets")
    name = models.CharField(_("name"), max_length=120)
    rules = models.JSONField(default=dict)
    # What it says beside the rules of a game, by the names of Regulations; what it does not name stays as it is.
    settings = models.JSONField(default=dict, blank=True)
    rounds_in_fours = models.BooleanField(_("rounds in multiples of four"), default=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "name"], condition=models.Q(club=None), name="preset_of_a_federation_named_once"
            ),
            models.UniqueConstraint(fields=["club", "name"], name="preset_of_a_club_named_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Regulations(models.Model):
    """What the committee fixed for one event; frozen when round 1 is published."""

    class System(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("double round robin")
        SWISS = "swiss", _("Swiss")

    class FirstRound(models.TextChoices):
        NUMBER = "number", _("by entry number")
        RATING = "rating", _("by rating")
        LOT = "lot", _("by lot")

    class Effectiveness(models.TextChoices):
        DIFFERENCE = "difference", _("points scored minus points against")
        TO_TARGET = "to_target", _("target minus the loser’s points, the difference where time ended the game")
        SHARE = "share", _("share of all points scored, in thousandths")

    class Counts(models.TextChoices):
        FULL = "full", _("in full")
        HALF = "half", _("half")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="regulations")
    preset = models.ForeignKey(RegulationsPreset, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    rules = models.JSONField(default=dict)
    system = models.CharField(_("system"), max_length=20, choices=System, default=System.ROUND_ROBIN)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds planned"), default=8)
    ranking = models.JSONField(default=default_ranking)
    effectiveness = models.CharField(
        _("effectiveness"), max_length=12, choices=Effectiveness, default=Effectiveness.DIFFERENCE
    )
    bye_counts = models.CharField(
        _("the difference of a bye counts"), max_length=4, choices=Counts, default=Counts.FULL
    )
    walkover_counts = models.CharField(
        _("the difference of a game won without playing counts"), max_length=4, choices=Counts, default=Counts.FULL
    )
    first_round = models.CharField(
        _("order of the first draw"), max_length=8, choices=FirstRound, default=FirstRound.NUMBER
    )
    clubs_apart = models.BooleanField(_("clubs kept apart in round 1"), default=True)
    seed = models.PositiveIntegerField(
        _("seed of the lots"), default=new_seed, validators=[MaxValueValidator(LARGEST_SEED)]
    )
    entries_close = models.PositiveSmallIntegerField(
        _("entries close when this round starts"), default=1, help_text="late entries score nothing for rounds missed"
    )
    override_reason = models.CharField(_("reason for departing from the preset"), max_length=300, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name_plural = "regulations"
        constraints = [
            models.CheckConstraint(condition=models.Q(planned_rounds__gte=1), name="at_least_one_round_planned"),
            models.CheckConstraint(condition=models.Q(entries_close__gte=1), name="entries_close_at_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.system}, {self.planned_rounds}"
