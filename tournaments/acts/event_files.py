"""Taking an event away in a file, and bringing one in: whole, checked before, in one transaction."""

from __future__ import annotations

import hashlib
import io
import tempfile
from collections.abc import Callable
from datetime import timedelta
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..event_file.faults import FaultyFile, row_place
from ..event_file.preview import (
    Checked,
    Preview,
    accounts_named,
    checked,
    previewed,
    refuse_known,
    usernames_of,
)
from ..event_file.putting import Putting
from ..event_file.reading import Content, read_event_file
from ..event_file.writing import write_event_file
from ..models import BroughtFile, Official, Role, Round, Tournament
from ..permissions import Actor, name_of
from ..reads import drawing
from ..reads.event_settings import OF_A_PRESET
from ..reads.rounds import tables_of
from ..reads.standings import standings
from ..refusals import NotPermitted, Refused
from . import audit, copies
from .regulation_checks import checked_preset, checked_rules

KEPT_FOR = timedelta(days=1)
IN_MEMORY = 5_000_000  # bytes of a file that is being made; what is more goes to the disk


def export_event(tournament: Tournament, *, actor: Actor) -> IO[bytes]:
    """Write an event into a file, as it stands at one moment; gives the file, to be read and closed."""
    actor.require("export_event")
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the answer closes it
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone and connection.vendor == "postgresql":  # SQLite has one writer, who waits
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        event = Tournament.objects.get(pk=tournament.pk)
        write_event_file(event, file)
        audit.note(actor, "export_event", event, tournament=event)
    file.seek(0)
    return file


def bring_file(content: bytes, name: str, *, user: User) -> BroughtFile:
    """Keep a file for the page that asks whether it is meant; refuses what is none. Nothing of it is written yet."""
    require_administrator(user)
    preview_of(content)
    forget_old_files()
    values = {"name": name[:120], "sha256": hashlib.sha256(content).hexdigest(), "content": content}
    return BroughtFile.objects.update_or_create(user=user, defaults={**values, "at": timezone.now()})[0]


def brought_by(user: User) -> BroughtFile | None:
    """Find the file that an administrator brought and that still waits for him."""
    forget_old_files()
    return BroughtFile.objects.filter(user=user).first()


def forget_old_files() -> None:
    """Forget the files that nobody agreed to in time."""
    BroughtFile.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def put_away(user: User) -> None:
    """Forget the file that an administrator brought."""
    BroughtFile.objects.filter(user=user).delete()


def preview_of(content: bytes) -> Preview:
    """Tell what an import of a file would do; checks all of it."""
    return previewed(_checked(content))


