"""The officials at the desk: a PIN is shown once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password

from tests import builders
from tests.builders import Event
from tournaments.models import Official, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event()


def desk(event: Event, page: str = "") -> str:
    return f"/desk/{event.tournament.slug}/officials/{page}"


def test_a_pin_that_is_made_is_shown_once_and_never_again(event: Event) -> None:
    client = event.client()
    sent = {"name": "Milena Iordanova", "role": "referee", "make_pin": "on"}
    page = client.post(desk(event), sent, follow=True).content.decode()
    (pin,) = re.findall(r'class="fresh-pin code">(\d+)<', page)
    official = Official.objects.get(name="Milena Iordanova")
    assert check_password(pin, official.pin_hash)
    assert "fresh-pin" not in client.get(desk(event)).content.decode()


def test_a_new_pin_is_made_or_taken_as_typed(event: Event) -> None:
    client = event.client()
    address = desk(event, f"{event.referee.pk}/pin/")
    assert "fresh-pin" in client.post(address, follow=True).content.decode()
    page = client.post(address, {"pin": "80817"}, follow=True).content.decode()
    assert "80817" not in page
    event.referee.refresh_from_db()
    assert check_password("80817", event.referee.pin_hash)
    assert "A PIN has 4 to 8 figures" in client.post(address, {"pin": "12"}, follow=True).content.decode()


def test_an_organiser_with_a_password_is_added_and_signs_in(event: Event) -> None:
    sent = {"name": "Milena Iordanova", "role": "organiser", "username": "milena", "password": "double six"}
    assert event.client().post(desk(event), sent).status_code == 302
    client = builders.Client()
    assert client.post("/sign-in/", {"username": "milena", "password": "double six"}).status_code == 302
    assert client.get(desk(event)).status_code == 200


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": ""}, "name", "This field is required."),
        ({"name": "Henrike Vos"}, "name", "There is an official named Henrike Vos already."),
        ({"role": "boss"}, "role", "Select a valid choice."),
        ({"pin": "1234"}, "pin", "among the first anybody would try"),
        ({"role": "desk", "username": "milena", "password": "short"}, "password", "too short"),
        ({"role": "desk", "pin": "80817"}, "pin", "Desk writes at no table"),
        ({"role": "organiser", "make_pin": "on"}, "pin", "Organiser writes at no table"),
        ({"role": "desk", "password": "double six"}, "username", "A password needs a sign-in name."),
        ({"role": "desk", "username": "m i l"}, "username", "Letters, figures and @ . + - _ only"),
        ({"username": "milena", "password": "double six"}, "username", "Referee opens tables with a PIN"),
    ],
)
def test_an_official_who_cannot_be_is_told_at_the_field(
    event: Event, change: dict[str, str], field: str, sentence: str
) -> None:
    sent = {"name": "<b>Milena</b>", "role": "referee", "pin": "", **change}
    response = event.client().post(desk(event), sent)
    assert response.status_code == 200
    assert sentence in " ".join(response.context["form"].errors[field])
    assert "<b>Milena</b>" not in response.content.decode()
    assert Official.objects.count() == len(Role)


def test_a_new_pin_is_offered_where_the_role_writes_at_tables_and_nowhere_else(event: Event) -> None:
    page = event.client().get(desk(event)).content.decode()
    offered = {who: desk(event, f"{getattr(event, who).pk}/pin/") in page for who in ("referee", "scorer", "desk")}
    assert offered == {"referee": True, "scorer": True, "desk": False}
    told = event.client().post(desk(event, f"{event.desk.pk}/pin/"), {"pin": "80817"}, follow=True).content.decode()
    assert "there is nothing for a PIN to open" in told


def test_an_official_who_can_do_nothing_is_told_to_be_so_with_the_remedy(event: Event) -> None:
    client = event.client()
    assert "Can do nothing" not in client.get(desk(event)).content.decode()
    page = client.post(desk(event), {"name": "Ada Oak", "role": "referee"}, follow=True).content.decode()
    assert "Ada Oak: Can do nothing yet: give a PIN." in page
    page = client.post(desk(event), {"name": "Ben Elm", "role": "desk"}, follow=True).content.decode()
    assert "Ben Elm: Can do nothing: this office signs in." in page
    assert client.get(desk(event)).content.decode().count("Can do nothing") == 2


def test_an_office_ends_and_is_given_back(event: Event) -> None:
    client = event.client()
    address = desk(event, f"{event.scorer.pk}/")
    assert "office ended" in client.post(f"{address}take-back/", follow=True).content.decode()
    page = client.post(f"{address}give-back/", follow=True).content.decode()
    assert "works again" in page
    assert f"The old PIN of {event.scorer.name} opens nothing any more: give a new one" in page
    response = client.post(desk(event, f"{event.organiser.pk}/take-back/"), follow=True)
    assert "is the only organiser who can sign in." in response.content.decode()


def test_neither_pins_nor_their_hashes_are_on_the_page(event: Event) -> None:
    page = event.client().get(desk(event)).content.decode()
    for official in Official.objects.all():
        assert official.pin_hash not in page
        assert builders.PINS[Role(official.role)] not in page


def test_the_list_takes_as_many_queries_for_fifty_as_for_five(event: Event, django_assert_num_queries: Any) -> None:
    client = event.client()
    for more in (0, 45):
        for number in range(more):
            Official.objects.create(tournament=event.tournament, name=f"Referee {number}", role=Role.REFEREE)
        client.get(desk(event))
        with django_assert_num_queries(6):
            client.get(desk(event))
