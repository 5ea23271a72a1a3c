"""Write marks, tiles, scores, clocks and states the way the look has them; everything given is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django import template
from django.forms import BoundField
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.tiles import ALL_TILES, parse_tile
from scoring.tiles import name as tile_name

register = template.Library()

NOTHING: Final = mark_safe("")

# ── marks and tiles ──────────────────────────────────────────────────────────

MARKS: Final = ("A", "B", "A1", "B1", "A2", "B2")


def side_letter(side: str) -> str:
    """Write the letter of a side in the reader's script."""
    return pgettext("letter of side A", "A") if side == "A" else pgettext("letter of side B", "B")


def side_name(side: str) -> str:
    """Name a side in words, for those who hear the page."""
    return _("side A") if side == "A" else _("side B")


def capital_side_name(side: str) -> str:
    """Name a side at the head of its half."""
    return _("Side A") if side == "A" else _("Side B")


@register.simple_tag
def mark(place: str | None) -> SafeString:
    """Mark a side ("A") or a seat ("B2"); nothing where there is none yet."""
    if not place:
        return NOTHING
    if place not in MARKS:
        raise ValueError(f"{place!r} is no side or seat; the marks are {', '.join(MARKS)}")
    return format_html('<b class="mark {}">{}{}</b>', place[0].lower(), side_letter(place[0]), place[1:])


@register.simple_tag
def pin() -> SafeString:
    """Set the gold pin: this is now."""
    return mark_safe('<span class="pin" aria-hidden="true"></span>')


@register.simple_tag
def icon(sign: str) -> SafeString:
    """Draw a sign; a word always stands beside it."""
    return format_html('<span class="icon icon-{}" aria-hidden="true"></span>', sign)


def _halves(text: str) -> tuple[str, str]:
    if parse_tile(text) is None:
        raise ValueError(f"{text!r} is no tile; write the halves like 6-4")
    upper, lower = text.split("-")
    return upper, lower


# One drawing, 20 wide and 40 high, made here for pages and by static/referees/elements.js at the table.
PIPS: Final = (
    (),
    (4,),
    (2, 6),
    (2, 4, 6),
    (0, 2, 6, 8),
    (0, 2, 4, 6, 8),
    (0, 2, 3, 5, 6, 8),
)  # places in a half, row by row
_SVG: Final = '<svg viewBox="0 0 20 40" aria-hidden="true">{}</svg>'
_BODY: Final = '<rect class="tile-body" x=".3" y=".3" width="19.4" height="39.4" rx="3.2"></rect>'
_LINE: Final = '<path class="tile-line" d="M3 20h14"></path>'
_PIN: Final = '<circle class="tile-pin" cx="10" cy="20" r="1.7"></circle>'
_BACK: Final = '<path class="tile-line" d="M4 3.5h12v33h-12zM10 13l4 7-4 7-4-7z"></path>'


def _pips(half: str, top: int) -> str:
    return "".join(f"M{5 + 5 * (at % 3)} {top + 5 + 5 * (at // 3)}h0" for at in PIPS[int(half)])


def _drawing(text: str) -> SafeString:
    upper, lower = _halves(text)
    pips = f'<path class="tile-pips" d="{_pips(upper, 0)}{_pips(lower, 20)}"></path>'
    return mark_safe(_SVG.format(_BODY + _LINE + _PIN + pips))


def _face(text: str, css: str = "") -> SafeString:
    return format_html('<span class="tile{}">{}</span>', css, _drawing(text))


def _back(css: str = "") -> SafeString:
    return format_html('<span class="tile down{}">{}</span>', css, mark_safe(_SVG.format(_BODY + _BACK)))


@register.simple_tag
def tile(text: str, size: str = "", *, lying: bool = False) -> SafeString:
    """Draw one tile, its first half on top or at the left; "down" is a tile face down."""
    css = "".join(f" {word}" for word in (size, "lying" if lying else "") if word)
    if text == "down":
        return _back(css)
    return format_html('<span class="tile{}" role="img" aria-label="{}">{}</span>', css, text, _drawing(text))


