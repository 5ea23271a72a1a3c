"""What was decided on a protest. The protest itself is a line of the log."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Game, Official


class Decision(models.Model):
    """The chief referee's answer to one protest; written once, the database refuses an update."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="decisions")
    line_id = models.CharField(max_length=64, help_text="the protest in the log of the game")
    upheld = models.BooleanField()
    reason = models.CharField(max_length=1000)
    at = models.DateTimeField(default=timezone.now, editable=False)
    official = models.ForeignKey(Official, on_delete=models.PROTECT, null=True, related_name="decisions")
    decided_by = models.CharField(max_length=160)

    class Meta:
        ordering = ["game_id", "at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "line_id"], name="one_decision_for_each_protest"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_decision_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {'upheld' if self.upheld else 'rejected'}"
