"""The audit record: who did what, when and why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .events import Tournament


class AuditEntry(models.Model):
    """Written by acts.audit.note alone, never changed: the database refuses an update."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="audit")
    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor = models.CharField(max_length=160)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    reason = models.CharField(max_length=300, blank=True)  # of a person; the program says why in details
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.actor}: {self.act} {self.subject}"
