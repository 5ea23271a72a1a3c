"""Every page at every width: nothing wider than the screen, cut off, on each other or too small for a finger; and axe.

Most of the time goes to axe and its look at the colours, so the pages take turns with the themes, and axe looks at the
colours of a page where it is seen first. In the soak it sees all of every page in every theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import cycle

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Route
from pytest_django.live_server_helper import LiveServer

from tests import pages
from tests.browser.screens import PATIENCE, picture
from tests.browser.test_axe import told
from tests.builders import administrator
from tests.full_house import House, full_house
from tests.pages import FILES, FIRST, FORMS, PAGES, PARTS, Seen, seen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = {360: 740, 800: 1280, 1280: 800, 1920: 1080}
FINGER = (360, 800)  # a hand touches these, a mouse points at the others
THEMES = ("light", "dark", "bright")
WHO = ("stranger", "administrator", "pen")
ERRORS = ("400", "403", "404", "405", "413", "500", "csrf")
# Without `preload`, which fetches every style sheet again for rules that are not asked for.
AXE = """async ([themes, colours]) => {
  const found = [];
  const rules = { "color-contrast": { enabled: colours } };
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme;
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, rules });
    found.push(...violations.map((one) => [theme, one]));
  }
  return found;
}"""
WIDE = """() => {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over <= 0) return [];
  const beyond = (one) => one.getBoundingClientRect().right > innerWidth + 1;
  const reach = [...document.querySelectorAll("body *")].filter(beyond);
  return [`${over} px too wide: ` + reach.slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" | ")];
}"""
# Words outside the box that clips them. A box that scrolls may hold more; a title says in full what is shortened, and
# the screen of the hall, which is read from afar, shortens a long name rather than its letters.
CUT = """() => {
  const known = new Map();
  const boxes = (one) => {
    if (!one) return { across: { left: 0, right: innerWidth }, down: null };
    if (known.has(one)) return known.get(one);
    const { overflowX, overflowY } = getComputedStyle(one), above = boxes(one.parentElement);
    const clips = (way) => way === "hidden" || way === "clip";
    const of = (way, outer) => (way === "visible" ? outer : clips(way) ? one.getBoundingClientRect() : null);
    const root = one === document.documentElement || one === document.body;
    known.set(one, root ? above : { across: of(overflowX, above.across), down: of(overflowY, above.down) });
    return known.get(one);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest(".off-screen, .skip, [title], script, style, svg, option")) continue;
    if (getComputedStyle(one).clipPath === "inset(50%)") continue; // off screen at this width alone, still read aloud
    if (one.closest(".turning #hall") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom } = range.getBoundingClientRect(), { across, down } = boxes(one), slack = 3;
    if ((across && (right > across.right + 1 || left < across.left - 1))
        || (down && (bottom > down.bottom + slack || top < down.top - slack)))
      found.push(text.data.trim().slice(0, 40));
  }
  return found;
}"""
# Things that lie on each other; what sticks or floats lies above others by design.
LAID = """() => {
  const known = new Map();
  const floats = (one) => {
    if (!one) return false;
    const up = ["fixed", "sticky"];
    if (!known.has(one)) known.set(one, up.includes(getComputedStyle(one).position) || floats(one.parentElement));
    return known.get(one);
  };
  const all = ".button, .chip, .score-line, .clock-face, .input, .choice-face, td a, th a, h1, h2, h3";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !floats(one);
  const things = [...document.querySelectorAll(all)]
    .filter((one) => shown(one) && !one.closest(".off-screen, .menu-panel, dialog"))
    .map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width && box.height)
    .sort((a, b) => a.box.top - b.box.top);
  const found = [];
  things.forEach((a, place) => {
    for (let next = place + 1; next < things.length && things[next].box.top < a.box.bottom - 2; next++) {
      const b = things[next];
      const apart = b.box.left > a.box.right - 2 || b.box.right < a.box.left + 2;
      if (!apart && !a.one.contains(b.one) && !b.one.contains(a.one))
        found.push(`${a.one.textContent.trim().slice(0, 30)} and ${b.one.textContent.trim().slice(0, 30)}`);
    }
  });
  return found;
}"""
# A finger needs 44 px. Links within text, and a name in a row that is a link, are read before they are pressed.
SMALL = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".off-screen, .skip");
  const inText = (one) => one.matches("a:not(.button)") && one.closest("p, li, td, th, dd, small, h1, h2, h3");
  const things = "button, summary, select, textarea, .choice, a[href], input:not([type=hidden], .choice > *)";
  return [...document.querySelectorAll(things)].filter((one) => shown(one) && !inText(one)).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    const words = `${one.className || one.name || one.tagName} "${one.textContent.trim().slice(0, 30)}"`;
    return width >= 43.5 && height >= 43.5 ? [] : [`${words} ${Math.round(width)}x${Math.round(height)}`];
  });
}"""
LOOK = f"""async (finger) => {{
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = {{ "too wide": ({WIDE})(), "cut off": ({CUT})(), "on each other": ({LAID})() }};
  if (finger) found["too small"] = ({SMALL})();
  return Object.entries(found).flatMap(([what, all]) => all.map((one) => `${{what}}: ${{one}}`));
}}"""


