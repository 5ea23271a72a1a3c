"""Check-in with a keyboard alone: the field keeps the focus, and nothing that is typed is lost."""

from __future__ import annotations

import time
from statistics import median

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests import builders
from tests.builders import Event
from tournaments.models import Entry

HALL = 60  # entries that wait at the door

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]


def open_desk(page: Page, live_server: LiveServer, event: Event, rest: str) -> None:
    cookie = event.client("desk").cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    page.goto(f"{live_server.url}/desk/{event.tournament.slug}/{rest}")


def here() -> list[int]:
    return list(Entry.objects.filter(checked_in_at__isnull=False).order_by("number").values_list("number", flat=True))


def test_number_after_number_and_a_name_are_checked_in_without_a_mouse(page: Page, live_server: LiveServer) -> None:
    event = builders.event(pairs=24)
    open_desk(page, live_server, event, "check-in/")
    field = page.get_by_label("Number, or a part of a name")
    expect(field).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1 of 24 here, 23 missing")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("peña")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Who is it?")).to_be_visible()
    expect(field).to_have_value("peña")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Muñoz Sáez, Begoña, Güell Riera, Laia")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="2 of 24 here, 22 missing")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.get_by_role("button", name="Undo: 8 is not here").press("Enter")
    expect(page.get_by_role("heading", name="1 of 24 here, 23 missing")).to_be_visible()
    assert here() == [7]


def test_sixty_entries_are_checked_in_by_keyboard_and_the_time_of_each_is_told(
    page: Page, live_server: LiveServer
) -> None:
    """From the first key until the list says who is here and the field is free again; the time is told, not judged."""
    event = builders.event(pairs=HALL)
    open_desk(page, live_server, event, "check-in/")
    field = page.get_by_label("Number, or a part of a name")
    expect(field).to_be_focused()
    took = []
    for done, words in enumerate(typed_at_the_door(event), start=1):
        began = time.monotonic()
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=f"{done} of {HALL} here, {HALL - done} missing")).to_be_visible()
        expect(field).to_be_focused()
        expect(field).to_have_value("")
        took.append(time.monotonic() - began)
    print(f"\n{HALL} entries by keyboard: median {median(took):.2f} s, slowest {max(took):.2f} s an entry")
    assert here() == list(range(1, HALL + 1))


def typed_at_the_door(event: Event) -> list[str]:
    """Give what is typed for each entry, in the order of a queue: its number, or of each sixth a licence."""
    entries = sorted(event.entries(), key=lambda entry: (entry.number * 7) % (HALL + 1))
    licences = {entry.number: entry.members.all()[0].player.licence for entry in entries[::6]}
    return [licences.get(entry.number, str(entry.number)) for entry in entries]


def test_what_was_typed_comes_back_when_the_desk_does_not_answer(page: Page, live_server: LiveServer) -> None:
    event = builders.event(pairs=4)
    open_desk(page, live_server, event, "check-in/")
    field = page.get_by_label("Number, or a part of a name")

    def lost(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    page.route("**/check-in/", lost)
    field.fill("3")
    field.press("Enter")
    expect(page.get_by_text("the desk does not answer.")).to_be_visible()
    expect(field).to_have_value("3")
    page.unroute("**/check-in/", lost)
    field.press("Enter")
    expect(page.get_by_role("heading", name="1 of 4 here, 3 missing")).to_be_visible()
    expect(page.get_by_text("the desk does not answer.")).to_be_hidden()
    assert here() == [3]


def test_a_known_player_is_chosen_while_a_name_is_typed(page: Page, live_server: LiveServer) -> None:
    event = builders.event()
    builders.player("Громов Илья", "RUS-1", federation=event.tournament.federation, rating=1500)
    open_desk(page, live_server, event, "entries/new/")
    page.locator("#id_name_2").press_sequentially("grom")
    page.get_by_role("button", name="Громов Илья RUS-1 1500").click()
    expect(page.locator("#id_name_2")).to_have_value("Громов Илья")
    expect(page.locator("#id_licence_2")).to_have_value("RUS-1")
    page.locator("#id_name_1").fill("Elm, Ben")
    page.locator("#id_name_1").press("Enter")
    expect(page.get_by_text("1 Elm – Громов is entered.")).to_be_visible()
