"""The officials as the desk lists them: what each gets in with, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..models import Official, Tournament
from ..permissions import MAY


@dataclass(frozen=True, slots=True)
class OfficialLine:
    """One official of the list; `may_have_pin` where the role holds the pen."""

    official: Official
    may_have_pin: bool
    gets_in: bool

    @property
    def remedy(self) -> str:
        """Say what to do about an office that opens nothing; empty where it opens something."""
        if self.gets_in:
            return ""
        if self.may_have_pin:
            return _("Can do nothing yet: give a PIN.")
        return _("Can do nothing: this office signs in. End it, and add the person again with a sign-in name.")


def official_lines(tournament: Tournament) -> list[OfficialLine]:
    """List the officials, those in office first."""
    officials = tournament.officials.select_related("user").order_by("-active", "name")
    return [official_line(official) for official in officials]


def official_line(official: Official) -> OfficialLine:
    """Tell what an official gets in with: a PIN at the tables, a password at the desk."""
    at_tables = official.role in MAY["hold_pen"]
    at_desk = official.role in MAY["see_desk"]
    gets_in = (at_tables and bool(official.pin_hash)) or (at_desk and official.user_id is not None)
    return OfficialLine(official, at_tables, gets_in)
