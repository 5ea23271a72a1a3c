"""One value of a record as the file writes it, and back: strict, so that nothing is taken for what it is not."""

from __future__ import annotations

import datetime
import re
import uuid
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    IntegerField,
    JSONField,
    TextField,
    UUIDField,
)
from django.utils.translation import gettext as _

#: As PostgreSQL has them: SQLite takes more, and a file goes from one to the other.
LARGEST = {"BigIntegerField": 2**63 - 1, "PositiveSmallIntegerField": 2**15 - 1, "SmallIntegerField": 2**15 - 1}
#: Of days and moments: before is no event that anybody kept, after is a slip of a clock.
YEARS = range(1900, 2200)
DEEPEST = 32  # lists and objects within each other: a state of a game has six

#: What a value must be beside what its field says: a text of this pattern, a number within these, one of these words,
#: or JSON of which a look finds it good.
Limit = str | range | frozenset[str] | Callable[[Any], bool]


class Unreadable(Exception):
    """A value that its field cannot hold; says why in a sentence."""


def written(value: Any) -> Any:
    """Write a value as JSON has it; moments in UTC to the microsecond."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def read(field: Field[Any, Any], value: Any, limit: Limit = "") -> Any:
    """Read a value of the file for a field. Raises Unreadable."""
    if value is None and not isinstance(field, JSONField):
        if field.null:
            return None
        raise Unreadable(_("something has to stand here."))
    got = _typed(field, value)
    if limit:
        _refuse_beyond(limit, got)
    if isinstance(field, JSONField):
        return got
    if field.choices:
        _refuse_beyond(choices_of(field), got)
    try:
        field.run_validators(got)
    except ValidationError as error:
        raise Unreadable(" ".join(error.messages)) from None
    return got


def choices_of(field: Field[Any, Any]) -> frozenset[str]:
    """Give the words that a field with choices takes."""
    return frozenset([*(choice for choice, _label in field.flatchoices), *([""] if field.blank else ())])


def _refuse_beyond(limit: Limit, value: Any) -> None:
    if isinstance(limit, str):
        if not re.fullmatch(limit, str(value)):
            raise Unreadable(_("there are characters here that cannot stand in it."))
    elif isinstance(limit, range):
        if value not in limit:
            said = _("a number from %(least)d to %(most)d has to stand here.")
            raise Unreadable(said % {"least": limit[0], "most": limit[-1]})
    elif isinstance(limit, frozenset):
        if value not in limit:
            raise Unreadable(_("“%(value)s” is none of what can stand here.") % {"value": value})
    elif not limit(value):
        raise Unreadable(_("it has not the shape of what stands here."))


def _typed(field: Field[Any, Any], value: Any) -> Any:
    if isinstance(field, JSONField):
        if isinstance(value, dict | list) and not _is_shallow(value, DEEPEST):
            raise Unreadable(_("lists stand in lists too deeply here."))
        return value
    if isinstance(field, BooleanField):
        return _of_type(value, bool, _("true or false has to stand here."))
    if isinstance(field, IntegerField):
        if type(value) is not int:
            raise Unreadable(_("a whole number has to stand here."))
        if abs(value) > LARGEST.get(field.get_internal_type(), 2**31 - 1):
            raise Unreadable(_("this number is too large."))
        return value
    if isinstance(field, DateTimeField):
        return _moment(value)
    if isinstance(field, DateField):
        return _day(value)
    if isinstance(field, UUIDField):
        return _uid(value)
    if isinstance(field, CharField | TextField) or field.get_internal_type() == "GenericIPAddressField":
        return _of_type(value, str, _("a text has to stand here."))
    raise TypeError(f"an event file has no way to write {field}")  # pragma: no cover - tests walk every field


def _is_shallow(value: dict[str, Any] | list[Any], left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return left > 0 and all(_is_shallow(one, left - 1) for one in inner if isinstance(one, dict | list))


def _of_type(value: Any, kind: type, sentence: str) -> Any:
    if not isinstance(value, kind):
        raise Unreadable(sentence)
    return value


def _moment(value: Any) -> datetime.datetime:
    try:
        moment = datetime.datetime.fromisoformat(value)
        if moment.tzinfo is None or moment.year not in YEARS:
            raise ValueError
        return moment.astimezone(datetime.UTC)
    except (TypeError, ValueError, OverflowError):
        raise Unreadable(_("a moment such as 2026-11-28T10:00:00Z has to stand here.")) from None


def _day(value: Any) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(value)
        if day.year not in YEARS:
            raise ValueError
        return day
    except (TypeError, ValueError):
        raise Unreadable(_("a day such as 2026-11-28 has to stand here.")) from None


def _uid(value: Any) -> uuid.UUID:
    try:
        return uuid.UUID(value)
    except (TypeError, ValueError, AttributeError):
        raise Unreadable(_("the identity of an event has to stand here.")) from None
