"""Whole games whose end is disputed: signed twice, not signed, protested against."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from referees.models import Decision, Protocol, Signature
from tests import builders
from tests.browser import tablet
from tests.browser.games import End, check, open_game, sized, standings
from tests.browser.test_table import Table
from tournaments.models import Result

pytestmark = [pytest.mark.browser, pytest.mark.databases, pytest.mark.django_db(transaction=True)]

SIDES = {"A": (True, 210, 60), "B": (False, 60, 210)}
STANDINGS = ["1. pair 1: won 2 210:60, 1, +150, 210", "2. pair 2: lost 1 60:210, 0, −150, 60"]
END = End(score=(210, 60), winner="A", reason="target", sides=SIDES, standings=STANDINGS)


@pytest.fixture
def table(live_server: LiveServer, sized_page: Page) -> Table:
    """A table at which side A has just won 210:60, the hands of no matter."""
    table = Table(live_server)
    open_game(table, sized_page)
    tablet.play_deal_from_paper(sized_page, "A", 150)
    tablet.play_deal_from_paper(sized_page, "B", 60)
    tablet.play_deal_from_paper(sized_page, "A", 60)
    return table


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    """The chief referee's laptop."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@sized(0)
def test_who_signs_twice_has_signed_once(table: Table, sized_page: Page) -> None:
    """In two windows at once only the one that holds the table takes signatures; two taps are one."""
    page = sized_page
    tablet.draw_up(page)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("#banner")).to_contain_text("You write this table in another window or on another tablet")
    for closed in ("sign-A1", "accept", "protest"):
        expect(second.locator(f"#{closed}")).to_be_disabled()
    tablet.touch(second, "take-over", "take-over-now")
    expect(second.locator("#sign-A1")).to_be_enabled()
    page.bring_to_front()
    expect(page.locator("#banner")).to_contain_text("You took this table over in another window or on another tablet")
    expect(page.locator("#sign-A1")).to_be_disabled()
    tablet.touch(page, "take-back", "take-over-now")
    tablet.touch(page, "sign-A1")
    tablet.draw_signature(page)
    page.locator("#sign-now").dblclick()
    expect(page.locator("#sign-A1")).to_have_count(0)
    second.bring_to_front()
    expect(second.locator("#sign-A1")).to_have_count(0)  # it has heard of it
    page.bring_to_front()
    assert Signature.objects.count() == 1
    second.close()
    for signer in ("B1", "A2", "B2", "referee"):
        tablet.sign(page, signer)
    page.locator("#accept").dblclick()
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    assert Signature.objects.count() == 5
    check(page, table, END)


@sized(1)
def test_a_player_who_refuses_to_sign_has_lost_all_the_same(table: Table, sized_page: Page) -> None:
    page = sized_page
    tablet.draw_up(page)
    tablet.sign_all(page, refused={"B2": "The second deal was counted too fast"})
    expect(page.locator('[data-signer="B2"]')).to_contain_text("refused to sign: The second deal was counted too fast")
    tablet.accept(page)
    refused = Signature.objects.get(signer="B2")
    assert (refused.how, refused.reason) == ("refused", "The second deal was counted too fast")
    assert set(Signature.objects.exclude(signer="B2").values_list("how", flat=True)) == {"drawn"}
    check(page, table, END)


@sized(2)
def test_a_protest_upheld_and_ruled(table: Table, sized_page: Page, desk: Page) -> None:
    page = sized_page
    tablet.draw_up(page)
    tablet.sign(page, "A1")
    tablet.touch(page, "protest", "side-B")
    page.locator("#incident-text").fill("In deal 3 A2 had a tile and passed")
    tablet.touch(page, "incident-write")
    expect(page.locator(".banner.stop")).to_contain_text("Version 1 is void: all its signatures are void.")
    tablet.touch(page, "draw-up")
    expect(page.locator("#remarks")).to_contain_text("In deal 3 A2 had a tile and passed")
    tablet.sign_all(page)
    tablet.accept(page)
    assert set(Result.objects.values_list("provisional", flat=True)) == {True}
    assert standings(desk, table) == [row.replace(":", " provisional:", 1) for row in STANDINGS]

    decide_upheld(desk, table, "A2 could have played the 5-1")
    rule(desk, 150, 200, "B", "Deal 3 is annulled, side B has the game")
    assert Decision.objects.get().upheld
    assert [(one.version, one.state) for one in Protocol.objects.order_by("version")] == [
        (1, "void"), (2, "void"), (3, "accepted")
    ]  # fmt: skip
    assert set(Result.objects.values_list("provisional", flat=True)) == {False}
    page.reload()
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    check(
        page,
        table,
        End(
            score=(150, 200),
            winner="B",
            reason="ruling",
            sides={"A": (False, 150, 200), "B": (True, 200, 150)},
            standings=["1. pair 2: won 1 200:150, 1, +50, 200", "2. pair 1: lost 2 150:200, 0, −50, 150"],
            version=3,
            source="ruling",
        ),
    )


def decide_upheld(desk: Page, table: Table, reason: str) -> None:
    """Sign in as the chief referee, find the protest and decide for the players."""
    chief = table.event.account("chief_referee")
    desk.goto(f"{table.address.split('/t/')[0]}/desk/{table.event.tournament.slug}/protests/")
    desk.get_by_label("Sign-in name").fill(chief.username)
    desk.get_by_label("Password").fill(builders.PASSWORD)
    desk.get_by_role("button", name="Sign in").click()
    desk.get_by_role("link", name="Decide the protest").click()
    desk.locator(".choice", has_text="Upheld").click()
    desk.get_by_label("Reason").fill(reason)
    desk.get_by_role("button", name="Write this decision").click()
    expect(desk.locator("main")).to_contain_text("What follows from it is still to be done")


def rule(desk: Page, a: int, b: int, winner: str, reason: str) -> None:
    """Go on from the game's page: another score, looked at, then written."""
    desk.get_by_role("link", name="Rule").first.click()
    desk.locator(".choice", has_text="Another score").click()
    desk.locator("[name=a]").fill(str(a))
    desk.locator("[name=b]").fill(str(b))
    desk.locator(f".choice:has([name=winner][value={winner}])").click()
    desk.get_by_label("Reason").fill(reason)
    desk.get_by_role("button", name="Show what happens").click()
    desk.get_by_role("button", name=f"Rule {a} : {b}").click()
    expect(desk.locator("main")).to_contain_text("The game is closed by your ruling; its result counts.")
