"""What workers do: each task calls one act."""

from __future__ import annotations

from celery import shared_task

from .acts import copies, documents, event_files


@shared_task
def make_document(document_id: int) -> None:
    """Make one document."""
    documents.make_document(document_id)


@shared_task
def send_waiting_documents() -> None:
    """Send again the documents whose message or worker was lost."""
    documents.send_waiting_documents()


@shared_task
def copy_database() -> None:
    """Copy the database to the second folder, where it is a file."""
    copies.copy_database()


@shared_task
def forget_old_files() -> None:
    """Let the event files go that were brought and not agreed to."""
    event_files.forget_old_files()
