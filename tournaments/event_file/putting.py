"""Putting the rows of a file into the database, table by table, inside the transaction of the act that imports."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from ..models import OtherKey, Tournament
from .faults import FaultyFile
from .known import Registry
from .package import EVENT_PART
from .reading import Content
from .tables import EVENT, LAST, RECORD, Row, Table, hashable, ids_inside, luggage

AT_ONCE = 500


@dataclass
class Putting:
    """What is known of an import under way: who is who, and the rows made so far, by the keys of the file.

    `accounts` are the users who keep what the file says of their name; `changed` are values that are free here, by
    table and key, in the place of those that are taken.
    """

    content: Content
    registry: Registry
    accounts: Mapping[str, Any]
    changed: Mapping[str, Mapping[Any, Mapping[str, Any]]]
    made: dict[str, dict[Any, Any]] = field(default_factory=dict)

    def put(self) -> Tournament:
        """Make all of it; gives the event. Raises FaultyFile where the database refuses a row."""
        self.put_registry()
        for table in (*RECORD, *luggage().tables, *LAST):
            self.put_table(table)
        event: Tournament = self.made[EVENT][()]
        return event

    def put_registry(self) -> None:
        found = self.registry
        self.save_new("federations", found.federations)
        self.save_new("clubs", found.clubs)
        self.save_new("players", found.players)
        self.save_new("presets", found.presets)
        OtherKey.objects.bulk_create(found.other_keys, batch_size=AT_ONCE)

    def save_new(self, table: str, objects: Mapping[Any, Any]) -> None:
        """Make what is not here yet; what it refers to has its id by now."""
        new = [one for one in objects.values() if one.pk is None]
        if new:
            type(new[0])._default_manager.bulk_create(_settled(new), batch_size=AT_ONCE)
        self.made[table] = dict(objects)

    def put_table(self, table: Table) -> None:
        rows = self.content.rows[table.name]
        made: dict[Any, Any] = self.made.setdefault(table.name, {})
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            objects = [self.object_of(table, row) for row in part]
            try:
                with transaction.atomic():
                    table.model._default_manager.bulk_create(objects)
            except (IntegrityError, DataError) as error:
                raise _contradicts(table, error) from error
            if table.name == EVENT:
                made[()] = objects[0]
            elif table.key or table.numbered:
                made.update((table.key_of(row), one) for row, one in zip(part, objects, strict=True))

    def object_of(self, table: Table, row: Row) -> Model:
        values = {name: row[name] for name in table.values}
        if (table.key or table.numbered or table.name == EVENT) and table.name in self.changed:
            key = () if table.name == EVENT else table.key_of(row)
            values |= self.changed[table.name].get(key, {})
        for name, target in table.refs.items():
            values[name] = None if row[name] is None else self.made[target][row[name]]
        for name, source in table.filled.items():
            values[name] = self.made[EVENT][()] if source == EVENT else getattr(values[source], name)
        for name in table.accounts:
            values[name] = self.accounts.get(row[name])
        if table.part:
            values[table.part] = self.content.document(row)
        self.number_inside(table, values)
        return table.model(**values)

    def number_inside(self, table: Table, values: dict[str, Any]) -> None:
        """Put the ids of this database where JSON names rows by their keys."""
        for where, target in table.inside.items():
            column, _dot, way = where.partition(".")
            values[column] = copy.deepcopy(values[column])  # the content stays as the file has it
            for holder, place, key in ids_inside(values[column], way):
                one = None if key is None else self.made[target].get(hashable(key))
                holder[place] = one.pk if one else None


def _settled(objects: list[Any]) -> list[Any]:
    """Let objects refer by id to what was saved after they were made."""
    for one in objects:
        for reference in one._meta.concrete_fields:
            if reference.is_relation and (target := getattr(one, reference.name, None)) is not None:
                setattr(one, reference.attname, target.pk)
    return objects


def _contradicts(table: Table, error: Exception) -> FaultyFile:
    return FaultyFile(
        "contradicts",
        _("The rows of the list “%(table)s” contradict each other or what is here (%(error)s).")
        % {"table": table.name, "error": str(error).strip().splitlines()[0][:160]},
        EVENT_PART,
    )
