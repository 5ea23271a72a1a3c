"""Check-in at the door: a number or a part of a name, and Enter."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import builders
from tests.builders import Event
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    return builders.event(pairs=24)


def page(event: Event, rest: str = "") -> str:
    return f"/desk/{event.tournament.slug}/check-in/{rest}"


def enter(client: Client, event: Event, words: str) -> str:
    return client.post(page(event), {"q": words}, follow=True).content.decode()


def here() -> list[int]:
    return list(Entry.objects.filter(checked_in_at__isnull=False).order_by("number").values_list("number", flat=True))


def test_a_number_and_enter_checks_in_and_undo_takes_it_back(event: Event) -> None:
    client = event.client("desk")
    assert "0 of 24 here, 24 missing" in client.get(page(event)).content.decode()
    told = enter(client, event, "7")
    assert "1 of 24 here, 23 missing" in told
    assert "Undo: 7 is not here" in told
    assert 'name="q" value=""' in told
    assert here() == [7]
    told = client.post(page(event, "undo/"), {"entry": "7"}, follow=True).content.decode()
    assert "7 Peña Ibáñez – Núñez Calvo is not checked in." in told
    assert here() == []


def test_a_part_of_a_name_that_is_the_only_one_checks_in_at_once(event: Event) -> None:
    enter(event.client("chief_referee"), event, "gromov")
    assert here() == [1]


def test_several_who_may_be_meant_are_offered_and_one_is_chosen(event: Event) -> None:
    client = event.client()
    told = enter(client, event, "peña")
    assert "Who is it?" in told
    assert 'value="peña"' in told
    assert here() == []
    client.post(page(event), {"entry": "24", "q": "peña"})
    assert here() == [24]


def test_nobody_found_says_so_and_keeps_what_was_typed(event: Event) -> None:
    told = enter(event.client(), event, "zzz")
    assert "Nobody found for “zzz”." in told
    assert 'value="zzz"' in told


def test_said_twice_it_is_told_and_harmless(event: Event) -> None:
    client = event.client()
    enter(client, event, "3")
    told = client.post(page(event), {"q": "3"}, headers=HTMX).content.decode()
    assert "is here already" in told
    assert here() == [3]


def test_a_part_of_the_page_is_answered_where_a_script_asks(event: Event) -> None:
    client = event.client()
    told = client.post(page(event), {"q": "3"}, headers=HTMX).content.decode()
    assert "data-done" in told
    assert "<html" not in told
    assert "1 of 24 here, 23 missing" in told
    told = client.post(page(event, "undo/"), {"entry": "3"}, headers=HTMX).content.decode()
    assert "3 Зимина – Лугова is not checked in." in told
    assert "0 of 24 here" in told


def test_a_withdrawn_entry_is_refused_in_a_sentence(event: Event) -> None:
    event.client().post(f"/desk/{event.tournament.slug}/entries/2/withdraw/")
    told = enter(event.client(), event, "2")
    assert "2 Ёлкин – Щукин is withdrawn. Let it return on the page of the entries" in told
    assert 'value="2"' in told


def test_everybody_is_checked_in_and_it_starts_over_after_a_question(event: Event) -> None:
    client = event.client()
    assert "Check in all 24 entries that are missing?" in client.get(page(event, "?ask=everybody")).content.decode()
    assert here() == []
    told = client.post(page(event, "everybody/"), follow=True).content.decode()
    assert "24 entries are checked in." in told
    assert "Everybody is here." in told
    assert "24 entries that are here count as missing again." in client.get(page(event, "?ask=over")).content.decode()
    assert "Nobody is checked in now." in client.post(page(event, "over/"), follow=True).content.decode()
    assert here() == []


@pytest.mark.parametrize("words", ["", " ", "a\0b", "9" * 80, "٣٣٣٣٣", "<b>", "%"])
def test_whatever_is_typed_breaks_nothing(event: Event, words: str) -> None:
    client = event.client()
    assert client.post(page(event), {"q": words}, follow=True).status_code == 200
    assert client.post(page(event), {"entry": words}, follow=True).status_code == 200
    assert client.get(page(event), {"done": words, "ask": words}).status_code == 200
    assert client.post(page(event, "undo/"), {"entry": words}).status_code == 404


def test_who_may_not_check_in_does_not_come_in(event: Event) -> None:
    for who in ("referee", "scorer", "player"):
        assert event.client(who).post(page(event), {"q": "1"}).status_code == 403
    assert event.client("stranger").get(page(event)).status_code == 302
    assert here() == []


def test_check_in_of_200_takes_as_many_queries_as_of_two(django_assert_num_queries: Any) -> None:
    for pairs in (2, 200):
        event = builders.event(pairs=pairs)
        client = event.client()
        client.get(page(event))
        with django_assert_num_queries(8):
            client.get(page(event))