class Visit:
    """One person's browser, and what was found wrong on the pages that he opened."""

    def __init__(self, browser: Browser, live_server: LiveServer, language: str = "en", *, axe: bool = True) -> None:
        self.server, self.language, self.axe, self.themes = live_server, language, axe, cycle(THEMES)
        self.context: BrowserContext = browser.new_context(reduced_motion="reduce", locale="en-GB")
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(AXE_SCRIPT)
        self.page: Page = self.context.new_page()
        self.found: list[str] = []
        self.known: set[str] = set()
        self.cookie(settings.LANGUAGE_COOKIE_NAME, language)

    def cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.server.url}])

    def enter(self, client: Client) -> None:
        """Come as the person whose session this is, or as nobody."""
        self.context.clear_cookies(name="sessionid")
        if session := client.cookies.get("sessionid"):
            self.cookie("sessionid", session.value)

    def look(self, name: str, address: str, every: bool = False) -> None:
        """Open a page once, look at it at every width and let axe see it: in the next theme, or `every` time in all."""
        answer = self.page.goto(self.server.url + address)
        assert answer and answer.ok, name
        self.page.wait_for_function("document.querySelector('main')?.children.length")
        for width, height in WIDTHS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            found = self.page.evaluate(LOOK, width in FINGER)
            self.found += [f"{name} at {width}: {one}" for one in found]
            picture(self.page, f"{name}-{width}-{self.language}".replace(" ", "-").replace("?", "-"))
            if every:
                self.ask_axe(f"{name} at {width}", THEMES)
        if not every:
            page = name.split()[0]
            self.ask_axe(name, [next(self.themes)], colours=page not in self.known)
            self.known.add(page)

    def ask_axe(self, name: str, themes: Sequence[str], colours: bool = True) -> None:
        if not self.axe:
            return
        found = self.page.evaluate(AXE, [list(themes), colours])
        self.found += [f"{name}, {theme}: {told(one)}" for theme, one in found]

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Visit]:
    made = Visit(browser, live_server)
    yield made
    made.close()


def seen_by(who: str, house: House, part: slice) -> list[Seen]:
    """List what one person looks at, in all events: of all his pages, or of a part of them."""
    names = [name for name, look in PAGES.items() if look.who == who][part]
    looks = [(name, event) for name in names for event in PAGES[name].events]
    return [one for name, event in looks for one in seen(name, house.event(event).tournament, event)]


def go_round(visit: Visit, who: str, house: House, part: slice = slice(None), every: bool = False) -> None:
    """Let one person look at all his pages."""
    visit.enter(pages.client_of(who, house.running, house.entered if who == "administrator" else None))
    for one in seen_by(who, house, part):
        visit.look(one.name, one.address, every)
    assert not visit.found, "\n".join(visit.found)


def test_every_address_is_a_page_that_is_looked_at_a_form_a_part_or_a_file() -> None:
    kinds = [set(PAGES), FORMS, PARTS, FILES, FIRST]
    assert set().union(*kinds) == pages.named()
    assert sum(map(len, kinds)) == len(pages.named())


def test_what_is_called_a_form_takes_nothing_else() -> None:
    client = Client()
    client.force_login(administrator())
    for pattern in pages.PATTERNS:
        if str(pattern.name) in FORMS:
            values = {part: 1 if part not in ("slug", "token") else "x" for part in pattern.pattern.converters}
            assert client.get(reverse(str(pattern.name), kwargs=values)).status_code == 405, pattern.name


def test_pages_of_nobody(visit: Visit) -> None:
    visit.look("first_run", "/first-run/")
    go_round(visit, "stranger", full_house())


def test_pages_of_errors(visit: Visit) -> None:
    for number in ERRORS:
        body = render_to_string(f"errors/{number}.html", {"sentence": "There is nothing at this address."})
        visit.page.route(f"**/errors/{number}", partial(answer, body))
        visit.look(f"error-{number}", f"/errors/{number}")
    assert not visit.found, "\n".join(visit.found)


def answer(body: str, route: Route) -> None:
    route.fulfill(body=body, content_type="text/html")


@pytest.mark.parametrize("half", [0, 1])
def test_pages_of_the_desk(visit: Visit, half: int) -> None:
    go_round(visit, "administrator", full_house(), slice(half, None, 2))


def test_pages_of_a_table(visit: Visit) -> None:
    go_round(visit, "pen", full_house())


@pytest.mark.parametrize("who", WHO)
def test_every_page_has_room_for_russian(browser: Browser, live_server: LiveServer, who: str) -> None:
    with closing(Visit(browser, live_server, "ru", axe=False)) as visit:
        go_round(visit, who, full_house())


@pytest.mark.soak
@pytest.mark.parametrize("who", WHO)
def test_every_page_in_russian_with_axe_at_every_width_in_every_theme(
    browser: Browser, live_server: LiveServer, who: str
) -> None:
    with closing(Visit(browser, live_server, "ru")) as visit:
        go_round(visit, who, full_house(), every=True)
