"""What a table offers: what can be written just now, by the log as it is now, and nothing that can only be refused."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.models import Lease, Protocol
from tests.browser import tablet
from tests.browser.games import clock_at
from tests.browser.test_owner import open_held
from tests.browser.test_table import Table
from tests.browser.waiting import becomes
from tests.referees.games import START, WHOLE_GAME, holding, sign_all
from tournaments.models import Role, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TO_B = {"kind": "deal", "ending": "points", "side": "B", "points": 44, "id": "from-elsewhere"}


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


@pytest.fixture
def table(live_server: LiveServer) -> Table:
    """A table after its first deal: side A has 90."""
    table = Table(live_server)
    table.record(WHOLE_GAME[:2])
    return table


def take_over(table: Table) -> None:
    """Let the chief referee take the table, as with another tablet."""
    now = timezone.now()
    Lease.objects.filter(game=table.game).update(
        official=table.event.chief_referee, holder="another tablet", taken_at=now, seen_at=now
    )


def held_by_another(table: Table) -> None:
    """Let a scorer's tablet have the table before ours comes."""
    scorer, now = table.event.tournament.officials.get(role=Role.SCORER), timezone.now()
    Lease.objects.create(game=table.game, official=scorer, holder="another tablet", taken_at=now, seen_at=now)


def lose(table: Table, how: str) -> str:
    """Bring a table into a state in which nothing is taken from our tablet; give what its closed buttons say."""
    if how == "lost":
        take_over(table)
        return f"{table.event.chief_referee.name} writes this table since"
    if how == "accepted":
        accept(table)
        return "The protocol is accepted."
    if how == "closed":
        Round.objects.update(state=Round.State.CLOSED)
        return "Round 1 is closed."
    table.event.tournament.officials.update(active=False)
    return "You do not hold the pen any more."


def draw_up(table: Table) -> Protocol:
    return draw_up_protocol(table.game.pk, actor=holding(table.event.referee))


def accept(table: Table) -> None:
    """Let everybody sign at another tablet, and the referee accept."""
    actor, protocol = holding(table.event.referee), draw_up(table)
    sign_all(protocol, actor)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=actor)


def standing(page: Page) -> Locator:
    return page.locator("dialog .standing .score-line b")


# -- an open dialog follows the log ----------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [["more"], ["row-d1"], ["undo"], ["more", "more-tables"]])
def test_an_open_dialog_shows_the_score_of_now(table: Table, page: Page, opened: list[str]) -> None:
    table.open(page)
    tablet.touch(page, *opened)
    expect(standing(page)).to_have_text(["side A 90", "side B 0"])
    table.record([TO_B])
    expect(standing(page)).to_have_text(["side A 90", "side B 44"])


