"""Every door of the desk opens to the roles that its page opens to, and to nobody of another event."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

import referees.api_urls
import tournaments.api_urls
from tests.builders import CAST, Event, event
from tests.tournaments.playing import drawn, published

from .doors import EVENT

pytestmark = pytest.mark.django_db

DESK = {"administrator", "organiser", "chief_referee", "desk"}
ENTRIES = {"administrator", "organiser", "desk"}
ROUNDS = {"administrator", "organiser", "chief_referee"}
CHIEF = {"administrator", "chief_referee"}
OWNER = {"administrator", "organiser"}
DAYS = {"name": "Amber", "starts_on": "2026-12-01", "ends_on": "2026-12-02"}
PLAYER = {"name": "Ferrer, Lucía", "licence": "CST-9-1"}

#: method, address, body: who is let in. What the act says then is another matter.
DOORS: dict[tuple[str, str], tuple[dict[str, Any] | None, set[str]]] = {
    ("put", ""): (DAYS, OWNER),
    ("post", "copy/"): (DAYS, OWNER),
    ("put", "regulations/"): ({"planned_rounds": 8}, OWNER),
    ("post", "regulations/seed/"): ({}, OWNER),
    ("post", "entries/"): ({"players": [PLAYER, {"name": "Ibarra, Mateo"}]}, ENTRIES),
    ("post", "entries/1/names/"): ({"names": ["A, A", "B, B"]}, ENTRIES),
    ("put", "entries/1/categories/"): ({"categories": ["Women"]}, ENTRIES),
    ("post", "entries/1/substitute/"): ({"place": 1, "player": PLAYER, "reason": "ill"}, ENTRIES),
    ("post", "entries/1/take-in/"): (None, ENTRIES),
    ("post", "entries/1/fee/"): ({"paid": True}, ENTRIES),
    ("post", "entries/1/withdraw/"): ({}, ENTRIES),
    ("post", "entries/1/return/"): (None, ENTRIES),
    ("delete", "entries/1/"): (None, ENTRIES),
    ("get", "entries/?checked_in=true"): (None, DESK),
    ("get", "entries/?fee_paid=true"): (None, DESK),
    ("post", "entries/1/check-in/"): (None, DESK),
    ("post", "entries/1/check-in/undo/"): (None, DESK),
    ("get", "check-in/"): (None, DESK),
    ("post", "check-in/"): ({"q": "1"}, DESK),
    ("post", "check-in/everybody/"): (None, DESK),
    ("post", "check-in/over/"): (None, DESK),
    ("get", "entries/1/disqualify/"): (None, CHIEF),
    ("post", "entries/1/disqualify/"): ({"from_round": 1, "opponents": "keep", "reason": "a fight"}, CHIEF),
    ("post", "entries/1/reinstate/"): ({"reason": "a mistake"}, CHIEF),
    ("post", "categories/"): ({"name": "Women"}, ENTRIES),
    ("put", "categories/juniors/"): ({"name": "Youth"}, ENTRIES),
    ("delete", "categories/juniors/"): (None, ENTRIES),
    ("get", "officials/"): (None, OWNER),
    ("post", "officials/"): ({"name": "Ada Oak", "role": "referee"}, OWNER),
    ("post", "officials/0/pin/"): ({}, OWNER),
    ("post", "officials/0/take-back/"): (None, OWNER),
    ("post", "officials/0/give-back/"): (None, OWNER),
    ("get", "audit/"): (None, ROUNDS),
    ("get", "end/"): (None, ROUNDS),
    ("post", "end/"): ({"after": 0}, ROUNDS),
    ("post", "end/reopen/"): ({"reason": "too early"}, ROUNDS),
    ("post", "rounds/"): ({"number": 3}, ROUNDS),
    ("delete", "rounds/2/"): (None, ROUNDS),
    ("get", "rounds/2/swap/?first=1&second=2"): (None, ROUNDS),
    ("post", "rounds/2/swap/"): ({"first": 1, "second": 2}, ROUNDS),
    ("post", "rounds/2/publish/"): ({}, ROUNDS),
    ("post", "rounds/1/close/"): (None, ROUNDS),
    ("post", "rounds/1/reopen/"): ({"reason": "a fine"}, CHIEF),
    ("post", "rounds/1/clock/start/"): (None, DESK),
    ("post", "rounds/1/clock/pause/"): (None, DESK),
    ("post", "rounds/1/clock/go-on/"): (None, DESK),
    ("post", "rounds/1/clock/minutes/"): ({"minutes": 5}, DESK),
    ("get", "documents/"): (None, DESK),
    ("post", "documents/"): ({"kind": "pairings", "round": 1}, DESK),
    ("get", "board/"): (None, DESK),
    ("get", "protests/"): (None, DESK),
    ("get", "tables/"): (None, DESK),
    ("post", "tables/"): ({"tables": 2}, DESK),
    ("get", "games/0/versions/"): (None, DESK),
    ("get", "games/0/versions/1/"): (None, DESK),
    ("post", "games/0/versions/1/print/"): (None, DESK),
    ("get", "games/0/rule/?kind=double"): (None, CHIEF),
    ("post", "games/0/rule/"): ({"kind": "double", "reason": "a fight"}, CHIEF),
    ("post", "games/0/decide/"): ({"line": "p", "upheld": True, "reason": "so it was"}, CHIEF),
    ("post", "games/0/minutes/"): ({"minutes": 5, "reason": "a lamp"}, DESK),
    ("post", "games/0/paper/"): ({}, DESK),
    ("post", "games/0/paper/check/"): ({}, DESK),
    ("post", "games/0/paper/clear/"): ({"reason": "the sheet counts"}, CHIEF),
}


@pytest.fixture
def amber() -> Event:
    """Make an event with a round published and one drawn, and a category that nobody is in."""
    made = event(pairs=4, slug="amber")
    made.tournament.categories.create(code="juniors", name="Juniors")
    published(made)
    drawn(made)
    return made


def knock(visitor: Any, method: str, path: str, body: dict[str, Any] | None) -> int:
    if method == "get":
        return int(visitor.get(EVENT + path).status_code)
    return int(getattr(visitor, method)(EVENT + path, body or {}, content_type="application/json").status_code)


def test_a_door_is_closed_to_everybody_but_its_roles(amber: Event) -> None:
    other = event(slug="other")
    visitors = {who: amber.client(who) for who in CAST}
    visitors |= {f"{who} of another event": other.client(who) for who in ("organiser", "chief_referee", "desk")}
    let_in = [
        (who, method, path, answer)
        for (method, path), (body, may) in DOORS.items()
        for who, visitor in visitors.items()
        if who not in may and (answer := knock(visitor, method, path, body)) != 403
    ]
    assert let_in == []


def test_a_door_opens_to_each_of_its_roles(amber: Event) -> None:
    visitors = {who: amber.client(who) for who in CAST}
    kept_out = []
    for (method, path), (body, may) in DOORS.items():
        for who in sorted(may):
            with transaction.atomic():  # each finds the event as it was
                answer = knock(visitors[who], method, path, body)
                transaction.set_rollback(True)
            if answer in (400, 403, 415, 500):
                kept_out.append((who, method, path, answer))
    assert kept_out == []


def test_nobody_is_let_in_at_the_list_of_events_who_organises_none(amber: Event) -> None:
    for who in ("stranger", "player", "scorer", "referee", "desk", "chief_referee"):
        made = amber.client(who).post("/api/v1/events/", DAYS, content_type="application/json")
        assert (made.status_code, made.json()["code"]) == (403, "not_permitted")


def test_every_door_of_the_desk_that_writes_stands_in_this_list() -> None:
    tried = {path.partition("?")[0] for _method, path in DOORS}
    patterns = [*tournaments.api_urls.urlpatterns, *referees.api_urls.urlpatterns]
    listed = [str(pattern.pattern) for pattern in patterns if str(pattern.pattern).startswith("events/<slug:slug>/")]
    shapes = {_shape(path) for path in tried}
    public = {"standings/", "results/", "rounds/N/games/", "documents/N/", "documents/N/again/", "documents/N/file/"}
    missing = {_shape(path.removeprefix("events/<slug:slug>/")) for path in listed} - shapes - public
    assert {path for path in missing if not path.startswith("event-file")} == set()


def _shape(path: str) -> str:
    """Write N for what an address fills in."""
    parts = ["N" if part[:1] == "<" or part.isdecimal() or part == "juniors" else part for part in path.split("/")]
    return "/".join(parts)