def _checked(content: bytes) -> Checked:
    """Check all of a file that is not here yet."""
    if len(content) > settings.EVENT_FILE_LIMIT:
        said = _("The file is larger than %(most)d MB.") % {"most": settings.EVENT_FILE_LIMIT // 1_000_000}
        raise FaultyFile("too_large", said)
    read = read_event_file(io.BytesIO(content))
    refuse_known(read.event)
    file = checked(read)
    _check_settings(read)
    return file


def _check_settings(content: Content) -> None:
    """Refuse regulations that no form would take, of the event and to start from."""
    for number, row in enumerate(content.rows["presets"], start=1):
        _refuse_at(row_place("presets", number, "settings"), checked_preset, row["settings"])
        _refuse_at(row_place("presets", number, "rules"), checked_rules, row["rules"])
    for number, row in enumerate(content.rows["regulations"], start=1):
        settings_ = {name: row[name] for name in OF_A_PRESET}
        _refuse_at(row_place("regulations", number), checked_preset, settings_)
        _refuse_at(row_place("regulations", number, "rules"), checked_rules, row["rules"])


def _refuse_at(place: str, check: Callable[[dict[str, Any]], object], value: dict[str, Any]) -> None:
    """Tell the refusal of a check with its place in the file."""
    try:
        check(value)
    except Refused as refused:
        raise FaultyFile(refused.code, str(refused), place) from None


def import_event(
    content: bytes, *, user: User, slug: str = "", keep_offices: bool = False, seen: str | None = None
) -> Tournament:
    """Bring an event in, whole or not at all. `seen` is the stamp of the preview that was agreed to.

    Nobody gets access by a name in the file, unless `keep_offices` is said: then accounts of the same names keep their
    offices. Otherwise whoever imports it is its organiser.
    """
    require_administrator(user)
    file = _checked(content)  # before the transaction: on SQLite no table could write as long as it takes
    try:
        with transaction.atomic():
            preview = previewed(file)
            if seen is not None and seen != preview.stamp:
                raise Refused(
                    "changed_meanwhile",
                    _("The file or the registry is not the one you looked at any more. Look again, then agree."),
                )
            return _import(preview, user, _slug(slug, preview), keep_offices=keep_offices)
    except IntegrityError:
        raise Refused(
            "made_meanwhile",
            _("Somebody else changed the registry or brought the same event in at the same moment. Look again."),
        ) from None


def require_administrator(user: User) -> None:
    """Refuse who is not an administrator of the installation: an event file brings players and results of its own."""
    if why := why_not(user):
        raise NotPermitted("not_permitted", why)


def why_not(user: User | AnonymousUser) -> str:
    """Say why somebody brings no event in; empty for an administrator."""
    if user.is_authenticated and user.is_superuser:
        return ""
    return _("Events are brought in by administrators of this installation.")


def _slug(wanted: str, preview: Preview) -> str:
    if not wanted:
        return preview.slug
    try:
        validate_slug(wanted)
    except ValidationError:
        said = _("An address has small letters, figures and hyphens: amber-coast-open.")
        raise Refused("bad_slug", said, field="slug") from None
    if len(wanted) > 60:
        raise Refused("bad_slug", _("An address has at most 60 letters."), field="slug")
    if Tournament.objects.filter(slug=wanted).exists():
        said = _("Another event has the address %(slug)s. %(free)s is free.")
        raise Refused("slug_taken", said % {"slug": wanted, "free": preview.slug}, field="slug")
    return wanted


def _import(preview: Preview, user: User, slug: str, *, keep_offices: bool) -> Tournament:
    accounts = accounts_named(usernames_of(preview.content)) if keep_offices else {}
    changed = {**preview.changed, "event": {(): {"slug": slug}}}
    event = Putting(preview.content, preview.registry, accounts, changed).put()
    official = _organiser(event, user)
    actor = Actor(name_of(user), user=user, official=official, everything=True)
    audit.note(
        actor, "import_event", event, tournament=event, of=preview.content.event["slug"],
        made_at=preview.content.made_at, accounts=keep_offices,
        codes={one.file: one.here for one in preview.taken if one.column == "code"},
    )  # fmt: skip
    _refuse_unreadable(event)
    transaction.on_commit(copies.ask_for_copy, robust=True)
    return event


def _organiser(event: Tournament, user: User) -> Official | None:
    """Make who imports an event its organiser, where no account has that office."""
    if event.officials.filter(user__isnull=False, role=Role.ORGANISER, active=True).exists():
        return event.officials.filter(user=user).first()
    own = event.officials.filter(user=user).first()
    if own is None:
        name, taken = name_of(user)[:100], set(event.officials.values_list("name", flat=True))
        name = name if name not in taken else _("%(name)s (administrator)") % {"name": name}
        own = Official(tournament=event, user=user, name=name[:120])
    own.role, own.active = Role.ORGANISER, True
    own.save()
    return own


#: What reading a value of another shape than was meant ends in.
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, LookupError)


def _refuse_unreadable(event: Tournament) -> None:
    """Read the event once as its pages do: what stands in JSON could be of a shape that no check knows."""
    for number, round_ in enumerate(event.rounds.order_by("number"), start=1):
        try:
            _read_draw(round_)
        except UNREADABLE:
            said = _("this does not say how a round was drawn.")
            raise FaultyFile("bad_drawing", said, row_place("rounds", number, "drawing")) from None
    try:
        standings(event)
    except UNREADABLE as error:
        raise FaultyFile(
            "unreadable_event",
            _("The standings of this event cannot be made of what the file says (%(what)s).")
            % {"what": repr(error)[:120]},
        ) from error


def _read_draw(round_: Round) -> None:
    tables = tables_of(round_)
    drawing.lines(round_, tables)
    drawing.swaps(round_, tables)
    drawing.lots_of(round_)
