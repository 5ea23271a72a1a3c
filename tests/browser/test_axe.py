"""axe looks at every screen of a table in every theme and finds nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.screens import Hall, picture, walk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"light": (1280, 800), "dark": (800, 1280), "bright": (390, 844)}


# What axe finds of colours hangs on the theme, what it finds of names on the language: each is seen, not every pair.
@pytest.mark.parametrize(("theme", "language"), list(zip(SIZES, ("en", "ru", "ru"), strict=True)))
def test_axe_finds_nothing_on_any_screen_of_a_table(
    live_server: LiveServer, browser: Browser, theme: str, language: str
) -> None:
    width, height = SIZES[theme]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    cookies = {"django_language": language, "theme": theme}
    context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()])
    page = context.new_page()
    axe = Axe()
    found: list[str] = []

    def visit(screen: str) -> None:
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        picture(page, f"{theme}-{language}-{screen}")
        found.extend(f"{screen}: {told(violation)}" for violation in axe.run(page).response["violations"])

    walk(Hall(live_server), page, visit)
    context.close()
    assert not found, "\n".join(found)


def told(violation: dict[str, Any]) -> str:
    """Say what axe found, and where."""
    nodes = violation["nodes"]
    where = "; ".join(" ".join(node["html"].split())[:160] for node in nodes[:3])
    why = nodes[0]["any"][0]["message"] if nodes[0]["any"] else violation["help"]
    return f"{violation['id']} ({len(nodes)}): {why} {where}"
