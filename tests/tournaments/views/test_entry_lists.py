"""Entry lists at the desk: brought, looked at, mended, taken once."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests import builders
from tests.builders import CASES, Event
from tests.tournaments.views.desk import entries as desk
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event()


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


def test_it_is_said_how_to_write_a_name_and_what_the_pair_will_be_called(event: Event) -> None:
    client = event.client()
    hint = "Surname first, as “Berg Anna” or “Berg, Anna”: the entry is named after it, Berg – Dahl."
    assert hint in client.get(desk(event, "import/")).content.decode()
    listed = (
        "Player 1;Licence 1;Player 2;Licence 2",
        "Anna Berg;S-1;Dahl, Boris;S-2",
        "Peña Ibáñez, José;S-3;Berg Eva;S-4",
        ";S-5;Ek, Ola;S-6",
    )
    page = bring(client, event, "\n".join(listed))
    assert "Name of the entry: Anna – Dahl" in page
    assert "Name of the entry: Peña Ibáñez – Berg" in page
    assert page.count("Name of the entry:") == 2  # not of a row that cannot be taken


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
    told = take(client, event, page)
    assert "2 pairs are entered." in told
    assert "5 rows stayed out: Line 3, Line 4, Line 5, Line 6, Line 9. Mend them and bring the list again" in told
    assert numbers(event) == [1, 6]


def test_rows_that_were_left_out_or_are_entered_already_are_not_said_to_stay_out(event: Event) -> None:
    client = event.client()
    list_ = case("pairs-6-excel-ru-cp1251.csv")
    assert "stayed out" not in take(client, event, bring(client, event, list_), out=[2])
    told = take(client, event, bring(client, event, list_))
    assert "1 pair is entered." in told
    assert "stayed out" not in told


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
    assert "1 row stayed out: Line 2. Mend it and bring the list again" in take(client, event, page)
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
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "This is no CSV file and no XLSX workbook."),
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


WEIRD = "Mannschaft;Pass;Partner;Pass;Verein\nA;L1;B;L2;Coast\nC;L3;D;L4;Coast\n"


def choose(client: Client, event: Event, *columns: str, headings: int = 0) -> str:
    sent = {"headings": str(headings), **{f"column-{n}": column for n, column in enumerate(columns)}}
    return client.post(desk(event, "import/columns/"), sent, follow=True).content.decode()


def test_columns_that_nobody_understands_are_chosen_by_hand_and_kept_through_the_preview(event: Event) -> None:
    client = event.client()
    page = bring(client, event, WEIRD)
    assert "What the columns are" in page
    assert "<li>Verein</li>" in page
    page = choose(client, event, "Player 1", "Licence 1", "Player 2", "Licence 2", "Club")
    assert "2 rows" in page
    assert "2 pairs are entered." in take(client, event, page)
    assert [str(entry.club) for entry in event.tournament.entries.all()] == ["Coast", "Coast"]


def test_a_list_without_headings_is_a_list_too(event: Event) -> None:
    client = event.client()
    page = bring(client, event, "A;L1;B;L2\nC;L3;D;L4\n")
    assert '<option value="-1" selected>' in page
    page = choose(client, event, "Player 1", "Licence 1", "Player 2", "Licence 2", headings=-1)
    assert "2 pairs are entered." in take(client, event, page)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (("Player 1", "Licence 1", "Player 2"), "Choose also which columns these are: Licence 2."),
        (("Player 1", "Player 1", "Player 2", "Licence 2"), "Two columns are “Player 1”. Choose it once."),
        (("Player 9",), "Select a valid choice."),
    ],
)
def test_a_choice_of_columns_that_cannot_be_is_told_and_kept(
    event: Event, columns: tuple[str, ...], sentence: str
) -> None:
    client = event.client()
    bring(client, event, WEIRD)
    page = choose(client, event, *columns)
    assert sentence in page
    assert numbers(event) == []
    if "Player 2" in columns:
        assert '<option value="Player 2" selected>' in page


def test_headings_understood_in_part_begin_the_choice(event: Event) -> None:
    page = bring(event.client(), event, "Player 1,Licence 1,Partner,Pass\nA,L1,B,L2\n")
    assert "What the columns are" in page
    assert page.count('<option value="Player 1" selected>') == 1
    assert page.count('<option value="Player 2" selected>') == 0


def test_columns_are_chosen_only_for_a_list_that_was_brought(event: Event) -> None:
    page = event.client().get(desk(event, "import/columns/"), follow=True).content.decode()
    assert "There is no list to look at." in page


def workbook(rows: list[list[object]]) -> bytes:
    book, kept = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(kept)
    return kept.getvalue()


def test_a_workbook_is_looked_at_with_its_rows_and_taken_once(event: Event) -> None:
    client = event.client()
    rows: list[list[object]] = [
        ["Игрок 1", "Билет 1", "Игрок 2", "Билет 2", "Категория", "Взнос", "Резерв"],
        ["Громов Илья", 1002.0, "Ветров Пётр", 1003, "Ветераны, Юниоры", "да", None],
        ["Зимина Вера", 1004, "Лугова Ольга", 1005, "ветераны", "кто знает", None],
    ]
    page = bring(client, event, workbook(rows), "pairs.xlsx")
    assert "sheet row 2" in page
    assert "New categories will be made: Ветераны, Юниоры." in page
    assert "Row 3 of the sheet, Fee paid:" in page
    assert "1 pair is entered." in take(client, event, page)
    entry = event.tournament.entries.get()
    assert [m.player.licence for m in entry.members.all()] == ["1002", "1003"]
    assert (entry.fee_paid_at is not None, entry.categories.count()) == (True, 2)
    assert "This pair is already entered: 1 Громов – Ветров." in bring(client, event, workbook(rows), "pairs.xlsx")


def test_a_workbook_that_is_none_is_told_at_the_field(event: Event) -> None:
    page = bring(event.client(), event, b"PK\x03\x04 and nothing", "pairs.xlsx")
    assert "This file cannot be opened as an XLSX workbook" in page
    assert 'type="file"' in page


def test_a_preview_of_two_thousand_rows_takes_as_many_queries_as_one_of_two(django_assert_num_queries: Any) -> None:
    event = builders.event()
    client = event.client()
    head = "Player 1,Licence 1,Player 2,Licence 2\n"
    for rows in (2, 2_000):
        bring(client, event, head + "".join(f"Oak{n},A{n},Elm{n},B{n}\n" for n in range(rows)))
        with django_assert_num_queries(8):
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
