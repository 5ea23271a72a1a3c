"""Entering a deal: the pads, what they refuse, what is asked twice, and what the button says."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.template import Context, Template
from playwright.sync_api import Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from scoring.tiles import ALL_TILES
from scoring.tiles import name as tile_name
from tests.browser import tablet
from tests.browser.screens import Hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna", "Clara", "Boris", "Dmitri")  # A1 and A2, B1 and B2
START = {"kind": "start", "leader": "A1"}


def points(side: str, number: int) -> dict[str, Any]:
    return {"kind": "deal", "ending": "points", "side": side, "points": number, "id": f"{side}{number}"}


def at_deal(live_server: LiveServer, page: Page, *lines: dict[str, Any], **rules: Any) -> Hall:
    """Open the screen on which the deal under way is ended."""
    hall = Hall(live_server, NAMES, **rules)
    hall.record([START, *lines, {"kind": "deal_begin"}])
    hall.open(page)
    page.locator("#end-deal").click()
    return hall


def end(page: Page, ending: str, by: str, *hands: str) -> None:
    """Touch who ended it and how, and press the figures of the hands as the screen asks for them."""
    page.locator(f"#end-{ending}-{by}").check()
    for figures in hands:
        tablet.press(page, figures)


def expect_hands(page: Page, *pips: str) -> None:
    """Wait until the hands have this, as people see it."""
    expect(page.locator(".hands-row .hand-pips")).to_have_text(pips)


def test_the_button_says_who_gets_what_and_where_the_score_goes(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page, points("A", 131), points("B", 92))
    end(page, "out", "B1", "10", "9", "12")
    expect(page.locator("#write")).to_have_text("31 points to side B: Boris and Dmitri, 131:123", use_inner_text=True)
    expect(page.locator(".sum-of")).to_have_text("10 + 9 + 12 = 31")
    expect(page.locator(".points")).to_have_text("+31")


def test_the_pad_goes_on_by_itself_where_no_second_figure_can_follow(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    end(page, "out", "A1", "7", "12")
    expect(page.locator("#hand-A2")).to_be_checked()
    tablet.press(page, 4)  # 4 or forty-something
    expect(page.locator("#hand-A2")).to_be_checked()
    expect_hands(page, "7", "12", "4")


def test_rubbing_out_goes_back_to_the_hand_before(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    end(page, "out", "A1", "12")
    page.locator("#key-back").click()
    expect(page.locator("#hand-B1")).to_be_checked()
    expect_hands(page, "1", "–", "–")
    tablet.press(page, "4")
    expect_hands(page, "14", "–", "–")


def test_a_hand_heavier_than_seven_tiles_is_refused_with_a_reason(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    end(page, "out", "A1", "10", "10", "6", "9")
    tablet.press(page, 9)
    expect(page.locator(".refused")).to_have_text(" A hand has 69 pips at most.")
    expect_hands(page, "10", "10", "69")


def test_a_tile_cannot_lie_in_two_hands_and_the_pad_says_where_it_is(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    page.locator("#end-out-A1").check()
    page.locator("#way-tiles").check()
    expect(page.locator(".still-out")).to_contain_text("28 tiles")
    for tile in ("6-4", "5-1"):
        tablet.touch_tile(page, tile)
    expect(page.locator(".still-out")).to_contain_text("26 tiles")
    expect(page.locator(".still-out")).to_contain_text("152 pips")
    page.locator("#key-next").click()
    page.locator("#tile-6-4").dispatch_event("click")
    expect(page.locator(".refused")).to_contain_text("6-4 is in the hand of B1, Boris. Take it out there first.")
    expect_hands(page, "16", "–", "–")
    for low in range(7):
        tablet.touch_tile(page, f"6-{low}" if low != 4 else "0-0")
    page.locator("#tile-3-3").dispatch_event("click")
    expect(page.locator(".refused")).to_contain_text("A hand has seven tiles at most.")


def test_a_fish_with_an_odd_sum_asks_twice_and_then_takes_it(live_server: LiveServer, page: Page) -> None:
    hall = at_deal(live_server, page)
    end(page, "fish", "B1", "10", "11", "12", "14")
    expect(page.locator("#write")).to_have_count(0)
    expect(page.locator(".result")).to_contain_text("The four hands have an odd sum.")
    page.locator("#as-counted").click()
    tablet.write(page)
    assert (hall.game.score_a, hall.game.score_b) == (47, 0)


def test_counting_again_keeps_what_was_typed_and_goes_on_hand_by_hand(live_server: LiveServer, page: Page) -> None:
    hall = at_deal(live_server, page)
    end(page, "fish", "B1", "10", "11", "12", "14")
    expect(page.locator("#count-again")).to_contain_text("The four hands have an odd sum.")
    page.locator("#count-again").click()
    expect_hands(page, "10", "11", "12", "14")
    expect(page.locator(".doubted")).to_have_count(4)
    expect(page.locator(".result")).to_contain_text("again, or press → if it is right.")
    expect(page.locator("#count-again")).to_have_count(0)
    page.locator("#key-next").click()
    expect(page.locator(".doubted")).to_have_count(3)
    tablet.press(page, "12")
    expect_hands(page, "10", "12", "12", "14")
    page.locator("#key-next").click()
    page.reload()
    expect(page.locator(".doubted")).to_have_count(1)
    page.locator("#key-next").click()
    expect(page.locator(".doubted")).to_have_count(0)
    expect(page.locator(".result")).not_to_contain_text("odd sum")
    tablet.write(page)
    assert (hall.game.score_a, hall.game.score_b) == (48, 0)


def test_two_hands_without_pips_are_counted_again(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    end(page, "out", "A1", "0", "0", "0")
    expect(page.locator(".result")).to_contain_text("Only one can: the hand with nothing but the 0-0.")
    page.locator("#count-again").click()
    expect_hands(page, "0", "0", "0")
    expect(page.locator(".doubted")).to_have_count(3)
    tablet.press(page, "0" + "12" + "13")
    expect(page.locator(".doubted")).to_have_count(0)
    expect(page.locator("#write")).to_contain_text("25 points to side A")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("no_score", "Nobody scores; the lead passes on."),
        ("replay", "The same player leads again; the deal is not counted."),
        ("carry", "All hands, 44 pips, are added to the next decided deal."),
        ("double_next", "The next decided deal counts double."),
    ],
)
def test_a_level_fish_says_what_the_regulations_do(live_server: LiveServer, page: Page, rule: str, words: str) -> None:
    at_deal(live_server, page, level_fish=rule)
    end(page, "fish", "B1", "10", "12", "11", "11")
    expect(page.locator(".result")).to_contain_text(words)
    expect(page.locator("#write")).to_contain_text("Write a level deal")


@pytest.mark.parametrize(
    ("rule", "words", "total"),
    [("carry", "and 44 put by from level deals", 81), ("double_next", "times 2 after a level fish", 74)],
)
def test_what_a_level_deal_left_is_named(
    live_server: LiveServer, page: Page, rule: str, words: str, total: int
) -> None:
    level = {"kind": "deal", "ending": "fish", "by": "A1", "left": {"A1": 10, "A2": 12, "B1": 11, "B2": 11}}
    at_deal(live_server, page, level, level_fish=rule)
    end(page, "out", "A1", "12", "10", "15")
    expect(page.locator(".sum-of")).to_contain_text("12 + 10 + 15 = 37")
    expect(page.locator(".sum-of")).to_contain_text(words)
    expect(page.locator("#write")).to_contain_text(f"{total} points to side A")


def test_a_paper_with_more_points_than_a_deal_has_is_refused(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    page.locator("#points-only").click()
    page.locator("#side-A").check()
    tablet.press(page, 169)
    expect(page.locator(".result")).to_contain_text("One deal cannot bring more than 168 points.")
    expect(page.locator("#write")).to_be_disabled()
    page.locator("#key-back").click()
    expect(page.locator("#write")).to_contain_text("16 points to side A")


def test_the_last_deal_says_that_the_game_is_over(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page, points("A", 168))
    end(page, "out", "A2", "12", "13", "14")
    expect(page.locator(".result .notice.done")).to_have_text(" Side A wins With this the game is over: 207:0.")


def test_a_correction_shows_what_was_and_what_will_be(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server, NAMES)
    old = {"kind": "deal", "ending": "out", "by": "A1", "left": {"B1": 10, "A2": 20, "B2": 3}, "id": "d1"}
    hall.record([START, old, points("B", 40)])
    hall.open(page)
    page.goto(f"{page.url}#correct-d1")
    page.locator("#hand-B2").check()
    tablet.press(page, 30)
    expect(page.locator(".as-it-was")).to_contain_text("+33")
    expect(page.locator(".becomes")).to_have_text("A33 60B40")
    expect(page.locator("#write")).to_contain_text("Correct it: 60 to side A:")
    expect(page.locator("#write")).to_contain_text("60:40")


# -- how tiles are drawn -----------------------------------------------------------------------------------------------


def test_pages_and_the_pad_draw_every_tile_alike(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    names = [tile_name(tile) for tile in ALL_TILES]
    drawn = page.evaluate(
        """async (names) => { const { tile } = await import("/static/referees/elements.js");
          return [...names.map((name) => tile(name).outerHTML), tile(null).outerHTML]; }""",
        names,
    )
    tags = "".join(f"{{% tile '{name}' %}}\n" for name in [*names, "down"])
    assert drawn == Template("{% load look %}" + tags).render(Context()).split("\n")[:-1]
    assert len(drawn) == 29


def test_the_pad_of_28_tiles_is_drawn_in_well_under_a_tenth_of_a_second_on_a_slow_tablet(
    live_server: LiveServer, page: Page
) -> None:
    at_deal(live_server, page, points("A", 60), points("B", 70), points("A", 30), points("B", 20))
    page.locator("#end-out-A1").check()
    page.locator("#way-tiles").check()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    taken = page.evaluate(
        """() => ["6-4", "5-1", "3-3", "2-0", "6-6", "1-1", "0-0"].map((name) => {
          const before = performance.now();
          document.getElementById(`tile-${name}`).click();
          document.body.offsetHeight;  // lay it out
          return performance.now() - before; })"""
    )
    best = min(taken)  # the others wait for what else this machine does
    print(f"\nthe pad, slowed four times: {best:.0f} ms")
    assert best < 100


def test_the_first_load_of_a_table_is_light(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server)
    hall.record([START])
    hall.open(page)
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.ok and not re.search(r"/api/|/now/", response.url):
            weights[response.url] = len(gzip.compress(response.body(), 6))

    page.on("response", weigh)
    page.reload()
    expect(page.locator(".felt")).to_be_visible()
    page.wait_for_load_state("networkidle")
    print(f"\nthe table: {len(weights)} files, {sum(weights.values()) / 1000:.0f} kB")
    assert len(weights) > 20
    assert sum(weights.values()) < 150_000


def test_a_hand_that_is_touched_again_is_counted_anew(live_server: LiveServer, page: Page) -> None:
    at_deal(live_server, page)
    page.locator("#end-out-A1").check()
    for figure in "151012":
        page.locator(f"#key-{figure}").click()
    expect(page.locator("label:has(#hand-A2) .hand-pips")).to_have_text("12")
    page.locator("label:has(#hand-A2)").click()
    page.locator("#key-7").click()
    expect(page.locator("label:has(#hand-A2) .hand-pips")).to_have_text("7")


def test_the_first_figure_of_corrected_points_begins_anew(live_server: LiveServer, page: Page) -> None:
    hall = at_deal(live_server, page, {**points("A", 45), "id": "d1"})
    page.goto(f"{hall.address}table/#correct-d1")
    expect(page.locator("#paper-points")).to_have_text("45")
    for figure in "54":
        page.locator(f"#key-{figure}").click()
    expect(page.locator("#paper-points")).to_have_text("54")
