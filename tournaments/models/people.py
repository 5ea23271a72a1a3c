"""Federations, clubs and players: who exists apart from any event."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


def new_key() -> str:
    """Make an opaque id under which a player stands in logs and protocols."""
    return "p" + secrets.token_hex(6)


def new_salt() -> str:
    """Make the salt of a player's name; erasing the player erases it too."""
    return secrets.token_hex(16)


class Federation(models.Model):
    code = models.CharField(_("code"), max_length=16, unique=True)
    name = models.CharField(_("name"), max_length=200)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Club(models.Model):
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="clubs")
    name = models.CharField(_("name"), max_length=200)
    country = models.CharField(_("country"), max_length=3, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["federation", "name"], name="club_once_in_its_federation")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person with a licence. Logs and protocols know the key only, so the name can be erased."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    salt = models.CharField(max_length=32, default=new_salt, editable=False, blank=True)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="players")
    licence = models.CharField(_("licence"), max_length=40)
    name = models.CharField(_("name"), max_length=120)
    latin_name = models.CharField(_("name in Latin letters"), max_length=120, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="players")
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "licence"], name="licence_once_in_its_federation"),
        ]

    def __str__(self) -> str:
        return self.name


class OtherKey(models.Model):
    """A further key under which a person stands in records: given on another machine, under the same licence.

    Its salt is erased together with that of the player.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="other_keys")
    key = models.CharField(max_length=16, unique=True, editable=False)
    salt = models.CharField(max_length=32, editable=False, blank=True)

    class Meta:
        ordering = ["player_id", "key"]

    def __str__(self) -> str:
        return f"{self.player}, also {self.key}"
