"""Results: the accepted bottom line of a game for each seat."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .entries import Entry
from .people import Player
from .rounds import Game, Seat


class Result(models.Model):
    """Written and taken back by acts.results alone; standings are made of these rows and nothing else."""

    class Source(models.TextChoices):
        PROTOCOL = "protocol", _("signed protocol")
        BYE = "bye", _("bye")
        RULING = "ruling", _("ruling")
        DESK = "desk", _("desk slip")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="results")
    seat = models.CharField(max_length=2, choices=Seat.Place)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    won = models.BooleanField()
    points_for = models.BigIntegerField()
    points_against = models.BigIntegerField()
    side_points = models.BigIntegerField(help_text="the score of the side, before what a person alone was fined")
    fines = models.BigIntegerField(default=0)
    cards = models.JSONField(default=list)
    warnings = models.JSONField(default=dict)
    reason = models.CharField(max_length=16)
    source = models.CharField(max_length=12, choices=Source)
    provisional = models.BooleanField(default=False)
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["game_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_result_for_each_seat_of_a_game"),
            models.UniqueConstraint(fields=["game", "player"], name="one_result_for_each_player_of_a_game"),
            models.CheckConstraint(condition=Q(seat__in=Seat.Place.values), name="results_are_of_the_four_seats"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}: {self.points_for}:{self.points_against}"
