"""Find a table, take up the pen with a PIN, lay it down."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.addresses import address_of_visitor
from tournaments.refusals import Refused

from ..acts.leases import give_back_tables
from ..acts.pen import hold_pen, lay_down_pen, pen_of, take_pen
from ..forms.table import CodeForm, PenForm
from ..models import TableLink
from .table import asked_round, at_round, link_of


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
    here = at_round(asked_round(request))
    if form.is_valid() and _took_pen(request, link, form):
        return redirect(reverse("table", args=[token]) + here)
    context = {"link": link, "form": form, "official": pen_of(request, link.tournament), "at_round": here}
    return render(request, "referees/pen.html", context, status=400 if form.errors else 200)


def _took_pen(request: HttpRequest, link: TableLink, form: PenForm) -> bool:
    try:
        official = take_pen(
            link, form.cleaned_data["official"].pk, form.cleaned_data["pin"], address_of_visitor(request)
        )
    except Refused as refused:
        form.add_error("pin", str(refused))
        return False
    hold_pen(request, official)
    return True


@require_POST
def put_down_pen(request: HttpRequest, token: str) -> HttpResponse:
    """Give back every table this tablet holds."""
    link = link_of(token)
    give_back_tables(link.tournament, request.POST.get("holder", ""))
    lay_down_pen(request, link.tournament)
    messages.success(request, _("The pen is laid down. Whoever writes next types a PIN of their own."))
    return redirect("view_table", token=token)