@register.simple_tag
def chain(text: str, *, goes_on: bool = False) -> SafeString:
    """Draw the one ornament, doubles across; a chain that nobody could lay is refused."""
    tiles = text.split()
    _require_legal(tiles)
    faces = [_face(t, "" if t[0] == t[2] else " lying") for t in tiles]
    if goes_on:
        faces.append(mark_safe('<span class="slot lying"></span>'))
    return format_html('<span class="chain" aria-hidden="true">{}</span>', SafeString("".join(faces)))


def _require_legal(tiles: Sequence[str]) -> None:
    """Ask of a chain that halves meet halves of the same pips and no tile lies twice."""
    known = [parse_tile(t) for t in tiles]
    if None in known:
        raise ValueError(f"{tiles[known.index(None)]!r} is no tile; write the halves like 6-4")
    for before, after in pairwise(tiles):
        if before[2] != after[0]:
            raise ValueError(f"{after} cannot follow {before}: {before[2]} meets {after[0]}")
    if len(set(known)) != len(known):
        raise ValueError(f"a tile lies twice in {' '.join(tiles)}")


# Round 5 is the 5-0, round 7 the 6-1, round 12 the 6-6: the tiles from 1-0 on in which the lower half
# grows only when the higher cannot.
ROUND_TILES: Final = (*(tile_name(t) for t in ALL_TILES if t[1] == 0 and t[0]), *(f"6-{n}" for n in range(1, 7)))


@register.simple_tag
def rounds_tiles(planned: int, played: int = 0, now: int | None = None) -> SafeString:
    """Show the rounds of an event as tiles: played face up, the one of now ringed, those to come face down."""
    shown = format_html_join("", "{}", ((_round_tile(n, played, now),) for n in range(1, planned + 1)))
    return format_html(
        '<span class="rounds" role="img" aria-label="{}">{}</span>', _rounds_in_words(planned, played, now), shown
    )


def _round_tile(number: int, played: int, now: int | None) -> SafeString:
    css = " now" if number == now else ""
    if number > played and number != now:
        return _back()
    if number > len(ROUND_TILES):
        return format_html('<span class="tile numbered{}">{}</span>', css, number)
    return _face(ROUND_TILES[number - 1], css)


def _rounds_in_words(planned: int, played: int, now: int | None) -> str:
    if now:
        return _("Round %(now)d of %(planned)d") % {"now": now, "planned": planned}
    sentence = ngettext("%(played)d of %(planned)d round played", "%(played)d of %(planned)d rounds played", planned)
    return sentence % {"played": played, "planned": planned}


# ── scores ───────────────────────────────────────────────────────────────────


@register.filter
def points(number: int | None) -> str:
    """Write points with a true minus; a dash where there are none yet."""
    return "–" if number is None else f"{number}".replace("-", "−")


@register.simple_tag
def score_line(a: int | None, b: int | None, winner: str | None = "") -> SafeString:
    """Write a score on one line, the winner underlined: 137 : 92."""
    halves = format_html_join(
        "",
        '<b class="{}"><span class="off-screen">{} </span>{}</b>',
        (
            (f"{side.lower()} won" if side == winner else side.lower(), side_name(side), points(figure))
            for side, figure in (("A", a), ("B", b))
        ),
    )
    return format_html('<span class="score-line">{}</span>', halves)


@register.simple_tag
def score(a: int | None, b: int | None, winner: str | None = "", name_a: str = "", name_b: str = "") -> SafeString:
    """Draw the score as one tile, side A its dark half, side B its light half."""
    halves = format_html_join(
        "",
        '<div class="score-half {}"><span>{}</span><span class="score-num">{}</span></div>',
        (
            (
                f"{side.lower()} won" if side == winner else side.lower(),
                words or capital_side_name(side),
                points(figure),
            )
            for side, figure, words in (("A", a, name_a), ("B", b, name_b))
        ),
    )
    return format_html('<div class="score">{}</div>', halves)


@register.filter
def signed(number: int | None) -> str:
    """Write a number with its sign and a true minus: +266, −179, 0."""
    if number is None:
        return "–"
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


# ── states ───────────────────────────────────────────────────────────────────


class Chip(NamedTuple):
    """How a state is told: its tone, its sign, its word."""

    tone: str
    sign: str
    word: str | Promise


