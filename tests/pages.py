"""Every page of the program by the name of its address: what of it is looked at, and in which events.

`PAGES`, `FORMS`, `PARTS` and `FILES` together name every address of the two apps. A test holds them to it, so that a
new page is looked at from its first day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, reverse

from referees.models import TableLink
from referees.urls import urlpatterns as of_referees
from tests.builders import CASES, Event
from tests.referees.games import with_pen
from tests.tournaments.views.desk import entries as entries_of
from tournaments.models import Club, Game, Player, Tournament
from tournaments.urls import urlpatterns as of_tournaments

PATTERNS = [one for one in (*of_tournaments, *of_referees) if isinstance(one, URLPattern)]


@dataclass(frozen=True)
class Look:
    """How a page is looked at: by whom, in which events of a full house, at which tables.

    `asks` is what its address asks for in the first of the events; in the others it asks for nothing.
    """

    who: str
    events: tuple[str, ...] = ("running",)
    asks: tuple[str, ...] = ("",)
    tables: tuple[int, ...] = (1,)
    number: int = 1  # of the entry or the round


def _public(*asks: str, events: tuple[str, ...] = ("running", "empty")) -> Look:
    return Look("stranger", events, asks or ("",))


def _desk(*asks: str, events: tuple[str, ...] = ("running",), **more: Any) -> Look:
    return Look("administrator", events, asks or ("",), **more)


PAGES: dict[str, Look] = {
    # outside an event
    "home": _desk("", "?q=nothing+like+it"),
    "sign_in": _public(events=("running",)),
    "change_password": _desk(),
    "trust": _public(events=("running",)),
    "components": _public("", "?theme=beside", events=("running",)),
    "event_new": _desk(),
    "event_import": _desk(),
    "event_import_preview": _desk(),
    "registry": _desk("", "?q=nobody"),
    "registry_clubs": _desk(),
    "registry_player": _desk(),
    "registry_merge": _desk("", "?q=a"),
    "registry_club": _desk(),
    # an event for everybody
    "live": _public(events=("running", "drawn", "ended", "empty")),
    "find": _public("", "?q=1", "?q=nobody"),
    "draw": _public("", "?q=nobody"),
    "standings": _public("", "?why=3", "?view=cross", "?view=club", events=("running", "ended", "empty")),
    "results": _public("", "?round=1"),
    "game": _public(events=("running",)),
    "entrants": _public("", "?by=club"),
    "entry_path": _public(events=("running", "ended")),
    "screen": _public(events=("running", "ended", "empty")),
    "regulations": _public(),
    # setting an event up
    "event_begin": _desk(events=("entered", "running")),
    "event_system": _desk(events=("entered", "running")),
    "event_summary": _desk(events=("entered", "running", "empty")),
    "event_change": _desk(),
    "event_copy": _desk(),
    "desk_regulations": _desk(events=("entered", "running")),
    "officials": _desk(),
    "table_links": _desk(events=("running", "empty")),
    # entries
    "entries": _desk("", "?q=nobody", events=("running", "empty")),
    "entry_new": _desk(events=("entered", "running")),
    "entry_change": _desk(events=("entered",)),
    "entry_names": _desk(),
    "entry_categories": _desk(),
    "entry_substitute": _desk(),
    "entry_disqualify": _desk(number=2),
    "entries_import": _desk(events=("entered",)),
    "entries_columns": _desk(events=("entered",)),
    "entries_preview": _desk(events=("entered",)),
    "check_in": _desk(events=("entered", "running", "empty")),
    # the day
    "today": _desk("", "?q=1", "?q=nobody", events=("running", "drawn", "ended", "entered", "empty")),
    "audit": _desk(),
    "end": _desk(events=("running", "ended", "empty")),
    "rounds": _desk(events=("running", "drawn", "empty")),
    "round": Look("administrator", ("running", "drawn")),
    "swap": _desk(events=("drawn",)),
    "documents": _desk(events=("running", "empty")),
    "board": _desk("", "?table=nobody", events=("running", "empty")),
    "desk_game": _desk(tables=(1, 2, 3, 4, 6, 12)),
    "desk_rule": _desk(tables=(6,)),
    "decide_protest": _desk("?line=p1", tables=(2,)),
    "protests": _desk(events=("running", "empty")),
    "paper": _desk(),
    "paper_sheet": _desk(tables=(6, 12)),
    # a table
    "find_table": _public(events=("running",)),
    "view_table": Look("stranger", tables=(1, 6, 14)),
    "pen": Look("stranger", tables=(6,)),
    "table": Look("pen", tables=(1, 6, 12, 14)),
    "protocol": Look("pen", tables=(4,)),
    "training": _public(events=("running",)),
}
#: What a button sends; opened as a page it says that it takes a form.
FORMS = {
    "sign_out", "theme", "new_seed", "regulations_preset", "entry_take_in", "entry_fee", "entry_withdraw",
    "entry_return", "entry_delete", "entry_reinstate", "check_in_undo", "check_in_everybody", "check_in_over",
    "official_pin",
    "official_take_back", "official_give_back", "reopen_event", "draw_round", "undo_draw", "publish_round",
    "close_round", "reopen_round", "start_clock", "pause_clock", "go_on_with_clock", "add_minutes",
    "document_try_again", "flag_mistake", "pen_down", "desk_reopen_game", "desk_minutes", "desk_close_call",
    "paper_check", "paper_clear", "print_protocol", "event_file", "event_import_put_away",
}  # fmt: skip
#: What a page fetches into itself, and is looked at there.
PARTS = {"live_tables", "screen_sheets", "table_now", "document_list", "entry_players"}
FILES = {"certificate", "results_json", "results_csv", "results_xlsx", "document_file", "components_sheet"}
#: Only before anybody has an account.
FIRST = {"first_run"}


@dataclass(frozen=True)
class Seen:
    """One page that is looked at: what to call it, by whom, its address."""

    name: str
    who: str
    address: str


def seen(name: str, tournament: Tournament, event: str = "running") -> Iterator[Seen]:
    """Give the addresses under which a page of an event is looked at."""
    look = PAGES[name]
    for table in look.tables:
        for ask in look.asks if event == look.events[0] else ("",):
            address = reverse(name, kwargs=_parts(name, tournament, table, look.number))
            yield Seen(f"{name} {event} {table}{ask}", look.who, address + ask)


def named() -> set[str]:
    """Name every address of the two apps."""
    return {str(pattern.name) for pattern in PATTERNS}


def _parts(name: str, tournament: Tournament, table: int, number: int) -> dict[str, Any]:
    """Give what stands in the address of a page."""
    pattern = next(one for one in PATTERNS if one.name == name)
    wanted = pattern.pattern.converters
    games = Game.objects.filter(round__tournament=tournament, table=table)
    parts = {
        "slug": lambda: tournament.slug,
        "number": lambda: number,
        "place": lambda: 1,
        "game": lambda: games.latest("round__number").pk,
        "token": lambda: TableLink.objects.get(tournament=tournament, table=table).token,
        "player": lambda: Player.objects.filter(entries__tournament=tournament).latest("name").pk,
        "club": lambda: Club.objects.filter(federation=tournament.federation_id).latest("name").pk,
    }
    return {part: parts[part]() for part in wanted}


def client_of(who: str, event: Event, listed: Event | None = None) -> Client:
    """Give the browser of somebody; into `listed` he brings a list that has faults, and a whole event as a file."""
    client = with_pen(event.referee) if who == "pen" else event.client(who)
    if listed is not None:
        bad = SimpleUploadedFile("pairs.csv", (CASES / "entries" / "pairs-8-bad.csv").read_bytes())
        assert client.post(entries_of(listed, "import/"), {"file": bad}).status_code == 302
        whole = b"".join(client.post(reverse("event_file", args=[listed.tournament.slug])))
        Tournament.objects.filter(pk=listed.tournament.pk).update(uid=uuid4())  # as if the file came from elsewhere
        brought = SimpleUploadedFile("event.zip", whole)
        assert client.post(reverse("event_import"), {"file": brought}).status_code == 302
    return client
