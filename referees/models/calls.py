"""Calls from a table: a player says that something is wrong, a tablet asks for help. No lines of a log."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game


class Call(models.Model):
    """One call, open until an official has seen to it."""

    class Kind(models.TextChoices):
        MISTAKE = "mistake", _("a mistake in the record")
        HELP = "help", _("help is needed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.CharField(max_length=300, blank=True)
    caller = models.CharField(max_length=160, blank=True, help_text="an official's name; empty for a player's phone")
    address = models.GenericIPAddressField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["game"], condition=Q(closed_at=None), name="open_calls_by_game")]

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"
