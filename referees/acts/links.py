"""Make the links of an event's tables; bring as many into an event that is made like an old one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.acts import audit
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.refusals import Refused

from ..models import TableLink

MOST_TABLES = 1000


def make_table_links(tournament: Tournament, tables: Iterable[int], *, actor: Actor) -> list[TableLink]:
    """Make the links that are missing of these tables; a link that exists stays, its code is on the table already."""
    if not actor.may("change_officials"):
        actor.require("print")
    wanted = sorted(set(tables))
    if not wanted or wanted[0] < 1 or wanted[-1] > MOST_TABLES:
        raise Refused("bad_tables", _("Tables are numbered from 1 to %(most)d.") % {"most": MOST_TABLES})
    try:
        with transaction.atomic():
            return _make(tournament, wanted, actor)
    except IntegrityError as error:
        raise Refused("links_made_just_now", _("Somebody else made links at the same moment. Try again.")) from error


def bring_table_links(event: Tournament, old: Tournament) -> int:
    """Make as many links as the old hall had, for the transaction of another act; counts those that were missing."""
    here = set(event.table_links.values_list("table", flat=True))
    tables = [table for table in old.table_links.values_list("table", flat=True) if table not in here]
    return len(TableLink.objects.bulk_create(TableLink(tournament=event, table=table) for table in tables))


def _make(tournament: Tournament, wanted: list[int], actor: Actor) -> list[TableLink]:
    there = set(tournament.table_links.values_list("table", flat=True))
    new = [TableLink(tournament=tournament, table=table) for table in wanted if table not in there]
    if new:
        TableLink.objects.bulk_create(new)
        audit.note(actor, "make_table_links", tournament, tournament=tournament, tables=[link.table for link in new])
    return list(tournament.table_links.filter(table__in=wanted))