# A word that means different things of different things is kept as "thing.state".
CHIPS: Final[dict[str, Chip]] = {
    "planned": Chip("", "wait", gettext_lazy("planned")),
    "drawn": Chip("now", "edit", gettext_lazy("drawn")),
    "published": Chip("done", "done", gettext_lazy("published")),
    "running": Chip("now", "pin", gettext_lazy("running")),
    "closed": Chip("done", "done", gettext_lazy("closed")),
    "waiting": Chip("", "wait", gettext_lazy("waiting")),
    "finished": Chip("now", "wait", gettext_lazy("finished")),
    "signing": Chip("now", "edit", gettext_lazy("signing")),
    "accepted": Chip("done", "done", gettext_lazy("accepted")),
    "provisional": Chip("now", "wait", gettext_lazy("provisional")),
    "withdrawn": Chip("stop", "stop", gettext_lazy("withdrawn")),
    "bye": Chip("", "done", gettext_lazy("bye")),
    "disqualified": Chip("stop", "stop", gettext_lazy("disqualified")),
    "document.asked": Chip("", "wait", gettext_lazy("asked for")),
    "document.running": Chip("now", "print", gettext_lazy("being made")),
    "document.done": Chip("done", "done", gettext_lazy("ready")),
    "document.failed": Chip("stop", "warn", gettext_lazy("failed")),
    "protocol.open": Chip("now", "edit", gettext_lazy("to be signed")),
    "protocol.void": Chip("", "stop", gettext_lazy("void")),
    "signature.drawn": Chip("done", "done", gettext_lazy("signed")),
    "signature.refused": Chip("stop", "stop", gettext_lazy("refused to sign")),
    "signature.absent": Chip("now", "warn", gettext_lazy("absent")),
    "signature.on_paper": Chip("done", "print", gettext_lazy("signed on paper")),
    "signature.ruling": Chip("now", "hold", gettext_lazy("closed by ruling")),
    # Tones for what has no name of its own; the page gives the words.
    "plain": Chip("", "wait", ""),
    "done": Chip("done", "done", ""),
    "now": Chip("now", "pin", ""),
    "stop": Chip("stop", "stop", ""),
}


@register.simple_tag
def chip(state: str, text: str | Promise = "", of: str = "", sign: str = "") -> SafeString:
    """Tell a state by a sign and a word; `text` says it closer ("deal 11"), `of` names the thing it is the state of."""
    known = CHIPS.get(f"{of}.{state}") or CHIPS.get(state)
    if known is None:
        raise ValueError(f"no sign is known for the state {state!r}; add it to CHIPS")
    shown = pin() if (sign or known.sign) == "pin" else icon(sign or known.sign)
    tone = f" {known.tone}" if known.tone else ""
    return format_html('<span class="chip{}">{}<span>{}</span></span>', tone, shown, text or known.word)


NOTICE_SIGNS: Final = {"": "wait", "done": "done", "now": "warn", "stop": "stop"}


@register.simple_block_tag
def notice(content: str, tone: str = "", title: str = "", sign: str = "") -> SafeString:
    """Say what holds: a sign, bold words, a sentence. What stops is read out at once."""
    role = "alert" if tone == "stop" else "status"
    bold = format_html("<strong>{}</strong> ", title) if title else NOTHING
    return format_html(
        '<div class="notice {}" role="{}">{}<div>{}{}</div></div>',
        tone, role, icon(sign or NOTICE_SIGNS[tone]), bold, content,
    )  # fmt: skip


@register.simple_block_tag
def empty(content: str, title: str, picture: str = "0-0") -> SafeString:
    """Fill the place of a list that has nothing yet: a tile, what is missing, what to do."""
    tiles = format_html_join("", "{}", ((_face(text, " lying"),) for text in picture.split()))
    return format_html(
        '<div class="empty"><span class="row" aria-hidden="true">{}</span><strong>{}</strong>{}</div>',
        tiles, title, content,
    )  # fmt: skip


# ── the clock ────────────────────────────────────────────────────────────────

LAST_SECONDS: Final = 300  # from here on the clock is gold
CLOCK_STATES: Final = ("running", "paused", "waiting", "over")


