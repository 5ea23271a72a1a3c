"""Set up Celery from Django's settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

from config import file_broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

file_broker.take_the_place_of_the_library_s_own()
app = Celery("domino_desk")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def send_what_a_dead_worker_left(**_: Any) -> None:
    """Ask at every start for the documents that were not finished: messages die with a worker, rows do not."""
    app.send_task("tournaments.tasks.send_waiting_documents")
