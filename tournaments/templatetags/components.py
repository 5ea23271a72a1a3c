"""Show one part of the look with its name in code."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.tiles import ALL_TILES
from scoring.tiles import name as tile_name

from .look import CHIPS, MARKS, NOTICE_SIGNS

register = template.Library()

#: Every sign that look.css draws; a test compares.
ICONS = ("done", "warn", "stop", "wait", "send", "find", "call", "hold", "edit", "look", "print", "more", "away")

#: Chips that have no word of their own; the page that shows one gives it.
TONES = ("plain", "done", "now", "stop")


@register.simple_block_tag
def part(content: str, code: str, *, wide: bool = False) -> SafeString:
    """Set a part beside the name under which a template writes it."""
    css = "part wide" if wide else "part"
    return format_html(
        '<figure class="{}"><figcaption><code>{}</code></figcaption><div>{}</div></figure>', css, code, content
    )


@register.simple_tag
def every(what: str) -> list[tuple[str, ...]] | tuple[str, ...]:
    """List all of a kind, so that a new one is shown too: marks, signs, tiles, tones, states with what they are of."""
    if what == "states":
        states = [(code.split(".")[-1], code.split(".")[0] if "." in code else "") for code in CHIPS]
        return [state for state in states if state[0] not in TONES]
    tiles = tuple(tile_name(tile) for tile in ALL_TILES)
    return {"marks": MARKS, "signs": ICONS, "tiles": tiles, "tones": tuple(NOTICE_SIGNS)}[what]
