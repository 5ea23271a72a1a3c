"""Officials: who they are, their PINs, and taking an office back."""

from __future__ import annotations

import secrets

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ..models import Official, Role, Tournament
from ..permissions import MAY, Actor
from ..refusals import Refused
from . import audit
from .events import lock_event

DESK_ROLES, PEN_ROLES = MAY["see_desk"], MAY["hold_pen"]
EASY_PINS = {figure * length for figure in "0123456789" for length in range(4, 9)} | {
    run[:length] for run in ("01234567", "12345678", "98765432", "87654321") for length in range(4, 9)
}


def add_official(
    tournament: Tournament,
    *,
    actor: Actor,
    name: str,
    role: Role | str,
    pin: str = "",
    username: str = "",
    password: str = "",
) -> Official:
    """Give somebody an office, with a PIN for the tables, a password for the desk, or both.

    With a password a new user is made; without one `username` names a user there is, who signs in as always.
    """
    actor.require("change_officials")
    if pin:
        _require_pen_role(Role(role))
        check_pin(pin)
    try:
        with transaction.atomic():
            event = lock_event(tournament, ended_too=True)
            _refuse_taken_name(event, name)
            user = _user(event, Role(role), name, username, password)
            official = Official.objects.create(
                tournament=event, user=user, name=name, role=role, pin_hash=make_password(pin) if pin else ""
            )
            audit.note(
                actor, "add_official", official, tournament=event, role=official.role, username=username, pin=bool(pin)
            )
    except IntegrityError:
        raise Refused(
            "taken_meanwhile",
            _("Somebody took this name at the same moment. Nothing was written: look again."),
        ) from None
    return official


def give_pin(official: Official, *, actor: Actor, pin: str = "") -> str:
    """Give an official a new PIN, made here unless one is asked for, and tell it: nobody can read it again."""
    actor.require("change_officials")
    _require_pen_role(Role(official.role))
    pin = pin or new_pin()
    check_pin(pin)
    with transaction.atomic():
        official = _locked(official)
        official.pin_hash = make_password(pin)
        official.save(update_fields=["pin_hash"])
        audit.note(actor, "give_pin", official, tournament=official.tournament, role=official.role)
    return pin


def new_pin() -> str:
    """Make a PIN of four figures that nobody would try first."""
    while (pin := f"{secrets.randbelow(10_000):04}") in EASY_PINS:
        pass
    return pin


def take_back_office(official: Official, *, actor: Actor) -> None:
    """End an office at once, at the desk and at the tables; what the official wrote stays.

    The PIN ends with it: were the office given back, a tablet that has a pen of before would go on writing.
    """
    actor.require("change_officials")
    with transaction.atomic():
        event = lock_event(official.tournament, ended_too=True)
        official = _locked(official)
        if not official.active:
            raise Refused("not_active", _("%(name)s has no office any more.") % {"name": official.name})
        others = event.officials.filter(role=Role.ORGANISER, active=True).exclude(user=None).exclude(pk=official.pk)
        if official.role == Role.ORGANISER and official.user_id and not others.exists():
            raise Refused(
                "last_organiser",
                _("%(name)s is the only organiser who can sign in. Give another one the office first.")
                % {"name": official.name},
            )
        official.active, official.pin_hash = False, ""
        official.save(update_fields=["active", "pin_hash"])
        audit.note(actor, "take_back_office", official, tournament=event, role=official.role)


def give_back_office(official: Official, *, actor: Actor) -> None:
    """Let an official work again whose office had been taken back; for the tables he gets a new PIN."""
    actor.require("change_officials")
    with transaction.atomic():
        official = _locked(official)
        if official.active:
            raise Refused("active", _("%(name)s holds the office already.") % {"name": official.name})
        official.active = True
        official.save(update_fields=["active"])
        audit.note(actor, "give_back_office", official, tournament=official.tournament, role=official.role)


def check_pin(pin: str) -> None:
    """Refuse a PIN that is none, or that a player at the table would try first."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
        raise Refused("bad_pin", _("A PIN has 4 to 8 figures and nothing else."), field="pin")
    if pin in EASY_PINS:
        raise Refused("easy_pin", _("This PIN is among the first anybody would try. Choose another one."), field="pin")


def _require_pen_role(role: Role) -> None:
    if role not in PEN_ROLES:
        raise Refused(
            "no_pen_role",
            _("%(role)s writes at no table and signs in with a password, so there is nothing for a PIN to open.")
            % {"role": str(role.label).capitalize()},
            field="pin",
        )


def _locked(official: Official) -> Official:
    return Official.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=official.pk)


def _refuse_taken_name(tournament: Tournament, name: str) -> None:
    taken = tournament.officials.values_list("name", flat=True)  # SQLite folds the case of Latin letters only
    if name.casefold() in {other.casefold() for other in taken}:
        raise Refused(
            "name_taken",
            _("There is an official named %(name)s already. Add something that tells the two apart.") % {"name": name},
            field="name",
        )


def _user(tournament: Tournament, role: Role, name: str, username: str, password: str) -> User | None:
    """Make the user of an official or find him. A user there is never gets another password here: it is his own."""
    if not username:
        return None
    if role not in DESK_ROLES:
        raise Refused(
            "no_desk_role",
            _("%(role)s opens tables with a PIN and does not sign in. Leave the sign-in name empty.")
            % {"role": str(role.label).capitalize()},
            field="username",
        )
    known = User.objects.filter(username__iexact=username).first()
    if known is None and not password:
        raise Refused(
            "no_such_user",
            _("Nobody signs in as %(name)s yet. Write a password, and this sign-in name is made.") % {"name": username},
            field="password",
        )
    if known and password:
        raise Refused(
            "username_taken",
            _("%(name)s signs in already. Leave the password empty to give this office to that person.")
            % {"name": known.get_username()},
            field="password",
        )
    if known and tournament.officials.filter(user=known).exists():
        raise Refused(
            "has_an_office",
            _("%(name)s holds an office in this event already. Leave the sign-in name empty, or write another one.")
            % {"name": known.get_username()},
            field="username",
        )
    return known or User.objects.create_user(username, password=password, first_name=name[:150])
