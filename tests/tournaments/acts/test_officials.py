"""Officials: offices, PINs that nobody can read again, and sign-in names that nobody can take over."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.db import IntegrityError

from tests import builders
from tests.builders import Event
from tournaments.acts.officials import add_official, give_back_office, give_pin, new_pin, take_back_office
from tournaments.models import AuditEntry, Official, Role
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def add(event: Event, who: str = "organiser", **what: str) -> Official:
    chosen = {"name": "Milena Iordanova", "role": "referee", **what}
    return add_official(event.tournament, actor=event.actor(who), **chosen)


def refusal(event: Event, **what: str) -> Refused:
    before = list(Official.objects.values()), list(User.objects.values())
    with pytest.raises(Refused) as caught:
        add(event, **what)
    assert (list(Official.objects.values()), list(User.objects.values())) == before
    return caught.value


def test_a_referee_gets_a_pin_that_is_kept_as_a_hash_only() -> None:
    event = builders.event()
    official = add(event, pin="471100")
    assert "471100" not in official.pin_hash
    assert check_password("471100", official.pin_hash)
    assert "471100" not in str(AuditEntry.objects.get(act="add_official").details)


def test_a_desk_gets_a_sign_in_name_and_a_password() -> None:
    event = builders.event()
    official = add(event, role="desk", username="milena", password="six-six leads")
    user = User.objects.get(username="milena")
    assert (official.user, official.pin_hash) == (user, "")
    assert (user.check_password("six-six leads"), user.is_staff, user.is_superuser) == (True, False, False)


def test_somebody_who_signs_in_already_keeps_the_password() -> None:
    event, other = builders.event(), builders.event()
    chief = other.account("chief_referee")
    official = add(event, role="chief_referee", username=chief.username.upper())
    assert official.user == chief
    assert User.objects.get(pk=chief.pk).check_password(builders.PASSWORD)


@pytest.mark.parametrize(
    ("what", "code", "field"),
    [
        ({"pin": "123"}, "bad_pin", "pin"),
        ({"pin": "123456789"}, "bad_pin", "pin"),
        ({"pin": "12a4"}, "bad_pin", "pin"),
        ({"pin": "٤٧١١"}, "bad_pin", "pin"),
        ({"pin": "0000"}, "easy_pin", "pin"),
        ({"pin": "12345"}, "easy_pin", "pin"),
        ({"name": "олег тарасов"}, "name_taken", "name"),
        ({"name": "Henrike Vos"}, "name_taken", "name"),
        ({"role": "referee", "username": "milena", "password": "six-six leads"}, "no_desk_role", "username"),
        ({"role": "scorer", "username": "milena", "password": "six-six leads"}, "no_desk_role", "username"),
        ({"role": "desk", "username": "nobody"}, "no_such_user", "password"),
        ({"role": "organiser", "username": "administrator", "password": "mine now"}, "username_taken", "password"),
        ({"role": "organiser", "username": "Administrator", "password": "mine now"}, "username_taken", "password"),
    ],
)
def test_an_official_who_cannot_be_is_refused_at_the_field(what: dict[str, str], code: str, field: str) -> None:
    refused = refusal(builders.event(), **what)
    assert (refused.code, refused.params["field"]) == (code, field)
    assert str(refused).endswith(".")


def test_one_person_holds_one_office_in_an_event() -> None:
    event = builders.event()
    assert refusal(event, role="organiser", username=event.account("desk").username).code == "has_an_office"


def test_a_new_pin_replaces_the_old_one() -> None:
    event = builders.event()
    pin = give_pin(event.referee, actor=event.actor())
    event.referee.refresh_from_db()
    assert (len(pin), pin.isdigit()) == (4, True)
    assert check_password(pin, event.referee.pin_hash)
    assert not check_password(builders.PINS[Role.REFEREE], event.referee.pin_hash)
    assert give_pin(event.referee, actor=event.actor(), pin="90817") == "90817"
    with pytest.raises(Refused, match="among the first anybody would try"):
        give_pin(event.referee, actor=event.actor(), pin="1111")


@pytest.mark.parametrize("who", ["organiser", "desk"])
def test_who_writes_at_no_table_gets_no_pin(who: str) -> None:
    event = builders.event()
    assert refusal(event, role=who, pin="80817").code == "no_pen_role"
    with pytest.raises(Refused, match="nothing for a PIN to open"):
        give_pin(getattr(event, who), actor=event.actor())


def test_pins_that_are_made_are_never_easy() -> None:
    assert {"0000", "1234", "9876"}.isdisjoint({new_pin() for _ in range(3_000)})


def test_an_office_is_taken_back_and_given_back() -> None:
    event = builders.event()
    take_back_office(event.desk, actor=event.actor())
    assert not event.actor("desk").may("see_desk")
    with pytest.raises(Refused, match="has no office any more"):
        take_back_office(event.desk, actor=event.actor())
    give_back_office(event.desk, actor=event.actor())
    assert event.actor("desk").may("see_desk")
    with pytest.raises(Refused, match="holds the office already"):
        give_back_office(event.desk, actor=event.actor())


def test_the_last_organiser_who_can_sign_in_stays() -> None:
    event = builders.event()
    with pytest.raises(Refused) as caught:
        take_back_office(event.organiser, actor=event.actor())
    assert caught.value.code == "last_organiser"
    add(event, role="organiser", username="milena", password="six-six leads")
    take_back_office(event.organiser, actor=event.actor())
    assert not event.actor().may("see_desk")


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "scorer", "player", "stranger"])
def test_only_the_organiser_gives_and_takes_offices(who: str) -> None:
    event = builders.event()
    actor = event.actor(who)
    with pytest.raises(NotPermitted):
        add(event, who)
    for act in (give_pin, take_back_office, give_back_office):
        with pytest.raises(NotPermitted):
            act(event.referee, actor=actor)


def test_the_database_keeps_one_name_and_one_user_once_in_an_event() -> None:
    event = builders.event()
    with pytest.raises(IntegrityError):
        Official.objects.create(tournament=event.tournament, name="Henrike Vos", role=Role.DESK)


def test_the_database_keeps_a_user_to_one_office() -> None:
    event = builders.event()
    with pytest.raises(IntegrityError):
        Official.objects.create(tournament=event.tournament, name="Other", role=Role.DESK, user=event.desk.user)
