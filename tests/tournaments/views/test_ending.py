"""The page that ends an event: it names what will happen, and what is in the way."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import escape

from tests.builders import Event, event
from tests.tournaments.playing import closed, published
from tournaments.acts.ending import end_event
from tournaments.models import Result, Tournament

pytestmark = pytest.mark.django_db

RAIN = "The hall is under water."


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def address(event_: Event, rest: str = "") -> str:
    return f"/desk/{event_.tournament.slug}/end/{rest}"


def page(event_: Event, who: str = "organiser") -> str:
    response = event_.client(who).get(address(event_))
    assert response.status_code == 200
    return str(response.content.decode())


def has_ended(event_: Event) -> bool:
    return Tournament.objects.get(pk=event_.tournament.pk).ended_at is not None


def test_the_page_names_what_will_happen() -> None:
    four = event(pairs=4)
    closed(four)
    said = words(page(four))
    assert "Amber Coast Open ends after round 1. 7 planned rounds will not be played." in said
    assert f"are final: 1 {four.entries()[2].name}; 2 {four.entries()[0].name}; 3 {four.entries()[1].name}" in said
    assert "End the event after round 1" in said


def test_it_names_what_is_in_the_way_with_the_place_to_go() -> None:
    four = event(pairs=4)
    published(four)
    shown = page(four)
    assert "Round 1 is open. Not accepted so far: tables 1, 2." in words(shown)
    assert f'href="/desk/{four.tournament.slug}/rounds/1/"' in shown
    assert "This is what happens" not in shown


def test_an_event_is_ended_with_a_reason_and_opened_again() -> None:
    four = event(pairs=4)
    closed(four)
    client = four.client()
    done = client.post(address(four), {"after": "1", "reason": RAIN}, follow=True)
    assert "The event has ended. The standings are final." in words(done.content.decode())
    assert has_ended(four)
    assert RAIN in page(four)
    again = four.client("chief_referee").post(address(four, "reopen/"), {"reason": "It is dry."}, follow=True)
    assert "The event is open again." in words(again.content.decode())
    assert not has_ended(four)


def test_an_early_end_without_a_reason_is_asked_for_one() -> None:
    four = event(pairs=4)
    closed(four)
    answer = four.client().post(address(four), {"after": "1", "reason": ""})
    assert answer.status_code == 200
    assert "Nothing is written yet." in words(answer.content.decode())
    assert not has_ended(four)


def test_a_page_of_another_round_is_refused_and_the_reason_stays() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    said = four.client().post(address(four), {"after": "1", "reason": RAIN}).content.decode()
    assert "Round 2 was closed or opened meanwhile." in words(said)
    assert escape(RAIN) in said
    assert not has_ended(four)


@pytest.mark.parametrize("after", ["", "x", "-1", "99999999999999999999", "\0"])
def test_a_senseless_form_is_answered(after: str) -> None:
    four = event(pairs=4)
    closed(four)
    assert four.client().post(address(four), {"after": after, "reason": "\0" + RAIN}).status_code == 200
    assert not has_ended(four)


def test_opening_again_without_a_reason_is_refused() -> None:
    four = event(pairs=4)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason=RAIN)
    said = four.client().post(address(four, "reopen/"), {"reason": " "}, follow=True).content.decode()
    assert "Write why the event is opened again" in words(said)
    assert has_ended(four)


@pytest.mark.parametrize(("who", "status"), [("desk", 403), ("referee", 403), ("player", 403)])
def test_who_may_not_gets_the_reason(who: str, status: int) -> None:
    four = event(pairs=4)
    assert four.client(who).get(address(four)).status_code == status
    assert four.client(who).post(address(four, "reopen/"), {"reason": "x"}).status_code == status


def test_a_stranger_signs_in_first() -> None:
    four = event(pairs=4)
    assert Client().get(address(four)).status_code == 302
    assert Client().post(address(four)).status_code == 302


def test_a_protest_in_the_way_is_one_link_away() -> None:
    four = event(pairs=4)
    closed(four)
    Result.objects.filter(game__table=2).update(provisional=True)
    shown = page(four)
    assert "Decide the protest first." in words(shown)
    assert f'href="/desk/{four.tournament.slug}/protests/"' in shown


def test_who_has_ended_the_event_finds_the_standings_the_sheets_and_the_files() -> None:
    four = event(pairs=4)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason=RAIN)
    shown = page(four)
    for address_ in (f"/e/{four.tournament.slug}/standings/?after=1", f"/desk/{four.tournament.slug}/documents/"):
        assert f'href="{address_}"' in shown
    assert f"/e/{four.tournament.slug}/results.xlsx?after=1" in shown
