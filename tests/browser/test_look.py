"""What the scripts of the look do in a browser; the pages are given by hand, no server is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

LOOK = Path(__file__).parents[2] / "static/look"
SERVER_TIME = 1_780_000_000_000
HERE = "http://desk.test/"


def clock(seconds: int) -> str:
    """Render a clock as the server does, at a fixed time of the server."""
    html = str(Template('{% load look %}{% clock seconds "running" "left" %}').render(Context({"seconds": seconds})))
    html = re.sub(r'data-now="\d+"', f'data-now="{SERVER_TIME}"', html)
    return re.sub(r'data-deadline="\d+"', f'data-deadline="{SERVER_TIME + seconds * 1000}"', html)


def still(page: Page, seconds: float) -> None:
    """Set the clock of the device, and let its time pass only where a test says so."""
    page.clock.install(time=seconds)
    page.clock.pause_at(seconds + 1)


def serve(page: Page, body: str) -> None:
    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HERE)
        if name.endswith((".js", ".css")):
            route.fulfill(path=LOOK / name)
        else:
            head = '<link rel="stylesheet" href="look.css"><script src="look.js"></script>'
            script = '<script type="module" src="clock.js"></script>'
            route.fulfill(content_type="text/html", body=f"<!doctype html><html data-theme=auto>{head}{body}{script}")

    page.route(HERE + "**", answer)


def test_a_clock_runs_by_the_server_where_the_clock_of_the_device_is_wrong(page: Page) -> None:
    still(page, SERVER_TIME / 1000 - 90_000)  # the device is a day and an hour late
    serve(page, clock(761))
    page.goto(HERE)
    expect(page.locator(".clock-face")).to_have_text("12:41")
    page.clock.run_for(3000)
    expect(page.locator(".clock-face")).to_have_text("12:38")


def test_a_clock_turns_gold_once_says_so_and_ends_red(page: Page) -> None:
    still(page, SERVER_TIME / 1000)
    serve(page, clock(302))
    page.goto(HERE)
    page.evaluate(
        "window.heard = []; for (const name of ['clock-last', 'clock-over'])"
        " document.addEventListener(name, () => window.heard.push(name))"
    )
    expect(page.locator(".clock")).to_have_class("clock")
    page.clock.run_for(2500)
    expect(page.locator(".clock")).to_have_class("clock last")
    expect(page.get_by_role("status")).to_have_text("5 minutes left")
    page.clock.fast_forward(299_000)
    page.clock.run_for(1000)
    expect(page.locator(".clock")).to_have_class("clock over")
    expect(page.locator(".clock-face")).to_have_text("00:00")
    expect(page.get_by_role("status")).to_have_text("The time is over")
    page.clock.run_for(5000)
    assert page.evaluate("window.heard") == ["clock-last", "clock-over"]


def test_a_page_brought_back_from_the_history_does_not_give_the_time_again(page: Page) -> None:
    still(page, SERVER_TIME / 1000)
    serve(page, clock(761))
    page.goto(HERE)
    page.clock.run_for(60_000)
    expect(page.locator(".clock-face")).to_have_text("11:41")
    page.reload()  # the same answer of the server, a minute old
    expect(page.locator(".clock-face")).to_have_text("11:41")


def test_a_clock_swapped_into_the_page_counts_too(page: Page) -> None:
    still(page, SERVER_TIME / 1000)
    serve(page, "<main></main>")
    page.goto(HERE)
    page.clock.run_for(1000)
    page.evaluate("html => document.querySelector('main').innerHTML = html", clock(100))
    page.clock.run_for(10_500)
    expect(page.locator(".clock-face")).to_have_text("01:30")
    expect(page.locator(".clock")).to_have_class("clock last")


def test_a_chosen_theme_holds_without_a_new_page_and_before_the_next_is_painted(page: Page) -> None:
    serve(page, '<form method="post"><button name="theme" value="dark">Dark</button></form>')
    page.goto(HERE)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.goto(HERE + "kept")  # a page kept on the device still says auto
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(238, 240, 234)"), ("dark", "rgb(13, 21, 18)")])
def test_the_theme_follows_the_device_until_one_is_chosen(page: Page, scheme: str, ground: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    serve(page, "<main></main>")
    page.goto(HERE)
    expect(page.locator("body")).to_have_css("background-color", ground)


def test_escape_closes_a_menu_and_gives_the_focus_back(page: Page) -> None:
    serve(page, '<details class="menu"><summary>English</summary><div class="menu-panel">Theme</div></details>')
    page.goto(HERE)
    page.get_by_text("English").click()
    expect(page.get_by_text("Theme")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Theme")).to_be_hidden()
    expect(page.locator("summary")).to_be_focused()
