"""The entries at the desk: searched, typed by hand, changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests import builders
from tests.builders import Event
from tests.tournaments.views.desk import entries as desk
from tournaments.models import Player, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event()


def numbers(event: Event) -> list[int]:
    return list(event.tournament.entries.values_list("number", flat=True))


TYPED = {"name_1": "Oak, Ada", "licence_1": "cst-1", "rating_1": "1500", "name_2": "Elm, Ben", "licence_2": "CST-2"}


def test_a_pair_is_typed_by_hand(event: Event) -> None:
    client = event.client("desk")
    assert client.post(desk(event, "new/"), {**TYPED, "club": "Coast", "country": "swe"})["Location"] == desk(event)
    entry = event.tournament.entries.get()
    assert (entry.number, entry.name, str(entry.club), entry.country) == (1, "Oak – Elm", "Coast", "SWE")
    assert list(Player.objects.values_list("licence", "rating")) == [("CST-2", None), ("CST-1", 1500)]
    again = {**TYPED, "licence_1": "C3", "licence_2": "C4", "another": "1"}
    assert client.post(desk(event, "new/"), again)["Location"] == desk(event, "new/")


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name_2": ""}, "name_2", "This field is required."),
        ({"licence_2": "cst-1"}, "licence_1", "have the same licence CST-1."),
        ({"name_2": "Oak, Ada", "licence_2": "CST-1"}, "name_2", "Oak, Ada is paired with himself or herself."),
        ({"rating_1": "strong"}, "rating_1", "The rating “strong” is no number"),
        ({"number": "minus one"}, "number", "is no entry number."),
        ({"country": "Sweden"}, "country", "is no code of a country."),
        ({"name_1": "O" * 121}, "name_1", "at most 120 characters"),
        ({"name_1": "Ada\u202e"}, "name_1", "cannot be seen or printed (U+202E)"),
    ],
)
def test_a_bad_pair_is_told_at_its_field_and_what_was_typed_stays(
    event: Event, change: dict[str, str], field: str, sentence: str
) -> None:
    response = event.client().post(desk(event, "new/"), {**TYPED, "club": "Coast", **change})
    assert response.status_code == 200
    assert sentence in " ".join(response.context["form"].errors[field])
    assert 'value="Coast"' in response.content.decode()
    assert numbers(event) == []


def test_the_question_of_a_known_licence_is_answered_in_the_form(event: Event) -> None:
    builders.player("Oak, Adam", "CST-1", federation=event.tournament.federation)
    client = event.client()
    response = client.post(desk(event, "new/"), TYPED)
    assert "is known as that of Oak, Adam; here it stands with Oak, Ada." in response.content.decode()
    assert 'type="checkbox" name="keep_known"' in response.content.decode()
    client.post(desk(event, "new/"), {**TYPED, "keep_known": "on"})
    assert event.tournament.entries.get().members.get(place=1).player.name == "Oak, Adam"


def test_an_entry_is_changed_at_the_desk() -> None:
    event = builders.event(pairs=2)
    client = event.client()
    page = client.get(desk(event, "2/")).content.decode()
    assert 'value="Ёлкин Семён"' in page
    sent = {
        "number": "5", "name_1": "Ёлкина Софья", "licence_1": "RUS-1004", "name_2": "Щукин Артём",
        "licence_2": "RUS-1005",
    }  # fmt: skip
    assert client.post(desk(event, "2/"), sent)["Location"] == desk(event)
    assert event.tournament.entries.get(number=5).name == "Ёлкина – Щукин"
    assert client.get(desk(event, "2/")).status_code == 404


def test_entries_are_withdrawn_returned_and_deleted_at_the_desk() -> None:
    event = builders.event(pairs=2)
    client = event.client()
    assert "1 Громов – Ветров is withdrawn" in client.post(desk(event, "1/withdraw/"), follow=True).content.decode()
    assert "takes part again" in client.post(desk(event, "1/return/"), follow=True).content.decode()
    assert "1 Громов – Ветров is deleted." in client.post(desk(event, "1/delete/"), follow=True).content.decode()
    assert numbers(event) == [2]


@pytest.mark.parametrize("act", ["", "names/", "categories/", "substitute/", "fee/", "withdraw/", "delete/"])
def test_what_is_sent_to_an_entry_that_was_deleted_meanwhile_ends_in_the_list(act: str) -> None:
    event = builders.event(pairs=2)
    client = event.client()
    client.post(desk(event, "1/delete/"))
    response = client.post(desk(event, f"1/{act}"), {}, follow=True)
    assert "This entry was deleted a moment ago" in response.content.decode()
    assert response.redirect_chain == [(desk(event), 302)]
    assert client.get(desk(event, "1/names/")).status_code == 404


def test_an_old_button_does_not_delete_who_got_the_number_since() -> None:
    event = builders.event(pairs=2)
    client = event.client()
    button = {"entry": str(event.entries()[0].pk)}
    assert f'name="entry" value="{button["entry"]}"' in client.get(desk(event, "1/")).content.decode()
    client.post(desk(event, "1/delete/"), button)
    client.post(desk(event, "new/"), {**TYPED, "number": "1"})
    response = client.post(desk(event, "1/delete/"), button, follow=True)
    assert "has another number now. Nothing was changed." in response.content.decode()
    assert numbers(event) == [1, 2]


def test_after_the_draw_the_list_says_why_nothing_can_be_added() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, state=Round.State.DRAWN)
    client = event.client()
    page = client.get(desk(event)).content.decode()
    assert "Round 1 is drawn with these entries" in page
    assert "Bring an entry list" not in page
    response = client.post(desk(event, "1/delete/"), follow=True)
    assert "has been seated in a round, so it cannot be deleted." in response.content.decode()
    response = client.post(desk(event, "new/"), TYPED)
    assert "Round 1 is drawn with these entries. Undo its draw first" in response.content.decode()


def test_after_the_draw_names_are_corrected_on_a_page_of_their_own() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament)
    client = event.client("desk")
    assert desk(event, "1/names/") in client.get(desk(event)).content.decode()
    assert client.get(desk(event, "1/"))["Location"] == desk(event, "1/names/")
    page = client.get(desk(event, "1/names/")).content.decode()
    assert 'value="Громов Илья"' in page
    assert "RUS-1002" in page
    sent = {"name_1": "<i>Громова</i> Илона", "name_2": "Ветров Пётр"}
    page = client.post(desk(event, "1/names/"), sent, follow=True).content.decode()
    assert "1 &lt;i&gt;Громова&lt;/i&gt; – Ветров: the names stand as you wrote them." in page
    assert Player.objects.get(licence="RUS-1002").name == "<i>Громова</i> Илона"
    assert "This field is required." in client.post(desk(event, "1/names/"), {"name_2": "x"}).content.decode()
    assert event.client("chief_referee").get(desk(event, "1/names/")).status_code == 403


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("7", [7]),
        ("17", [17]),
        ("громов", [1]),
        ("ГРОМОВ илья", [1]),
        ("peña", [7, 8, 9, 24]),
        ("rus-1004", [2]),
        ("RUS-100", [1, 2, 3, 4]),
        ("сокол", [2, 5]),
        ("ใจดี", [18]),
        ("zzz", []),
        ("%", []),
        ("' OR 1=1", []),
    ],
)
def test_entries_are_found_by_number_name_licence_and_club(words: str, found: list[int]) -> None:
    event = builders.event(pairs=24)
    response = event.client().get(desk(event), {"q": words})
    assert [entry.number for entry in response.context["entries"]] == found


def test_each_form_that_takes_a_name_says_that_the_surname_stands_first(event: Event) -> None:
    builders.add_pairs(event.tournament, 2)
    hint = "Surname first, as “Berg Anna” or “Berg, Anna”: the entry is named after it, Berg – Dahl."
    for path in ("new/", "1/", "1/names/", "1/substitute/"):
        assert hint in event.client().get(desk(event, path)).content.decode(), path


def test_a_list_of_200_takes_as_many_queries_as_a_list_of_two(django_assert_num_queries: Any) -> None:
    small, large = builders.event(pairs=2), builders.event(pairs=200)
    for event in (small, large):
        client = event.client()
        client.get(desk(event))
        with django_assert_num_queries(9):
            page = client.get(desk(event)).content.decode()
    assert "200 pairs" in page
    assert page.count("<tr id=") == 200


def test_a_character_that_no_database_holds_finds_nothing_and_breaks_nothing() -> None:
    event = builders.event(pairs=2)
    client = event.client("desk")
    assert client.get(desk(event), {"q": "a\0b"}).status_code == 200
    client.post(desk(event, "1/withdraw/"), {"reason": "ill\0ness"})
    assert event.tournament.audit.get(act="withdraw_entry").reason == "ill ness"


def test_a_document_with_a_number_that_no_database_holds_is_not_there(event: Event) -> None:
    address = f"/desk/{event.tournament.slug}/documents/{'9' * 26}/"
    assert event.client("organiser").get(address).status_code == 404
