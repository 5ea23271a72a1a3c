"""A tablet at a table: fingers on the instrument."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.waiting import becomes

_fingers: WeakKeyDictionary[BrowserContext, bool] = WeakKeyDictionary()  # which screens know fingers: asked once
SIGNERS = ("A1", "B1", "A2", "B2", "referee")  # in the order in which the tablet goes round
EVERY = slice(None)
FIRST_PAGE = 60_000  # milliseconds for the first page of a server that has just started on a busy machine


def take_pen(page: Page, address: str, name: str, pin: str) -> None:
    """Open a table, say who writes, press the PIN."""
    page.goto(f"{address}pen/", timeout=FIRST_PAGE)
    page.get_by_role("radio", name=name).check()
    press(page, pin)
    put_finger_on(page.get_by_role("button", name="Take the pen"))
    expect(page.locator(".felt")).to_be_visible()


def touch(page: Page, *names: str) -> None:
    """Touch what has each of these ids; of a choice, its face."""
    for name in names:
        put_finger_on(page.locator(f'[id="{name}"]:not(.choice > input), .choice:has(> [id="{name}"])'))


def put_finger_on(place: Locator) -> None:
    """Touch something with a finger; where the screen knows no fingers, the mouse does it."""
    if has_touch(place):
        place.tap()
    else:
        place.click()


def has_touch(place: Locator) -> bool:
    context = place.page.context
    if context not in _fingers:
        _fingers[context] = bool(place.evaluate("() => navigator.maxTouchPoints > 0"))
    return _fingers[context]


def press(page: Page, figures: object) -> None:
    for figure in str(figures):
        touch(page, f"key-{figure}")


def start(page: Page, drawn: Mapping[str, str]) -> None:
    """Turn over four tiles for the first lead and start."""
    for seat, tile in drawn.items():
        touch(page, f"draw-{seat}")
        touch_tile(page, tile)
    put_finger_on(page.get_by_role("button", name="Start the game"))
    expect(page.locator("#begin-deal")).to_be_visible()


def touch_tile(page: Page, tile: str) -> None:
    put_finger_on(page.locator(f'.pad-tile:has([aria-label="{tile}"])'))


def begin(page: Page) -> None:
    touch(page, "begin-deal")
    expect(page.locator("#end-deal")).to_be_visible()


def enter_deal(page: Page, ending: str, by: str, hands: Mapping[str, int]) -> None:
    """Say how a deal ended and what is left, without writing it yet."""
    touch(page, "end-deal", f"end-{ending}-{by}", "way-number")
    for seat, pips in hands.items():
        touch(page, f"hand-{seat}")
        press(page, pips)


def enter_deal_by_tiles(page: Page, ending: str, by: str, hands: Mapping[str, Sequence[str]]) -> None:
    """Say how a deal ended and touch every tile that is left."""
    touch(page, "end-deal", f"end-{ending}-{by}", "way-tiles")
    for seat, tiles in hands.items():
        touch(page, f"hand-{seat}")
        for tile in tiles:
            touch_tile(page, tile)


def write(page: Page) -> None:
    """Press the button that writes what was entered, and wait until the table shows again."""
    touch(page, "write")
    expect(page.locator(".felt")).to_be_visible()


def play_deal(page: Page, ending: str, by: str, hands: Mapping[str, int]) -> None:
    begin(page)
    enter_deal(page, ending, by, hands)
    write(page)


def play_deal_from_paper(page: Page, side: str, points: int) -> None:
    """Write the points of a deal alone."""
    begin(page)
    touch(page, "end-deal", "points-only", f"side-{side}")
    press(page, points)
    write(page)


def punish(page: Page, code: str, who: str, *more: str) -> None:
    """Write a penalty; `more` are the answers to what this breach asks besides."""
    touch(page, "penalty", f"code-{code}", f"who-{who}", *more)
    write(page)


def draw_signature(page: Page) -> None:
    """Move over the field as a hand does that writes a name."""
    canvas = page.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    left, middle, width = box["x"] + 30, box["y"] + box["height"] / 2, box["width"] - 60
    line = [(left + step * width / 30, middle + math.sin(step / 2) * box["height"] / 4) for step in range(30)]
    if has_touch(canvas):
        return draw_with_a_finger(page, line)
    page.mouse.move(*line[0])
    page.mouse.down()
    for point in line[1:]:
        page.mouse.move(*point)
    return page.mouse.up()


def draw_with_a_finger(page: Page, line: Sequence[tuple[float, float]]) -> None:
    """Draw one stroke through these points of the screen, as a finger does that rests before it leaves the glass."""
    devices = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(line):
        kind = "touchMove" if number else "touchStart"
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(200)  # who leaves the glass at full speed flings it, and the next tap only stops that
    devices.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    devices.detach()


def sign(page: Page, signer: str, how: str = "drawn", reason: str = "") -> None:
    touch(page, f"sign-{signer}", f"how-{how}")
    if how == "drawn":
        draw_signature(page)
    if reason:
        page.locator("#sign-reason").fill(reason)
    touch(page, "sign-now")
    expect(page.locator(f"#sign-{signer}")).to_have_count(0)


def sign_all(page: Page, *, refused: Mapping[str, str] | None = None, absent: Collection[str] = ()) -> None:
    """Let all five sign as they are asked: by hand, or as said of them."""
    for signer in SIGNERS:
        if refused and signer in refused:
            sign(page, signer, "refused", refused[signer])
        else:
            sign(page, signer, "absent" if signer in absent else "drawn")


def draw_up(page: Page) -> None:
    """Go from a game that is over to its protocol, and draw it up."""
    touch(page, "to-protocol", "draw-up")
    expect(page.locator("#sign-A1")).to_be_visible()


def accept(page: Page) -> None:
    touch(page, "accept")
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")


def expect_score(page: Page, a: int, b: int) -> None:
    """Wait until the tile shows this score."""
    expect(page.locator(".score .score-num")).to_have_text([str(a), str(b)])


def expect_rows(page: Page, wanted: list[str], part: slice = EVERY) -> None:
    """Wait until the log of deals, or a part of it, reads so, row by row, as people see it."""
    becomes(lambda: rows(page)[part], wanted)


def rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator(".deals tbody tr").all_inner_texts()]
