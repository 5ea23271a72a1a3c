"""Taking an event away at the desk, and bringing one in: the file, what it would do, agreeing."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.builders import Event, administrator, event, federation, user
from tests.tournaments.event_file.events import edited, parts_of, whole_file
from tournaments.acts.event_files import forget_old_files
from tournaments.models import BroughtFile, Player, Role, Tournament

pytestmark = pytest.mark.django_db

IMPORT, PREVIEW, PUT_AWAY = "/events/import/", "/events/import/preview/", "/events/import/put-away/"


@pytest.fixture
def file() -> bytes:
    return whole_file()


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(administrator())
    return client


def bring(client: Client, content: bytes) -> str:
    """Send a file and give the page that follows."""
    upload = SimpleUploadedFile("amber.domino.zip", content)
    return client.post(IMPORT, {"file": upload}, follow=True).content.decode()


def agree(client: Client, page: str, **more: str) -> str:
    stamp = re.search(r'name="stamp" value="(\w+)"', page)
    slug = re.search(r'name="slug" value="([\w-]+)"', page)
    assert stamp and slug
    return client.post(PREVIEW, {"stamp": stamp[1], "slug": slug[1]} | more, follow=True).content.decode()


def test_the_organiser_takes_the_file_at_the_documents_and_at_the_end() -> None:
    made = event(pairs=2, slug="amber")
    client = made.client()
    assert 'action="/desk/amber/event-file/"' in client.get("/desk/amber/documents/").content.decode()
    assert client.get("/desk/amber/event-file/").status_code == 405
    response = client.post("/desk/amber/event-file/")
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert 'filename="amber.domino.zip"' in response["Content-Disposition"]
    assert response["X-Content-Type-Options"] == "nosniff"
    told = json.loads(parts_of(b"".join(response))["manifest.json"])
    assert (told["format"], told["version"]) == ("domino-desk-event", 1)
    made.tournament.ended_at = timezone.now()
    made.tournament.save()
    assert 'action="/desk/amber/event-file/"' in client.get("/desk/amber/end/").content.decode()
    assert client.post("/desk/amber/event-file/").status_code == 200


@pytest.mark.parametrize("who", ["chief_referee", "desk", "scorer", "player"])
def test_nobody_else_takes_it(who: str) -> None:
    made = event(pairs=2, slug="amber")
    assert made.client(who).post("/desk/amber/event-file/").status_code == 403
    page = made.client(who).get("/desk/amber/documents/").content.decode()
    assert "event-file" not in page


@pytest.mark.parametrize("who", ["organiser", "chief_referee", "desk", "player"])
def test_only_administrators_bring_an_event_in(who: str) -> None:
    made: Event = event()
    client = made.client(who)
    assert client.get(IMPORT).status_code == 403
    assert client.post(PREVIEW).status_code == 403
    assert client.post(PUT_AWAY).status_code == 403
    assert IMPORT not in client.get("/").content.decode()
    assert Client().get(IMPORT).status_code == 302


def test_an_event_is_looked_at_agreed_to_and_here(boss: Client, file: bytes) -> None:
    assert IMPORT in boss.get("/").content.decode()
    page = bring(boss, file)
    assert "The event, before it is brought in" in page
    assert "Domino Federation of the Coast" in page and "Amber Coast Open" in page
    assert "3 officials need new PINs" in page  # who signs in needs none
    assert not Tournament.objects.exists()
    done = agree(boss, page)
    came = Tournament.objects.get()
    assert "Amber Coast Open is here, as it was where the file was made." in done
    assert came.officials.get(user__isnull=False).user == administrator()
    assert not BroughtFile.objects.exists()
    assert boss.get(f"/e/{came.slug}/standings/").status_code == 200
    assert boss.get(f"/desk/{came.slug}/rounds/2/").status_code == 200
    assert boss.get(f"/desk/{came.slug}/audit/").content.decode().count("event brought in from a file") == 1


def test_what_is_wrong_with_a_file_stands_at_its_field_and_nothing_is_kept(boss: Client, file: bytes) -> None:
    assert "This file is empty" in bring(boss, b"")
    assert "This is no event file" in bring(boss, b"Player 1,Player 2")
    wrong = edited(file, lambda content: content["games"][0].update(table="1"))
    assert "event.json, games, row 1, table: a whole number has to stand here. Nothing was written." in bring(
        boss, wrong
    )
    assert "Choose the file of the event." in boss.post(IMPORT).content.decode()
    assert not BroughtFile.objects.exists()


def test_accounts_of_the_same_name_are_named_and_asked_about(boss: Client, file: bytes) -> None:
    officials = json.loads(parts_of(file)["event.json"])["officials"]
    name = next(row["user"] for row in officials if row["role"] == Role.ORGANISER)
    namesake = user(name)
    page = bring(boss, file)
    assert f"{name}: Ingrid Sandell, organiser" in page
    agree(boss, page, keep_offices="on")
    assert Tournament.objects.get().officials.get(user=namesake).role == Role.ORGANISER
    assert not Tournament.objects.get().officials.filter(user=administrator()).exists()


def test_an_address_that_is_taken_is_told_and_another_one_offered(boss: Client, file: bytes) -> None:
    event(slug="amber")
    page = bring(boss, file)
    assert 'name="slug" value="amber-2"' in page
    stamp = re.search(r'name="stamp" value="(\w+)"', page)
    assert stamp
    again = boss.post(PREVIEW, {"stamp": stamp[1], "slug": "amber"}).content.decode()
    assert "Another event has the address amber. amber-2 is free." in again
    assert Tournament.objects.count() == 1


def test_what_is_taken_here_is_told_and_not_what_only_chance_will_give(boss: Client, file: bytes) -> None:
    agree(boss, bring(boss, file))
    Tournament.objects.update(uid=uuid.uuid4())
    page = bring(boss, file)
    codes = [game["code"] for game in json.loads(parts_of(file)["event.json"])["games"]]
    assert f"The codes of {len(codes)} games belong to others here." in page
    assert codes[0] in page
    assert "The links of 2 tables belong to another event here: print the new ones." in page


def test_a_file_can_be_put_away_and_another_one_replaces_it(boss: Client, file: bytes) -> None:
    bring(boss, file)
    bring(boss, file)
    assert BroughtFile.objects.count() == 1
    assert "The file is put away." in boss.post(PUT_AWAY, follow=True).content.decode()
    assert "There is no file to look at." in boss.get(PREVIEW, follow=True).content.decode()


def test_a_file_that_nobody_agreed_to_is_forgotten_after_a_day(boss: Client, file: bytes) -> None:
    bring(boss, file)
    other = User.objects.create_superuser("other")
    BroughtFile.objects.update(user=other, at=timezone.now() - timedelta(days=2))
    bring(boss, file)
    assert BroughtFile.objects.get().user == administrator()


def test_a_preview_says_until_when_the_file_is_kept(boss: Client, file: bytes) -> None:
    bring(boss, file)
    brought = timezone.now() - timedelta(hours=3)
    BroughtFile.objects.update(at=brought)
    until = date_format(timezone.localtime(brought + timedelta(days=1)), "j E, H:i")
    page = boss.get(PREVIEW).content.decode()
    assert f"The file is kept here for a day, until {until}: then it is forgotten, and nothing is written." in page


def test_a_file_is_forgotten_at_the_next_look_and_by_the_clock(boss: Client, file: bytes) -> None:
    for look in (lambda: boss.get(PREVIEW), lambda: boss.get(IMPORT), forget_old_files):
        bring(boss, file)
        look()
        assert BroughtFile.objects.exists()
        BroughtFile.objects.update(at=timezone.now() - timedelta(days=1, seconds=1))
        look()
        assert not BroughtFile.objects.exists()


def test_a_change_before_the_agreement_is_shown_and_agreed_to_anew(boss: Client, file: bytes) -> None:
    page = bring(boss, file)
    row = json.loads(parts_of(file)["event.json"])["players"][0]
    Player.objects.create(
        federation=federation(), licence=row["licence"], name="Another, Name", key=row["key"], salt=row["salt"]
    )
    told = agree(boss, page, slug="elsewhere")
    assert "The file or the registry is not the one you looked at any more." in told
    assert "Another, Name" in told
    assert not Tournament.objects.exists()
    assert 'name="slug" value="elsewhere"' in told
    assert "is here, as it was" in agree(boss, told)
    assert Tournament.objects.get().slug == "elsewhere"


def test_an_event_that_came_meanwhile_is_told(boss: Client, file: bytes) -> None:
    page = bring(boss, file)
    agree(boss, page)
    assert "This event is here already" in bring(boss, file)


def test_a_larger_file_than_elsewhere_is_taken_here_alone(boss: Client) -> None:
    large = SimpleUploadedFile("a.zip", b"x" * 3_000_000)
    assert "This is no event file" in boss.post(IMPORT, {"file": large}).content.decode()
    large.seek(0)
    assert boss.post("/desk/x/entries/import/", {"file": large}).status_code == 413
