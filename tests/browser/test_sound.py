"""The signals of a table: off until somebody wants them, silent until a touch, remembered on the tablet."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

LOOK = Path(__file__).parents[2] / "static/look"
HERE = "http://desk.test/"
# Every tone that is asked for, with its beginning and its end in seconds.
LISTEN = """<script>
  var tones = [];
  const start = OscillatorNode.prototype.start, stop = OscillatorNode.prototype.stop;
  OscillatorNode.prototype.start = function (at) { this.at = at; return start.call(this, at); };
  OscillatorNode.prototype.stop = function (at) {
    tones.push([this.frequency.value, Math.round((at - this.at) * 100) / 100]);
    return stop.call(this, at);
  };
</script>"""
NO_STORAGE = """<script>
  Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
</script>"""


def serve(page: Page, before: str = "") -> None:
    choice = render_to_string("parts/sound_choice.html")
    script = '<script type="module" src="/sound.js"></script>'

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HERE)
        if name.endswith((".js", ".css")):
            route.fulfill(path=LOOK / name)
        else:
            head = f'<!doctype html><link rel="stylesheet" href="/look.css">{LISTEN}{before}'
            route.fulfill(content_type="text/html", body=f"{head}<main>The table</main>{choice}{script}")

    page.route(HERE + "**", answer)
    page.goto(HERE)


def heard(page: Page, signal: str) -> bool:
    """Give a signal from the page, without a touch, and tell whether it sounded."""
    answer: bool = page.evaluate(f"import('/sound.js').then(sound => sound.{signal}())")
    return answer


def switch(page: Page, word: str) -> None:
    page.get_by_role("group", name="Sound on this tablet").get_by_role("button", name=word).click()


def test_a_table_is_silent_until_somebody_switches_the_sound_on(page: Page) -> None:
    serve(page)
    page.get_by_text("The table").click()
    assert [heard(page, signal) for signal in ("warning", "over", "call")] == [False] * 3
    assert page.evaluate("tones") == []
    expect(page.get_by_role("button", name="Off")).to_have_attribute("aria-pressed", "true")


def test_switching_on_lets_the_call_be_heard_and_then_every_signal_has_its_tones(page: Page) -> None:
    serve(page)
    switch(page, "On")
    expect(page.get_by_role("button", name="On")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Off")).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("tones.length === 4")
    page.evaluate("tones = []")
    assert heard(page, "warning")
    assert page.evaluate("tones") == [[660, 0.18], [660, 0.18]]
    page.evaluate("tones = []")
    assert heard(page, "over")
    assert page.evaluate("tones") == [[880, 0.25], [660, 0.25], [440, 0.7]]


def test_the_tablet_remembers_it_and_waits_for_a_touch(page: Page) -> None:
    serve(page)
    switch(page, "On")
    page.reload()
    expect(page.get_by_role("button", name="On")).to_have_attribute("aria-pressed", "true")
    page.evaluate("tones = []")
    page.get_by_text("The table").click()
    page.wait_for_function("import('/sound.js').then(sound => sound.warning())")
    assert page.evaluate("tones.length") == 2


def test_before_a_touch_a_signal_is_silent_and_not_made_up_for(page: Page) -> None:
    serve(page, "<script>localStorage.setItem('sound', 'on');</script>")
    assert not heard(page, "over")
    page.get_by_text("The table").click()
    page.wait_for_timeout(300)
    assert page.evaluate("tones") == []


def test_switched_off_it_is_silent_again(page: Page) -> None:
    serve(page)
    switch(page, "On")
    page.wait_for_function("tones.length === 4")
    switch(page, "Off")
    assert not heard(page, "call")
    page.reload()
    expect(page.get_by_role("button", name="Off")).to_have_attribute("aria-pressed", "true")


def test_where_the_device_keeps_nothing_the_choice_holds_as_long_as_the_page(page: Page) -> None:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    serve(page, NO_STORAGE)
    switch(page, "On")
    page.wait_for_function("tones.length === 4")
    assert heard(page, "warning")
    assert complaints == []


def test_a_browser_without_tones_is_silent_without_a_complaint(page: Page) -> None:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    serve(page, "<script>delete window.AudioContext; delete window.webkitAudioContext;</script>")
    switch(page, "On")
    assert not heard(page, "warning")
    assert complaints == []


def test_without_a_script_there_is_no_switch_that_does_nothing() -> None:
    assert "data-sound-choice hidden" in render_to_string("parts/sound_choice.html")


def test_another_page_of_the_tablet_follows(page: Page) -> None:
    serve(page)
    other = page.context.new_page()
    serve(other)
    switch(page, "On")
    expect(other.get_by_role("button", name="On")).to_have_attribute("aria-pressed", "true")
    other.close()
