"""Protocols: the official record of a game, versioned and signed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game, Official

from ..words import VOIDED


class Protocol(models.Model):
    """A snapshot of a log. The envelope is kept as the very text its digest was made of."""

    class State(models.TextChoices):
        OPEN = "open", _("to be signed")
        ACCEPTED = "accepted", _("accepted")
        VOID = "void", _("void")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="protocols")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    edition = models.CharField(max_length=16)
    envelope = models.TextField()
    digest = models.CharField(max_length=64)
    outcome = models.JSONField(help_text="the state of the game the envelope folds to")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(Official, on_delete=models.PROTECT, null=True, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.CharField(max_length=160, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=300, blank=True)  # a code of VOIDED, or what a person wrote

    class Meta:
        ordering = ["game_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="versions_of_a_protocol_counted_up"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(state="accepted"), name="one_accepted_version_of_a_game"
            ),
            models.UniqueConstraint(fields=["game"], condition=Q(state="open"), name="one_open_version_of_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, protocol version {self.version}"

    @property
    def void_words(self) -> str:
        """Say why the version is void: in the language of the page, or as the person wrote it who reopened the game."""
        return str(VOIDED.get(self.void_reason, self.void_reason))


class Signature(models.Model):
    """What one of the five did with one version; it holds the digest it was given to."""

    class Signer(models.TextChoices):
        A1 = "A1", "A1"
        B1 = "B1", "B1"
        A2 = "A2", "A2"
        B2 = "B2", "B2"
        REFEREE = "referee", _("referee")

    class How(models.TextChoices):
        DRAWN = "drawn", _("signed")
        REFUSED = "refused", _("refused to sign")
        ABSENT = "absent", _("absent")
        ON_PAPER = "on_paper", _("signed on paper")
        RULING = "ruling", _("closed by ruling")

    protocol = models.ForeignKey(Protocol, on_delete=models.PROTECT, related_name="signatures")
    signer = models.CharField(max_length=8, choices=Signer)
    how = models.CharField(max_length=8, choices=How)
    strokes = models.JSONField(default=list, help_text="lists of x, y, x, y ... from 0 to 1000")
    reason = models.CharField(max_length=300, blank=True)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now, editable=False)
    official = models.ForeignKey(Official, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["protocol_id", "signer"]
        constraints = [
            models.UniqueConstraint(fields=["protocol", "signer"], name="one_signature_for_each_signer"),
            models.CheckConstraint(condition=~Q(how="refused") | ~Q(reason=""), name="a_refusal_to_sign_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.protocol}: {self.signer} {self.how}"
