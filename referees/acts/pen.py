"""Take up the pen of an event's tables with a PIN, keep it in the session, lay it down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import check_password
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Official, Tournament
from tournaments.permissions import MAY
from tournaments.refusals import NotSoFast, Refused

from ..models import PinAttempt, TableLink

#: Wrong PINs before each further one must wait. All tablets of a hall often come from one address, so it has more.
FREE_FOR_AN_OFFICIAL, FREE_FOR_AN_ADDRESS = 5, 10
FIRST_WAIT, LONGEST_WAIT = 30, 600  # seconds; doubled by each further wrong PIN
REMEMBERED = timedelta(hours=1)  # more than the longest wait, or waiting would end by forgetting


def pen_holders(tournament: Tournament) -> QuerySet[Official]:
    """List the officials who may take up the pen at a table of this event."""
    return tournament.officials.filter(active=True, role__in=MAY["hold_pen"]).exclude(pin_hash="")


def take_pen(link: TableLink, official_id: int, pin: str, address: str) -> Official:
    """Give the official whose PIN this is, to write at the tables of the event that has this link."""
    return check_pin(link.tournament, official_id, pin, address)


def check_pin(tournament: Tournament, official_id: int, pin: str, address: str) -> Official:
    """Give the official whose PIN this is. Refuses a wrong PIN, and any PIN while guesses have to wait."""
    attempt = _write_attempt(tournament, official_id, address)
    official = attempt.official
    if not check_password(pin, official.pin_hash):
        raise Refused("wrong_pin", _("This is not the PIN of %(name)s. Try again.") % {"name": official.name})
    attempt.succeeded = True
    attempt.save(update_fields=["succeeded"])
    return official


def hold_pen(request: HttpRequest, official: Official) -> None:
    """Remember in the session who writes at the tables of this event; a new session key, as after any sign-in."""
    request.session.cycle_key()
    key = str(official.tournament_id)
    request.session["pens"] = _kept(request.session, "pens") | {key: official.pk}
    request.session["pen_seals"] = _kept(request.session, "pen_seals") | {key: _seal(official)}


def lay_down_pen(request: HttpRequest, tournament: Tournament) -> None:
    """Forget who wrote at the tables of this event."""
    for name in ("pens", "pen_seals"):
        kept = _kept(request.session, name)
        kept.pop(str(tournament.pk), None)
        request.session[name] = kept


def pen_of(request: HttpRequest, tournament: Tournament) -> Official | None:
    """Give who holds the pen here, read anew: a deactivated official or a changed PIN ends it at once."""
    key = str(tournament.pk)
    official_id = _kept(request.session, "pens").get(key)
    if official_id is None:
        return None
    official = pen_holders(tournament).order_by().filter(pk=official_id).first()
    if official is None or _kept(request.session, "pen_seals").get(key, _seal(official)) != _seal(official):
        return None
    return official


def _kept(session: SessionBase, name: str) -> dict[str, Any]:
    return dict(session.get(name) or {})


def _seal(official: Official) -> str:
    return salted_hmac("referees.pen", official.pin_hash).hexdigest()[:16]


@transaction.atomic
def _write_attempt(tournament: Tournament, official_id: int, address: str) -> PinAttempt:
    """Write the guess down as wrong before it is looked at: of many sent at once none is forgotten."""
    official = pen_holders(tournament).select_for_update().filter(pk=official_id).first()
    if official is None:
        raise Refused("no_such_official", _("Choose your name. Who is not listed gets a PIN at the desk."))
    now = timezone.now()
    recent = PinAttempt.objects.filter(at__gt=now - REMEMBERED)
    wait = max(
        _wait(recent.filter(official=official), FREE_FOR_AN_OFFICIAL),
        _wait(recent.filter(address=address), FREE_FOR_AN_ADDRESS),
    )
    if wait > 0:
        raise NotSoFast("pin_must_wait", _sentence(wait), seconds=wait)
    return PinAttempt.objects.create(official=official, address=address, succeeded=False)


def _wait(attempts: QuerySet[PinAttempt], free: int) -> int:
    """Count the seconds until the next guess may be made; a right PIN forgives what went before."""
    last_right = attempts.filter(succeeded=True).order_by("-at").values_list("at", flat=True).first()
    wrong = attempts.filter(succeeded=False)
    if last_right:
        wrong = wrong.filter(at__gt=last_right)
    times = list(wrong.order_by("-at").values_list("at", flat=True)[: free + 10])
    if len(times) < free:
        return 0
    wait = min(FIRST_WAIT * 2 ** (len(times) - free), LONGEST_WAIT)
    left = (times[0] + timedelta(seconds=wait) - timezone.now()).total_seconds()
    return max(0, int(-(-left // 1)))


def _sentence(seconds: int) -> str:
    if seconds < 100:
        return ngettext(
            "Too many wrong PINs. Wait %(count)d second, then try again.",
            "Too many wrong PINs. Wait %(count)d seconds, then try again.",
            seconds,
        ) % {"count": seconds}
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong PINs. Wait %(count)d minute, then try again.",
        "Too many wrong PINs. Wait %(count)d minutes, then try again.",
        minutes,
    ) % {"count": minutes}
