"""The links of the tables: codes and QR codes to be laid on them."""

from __future__ import annotations

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.addresses import address_in_hall
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.running import hall_addresses
from tournaments.views.desk_door import desk, desk_context

from ..acts.links import make_table_links
from ..forms.desk import TablesForm
from ..models import TableLink


@require_http_methods(["GET", "HEAD", "POST"])
@desk("print", back="table_links")
def table_links(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Show a card for each table, to be printed and laid on it; make those that are missing."""
    form = TablesForm(request.POST or None, initial={"tables": tables_needed(tournament)})
    if form.is_valid():
        make_table_links(tournament, range(1, form.cleaned_data["tables"] + 1), actor=actor)
        messages.success(request, _("The links are ready. Print them and lay one on each table."))
        return redirect("table_links", slug=tournament.slug)
    home = address_in_hall(request, hall_addresses())
    cards = [_card(link, home) for link in tournament.table_links.all()]
    context = desk_context(tournament, actor, "table_links", form=form, cards=cards, home=home)
    return render(request, "referees/table_links.html", context, status=400 if form.errors else 200)


def tables_needed(tournament: Tournament) -> int:
    """Count the tables that all pairs need at once."""
    return max(1, tournament.entries.filter(withdrawn_at=None).count() // 2)


def _card(link: TableLink, home: str) -> dict[str, object]:
    return {"link": link, "qr": qr_of(home + reverse("view_table", args=[link.token]))}


def qr_of(address: str) -> SafeString:
    """Draw a QR code as SVG; segno writes it of figures alone, so nothing in it needs escaping."""
    return mark_safe(segno.make(address, error="m").svg_inline(border=0, omitsize=True, svgclass="qr"))
