"""The doors of the desk: who comes in where, and how a refusal is told."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages

from tests import builders
from tests.builders import Event
from tournaments.models import Official

pytestmark = pytest.mark.django_db

#: page of the desk: who comes in. Everybody else gets 403, the stranger the sign-in page.
GET = {
    "entries/": {"administrator", "organiser", "chief_referee", "desk"},
    "entries/new/": {"administrator", "organiser", "desk"},
    "entries/1/": {"administrator", "organiser", "desk"},
    "entries/import/": {"administrator", "organiser", "desk"},
    "officials/": {"administrator", "organiser"},
    "regulations/": {"administrator", "organiser", "chief_referee", "desk"},
    "event/": {"administrator", "organiser"},
}
#: what is done there: who may.
POST = {
    "entries/new/": {"administrator", "organiser", "desk"},
    "entries/1/": {"administrator", "organiser", "desk"},
    "entries/1/withdraw/": {"administrator", "organiser", "desk"},
    "entries/1/return/": {"administrator", "organiser", "desk"},
    "entries/1/delete/": {"administrator", "organiser", "desk"},
    "entries/import/": {"administrator", "organiser", "desk"},
    "entries/import/preview/": {"administrator", "organiser", "desk"},
    "officials/": {"administrator", "organiser"},
    "officials/{referee}/pin/": {"administrator", "organiser"},
    "officials/{referee}/take-back/": {"administrator", "organiser"},
    "officials/{referee}/give-back/": {"administrator", "organiser"},
    "regulations/": {"administrator", "organiser"},
    "event/": {"administrator", "organiser"},
}


@pytest.fixture
def event() -> Event:
    return builders.event(pairs=2)


def address(event: Event, page: str) -> str:
    return f"/desk/{event.tournament.slug}/{page.format(referee=event.referee.pk)}"


@pytest.mark.parametrize("who", builders.CAST)
def test_each_page_of_the_desk_opens_to_those_who_may(event: Event, who: str) -> None:
    client = event.client(who)
    for page, may in GET.items():
        response = client.get(address(event, page))
        if who == "stranger":
            assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={address(event, page)}")
        else:
            assert response.status_code == (200 if who in may else 403), page


@pytest.mark.parametrize("who", builders.CAST)
def test_each_act_of_the_desk_is_done_by_those_who_may(event: Event, who: str) -> None:
    client = event.client(who)
    for page, may in POST.items():
        response = client.post(address(event, page))
        if who == "stranger":
            assert response.status_code == 302, page
            assert response["Location"].startswith("/sign-in/"), page
        else:
            assert (response.status_code != 403) == (who in may), page


def test_a_role_that_does_not_allow_a_page_is_told_whose_it_is(event: Event) -> None:
    response = event.client("desk").get(address(event, "officials/"))
    assert response.status_code == 403
    assert "Your role does not allow this. It is for: organiser." in response.content.decode()


def test_an_official_of_another_event_is_nobody_here(event: Event) -> None:
    other = builders.event()
    assert event.client().get(address(other, "entries/")).status_code == 403
    response = event.client().post(f"/desk/{event.tournament.slug}/officials/{other.referee.pk}/take-back/")
    assert response.status_code == 404
    assert Official.objects.get(pk=other.referee.pk).active


def test_an_office_that_ended_opens_nothing(event: Event) -> None:
    Official.objects.filter(pk=event.desk.pk).update(active=False)
    assert event.client("desk").get(address(event, "entries/")).status_code == 403


def test_an_event_that_is_not_there_is_not_found(event: Event) -> None:
    assert event.client().get("/desk/no-such-event/entries/").status_code == 404


def test_what_an_act_refuses_becomes_a_message_on_the_page(event: Event) -> None:
    client = event.client()
    response = client.post(address(event, "entries/1/return/"), follow=True)
    assert response.redirect_chain == [(address(event, "entries/"), 302)]
    told = [(message.level_tag, str(message)) for message in get_messages(response.wsgi_request)]
    assert told == [("error", "1 Громов – Ветров is not withdrawn.")]
    assert told[0][1] in response.content.decode()


def test_an_act_is_done_by_post_alone(event: Event) -> None:
    for page in ("entries/1/withdraw/", "entries/1/delete/", f"officials/{event.referee.pk}/pin/"):
        assert event.client().get(address(event, page)).status_code == 405


def test_a_form_without_its_seal_is_refused(event: Event) -> None:
    client = event.client()
    client.handler.enforce_csrf_checks = True
    response = client.post(address(event, "entries/1/withdraw/"))
    assert response.status_code == 403
    assert event.tournament.entries.get(number=1).withdrawn_at is None
