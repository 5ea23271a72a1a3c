"""What an import of a file would do, told before anything is done."""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from ..models import Federation, Role, Tournament
from .checking import check_content
from .faults import FaultyFile
from .known import Difference, Registry, people_of, registry_of
from .reading import Content, moment
from .tables import Row, Table, luggage, tables

COUNTED = ("entries", "players", "officials", "rounds", "games", "protocols", "documents", "audit")
MOST_TRIES = 200

Changed = dict[str, dict[Any, dict[str, str]]]


@dataclass(frozen=True)
class Taken:
    """A value that no two events may share and that is taken here: another one is given."""

    table: str
    column: str
    file: str
    here: str


@dataclass(frozen=True)
class Account:
    """An official whose account of the file is found here by its name."""

    name: str
    role: str
    username: str
    user: int  # the account itself: a name can be given to somebody else


@dataclass(frozen=True)
class Preview:
    """A file that was read and checked, beside what is here."""

    content: Content
    registry: Registry
    slug: str
    taken: tuple[Taken, ...]
    changed: Changed
    accounts: tuple[Account, ...]
    told: Mapping[str, int]  # of the records of the table: protocols, not_replayed, without_protocol

    @property
    def name(self) -> str:
        """Give the name of the event."""
        return str(self.content.event["name"])

    @property
    def days(self) -> tuple[date, date]:
        """Give its first and its last day."""
        return self.content.event["starts_on"], self.content.event["ends_on"]

    @property
    def made_at(self) -> datetime | None:
        """Give when the file was made."""
        return moment(self.content)

    @property
    def federation(self) -> str:
        """Name its federation as it stands here or will stand."""
        found: Federation = self.registry.federations[self.content.event["federation"]]
        return found.name

    @property
    def counts(self) -> dict[str, int]:
        """Count what the file holds."""
        return {name: len(self.content.rows[name]) for name in COUNTED}

    @property
    def differences(self) -> list[Difference]:
        """List what the registry here says otherwise."""
        return self.registry.differences

    @property
    def stamp(self) -> str:
        """Tell this preview from one of another file, or of an installation that was changed meanwhile.

        Values that are given anew are chance and left out; that they are is not.
        """
        said = [
            self.content.package.manifest,
            self.registry.who(),
            [str(one) for one in self.differences],
            [str(one) for one in self.accounts],
            [(one.table, one.column, one.file) for one in self.taken],
        ]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:20]


@dataclass(frozen=True)
class Checked:
    """A file that agrees with itself; what is here was not looked at."""

    content: Content
    told: Mapping[str, int]


def checked(content: Content) -> Checked:
    """Check a file through and through, which takes its time: of the database it asks nothing. Raises FaultyFile."""
    check_content(content)
    return Checked(content, luggage().check(content.rows, people_of(content)))


def previewed(file: Checked) -> Preview:
    """Look at what is here beside a file. Raises FaultyFile."""
    content = file.content
    refuse_known(content.event)
    registry = registry_of(content)
    changed, taken = _fresh(content)
    return Preview(content, registry, free_slug(content.event["slug"]), taken, changed, _accounts(content), file.told)


def refuse_known(event: Row) -> None:
    """Refuse an event that is here already, by whatever name and address."""
    uid: uuid.UUID = event["uid"]
    here = Tournament.objects.filter(uid=uid).first()
    if here:
        raise FaultyFile(
            "event_known",
            _("This event is here already: “%(name)s”, at the address %(slug)s. It is not brought in twice.")
            % {"name": here.name, "slug": here.slug},
        )


def free_slug(slug: str) -> str:
    """Give the address of an event, or the next one like it that is free."""
    taken = set(Tournament.objects.filter(slug__startswith=slug[:50]).values_list("slug", flat=True))
    if slug not in taken:
        return slug
    return next(free for n in range(2, 1_000_000) if (free := f"{slug[:50].rstrip('-')}-{n}") not in taken)


def _fresh(content: Content) -> tuple[Changed, tuple[Taken, ...]]:
    """Find other values where those of the file are taken: a few queries for each column, however many rows."""
    changed: Changed = {}
    taken: list[Taken] = []
    for table in tables():
        for column in table.fresh:
            _freshen(table, column, content.rows[table.name], changed, taken)
    return changed, tuple(taken)


def _freshen(table: Table, column: str, rows: list[Row], changed: Changed, taken: list[Taken]) -> None:
    own = {row[column] for row in rows}
    here = _taken_here(table, column, own)
    open_ = [row for row in rows if row[column] in here]
    for row, value in _free_values(table, column, open_, own):
        changed.setdefault(table.name, {}).setdefault(table.key_of(row), {})[column] = value
        taken.append(Taken(table.name, column, row[column], value))


def _free_values(table: Table, column: str, rows: list[Row], own: set[str]) -> list[tuple[Row, str]]:
    """Give each row a value that neither the file nor this database has; all rows try at once, then those left."""
    values: dict[int, str] = {}
    for _try in range(MOST_TRIES):
        left = [place for place in range(len(rows)) if place not in values]
        tried = {place: table.fresh[column](rows[place]) for place in left}
        refused = own.union(values.values(), _taken_here(table, column, set(tried.values())))
        for place, value in tried.items():
            if value not in refused:
                values[place] = value
                refused.add(value)
        if len(values) == len(rows):
            break
    return [(row, values.get(place) or secrets.token_hex(4).upper()) for place, row in enumerate(rows)]


def _taken_here(table: Table, column: str, values: set[str]) -> set[str]:
    return set(table.model._default_manager.filter(**{f"{column}__in": values}).values_list(column, flat=True))


def _accounts(content: Content) -> tuple[Account, ...]:
    """List the officials of the file whose accounts are here by name."""
    officials = [row for row in content.rows["officials"] if row["user"]]
    here = accounts_named({row["user"] for row in officials})
    return tuple(
        Account(row["name"], str(Role(row["role"]).label), row["user"], here[row["user"]].pk)
        for row in officials
        if row["user"] in here
    )


def accounts_named(names: set[str]) -> dict[str, User]:
    """Find the accounts that are in use here under these names."""
    return {user.username: user for user in User.objects.filter(username__in=names, is_active=True)}


def usernames_of(content: Content) -> set[str]:
    """Give every name of an account in a file."""
    named = [(table.name, column) for table in tables() for column in table.accounts]
    return {row[column] for table, column in named for row in content.rows[table] if row[column]}
