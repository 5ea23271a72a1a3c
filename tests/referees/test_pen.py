"""The pen of a table: who gets it, how guesses are slowed, how it ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client, RequestFactory
from django.utils import timezone

from referees.acts.links import make_table_links
from referees.acts.pen import take_pen
from referees.models import PinAttempt, TableLink
from tests import builders
from tournaments.acts.officials import give_back_office, give_pin, take_back_office
from tournaments.addresses import address_of_visitor
from tournaments.models import Official, Role
from tournaments.refusals import NotSoFast, Refused

RIGHT, WRONG = builders.PINS[Role.REFEREE], "9999"
HALL, PHONE = "192.168.1.20", "192.168.1.77"


@pytest.fixture
def event(db: None) -> builders.Event:
    return builders.event(4)


@pytest.fixture
def link(event: builders.Event) -> TableLink:
    return make_table_links(event.tournament, [1], actor=event.actor())[0]


def guess(link: TableLink, official: Official, pin: str, address: str = HALL) -> Official:
    return take_pen(link, official.pk, pin, address)


def guess_wrong(link: TableLink, official: Official, times: int, address: str = HALL) -> None:
    for _ in range(times):
        with pytest.raises(Refused, match="This is not the PIN of"):
            guess(link, official, WRONG, address)


def seconds_to_wait(link: TableLink, official: Official, pin: str = RIGHT, address: str = HALL) -> int:
    with pytest.raises(NotSoFast) as refusal:
        guess(link, official, pin, address)
    return int(refusal.value.params["seconds"])


def later(**time: int) -> None:
    """Let time pass: everything that was tried moves into the past."""
    for attempt in PinAttempt.objects.all():
        PinAttempt.objects.filter(pk=attempt.pk).update(at=attempt.at - timedelta(**time))


def at_the_door(client: Client, link: TableLink, official: Official, pin: str) -> Any:
    return client.post(f"/t/{link.token}/pen/", {"official": official.pk, "pin": pin})


# -- who gets it -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["chief_referee", "referee", "scorer"])
def test_the_right_pin_gives_the_pen_and_leads_to_the_table(event: builders.Event, link: TableLink, who: str) -> None:
    client, official = Client(), getattr(event, who)
    answer = at_the_door(client, link, official, builders.PINS[official.role])
    assert answer.url == f"/t/{link.token}/table/"
    assert client.session["pens"] == {str(event.tournament.pk): official.pk}
    assert PinAttempt.objects.get().succeeded


@pytest.mark.parametrize("who", ["organiser", "desk"])
def test_who_sits_at_the_desk_is_not_asked_for_a_pin(event: builders.Event, link: TableLink, who: str) -> None:
    client, official = Client(), getattr(event, who)
    assert official.name not in client.get(f"/t/{link.token}/pen/").content.decode()
    answer = at_the_door(client, link, official, builders.PINS[official.role])
    assert "Choose your name." in answer.content.decode()
    assert "pens" not in client.session


def test_a_wrong_pin_gives_nothing_and_says_so(event: builders.Event, link: TableLink) -> None:
    client = Client()
    answer = at_the_door(client, link, event.referee, WRONG)
    assert answer.status_code == 400
    assert f"This is not the PIN of {event.referee.name}." in answer.content.decode()
    assert "pens" not in client.session
    assert not PinAttempt.objects.get().succeeded


@pytest.mark.parametrize("pin", ["", "12", "123456789", "47 11", "abcd", "４７１１"])
def test_what_is_no_pin_is_not_even_tried(event: builders.Event, link: TableLink, pin: str) -> None:
    answer = at_the_door(Client(), link, event.referee, pin)
    assert answer.status_code == 400
    assert ("A PIN has 4 to 8 figures." if pin else "Type your PIN.") in answer.content.decode()
    assert not PinAttempt.objects.exists()


def test_an_official_of_another_event_gets_nothing_here(event: builders.Event, link: TableLink) -> None:
    stranger = builders.event(name="Other Open").referee
    with pytest.raises(Refused, match="Choose your name"):
        guess(link, stranger, RIGHT)


def test_a_pen_of_one_event_is_none_in_another(event: builders.Event, link: TableLink) -> None:
    other = builders.event(name="Other Open")
    elsewhere = make_table_links(other.tournament, [1], actor=other.actor())[0]
    client = Client()
    at_the_door(client, link, event.referee, RIGHT)
    assert client.get(f"/t/{link.token}/table/").status_code == 200
    assert client.get(f"/t/{elsewhere.token}/table/").headers["Location"] == f"/t/{elsewhere.token}/pen/"


def test_taking_the_pen_changes_the_key_of_the_session(event: builders.Event, link: TableLink) -> None:
    client = event.client("referee")
    before = client.session.session_key
    at_the_door(client, link, event.referee, RIGHT)
    assert client.session.session_key != before


def test_an_event_without_pins_says_who_gives_them(event: builders.Event, link: TableLink) -> None:
    event.tournament.officials.update(pin_hash="")
    assert "No official of this event has a PIN yet." in Client().get(f"/t/{link.token}/pen/").content.decode()


# -- guesses are slowed ------------------------------------------------------------------------------------------------


def test_after_five_wrong_pins_even_the_right_one_has_to_wait(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5)
    assert seconds_to_wait(link, event.referee, RIGHT) in {29, 30}
    assert PinAttempt.objects.count() == 5


def test_the_page_says_how_long_to_wait(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5)
    page = at_the_door(Client(), link, event.referee, RIGHT).content.decode()
    assert "Too many wrong PINs. Wait 30 seconds" in page or "Too many wrong PINs. Wait 29 seconds" in page


def test_waits_are_doubled_up_to_ten_minutes(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5)
    waits = []
    for _ in range(7):
        waits.append(seconds_to_wait(link, event.referee))
        later(seconds=waits[-1])
        guess_wrong(link, event.referee, 1)
    assert [round(wait, -1) for wait in waits] == [30, 60, 120, 240, 480, 600, 600]


def test_after_the_wait_the_right_pin_gives_the_pen(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5)
    later(seconds=31)
    assert guess(link, event.referee, RIGHT) == event.referee


def test_a_right_pin_forgives_the_wrong_ones_before(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 4)
    guess(link, event.referee, RIGHT)
    guess_wrong(link, event.referee, 4)
    assert guess(link, event.referee, RIGHT) == event.referee


def test_changing_the_device_does_not_help_to_guess_one_official(event: builders.Event, link: TableLink) -> None:
    for number in range(5):
        guess_wrong(link, event.referee, 1, f"192.168.1.{number}")
    assert seconds_to_wait(link, event.referee, address=PHONE) > 0


def test_changing_the_official_does_not_help_one_device_to_guess(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5, PHONE)
    guess_wrong(link, event.scorer, 5, PHONE)
    assert seconds_to_wait(link, event.chief_referee, builders.PINS[Role.CHIEF_REFEREE], PHONE) > 0
    assert guess(link, event.chief_referee, builders.PINS[Role.CHIEF_REFEREE], HALL) == event.chief_referee


def test_wrong_pins_are_forgotten_after_an_hour(event: builders.Event, link: TableLink) -> None:
    guess_wrong(link, event.referee, 5)
    later(minutes=61)
    guess_wrong(link, event.referee, 4)
    assert guess(link, event.referee, RIGHT) == event.referee


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_guesses_sent_at_the_same_moment_are_all_counted() -> None:
    event = builders.event()
    link = make_table_links(event.tournament, [1], actor=event.actor())[0]

    def attempt(_: int) -> str:
        try:
            return guess(link, event.referee, WRONG).name
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as together:
        answers = list(together.map(attempt, range(12)))
    assert sorted(answers) == ["pin_must_wait"] * 7 + ["wrong_pin"] * 5


def test_only_a_proxy_we_know_of_is_believed_about_an_address(settings: Any) -> None:
    request = RequestFactory().get("/t/", headers={"X-Forwarded-For": "1.1.1.1, 8.8.8.8"}, REMOTE_ADDR="10.0.0.5")
    settings.HTTPS = False
    assert address_of_visitor(request) == "10.0.0.5"
    settings.HTTPS = True
    assert address_of_visitor(request) == "8.8.8.8"


# -- how it ends -------------------------------------------------------------------------------------------------------


@pytest.fixture
def holder(event: builders.Event, link: TableLink) -> Client:
    builders.add_round(event.tournament)
    client = Client()
    at_the_door(client, link, event.referee, RIGHT)
    assert client.get(f"/t/{link.token}/table/").status_code == 200
    return client


@pytest.mark.parametrize(
    "change",
    [{"active": False}, {"pin_hash": ""}, {"pin_hash": "md5$x$y"}, {"role": Role.DESK}],
    ids=["deactivated", "PIN taken away", "PIN changed", "another role"],
)
def test_what_is_changed_at_the_desk_ends_the_pen_at_once(
    event: builders.Event, link: TableLink, holder: Client, change: dict[str, object]
) -> None:
    Official.objects.filter(pk=event.referee.pk).update(**change)
    assert holder.get(f"/t/{link.token}/table/").headers["Location"] == f"/t/{link.token}/pen/"


def test_an_office_that_is_given_back_brings_no_pen_of_before_back(
    event: builders.Event, link: TableLink, holder: Client
) -> None:
    take_back_office(event.referee, actor=event.actor())
    give_back_office(Official.objects.get(pk=event.referee.pk), actor=event.actor())
    assert holder.get(f"/t/{link.token}/table/").headers["Location"] == f"/t/{link.token}/pen/"
    with pytest.raises(Refused, match="gets a PIN at the desk"):
        guess(link, event.referee, RIGHT)
    give_pin(event.referee, actor=event.actor(), pin="80817")
    assert guess(link, event.referee, "80817") == event.referee
    assert holder.get(f"/t/{link.token}/table/").headers["Location"] == f"/t/{link.token}/pen/"


def test_laying_the_pen_down_leaves_the_view(link: TableLink, holder: Client) -> None:
    assert holder.post(f"/t/{link.token}/pen/down/").headers["Location"] == f"/t/{link.token}/"
    assert holder.get(f"/t/{link.token}/table/").headers["Location"] == f"/t/{link.token}/pen/"
    assert holder.get(f"/t/{link.token}/").status_code == 200


def test_a_link_that_is_followed_lays_no_pen_down(link: TableLink, holder: Client) -> None:
    assert holder.get(f"/t/{link.token}/pen/down/").status_code == 405
    assert holder.get(f"/t/{link.token}/table/").status_code == 200


# -- the short code ----------------------------------------------------------------------------------------------------


def test_the_code_leads_to_the_view_however_it_is_typed(link: TableLink) -> None:
    typed = f" {link.code[:3].lower()}-{link.code[3:]} "
    assert Client().post("/t/", {"code": typed}).headers["Location"] == f"/t/{link.token}/"


@pytest.mark.parametrize("code", ["ZZZZZZ", "0", "<script>", "👁" * 6])
def test_a_code_that_no_table_has_is_told_in_a_sentence(link: TableLink, code: str) -> None:
    answer = Client().post("/t/", {"code": code})
    assert answer.status_code == 400
    assert "No table has this code." in answer.content.decode()
    assert "<script>" not in answer.content.decode()


def test_an_unknown_link_is_not_there(db: None) -> None:
    for address in ("/t/nothing/", "/t/nothing/pen/", "/t/nothing/table/", "/t/nothing/now/"):
        assert Client().get(address).status_code == 404


def test_attempts_are_kept_with_their_address(event: builders.Event, link: TableLink) -> None:
    Client(REMOTE_ADDR=PHONE).post(f"/t/{link.token}/pen/", {"official": event.referee.pk, "pin": WRONG})
    attempt = PinAttempt.objects.get()
    assert (attempt.official, attempt.address, attempt.succeeded) == (event.referee, PHONE, False)
    assert timezone.now() - attempt.at < timedelta(minutes=1)
