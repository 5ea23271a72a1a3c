"""Entries for programs: read by everybody, written by the desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.builders import Event, add_pairs, event
from tests.tournaments.playing import closed
from tournaments.models import AuditEntry, Category

pytestmark = pytest.mark.django_db

ENTRIES = "/api/v1/events/amber/entries/"
BODY = {
    "players": [{"name": "Ferrer, Lucía", "licence": "cst-9-1", "rating": 1480}, {"name": "Ibarra, Mateo"}],
    "club": "Coast 3",
    "country": "esp",
}


def listed(query: str = "", visitor: Client | None = None) -> list[int]:
    return [one["number"] for one in (visitor or Client()).get(ENTRIES + query).json()["results"]]


def send(made: Event, method: str, path: str = "", body: Any = None, who: str = "organiser") -> Any:
    return getattr(made.client(who), method)(ENTRIES + path, body, content_type="application/json")


def test_entries_are_chosen_by_category_club_country_and_state() -> None:
    made = event(pairs=4, slug="amber")
    one, two, three, four = made.entries()
    one.categories.add(Category.objects.create(tournament=made.tournament, code="women", name="Women"))
    type(one).objects.filter(pk=two.pk).update(reserve=True)
    type(one).objects.filter(pk=three.pk).update(withdrawn_at="2026-11-28T10:00Z", country="XXX")
    assert listed("?category=women") == [1]
    assert listed("?reserve=true") == [2]
    assert listed("?withdrawn=true") == listed("?country=XXX") == [3]
    assert listed("?withdrawn=false&reserve=false") == [1, 4]
    assert four.club
    assert 4 in listed(f"?club={four.club.name}")
    assert listed("?q=3") == [3]
    assert Client().get(ENTRIES + "?withdrawn=maybe").status_code == 400


def test_a_name_is_found_in_any_spelling_and_a_licence_by_officials_alone() -> None:
    made = event(pairs=4, slug="amber")
    player = made.entries()[2].members.all()[0].player
    assert listed(f"?q={player.name.upper()}") == [3]
    assert listed(f"?q={player.licence}") == []
    assert listed(f"?q={player.licence}", made.client("desk")) == [3]


def test_licences_are_for_officials_alone() -> None:
    made = event(pairs=1, slug="amber")
    assert "licence" not in Client().get(ENTRIES + "1/").content.decode()
    assert made.client("player").get(ENTRIES + "1/").json().keys() == Client().get(ENTRIES + "1/").json().keys()
    assert made.client("desk").get(ENTRIES + "1/").json()["players"][0]["licence"]


def test_an_entry_has_its_path_through_the_rounds() -> None:
    made = event(pairs=4, slug="amber")
    closed(made)
    closed(made)
    path = Client().get(ENTRIES + "1/").json()["path"]
    assert [cell["round"] for cell in path] == [1, 2]
    assert [cell["won"] for cell in path] == [True, False]
    assert path[0]["opponent"]["number"] == 4


def test_who_has_an_entry_as_it_is_gets_304() -> None:
    made = event(pairs=4, slug="amber")
    known = Client().get(ENTRIES + "1/")["ETag"]
    assert Client().get(ENTRIES + "1/", headers={"If-None-Match": known}).status_code == 304
    closed(made)
    assert Client().get(ENTRIES + "1/", headers={"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_list_takes_few_queries_however_long_it_is(pairs: int, django_assert_num_queries: Any) -> None:
    add_pairs(event(slug="amber").tournament, pairs)
    with django_assert_num_queries(4):
        assert len(listed()) == pairs


def test_the_desk_enters_a_pair() -> None:
    made = event(pairs=2, slug="amber")
    response = send(made, "post", body=BODY, who="desk")
    assert response.status_code == 201
    entry = response.json()
    assert (entry["number"], entry["name"], entry["club"], entry["country"]) == (3, "Ferrer – Ibarra", "Coast 3", "ESP")
    assert entry["players"][0]["licence"] == "CST-9-1"
    assert AuditEntry.objects.filter(tournament=made.tournament).latest("id").actor == made.desk.name


def test_a_stranger_enters_nobody() -> None:
    made = event(slug="amber")
    assert send(made, "post", body=BODY, who="stranger").status_code == 403
    assert made.tournament.entries.count() == 0


def test_a_change_of_what_somebody_else_changed_meanwhile_is_refused() -> None:
    made = event(pairs=2, slug="amber")
    send(made, "post", body=BODY)
    seen = made.client().get(ENTRIES + "3/").json()["stamp"]
    assert send(made, "put", "3/", {**BODY, "club": "Coast 4", "seen": seen}).json()["club"] == "Coast 4"
    late = send(made, "put", "3/", {**BODY, "club": "Coast 5", "seen": seen})
    assert late.status_code == 409
    assert Client().get(ENTRIES + "3/").json()["club"] == "Coast 4"


def test_an_entry_is_withdrawn_brought_back_and_deleted() -> None:
    made = event(pairs=3, slug="amber")
    assert send(made, "post", "3/withdraw/", {"reason": "ill"}).json()["withdrawn"] is True
    assert send(made, "post", "3/withdraw/", {}).json()["code"] == "already_withdrawn"
    assert send(made, "post", "3/return/").json()["withdrawn"] is False
    assert send(made, "delete", "3/").status_code == 204
    assert listed() == [1, 2]


def test_what_is_wrong_with_an_entry_is_told() -> None:
    made = event(pairs=1, slug="amber")
    response = send(made, "post", body={**BODY, "country": "1"})
    assert response.status_code == 409
    assert response.json()["sentence"]
    assert send(made, "post", body={**BODY, "players": BODY["players"][:1]}).json()["errors"].keys() == {"players"}
    assert send(made, "post", body={**BODY, "club": "\0"}).status_code == 400
