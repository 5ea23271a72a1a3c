"""The event itself, and its regulations."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import Club, Federation


def default_ranking() -> list[str]:
    """List what decides a place, in the order most regulations give."""
    return ["wins", "effectiveness", "points"]


class Tournament(models.Model):
    class EntryKind(models.TextChoices):
        PAIR = "pair", _("fixed pairs")
        PLAYER = "player", _("single players, partners change")
        TEAM = "team", _("teams")

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
    created_at = models.DateTimeField(auto_now_add=True)
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

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="regulations")
    preset = models.ForeignKey(RegulationsPreset, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    rules = models.JSONField(default=dict)
    system = models.CharField(_("system"), max_length=16, choices=System, default=System.ROUND_ROBIN)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds planned"), default=8)
    ranking = models.JSONField(default=default_ranking)
    override_reason = models.CharField(_("reason for departing from the preset"), max_length=300, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name_plural = "regulations"
        constraints = [
            models.CheckConstraint(condition=models.Q(planned_rounds__gte=1), name="at_least_one_round_planned"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.system}, {self.planned_rounds}"
