"""The door of the desk: who comes in, and how a refusal is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from ..models import Round, Tournament
from ..permissions import Actor, actor_for
from ..reads.frame import Frame, frame_of
from ..refusals import NotPermitted, Refused

DeskView = Callable[..., HttpResponseBase]


def desk(act: str, *, back: str = "") -> Callable[[DeskView], DeskView]:
    """Open a page of the desk to those who may `act`: view(request, tournament, actor, **rest of the address).

    Who is signed out comes to the sign-in page, who may not gets a 403 page with the reason. What an act refuses in
    a POST becomes a message on the page named `back` (its address made of the slug and what it needs of the rest),
    or on the page the form was sent from. A view with a form of its own catches Refused and keeps what was typed.
    """

    def door(view: DeskView) -> DeskView:
        @wraps(view)
        def enter(request: HttpRequest, slug: str, **rest: Any) -> HttpResponseBase:
            tournament = get_object_or_404(
                Tournament.objects.select_related("federation", "club", "regulations"), slug=slug
            )
            actor = actor_for(request.user, tournament)
            home = _address(back, slug, rest) if back else _sent_from(request)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path() if request.method == "GET" else home)
            try:
                actor.require(act)
                return view(request, tournament, actor, **rest)
            except NotPermitted as refused:
                raise PermissionDenied(str(refused)) from refused
            except Refused as refused:
                if request.method != "POST":
                    raise
                return _tell(request, refused, home)

        return enter

    return door


def _address(name: str, slug: str, rest: dict[str, Any]) -> str:
    """Find a page of the same event: of the same thing (a round, an entry) where its address names one."""
    named = list(rest.items())
    for most in range(len(named), 0, -1):
        with suppress(NoReverseMatch):
            return reverse(name, kwargs={"slug": slug, **dict(named[:most])})
    return reverse(name, kwargs={"slug": slug})


def _sent_from(request: HttpRequest) -> str:
    """Find the page a form was sent from; another site's address is never followed."""
    page = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return page if page and ours else request.path


def _tell(request: HttpRequest, refused: Refused, home: str) -> HttpResponse:
    messages.error(request, str(refused))
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(home)
    return redirect(home)


def desk_context(
    tournament: Tournament, actor: Actor, here: str, *, frame: Frame | None = None, **more: Any
) -> dict[str, Any]:
    """Give a desk page what its frame shows: the event, its rounds, who looks at it and which tab is open.

    A page that has read the rounds already makes the frame of them with desk_frame; else it is read here.
    """
    return {"tournament": tournament, "actor": actor, "here": here, "frame": frame or desk_frame(tournament), **more}


def desk_frame(tournament: Tournament, rounds: Sequence[Round] | None = None) -> Frame:
    """Read the frame of a desk page, which counts no entries; no query where the rounds are given."""
    return frame_of(tournament, rounds, entries=0)
