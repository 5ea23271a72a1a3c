"""Reading an event file: every value of every row is looked at before anything is done with it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.utils.translation import gettext as _

from scoring import EDITION

from .faults import FaultyFile, row_place
from .package import DOCUMENT_PART, EVENT_PART, FORMAT, VERSION, Package, opened, strict_json
from .tables import EVENT, LAST, RECORD, REGISTRY, Row, Rows, Table, hashable, ids_inside, luggage, named
from .values import Unreadable, read

MOST_ROWS = 2_000_000  # of one table


@dataclass(frozen=True)
class Content:
    """What stands in a file: rows by table, as Python has their values; references are still keys."""

    package: Package
    rows: Rows
    made_at: str
    edition: str

    @property
    def event(self) -> Row:
        """Give the row of the event itself."""
        return self.rows[EVENT][0]

    @property
    def of_our_edition(self) -> bool:
        """Tell whether the rules code that made the protocols is this program's."""
        return self.edition == EDITION

    def document(self, row: Row) -> bytes:
        """Unpack the PDF of a row of document_files."""
        return self.package.read(row["content"])


def read_event_file(file: IO[bytes]) -> Content:
    """Read a file whole and check that it holds together. Raises FaultyFile with the place of the first fault."""
    package = opened(file)
    whole = strict_json(package.read(EVENT_PART), EVENT_PART)
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or whole.get("version") != VERSION:
        raise FaultyFile("no_event_file", _("This is no event of this version."), EVENT_PART)
    rows: dict[str, list[Row]] = {}
    known: dict[str, set[Any]] = {}
    for table in (*REGISTRY, *RECORD, *luggage().tables, *LAST):
        rows[table.name] = _rows(table, whole.pop(table.name, None), known)
    if strange := sorted(set(whole) - {"format", "version"}):
        said = _("This program knows no such list: %(name)s.") % {"name": strange[0][:60]}
        raise FaultyFile("strange_table", said, EVENT_PART)
    told = package.manifest
    content = Content(package, rows, str(told.get("made_at", ""))[:40], str(told.get("edition", ""))[:16])
    _refuse_several_events(content)
    _refuse_wrong_documents(content)
    return content


def _rows(table: Table, found: Any, known: dict[str, set[Any]]) -> list[Row]:
    if not isinstance(found, list):
        raise FaultyFile("table_missing", _("The list “%(name)s” is missing.") % {"name": table.name}, EVENT_PART)
    if len(found) > MOST_ROWS:
        raise FaultyFile("too_many_rows", _("The list “%(name)s” is too long.") % {"name": table.name}, EVENT_PART)
    readers = _readers(table)
    keys = known.setdefault(table.name, set())
    return [_row(table, row, number, readers, known, keys) for number, row in enumerate(found, start=1)]


Reader = Callable[[Any], Any]


def _readers(table: Table) -> dict[str, Reader]:
    """Give for each value of a table what reads it."""

    def of(name: str) -> Reader:
        field, limit = table.model._meta.get_field(name), table.limits.get(name, "")
        return lambda value: read(field, value, limit)  # type: ignore[arg-type]  # stubs: values are no relations

    readers = {name: of(name) for name in table.values}
    return readers | dict.fromkeys(table.accounts, _username)


def _username(value: Any) -> str | None:
    if value is not None and (not isinstance(value, str) or len(value) > 150):
        raise Unreadable(_("the name of an account has to stand here, or null."))
    return value


def _row(
    table: Table, raw: Any, number: int, readers: Mapping[str, Reader], known: dict[str, set[Any]], keys: set[Any]
) -> Row:
    place = row_place(table.name, number)
    if not isinstance(raw, dict) or set(raw) != set(table.columns):
        wanted = set(raw) if isinstance(raw, dict) else set()
        wrong = ", ".join(sorted(wanted ^ set(table.columns)))[:200]
        raise FaultyFile("other_columns", _("These are missing or too many: %(names)s.") % {"names": wrong}, place)
    row: Row = {}
    for name in table.columns:
        try:
            row[name] = _value(table, name, raw[name], number, readers, known)
        except Unreadable as error:
            raise FaultyFile("bad_value", str(error), row_place(table.name, number, name)) from None
    _check_inside(table, row, number, known)
    if table.key or table.numbered:
        key = table.key_of(row)
        if key in keys:
            raise FaultyFile("twice", _("This stands in the list twice."), place)
        keys.add(key)
    return row


def _value(
    table: Table, name: str, value: Any, number: int, readers: Mapping[str, Reader], known: dict[str, set[Any]]
) -> Any:
    if name in readers:
        return readers[name](value)
    if name in table.refs:
        return _reference(table, name, value, known)
    if name == table.part:
        if not isinstance(value, str) or not DOCUMENT_PART.fullmatch(value):
            raise Unreadable(_("the name of a part such as documents/0001.pdf has to stand here."))
        return value
    if type(value) is not int or value != number:
        raise Unreadable(_("the number of the row has to stand here."))
    return value


def _reference(table: Table, name: str, value: Any, known: dict[str, set[Any]]) -> Any:
    if value is None and table.model._meta.get_field(name).null:
        return None
    key = hashable(value)
    try:
        if key in known[table.refs[name]]:
            return key
    except TypeError:  # an object is no key
        pass
    raise Unreadable(_("it names nothing in the list “%(table)s”.") % {"table": table.refs[name]})


def _check_inside(table: Table, row: Row, number: int, known: dict[str, set[Any]]) -> None:
    for where, target in table.inside.items():
        column, _dot, way = where.partition(".")
        for _holder, _place, key in ids_inside(row[column], way):
            try:
                there = key is None or hashable(key) in known[target]
            except TypeError:
                there = False
            if not there:
                said = _("%(way)s names nothing in the list “%(table)s”.") % {"way": way, "table": target}
                raise FaultyFile("bad_value", said, row_place(table.name, number, column))


def _refuse_several_events(content: Content) -> None:
    if len(content.rows[EVENT]) != 1:
        raise FaultyFile("not_one_event", _("Exactly one event has to stand in it."), EVENT_PART)
    if len(content.rows["regulations"]) != 1:
        raise FaultyFile("not_one_event", _("An event has one set of regulations."), EVENT_PART)
    if content.event["ends_on"] < content.event["starts_on"]:
        raise FaultyFile("bad_value", _("the last day lies before the first."), row_place(EVENT, 1, "ends_on"))


def _refuse_wrong_documents(content: Content) -> None:
    """Let every document be there once, be a PDF, and be the one its row knows."""
    listed = [row["content"] for row in content.rows["document_files"]]
    parts = [name for name in content.package.manifest["parts"] if name != EVENT_PART]
    if sorted(listed) != sorted(parts):
        wrong = sorted(set(listed) ^ set(parts)) or sorted(listed)
        raise FaultyFile("part_missing", _("event.json and the parts of the file do not agree here."), wrong[0])
    for row in content.rows["document_files"]:
        pdf = content.document(row)
        if not pdf.startswith(b"%PDF-") or hashlib.sha256(pdf).hexdigest() != row["sha256"]:
            raise FaultyFile("document_changed", _("This is not the document that was printed."), row["content"])


def moment(content: Content) -> datetime | None:
    """Give when a file was made, as far as it says so."""
    try:
        return datetime.fromisoformat(content.made_at)
    except ValueError:
        return None


def row_named(table: str, row: Row) -> str:
    """Say which row of a table is meant, by its key."""
    key = named(table).key_of(row)
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)
