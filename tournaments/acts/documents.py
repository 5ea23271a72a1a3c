"""Documents: asked for at a door, made by a worker. The row is the outbox: whatever is not done is sent again.

A message only wakes a worker. It may be lost with its worker, or come twice; the claim on the row decides who works.
"""

from __future__ import annotations

import hashlib
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Protocol

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from ..models import Document, DocumentFile, Tournament
from ..permissions import Actor
from ..reads.documents import FAILURES
from ..refusals import Refused
from . import audit

logger = logging.getLogger(__name__)

TASK = "tournaments.tasks.make_document"
STALE = timedelta(seconds=15)  # without a sign of life for so long, a worker is taken for dead
PATIENCE = timedelta(seconds=2)  # a message that was not taken up by then may be lost
MOST_ATTEMPTS = 5
AT_ONCE = 50
PROGRESS_EVERY = 0.5  # seconds

Progress = Callable[[int, int], None]


class Sheet(Protocol):
    """What a renderer gives back."""

    title: str
    filename: str
    content: bytes
    missing: Sequence[Any]  # one for each name that is not printed as it is written, kept as it is


class ClaimLost(Exception):
    """Another worker has taken the document over; this one stops."""


def ask_for_document(
    tournament: Tournament, kind: str, params: dict[str, Any], *, actor: Actor, language: str = "", title: str = ""
) -> Document:
    """Ask for a document: a row, and a message that wakes a worker once the row is safe."""
    actor.require("print")
    if kind not in settings.DOCUMENT_KINDS:
        raise Refused("unknown_kind", _("There is no document of this kind. Choose one from the list."))
    with transaction.atomic():
        document = Document.objects.create(
            tournament=tournament,
            kind=kind,
            params=params,
            language=language or tournament.language,
            title=title or kind,
            asked_by=actor.user,
        )
        audit.note(actor, "ask_for_document", document, tournament=tournament, kind=kind, params=params)
        _send_when_safe(document.pk)
    return document


def try_again(document: Document, *, actor: Actor) -> None:
    """Put a failed document back to those asked for."""
    actor.require("print")
    with transaction.atomic():
        failed = Document.objects.filter(pk=document.pk, state=Document.State.FAILED)
        if not failed.update(state=Document.State.ASKED, error="", attempts=0, done_pages=0, asked_at=timezone.now()):
            raise Refused("not_failed", _("This document has not failed, so there is nothing to try again."))
        told = {"kind": document.kind, "params": document.params}
        audit.note(actor, "try_again", document, tournament=document.tournament, **told)
        _send_when_safe(document.pk)


def make_document(document_id: int) -> None:
    """Make a document, unless somebody else is at it or it is done already."""
    document = _claim(document_id)
    if document is None:
        return
    try:
        sheet = _render(document)
    except ClaimLost:
        logger.info("document %s was taken over by another worker", document.pk)
    except Refused as refused:
        why = refused.params.get("why", refused.code)
        _fail(document, why if why in FAILURES else str(refused))
    except Exception:
        logger.exception("document %s (%s) could not be made", document.pk, document.kind)
        _fail(document, "broke_down")
    else:
        _keep(document, sheet)


def send_waiting_documents() -> int:
    """Send again what no worker has taken up or finished; give up on what has failed too often. Says how many."""
    now = timezone.now()
    waiting = Document.objects.filter(
        Q(state=Document.State.ASKED, asked_at__lt=now - PATIENCE) | _abandoned(now)
    ).order_by("asked_at", "id")
    sent = 0
    for document in waiting[:AT_ONCE]:
        if document.attempts >= MOST_ATTEMPTS:
            _fail(document, "given_up")
        else:
            _send(document.pk)
            sent += 1
    return sent


def _abandoned(now: Any) -> Q:
    return Q(state=Document.State.RUNNING, heartbeat_at__lt=now - STALE)


def _send_when_safe(document_id: int) -> None:
    transaction.on_commit(lambda: _send(document_id))


def _send(document_id: int) -> None:
    """Wake a worker. A broker that does not answer is no reason to fail: the sweep sends the row again."""
    try:
        current_app.send_task(TASK, [document_id], retry=False)
    except Exception as error:
        logger.warning("document %s waits, the broker does not answer: %s", document_id, error)


def _claim(document_id: int) -> Document | None:
    """Take a document for this worker alone: one UPDATE, so that of two workers one gets it."""
    now, claim = timezone.now(), uuid.uuid4()
    free = Document.objects.filter(Q(state=Document.State.ASKED) | _abandoned(now), pk=document_id)
    taken = free.update(
        state=Document.State.RUNNING, claim=claim, heartbeat_at=now, attempts=F("attempts") + 1, done_pages=0
    )
    if not taken:
        return None
    return Document.objects.select_related("tournament").filter(pk=document_id, claim=claim).first()


def _mine(document: Document) -> Any:
    return Document.objects.filter(pk=document.pk, claim=document.claim, state=Document.State.RUNNING)


def _render(document: Document) -> Sheet:
    renderer = import_string(settings.DOCUMENT_KINDS[document.kind])
    with translation.override(document.language):
        sheet: Sheet = renderer(document.params, document.tournament, _progress_of(document))
    return sheet


def _progress_of(document: Document) -> Progress:
    """Give the renderer its callback: it writes at most twice a second, and stops a worker that lost its claim."""
    written_at = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal written_at
        if time.monotonic() - written_at < PROGRESS_EVERY:
            return
        written_at = time.monotonic()
        if not _mine(document).update(done_pages=done, all_pages=of, heartbeat_at=timezone.now()):
            raise ClaimLost

    return progress


def _keep(document: Document, sheet: Sheet) -> None:
    """Store the file and say so in one transaction; of two that finished, the one that holds the claim."""
    with transaction.atomic():
        mine = _mine(document).update(
            state=Document.State.DONE,
            title=sheet.title[:200],
            missing_glyphs=list(sheet.missing),
            finished_at=timezone.now(),
            done_pages=F("all_pages"),
            error="",
        )
        if mine:
            content = {
                "filename": sheet.filename[:120],
                "content": sheet.content,
                "sha256": hashlib.sha256(sheet.content).hexdigest(),
            }
            DocumentFile.objects.update_or_create(document=document, defaults=content)


def _fail(document: Document, error: str) -> None:
    """Write down why a document was not made: a code of FAILURES, or a sentence that has none."""
    _mine(document).update(state=Document.State.FAILED, error=error, finished_at=timezone.now())
