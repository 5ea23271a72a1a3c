"""Entries at the desk beside the list: filters, reserves, fees, known players, substitutes, two organisers at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import builders
from tests.builders import Event
from tournaments.models import Entry, Game, Regulations, Round

pytestmark = pytest.mark.django_db

TYPED = {"name_1": "Oak, Ada", "licence_1": "cst-1", "rating_1": "1500", "name_2": "Elm, Ben", "licence_2": "CST-2"}


@pytest.fixture
def event() -> Event:
    return builders.event()


def desk(event: Event, page: str = "") -> str:
    return f"/desk/{event.tournament.slug}/entries/{page}"


def numbers(event: Event) -> list[int]:
    return list(event.tournament.entries.values_list("number", flat=True))


def shown(client: Client, event: Event, **asked: str) -> list[int]:
    return [entry.number for entry in client.get(desk(event), asked).context["entries"]]


def test_the_list_is_filtered_by_what_the_chips_say_and_searched_in_any_script() -> None:
    event = builders.event(pairs=6)
    client, now = event.client(), timezone.now()
    Entry.objects.filter(number=1).update(fee_paid_at=now, checked_in_at=now)
    Entry.objects.filter(number=2).update(reserve=True)
    Entry.objects.filter(number=3).update(withdrawn_at=now)
    client.post(desk(event, "4/categories/"), {"categories": "Women"})
    page = client.get(desk(event))
    assert {kind.code: kind.count for kind in page.context["kinds"]} == {
        "here": 1, "missing": 3, "paid": 1, "unpaid": 4, "reserve": 1, "withdrawn": 1, "in-women": 1,
    }  # fmt: skip
    assert (shown(client, event, only="here"), shown(client, event, only="unpaid")) == ([1], [2, 4, 5, 6])
    assert (shown(client, event, only="in-women"), shown(client, event, only="nonsense")) == ([4], [])
    assert (shown(client, event, q="gromov"), shown(client, event, q="elkin", only="reserve")) == ([1], [2])
    assert "Women <span" in page.content.decode()


def test_nobody_is_missing_where_check_in_has_not_begun(django_assert_num_queries: Any) -> None:
    event = builders.event(pairs=4)
    client = event.client()
    with CaptureQueriesContext(connection) as before:
        page = client.get(desk(event))
    queries = len(before)
    assert "Not here yet" not in page.content.decode()
    assert shown(client, event, only="missing") == []
    Entry.objects.filter(number__in=[3, 4]).update(checked_in_at=timezone.now())
    Entry.objects.filter(number=3).update(withdrawn_at=timezone.now())
    Entry.objects.filter(number=4).update(reserve=True)
    assert "Not here yet" not in client.get(desk(event)).content.decode()
    Entry.objects.filter(number=1).update(checked_in_at=timezone.now())
    with django_assert_num_queries(queries):
        page = client.get(desk(event))
    assert "Not here yet" in page.content.decode()
    assert shown(client, event, only="missing") == [2]


def test_a_reserve_is_taken_in_and_a_fee_paid_with_one_button() -> None:
    event = builders.event(pairs=2)
    Entry.objects.filter(number=2).update(reserve=True)
    client = event.client("desk")
    assert "Take 2 in" in client.get(desk(event)).content.decode()
    page = client.post(desk(event, "2/take-in/"), follow=True).content.decode()
    assert "takes part from round 1 on." in page
    assert "Take 2 in" not in page
    page = client.post(desk(event, "1/fee/"), {"paid": "yes"}, follow=True).content.decode()
    assert "1 Громов – Ветров has paid the fee." in page
    acts = re.findall(r'<button [^>]*name="paid" value="(\w+)">([^<]+)<', page)
    assert acts[0] == ("no", "Take back that the fee is paid")
    assert set(acts[1:]) == {("yes", "Note that the fee is paid")}
    client.post(desk(event, "1/fee/"), {"paid": "no"})
    assert event.tournament.entries.get(number=1).fee_paid_at is None


def test_fee_reserve_and_categories_are_typed_by_hand(event: Event) -> None:
    client = event.client()
    client.post(desk(event, "new/"), {**TYPED, "fee_paid": "on", "reserve": "on", "categories": "Women, Juniors"})
    entry = event.tournament.entries.get()
    assert (entry.fee_paid_at is not None, entry.reserve) == (True, True)
    assert [category.name for category in entry.categories.all()] == ["Juniors", "Women"]
    page = client.get(desk(event, "1/")).content.decode()
    assert 'value="Juniors, Women"' in page
    assert "In this event: Juniors, Women." in page


def test_late_entries_are_announced_and_refused_in_a_sentence_once_they_are_closed() -> None:
    event = builders.event(pairs=4)
    Regulations.objects.filter(tournament=event.tournament).update(system="swiss", entries_close=2)
    builders.add_round(event.tournament, 1)
    client = event.client()
    assert "This pair will play from round 2 on." in client.get(desk(event, "new/")).content.decode()
    assert "plays from round 2 on" in client.get(desk(event)).content.decode()
    client.post(desk(event, "new/"), TYPED)
    assert event.tournament.entries.get(number=5).from_round == 2
    builders.add_round(event.tournament, 2)
    assert "Entries closed when round 2 was published." in client.get(desk(event)).content.decode()
    response = client.post(desk(event, "new/"), {**TYPED, "licence_1": "X", "licence_2": "Y"})
    assert "Entries closed when round 2 was published." in response.content.decode()
    assert 'value="Oak, Ada"' in response.content.decode()


def test_a_known_player_is_offered_while_a_name_is_typed_and_fills_the_fields(event: Event) -> None:
    known = builders.player("Громов Илья", "RUS-1", federation=event.tournament.federation, rating=1500, country="RUS")
    builders.player("Gromova, Ada", "SWE-1", federation=builders.federation("SWE"))
    client = event.client()
    for words in ("gromov", "ГРОМ", "rus-1"):
        page = client.get(desk(event, "players/2/"), {"name_2": words}).content.decode()
        assert f'name="choose_2" value="{known.pk}"' in page
        assert "SWE-1" not in page
    assert "Nobody of this name" in client.get(desk(event, "players/1/"), {"name_1": "zzz"}).content.decode()
    assert client.get(desk(event, "players/1/"), {"name_1": "a\0b"}).status_code == 200
    page = client.post(desk(event, "new/"), {"name_1": "Elm", "name_2": "grom", "choose_2": known.pk}).content.decode()
    for filled in ("Elm", "Громов Илья", "RUS-1", "1500", "RUS"):
        assert f'value="{filled}"' in page
    assert "This field is required" not in page
    assert numbers(event) == []


def test_known_players_are_looked_for_without_a_script_and_one_who_plays_already_is_marked() -> None:
    event = builders.event(pairs=1)
    page = event.client().post(desk(event, "new/"), {"look": "1", "name_1": "gromov", "name_2": "zzz"}).content.decode()
    assert "plays already in 1 Громов – Ветров" in page
    assert "Nobody of this name is known here." in page
    assert 'value="gromov"' in page


@pytest.mark.parametrize("chosen", ["0", "9" * 17, "x", "-1"])
def test_a_player_that_is_not_there_is_not_chosen(event: Event, chosen: str) -> None:
    assert event.client().post(desk(event, "new/"), {**TYPED, "name_1": "", "choose_1": chosen}).status_code == 200


def test_who_changed_an_entry_meanwhile_is_named_and_what_was_typed_stays() -> None:
    event = builders.event(pairs=2)
    one, other = event.client("organiser"), event.client("desk")
    stamp = one.get(desk(event, "1/")).context["form"].initial["stamp"]
    sent = {"number": "1", "name_1": "Громов Илья", "licence_1": "RUS-1002", "name_2": "Ветров Пётр",
            "licence_2": "RUS-1003", "stamp": stamp}  # fmt: skip
    assert other.post(desk(event, "1/"), {**sent, "club": "Coast"}).status_code == 302
    page = one.post(desk(event, "1/"), {**sent, "club": "Harbour"})
    assert "was changed meanwhile by Kerem Demir at " in page.content.decode()
    assert 'value="Harbour"' in page.content.decode()
    assert "· Coast" in page.content.decode()
    fresh = page.context["form"]["stamp"].value()
    assert fresh != stamp
    assert one.post(desk(event, "1/"), {**sent, "club": "Harbour", "stamp": fresh}).status_code == 302
    assert str(event.entries()[0].club) == "Harbour"


def test_names_and_categories_that_were_changed_meanwhile_are_told_too() -> None:
    event = builders.event(pairs=1)
    client = event.client()
    old = {"stamp": "0" * 16}
    page = client.post(desk(event, "1/names/"), {"name_1": "A", "name_2": "B", **old}).content.decode()
    assert "was changed meanwhile" in page
    assert 'value="A"' in page
    page = client.post(desk(event, "1/categories/"), {"categories": "Women", **old}).content.decode()
    assert "was changed meanwhile" in page
    assert 'value="Women"' in page


def test_a_player_is_replaced_at_the_desk() -> None:
    event = builders.event(pairs=2)
    client = event.client("desk")
    page = client.get(desk(event, "1/substitute/")).content.decode()
    assert "Ветров Пётр RUS-1003" in page
    sent = {"leaves": "2", "name_1": "Elm, Ben", "licence_1": "swe-1", "reason": "ill"}
    page = client.post(desk(event, "1/substitute/"), {**sent, "reason": ""}).content.decode()
    assert "This field is required." in page
    taken = client.post(desk(event, "1/substitute/"), {**sent, "licence_1": "RUS-1004", "name_1": "Ёлкин Семён"})
    assert "already plays in entry 2" in " ".join(taken.context["form"].errors["name_1"])
    page = client.post(desk(event, "1/substitute/"), sent, follow=True).content.decode()
    assert "1 Громов – Elm: Elm, Ben plays from the next round on." in page
    assert event.client("chief_referee").get(desk(event, "1/substitute/")).status_code == 403


def test_a_player_of_a_round_in_play_is_not_replaced_at_the_desk() -> None:
    event = builders.event(pairs=2)
    builders.add_round(event.tournament, 1)
    sent = {"leaves": "2", "name_1": "Elm, Ben", "licence_1": "", "reason": "ill"}
    page = event.client().post(desk(event, "1/substitute/"), sent).content.decode()
    assert "sits at table 1 of round 1, which is not closed." in page
    assert 'value="Elm, Ben"' in page


WHAT_BECOMES = {
    "waiting": "this game stays drawn, and the round waits for its result.",
    "running": "this game goes on, and its result counts.",
    "finished": "this game is over and counts as it ended.",
    "signing": "this game is over and counts as it ended.",
}


@pytest.mark.parametrize("state", WHAT_BECOMES)
def test_who_withdraws_from_a_game_is_asked_first_and_told_what_becomes_of_it(state: str) -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, state=Round.State.RUNNING)
    Game.objects.filter(table=2).update(state=state)
    seated = Game.objects.get(table=2).seats.first()
    assert seated
    client, number = event.client("desk"), seated.entry.number
    asked = client.post(desk(event, f"{number}/withdraw/"), {"reason": "missed the train"}).content.decode()
    assert Entry.objects.get(number=number).withdrawn_at is None
    assert f'href="/desk/{event.tournament.slug}/games/{seated.game_id}/">Round 1, table 2</a>' in asked
    assert WHAT_BECOMES[state][1:] in asked
    sent = {"reason": "missed the train", "entry": str(seated.entry_id), "confirm": "1"}
    for name in ("reason", "entry"):
        assert f'name="{name}" value="{sent[name]}"' in asked
    page = client.post(desk(event, f"{number}/withdraw/"), sent, follow=True)
    told = [str(message) for message in page.context["messages"]]
    assert told[0].endswith("is withdrawn and will not be drawn again.")
    assert [one.startswith(f"Round 1, table 2: {WHAT_BECOMES[state]}") for one in told[1:]] == [True]
    assert event.tournament.audit.get(act="withdraw_entry").reason == "missed the train"


def test_who_has_no_game_under_way_withdraws_at_once() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, state=Round.State.RUNNING)
    Game.objects.update(state=Game.State.ACCEPTED)
    page = event.client("desk").post(desk(event, "1/withdraw/"), follow=True)
    assert [str(m) for m in page.context["messages"]] == ["1 Громов – Ветров is withdrawn and will not be drawn again."]


def test_who_withdraws_from_a_draw_is_told_that_it_is_drawn_again() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, 1, state=Round.State.DRAWN)
    page = event.client("desk").post(desk(event, "1/withdraw/"), follow=True)
    assert [str(m) for m in page.context["messages"]] == [
        "1 Громов – Ветров is withdrawn and will not be drawn again.",
        "Round 1 is drawn with 1 Громов – Ветров. Undo its draw and draw it again; what is printed of it does not hold "
        "any more.",
    ]


def test_who_withdraws_from_a_game_reads_before_which_rounds_are_drawn_too() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, 1, state=Round.State.RUNNING)
    builders.add_round(event.tournament, 2, state=Round.State.DRAWN)
    builders.add_round(event.tournament, 3, state=Round.State.DRAWN)
    asked = event.client("desk").post(desk(event, "1/withdraw/")).content.decode()
    assert "Rounds 2, 3 are drawn with 1 Громов – Ветров. Undo their draws, the last one first" in asked


def test_who_is_withdrawn_is_not_here() -> None:
    event = builders.event(pairs=2)
    Entry.objects.update(checked_in_at=timezone.now())
    Entry.objects.filter(number=1).update(withdrawn_at=timezone.now())
    first, second = event.client().get(desk(event)).content.decode().split('id="entry-1"')[1].split('id="entry-2"')
    assert "<span>here</span>" not in first
    assert "<span>here</span>" in second


def test_who_is_withdrawn_already_is_told_so_and_not_asked() -> None:
    event = builders.event(pairs=2)
    builders.add_round(event.tournament, state=Round.State.RUNNING)
    Entry.objects.filter(number=1).update(withdrawn_at=timezone.now())
    page = event.client("desk").post(desk(event, "1/withdraw/"), follow=True)
    assert [str(message) for message in page.context["messages"]] == ["1 Громов – Ветров is withdrawn already."]


def test_an_entry_is_withdrawn_with_its_reason() -> None:
    event = builders.event(pairs=1)
    event.client().post(desk(event, "1/withdraw/"), {"reason": "missed the train"})
    assert event.tournament.audit.get(act="withdraw_entry").reason == "missed the train"
