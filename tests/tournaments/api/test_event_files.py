"""The event file for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.builders import administrator, event
from tests.tournaments.event_file.events import content_of, edited, whole_file
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FILES = "/api/v1/event-files/"


@pytest.fixture
def file() -> bytes:
    return whole_file()


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(administrator())
    return client


def bring(client: Client, content: bytes, query: str = "", **more: Any) -> Any:
    return client.post(FILES + query, {"file": SimpleUploadedFile("amber.zip", content), **more})


def test_the_organiser_fetches_the_file() -> None:
    made = event(pairs=2, slug="amber")
    response = made.client().get("/api/v1/events/amber/event-file/")
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert (response["X-Content-Type-Options"], response["Cache-Control"]) == ("nosniff", "private, no-store")
    assert content_of(b"".join(response))["event"][0]["slug"] == "amber"
    for who in ("chief_referee", "desk", "player", "stranger"):
        refused = made.client(who).get("/api/v1/events/amber/event-file/")
        assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")


def test_a_preview_tells_and_writes_nothing_and_then_the_event_is_here(boss: Client, file: bytes) -> None:
    told = bring(boss, file, "?preview=1")
    assert told.status_code == 200
    shown = told.json()
    assert (shown["slug"], shown["written"], shown["counts"]["entries"]) == ("amber", False, 5)
    assert (shown["new"]["players"], shown["differences"], shown["taken"]) == (11, [], [])
    assert not Tournament.objects.exists()
    done = bring(boss, file, slug="elsewhere", seen=shown["stamp"])
    assert (done.status_code, done.json()["slug"], done.json()["written"]) == (201, "elsewhere", True)
    assert Tournament.objects.get().slug == "elsewhere"
    again = bring(boss, file)
    assert (again.status_code, again.json()["code"]) == (409, "event_known")


def test_a_faulty_file_is_a_problem_with_its_place(boss: Client, file: bytes) -> None:
    problem = bring(boss, edited(file, lambda content: content["rounds"][0].update(number=-1))).json()
    assert (problem["code"], problem["params"]["place"]) == ("bad_value", "event.json, rounds, row 1, number")
    assert bring(boss, b"no zip").json()["code"] == "no_event_file"
    assert boss.post(FILES, {"slug": "a"}).status_code == 400
    assert boss.post(FILES, "{}", content_type="application/json").status_code == 415
    assert bring(boss, file, "?preview=perhaps").status_code == 400
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("who", ["organiser", "desk", "player", "stranger"])
def test_only_administrators_bring_one_in(who: str) -> None:
    made = event()
    assert bring(made.client(who), b"").json()["code"] == "not_permitted"
