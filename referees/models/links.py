"""How a tablet finds its table, and who may hold the pen."""

from __future__ import annotations

import secrets

from django.db import models

from tournaments.models import Official, Tournament

# Without 0, O, 1, I and the like: the code is read out across a hall.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_token() -> str:
    """Make the secret part of a table's link."""
    return secrets.token_urlsafe(12)


def new_code() -> str:
    """Make the short code that is typed where nothing can be scanned."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


class TableLink(models.Model):
    """The link of one table of an event, the same in every round. It shows the table; a PIN opens the pen."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_links")
    table = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=32, unique=True, default=new_token)
    code = models.CharField(max_length=8, unique=True, default=new_code)

    class Meta:
        ordering = ["tournament_id", "table"]
        constraints = [models.UniqueConstraint(fields=["tournament", "table"], name="one_link_for_each_table")]

    def __str__(self) -> str:
        return f"{self.tournament}, table {self.table}"


class PinAttempt(models.Model):
    """One guess at a PIN; guesses are slowed by official and by address."""

    official = models.ForeignKey(Official, on_delete=models.CASCADE, related_name="pin_attempts")
    address = models.CharField(max_length=45)
    at = models.DateTimeField(auto_now_add=True)
    succeeded = models.BooleanField()

    class Meta:
        ordering = ["-at"]
        indexes = [
            models.Index(fields=["official", "at"], name="guesses_by_official"),
            models.Index(fields=["address", "at"], name="guesses_by_address"),
        ]

    def __str__(self) -> str:
        return f"{self.official} from {self.address}"
