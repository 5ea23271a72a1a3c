"""Triggers that keep the database itself from rewriting a record."""

from __future__ import annotations

from collections.abc import Sequence

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MESSAGE = "this record is append-only"


def forbid_update(table: str, columns: Sequence[str]) -> migrations.RunPython:
    """Make the migration step after which no UPDATE changes these columns of a table, on SQLite and PostgreSQL."""

    def forbid(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in _statements(editor.connection.vendor, table, columns):
            editor.execute(statement)

    def allow(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER {table}_append_only{on}")

    return migrations.RunPython(forbid, allow)


def forbid_when(table: str, name: str, condition: str) -> migrations.RunPython:
    """Make the migration step after which no UPDATE of a row of a table may fulfil a condition on OLD and NEW."""

    def forbid(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in _trigger(editor.connection.vendor, f"{table}_{name}", f"UPDATE ON {table}", condition):
            editor.execute(statement)

    def allow(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER {table}_{name}{on}")

    return migrations.RunPython(forbid, allow)


def _statements(vendor: str, table: str, columns: Sequence[str]) -> list[str]:
    same = "IS NOT" if vendor == "sqlite" else "IS DISTINCT FROM"
    changed = " OR ".join(f'OLD."{column}"{_text(vendor)} {same} NEW."{column}"{_text(vendor)}' for column in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    return _trigger(vendor, f"{table}_append_only", f"UPDATE OF {named} ON {table}", changed)


def _trigger(vendor: str, name: str, event: str, condition: str) -> list[str]:
    head = f"CREATE TRIGGER {name} BEFORE {event} FOR EACH ROW WHEN ({condition})"
    if vendor == "sqlite":
        return [f"{head} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"]
    return [
        f"CREATE OR REPLACE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"{head} EXECUTE FUNCTION refuse_update()",
    ]


def _text(vendor: str) -> str:
    return "::text" if vendor == "postgresql" else ""  # json has no equality there
