"""The screen of a tablet that stays awake, and what its page can say where it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.config.test_https import Started, started
from tests.config.test_serve import used_before

__all__ = ["used_before"]  # a fixture
pytestmark = pytest.mark.browser

LOOK = Path(__file__).parents[2] / "static/look"
SECURE, PLAIN = "https://desk.test/", "http://desk.test/"
HEAR = (
    "<script>var gettext = text => text; var heard = [];"
    "document.addEventListener('awake', event => heard.push(event.detail));</script>"
)
# A device whose lock can be taken away and refused, as a system does; Chromium without a screen has none of its own.
DEVICE = """<script>
  var given = [], refuses = false, shown = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => shown });
  Object.defineProperty(navigator, "wakeLock", { value: { request: async kind => {
    if (refuses) throw new DOMException("low battery", "NotAllowedError");
    const lock = new EventTarget();
    lock.kind = kind;
    lock.released = false;
    lock.release = async () => { lock.released = true; lock.dispatchEvent(new Event("release")); };
    given.push(lock);
    return lock;
  } } });
  function turn(state) { shown = state; document.dispatchEvent(new Event("visibilitychange")); }
</script>"""
ASK = "import('./awake.js').then(({ keepAwake }) => keepAwake())"
NOW = "import('./awake.js').then(({ awake }) => awake())"
WORDS = "import('./awake.js').then(({ awakeWords }) => awakeWords())"
SLEEP = "import('./awake.js').then(({ letSleep }) => letSleep())"


def serve(page: Page, address: str, body: str = "") -> None:
    def answer(route: Route) -> None:
        if route.request.url.endswith(".js"):
            route.fulfill(path=LOOK / route.request.url.rpartition("/")[2])
        else:
            route.fulfill(content_type="text/html", body=f"<!doctype html>{HEAR}{body}")

    page.route(address + "**", answer)
    page.goto(address)


def test_a_page_that_is_not_secure_says_to_open_the_secure_address(page: Page) -> None:
    serve(page, PLAIN, DEVICE)
    assert page.evaluate(ASK) == "insecure"
    assert page.evaluate(WORDS) == "The screen cannot be kept awake here: open the secure address."
    assert page.evaluate("[heard, given.length]") == [["insecure"], 0]


def test_a_browser_that_cannot_says_so(page: Page) -> None:
    serve(page, SECURE, "<script>Object.defineProperty(navigator, 'wakeLock', { value: undefined });</script>")
    assert page.evaluate(ASK) == "unsupported"
    assert page.evaluate(WORDS) == "This browser cannot keep the screen awake: set the device to do so."


def test_the_screen_stays_awake_until_the_page_lets_it_sleep(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    assert page.evaluate(NOW) == ""
    assert page.evaluate(ASK) == "awake"
    assert page.evaluate(WORDS) == "The screen stays awake."
    assert page.evaluate("[given.length, given[0].kind, given[0].released]") == [1, "screen", False]
    page.evaluate(SLEEP)
    assert page.evaluate(NOW) == ""
    assert page.evaluate("given[0].released") is True
    page.evaluate("turn('visible')")
    assert page.evaluate("[given.length, heard]") == [1, ["awake", ""]]


def test_asking_twice_takes_one_lock(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate("import('./awake.js').then(({ keepAwake }) => Promise.all([keepAwake(), keepAwake()]))")
    page.evaluate(ASK)
    assert page.evaluate("given.length") == 1


def test_a_page_that_comes_back_asks_again(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate(ASK)
    page.evaluate("turn('hidden')")
    page.evaluate("given[0].release()")
    assert page.evaluate(NOW) == "away"
    assert page.evaluate(WORDS) == ""
    page.evaluate("turn('visible')")
    page.wait_for_function("given.length === 2")
    assert page.evaluate(NOW) == "awake"
    assert page.evaluate("heard") == ["awake", "away", "awake"]


def test_a_page_that_is_opened_out_of_sight_asks_when_it_is_seen(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate("turn('hidden')")
    assert page.evaluate(ASK) == "away"
    page.evaluate("turn('visible')")
    page.wait_for_function("given.length === 1")
    assert page.evaluate(NOW) == "awake"


def test_a_device_that_refuses_is_asked_again_the_next_time_the_page_is_seen(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate("refuses = true")
    assert page.evaluate(ASK) == "refused"
    assert page.evaluate(WORDS).startswith("The screen may go dark")
    page.evaluate("refuses = false")
    page.evaluate("turn('visible')")
    page.wait_for_function("given.length === 1")
    assert page.evaluate(NOW) == "awake"


def test_a_system_that_takes_the_lock_back_is_not_passed_over(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate(ASK)
    page.evaluate("given[0].release()")
    assert page.evaluate(NOW) == "refused"


def test_a_lock_that_comes_too_late_is_given_back(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate("import('./awake.js').then(({ keepAwake, letSleep }) => Promise.all([keepAwake(), letSleep()]))")
    assert page.evaluate("given.map(lock => lock.released)") == [True]
    assert page.evaluate(NOW) == ""


def test_a_page_that_thinks_better_of_sleeping_stays_awake(page: Page) -> None:
    serve(page, SECURE, DEVICE)
    page.evaluate(
        "import('./awake.js').then(({ keepAwake, letSleep }) => Promise.all([keepAwake(), letSleep(), keepAwake()]))"
    )
    assert page.evaluate("given.at(-1).released") is False
    assert page.evaluate(NOW) == "awake"


# -- the program itself ------------------------------------------------------------------------------------------------


@pytest.fixture
def program(used_before: Path, tmp_path: Path) -> Iterator[Started]:
    (tmp_path / "domino.sqlite3").write_bytes(used_before.read_bytes())
    with started(tmp_path) as running:
        yield running


@pytest.fixture
def warned(browser: Browser) -> Iterator[BrowserContext]:
    """Open a visitor who goes on past the warning."""
    visitor = browser.new_context(locale="en-GB", ignore_https_errors=True)
    yield visitor
    visitor.close()


def test_the_secure_address_of_the_program_is_secure_for_a_browser_and_the_plain_one_of_a_hall_is_not(
    program: Started, warned: BrowserContext
) -> None:
    page = warned.new_page()
    page.goto(f"https://127.0.0.1:{program.secure}/trust/")
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'serviceWorker' in navigator]") == [True] * 3
    kept = page.evaluate("import('/static/look/awake.js').then(({ keepAwake }) => keepAwake())")
    assert kept in {"awake", "refused"}  # a Chromium without a screen may refuse, but it was asked
    page.route(PLAIN + "**", lambda route: route.fulfill(content_type="text/html", body="<p>plain</p>"))
    page.goto(PLAIN)
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'serviceWorker' in navigator]") == [False] * 3


def test_a_tablet_downloads_the_certificate_and_goes_on_to_the_secure_address_without_a_script(
    program: Started, browser: Browser
) -> None:
    tablet = browser.new_context(locale="en-GB", ignore_https_errors=True, java_script_enabled=False)
    page = tablet.new_page()
    page.goto(f"http://127.0.0.1:{program.plain}/trust/")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download the certificate").click()
    assert taken.value.suggested_filename == "domino-desk.crt"
    assert Path(taken.value.path()).read_bytes() == program.authority.read_bytes()
    page.get_by_text("Android", exact=True).click()
    expect(page.get_by_text("Choose CA certificate, then Install anyway.")).to_be_visible()
    page.get_by_role("link", name=f"https://127.0.0.1:{program.secure}").click()
    expect(page).to_have_url(f"https://127.0.0.1:{program.secure}/first-run/")
    tablet.close()
