"""The frame of the pages: its colours can be read, its pages need nothing from elsewhere."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory

ROOT = Path(__file__).parents[2]
CSS = (ROOT / "static/look/look.css").read_text()
FRAME = [
    *(ROOT / "templates").glob("base*.html"),
    *(ROOT / "templates/parts").glob("*.html"),
    *(ROOT / "templates/errors").glob("*.html"),
    *(ROOT / "static/look").iterdir(),
]
ERRORS = ["400", "403", "404", "413", "500", "csrf"]


def tokens(block: str) -> dict[str, str]:
    """Read the tokens of one theme; comments fall away."""
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", re.sub(r"/\*.*?\*/", "", block)))


def blocks(selector: str) -> list[dict[str, str]]:
    return [tokens(found) for found in re.findall(re.escape(selector) + r" \{([^}]*)\}", CSS)]


LIGHT = blocks(':root, [data-theme="light"]')[0]
DARK = blocks('[data-theme="dark"]')[0]
BRIGHT = blocks('[data-theme="bright"]')[0]
THEMES = {"light": LIGHT, "dark": DARK, "bright": BRIGHT}


def test_the_theme_of_the_device_repeats_dark_and_bright_word_for_word() -> None:
    assert blocks('[data-theme="auto"]') == [DARK, BRIGHT]


def test_every_theme_gives_every_colour() -> None:
    assert len(LIGHT) > 40
    assert set(LIGHT) == set(DARK)
    assert set(LIGHT) <= set(BRIGHT)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    full = digits if len(digits) == 6 else "".join(2 * d for d in digits)
    parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


TEXTS = [
    *((text, ground) for text in ("ink", "ink-soft") for ground in ("page", "surface", "sunken")),
    *((f"{role}-ink", ground) for role in ("go", "now", "stop") for ground in (f"{role}-soft", "surface")),
    *((f"on-{role}", role) for role in ("go", "now", "stop", "a", "b", "felt")),
    *((f"{role}-ink", ground) for role in ("a", "b") for ground in ("surface", f"{role}-soft")),
    ("ink", "now-soft"),
    ("ink", "go-soft"),
    ("ink", "stop-soft"),
    ("on-felt-soft", "felt"),
    ("pip", "tile"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_stands_out_from_its_ground(theme: str, text: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[f"--{text}"], colours[f"--{ground}"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("sign", "ground"), [("line-strong", "surface"), ("now-edge", "surface"), ("b-line", "b")])
def test_signs_and_edges_stand_out_too(theme: str, sign: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[f"--{sign}"], colours[f"--{ground}"]) >= 3


@pytest.mark.parametrize("file", FRAME, ids=lambda path: path.name)
def test_the_frame_fetches_nothing_from_other_hosts(file: Path) -> None:
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"')]*", file.read_text()))
    assert {a for a in addresses if a != "http://www.w3.org/2000/svg"} == set()


@pytest.mark.parametrize("file", [f for f in FRAME if f.suffix == ".html"], ids=lambda path: path.name)
def test_the_frame_has_neither_styles_nor_scripts_of_its_own(file: Path) -> None:
    source = file.read_text()
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", source)


@pytest.mark.parametrize("page", ERRORS)
def test_an_error_page_needs_neither_a_visitor_nor_a_database(page: str) -> None:
    html = render_to_string(f"errors/{page}.html")
    heading = re.search(r"<h1>(.+)</h1>", html)
    assert heading
    assert f"<title>{heading.group(1)} · Domino Desk</title>" in html
    assert html.count("<p>") >= 2
    assert 'href="/static/look/look.css"' in html


def test_an_error_page_says_the_reason_it_was_given_literally() -> None:
    html = render_to_string("errors/403.html", {"sentence": "Only the <chief> referee may."})
    assert "<p>Only the &lt;chief&gt; referee may.</p>" in html


def visitor() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    request.COOKIES["theme"] = "dark"
    return request


@pytest.mark.parametrize(
    "base", ["base.html", "base_public.html", "base_desk.html", "base_table.html", "base_front.html"]
)
def test_every_frame_shows_html_in_the_name_of_an_event_literally(base: str) -> None:
    event = SimpleNamespace(
        slug="amber", name="<b>Amber</b>", venue="<i>Hall</i>", starts_on=date(2026, 11, 28),
        ends_on=date(2026, 11, 29), entry_kind="pair",
    )  # fmt: skip
    frame = SimpleNamespace(
        planned_rounds=8, played_rounds=4, round_now=5, seconds_left=761, clock_state="running", line="<u>60 pairs</u>"
    )
    html = render_to_string(base, {"tournament": event, "frame": frame}, request=visitor())
    assert '<html lang="en" data-theme="dark">' in html
    assert '<a class="skip" href="#main">' in html
    assert html.count('<main id="main"') == 1
    for told in ("<b>Amber", "<i>Hall", "<u>60"):
        assert told not in html
    if base == "base_public.html":
        assert "&lt;b&gt;Amber&lt;/b&gt;</h1>" in html
        assert "28–29 November 2026" in html
        assert 'aria-label="Round 5 of 8"' in html
        assert '<span class="clock-face">12:41</span>' in html
