"""event.json keeps to the schema that the docs show, and the docs name every list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.db.models import IntegerField

from tournaments.event_file.tables import tables
from tournaments.event_file.values import choices_of

from .events import content_of, whole_file

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA: dict[str, Any] = json.loads((DOCS / "event-file.schema.json").read_text())


def test_an_event_with_everything_in_it_keeps_to_the_schema() -> None:
    jsonschema.validate(content_of(whole_file()), SCHEMA, jsonschema.Draft202012Validator)


def test_the_schema_has_every_list_with_its_columns() -> None:
    lists = {name: said for name, said in SCHEMA["properties"].items() if name not in ("format", "version")}
    assert list(lists) == [table.name for table in tables()]
    for table in tables():
        assert lists[table.name]["items"]["required"] == list(table.columns), table.name
        assert list(lists[table.name]["items"]["properties"]) == list(table.columns), table.name


def test_the_schema_has_the_bounds_of_every_column() -> None:
    for table in tables():
        said = SCHEMA["properties"][table.name]["items"]["properties"]
        for name in table.values:
            field, limit = table.model._meta.get_field(name), table.limits.get(name, "")
            where = f"{table.name}.{name}"
            if isinstance(limit, range):
                assert (said[name]["minimum"], said[name]["maximum"]) == (limit[0], limit[-1]), where
            elif isinstance(field, IntegerField):
                assert {"minimum", "maximum"} <= set(said[name]), where
            if isinstance(limit, frozenset) or getattr(field, "choices", None):
                # The stubs count relations among the fields, which have no choices.
                words = limit if isinstance(limit, frozenset) else choices_of(field)  # type: ignore[arg-type]
                assert set(said[name]["enum"]) == words, where


def test_the_docs_name_every_list() -> None:
    page = (DOCS / "event-file.md").read_text()
    assert [table.name for table in tables() if f"`{table.name}`" not in page] == []


def test_the_example_of_everything_fills_every_list() -> None:
    content = content_of(whole_file())
    assert [name for name, rows in content.items() if not rows] == ["other_keys"]
