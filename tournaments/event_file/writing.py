"""Writing an event file: one query for each table, its rows passed on as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring import EDITION

from ..models import (
    Club,
    DocumentFile,
    EntryMember,
    Federation,
    OtherKey,
    Player,
    Regulations,
    RegulationsPreset,
    Result,
    Seat,
    Tournament,
)
from .package import EVENT_PART, FORMAT, VERSION, Packing
from .tables import LAST, RECORD, REGISTRY, Row, Table, ids_inside, luggage
from .values import written

AT_ONCE = 500  # rows that are fetched together


def write_event_file(tournament: Tournament, target: IO[bytes]) -> None:
    """Write an event to an empty file; the caller sees to it that nothing changes meanwhile."""
    packing = Packing(target)
    packing.add(EVENT_PART, _event_json(tournament))
    files = DocumentFile.objects.filter(document__tournament=tournament)
    ordered = files.order_by("document__asked_at", "document__pk").values_list("content", flat=True)
    numbers = _document_numbers(tournament)
    for number, content in zip(numbers, ordered.iterator(chunk_size=1), strict=True):
        packing.add(part_name(number), [bytes(content)])
    packing.finish(edition=EDITION, made_at=written(timezone.now()), event=str(tournament.uid))


def file_name(tournament: Tournament) -> str:
    """Name the file of an event: amber-coast-open.domino.zip."""
    return f"{tournament.slug}.domino.zip"


def part_name(number: int) -> str:
    """Name the part in which a document lies."""
    return f"documents/{number:04}.pdf"


def _document_numbers(tournament: Tournament) -> list[int]:
    """Give the numbers, in the file, of the documents that are finished."""
    ordered = tournament.documents.order_by("asked_at", "pk").values_list("file__document", flat=True)
    return [number for number, file in enumerate(ordered, start=1) if file is not None]


def _event_json(tournament: Tournament) -> Iterator[bytes]:
    """Write event.json a row to a line: readable, and comparable line by line."""
    writer = _Writer(tournament)
    yield f'{{\n"format": "{FORMAT}",\n"version": {VERSION}'.encode()
    for table, rows in writer.tables():
        yield f',\n"{table.name}": ['.encode()
        for place, row in enumerate(rows):
            text = json.dumps(row, ensure_ascii=False, sort_keys=True)
            yield (",\n" if place else "\n").encode() + text.encode()
        yield b"]"
    yield b"\n}\n"


class _Writer:
    """What was written so far of each table: the keys by which later rows name it."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.keys: dict[str, dict[int, Any]] = {}

    def tables(self) -> Iterator[tuple[Table, Iterator[Row]]]:
        registry = _registry(self.tournament)
        for table in REGISTRY:
            yield table, self.rows(table, registry[table.name])
        for table in (*RECORD, *luggage().tables, *LAST):
            ours = table.model._default_manager.filter(**{table.of: self.tournament.pk})
            yield table, self.rows(table, ours.order_by(*table.order))

    def rows(self, table: Table, found: QuerySet[Any]) -> Iterator[Row]:
        names = ("pk", *(f"{ref}_id" for ref in table.refs), *table.values, *(f"{a}__username" for a in table.accounts))
        keys = self.keys.setdefault(table.name, {})
        for number, values in enumerate(found.values_list(*names).iterator(chunk_size=AT_ONCE), start=1):
            told = dict(zip(names, values, strict=True))
            row: Row = {"number": number} if table.numbered else {}
            row |= {ref: self.key(target, told[f"{ref}_id"]) for ref, target in table.refs.items()}
            row |= {name: written(told[name]) for name in table.values}
            row |= {name: told[f"{name}__username"] for name in table.accounts}
            row |= {name: said.get(row[name], row[name]) for name, said in table.said.items()}
            if table.part:
                row[table.part] = part_name(row["document"])
            self.name_inside(table, row)
            if table.key or table.numbered:
                keys[told["pk"]] = row["number"] if table.numbered else self.own_key(table, row)
            yield row

    def own_key(self, table: Table, row: Row) -> Any:
        return row[table.key[0]] if len(table.key) == 1 else [row[name] for name in table.key]

    def key(self, table: str, pk: int | None) -> Any:
        return None if pk is None else self.keys[table][pk]

    def name_inside(self, table: Table, row: Row) -> None:
        """Put keys where JSON has the ids of rows; one that is not there any more is written as null."""
        for where, target in table.inside.items():
            column, _, way = where.partition(".")
            for holder, place, id_ in ids_inside(row[column], way):
                known = isinstance(id_, int) and self.keys.get(target, {}).get(id_)
                holder[place] = known if known else None


def _registry(tournament: Tournament) -> dict[str, QuerySet[Any]]:
    """Find everybody and everything of the registry that the event speaks of."""
    people = Player.objects.filter(pk__in=_people(tournament))
    clubs = Club.objects.filter(
        Q(pk=tournament.club_id)
        | Q(pk__in=people.values("club"))
        | Q(entries__tournament=tournament)
        | Q(presets__pk__in=_preset(tournament).values("pk"))
    ).distinct()
    federations = Federation.objects.filter(
        Q(pk=tournament.federation_id)
        | Q(pk__in=people.values("federation"))
        | Q(pk__in=clubs.values("federation"))
        | Q(pk__in=_preset(tournament).values("federation"))
    )
    return {
        "federations": federations.order_by("code"),
        "clubs": clubs.order_by("federation__code", "name"),
        "players": people.order_by("key"),
        "other_keys": OtherKey.objects.filter(player__in=people.values("pk")).order_by("key"),
        "presets": _preset(tournament).order_by("name"),
    }


def _preset(tournament: Tournament) -> QuerySet[RegulationsPreset]:
    return RegulationsPreset.objects.filter(pk__in=Regulations.objects.filter(tournament=tournament).values("preset"))


def _people(tournament: Tournament) -> set[int]:
    """Give who is entered, sat somewhere, has a result, or is named by a log."""
    found: set[int] = set()
    for rows in (
        EntryMember.objects.filter(tournament=tournament),
        Seat.objects.filter(round__tournament=tournament),
        Result.objects.filter(game__round__tournament=tournament),
    ):
        found.update(rows.values_list("player", flat=True).distinct())
    keys = luggage().keys(tournament)
    found.update(Player.objects.filter(key__in=keys).values_list("pk", flat=True))
    found.update(OtherKey.objects.filter(key__in=keys).values_list("player", flat=True))
    return found