def test_before_the_start_too_a_dialog_follows_the_log(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.touch(page, "more")
    expect(page.locator("#more-no_show")).to_be_visible()
    expect(page.locator("#more-void")).to_have_count(0)
    table.record([START])
    expect(page.locator("dialog .standing-leads")).to_contain_text("leads deal 1")
    expect(page.locator("#more-void")).to_be_visible()


def test_what_is_typed_in_a_dialog_stays_under_the_fingers_while_the_score_changes(table: Table, page: Page) -> None:
    table.open(page)
    tablet.touch(page, "more", "more-note")
    page.locator("#incident-text").fill("a tile fell")
    page.locator("#incident-text").evaluate("field => { field.setSelectionRange(2, 6); window.field = field; }")
    page.evaluate("window.gone = 0; window.field.addEventListener('blur', () => { window.gone += 1; })")
    table.record([TO_B])
    expect(standing(page)).to_have_text(["side A 90", "side B 44"])
    expect(page.locator("#incident-text")).to_be_focused()
    expect(page.locator("#incident-text")).to_have_value("a tile fell")
    kept = "[window.field.isConnected, window.field.selectionStart, window.field.selectionEnd, window.gone]"
    becomes(lambda: page.evaluate(kept), [True, 2, 6, 0])  # the very field: no keyboard folds away
    page.keyboard.type("coin")
    expect(page.locator("#incident-text")).to_have_value("a coin fell")


def test_a_penalty_that_is_being_entered_follows_the_score(table: Table, page: Page) -> None:
    table.open(page)
    tablet.touch(page, "penalty", "code-touched_tile", "who-A1")
    page.locator("#penalty-note").fill("the 6-4")
    page.locator("#penalty-note").evaluate("field => { window.field = field; }")
    expect(page.locator("#follows")).to_contain_text("Score: 90:0 → 90:25")
    table.record([TO_B])
    expect(page.locator("#standing .score-line b")).to_have_text(["side A 90", "side B 44"])
    expect(page.locator("#follows")).to_contain_text("Score: 90:44 → 90:69")
    expect(page.locator("#penalty-note")).to_be_focused()
    expect(page.locator("#penalty-note")).to_have_value("the 6-4")
    becomes(lambda: page.evaluate("window.field.isConnected"), True)


def test_a_penalty_confirmed_with_a_pin_follows_the_score_and_keeps_the_figures(table: Table, page: Page) -> None:
    table.open(page, Role.SCORER)
    tablet.touch(page, "more", "more-forfeit", "side-A")
    page.locator("#incident-reason").fill("went home")
    page.locator("#countersign-pin").fill("47")
    table.record([TO_B])
    expect(standing(page)).to_have_text(["side A 90", "side B 44"])
    expect(page.locator("#countersign-pin")).to_be_focused()
    expect(page.locator("#countersign-pin")).to_have_value("47")
    expect(page.locator("#incident-reason")).to_have_value("went home")


# -- without the table, and after the end ----------------------------------------------------------------------------


def test_a_tablet_that_lost_its_table_is_not_asked_to_take_it_back_once_the_result_is_accepted(
    live_server: LiveServer, page: Page
) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME)
    table.open(page)
    expect(page.locator("#undo")).to_be_visible()
    take_over(table)
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#undo")).to_have_count(0)
    tablet.touch(page, "take-back")
    expect(page.locator("#take-over-now")).to_be_visible()
    accept(table)
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    expect(page.locator("#take-back, #take-over-now, #undo")).to_have_count(0)
    expect(page.locator("dialog")).to_be_hidden()
    reopen_game(table.game.pk, reason="deal 2", actor=holding(table.event.chief_referee))
    expect(page.locator("#take-back")).to_be_visible()


def test_who_waits_before_a_table_is_not_asked_to_take_it_over_once_the_result_is_accepted(
    live_server: LiveServer, page: Page
) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME)
    held_by_another(table)
    open_held(table, page, Role.REFEREE)
    expect(page.locator("#take-over")).to_be_visible()
    accept(table)
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    expect(page.locator("#take-over")).to_have_count(0)
    expect(page.locator(".felt")).to_be_visible()


@pytest.mark.parametrize("loss", ["lost", "accepted"])
def test_an_undo_that_is_being_asked_cannot_be_pressed_any_more(table: Table, page: Page, loss: str) -> None:
    table.record(WHOLE_GAME[2:])
    table.open(page)
    tablet.touch(page, "undo")
    expect(page.locator("#confirm-write")).to_be_enabled()
    said = lose(table, loss)
    expect(page.locator("#confirm-write")).to_be_disabled()
    expect(page.locator("#confirm-write")).to_contain_text(said)


@pytest.mark.parametrize("loss", ["closed", "no pen"])
def test_what_is_typed_stays_while_its_button_closes(table: Table, page: Page, loss: str) -> None:
    table.open(page)
    tablet.touch(page, "more", "more-note")
    page.locator("#incident-text").fill("a tile fell")
    said = lose(table, loss)
    expect(page.locator("#incident-write")).to_be_disabled()
    expect(page.locator("#incident-write")).to_contain_text(said)
    expect(page.locator("#incident-text")).to_have_value("a tile fell")
    expect(page.locator("#incident-text")).to_be_focused()


