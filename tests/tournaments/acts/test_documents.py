"""The outbox of printing: nothing is lost, nothing is made twice, and a failure says so in words."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tests.builders import Event, event
from tournaments.acts import documents
from tournaments.models import AuditEntry, Document, DocumentFile, Tournament
from tournaments.reads.documents import document_line
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

Progress = Callable[[int, int], None]


@dataclass
class Drawn:
    title: str = "Score sheets, round 1"
    filename: str = "score-sheets-1.pdf"
    content: bytes = b"%PDF-1.7 three pages"
    missing: list[str] = field(default_factory=list)


# Renderers of the tests, named in the settings the way real ones are.


def draw(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    for page in range(1, 4):
        progress(page, 3)
    return Drawn(title=f"{tournament.name}, {params['round']}, {translation.get_language()}")


def draw_with_a_gap(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    return Drawn(missing=["ꦄ"])


def refuse(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    raise Refused("no_round", _("Round 9 does not exist."))


def break_down(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    raise ZeroDivisionError("secret path /srv/app")


def be_killed(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    progress(1, 3)
    raise SystemExit  # a worker that dies says nothing to the row


def be_taken_over(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    """Be so slow that another worker takes the document, finishes it, and only then write on."""
    progress(1, 3)
    Document.objects.update(heartbeat_at=timezone.now() - timedelta(seconds=16))
    django_settings.DOCUMENT_KINDS["slow"] = f"{__name__}.draw"
    documents.make_document(Document.objects.get().pk)
    time.sleep(documents.PROGRESS_EVERY)
    progress(2, 3)
    raise AssertionError("a worker without its claim went on")


def be_overtaken_at_the_end(params: dict[str, Any], tournament: Tournament, progress: Progress) -> Drawn:
    Document.objects.update(heartbeat_at=timezone.now() - timedelta(seconds=16))
    django_settings.DOCUMENT_KINDS["late"] = f"{__name__}.draw"
    documents.make_document(Document.objects.get().pk)
    return Drawn(title="from the slow worker", content=b"slow")


@pytest.fixture(autouse=True)
def kinds(settings: Any) -> None:
    settings.DOCUMENT_KINDS = {
        "sheets": f"{__name__}.draw",
        "gap": f"{__name__}.draw_with_a_gap",
        "refused": f"{__name__}.refuse",
        "broken": f"{__name__}.break_down",
        "killed": f"{__name__}.be_killed",
        "slow": f"{__name__}.be_taken_over",
        "late": f"{__name__}.be_overtaken_at_the_end",
        "gone": f"{__name__}.no_such_renderer",
    }


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """Collect the messages instead of giving them to a broker."""
    messages: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(documents.current_app, "send_task", lambda name, args, **_: messages.append((name, args)))
    return messages


def ask(event_: Event, kind: str = "sheets", **more: Any) -> Document:
    return documents.ask_for_document(event_.tournament, kind, {"round": 1}, actor=event_.actor("desk"), **more)


def aged(document: Document, seconds: float) -> None:
    Document.objects.filter(pk=document.pk).update(
        asked_at=timezone.now() - timedelta(seconds=seconds), heartbeat_at=timezone.now() - timedelta(seconds=seconds)
    )


def test_asking_writes_the_row_and_wakes_a_worker_after_the_commit(
    sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        document = ask(event())
        assert sent == []
    callbacks[0]()
    assert sent == [("tournaments.tasks.make_document", [document.pk])]
    assert document.state == Document.State.ASKED
    assert AuditEntry.objects.get(act="ask_for_document").details == {"kind": "sheets", "params": {"round": 1}}


def test_a_document_is_made_in_its_language_and_its_file_kept() -> None:
    document = ask(event(), language="ru")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.title) == (Document.State.DONE, "Amber Coast Open, 1, ru")
    assert (document.done_pages, document.all_pages, document.attempts) == (3, 3, 1)
    assert bytes(document.file.content) == b"%PDF-1.7 three pages"
    assert document.file.sha256 == hashlib.sha256(b"%PDF-1.7 three pages").hexdigest()


def test_characters_that_no_typeface_has_are_told() -> None:
    document = ask(event(), "gap")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert document.missing_glyphs == ["ꦄ"]


def test_a_message_that_comes_twice_makes_one_document() -> None:
    document = ask(event())
    documents.make_document(document.pk)
    finished_at = Document.objects.get().finished_at
    documents.make_document(document.pk)
    assert DocumentFile.objects.count() == 1
    assert Document.objects.get().finished_at == finished_at
    assert Document.objects.get().attempts == 1


def test_a_document_somebody_is_at_is_left_alone() -> None:
    document = ask(event(), "killed")
    with pytest.raises(SystemExit):
        documents.make_document(document.pk)
    documents.make_document(document.pk)
    assert Document.objects.get().attempts == 1


def test_a_message_for_a_document_that_is_gone_does_nothing() -> None:
    documents.make_document(10**9)


def test_a_worker_killed_half_way_leaves_it_to_the_sweep(sent: list[Any], settings: Any) -> None:
    document = ask(event(), "killed")
    with pytest.raises(SystemExit):
        documents.make_document(document.pk)
    assert Document.objects.get().state == Document.State.RUNNING
    assert documents.send_waiting_documents() == 0
    aged(document, 16)
    assert documents.send_waiting_documents() == 1
    assert sent == [("tournaments.tasks.make_document", [document.pk])]
    settings.DOCUMENT_KINDS["killed"] = f"{__name__}.draw"
    documents.make_document(document.pk)
    assert Document.objects.get().state == Document.State.DONE


def test_a_lost_message_is_sent_again_after_two_seconds(sent: list[Any]) -> None:
    document = ask(event())
    assert documents.send_waiting_documents() == 0
    aged(document, 3)
    assert documents.send_waiting_documents() == 1
    assert sent == [("tournaments.tasks.make_document", [document.pk])]


def test_what_is_done_or_failed_is_not_sent_again(sent: list[Any]) -> None:
    both = event()
    for kind in ("sheets", "refused"):
        document = ask(both, kind)
        documents.make_document(document.pk)
        aged(document, 100)
    assert documents.send_waiting_documents() == 0
    assert sent == []


def test_what_stops_the_program_each_time_is_given_up_with_a_sentence(sent: list[Any]) -> None:
    document = ask(event(), "killed")
    for _attempt in range(documents.MOST_ATTEMPTS):
        with pytest.raises(SystemExit):
            documents.make_document(document.pk)
        aged(document, 16)
    assert documents.send_waiting_documents() == 0
    document.refresh_from_db()
    assert (document.state, document.error) == (Document.State.FAILED, "given_up")
    assert document_line(document).error.startswith("The program stopped 5 times while making this document.")
    with translation.override("ru"):
        said = "При подготовке этого документа программа останавливалась, раз: 5."
        assert document_line(document).error.startswith(said)


def test_a_refusal_is_told_in_its_own_words() -> None:
    document = ask(event(), "refused")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.error) == (Document.State.FAILED, "Round 9 does not exist.")


@pytest.mark.parametrize("kind", ["broken", "gone"])
def test_an_error_becomes_a_sentence_and_its_text_stays_in_the_log(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    document = ask(event(), kind)
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.error) == (Document.State.FAILED, "broke_down")
    said = document_line(document).error
    assert said == "The document could not be made. Nothing is lost: try again, or ask for it anew."
    assert "could not be made" in caplog.text


def test_a_failed_document_can_be_tried_again(settings: Any) -> None:
    sometimes = event()
    document = ask(sometimes, "broken")
    documents.make_document(document.pk)
    settings.DOCUMENT_KINDS["broken"] = f"{__name__}.draw"
    documents.try_again(document, actor=sometimes.actor("desk"))
    assert Document.objects.get().state == Document.State.ASKED
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.error) == (Document.State.DONE, "")


def test_only_a_failed_document_is_tried_again() -> None:
    done = event()
    document = ask(done)
    with pytest.raises(Refused) as caught:
        documents.try_again(document, actor=done.actor())
    assert caught.value.code == "not_failed"


def test_a_worker_that_lost_its_claim_stops_and_changes_nothing() -> None:
    document = ask(event(), "slow")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.title) == (Document.State.DONE, "Amber Coast Open, 1, en")
    assert DocumentFile.objects.count() == 1


def test_of_two_workers_that_finish_the_one_with_the_claim_counts() -> None:
    document = ask(event(), "late")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert document.title == "Amber Coast Open, 1, en"
    assert bytes(document.file.content) == b"%PDF-1.7 three pages"


def test_progress_is_written_at_most_twice_a_second(django_assert_max_num_queries: Any) -> None:
    document = ask(event())
    claimed = documents._claim(document.pk)
    assert claimed
    progress = documents._progress_of(claimed)
    with django_assert_max_num_queries(1):
        for page in range(100):
            progress(page, 100)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        ask(event(), "poem")
    assert caught.value.code == "unknown_kind"
    assert not Document.objects.exists()


def test_a_broker_that_does_not_answer_leaves_the_document_waiting(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def unreachable(*_args: Any, **_more: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(documents.current_app, "send_task", unreachable)
    with django_capture_on_commit_callbacks(execute=True):
        ask(event())
    assert Document.objects.get().state == Document.State.ASKED


@pytest.mark.parametrize("who", ["referee", "scorer", "player", "stranger"])
def test_documents_are_for_the_desk(who: str) -> None:
    nobody = event()
    with pytest.raises(NotPermitted):
        documents.ask_for_document(nobody.tournament, "sheets", {}, actor=nobody.actor(who))
