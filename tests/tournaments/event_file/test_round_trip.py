"""An event goes into a file and comes out of it as it was."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import Field, Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from referees.acts.rulings import Ruling, rule_game
from referees.models import Line, PinAttempt, Protocol
from referees.playing import finish_round
from referees.reads.games import is_whole
from tests.builders import Event, event
from tests.referees.games import holding
from tests.tournaments.playing import published
from tournaments.acts.documents import ask_for_document, make_document, send_waiting_documents
from tournaments.acts.event_files import export_event, import_event
from tournaments.event_file.tables import BEHIND, luggage, tables
from tournaments.models import Document, Entry, Game, Player, Role, Tournament
from tournaments.permissions import actor_for
from tournaments.reads.audit import notes_told
from tournaments.reads.documents import document_lines
from tournaments.reads.drawing import lines
from tournaments.reads.drawing import swaps as swaps_of
from tournaments.reads.entries import last_change
from tournaments.reads.rounds import tables_of
from tournaments.reads.standings import standings
from tournaments.refusals import NotPermitted

from .events import content_of, exported, forget, parts_of, whole_event

pytestmark = pytest.mark.django_db

OWN_NOTES = {"export_event", "import_event"}  # what taking a file away and bringing it in write down themselves


@pytest.fixture
def made() -> Event:
    return whole_event()


def moved(file: bytes, made: Event, *, keep_offices: bool = True) -> Tournament:
    """Bring the event of a file in where neither it nor its players are known any more."""
    forget(made.tournament)
    assert not Tournament.objects.exists() and not Player.objects.exists()
    return import_event(file, user=made.administrator, keep_offices=keep_offices)


def taken(tournament: Tournament) -> dict[str, Any]:
    """Take an event away as the administrator, and read what stands in the file."""
    administrator = User.objects.get(username="administrator")
    with export_event(tournament, actor=actor_for(administrator, tournament)) as file:
        return content_of(file.read())


def without_own_notes(content: dict[str, Any]) -> dict[str, Any]:
    return {**content, "audit": [note for note in content["audit"] if note["act"] not in OWN_NOTES]}


def seen(tournament: Tournament) -> dict[str, Any]:
    """Read an event as its pages show it, without an id of any row."""
    rounds = list(tournament.rounds.all())
    tables = {round_.number: tables_of(round_) for round_ in rounds}
    return {
        "standings": [
            (row.place, row.entry.number, row.entry.name, row.wins, row.effectiveness, row.points, row.provisional,
             row.disqualified, [(cell.points_for, cell.points_against, cell.reason) for cell in row.cells if cell])
            for row in standings(tournament).rows
        ],
        "tables": [
            (round_.number, table.code, table.state, table.score_a,
             [chair.player for side in table.sides for chair in side.chairs])
            for round_ in rounds for table in tables[round_.number]
        ],
        "why": [line.why for round_ in rounds for line in lines(round_, tables[round_.number])],
        "swaps": [swap for round_ in rounds for swap in swaps_of(round_, tables[round_.number])],
    }  # fmt: skip


def test_what_comes_out_is_what_went_in(made: Event) -> None:
    file, before = exported(made), seen(made.tournament)
    ids = set(Entry.objects.values_list("pk", flat=True))
    came = moved(file, made)
    assert ids.isdisjoint(Entry.objects.values_list("pk", flat=True))
    assert seen(came) == before
    assert before["swaps"] and "?" not in str(before["swaps"])
    first, second = content_of(file), without_own_notes(taken(came))
    for table in first:
        assert second[table] == first[table], table
    assert second == first


def test_the_documents_come_out_as_they_were_printed(made: Event) -> None:
    file = exported(made)
    documents = {name: part for name, part in parts_of(file).items() if name.startswith("documents/")}
    assert len(documents) == 2
    came = moved(file, made)
    assert [bytes(one.file.content) for one in came.documents.order_by("pk")[:2]] == list(documents.values())
    with export_event(came, actor=actor_for(made.administrator, came)) as other:
        assert {name: part for name, part in parts_of(other.read()).items() if name in documents} == documents


def test_every_protocol_still_verifies_and_none_can_be_rewritten(made: Event) -> None:
    envelopes = sorted(Protocol.objects.values_list("envelope", "digest"))
    moved(exported(made), made)
    assert sorted(Protocol.objects.values_list("envelope", "digest")) == envelopes
    assert all(is_whole(protocol) for protocol in Protocol.objects.all())
    for rows, change in ((Line.objects, {"kind": "note"}), (Protocol.objects, {"digest": "0"})):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)


def test_nobody_gets_access_by_a_name_in_the_file(made: Event) -> None:
    users = {official.user for official in made.tournament.officials.all()}
    came = moved(exported(made), made, keep_offices=False)
    assert not any(actor_for(user, came).may("see_desk") for user in users if user)
    organiser = came.officials.get(user__isnull=False)
    assert (organiser.user, organiser.role) == (made.administrator, Role.ORGANISER)
    assert set(came.officials.values_list("pin_hash", flat=True)) == {""}
    assert not PinAttempt.objects.exists()
    assert came.audit.filter(user__isnull=False).values_list("act", flat=True).get() == "import_event"


def test_accounts_keep_their_offices_where_that_is_agreed_to(made: Event) -> None:
    offices = {(one.name, one.role, one.user_id) for one in made.tournament.officials.all()}
    came = moved(exported(made), made)
    assert {(one.name, one.role, one.user_id) for one in came.officials.all()} == offices


def test_the_event_goes_on_where_it_was_brought_in(made: Event) -> None:
    came = moved(exported(made), made)
    chief = came.officials.get(role=Role.CHIEF_REFEREE)
    begun = came.rounds.get(number=3).games.get(state=Game.State.RUNNING)
    rule_game(begun.pk, Ruling("stands"), reason="the lights went out", actor=actor_for(chief.user or User(), came))
    finish_round(came.rounds.get(number=3), Random(4), actor=holding(chief))
    assert not came.rounds.get(number=3).games.exclude(state=Game.State.ACCEPTED).exists()
    assert all(is_whole(protocol) for protocol in Protocol.objects.all())


def test_a_document_that_was_being_made_is_made_here(made: Event) -> None:
    came = moved(exported(made), made)
    half = came.documents.get(title="half made")
    assert (half.state, half.claim) == (Document.State.ASKED, None)
    long_ago = timezone.now() - timedelta(minutes=5)  # what was asked for just now has a message under way
    Document.objects.filter(pk=half.pk).update(asked_at=long_ago, params={"round": 2})
    assert send_waiting_documents() == 1
    make_document(half.pk)
    half.refresh_from_db()
    assert half.state == Document.State.DONE


def test_a_document_asks_for_the_protocol_it_was_of(made: Event) -> None:
    asked = Document.objects.get(kind="protocol")
    envelope = Protocol.objects.get(pk=asked.params["protocol"]).envelope
    came = moved(exported(made), made)
    here = came.documents.get(kind="protocol")
    assert here.params["protocol"] != asked.params["protocol"]
    assert Protocol.objects.get(pk=here.params["protocol"]).envelope == envelope


def test_codes_go_along_and_are_told_to_each_reader_where_they_come_to(made: Event) -> None:
    failed = ask_for_document(made.tournament, "pairings", {"round": 9}, actor=made.actor())
    make_document(failed.pk)
    made.tournament.audit.create(actor="Ada Oak", act="take_back_result", subject="x", details={"why": "draw_undone"})
    came = moved(exported(made), made)
    line = next(line for line in document_lines(came) if line.state == Document.State.FAILED)
    assert (line.title, line.error) == ("Pairings of round 9", "There is no round 9 yet.")
    (note,) = notes_told(came, came.audit.filter(subject="x"))
    assert note.reason == "The draw was undone."
    of_protocol = came.documents.get(kind="protocol")
    protocol = Protocol.objects.get(pk=of_protocol.params["protocol"])
    title = f"Протокол партии {protocol.game.code}, версия {protocol.version}"
    with translation.override("ru"):
        assert title in [line.title for line in document_lines(came)]
        assert title in [note.subject for note in notes_told(came, came.audit.all())]


def test_the_audit_record_still_tells_who_changed_an_entry(made: Event) -> None:
    notes, entry = made.tournament.audit, made.entries()[0]
    notes.create(actor="Ada Oak", act="change_entry", subject="1", details={"entry": entry.pk})
    notes.create(actor="Ada Oak", act="change_entry", subject="x", details={"entry": 987_654})  # deleted since
    came = moved(exported(made), made)
    note = last_change(came.entries.get(number=1))
    assert note is not None and note.details == {"entry": came.entries.get(number=1).pk}
    assert came.audit.get(subject="x").details == {"entry": None}


def test_the_times_are_those_of_the_file(made: Event) -> None:
    earlier = made.tournament.created_at.replace(year=2025)
    Tournament.objects.update(created_at=earlier)
    lines_at = sorted(Line.objects.values_list("received_at", flat=True))
    came = moved(exported(made), made)
    assert came.created_at == earlier
    assert sorted(Line.objects.values_list("received_at", flat=True)) == lines_at


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "scorer", "player", "stranger"])
def test_only_an_organiser_takes_the_file(who: str) -> None:
    with pytest.raises(NotPermitted):
        exported(event(pairs=2), who)


def test_taking_the_file_is_noted() -> None:
    small = event(pairs=2)
    exported(small)
    assert small.tournament.audit.get(act="export_event").actor == "Ingrid Sandell"


def test_an_event_that_has_not_begun_goes_into_a_file_too() -> None:
    bare = event(pairs=0)
    came = moved(exported(bare), bare)
    assert (came.name, came.entries.count()) == (bare.tournament.name, 0)


def test_a_large_event_takes_no_more_queries() -> None:
    def queries(pairs: int) -> int:
        large = event(pairs=pairs)
        published(large)
        with CaptureQueriesContext(
            connection,
        ) as counted:
            exported(large)
        return len(counted)

    assert queries(4) == queries(32) <= 45


# -- nothing is forgotten ----------------------------------------------------------------------------------------------


def models_of_both_apps() -> list[type[Model]]:
    return [
        model
        for app in ("tournaments", "referees")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    ]


def fields_of(model: type[Model]) -> list[str]:
    fields = [field for field in model._meta.get_fields() if isinstance(field, Field)]
    return [field.name for field in fields]


def test_every_field_of_every_model_is_in_the_file_or_stays_behind_for_a_reason() -> None:
    whole = {**BEHIND, **luggage().behind}
    of_model = {table.model: table for table in tables()}
    assert len(of_model) == len(tables())
    for model in models_of_both_apps():
        if model in whole:
            assert model not in of_model and whole[model]
            continue
        table = of_model[model]
        named = [*table.values, *table.refs, *table.filled, *table.accounts, *table.behind, *filter(None, [table.part])]
        assert sorted(named) == sorted(fields_of(model)), model.__name__
        assert all(table.behind.values())


def test_each_list_refers_to_earlier_ones_alone() -> None:
    known: set[str] = set()
    for table in tables():
        assert set(table.refs.values()) <= known, table.name
        assert set(table.inside.values()) <= known, table.name
        known.add(table.name)


def test_the_file_is_readable_line_by_line(made: Event) -> None:
    text = parts_of(exported(made))["event.json"].decode()
    row = next(line for line in text.splitlines() if '"number": 1' in line and '"from_round"' in line)
    assert json.loads(row.rstrip(","))["name"] == made.entries()[0].name
    assert "10.0.0.7" not in text and "md5" not in text
