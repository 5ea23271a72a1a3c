"""One owner per table: who writes, who takes over, and what two windows, a back button or a wrong clock may do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Lease, Line
from tests.browser import tablet
from tests.browser.test_table import DRAWN, Table
from tests.browser.waiting import becomes
from tournaments.models import AuditEntry, Official, Role

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """A second tablet."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def open_held(table: Table, page: Page, who: Role) -> None:
    """Open a table that somebody else writes: the PIN is right, and the felt does not come."""
    official = table.event.tournament.officials.get(role=who)
    page.goto(f"{table.address}pen/")
    page.get_by_role("radio", name=official.name).check()
    tablet.press(page, {Role.CHIEF_REFEREE: "2002", Role.REFEREE: "4711"}[who])
    page.get_by_role("button", name="Take the pen").click()
    expect(page.locator(".held-screen")).to_be_visible()


def expect_held_by(official: Official) -> None:
    """Wait until a tablet of this official holds the table: it asks for it while the page is shown already."""
    becomes(lambda: [lease.official for lease in Lease.objects.select_related("official")], [official])


def test_taking_over_asks_is_recorded_and_is_told_to_the_former(
    live_server: LiveServer, page: Page, other: Page
) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    open_held(table, other, Role.CHIEF_REFEREE)
    expect(other.locator(".held-screen")).to_contain_text("Олег Тарасов writes this table since")
    expect(other.locator(".held-screen")).to_contain_text("That tablet is in contact just now.")
    other.locator("#only-look").click()
    expect(other.locator("#banner")).to_contain_text("You are looking on.")
    expect(other.locator(".play > .actions")).to_be_hidden()

    other.locator("#take-over").click()
    expect(other.locator("dialog")).to_contain_text("The tablet of Олег Тарасов is told at once")
    expect_held_by(table.event.referee)
    other.locator("#take-over-now").click()
    expect(other.locator("#end-deal")).to_be_visible()
    expect_held_by(table.event.chief_referee)

    expect(page.locator(".banner.stop")).to_contain_text("Henrike Vos took this table over at")
    expect(page.locator(".banner.stop")).to_contain_text("What was being typed is kept.")
    expect(page.locator("#write")).to_be_disabled()
    expect(page.locator("#hand-B2 ~ *").first).to_contain_text("20")
    page.locator("#take-back").click()
    page.locator("#take-over-now").click()
    expect(page.locator("#write")).to_be_enabled()
    tablet.write(page)
    tablet.expect_score(page, 37, 0)
    expect(other.locator(".banner.stop")).to_contain_text("Олег Тарасов took this table over at")
    told = AuditEntry.objects.filter(act="take_over_table").order_by("pk")
    assert [(entry.actor, entry.details["before"]) for entry in told] == [
        ("Henrike Vos", "Олег Тарасов"),
        ("Олег Тарасов", "Henrike Vos"),
    ]


