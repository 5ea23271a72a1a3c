"""The log of a game: append-only."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.models import Game, Official


class Line(models.Model):
    """One line as it came in. `number` is the order of the server, which is the order of the log."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveIntegerField()
    line_id = models.CharField(max_length=64)
    kind = models.CharField(max_length=16)
    data = models.JSONField(help_text="the line as format 1 writes it")
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    official = models.ForeignKey(Official, on_delete=models.PROTECT, null=True, related_name="lines")

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_line_for_each_number_of_a_log"),
            models.UniqueConstraint(fields=["game", "line_id"], name="one_line_for_each_id_of_a_log"),
        ]

    def __str__(self) -> str:
        return f"{self.game} line {self.number}: {self.kind}"
