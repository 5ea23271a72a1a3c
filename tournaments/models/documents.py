"""Documents: the outbox of printing. The row is the truth; a queued message only wakes a worker."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .events import Tournament


class Document(models.Model):
    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(_("kind"), max_length=32)
    params = models.JSONField(default=dict)
    language = models.CharField(max_length=8, default="en")
    title = models.CharField(max_length=200)  # as it was made; reads.documents tells it to the reader
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKED)
    done_pages = models.PositiveIntegerField(default=0)
    all_pages = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)  # a code of reads.documents.FAILURES, or a sentence
    missing_glyphs = models.JSONField(default=list)
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    heartbeat_at = models.DateTimeField(null=True, blank=True, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at", "-id"]
        indexes = [models.Index(fields=["state", "heartbeat_at"], name="documents_not_done")]

    def __str__(self) -> str:
        return self.title


class DocumentFile(models.Model):
    """The PDF itself, in the database: it goes with every copy and is there for every web process."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, related_name="file")
    filename = models.CharField(max_length=120)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.filename
