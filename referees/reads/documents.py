"""What the documents are called that show a protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament

from ..models import Protocol

LARGEST = 2**63 - 1  # of the numbers of rows
READ = ("version", "game__code")  # without the envelopes


def version_title(code: str, version: int) -> str:
    """Title one version of the protocol of a game."""
    return _("Protocol of game %(code)s, version %(version)s") % {"code": code, "version": version}


def version_titles(tournament: Tournament, asked: Sequence[Mapping[str, Any]]) -> list[str]:
    """Title documents by what their renderer was told, {"protocol": id}; empty where the event has none such."""
    wanted = [params.get("protocol") for params in asked]
    ids = {one for one in wanted if isinstance(one, int) and 0 < one <= LARGEST}
    found = Protocol.objects.filter(pk__in=ids, game__round__tournament=tournament).select_related("game")
    titles = {protocol.pk: version_title(protocol.game.code, protocol.version) for protocol in found.only(*READ)}
    return [titles.get(one, "") if isinstance(one, int) else "" for one in wanted]
