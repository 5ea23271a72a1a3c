"""A whole event through the doors alone, from an empty program to the last standings."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from referees.models import Line, Protocol, TableLink
from scoring.engine import play_log
from scoring.games import replay
from tests.referees.games import STROKES
from tournaments.models import EntryMember, Official, Tournament

pytestmark = pytest.mark.django_db
ENTRY_LIST = Path(__file__).parent / "cases" / "entries" / "pairs-24-utf8.csv"
PASSWORD = "tide turns at six"
ROUNDS = 8
DESK = "/desk/harbour-cup/"


def post(client: Client, address: str, **fields: Any) -> Any:
    """Send a form and demand that the door led on."""
    response = client.post(address, fields)
    assert response.status_code == 302, (address, response.content.decode()[-3000:])
    return response


def post_json(client: Client, address: str, body: dict[str, Any]) -> Any:
    response = client.post(address, body, content_type="application/json")
    assert response.status_code in (200, 201), (address, response.content)
    return response.json()


def set_up(desk: Client) -> None:
    """First run, event, entry list, a referee with a PIN, links for the tables."""
    post(desk, "/first-run/", username="mara", name="Mara Lind", password1=PASSWORD, password2=PASSWORD)
    post(
        desk,
        "/events/new/",
        name="Harbour Cup",
        venue="Boat house",
        starts_on="2026-11-28",
        ends_on="2026-11-29",
        language="en",
        federation_name="Harbour Federation",
        planned_rounds=ROUNDS,
    )
    with ENTRY_LIST.open("rb") as file:
        post(desk, f"{DESK}entries/import/", file=file)
    preview = desk.get(f"{DESK}entries/import/preview/").content.decode()
    digest = re.search(r'name="list" value="(\w+)"', preview)
    assert digest
    post(desk, f"{DESK}entries/import/preview/", list=digest[1])
    post(desk, f"{DESK}officials/", name="Ola Berg", role="referee", pin="8205")
    post(desk, f"{DESK}tables/", tables=12)


def take_pen(table: int) -> tuple[Client, str]:
    """Open a table by its link and PIN."""
    tablet, link = Client(), TableLink.objects.get(table=table)
    official = Official.objects.get(name="Ola Berg")
    post(tablet, f"/t/{link.token}/pen/", official=official.pk, pin="8205")
    return tablet, f"/t/{link.token}/"


def play_table(tablet: Client, game: dict[str, Any], rng: Random) -> None:
    """Write a game of the engine, let all sign, accept."""
    address = f"/api/v1/games/{game['game']}/"
    seats = {seat["seat"]: seat["player"]["key"] for seat in tablet.get(address).json()["seats"]}
    answers = post_json(tablet, f"{address}lines/", {"lines": play_log(rng, seated=seats, penalties=0.15)})["answers"]
    assert {answer["answer"] for answer in answers} == {"applied"}
    protocol = post_json(tablet, f"{address}protocol/", {})
    for signer in protocol["needed"]:
        body = {"signer": signer, "how": "drawn", "strokes": STROKES, "digest": protocol["digest"]}
        post_json(tablet, f"/api/v1/protocols/{protocol['id']}/signatures/", body)
    shown = post_json(tablet, f"/api/v1/protocols/{protocol['id']}/accept/", {"digest": protocol["digest"]})
    assert shown["state"] == "accepted"


def play_round(desk: Client, tablets: dict[int, Client], number: int, rng: Random) -> None:
    post(desk, f"{DESK}rounds/draw/")
    post(desk, f"{DESK}rounds/{number}/publish/")
    post(desk, f"{DESK}rounds/{number}/clock/start/")
    for game in desk.get(f"/api/v1/events/harbour-cup/rounds/{number}/").json()["tables"]:
        play_table(tablets[game["table"]], game, rng)
    post(desk, f"{DESK}rounds/{number}/close/")


def decide_protests(desk: Client) -> int:
    """Reject every protest the engine wrote, as the chief referee would at the desk; give how many there were."""
    protests = list(Line.objects.filter(kind="protest"))
    for line in protests:
        address = f"{DESK}games/{line.game_id}/decide/?line={line.line_id}"
        post(desk, address, upheld="no", reason="the referee heard nothing")
    return len(protests)


def standings_of_protocols() -> list[tuple[int, ...]]:
    """Compute entry, wins, effectiveness and points from the signed envelopes, by rules of three lines."""
    entry_of = {m.player.key: m.entry.number for m in EntryMember.objects.select_related("player", "entry")}
    totals: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for protocol in Protocol.objects.filter(state="accepted"):
        envelope = json.loads(protocol.envelope)
        state = replay(envelope)
        for side, other in (("A", "B"), ("B", "A")):
            (entry,) = {entry_of[envelope["seats"][f"{side}{place}"]] for place in (1, 2)}
            totals[entry][0] += state["winner"] == side
            totals[entry][1] += state["score"][side] - state["score"][other]
            totals[entry][2] += state["score"][side]
    rows = [(entry, *numbers) for entry, numbers in totals.items()]
    return sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], row[0]))


def test_24_pairs_play_8_rounds_and_the_standings_agree_with_the_signed_protocols() -> None:
    desk, rng = Client(), Random(2026)
    set_up(desk)
    assert Tournament.objects.get().entries.count() == 24
    tablets = {table: take_pen(table)[0] for table in range(1, 13)}
    for number in range(1, ROUNDS + 1):
        play_round(desk, tablets, number, rng)
    before = desk.get("/api/v1/events/harbour-cup/standings/").json()
    assert (before["after"], before["provisional"]) == (ROUNDS, True)  # a protest waits for its decision
    assert decide_protests(desk) > 0
    shown = desk.get("/api/v1/events/harbour-cup/standings/").json()
    assert (shown["after"], shown["provisional"]) == (ROUNDS, False)
    rows: list[tuple[int, ...]] = [(r["number"], r["wins"], r["effectiveness"], r["points"]) for r in shown["rows"]]
    assert Protocol.objects.filter(state="accepted").count() == 12 * ROUNDS
    assert sorted(rows) == sorted(standings_of_protocols())
    assert [row[1:] for row in rows] == [row[1:] for row in standings_of_protocols()]
    assert sum(row[1] for row in rows) == 12 * ROUNDS
    page = desk.get("/e/harbour-cup/standings/").content.decode()
    assert page.index("Standings") < page.index(Tournament.objects.get().entries.get(number=rows[0][0]).name)
