"""Find a table, take up the pen with a PIN, lay it down."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.refusals import Refused

from ..acts.pen import hold_pen, lay_down_pen, pen_of, take_pen
from ..forms import CodeForm, PenForm
from ..models import TableLink
from .table import link_of


@require_http_methods(["GET", "HEAD", "POST"])
def find_table(request: HttpRequest) -> HttpResponse:
    """Lead from the short code to the table."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        return redirect("view_table", token=form.cleaned_data["code"].token)
    return render(request, "referees/find_table.html", {"form": form}, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_up_pen(request: HttpRequest, token: str) -> HttpResponse:
    """Ask who writes and for the PIN."""
    link = link_of(token)
    form = PenForm(link.tournament, request.POST or None)
    if form.is_valid() and _took_pen(request, link, form):
        return redirect("table", token=token)
    context = {"link": link, "form": form, "official": pen_of(request, link.tournament)}
    return render(request, "referees/pen.html", context, status=400 if form.errors else 200)


def _took_pen(request: HttpRequest, link: TableLink, form: PenForm) -> bool:
    try:
        official = take_pen(link, form.cleaned_data["official"].pk, form.cleaned_data["pin"], address_of(request))
    except Refused as refused:
        form.add_error("pin", str(refused))
        return False
    hold_pen(request, official)
    return True


@require_POST
def put_down_pen(request: HttpRequest, token: str) -> HttpResponse:
    """Give the table back."""
    link = link_of(token)
    lay_down_pen(request, link.tournament)
    messages.success(request, _("The pen is laid down. Whoever writes next types a PIN of their own."))
    return redirect("view_table", token=token)


def address_of(request: HttpRequest) -> str:
    """Find where a guess comes from; only a proxy that we know to be there is believed about it."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return (forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))[:45]