@register.simple_tag
def clock(seconds_left: int | None, state: str = "running", label: str = "", *, silent: bool = False) -> SafeString:
    """Show a clock; a running one carries the server's time and its end, from which clock.js counts down.

    A silent one does not speak up at the last minutes: of many on a page all would, one after the other.
    """
    if state not in CLOCK_STATES:
        raise ValueError(f"{state!r} is no state of a clock; they are {', '.join(CLOCK_STATES)}")
    if seconds_left is None:
        return NOTHING
    left = 0 if state == "over" else max(0, seconds_left)
    return format_html(
        '<span class="clock{}" role="timer"{}><span class="clock-face">{}</span> {}{}</span>',
        _clock_class(left, state),
        _countdown(seconds_left) if state == "running" else "",
        f"{left // 60:02}:{left % 60:02}",
        format_html("<small>{}</small>", label) if label else NOTHING,
        mark_safe('<span class="off-screen" role="status"></span>') if state == "running" and not silent else NOTHING,
    )


def _clock_class(left: int, state: str) -> str:
    words = {"paused": " held", "waiting": " still"}.get(state, "")
    if state != "waiting" and left <= LAST_SECONDS:
        words += " last" if left else " over"
    return words


def _countdown(seconds_left: int) -> SafeString:
    now = round(timezone.now().timestamp() * 1000)
    return format_html(
        ' data-now="{}" data-deadline="{}" data-say-last="{}" data-say-over="{}"',
        now, now + seconds_left * 1000, _("5 minutes left"), _("The time is over"),
    )  # fmt: skip


RUNNING_CLOCK: Final = re.compile(r' data-now="\d+" data-deadline="(\d+)"([^>]*)><span class="clock-face">[^<]*')


def retimed(html: str) -> str:
    """Set the running clocks of what was written earlier to the time of now, as if it were written now."""
    now = round(timezone.now().timestamp() * 1000)

    def set_to_now(clock: re.Match[str]) -> str:
        left = max(0, int(clock[1]) - now) // 1000
        face = f"{left // 60:02}:{left % 60:02}"
        return f' data-now="{now}" data-deadline="{clock[1]}"{clock[2]}><span class="clock-face">{face}'

    return RUNNING_CLOCK.sub(set_to_now, html)


def without_times(html: str) -> str:
    """Leave out what a clock shows at one moment: two writings of the same part differ in nothing else."""
    return FACE.sub("", RUNNING_CLOCK.sub("", html))


FACE: Final = re.compile(r'(?<=<span class="clock-face">)[^<]*')


# ── dates ────────────────────────────────────────────────────────────────────


@register.simple_tag
def days(first: date, last: date) -> str:
    """Write the days of an event: 28–29 November 2026."""
    if first == last:
        return date_format(first, "j E Y")
    shorter = "j E Y" if first.year != last.year else "j E" if first.month != last.month else "j"
    dash = "–" if shorter == "j" else " – "
    return f"{date_format(first, shorter)}{dash}{date_format(last, 'j E Y')}"


# ── forms ────────────────────────────────────────────────────────────────────

CHOICES: Final = {"radioselect": "radio", "checkboxselectmultiple": "checkbox"}


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField, css: str = "", placeholder: str = "", *, segments: bool = False) -> dict[str, Any]:
    """Show a field with its label, help and errors; choices become tiles to press, in one row as segments."""
    kind = CHOICES.get(bound.widget_type, "checkbox" if bound.widget_type == "checkbox" else "input")
    attrs: dict[str, str | bool] = {
        "class": " ".join(filter(None, ("input", bound.field.widget.attrs.get("class"), css)))
    }
    if placeholder:
        attrs["placeholder"] = placeholder
    return {
        "field": bound,
        "kind": "hidden" if bound.is_hidden else "choices" if bound.widget_type in CHOICES else kind,
        "widget": bound.as_widget(attrs=attrs) if kind == "input" and not bound.is_hidden else "",
        "described_by": re.sub(r"\s+", " ", bound.aria_describedby or ""),
        "segments": segments,
        "tick": " tick" if CHOICES.get(bound.widget_type) == "checkbox" else "",
    }
