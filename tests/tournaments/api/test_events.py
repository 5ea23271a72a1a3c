"""Events for programs: read only, documented, and 304 while nothing has changed."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client

from tests.builders import add_pairs, event
from tests.tournaments.playing import accept, closed, drawn, published
from tournaments.models import Category

pytestmark = pytest.mark.django_db


def get(path: str, **headers: str) -> Any:
    return Client().get(f"/api/v1/{path}", headers=headers)


def test_events_are_listed_with_their_published_rounds() -> None:
    four = event(pairs=4, slug="amber")
    closed(four)
    drawn(four)
    assert get("events/").json()["results"] == [
        {
            "slug": "amber", "name": "Amber Coast Open", "venue": "Seaside Hall", "federation": "RUS",
            "starts_on": "2026-11-28", "ends_on": "2026-11-29", "entry_kind": "pair", "entries": 4,
            "system": "round_robin", "planned_rounds": 8, "ended": False, "categories": [],
            "rounds": [{"number": 1, "state": "closed"}], "language": "en",
        }
    ]  # fmt: skip
    assert get("events/amber/").json() == get("events/").json()["results"][0]


def test_standings_come_with_what_each_round_brought() -> None:
    three = event(pairs=3, slug="amber")
    closed(three)
    body = get("events/amber/standings/").json()
    assert (body["after"], body["ranking"], body["provisional"]) == (1, ["wins", "effectiveness", "points"], False)
    first, second, third = body["rows"]
    assert [row["number"] for row in body["rows"]] == [1, 2, 3]
    assert (first["wins"], first["effectiveness"], first["points"]) == (1, 200, 200)
    assert first["rounds"][0]["opponent"] is None
    assert second["rounds"][0]["opponent"] == {"number": 3, "name": third["name"]}
    assert (third["rounds"][0]["points_for"], third["rounds"][0]["side"]) == (101, "B")


def test_standings_after_an_earlier_round() -> None:
    four = event(pairs=4, slug="amber")
    closed(four)
    closed(four)
    assert get("events/amber/standings/?after=1").json()["after"] == 1
    assert get("events/amber/standings/?after=x").status_code == 400
    told = get("events/amber/standings/?after=x").json()
    assert told["errors"] == {"after": ["Give a number, like 3."]}


def test_standings_of_a_part_have_places_of_their_own() -> None:
    four = event(pairs=4, slug="amber")
    closed(four)
    whole = get("events/amber/standings/").json()["rows"]
    last = four.tournament.entries.get(number=whole[3]["number"])
    last.categories.add(Category.objects.create(tournament=four.tournament, code="women", name="Women"))
    (row,) = get("events/amber/standings/?category=women").json()["rows"]
    assert (row["number"], row["place"], row["own_place"]) == (last.number, whole[3]["place"], 1)
    assert {row["own_place"] for row in whole} == {None}
    club = [row["number"] for row in whole if row["club"] == whole[0]["club"]]
    of_club = get(f"events/amber/standings/?club={whole[0]['club']}").json()["rows"]
    assert [row["number"] for row in of_club] == club
    assert get("events/amber/standings/?country=XXX").json()["rows"] == []


def test_a_round_shows_its_tables_and_clock() -> None:
    three = event(pairs=3, slug="amber")
    round_ = published(three)
    accept(round_.games.select_related("round__tournament").get(table=1), 200, 120, three)
    body = get("events/amber/rounds/1/").json()
    assert body["clock"] == {"state": "idle", "minutes": 40, "seconds_left": 2400, "deadline": None}
    table, bye = body["tables"]
    assert (table["table"], table["state"], table["winner"]) == (1, "accepted", "A")
    assert table["score"] == {"A": 200, "B": 120}
    assert [chair["seat"] for chair in table["a"]["chairs"]] == ["A1", "A2"]
    assert (bye["table"], bye["b"], bye["reason"]) == (None, None, "bye")


def test_a_round_that_is_not_published_is_not_there() -> None:
    four = event(pairs=4, slug="amber")
    drawn(four)
    assert get("events/amber/rounds/1/").status_code == 404
    assert get("events/amber/rounds/9/").status_code == 404
    assert get("events/nothing/").status_code == 404
    assert get("events/nothing/standings/").status_code == 404


@pytest.mark.parametrize("path", ["standings/", "rounds/1/", "rounds/1/games/"])
def test_who_has_the_version_of_now_gets_304(path: str, django_assert_num_queries: Any) -> None:
    four = event(pairs=4, slug="amber")
    round_ = published(four)
    known = get(f"events/amber/{path}")["ETag"]
    with django_assert_num_queries(2):
        assert get(f"events/amber/{path}", **{"If-None-Match": known}).status_code == 304
    accept(round_.games.select_related("round__tournament").get(table=1), 200, 120, four)
    assert get(f"events/amber/{path}", **{"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize("path", ["events/", "events/amber/", "events/amber/standings/", "events/amber/rounds/1/"])
def test_nothing_is_written_through_these_addresses(path: str) -> None:
    event(slug="amber")
    for method in ("post", "put", "patch", "delete"):
        assert getattr(Client(), method)(f"/api/v1/{path}").status_code in (403, 405)


@pytest.mark.parametrize(
    ("path", "queries"), [("events/", 4), ("events/amber/standings/", 6), ("events/amber/rounds/1/", 6)]
)
@pytest.mark.parametrize("pairs", [4, 40])
def test_answers_take_the_same_few_queries_for_few_and_many_pairs(
    path: str, queries: int, pairs: int, django_assert_num_queries: Any
) -> None:
    many = event(slug="amber")
    add_pairs(many.tournament, pairs)
    closed(many)
    with django_assert_num_queries(queries):
        assert get(path).status_code == 200


def test_events_are_found_by_state_federation_and_words() -> None:
    running = event(pairs=4, slug="amber")
    published(running)
    event(slug="next", name="Кубок залива", starts_on=datetime.date(2099, 1, 1), ends_on=datetime.date(2099, 1, 2))
    event(slug="past", starts_on=datetime.date(2020, 1, 1), ends_on=datetime.date(2020, 1, 2))

    def found(query: str) -> list[str]:
        return [one["slug"] for one in get(f"events/?{query}").json()["results"]]

    type(running.tournament).objects.filter(slug="amber").update(ends_on=datetime.date(2098, 1, 1))
    assert found("state=planned") == ["next"]
    assert found("state=running") == ["amber"]
    assert found("state=over") == ["past"]
    assert found("q=%D0%BA%D1%83%D0%B1%D0%BE%D0%BA") == ["next"]
    assert found(f"federation={running.tournament.federation.code}") == ["amber"]
    assert get("events/?state=lost").json()["errors"].keys() == {"state"}


def test_a_list_comes_in_parts_of_a_bounded_size() -> None:
    for number in range(3):
        event(slug=f"amber-{number}")
    part = get("events/?limit=2&offset=2").json()
    assert (part["count"], len(part["results"])) == (3, 1)
    assert get("events/?limit=501").status_code == 400
    assert get("events/?limit=0").status_code == 400
    assert get("events/?offset=999999").json()["results"] == []


def test_the_schema_describes_them() -> None:
    schema = Client().get("/api/schema/?format=json").json()
    paths = schema["paths"]
    assert "/api/v1/events/{slug}/standings/" in paths
    parameters = paths["/api/v1/events/{slug}/standings/"]["get"]["parameters"]
    assert {parameter["name"] for parameter in parameters} == {"after", "category", "club", "country", "slug"}
    assert "effectiveness" in schema["components"]["schemas"]["StandingOut"]["properties"]
