"""The page of all parts shows what the look has: a part that is added and not shown there is found here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from scoring.tiles import ALL_TILES
from tournaments.templatetags import look
from tournaments.templatetags.components import ICONS, TONES

pytestmark = pytest.mark.django_db

CSS = (Path(__file__).parents[3] / "static/look/look.css").read_text()
IN_PAGES_ONLY = {"days"}  # words, no part


def page(ask: str = "") -> str:
    response = Client().get(f"/components/{ask}")
    assert response.status_code == 200
    return response.content.decode()


def names(html: str) -> str:
    return " ".join(re.findall(r"<figcaption><code>(.*?)</code>", html))


def test_every_tag_of_the_look_is_shown_under_its_name() -> None:
    tags = {*look.register.tags, *look.register.filters} - IN_PAGES_ONLY - {f"end{tag}" for tag in look.register.tags}
    shown = set(re.findall(r"\w+", names(page())))
    assert tags <= shown


def test_every_state_a_chip_knows_is_shown_with_its_word() -> None:
    html = page()
    words = {str(chip.word) for code, chip in look.CHIPS.items() if code not in TONES}
    assert {word for word in words if f"<span>{word}</span></span>" not in html} == set()


def test_every_sign_that_is_drawn_is_shown_and_no_other() -> None:
    assert set(re.findall(r"\.icon-(\w+)", CSS)) == set(ICONS)
    assert all(f"icon-{sign}" in page() for sign in ICONS)


def test_every_kind_of_button_is_shown() -> None:
    kinds = set(re.findall(r"^\.button\.(\w+)", CSS, re.MULTILINE))
    shown = {word for css in re.findall(r'class="button ([\w ]+)"', page()) for word in css.split()}
    assert kinds <= shown


def test_the_themes_stand_side_by_side_with_fields_of_their_own() -> None:
    html = page("?theme=beside")
    assert re.findall(r'class="parts-of" data-theme="(\w+)"', html) == ["light", "dark", "bright"]
    fields = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', html)
    assert len(fields) == len(set(fields))
    assert page().count('class="shelf"') * 3 == html.count('class="shelf"')


def test_all_28_tiles_lie_there_and_a_wrong_field_says_so() -> None:
    html = page()
    assert html.count("tile-body") > len(ALL_TILES)
    assert "This field is required." in html


def test_the_sheet_of_the_example_is_a_pdf() -> None:
    response = Client().get("/components/score-sheet.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
