"""Event files between being brought and being agreed to."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class BroughtFile(models.Model):
    """A file as it came in, for the page that asks whether it is meant; one for each administrator, for a day.

    In the database, where every web process finds it.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.name
