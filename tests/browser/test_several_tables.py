"""An official with several tables, calls from a table, and a training table that counts nowhere."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from config.middleware import without_comments
from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.models import Call, Lease, Line
from tests import builders
from tests.browser import tablet
from tests.browser.test_table import DRAWN, Table
from tests.browser.waiting import becomes
from tests.referees.games import WHOLE_GAME, holding
from tournaments.models import Game, Role, Round

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


def test_a_referee_goes_from_table_to_table_in_one_tap_and_sees_which_needs_him(
    live_server: LiveServer, page: Page
) -> None:
    event = builders.event(6)
    builders.add_round(event.tournament, state=Round.State.RUNNING)
    links = make_table_links(event.tournament, [1, 2, 3], actor=event.actor())
    tablet.take_pen(page, f"{live_server.url}/t/{links[0].token}/", event.referee.name, builders.PINS[Role.REFEREE])
    expect(page.locator(".my-tables")).to_have_count(0)
    page.locator("#more").click()
    page.locator("#more-tables").click()
    row = page.locator(".all-tables-row").filter(has_text="Table 2")
    expect(row).to_contain_text("nobody writes it")
    row.get_by_role("link", name="Open").click()
    expect(page.locator("h1")).to_contain_text("Table 2")
    expect(page.locator(".my-table")).to_have_count(2)
    becomes(lambda: sorted(lease.game.table or 0 for lease in Lease.objects.select_related("game")), [1, 2])

    append_lines(Game.objects.get(table=1).pk, WHOLE_GAME, actor=holding(event.referee))
    page.locator("#to-table-2").click()
    expect(page.locator("#to-table-1")).to_contain_text("to sign")
    Call.objects.create(game=Game.objects.get(table=1), kind=Call.Kind.MISTAKE, text="deal 2 was 35")
    expect(page.locator("#to-table-1")).to_contain_text("calls")
    page.locator("#to-table-1").click()
    expect(page.locator("h1")).to_contain_text("Table 1")
    expect(page.locator("#banner")).to_contain_text("deal 2 was 35")
    page.get_by_role("button", name="Seen to").click()
    expect(page.locator("#banner")).not_to_contain_text("deal 2 was 35")
    becomes(lambda: Call.objects.get().closed_by, event.referee.name)


def test_a_player_flags_a_mistake_and_the_tablet_calls_for_help(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME[:3])
    table.open(page)
    phones = page.context.browser
    assert phones
    phone = phones.new_context(java_script_enabled=False).new_page()
    phone.goto(table.address)
    phone.locator("summary", has_text="Is something in the record wrong?").click()
    phone.get_by_label("Which deal").fill("2")
    phone.get_by_label("What is wrong").fill("it was 35, <b>not</b> 60")
    phone.get_by_role("button", name="Tell the referee").click()
    expect(phone.locator("main")).to_contain_text("Told. The referee sees it on the tablet of this table")
    expect(page.locator("#banner")).to_contain_text("Deal 2: it was 35, <b>not</b> 60")
    assert table.kinds == ["start", "deal", "deal"]
    phone.context.close()

    page.locator("#more").click()
    page.locator("#more-help").click()
    page.locator("#help-text").fill("two players quarrel")
    page.locator("#help-send").click()
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#banner")).to_contain_text("has asked for the chief referee. two players quarrel")
    assert Call.objects.get(kind="help").caller == table.event.referee.name


def test_a_training_game_is_played_to_its_end_and_goes_nowhere(live_server: LiveServer, page: Page) -> None:
    builders.event(2)
    asked: list[Request] = []
    page.goto(f"{live_server.url}/t/")
    page.get_by_role("link", name="Training table").first.click()
    page.get_by_role("link", name="Four deals").click()
    expect(page.locator(".training-stripe")).to_contain_text("Training: counts nowhere.")
    expect(page.locator("#leads-A1")).to_be_visible()
    expect(page.locator("#bar-state")).to_have_text("")  # nothing is sent, so nothing is said of it
    page.on("request", lambda request: asked.append(request))
    tablet.start(page, DRAWN)
    tablet.play_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    page.locator("#penalty").click()
    expect(page.get_by_role("link", name="Four deals")).to_be_hidden()
    page.locator("#back").click()
    expect(page.get_by_role("link", name="Four deals")).to_be_visible()
    tablet.punish(page, "touched_tile", "B1")
    tablet.expect_score(page, 62, 0)
    page.reload()
    expect(page.locator(".clock-face").first).to_contain_text("39:")
    tablet.expect_score(page, 62, 0)
    page.locator("#undo").click()
    page.locator("#confirm-write").click()
    expect(page.locator(".score .score-num").first).to_have_text("37")
    for _ in range(3):
        tablet.play_deal(page, "out", "B2", {"A1": 10, "A2": 10, "B1": 0})
    expect(page.locator("#play-again")).to_contain_text("at a real table the protocol comes now")
    tablet.expect_score(page, 37, 60)
    page.locator("#play-again").click()
    expect(page.locator("#leads-A1")).to_be_visible()
    assert [one.url for one in asked if "/static/" not in one.url and "/words.js" not in one.url] == [
        page.url
    ]  # the reload
    assert not Line.objects.exists()


def test_the_felt_turns_to_where_the_referee_stands(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    expect(page.locator(".seat.south")).to_have_attribute("data-seat", "A1")
    page.locator("#turn-table").click()
    expect(page.locator(".seat.south")).to_have_attribute("data-seat", "B1")
    page.reload()
    expect(page.locator(".seat.south")).to_have_attribute("data-seat", "B1")


def test_a_tablet_that_keeps_nothing_still_writes(live_server: LiveServer, page: Page) -> None:
    page.add_init_script(
        """for (const name of ['sessionStorage', 'localStorage'])
          Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"""
    )
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    assert table.kinds[-1] == "deal_begin"


def test_the_first_load_of_a_table_stays_light(live_server: LiveServer, page: Page) -> None:
    """What the page asks for, packed as the server packs it: the figure itself is taken by the benchmark."""
    table = Table(live_server)
    bodies: dict[str, bytes] = {}
    page.on("response", lambda answer: bodies.update({answer.url: b""}))
    table.open(page)
    files = [url for url in bodies if url.endswith((".js", ".css"))]
    packed = sum(len(gzip.compress(without_comments(page.request.get(url).body()))) for url in files)
    assert len(files) < 72
    assert packed < 135_000
