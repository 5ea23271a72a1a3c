"""Documents and the register, for who may print and who enters players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import add_pairs, event
from tests.tournaments.playing import drawn, published
from tournaments.acts.documents import make_document
from tournaments.models import Category, Club, Document, Federation, Player

pytestmark = pytest.mark.django_db

DOCUMENTS = "/api/v1/events/amber/documents/"


def test_a_document_is_asked_for_followed_and_fetched() -> None:
    made = event(pairs=4, slug="amber")
    published(made)
    desk = made.client("desk")
    asked = desk.post(DOCUMENTS, {"kind": "pairings", "round": 1, "language": "en"}, content_type="application/json")
    assert (asked.status_code, asked.json()["state"]) == (202, "asked")
    address = f"{DOCUMENTS}{asked.json()['id']}/"
    assert desk.get(f"{address}file/").status_code == 404
    make_document(asked.json()["id"])
    assert desk.get(address).json()["state"] == "done"
    file = desk.get(f"{address}file/")
    assert (file["Content-Type"], file.content[:5]) == ("application/pdf", b"%PDF-")
    assert [one["title"] for one in desk.get(DOCUMENTS).json()["results"]] == ["Pairings of round 1"]
    assert desk.post(f"{address}again/").json()["code"] == "not_failed"


def test_standings_of_a_category_are_asked_for_by_its_code() -> None:
    made = event(pairs=4, slug="amber")
    women = Category.objects.create(tournament=made.tournament, code="women", name="Women")
    women.entries.add(*made.tournament.entries.filter(number__in=[2, 4]))
    published(made)
    wanted = {"kind": "standings", "round": 1, "category": "women", "language": "en"}
    desk = made.client("desk")
    asked = desk.post(DOCUMENTS, wanted, content_type="application/json")
    assert (asked.status_code, asked.json()["title"]) == (202, "Standings after round 1: Women")
    refused = desk.post(DOCUMENTS, {**wanted, "category": "juniors"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_print")


@pytest.mark.parametrize("who", ["stranger", "player", "scorer", "referee"])
def test_who_may_not_print_sees_no_documents(who: str) -> None:
    made = event(pairs=4, slug="amber")
    published(made)
    document = Document.objects.create(tournament=made.tournament, kind="pairings", title="Pairings")
    for path in ("", f"{document.pk}/", f"{document.pk}/file/"):
        assert made.client(who).get(DOCUMENTS + path).status_code == 403
    assert made.client(who).post(DOCUMENTS, {}, content_type="application/json").status_code == 403


def test_a_document_of_another_event_is_not_there() -> None:
    made = event(slug="amber")
    other = Document.objects.create(tournament=event(slug="other").tournament, kind="pairings", title="Pairings")
    assert made.client().get(f"{DOCUMENTS}{other.pk}/").status_code == 404


def test_what_a_round_cannot_give_yet_is_refused_in_a_sentence() -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    response = made.client().post(DOCUMENTS, {"kind": "standings", "round": 1}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (409, "nothing_to_print")
    assert "not published yet" in response.json()["sentence"]
    again = made.client().post(DOCUMENTS, {"kind": "standings", "round": 9}, content_type="application/json")
    assert again.status_code == 404


def test_the_register_is_for_who_enters_players() -> None:
    made = event(pairs=2, slug="amber")
    for who, status in {"stranger": 403, "player": 403, "referee": 403, "desk": 200, "administrator": 200}.items():
        assert made.client(who).get("/api/v1/players/").status_code == status
        assert made.client(who).get("/api/v1/clubs/").status_code == status


def test_the_register_of_another_federation_stays_closed() -> None:
    made = event(pairs=2, slug="amber")
    swedes = Federation.objects.create(code="SWE", name="Swedish Federation")
    Player.objects.create(federation=swedes, licence="SWE-1", name="Ulla Berg")
    Club.objects.create(federation=swedes, name="Lund")
    for who, seen in {"desk": 0, "administrator": 1}.items():
        for path in ("players/", "clubs/"):
            found = made.client(who).get(f"/api/v1/{path}", {"federation": "SWE"}).json()
            assert found["count"] == seen


def test_players_and_clubs_are_found_by_words() -> None:
    made = event(pairs=4, slug="amber")
    player = made.entries()[0].members.all()[0].player
    desk = made.client("desk")
    for asked in (player.name.lower(), player.name.upper(), player.licence):
        (found,) = desk.get("/api/v1/players/", {"q": asked}).json()["results"]
        assert (found["name"], found["licence"], found["key"]) == (player.name, player.licence, player.key)
    assert player.club
    (club,) = desk.get("/api/v1/clubs/", {"q": player.club.name}).json()["results"]
    assert (club["name"], club["players"]) == (player.club.name, player.club.players.count())
    in_club = desk.get("/api/v1/players/", {"club": player.club.name}).json()
    assert in_club["count"] == club["players"]


@pytest.mark.parametrize("pairs", [4, 40])
@pytest.mark.parametrize(("path", "queries"), [("players/", 5), ("clubs/", 5)])
def test_the_register_takes_few_queries(path: str, queries: int, pairs: int, django_assert_num_queries: Any) -> None:
    made = event(slug="amber")
    add_pairs(made.tournament, pairs)
    desk = made.client("desk")
    with django_assert_num_queries(queries):
        assert desk.get(f"/api/v1/{path}").status_code == 200
