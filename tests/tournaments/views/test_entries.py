"""The entries at the desk: searched, typed by hand, brought as a list."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import builders
from tests.builders import CASES, Event
from tournaments.models import Player, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event()


def desk(event: Event, page: str = "") -> str:
    return f"/desk/{event.tournament.slug}/entries/{page}"


def bring(client: Client, event: Event, content: bytes | str, name: str = "pairs.csv") -> str:
    """Upload a file and give back the page that follows."""
    content = content.encode() if isinstance(content, str) else content
    sent = {"file": SimpleUploadedFile(name, content)}
    return client.post(desk(event, "import/"), sent, follow=True).content.decode()


def case(name: str) -> bytes:
    return (CASES / "entries" / name).read_bytes()


def digest(page: str) -> str:
    return page.split('name="list" value="')[1].split('"')[0]


def take(client: Client, event: Event, page: str, **chosen: list[int]) -> str:
    sent = {"list": digest(page), **chosen}
    return client.post(desk(event, "import/preview/"), sent, follow=True).content.decode()


def numbers(event: Event) -> list[int]:
    return list(event.tournament.entries.values_list("number", flat=True))


def test_a_list_of_24_pairs_is_looked_at_and_taken(event: Event) -> None:
    client = event.client()
    page = bring(client, event, case("pairs-24-utf8.csv"))
    assert "24 rows" in page
    assert "Раҳимов Ҷамшед" in page
    assert numbers(event) == []
    assert "24 pairs are entered." in take(client, event, page)
    assert numbers(event) == list(range(1, 25))


def test_a_bad_list_shows_every_fault_and_takes_the_good_rows(event: Event) -> None:
    client = event.client()
    page = bring(client, event, case("pairs-8-bad.csv"))
    assert "8 rows" in page
    assert "6 faults" in page
    for told in ("Player 2 has no name.", "already that of Громов Илья in row 1, line 2", "The line ends too early."):
        assert told in page
    faults = client.get(desk(event, "import/preview/?show=faults")).content.decode()
    assert "Ёлкин Семён" in faults
    assert "Громов Илья</span>" not in faults
    assert "2 pairs are entered." in take(client, event, page)
    assert numbers(event) == [1, 6]


def test_a_row_with_a_fault_is_not_taken_even_when_somebody_insists(event: Event) -> None:
    client = event.client()
    page = bring(client, event, case("pairs-8-bad.csv"))
    take(client, event, page, take=[3, 4, 5])
    assert numbers(event) == [1, 6]


def test_good_rows_can_be_left_out(event: Event) -> None:
    client = event.client()
    page = bring(client, event, case("pairs-6-excel-ru-cp1251.csv"))
    take(client, event, page, out=[2, 7])
    assert numbers(event) == [2, 3, 4, 5]


def test_the_mended_list_brought_again_enters_nobody_twice(event: Event) -> None:
    client = event.client()
    take(client, event, bring(client, event, case("pairs-8-bad.csv")))
    page = bring(client, event, case("pairs-24-utf8.csv"))
    assert page.count("This pair is already entered: 1 Громов – Ветров.") == 1
    assert "22 pairs are entered." in take(client, event, page)
    assert len(numbers(event)) == 24


def test_a_known_licence_under_another_name_is_taken_only_when_the_organiser_says_so(event: Event) -> None:
    builders.player("Gromov, Ilya", "RUS-1002", federation=event.tournament.federation)
    client = event.client()
    page = bring(client, event, case("pairs-6-excel-ru-cp1251.csv"))
    assert "is known as that of Gromov, Ilya; here it stands with Громов Илья." in page
    take(client, event, page)
    assert numbers(event) == [2, 3, 4, 5, 6]
    page = bring(client, event, case("pairs-6-excel-ru-cp1251.csv"))
    take(client, event, page, take=[2])
    assert event.tournament.entries.get(number=1).name == "Gromov – Ветров"
    assert Player.objects.filter(licence="RUS-1002").count() == 1


def test_nothing_is_taken_from_a_list_that_was_replaced_meanwhile(event: Event) -> None:
    client = event.client()
    first = bring(client, event, case("pairs-8-bad.csv"))
    bring(client, event, case("pairs-24-utf8.csv"))
    assert "Another list was brought meanwhile." in take(client, event, first)
    assert numbers(event) == []


def test_a_list_is_taken_once(event: Event) -> None:
    client = event.client()
    page = bring(client, event, case("pairs-24-utf8.csv"))
    take(client, event, page)
    assert "There is no list to look at." in take(client, event, page)
    assert len(numbers(event)) == 24


def test_a_list_without_a_good_row_takes_nothing(event: Event) -> None:
    client = event.client()
    page = bring(client, event, "Player 1,Licence 1,Player 2,Licence 2\nA,L1,,\n")
    assert "No row is left to take." in take(client, event, page)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "This is no CSV file."),
        (b"name;town\n1;2\n", "No headings were found."),
        (b"a,b\n" * 260_000, "The file is larger than 1 MB."),
    ],
)
def test_a_file_that_is_no_list_is_told_at_the_field(event: Event, content: bytes, sentence: str) -> None:
    page = bring(event.client(), event, content)
    assert sentence in page
    assert 'type="file"' in page


def test_a_file_of_20_megabytes_is_refused_in_a_sentence(event: Event) -> None:
    response = event.client().post(desk(event, "import/"), {"file": SimpleUploadedFile("big.csv", b"x" * 20_000_000)})
    assert response.status_code == 413
    assert "too large" in response.content.decode()


def test_the_form_without_a_file_asks_for_it(event: Event) -> None:
    assert "This field is required." in event.client().post(desk(event, "import/")).content.decode()


def test_html_in_a_list_is_shown_as_it_was_written(event: Event) -> None:
    client = event.client()
    page = bring(client, event, "Player 1,Licence 1,Player 2,Licence 2\n<script>alert(1)</script>,L1,<b>B</b>,L2\n")
    assert "<script>alert(1)</script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    listed = take(client, event, page)
    assert "<b>B</b>" not in listed
    assert "&lt;b&gt;B&lt;/b&gt;" in listed


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


def test_a_list_of_200_takes_as_many_queries_as_a_list_of_two(django_assert_num_queries: object) -> None:
    small, large = builders.event(pairs=2), builders.event(pairs=200)
    for event in (small, large):
        client = event.client()
        client.get(desk(event))
        with django_assert_num_queries(10):  # type: ignore[operator]
            page = client.get(desk(event)).content.decode()
    assert "200 pairs" in page
    assert page.count("<tr id=") == 200


def test_a_preview_of_two_thousand_rows_takes_as_many_queries_as_one_of_two(django_assert_num_queries: object) -> None:
    event = builders.event()
    client = event.client()
    head = "Player 1,Licence 1,Player 2,Licence 2\n"
    for rows in (2, 2_000):
        bring(client, event, head + "".join(f"Oak{n},A{n},Elm{n},B{n}\n" for n in range(rows)))
        with django_assert_num_queries(9):  # type: ignore[operator]
            page = client.get(desk(event, "import/preview/")).content.decode()
    assert "2000 rows" in page


def test_a_list_of_two_thousand_rows_is_taken_with_most_of_them_left_out_and_shown(event: Event) -> None:
    client = event.client("organiser")
    rows = "".join(f"P{n},LA{n},Q{n},LB{n}\n" for n in range(1, 2001))
    page = bring(client, event, "Player 1,Licence 1,Player 2,Licence 2\n" + rows)
    there = event.tournament.entries.count()
    page = take(client, event, page, out=list(range(2, 1202)))
    assert event.tournament.entries.count() == there + 800
    assert page.count("<tr id=") == there + 800


def test_a_character_that_no_database_holds_finds_nothing_and_breaks_nothing() -> None:
    event = builders.event(pairs=2)
    client = event.client("desk")
    assert client.get(desk(event), {"q": "a\0b"}).status_code == 200
    client.post(desk(event, "1/withdraw/"), {"reason": "ill\0ness"})
    assert event.tournament.audit.get(act="withdraw_entry").reason == "ill ness"


def test_a_document_with_a_number_that_no_database_holds_is_not_there(event: Event) -> None:
    address = f"/desk/{event.tournament.slug}/documents/{'9' * 26}/"
    assert event.client("organiser").get(address).status_code == 404
