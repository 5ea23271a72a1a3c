"""A tablet at a table: fingers on the instrument."""

from __future__ import annotations

import math
from collections.abc import Mapping

from playwright.sync_api import Page, expect


def take_pen(page: Page, address: str, name: str, pin: str) -> None:
    """Open a table, say who writes, press the PIN."""
    page.goto(f"{address}pen/")
    page.get_by_role("radio", name=name).check()
    press(page, pin)
    page.get_by_role("button", name="Take the pen").click()
    expect(page.locator(".felt")).to_be_visible()


def press(page: Page, figures: object) -> None:
    for figure in str(figures):
        page.locator(f"#key-{figure}").click()


def start(page: Page, drawn: Mapping[str, str]) -> None:
    """Turn over four tiles for the first lead and start."""
    for seat, tile in drawn.items():
        page.locator(f"#draw-{seat}").click()
        touch_tile(page, tile)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#begin-deal")).to_be_visible()


def touch_tile(page: Page, tile: str) -> None:
    page.locator(f'.pad-tile:has([aria-label="{tile}"])').click()


def begin(page: Page) -> None:
    page.locator("#begin-deal").click()
    expect(page.locator("#end-deal")).to_be_visible()


def enter_deal(page: Page, ending: str, by: str, hands: Mapping[str, int]) -> None:
    """Say how a deal ended and what is left, without writing it yet."""
    page.locator("#end-deal").click()
    page.locator(f"#ending-{ending}").check()
    page.locator(f"#by-{by}").check()
    page.locator("#way-number").check()
    for seat, pips in hands.items():
        page.locator(f"#hand-{seat}").check()
        press(page, pips)


def write(page: Page) -> None:
    """Press the button that writes what was entered, and wait until the table shows again."""
    page.locator("#write").click()
    expect(page.locator(".felt")).to_be_visible()


def play_deal(page: Page, ending: str, by: str, hands: Mapping[str, int]) -> None:
    begin(page)
    enter_deal(page, ending, by, hands)
    write(page)


def punish(page: Page, code: str, who: str) -> None:
    page.locator("#penalty").click()
    page.locator(f"#code-{code}").check()
    page.locator(f"#who-{who}").check()
    write(page)


def draw_signature(page: Page) -> None:
    """Move over the field as a hand does that writes a name."""
    box = page.locator("canvas").bounding_box()
    assert box
    left, middle = box["x"] + 30, box["y"] + box["height"] / 2
    page.mouse.move(left, middle)
    page.mouse.down()
    for step in range(1, 30):
        page.mouse.move(left + step * (box["width"] - 60) / 30, middle + math.sin(step / 2) * box["height"] / 4)
    page.mouse.up()


def sign(page: Page, signer: str, how: str = "drawn", reason: str = "") -> None:
    page.locator(f"#sign-{signer}").click()
    page.locator(f"#how-{how}").check()
    if how == "drawn":
        draw_signature(page)
    if reason:
        page.locator("#sign-reason").fill(reason)
    page.locator("#sign-now").click()
    expect(page.locator(f"#sign-{signer}")).to_have_count(0)


def score(page: Page) -> tuple[int, int]:
    """Read the score off the tile."""
    a, b = page.locator(".score .score-num").all_inner_texts()
    return int(a), int(b)


def rows(page: Page) -> list[str]:
    """Read the log of deals, row by row, as people see it."""
    return [" ".join(row.split()) for row in page.locator(".deals tbody tr").all_inner_texts()]
