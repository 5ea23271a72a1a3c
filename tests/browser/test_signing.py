"""The end of a game: the protocol is read, signed by five, protested against, accepted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.calls import call_official
from referees.acts.protocols import draw_up_protocol, sign
from referees.acts.rulings import close_by_ruling
from referees.models import Line, Protocol, Signature
from tests import builders
from tests.browser import tablet
from tests.browser.tablet import draw_with_a_finger
from tests.browser.test_table import Table
from tests.referees.games import STROKES, WHOLE_GAME, holding
from tournaments.models import Game, Role
from tournaments.permissions import Actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_the_end(table: Table, page: Page, who: Role = Role.REFEREE) -> Protocol:
    """Open the protocol of a game that is over, drawn up."""
    table.record([*WHOLE_GAME, {"kind": "note", "text": "played by candle light"}])
    protocol = draw_up_protocol(table.game.pk, actor=holding(table.event.referee))
    table.open(page, who)
    page.locator("#to-protocol").click()
    expect(page.locator("#sign-A1")).to_be_visible()
    return protocol


def test_who_signs_sees_the_score_the_deals_and_the_remarks(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    tablet.expect_score(page, 200, 60)
    expect(page.locator(".deals tbody tr")).to_have_count(4)
    expect(page.locator("#remarks")).to_contain_text("Note: played by candle light")


def test_a_signature_stays_visible_when_the_page_is_opened_anew(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    tablet.sign(page, "A1")
    page.reload()
    expect(page.locator('[data-signer="A1"] svg polyline')).not_to_have_count(0)
    assert Signature.objects.get().how == "drawn"


def test_strokes_are_for_the_tablet_that_takes_them_only(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    protocol = at_the_end(table, page)
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=holding(table.event.referee), strokes=STROKES)
    address = f"{live_server.url}/api/v1/games/{table.game.pk}/"
    mine = page.request.get(address).json()["protocol"]["signatures"][0]
    assert mine["strokes"] == STROKES
    strangers = builders.Client().get(f"/api/v1/games/{table.game.pk}/").json()["protocol"]["signatures"][0]
    assert strangers == {"signer": "A1", "how": "drawn", "reason": ""}


def test_signing_twice_is_answered_kindly(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    protocol = at_the_end(table, page)
    page.route("**/api/v1/games/*/", lambda route: route.abort())  # this tablet hears nothing of the other one
    page.locator("#sign-A1").click()
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=holding(table.event.referee), strokes=STROKES)
    tablet.draw_signature(page)
    page.locator("#sign-now").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#banner")).to_contain_text("A1 has signed this version already.")
    assert Signature.objects.get().strokes == STROKES


def test_a_game_that_is_closed_by_ruling_says_so_on_the_tablet(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    close_by_ruling(table.game.pk, reason="they left", actor=table.event.actor("chief_referee"))
    expect(page.locator('[data-signer="B1"]')).to_contain_text("closed by ruling: they left")
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")


def test_a_player_who_finds_a_mistake_while_others_sign_is_heard(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    call_official(table.game, "mistake", actor=Actor(""), text="deal 2 was 35")
    expect(page.locator("#banner")).to_contain_text("A player says that something is wrong: deal 2 was 35")
    page.get_by_role("button", name="Seen to").click()
    expect(page.locator("#banner")).not_to_contain_text("deal 2 was 35")


def test_a_refusal_needs_a_reason(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    page.locator("#sign-B1").click()
    page.locator("#how-refused").check()
    expect(page.locator("#sign-now")).to_be_disabled()
    expect(page.locator("#sign-now")).to_contain_text("Write down the reason first.")
    page.locator("#sign-reason").fill("deal 2 was not ours")
    page.locator("#sign-now").click()
    expect(page.locator('[data-signer="B1"]')).to_contain_text("refused to sign: deal 2 was not ours")


def test_a_protest_while_signing_makes_a_new_version_that_carries_it(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page)
    tablet.sign(page, "A1")
    expect(page.locator("#protest").locator("xpath=../..")).to_contain_text("the signatures given so far are void")
    page.locator("#protest").click()
    page.locator("#side-B").check()
    page.locator("#incident-text").fill("the second deal was counted too fast")
    page.locator("#incident-write").click()
    expect(page.locator(".banner.stop")).to_contain_text("Version 1 is void: all its signatures are void.")
    expect(page.locator("#remarks")).to_contain_text("the second deal was counted too fast")
    page.locator("#draw-up").click()
    expect(page.locator("#sign-A1")).to_be_visible()
    assert Line.objects.get(kind="protest").data["side"] == "B"
    protocol = Protocol.objects.get(version=2)
    assert (protocol.state, "counted too fast" in protocol.envelope) == ("open", True)


def test_the_referee_signs_and_accepts_at_the_tablet_of_a_scorer(live_server: LiveServer, quiet_page: Page) -> None:
    page, table = quiet_page, Table(live_server)
    at_the_end(table, page, Role.SCORER)
    for seat in ("A1", "B1", "A2", "B2"):
        tablet.sign(page, seat, "on_paper")
    page.locator("#sign-referee").click()
    tablet.draw_signature(page)
    expect(page.locator("#sign-now")).to_be_disabled()
    page.get_by_role("radio", name=table.event.referee.name).check()
    page.locator("#countersign-pin").fill(builders.PINS[Role.REFEREE])
    page.locator("#sign-now").click()
    expect(page.locator("#sign-referee")).to_have_count(0)
    expect(page.locator('[data-signer="referee"]')).to_contain_text(table.event.referee.name)
    assert Signature.objects.get(signer="referee").official == table.event.referee

    expect(page.locator("#accept")).to_be_disabled()
    page.get_by_role("radio", name=table.event.referee.name).check()
    page.locator("#countersign-pin").fill("1234")
    page.locator("#accept").click()
    expect(page.locator(".trouble")).to_contain_text("This is not the PIN of")
    page.locator("#countersign-pin").fill(builders.PINS[Role.REFEREE])
    page.locator("#accept").click()
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    assert Protocol.objects.get().accepted_by == table.event.referee.name
    assert table.game.state == Game.State.ACCEPTED


def test_a_finger_signs_too(live_server: LiveServer, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 800, "height": 1280}, has_touch=True)
    page = context.new_page()
    table = Table(live_server)
    at_the_end(table, page)
    page.locator("#sign-A1").tap()
    box = page.locator("canvas").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    draw_with_a_finger(page, [(box["x"] + x * box["width"], middle) for x in (0.2, 0.4, 0.8)])
    page.locator("#sign-now").tap()
    expect(page.locator("#sign-A1")).to_have_count(0)
    numbers = Signature.objects.get().strokes[0]
    assert (numbers[0], numbers[-2]) == (200, 800)
    context.close()