@pytest.mark.parametrize("loss", ["lost", "accepted", "closed", "no pen"])
def test_a_table_that_takes_nothing_offers_nothing_to_write(table: Table, page: Page, loss: str) -> None:
    table.record(WHOLE_GAME[2:])
    table.open(page)
    expect(page.locator("#undo, #row-d1, #touch-A1")).to_have_count(3)
    lose(table, loss)
    expect(page.locator("#undo, .row-handle, .touchable")).to_have_count(0)
    expect(page.locator("#penalty:visible, #more:visible, #to-protocol:visible")).to_have_count(0)
    tablet.touch(page, "whole-log")
    expect(page.locator("[data-line=d1]")).to_contain_text("90 points")
    expect(page.locator(".log-line button")).to_have_count(0)


@pytest.mark.parametrize("loss", ["lost", "no pen"])
def test_before_the_start_too_nothing_is_offered_that_would_be_refused(
    live_server: LiveServer, page: Page, loss: str
) -> None:
    table = Table(live_server, minutes_gone=10)
    table.open(page)
    written = "#here-A1, #all-here, #no-show, #swap-A, #swap-B, #sit-otherwise, #touch-A1"
    expect(page.locator(written)).to_have_count(7)
    expect(page.locator("#leads-A1")).to_be_enabled()
    lose(table, loss)
    expect(page.locator(written)).to_have_count(0)
    expect(page.locator("#leads-A1")).to_be_disabled()
    expect(page.locator("#draw-A1")).to_be_disabled()
    expect(page.locator("[data-arrival=A1]")).to_contain_text("not here yet")


@pytest.mark.parametrize("loss", ["lost", "accepted"])
def test_more_that_stands_open_takes_its_offers_back(table: Table, page: Page, loss: str) -> None:
    table.record(WHOLE_GAME[2:])
    table.open(page)
    tablet.touch(page, "more")
    expect(page.locator("#more-note, #more-protest, #more-ruling, #more-strike, #more-help")).to_have_count(5)
    said = lose(table, loss)
    expect(page.locator("dialog")).to_contain_text(said)
    expect(page.locator("#more-note, #more-protest, #more-ruling, #more-strike, #more-seats")).to_have_count(0)
    expect(page.locator("#more-help")).to_have_count(1 if loss == "lost" else 0)


def test_a_row_that_stands_open_takes_its_offers_back(table: Table, page: Page) -> None:
    table.open(page)
    tablet.touch(page, "row-d1")
    expect(page.locator("#row-correct, #row-strike, #row-forgot-deal")).to_have_count(3)
    table.record([{"kind": "strike", "of": "d1", "reason": "wrong table", "id": "s1"}])
    expect(page.locator("dialog")).to_contain_text("The line this belongs to counts no more.")
    expect(page.locator("#row-correct, #row-strike, #row-forgot-deal")).to_have_count(0)
    tablet.touch(page, "dialog-back")
    expect(page.locator("#row-d1")).to_have_count(0)


def test_a_line_struck_meanwhile_is_not_struck_a_second_time(table: Table, page: Page) -> None:
    table.open(page)
    tablet.touch(page, "row-d1", "row-strike")
    page.locator("#incident-reason").fill("wrong table")
    expect(page.locator("#incident-write")).to_be_enabled()
    table.record([{"kind": "strike", "of": "d1", "reason": "wrong table", "id": "s1"}])
    expect(page.locator("dialog #follows")).to_contain_text("It cannot be written")
    expect(page.locator("#incident-write")).to_be_disabled()


@pytest.mark.parametrize("loss", ["lost", "closed"])
def test_a_call_for_help_is_closed_where_nobody_can_be_called(table: Table, page: Page, loss: str) -> None:
    table.open(page)
    tablet.touch(page, "more", "more-help")
    said = lose(table, loss)
    if loss == "lost":
        expect(page.locator("#banner")).to_contain_text("took this table over")
        expect(page.locator("#help-send")).to_be_enabled()  # a call is no line: who looks on may call
    else:
        expect(page.locator("#help-send")).to_be_disabled()
        expect(page.locator("#help-send")).to_contain_text(said)


