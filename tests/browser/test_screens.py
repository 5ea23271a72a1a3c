"""Every screen of a table on every size: nothing wider than it, all for a finger, the main button in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.screens import SIZES, Hall, picture, walk
from tests.full_house import LONG_NAMES
from tournaments.models import Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = """() => {
  const finger = 47.5;  // 48 px, less what a browser rounds
  const inText = (one) => one.matches("a:not(.button)") && one.closest("p, li, td, small");
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".off-screen, .skip");
  const things = "button, summary, select, textarea, .choice, .choice-face, .slot, .pad-tile, a[href], "
    + "input:not([type=hidden], .choice > *, .pad-tile > *)";
  const looked = [...document.querySelectorAll(things)].filter((one) => shown(one) && !inText(one));
  return looked.flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    const words = `${one.id || one.className} ${one.textContent.trim().slice(0, 30)} ${width}x${height}`;
    return width >= finger && height >= finger ? [] : [words];
  });
}"""
CUT = """() => [...document.querySelectorAll(".score-half, .button, .choice-face, .seat-name, .chip")].filter((one) =>
  one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
MAIN = ".send-row .button, #begin-deal, #end-deal, #to-protocol"
CLIPPED = """(main) => [...document.querySelectorAll(main)].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return one.checkVisibility() && (top < 0 || bottom > innerHeight + 1);
}).map((one) => one.textContent)"""

COVERED = """() => [...document.querySelectorAll('.slot')].filter((slot) => {
  const a = slot.getBoundingClientRect();
  return [...document.querySelectorAll('.seat-name')].some((name) => {
    const b = name.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}).map((one) => `the place of a tile at ${one.closest("[data-seat]")?.dataset.seat} under a name`)"""


def look_at(page: Page, screen: str) -> list[str]:
    """List what is wrong with the screen that is shown."""
    page.evaluate("document.fonts.ready")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = [f"{screen}: {wide} px too wide"] if wide > 0 else []
    for what, script in (("too small", SMALL), ("cut off", CUT), ("out of sight", CLIPPED), ("covered", COVERED)):
        found += [f"{screen}: {what}: {one}" for one in page.evaluate(script, MAIN)]
    return found


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, ("ru", "en", "ru", "en"), strict=True)))
def test_every_screen_of_a_table_fits_with_names_of_sixty_letters(
    live_server: LiveServer, browser: Browser, size: str, language: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page = context.new_page()
    wrong: list[str] = []

    def visit(screen: str) -> None:
        picture(page, f"{size}-{language}-{screen}")
        wrong.extend(look_at(page, screen))

    names = LONG_NAMES[:4] if language == "en" else LONG_NAMES[1:5]
    walk(Hall(live_server, names), page, visit)
    context.close()
    assert not wrong, "\n".join(wrong)


def test_a_tablet_that_waits_for_a_game_opens_it_by_itself(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server)
    game = hall.game
    Game.objects.filter(pk=game.pk).update(table=2)
    page.clock.install()
    hall.open(page, ".empty")
    page.wait_for_load_state("load")  # the script that looks has begun to count
    page.clock.run_for(11_000)  # nothing yet: the page stays
    expect(page.locator(".empty")).to_be_visible()
    Game.objects.filter(pk=game.pk).update(table=1)
    page.clock.run_for(11_000)
    expect(page.locator(".felt")).to_be_visible()
