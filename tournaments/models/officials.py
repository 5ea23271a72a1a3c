"""Officials: a person with a role in one event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Tournament


class Role(models.TextChoices):
    ORGANISER = "organiser", _("organiser")
    CHIEF_REFEREE = "chief_referee", _("chief referee")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")
    DESK = "desk", _("desk")


class Official(models.Model):
    """A PIN opens tables, a user's password opens the desk; an official may have either or both."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="officials")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="offices"
    )
    name = models.CharField(_("name"), max_length=120)
    role = models.CharField(_("role"), max_length=16, choices=Role)
    pin_hash = models.CharField(max_length=128, blank=True, editable=False)
    active = models.BooleanField(_("active"), default=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="official_named_once_in_an_event"),
            models.UniqueConstraint(fields=["tournament", "user"], name="user_has_one_office_in_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_role_display()}"
