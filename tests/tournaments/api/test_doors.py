"""What an organiser does at the desk, done by a program: check-in, categories, substitutes, swaps, the end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import Event, add_pairs, event
from tests.tournaments.playing import closed, drawn, published
from tournaments.models import AuditEntry, Disqualification, OtherKey, Player

from .doors import EVENT, get, send

pytestmark = pytest.mark.django_db


def numbers(made: Event, query: str) -> list[int]:
    return [one["number"] for one in get(made, f"entries/?{query}").json()["results"]]


# -- check-in


def test_a_pair_is_checked_in_by_its_number_and_out_again() -> None:
    made = event(pairs=3, slug="amber")
    assert send(made, "entries/2/check-in/", who="desk").json()["checked_in"] is True
    assert send(made, "entries/2/check-in/").status_code == 200
    assert numbers(made, "checked_in=true") == [2]
    assert numbers(made, "checked_in=false") == [1, 3]
    assert get(made, "check-in/").json() == {"expected": 3, "here": 1, "missing": [1, 3], "reserves": []}
    assert send(made, "entries/2/check-in/undo/").json()["checked_in"] is False
    assert AuditEntry.objects.filter(act="check_in").count() == 1


def test_who_is_meant_at_the_door_is_checked_in_by_number_licence_or_name() -> None:
    made = event(pairs=4, slug="amber")
    player = made.entries()[2].members.all()[0].player
    answer = send(made, "check-in/", {"q": player.licence}).json()
    assert (answer["new"], answer["entry"]["number"], answer["entry"]["checked_in"]) == (True, 3, True)
    assert send(made, "check-in/", {"q": "3"}).json()["new"] is False
    assert send(made, "check-in/", {"q": player.name}).json()["entry"]["number"] == 3


def test_nobody_and_several_who_may_be_meant_are_told_apart() -> None:
    made = event(pairs=4, slug="amber")
    nobody = send(made, "check-in/", {"q": "99"})
    assert (nobody.status_code, nobody.json()["code"]) == (404, "no_such_entry")
    letter = made.entries()[0].members.all()[0].player.licence[:3]
    several = send(made, "check-in/", {"q": letter})
    assert (several.status_code, several.json()["code"]) == (409, "several_meant")
    assert several.json()["params"]["entries"] == [1, 2, 3, 4]
    assert get(made, "check-in/").json()["here"] == 0


def test_everybody_is_checked_in_and_the_check_in_begins_anew() -> None:
    made = event(pairs=3, slug="amber")
    assert send(made, "check-in/everybody/").json()["here"] == 3
    assert send(made, "check-in/over/").json() == {"expected": 3, "here": 0, "missing": [1, 2, 3], "reserves": []}


def test_what_the_desk_knows_of_an_entry_is_not_public() -> None:
    made = event(pairs=1, slug="amber")
    desk = get(made, "entries/1/", "desk").json()
    public = Client().get(f"{EVENT}entries/1/").json()
    assert desk.keys() - public.keys() == {"checked_in", "fee_paid", "stamp"}


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_check_in_takes_few_queries(pairs: int, django_assert_num_queries: Any) -> None:
    made = event(slug="amber")
    add_pairs(made.tournament, pairs)
    desk = made.client("desk")
    with django_assert_num_queries(7):
        assert len(desk.get(f"{EVENT}check-in/").json()["missing"]) == pairs


# -- entries


def test_a_fee_is_noted_and_entries_are_chosen_by_it() -> None:
    made = event(pairs=2, slug="amber")
    assert send(made, "entries/1/fee/", {"paid": True}, who="desk").json()["fee_paid"] is True
    assert (numbers(made, "fee_paid=true"), numbers(made, "fee_paid=false")) == ([1], [2])
    assert send(made, "entries/1/fee/", {"paid": False}).json()["fee_paid"] is False


def test_a_late_pair_plays_from_the_next_round_on() -> None:
    made = event(pairs=4, slug="amber")
    type(made.tournament.regulations).objects.update(system="swiss", entries_close=3)
    closed(made)
    body = {"players": [{"name": "Ferrer, Lucía", "licence": "CST-9-1"}, {"name": "Ibarra, Mateo"}]}
    assert send(made, "entries/", body).json()["from_round"] == 2


def test_a_reserve_is_taken_in() -> None:
    made = event(pairs=3, slug="amber")
    made.tournament.entries.filter(number=3).update(reserve=True)
    assert get(made, "check-in/").json()["reserves"] == [3]
    assert send(made, "entries/3/take-in/").json()["reserve"] is False
    assert send(made, "entries/3/take-in/").json()["code"] == "no_reserve"


def test_another_player_takes_the_place_of_one() -> None:
    made = event(pairs=3, slug="amber")
    closed(made)
    stays = made.entries()[0].members.all()[0].player.name
    body = {"place": 2, "player": {"name": "Ferrer, Lucía", "licence": "cst-9-1"}, "reason": "ill"}
    assert send(made, "entries/1/substitute/", {**body, "reason": " "}).json()["code"] == "reason_missing"
    answer = send(made, "entries/1/substitute/", body).json()
    assert [one["name"] for one in answer["players"]] == [stays, "Ferrer, Lucía"]
    assert answer["players"][1]["licence"] == "CST-9-1"


def test_names_are_corrected_with_the_stamp_that_was_seen() -> None:
    made = event(pairs=2, slug="amber")
    seen = get(made, "entries/1/").json()["stamp"]
    right = {"names": ["Oak, Ada", "Elm, Eve"], "seen": seen}
    assert send(made, "entries/1/names/", right).json()["name"] == "Oak – Elm"
    late = send(made, "entries/1/names/", {"names": ["Oak, Ida", "Elm, Eve"], "seen": seen})
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert get(made, "entries/1/").json()["name"] == "Oak – Elm"


# -- categories


def test_categories_are_made_renamed_filled_and_deleted() -> None:
    made = event(pairs=2, slug="amber")
    assert send(made, "categories/", {"name": "Women"}).json() == {"code": "women", "name": "Women", "entries": 0}
    assert send(made, "categories/", {"name": " women "}).json()["code"] == "category_taken"
    assert send(made, "categories/women/", {"name": "Ladies"}, method="put").json()["name"] == "Ladies"
    entry = send(made, "entries/1/categories/", {"categories": ["ladies"]}, method="put").json()
    assert entry["categories"] == ["women"]
    assert Client().get(f"{EVENT}categories/").json() == {
        "count": 1, "results": [{"code": "women", "name": "Ladies", "entries": 1}],
    }  # fmt: skip
    used = send(made, "categories/women/", method="delete")
    assert (used.status_code, used.json()["code"]) == (409, "category_in_use")
    assert send(made, "entries/1/categories/", {"categories": []}, method="put").json()["categories"] == []
    assert send(made, "categories/women/", method="delete").status_code == 204
    assert get(made, "categories/women/").status_code == 404


@pytest.mark.parametrize("many", [1, 20])
def test_the_list_of_categories_takes_few_queries(many: int, django_assert_num_queries: Any) -> None:
    made = event(slug="amber")
    for number in range(many):
        made.tournament.categories.create(code=f"c{number}", name=f"Category {number}")
    with django_assert_num_queries(3):
        assert Client().get(f"{EVENT}categories/").json()["count"] == many


# -- disqualification


def test_a_disqualification_is_looked_at_decided_and_taken_back() -> None:
    made = event(pairs=4, slug="amber")
    closed(made)
    asked = get(made, "entries/4/disqualify/?from_round=1&opponents=walkover", "chief_referee").json()
    assert (asked["in_force"], asked["last_round"], asked["open_games"]) == (None, 1, [])
    (change,) = asked["changes"]
    assert (change["played"]["won"], change["own"]["won"], change["opponent"]["won"]) == (False, False, True)
    body = {"from_round": 1, "opponents": "walkover", "reason": "a fight"}
    made_up = send(made, "entries/4/disqualify/", {**body, "reason": ""}, who="chief_referee")
    assert made_up.json()["code"] == "reason_missing"
    answer = send(made, "entries/4/disqualify/", body, who="chief_referee")
    assert (answer.status_code, answer.json()["in_force"]["reason"]) == (201, "a fight")
    assert numbers(made, "disqualified=true") == [4]
    assert send(made, "entries/4/return/").json()["code"] == "disqualified"
    back = send(made, "entries/4/reinstate/", {"reason": "it was another"}, who="chief_referee").json()
    assert back["in_force"] is None
    assert numbers(made, "disqualified=true") == []
    assert Disqualification.objects.get().taken_back_at is not None


# -- rounds


def test_a_swap_is_looked_at_with_its_warnings_and_needs_a_reason_against_them() -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    asked = get(made, "rounds/1/swap/?first=1&second=2").json()
    assert [one["code"] for one in asked["warnings"]] == ["table_left"]
    assert sorted(table[side]["number"] for table in asked["tables"] for side in "ab") == [1, 2, 3, 4]
    body = {"first": 1, "second": 2, "seen": asked["stamp"]}
    assert send(made, "rounds/1/swap/", body).json()["code"] == "reason_missing"
    swapped = send(made, "rounds/1/swap/", {**body, "reason": "one family"}).json()
    before = {table["a"]["number"]: table["b"]["number"] for table in asked["tables"]}
    assert {table["a"]["number"]: table["b"]["number"] for table in swapped["tables"]} == before
    late = send(made, "rounds/1/swap/", {**body, "reason": "one family"})
    assert (late.status_code, late.json()["code"]) == (409, "drawn_anew")
    assert swapped["stamp"] != asked["stamp"]


def test_two_of_one_table_and_strangers_are_not_swapped() -> None:
    made = event(pairs=4, slug="amber")
    (table, _other) = get(made, f"rounds/{drawn(made).number}/").json()["tables"]
    first, second = table["a"]["number"], table["b"]["number"]
    assert get(made, f"rounds/1/swap/?first={first}&second={second}").json()["code"] == "same_table"
    assert get(made, "rounds/1/swap/?first=1&second=77").json()["code"] == "not_in_round"
    assert get(made, "rounds/1/swap/?first=1").status_code == 400


def test_the_desk_sees_a_draw_with_its_stamp_and_the_public_sees_neither() -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    assert get(made, "rounds/1/", "desk").json()["stamp"]
    assert Client().get(f"{EVENT}rounds/1/").status_code == 404
    send(made, "rounds/1/publish/")
    assert "stamp" not in Client().get(f"{EVENT}rounds/1/").json()
    assert "stamp" not in get(made, "rounds/1/", "player").json()


def test_another_draw_than_the_one_that_was_seen_is_neither_published_nor_undone() -> None:
    made = event(pairs=4, slug="amber")
    drawn(made)
    old = get(made, "rounds/1/").json()["stamp"]
    send(made, "rounds/1/swap/", {"first": 1, "second": 2, "reason": "one family"})
    for refused in (
        send(made, "rounds/1/publish/", {"seen": old}),
        made.client().delete(f"{EVENT}rounds/1/?seen={old}"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "drawn_anew")
        assert refused.json()["sentence"]
    seen = get(made, "rounds/1/").json()["stamp"]
    assert send(made, "rounds/1/publish/", {"seen": seen}).json()["state"] == "published"
    now = get(made, "rounds/1/").json()["stamp"]
    assert made.client().delete(f"{EVENT}rounds/1/?seen={seen}").status_code == 409
    assert made.client().delete(f"{EVENT}rounds/1/?seen={now}").status_code == 204


def test_rounds_are_chosen_by_their_state() -> None:
    made = event(pairs=4, slug="amber")
    closed(made)
    published(made)
    listed = Client().get(f"{EVENT}rounds/?state=closed").json()["rounds"]
    assert [one["number"] for one in listed] == [1]
    assert Client().get(f"{EVENT}rounds/?state=drawn").json()["rounds"] == []
    assert Client().get(f"{EVENT}rounds/?state=lost").status_code == 400


# -- the end


def test_an_event_is_ended_and_opened_again() -> None:
    made = event(pairs=4, slug="amber")
    published(made)
    before = get(made, "end/").json()
    assert [one["code"] for one in before["obstacles"]] == ["round_open"]
    assert send(made, "end/", {"after": 0}).json()["code"] == "round_open"
    made.client().delete(f"{EVENT}rounds/1/")
    closed(made)
    assert send(made, "end/", {"after": 0, "reason": "the hall closes"}).json()["code"] == "stale"
    assert send(made, "end/", {"after": 1}).json()["code"] == "reason_missing"
    ended = send(made, "end/", {"after": 1, "reason": "the hall closes"}).json()
    assert (ended["ended"], ended["after"], ended["planned"], ended["reason"]) == (True, 1, 8, "the hall closes")
    assert send(made, "categories/", {"name": "Women"}).json()["code"] == "event_ended"
    assert send(made, "end/reopen/", {"reason": "one round more"}).json()["ended"] is False


# -- officials, the event, the register, the record


def test_an_official_is_added_with_a_pin_that_is_told_once_and_ends_his_office() -> None:
    made = event(slug="amber")
    added = send(made, "officials/", {"name": "Ada Oak", "role": "referee", "make_pin": True}).json()
    assert (added["role"], added["has_pin"], len(added["pin"])) == ("referee", True, 4)
    listed = get(made, "officials/?role=referee").json()["results"]
    assert "Ada Oak" in [one["name"] for one in listed]
    assert all("pin" not in one for one in listed)
    door = f"officials/{added['id']}/"
    assert "pin" not in send(made, f"{door}pin/", {"pin": "8315"}).json()
    assert send(made, f"{door}pin/", {"pin": "1234"}).json()["code"] == "easy_pin"
    assert send(made, f"{door}take-back/").json()["active"] is False
    assert send(made, f"{door}take-back/").json()["code"] == "not_active"
    assert send(made, f"{door}give-back/").json() == {
        "id": added["id"], "name": "Ada Oak", "role": "referee", "active": True, "has_pin": False, "username": "",
    }  # fmt: skip


def test_what_the_form_of_the_page_refuses_is_refused_here_too() -> None:
    made = event(slug="amber")
    body = {"name": "Ada Oak", "role": "desk", "username": "ada", "password": "12345678"}
    refused = send(made, "officials/", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "field_refused")
    assert refused.json()["params"]["errors"].keys() == {"password"}
    assert not made.tournament.officials.filter(name="Ada Oak").exists()


def test_an_event_is_made_changed_and_copied() -> None:
    made = event(pairs=2, slug="amber")
    days = {"starts_on": "2026-12-01", "ends_on": "2026-12-02"}
    own = made.tournament.federation.code
    new = made.client().post(
        "/api/v1/events/", {"name": "Кубок залива", **days, "federation": own}, content_type="application/json"
    )
    assert (new.status_code, new.json()["slug"], new.json()["language"]) == (201, "kubok-zaliva", "en")
    seen = get(made, "").json()["stamp"]
    changed = send(made, "", {"name": "Amber Open", "venue": "Hall 2", **days, "seen": seen}, method="put").json()
    assert (changed["name"], changed["slug"], changed["venue"]) == ("Amber Open", "amber", "Hall 2")
    assert send(made, "", {"name": "Amber", **days, "seen": seen}, method="put").json()["code"] == "changed_meanwhile"
    assert "stamp" not in Client().get(EVENT).json()
    copy = send(made, "copy/", {"name": "Amber Again", **days, "entries": True}).json()
    assert (copy["slug"], copy["entries"]) == ("amber-again", 2)


def test_the_regulations_are_read_by_everybody_and_what_is_left_out_of_a_change_stays() -> None:
    made = event(slug="amber", rules={"target": 150})
    told = Client().get(f"{EVENT}regulations/").json()
    assert (told["rules"], told["planned_rounds"], "stamp" in told) == ({"target": 150}, 8, False)
    assert told["chapters"][0]["sentences"]
    seen = get(made, "regulations/").json()["stamp"]
    changed = send(made, "regulations/", {"system": "swiss", "seen": seen}, method="put").json()
    assert (changed["system"], changed["rules"], changed["planned_rounds"]) == ("swiss", {"target": 150}, 8)
    late = send(made, "regulations/", {"planned_rounds": 4, "seen": seen}, method="put")
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    bad = send(made, "regulations/", {"rules": {"target": -1}}, method="put")
    assert (bad.status_code, bad.json()["params"]["field"]) == (409, "target")
    seed = changed["seed"]
    assert send(made, "regulations/seed/", {"seen": seed + 1}).json()["code"] == "changed_meanwhile"
    assert send(made, "regulations/seed/", {"seen": seed}).json()["seed"] != seed


def test_a_player_and_a_club_are_corrected_in_the_register() -> None:
    made = event(pairs=1, slug="amber")
    player = made.entries()[0].members.all()[0].player
    assert player.club
    desk = made.client("desk")
    address = f"/api/v1/players/{player.key}/"
    told = desk.get(address).json()
    body = {"name": "Oak, Ada", "club": player.club.name, "country": "esp", "rating": 1480, "seen": told["stamp"]}
    changed = desk.put(address, body, content_type="application/json").json()
    assert (changed["name"], changed["country"], changed["licence"]) == ("Oak, Ada", "ESP", player.licence)
    assert desk.put(address, body, content_type="application/json").json()["code"] == "changed_meanwhile"
    wrong = desk.put(address, {"name": "Oak, Ada", "country": "1"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["params"]["errors"].keys()) == (409, {"country"})
    club = f"/api/v1/clubs/{player.club.pk}/"
    assert desk.put(club, {"name": "Coast 9"}, content_type="application/json").json()["name"] == "Coast 9"
    for who in ("stranger", "player", "referee"):
        assert made.client(who).get(address).status_code == 403
        assert made.client(who).put(club, {"name": "X"}, content_type="application/json").status_code == 403


def test_a_player_is_found_by_every_key_that_records_name_him_by() -> None:
    made = event(pairs=1, slug="amber")
    player, other = (member.player for member in made.entries()[0].members.all())
    OtherKey.objects.create(player=player, key="p-elsewhere", salt="5a")
    OtherKey.objects.create(player=player, key="p-abroad", salt="5b")
    desk = made.client("desk")
    for key in (player.key, "p-elsewhere"):
        assert desk.get(f"/api/v1/players/{key}/").json()["key"] == player.key
    assert desk.get(f"/api/v1/players/{other.key}/").json()["key"] == other.key
    assert desk.get("/api/v1/players/p-nobody/").status_code == 404
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
    assert desk.get("/api/v1/players/p-elsewhere/").status_code == 404


def test_the_audit_record_tells_who_did_what_in_parts() -> None:
    made = event(pairs=3, slug="amber")
    send(made, "entries/2/check-in/", who="desk")
    send(made, "categories/", {"name": "Women"})
    told = get(made, "audit/?limit=1").json()
    assert (told["count"], len(told["results"])) == (2, 1)
    assert (told["results"][0]["act"], told["results"][0]["words"]) == ("add_category", "category added")
    (one,) = get(made, "audit/?act=check_in").json()["results"]
    assert (one["actor"], one["subject"]) == (made.desk.name, str(made.entries()[1]))
    assert get(made, "audit/?act=nothing").status_code == 400


@pytest.mark.parametrize(("path", "queries"), [("audit/", 6), ("officials/", 6), ("rounds/1/", 8), ("end/", 9)])
@pytest.mark.parametrize("pairs", [4, 40])
def test_answers_for_the_desk_take_the_same_few_queries(
    path: str, queries: int, pairs: int, django_assert_max_num_queries: Any
) -> None:
    made = event(slug="amber")
    add_pairs(made.tournament, pairs)
    closed(made)
    desk = made.client()
    with django_assert_max_num_queries(queries):
        assert desk.get(EVENT + path).status_code == 200
