"""Rounds, games and the four seats of each."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entries import Entry
from .events import Tournament
from .people import Player


def new_game_code(number: int, table: int | None) -> str:
    """Make the code by which a paper finds its game: R5-T12-7F3A; the end tells events apart."""
    place = "BYE" if table is None else f"T{table}"
    return f"R{number}-{place}-{secrets.token_hex(2).upper()}"


class Round(models.Model):
    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        DRAWN = "drawn", _("drawn")
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PLANNED)
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawing = models.JSONField(default=dict, blank=True, help_text="how it was drawn: system, seed, why, swaps by hand")
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # The one clock of all tables (S6): it ends at started_at + minutes + paused_seconds.
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=40)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once_in_an_event"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_are_numbered_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.number}"

    @property
    def draw_stamp(self) -> str:
        """Tell this draw, in this state, from one that another person made, changed by hand or published meanwhile."""
        return f"{self.pk}-{self.state}-{len(self.drawing.get('swaps', ()))}"


class Game(models.Model):
    """One table of one round, or a bye. Its live columns are written by acts.results.show_live alone."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        SIGNING = "signing", _("signing")
        ACCEPTED = "accepted", _("accepted")

    class Side(models.TextChoices):
        A = "A", "A"
        B = "B", "B"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    bye = models.BooleanField(default=False)
    code = models.CharField(_("code"), max_length=16, unique=True)
    rules = models.JSONField(default=dict)
    carried = models.JSONField(default=dict)

    state = models.CharField(_("state"), max_length=12, choices=State, default=State.WAITING)
    # A log may hold absurd numbers, and is corrected afterwards: the row must take what the fold gives.
    score_a = models.BigIntegerField(default=0)
    score_b = models.BigIntegerField(default=0)
    winner = models.CharField(max_length=1, choices=Side, blank=True)
    reason = models.CharField(max_length=16, blank=True)
    to_come = models.CharField(max_length=16, default="start")
    deals_played = models.PositiveSmallIntegerField(default=0)
    live = models.JSONField(default=dict)
    log_length = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    last_line_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0, help_text="given by the desk to this table alone")

    class Meta:
        ordering = ["round_id", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_in_a_round"),
            models.CheckConstraint(
                condition=Q(bye=True, table__isnull=True) | Q(bye=False, table__gte=1),
                name="a_game_has_a_table_and_a_bye_has_none",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """Who was drawn to which chair; the round stands here too, so that nobody sits twice in it."""

    class Place(models.TextChoices):
        A1 = "A1", "A1"
        B1 = "B1", "B1"
        A2 = "A2", "A2"
        B2 = "B2", "B2"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    seat = models.CharField(max_length=2, choices=Place)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["game_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="chair_taken_once_in_a_game"),
            models.UniqueConstraint(fields=["round", "player"], name="player_sits_once_in_a_round"),
            models.CheckConstraint(condition=Q(seat__in=["A1", "B1", "A2", "B2"]), name="seats_are_of_the_four"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}: {self.player}"
