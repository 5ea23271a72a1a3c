"""What of each record goes into an event file in which way. The writer and the reader know nothing but this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.utils.module_loading import import_string

from scoring.errors import LogError
from scoring.log import read_carried

from ..entry_list.faults import MAX_RATING
from ..models import (
    AuditEntry,
    BroughtFile,
    Category,
    Club,
    Disqualification,
    Document,
    DocumentFile,
    Entry,
    EntryMember,
    Federation,
    Game,
    Official,
    OtherKey,
    Player,
    Regulations,
    RegulationsPreset,
    Result,
    Round,
    Seat,
    Tournament,
)
from ..models.rounds import new_game_code
from ..reads.game_words import REASONS
from .values import Limit

Row = dict[str, Any]
Rows = Mapping[str, list[Row]]  # by table

OWN = "the number of a row is this installation's own"
EVENT = "event"

# What stands in texts that other files are made of must be printable there.
LINE_OF_TEXT = r"[^\x00-\x1f]*"
KEY = r"[0-9A-Za-z_-]{1,16}"
HEXADECIMAL = r"[0-9a-f]*"
SLUG = r"[-0-9A-Za-z_]+"
COUNTRY = r"[A-Za-z]{0,3}"

LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)
RATINGS = range(MAX_RATING + 1)
NUMBERS = range(1, 100_000)  # of entries, as addresses have them
ROUNDS = range(1, 1_000)
TABLE_NUMBERS = range(1, 1_001)
MINUTES = range(1_441)
PAUSES = range(366 * 24 * 3600)  # seconds
PAGES = range(1_000_000)
ENDINGS = frozenset(REASONS)
TO_COME = frozenset(["start", "deal", "extra_deal", "last_deal", "two_more_deals", "one_more_deal", "sign"])


@dataclass(frozen=True)
class Table:
    """One list of event.json, made of the rows of one model.

    `key`: the fields by which rows of other tables name one of this (of one field its value, else a list). `values` are
    written as they are, `refs` by the key of a row of the table named, `accounts` by sign-in name, for information.
    `filled` is made anew from another reference: the event itself, or what a reference refers to. `inside` are ids of
    rows within JSON: field and way to them, the table they are of. `said` are words of a field that say something else
    elsewhere. `limits` are narrower than those of the fields, as the doors of the program keep them. `numbered`: rows
    without a name of their own are counted through. `part` is written as a file beside event.json. `fresh` makes
    another value where one that no two events may share is taken here. `behind`: what does not go, and why.
    """

    name: str
    model: type[Model]
    key: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    refs: Mapping[str, str] = field(default_factory=dict)
    filled: Mapping[str, str] = field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    inside: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    fresh: Mapping[str, Callable[[Row], str]] = field(default_factory=dict)
    numbered: bool = False
    part: str = ""
    behind: Mapping[str, str] = field(default_factory=dict)
    of: str = "tournament"  # the way from a row to its event
    order: tuple[str, ...] = ("pk",)

    @property
    def columns(self) -> tuple[str, ...]:
        """Name what a row says in the file."""
        own = (*(("number",) if self.numbered else ()), *self.refs, *self.values, *self.accounts)
        return (*own, *((self.part,) if self.part else ()))

    def key_of(self, row: Row) -> Any:
        """Give what other rows name a row by, ready to be looked up."""
        names = ("number",) if self.numbered else self.key
        return row[names[0]] if len(names) == 1 else tuple(hashable(row[name]) for name in names)


@dataclass(frozen=True)
class Luggage:
    """What another app adds: its tables, the keys of players its records name, and how its records are checked.

    `check` raises FaultyFile at the first record that cannot be, and gives what is told of the rest.
    """

    tables: tuple[Table, ...]
    keys: Callable[[Tournament], set[str]]
    check: Callable[[Rows, Mapping[str, str]], Mapping[str, int]]
    behind: Mapping[type[Model], str]


def hashable(value: Any) -> Any:
    """Make a key out of JSON one that can be looked up."""
    return tuple(map(hashable, value)) if isinstance(value, list | tuple) else value


def luggage() -> Luggage:
    """Give what the app above adds, which settings name."""
    found: Luggage = import_string(settings.EVENT_FILE_LUGGAGE)
    return found


def tables() -> tuple[Table, ...]:
    """List all tables in an order in which each refers to earlier ones alone."""
    return (*REGISTRY, *RECORD, *luggage().tables, *LAST)


def named(name: str) -> Table:
    """Find a table by its name."""
    return next(table for table in tables() if table.name == name)


def ids_inside(value: Any, way: str) -> Iterator[tuple[Any, Any, Any]]:
    """Follow a way into JSON (pairings.*.a) and give where each id stands: what holds it, at which place, the id."""
    step, _, rest = way.partition(".")
    places: Iterable[Any] = ()
    if isinstance(value, list):
        places = range(len(value)) if step == "*" else [int(step)] if step.isdigit() and int(step) < len(value) else ()
    elif isinstance(value, dict) and step in value:
        places = (step,)
    for place in places:
        if rest:
            yield from ids_inside(value[place], rest)
        else:
            yield value, place, value[place]


def fresh_code(game: Row) -> str:
    """Make another code for a game, as the draw does."""
    return new_game_code(game["round"], game["table"])


def is_object(value: Any) -> bool:
    """Tell whether JSON is values by their names."""
    return isinstance(value, dict)


def are_missing(value: Any) -> bool:
    """Tell whether JSON lists names that could not be printed: in words, or in parts by their names."""
    return isinstance(value, list) and all(
        isinstance(one, str) or (isinstance(one, dict) and all(isinstance(text, str) for text in one.values()))
        for one in value
    )


def are_cards(value: Any) -> bool:
    """Tell whether JSON is what a player was shown in a game."""
    return is_carried({"cards": value})


def are_warnings(value: Any) -> bool:
    """Tell whether JSON counts breaches by their codes."""
    return is_carried({"warnings": value})


def is_carried(value: Any) -> bool:
    """Tell whether the rules could take this along from a game."""
    try:
        read_carried({"A1": value})
    except LogError:
        return False
    return True


#: Who exists apart from any event. Here the file only adds: what is known already stays as it is.
REGISTRY = (
    Table("federations", Federation, ("code",), ("code", "name"), limits={"name": LINE_OF_TEXT}, behind={"id": OWN}),
    Table(
        "clubs", Club, ("federation", "name"), ("name", "country"), {"federation": "federations"},
        limits={"name": LINE_OF_TEXT, "country": COUNTRY}, behind={"id": OWN},
    ),
    Table(
        "players", Player, ("key",),
        ("key", "salt", "licence", "name", "latin_name", "country", "rating", "erased_at"),
        {"federation": "federations", "club": "clubs"},
        limits={"key": KEY, "salt": HEXADECIMAL, "licence": LINE_OF_TEXT, "name": LINE_OF_TEXT,
                "latin_name": LINE_OF_TEXT, "country": COUNTRY, "rating": RATINGS},
        behind={"id": OWN},
    ),
    Table(
        "other_keys", OtherKey, ("key",), ("key", "salt"), {"player": "players"},
        limits={"key": KEY, "salt": HEXADECIMAL}, behind={"id": OWN},
    ),
    Table(
        "presets", RegulationsPreset, ("federation", "club", "name"), ("name", "rules", "settings", "rounds_in_fours"),
        {"federation": "federations", "club": "clubs"}, limits={"settings": is_object}, behind={"id": OWN},
    ),
)  # fmt: skip

#: The event, and what happened in it.
RECORD = (
    Table(
        EVENT, Tournament, (),
        ("uid", "name", "slug", "venue", "starts_on", "ends_on", "entry_kind", "language", "created_at", "ended_at"),
        {"federation": "federations", "club": "clubs"}, accounts=("created_by",),
        limits={"name": LINE_OF_TEXT, "venue": LINE_OF_TEXT, "slug": SLUG, "language": LANGUAGES}, of="pk",
        behind={"id": OWN},
    ),
    Table(
        "regulations", Regulations, (),
        ("rules", "system", "planned_rounds", "ranking", "effectiveness", "bye_counts", "walkover_counts",
         "first_round", "clubs_apart", "seed", "entries_close", "override_reason", "frozen_at"),
        {"preset": "presets"}, {"tournament": EVENT}, behind={"id": OWN},
    ),
    Table("categories", Category, ("code",), ("code", "name"), filled={"tournament": EVENT},
          limits={"name": LINE_OF_TEXT}, order=("code",), behind={"id": OWN}),
    Table(
        "officials", Official, ("name",), ("name", "role", "active"), filled={"tournament": EVENT}, accounts=("user",),
        limits={"name": LINE_OF_TEXT}, order=("pk",),
        behind={"id": OWN, "pin_hash": "PINs are secrets of their officials, given anew where the event goes on"},
    ),
    Table(
        "entries", Entry, ("number",),
        ("number", "kind", "name", "country", "reserve", "fee_paid_at", "checked_in_at", "from_round", "withdrawn_at"),
        {"club": "clubs"}, {"tournament": EVENT}, order=("number",),
        limits={"number": NUMBERS, "name": LINE_OF_TEXT, "country": COUNTRY, "from_round": ROUNDS},
        behind={"id": OWN, "players": "stands in members", "categories": "stands in entry_categories"},
    ),
    Table("members", EntryMember, ("entry", "place"), ("place",), {"entry": "entries", "player": "players"},
          {"tournament": EVENT}, limits={"place": range(1, 100)}, order=("entry__number", "place"),
          behind={"id": OWN}),
    Table("entry_categories", Entry.categories.through, (), (), {"entry": "entries", "category": "categories"},
          of="entry__tournament", order=("entry__number", "category__code"), behind={"id": OWN}),
    Table(
        "disqualifications", Disqualification, (),
        ("from_round", "opponents", "reason", "decided_at", "decided_by", "withdrew", "taken_back_at"),
        {"entry": "entries"}, limits={"from_round": ROUNDS}, of="entry__tournament", order=("decided_at", "pk"),
        behind={"id": OWN},
    ),
    Table(
        "rounds", Round, ("number",),
        ("number", "state", "drawn_at", "drawing", "published_at", "closed_at", "minutes", "clock_started_at",
         "clock_paused_at", "paused_seconds"),
        filled={"tournament": EVENT}, order=("number",), behind={"id": OWN},
        limits={"number": ROUNDS, "minutes": MINUTES, "paused_seconds": PAUSES},
        inside={f"drawing.{way}": "entries" for way in (
            "pairings.*.a", "pairings.*.b", "pairings.*.down.*.0", "byes.*.entry", "swaps.*.a", "swaps.*.b", "places.*",
        )},
    ),
    Table(
        "games", Game, ("code",),
        ("table", "bye", "code", "rules", "carried", "state", "score_a", "score_b", "winner", "reason", "to_come",
         "deals_played", "live", "log_length", "started_at", "last_line_at", "extra_minutes"),
        {"round": "rounds"}, of="round__tournament", order=("round__number", "bye", "table", "code"),
        limits={"code": r"[0-9A-Za-z-]{1,16}", "table": TABLE_NUMBERS, "reason": ENDINGS | {""}, "to_come": TO_COME,
                "extra_minutes": MINUTES},
        fresh={"code": fresh_code}, behind={"id": OWN},
    ),
    Table("seats", Seat, ("game", "seat"), ("seat",), {"game": "games", "player": "players", "entry": "entries"},
          {"round": "game"}, of="round__tournament", behind={"id": OWN},
          order=("round__number", "game__bye", "game__table", "game__code", "seat")),
    Table(
        "results", Result, ("game", "seat"),
        ("seat", "won", "points_for", "points_against", "side_points", "fines", "cards", "warnings", "reason", "source",
         "provisional", "recorded_at"),
        {"game": "games", "entry": "entries", "player": "players"}, of="game__round__tournament", behind={"id": OWN},
        limits={"cards": are_cards, "warnings": are_warnings, "reason": ENDINGS},
        order=("game__round__number", "game__bye", "game__table", "game__code", "seat"),
    ),
)  # fmt: skip

#: What speaks of rows of the luggage too, and so comes after it.
LAST = (
    Table(
        "documents", Document, (),
        ("kind", "params", "language", "title", "state", "done_pages", "all_pages", "error", "missing_glyphs",
         "attempts", "asked_at", "finished_at"),
        filled={"tournament": EVENT}, accounts=("asked_by",), numbered=True, order=("asked_at", "pk"),
        limits={"kind": frozenset(settings.DOCUMENT_KINDS), "params": is_object, "language": LANGUAGES,
                "done_pages": PAGES, "all_pages": PAGES, "missing_glyphs": are_missing},
        inside={"params.protocol": "protocols"}, said={"state": {Document.State.RUNNING: Document.State.ASKED}},
        behind={"id": OWN, "claim": "a worker of this installation holds it",
                "heartbeat_at": "a worker of this installation holds it"},
    ),
    Table("document_files", DocumentFile, (), ("filename", "sha256"), {"document": "documents"}, part="content",
          limits={"filename": LINE_OF_TEXT}, of="document__tournament", order=("document__asked_at", "document__pk"),
          behind={"id": OWN}),
    Table(
        "audit", AuditEntry, (), ("at", "actor", "act", "subject", "reason", "details"), filled={"tournament": EVENT},
        accounts=("user",), order=("at", "pk"), limits={"details": is_object},
        inside={"details.entry": "entries", "details.params.protocol": "protocols"}, behind={"id": OWN},
    ),
)  # fmt: skip

#: Records that stay behind as a whole.
BEHIND: Mapping[type[Model], str] = {BroughtFile: "a file on its way in is no part of an event"}
