"""The first run, signing in and out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests import builders
from tests.builders import PASSWORD

pytestmark = pytest.mark.django_db

FIRST = {"name": "Ingrid Sandell", "username": "ingrid", "password1": "six-six leads", "password2": "six-six leads"}


@pytest.fixture(autouse=True)
def no_guesses_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_an_empty_installation_leads_to_its_first_run_and_from_there_to_the_first_event() -> None:
    client = Client()
    assert client.get("/")["Location"] == "/first-run/"
    assert "Who sets up this desk?" in client.get("/first-run/").content.decode()
    response = client.post("/first-run/", FIRST)
    assert (response.status_code, response["Location"]) == (302, "/events/new/")
    user = User.objects.get()
    assert (user.username, user.get_full_name(), user.is_superuser) == ("ingrid", "Ingrid Sandell", True)
    assert client.get("/events/new/").status_code == 200
    assert client.get("/").status_code == 200


def test_the_cursor_of_the_first_run_starts_in_its_first_field() -> None:
    fields = re.findall(r"<input [^>]*>", Client().get("/first-run/").content.decode())
    fields = [field for field in fields if 'type="hidden"' not in field]
    assert ['name="name"' in field for field in fields if "autofocus" in field] == [True]
    assert "autofocus" in fields[0]


def test_the_second_visit_to_the_first_run_refuses() -> None:
    builders.administrator()
    client = Client()
    assert client.get("/first-run/")["Location"] == "/sign-in/"
    assert client.post("/first-run/", FIRST)["Location"] == "/sign-in/"
    assert User.objects.count() == 1
    assert "set up already" in client.get("/sign-in/").content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"password2": "six-six leaves"}, "The two passwords differ. Type them again."),
        ({"password1": "domino", "password2": "domino"}, "Make it 8 characters or longer"),
        ({"password1": "password123", "password2": "password123"}, "Take three words that do not belong together."),
        ({"password1": "ingrid-1", "password2": "ingrid-1"}, "Take words that have nothing to do with it."),
        ({"username": "Ingrid Sandell"}, "Letters, figures and @ . + - _ only, no spaces.</p>"),
        ({"username": ""}, "This field is required"),
        ({"name": "Ingrid\x07"}, "cannot be seen or printed (U+0007)"),
    ],
)
def test_a_first_administrator_who_cannot_be_is_told_why_and_nothing_is_lost(
    change: dict[str, str], sentence: str
) -> None:
    response = Client().post("/first-run/", {**FIRST, **change})
    assert response.status_code == 200
    page = response.content.decode()
    assert sentence in page
    assert 'name="username"' in page
    assert not User.objects.exists()


def test_signing_in_leads_to_where_one_wanted_to_go_and_out_by_post_alone() -> None:
    event = builders.event()
    wanted = f"/desk/{event.tournament.slug}/entries/"
    client = Client()
    sent = client.get(wanted)["Location"]
    known = {"username": event.account("organiser").username, "password": PASSWORD, "next": wanted}
    response = client.post(sent, known)
    assert response["Location"] == wanted
    assert client.get(wanted).status_code == 200
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/")["Location"] == "/"
    assert client.get(wanted).status_code == 302


def test_behind_a_proxy_one_who_guesses_does_not_keep_the_others_out(settings: Any) -> None:
    settings.HTTPS = True
    builders.administrator()
    for number in range(30):
        wrong = {"username": f"name {number}", "password": "guess"}
        Client().post("/sign-in/", wrong, headers={"X-Forwarded-For": "9.9.9.9"}, secure=True)
    right = {"username": "administrator", "password": PASSWORD}
    elsewhere = Client().post("/sign-in/", right, headers={"X-Forwarded-For": "8.8.8.8"}, secure=True)
    assert elsewhere["Location"] == "/"
    here = Client().post("/sign-in/", right, headers={"X-Forwarded-For": "9.9.9.9"}, secure=True)
    assert "Too many wrong passwords." in here.content.decode()


def test_nobody_is_led_to_another_site() -> None:
    builders.administrator()
    sent = {"username": "administrator", "password": PASSWORD, "next": "https://example.org/"}
    assert Client().post("/sign-in/", sent)["Location"] == "/"


def test_a_wrong_password_is_told_without_saying_which_of_the_two_is_wrong() -> None:
    builders.administrator()
    answers = [
        Client().post("/sign-in/", {"username": name, "password": "five-five"}).content.decode()
        for name in ("administrator", "nobody")
    ]
    assert all("This name and this password do not go together." in answer for answer in answers)


def test_after_five_wrong_passwords_even_the_right_one_waits() -> None:
    builders.administrator()
    client = Client()
    for number in range(5):
        client.post("/sign-in/", {"username": "administrator", "password": f"guess {number}"})
    response = client.post("/sign-in/", {"username": "administrator", "password": PASSWORD})
    assert response.status_code == 200
    assert "Too many wrong passwords. Wait " in response.content.decode()
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    assert elsewhere.post("/sign-in/", {"username": "administrator", "password": PASSWORD})["Location"] == "/"


def test_a_password_is_changed_by_whom_it_belongs_to() -> None:
    event = builders.event()
    client = event.client()
    sent = {"old_password": PASSWORD, "new_password1": "double blank", "new_password2": "double blank"}
    assert client.post("/password/", sent)["Location"] == "/"
    assert User.objects.get(username=event.account("organiser").username).check_password("double blank")
    assert Client().get("/password/")["Location"] == "/sign-in/?next=/password/"
