"""Give the frame of a page its theme and its tabs."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

register = template.Library()

THEMES: Final[dict[str, str | Promise]] = {
    "auto": pgettext_lazy("theme", "As the device"),
    "light": pgettext_lazy("theme", "Light"),
    "dark": pgettext_lazy("theme", "Dark"),
    "bright": pgettext_lazy("theme", "Bright hall"),
}


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Name the theme of this visitor: ?theme= of the address, else the cookie, else as the device has it."""
    request = context.get("request")
    if not isinstance(request, HttpRequest):
        return "auto"
    return next((t for t in (request.GET.get("theme"), request.COOKIES.get("theme")) if t in THEMES), "auto")


@register.simple_tag
def themes() -> list[tuple[str, str | Promise]]:
    """List the themes with their names."""
    return list(THEMES.items())


# The parts of an event by the names of their addresses; a part whose address does not exist yet has no tab.
PUBLIC_TABS: Final[dict[str, str | Promise]] = {
    "live": pgettext_lazy("tab", "Live"),
    "draw": pgettext_lazy("tab", "Draw"),
    "standings": pgettext_lazy("tab", "Standings"),
    "results": pgettext_lazy("tab", "Results"),
    "entrants": pgettext_lazy("tab", "Entries"),
    "regulations": pgettext_lazy("tab", "Regulations"),
}
DESK_TABS: Final[dict[str, str | Promise]] = {
    "today": pgettext_lazy("tab", "Today"),
    "board": pgettext_lazy("tab", "Board"),
    "entries": pgettext_lazy("tab", "Entries"),
    "rounds": pgettext_lazy("tab", "Rounds"),
    "officials": pgettext_lazy("tab", "Officials"),
    "table_links": pgettext_lazy("tab", "Tables"),
    "documents": pgettext_lazy("tab", "Documents"),
    "desk_regulations": pgettext_lazy("tab", "Regulations"),
}


class Tab(NamedTuple):
    """One part of an event in the row of tabs."""

    name: str
    word: str | Promise
    address: str
    current: bool


@register.inclusion_tag("parts/tabs.html", takes_context=True)
def tabs(context: template.Context, of: str) -> dict[str, Any]:
    """Show the parts of the event; `here` of the context, else the address, says which is open."""
    words, label = (DESK_TABS, _("The desk")) if of == "desk" else (PUBLIC_TABS, _("Parts of the event"))
    slug = context["tournament"].slug
    here = context.get("here") or _name_of_address(context.get("request"))
    found = ((n, word, _address(n, slug)) for n, word in words.items())
    shown = [Tab(n, word, address, n == here) for n, word, address in found if address]
    return {"tabs": shown, "label": label, "public": _address("live", slug) if of == "desk" else ""}


def _address(name: str, slug: str) -> str:
    try:
        return reverse(name, kwargs={"slug": slug})
    except NoReverseMatch:
        return ""


def _name_of_address(request: HttpRequest | None) -> str:
    match = getattr(request, "resolver_match", None)
    return (match.url_name or "") if match else ""
