"""Who may do what in an event: one table, read from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from .models import Official, Role, Tournament
from .refusals import NotPermitted

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

ORGANISER, CHIEF, REFEREE, SCORER, DESK = (
    Role.ORGANISER,
    Role.CHIEF_REFEREE,
    Role.REFEREE,
    Role.SCORER,
    Role.DESK,
)

#: act: the roles that may. An administrator of the installation may do everything at the desk, and nothing at a table.
MAY: dict[str, frozenset[str]] = {
    # the event
    "see_desk": frozenset({ORGANISER, CHIEF, DESK}),
    "change_event": frozenset({ORGANISER}),
    "change_regulations": frozenset({ORGANISER}),
    "change_officials": frozenset({ORGANISER}),
    "change_entries": frozenset({ORGANISER, DESK}),
    "check_in": frozenset({ORGANISER, CHIEF, DESK}),
    "see_audit": frozenset({ORGANISER, CHIEF}),
    "end_event": frozenset({ORGANISER, CHIEF}),
    "export_event": frozenset({ORGANISER}),
    # rounds
    "draw_round": frozenset({ORGANISER, CHIEF}),
    "publish_round": frozenset({ORGANISER, CHIEF}),
    "run_clock": frozenset({ORGANISER, CHIEF, DESK}),
    "close_round": frozenset({ORGANISER, CHIEF}),
    "reopen_round": frozenset({CHIEF}),
    "print": frozenset({ORGANISER, CHIEF, DESK}),
    "enter_paper": frozenset({ORGANISER, CHIEF, DESK}),
    "see_board": frozenset({ORGANISER, CHIEF, DESK}),
    "disqualify": frozenset({CHIEF}),
    # the table
    "hold_pen": frozenset({CHIEF, REFEREE, SCORER}),
    "record_deals": frozenset({CHIEF, REFEREE, SCORER}),
    "penalise": frozenset({CHIEF, REFEREE}),
    "rule": frozenset({CHIEF}),
    "answer_call": frozenset({ORGANISER, CHIEF, DESK, REFEREE, SCORER}),
    # the protocol
    "draw_up_protocol": frozenset({CHIEF, REFEREE, SCORER}),
    "take_signatures": frozenset({CHIEF, REFEREE, SCORER}),
    "sign_as_referee": frozenset({CHIEF, REFEREE}),
    "accept_protocol": frozenset({CHIEF, REFEREE}),
    "reopen_game": frozenset({CHIEF}),
}

#: kind of line: the act that its writer must be allowed (log-format: who may add which line is the door's matter).
ACT_OF_LINE: dict[str, str] = {
    "seat": "record_deals",
    "start": "record_deals",
    "deal_begin": "record_deals",
    "deal": "record_deals",
    "time": "record_deals",
    "note": "record_deals",
    "protest": "record_deals",
    "strike": "record_deals",
    "void": "penalise",
    "penalty": "penalise",
    "no_show": "penalise",
    "forfeit": "penalise",
    "ruling": "rule",
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something in an event: a signed-in user, an official at a table, or a program.

    `holder` is the name of the tablet at a table, empty where it gave none; None away from the tables. Who is at a
    table is bound by its lease, who is not (the chief referee at the desk, a program) is not.
    """

    name: str
    user: User | None = None
    official: Official | None = None
    everything: bool = False
    holder: str | None = None

    def may(self, act: str) -> bool:
        """Tell whether the table above lets this actor do `act`."""
        roles = MAY[act]
        return self.everything or (self.official is not None and self.official.active and self.official.role in roles)

    def require(self, act: str) -> None:
        """Raise NotPermitted unless the actor may do `act`."""
        if not self.may(act):
            raise NotPermitted("not_permitted", _sentence(act), act=act)


def program(name: str) -> Actor:
    """Give the actor of a command that builds an event by itself (the demo, a test)."""
    return Actor(name=name, everything=True)


def actor_for(user: User | AnonymousUser, tournament: Tournament) -> Actor:
    """Find what a signed-in user is in an event; a stranger gets an actor who may nothing."""
    if not user.is_authenticated:
        return Actor(name="")
    official = Official.objects.filter(tournament=tournament, user_id=user.pk).first()
    name = official.name if official else name_of(user)
    return Actor(name=name, user=user, official=official, everything=user.is_superuser)


def name_of(user: User) -> str:
    """Give the name under which a user stands in the records."""
    return user.get_full_name() or user.get_username()


def _sentence(act: str) -> str:
    roles = ", ".join(str(Role(role).label) for role in sorted(MAY[act]))
    return _("Your role does not allow this. It is for: %(roles)s.") % {"roles": roles}
