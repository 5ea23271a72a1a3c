"""A real worker on the real broker: what is asked for on paper comes, whatever happens to workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests import builders
from tournaments.models import Document, Tournament

ROOT = Path(__file__).parent.parent.parent
PAIRS = 200  # a hundred sheets: enough for a worker to be killed half-way

pytestmark = pytest.mark.django_db(transaction=True)


def address_of_the_test_database() -> str:
    """Give another process the way into the database that this test writes to."""
    named = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{named['NAME']}"
    return f"postgres://{named['USER']}:{named['PASSWORD']}@{named['HOST']}:{named['PORT']}/{named['NAME']}"


@contextmanager
def working(*command: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Celery process on the test database, and on Redis where the tests have one, else on files."""
    environment = {"PATH": os.environ["PATH"], "VAR_FOLDER": str(folder)}
    environment["DATABASE_URL"] = address_of_the_test_database()
    if broker := os.environ.get("TEST_BROKER_URL"):
        environment["CELERY_BROKER_URL"] = broker
    arguments = [sys.executable, "-m", "celery", "-A", "config", *command, "--loglevel", "INFO"]
    with (folder / "celery.log").open("ab") as log:
        process = subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=30)


@pytest.fixture
def tournament() -> Tournament:
    event = builders.event(pairs=PAIRS)
    builders.add_round(event.tournament)
    return event.tournament


def asked(tournament: Tournament) -> Document:
    """Ask for the score sheets as if the message were lost: the row alone."""
    document = Document.objects.create(
        tournament=tournament, kind="score_sheets", params={"round": 1}, title="Score sheets"
    )
    Document.objects.filter(pk=document.pk).update(asked_at=timezone.now() - timedelta(seconds=10))
    return document


def state(document: Document) -> str:
    document.refresh_from_db()
    return document.state


def eventually(reached: Callable[[], bool], worker: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until it is so; when it is not, show what the worker had to say."""
    end = time.monotonic() + 90
    while not reached():
        waiting = time.monotonic() < end and worker.poll() is None
        assert waiting, (folder / "celery.log").read_text()[-3000:]
        time.sleep(0.01)


def test_a_worker_that_starts_makes_what_was_left_to_it(tournament: Tournament, tmp_path: Path) -> None:
    document = asked(tournament)
    with working("worker", "--pool", "solo", folder=tmp_path) as worker:
        eventually(lambda: state(document) == Document.State.DONE, worker, tmp_path)
    assert bytes(document.file.content).startswith(b"%PDF-")
    assert (document.done_pages, document.attempts) == (document.all_pages, 1)


def test_a_document_comes_by_itself_although_its_worker_was_killed(tournament: Tournament, tmp_path: Path) -> None:
    document = asked(tournament)
    with working("worker", "--pool", "solo", folder=tmp_path) as worker:
        eventually(lambda: state(document) == Document.State.RUNNING, worker, tmp_path)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        assert state(document) == Document.State.RUNNING
    with (
        working("worker", "--pool", "solo", folder=tmp_path) as worker,
        working("beat", "--scheduler", "celery.beat:Scheduler", folder=tmp_path),
    ):
        eventually(lambda: state(document) == Document.State.DONE, worker, tmp_path)
    assert document.attempts == 2
    assert bytes(document.file.content).startswith(b"%PDF-")
