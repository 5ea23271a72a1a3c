"""What a narrow phone leaves of pages: how a deal ended has room, and the hint of a search is read to its end."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.lines import append_lines
from tests import builders
from tests.builders import Event
from tests.referees.games import holding
from tournaments.models import Game, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW: ViewportSize = {"width": 360, "height": 740}
LINES = """cell => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return new Set([...words.getClientRects()].map(box => Math.round(box.top))).size;
}"""
FITS = """label => {
  const { left, right } = label.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && label.scrollWidth <= label.clientWidth
    && label.scrollHeight <= label.clientHeight;
}"""
FACE = "field => getComputedStyle(field, '::placeholder').color"


@pytest.fixture
def hall() -> Event:
    made = builders.event(pairs=4)
    builders.add_round(made.tournament, state=Round.State.RUNNING)
    deals = [{"kind": "deal", "ending": "points", "side": side, "points": 45} for side in "ABABABA"]
    fine = {"kind": "penalty", "code": "touched_tile", "seat": "A2"}
    game = Game.objects.get(table=1)
    append_lines(game.pk, [{"kind": "start", "leader": "A1"}, *deals, fine], actor=holding(made.referee))
    return made


@pytest.fixture(params=["en", "ru"])
def phone(request: pytest.FixtureRequest, page: Page, live_server: LiveServer, hall: Event) -> Page:
    """A phone on which the organiser is signed in."""
    cookies = {
        settings.SESSION_COOKIE_NAME: hall.client().cookies[settings.SESSION_COOKIE_NAME].value,
        settings.LANGUAGE_COOKIE_NAME: request.param,
    }
    page.context.add_cookies([{"name": n, "value": v, "url": live_server.url} for n, v in cookies.items()])
    page.set_viewport_size(NARROW)
    return page


def test_how_a_deal_ended_takes_two_lines_of_a_phone_at_most(phone: Page, live_server: LiveServer, hall: Event) -> None:
    game = Game.objects.get(table=1)
    for address in (f"/e/{hall.tournament.slug}/games/{game.pk}/", f"/desk/{hall.tournament.slug}/games/{game.pk}/"):
        phone.goto(live_server.url + address)
        endings = phone.locator(".deals tbody th + td + td")
        expect(endings).to_have_count(7)
        assert max(cell.evaluate(LINES) for cell in endings.all()) <= 2
        note = phone.locator(".deals .side-note td[colspan]")
        expect(note).to_be_visible()
        assert note.evaluate("cell => cell.clientWidth") >= 120
        assert phone.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_the_hint_of_a_search_is_whole_on_a_phone(phone: Page, live_server: LiveServer, hall: Event) -> None:
    public, desk = f"/e/{hall.tournament.slug}/", f"/desk/{hall.tournament.slug}/"
    for address in (public, f"{public}find/", f"{public}draw/", f"{public}entries/", f"{desk}entries/", "/registry/"):
        phone.goto(live_server.url + address)
        hint = phone.locator("main .search label")
        expect(hint).to_be_visible()
        assert hint.evaluate("label => label.clientWidth") > 100, address
        assert hint.evaluate(FITS), address
        assert phone.locator("main .search input[type=search]").evaluate(FACE) == "rgba(0, 0, 0, 0)", address