def test_a_tablet_that_was_left_alone_is_told_in_another_sentence(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    long_ago = timezone.now() - timedelta(minutes=10, seconds=5)
    Lease.objects.create(
        game=table.game, official=table.event.referee, holder="left", taken_at=long_ago, seen_at=long_ago
    )
    open_held(table, page, Role.CHIEF_REFEREE)
    expect(page.locator(".held-screen")).to_contain_text("Nothing was heard from that tablet since")
    expect(page.locator(".held-screen")).to_contain_text("for 10 minutes. It may have been left alone")
    Lease.objects.all().delete()
    expect(page.locator(".held-screen")).to_contain_text("The table is free again")
    page.locator("#take-over").click()
    expect(page.locator("#leads-A1")).to_be_visible()


def test_a_duplicated_window_is_another_one_and_says_so(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    kept = page.evaluate("JSON.stringify({...sessionStorage})")
    second = page.context.new_page()
    second.add_init_script(
        f"if (!sessionStorage.length) for (const [k, v] of Object.entries({kept})) sessionStorage.setItem(k, v)"
    )
    second.goto(page.url)
    expect(second.locator(".held-screen")).to_contain_text(
        "You write this table in another window or on another tablet"
    )
    second.locator("#take-over").click()
    expect(second.locator("dialog")).to_contain_text("Write here and not in the other window?")
    second.locator("#take-over-now").click()
    expect(second.locator("#leads-A1")).to_be_visible()
    expect(page.locator(".banner.stop")).to_contain_text("You took this table over in another window")


def test_giving_back_frees_the_table_and_not_you_leads_to_the_pin(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    expect_held_by(table.event.referee)
    page.get_by_role("link", name="Not you?").click()
    page.get_by_role("radio", name=table.event.chief_referee.name).check()
    tablet.press(page, "2002")
    page.get_by_role("button", name="Take the pen").click()
    expect(page.locator(".held-by")).to_contain_text(table.event.chief_referee.name)
    expect(page.locator("#leads-A1")).to_be_visible()
    expect_held_by(table.event.chief_referee)
    page.get_by_role("button", name="Give back").click()
    expect(page.get_by_role("link", name="For officials: take the pen")).to_be_visible()
    becomes(Lease.objects.exists, False)


def test_the_back_button_shows_the_table_and_writes_nothing_again(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.play_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    page.go_back()
    expect(page.locator("#begin-deal")).to_be_visible()
    tablet.begin(page)
    page.locator("#end-deal").click()
    page.locator("#end-out-B1").check()
    page.go_back()
    expect(page.locator("#end-deal")).to_be_visible()
    page.go_forward()
    expect(page.locator("#end-out-B1")).to_be_checked()
    page.goto(table.address)
    page.go_back()
    expect(page.locator("#end-out-B1")).to_be_checked()
    for nonsense in ("deal-99", "correct-nothing", "forgot-deal-x", "%E0%A4%A", "penalty", "held"):
        page.goto(f"{table.address}table/#{nonsense}")
        expect(page.locator("#more, #back").first).to_be_visible()
    assert table.kinds.count("deal") == 1


def test_a_tablet_whose_clock_is_wrong_by_hours_shows_and_writes_the_right_time(
    live_server: LiveServer, page: Page
) -> None:
    page.add_init_script(
        """const Real = Date, late = 5 * 3600 * 1000;
        Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(Real.now() + late); }
          static now() { return Real.now() + late; } };"""
    )
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    written = datetime.fromisoformat(Line.objects.get(kind="deal_begin").data["at"])
    assert abs((timezone.now() - written).total_seconds()) < 60
    real = "new Date(Date.now() - 5 * 3600 * 1000 - 30000 * %s).toTimeString().slice(0, 5)"
    page.wait_for_function(
        f"""() => [{real % 0}, {real % 1}].includes(
            document.querySelector("#bar-state .chip").innerText.split("·")[1].trim())"""
    )
    expect(page.locator(".clock-face").first).to_contain_text("38:")


def test_a_stale_screen_says_so_and_keeps_what_was_typed(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    cut = {"on": True}

    def no_news(route: Route) -> None:
        return route.abort() if cut["on"] and route.request.method == "GET" else route.continue_()

    page.route("**/api/v1/games/**", no_news)
    table.record([{"kind": "deal", "ending": "points", "side": "B", "points": 44, "id": "at-the-desk"}])
    page.locator("#write").click()
    expect(page.locator("#banner")).to_contain_text("Something was written at this table meanwhile.")
    cut["on"] = False
    expect(page.locator("#banner")).to_contain_text("What you typed for the last deal is kept.")
    expect(page.locator(".score .score-num").last).to_have_text("44")
    page.locator("#leftover-use").click()
    expect(page.locator("#write")).to_contain_text("37")
    tablet.write(page)
    tablet.expect_score(page, 37, 44)
    assert table.kinds.count("deal") == 2