def test_who_waits_before_a_table_does_not_say_when_its_time_was_over(table: Table, page: Page) -> None:
    held_by_another(table)
    clock_at(-30)
    open_held(table, page, Role.REFEREE)
    expect(page.locator("#banner")).to_contain_text("The time is over.")
    expect(page.locator("#time-choices")).to_have_count(0)


# -- the page of the protocol ----------------------------------------------------------------------------------------


@pytest.fixture
def drawn_up(table: Table, page: Page) -> Table:
    """A game that is over, its protocol on the screen, nobody has signed."""
    table.record(WHOLE_GAME[2:])
    table.open(page)
    tablet.draw_up(page)
    return table


def test_a_version_that_became_void_is_not_signed_any_more(drawn_up: Table, page: Page) -> None:
    tablet.touch(page, "sign-A1", "how-refused")
    page.locator("#sign-reason").fill("the second deal")
    drawn_up.record([{"kind": "note", "text": "a tile fell", "id": "n1"}])
    expect(page.locator(".banner.stop")).to_contain_text("Version 1 is void")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#draw-up")).to_contain_text("Draw up version 2")


def test_a_new_version_is_not_signed_in_the_dialog_of_the_old_one(drawn_up: Table, page: Page) -> None:
    tablet.touch(page, "sign-A1")
    expect(page.locator("#sign-now")).to_be_visible()
    page.route("**/api/v1/games/**", lambda route: route.abort())
    drawn_up.record([{"kind": "note", "text": "a tile fell", "id": "n1"}])
    draw_up(drawn_up)
    page.unroute_all()
    expect(page.locator("#instrument")).to_contain_text("Protocol version 2")
    expect(page.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize("loss", ["lost", "closed", "no pen"])
def test_a_protocol_that_takes_nothing_offers_nothing(drawn_up: Table, page: Page, loss: str) -> None:
    expect(page.locator("#sign-A1")).to_be_enabled()
    expect(page.get_by_role("link", name="Correct the log")).to_be_visible()
    tablet.touch(page, "protest", "side-A")
    page.locator("#incident-text").fill("the second deal")
    said = lose(drawn_up, loss)
    expect(page.locator("#incident-write")).to_be_disabled()
    expect(page.locator("#incident-write")).to_contain_text(said)
    expect(page.locator("#incident-text")).to_have_value("the second deal")
    tablet.touch(page, "incident-back")
    expect(page.locator("#protest:enabled, #sign-A1:enabled, #accept:enabled")).to_have_count(0)
    expect(page.get_by_role("link", name="Correct the log")).to_have_count(0)
    if loss == "closed":
        expect(page.locator("#banner")).to_contain_text("Round 1 is closed.")


def test_a_game_is_reopened_only_where_that_is_taken(table: Table, page: Page) -> None:
    table.record(WHOLE_GAME[2:])
    accept(table)
    table.open(page, Role.CHIEF_REFEREE)
    page.get_by_role("link", name="See the protocol").click()
    tablet.touch(page, "reopen")
    page.locator("#reopen-reason").fill("deal 2 was counted wrong")
    typed = page.locator("#reopen-reason").element_handle()
    expect(page.locator("#reopen-now")).to_be_enabled()
    Round.objects.update(state=Round.State.CLOSED)
    expect(page.locator("#reopen-now")).to_be_disabled()
    expect(page.locator("#reopen-now")).to_contain_text("Round 1 is closed.")
    assert typed.evaluate("field => field.isConnected && field.value") == "deal 2 was counted wrong"
    Round.objects.update(state=Round.State.RUNNING)
    expect(page.locator("#reopen-now")).to_be_enabled()
    held_by_another(table)
    expect(page.locator("#reopen-now")).to_be_disabled()
    expect(page.locator("#reopen-now")).to_contain_text("writes this table since")
    reopen_game(table.game.pk, reason="at the desk", actor=holding(table.event.chief_referee))
    expect(page.locator("dialog")).to_be_hidden()
