"""The registry of players and clubs: found, looked at, corrected."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from ..acts.merging import GONE, merge_players
from ..acts.registry import correct_club, correct_player
from ..forms.registry import ClubForm, PlayerForm
from ..forms.texts import tell
from ..models import Club, Player
from ..reads.merging import merge_of
from ..reads.registry import (
    club_stamp,
    clubs_listed,
    events_of,
    find_clubs,
    find_players,
    player_stamp,
    players_listed,
    registered,
)
from ..refusals import NotPermitted, Refused

ON_A_PAGE = 50

RegistryView = Callable[..., HttpResponse]


def registrar(view: RegistryView) -> RegistryView:
    """Open a page of the registry: view(request, federations, ...) to those who run an event of one, else a 403."""

    @login_required
    @wraps(view)
    def enter(request: HttpRequest, **rest: Any) -> HttpResponse:
        federations = list(registered(request.user).values_list("pk", flat=True))
        if not federations:
            raise PermissionDenied(_("The registry is for administrators, and for organisers and desks of its events."))
        try:
            return view(request, federations, **rest)
        except NotPermitted as refused:
            raise PermissionDenied(str(refused)) from refused

    return enter


@registrar
def registry(request: HttpRequest, federations: list[int]) -> HttpResponse:
    """List the players, or those a search finds."""
    words = _words(request)
    page = _page(request, find_players(federations, words))
    people = players_listed([*page.object_list])
    context = {"people": people, "page": page, **_search(words)}
    return render(request, "tournaments/registry.html", context)


@registrar
def registry_clubs(request: HttpRequest, federations: list[int]) -> HttpResponse:
    """List the clubs, or those a search finds."""
    words = _words(request)
    page = _page(request, find_clubs(federations, words))
    context = {"clubs": clubs_listed([*page.object_list]), "page": page, **_search(words)}
    return render(request, "tournaments/registry_clubs.html", context)


@registrar
def registry_player(request: HttpRequest, federations: list[int], player: int) -> HttpResponse:
    """Show a player's events and correct what the registry says of him."""
    everybody = Player.objects.select_related("club", "federation")
    person = get_object_or_404(everybody, pk=player, federation__in=federations)
    form, now = PlayerForm(request.POST) if request.method == "POST" else PlayerForm.of(person), None
    if form.is_bound and form.is_valid():
        try:
            person = correct_player(person, form.data_of_player(), user=_user(request), seen=form.cleaned_data["stamp"])
        except Refused as refused:
            tell(form, refused)
            if refused.code == "changed_meanwhile":
                now = Player.objects.select_related("club").get(pk=person.pk)
                form.renew(player_stamp(now))
        else:
            messages.success(request, _("%(name)s is corrected.") % {"name": person.name})
            return redirect("registry_player", player=person.pk)
    context = {"person": person, "form": form, "now": now, "events": events_of(person)}
    return render(request, "tournaments/registry_player.html", context)


@registrar
def registry_merge(request: HttpRequest, federations: list[int], player: int) -> HttpResponse:
    """Find the other line that means this player, say what would move, and merge the two."""
    everybody = Player.objects.select_related("club", "federation").filter(federation__in=federations)
    person = get_object_or_404(everybody, pk=player)
    other = _chosen(request, everybody)
    refusal = str(GONE) if request.method == "POST" and not other else ""
    if request.method == "POST" and other:
        try:
            kept = merge_players(person, other, user=_user(request), seen=request.POST.get("stamp", "")[:64])
        except Refused as refused:
            refusal = str(refused)
        else:
            told = _("%(gone)s (%(licence)s) is now %(kept)s: what he played stands there.")
            names = {"gone": other.name, "licence": other.licence, "kept": kept.name}
            messages.success(request, told % names)
            return redirect("registry_player", player=kept.pk)
    context: dict[str, Any] = {"person": person, "merge": merge_of(person, other) if other else None}
    if not other:
        words = _words(request)
        found = [pk for pk in find_players(federations, words) if pk != person.pk] if words else []
        page = _page(request, found)
        context |= {"people": players_listed([*page.object_list]), "page": page, **_search(words)}
    status = 409 if refusal else 200
    return render(request, "tournaments/registry_merge.html", context | {"refusal": refusal}, status=status)


def _chosen(request: HttpRequest, everybody: QuerySet[Player]) -> Player | None:
    """Find the player chosen as the other one; one who is not there any more is not chosen."""
    sent = request.POST.get("other", "") or request.GET.get("other", "")
    number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0
    return everybody.filter(pk=number).first()


@registrar
def registry_club(request: HttpRequest, federations: list[int], club: int) -> HttpResponse:
    """Show a club's players and correct its name and country."""
    found = get_object_or_404(Club.objects.select_related("federation"), pk=club, federation__in=federations)
    form, now = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(found), None
    if form.is_bound and form.is_valid():
        try:
            found = correct_club(found, form.data_of_club(), user=_user(request), seen=form.cleaned_data["stamp"])
        except Refused as refused:
            tell(form, refused)
            if refused.code == "changed_meanwhile":
                now = Club.objects.get(pk=found.pk)
                form.renew(club_stamp(now))
        else:
            messages.success(request, _("%(name)s is corrected.") % {"name": found.name})
            return redirect("registry_club", club=found.pk)
    page = _page(request, list(found.players.order_by("name", "pk").values_list("pk", flat=True)))
    context = {"club": found, "form": form, "now": now, "people": players_listed([*page.object_list]), "page": page}
    return render(request, "tournaments/registry_club.html", context)


def _words(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\0", " ").strip()[:100]


def _search(words: str) -> dict[str, str]:
    return {"words": words, "search": urlencode({"q": words}) + "&" if words else ""}


def _page(request: HttpRequest, pks: list[int]) -> Page[int]:
    return Paginator(pks, ON_A_PAGE).get_page(request.GET.get("page"))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the door lets nobody else in
    return request.user
