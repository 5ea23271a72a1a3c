"""A tablet lives in the hand: nothing zooms or moves that nobody asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referees.models import TableLink
from tests import builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Every field whose letters are so small that an iPad zooms to it when it is touched.
SMALL = """[...document.querySelectorAll("input, select, textarea")]
  .filter(field => !["hidden", "radio", "checkbox"].includes(field.type))
  .filter(field => parseFloat(getComputedStyle(field).fontSize) < 16).map(field => field.name)"""
MOVES = """[...document.querySelectorAll("*")].filter(each => {
    const style = getComputedStyle(each);
    return style.transitionProperty !== "none" && style.transitionDuration !== "0s" || style.animationName !== "none";
  }).length"""


@pytest.fixture
def link() -> TableLink:
    tournament = builders.event(pairs=4).tournament
    builders.add_round(tournament)
    return TableLink.objects.create(tournament=tournament, table=1, code="Y3DS5F")


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 800, "height": 1280}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def pages_of(live_server: str, link: TableLink) -> list[str]:
    return [f"{live_server}/t/", f"{live_server}/t/{link.token}/", f"{live_server}/t/{link.token}/pen/"]


def test_no_field_is_so_small_that_a_tablet_zooms_to_it(live_server: object, link: TableLink, tablet: Page) -> None:
    for address in [*pages_of(str(live_server), link), f"{live_server}/sign-in/"]:
        tablet.goto(address)
        assert tablet.evaluate(SMALL) == [], address


def test_two_quick_taps_at_a_table_are_no_zoom_and_a_pull_does_not_load_the_page_again(
    live_server: object, link: TableLink, tablet: Page
) -> None:
    tablet.goto(f"{live_server}/t/{link.token}/")
    assert tablet.evaluate("getComputedStyle(document.body).touchAction") == "manipulation"
    assert tablet.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "contain"
    assert "user-scalable" not in tablet.content()  # two fingers still make it larger, for eyes that need it


def test_where_motion_is_not_wanted_nothing_moves(live_server: object, link: TableLink, tablet: Page) -> None:
    address = f"{live_server}/t/{link.token}/pen/"
    tablet.goto(address)
    assert tablet.evaluate(MOVES) > 0  # the buttons sink in when they are pressed
    tablet.emulate_media(reduced_motion="reduce")
    for each in pages_of(str(live_server), link):
        tablet.goto(each)
        assert tablet.evaluate(MOVES) == 0, each


def test_a_table_has_the_switch_of_its_sound_in_the_menu_and_a_desk_has_none(
    live_server: object, link: TableLink, tablet: Page
) -> None:
    tablet.goto(f"{live_server}/t/{link.token}/")
    tablet.locator(".menu > summary").click()
    tablet.get_by_role("group", name="Sound on this tablet").get_by_role("button", name="On").tap()
    tablet.wait_for_function("localStorage.getItem('sound') === 'on'")
    tablet.goto(f"{live_server}/sign-in/")
    expect(tablet.get_by_role("group", name="Sound on this tablet")).to_have_count(0)
