"""One owner per table: who writes a game, on which tablet, and when that was last heard of."""

from __future__ import annotations

from django.db import models

from tournaments.models import Game, Official


class Lease(models.Model):
    """The one tablet that writes a game. `holder` is the name its page gave itself; another one has to take over."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="lease")
    official = models.ForeignKey(Official, on_delete=models.CASCADE, related_name="leases")
    holder = models.CharField(max_length=64)
    taken_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["holder"], name="leases_by_holder")]

    def __str__(self) -> str:
        return f"{self.game}: {self.official}"
