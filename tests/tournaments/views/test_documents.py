"""Documents at the desk: asked for, followed, opened, tried again."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import JSONField, Value

from tests.builders import Event, event
from tests.tournaments.playing import closed, drawn, published
from tests.tournaments.views.desk import address, press, shown, words
from tournaments.acts import documents
from tournaments.models import Category, Document, Regulations
from tournaments.reads.documents import document_lines

pytestmark = pytest.mark.django_db


def test_a_document_is_asked_for_followed_and_opened() -> None:
    four = event(pairs=4)
    published(four)
    said = words(press(four, "documents/", kind="score_sheets", round=1, language="ru"))
    assert "Score sheets of round 1: asked for." in said
    document = Document.objects.get()
    assert (document.language, document.params["round"]) == ("ru", 1)
    waiting = four.client().get(address(four, "documents/list/")).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    documents.make_document(document.pk)
    ready = four.client().get(address(four, "documents/list/")).content.decode()
    assert "hx-get" not in ready
    file = four.client().get(address(four, f"documents/{document.pk}/"))
    assert file["Content-Type"] == "application/pdf"
    assert file.content.startswith(b"%PDF")
    assert ".pdf" in file["Content-Disposition"]


def test_pairings_and_standings_are_made_too() -> None:
    four = event(pairs=4)
    closed(four)
    for kind in ("pairings", "standings", "cross_table", "results"):
        press(four, "documents/", kind=kind, round=1, language="en")
    for document in Document.objects.all():
        documents.make_document(document.pk)
    assert list(Document.objects.values_list("state", flat=True)) == ["done"] * 4


def with_women(pairs: int = 4) -> Event:
    made = event(pairs=pairs)
    women = Category.objects.create(tournament=made.tournament, code="women", name="Women")
    women.entries.add(*made.tournament.entries.filter(number__in=[2, 4]))
    closed(made)
    return made


@pytest.mark.parametrize("kind", ["standings", "cross_table"])
def test_one_category_is_printed_by_itself(kind: str) -> None:
    four = with_women()
    press(four, "documents/", kind=kind, round=1, category="women", language="en")
    document = Document.objects.get()
    assert document.params == {"round": 1, "category": "women"}
    assert document.title.endswith("after round 1: Women")
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.title[-5:]) == ("done", "Women")


def test_a_category_of_what_does_not_rank_is_refused_with_what_to_choose() -> None:
    four = with_women()
    said = words(press(four, "documents/", kind="results", round=1, category="women", language="en"))
    assert "“Results of a round” has no categories. Choose all entries, or the standings." in said
    said = words(press(four, "documents/", kind="standings", round=1, category="juniors", language="en"))
    assert "This event has no such category. Choose one from the list." in said
    assert not Document.objects.exists()


def test_only_a_round_robin_offers_everybody_against_everybody() -> None:
    four = event(pairs=4)
    closed(four)
    assert "Everybody against everybody" in shown(four, "documents/")
    Regulations.objects.update(system="swiss")
    assert "Everybody against everybody" not in shown(four, "documents/")
    said = words(press(four, "documents/", kind="cross_table", round=1, language="en"))
    assert "This event has no such document. Choose one from the list." in said
    assert not Document.objects.exists()


def test_an_event_without_categories_asks_for_none() -> None:
    four = event(pairs=4)
    closed(four)
    assert "All entries" not in shown(four, "documents/")
    women = with_women()
    assert "All entries" in shown(women, "documents/")
    assert "and the table of everybody against everybody, can show one alone." in shown(women, "documents/")
    Regulations.objects.update(system="swiss")
    said = shown(women, "documents/")
    assert "Standings can show one alone." in said
    assert "everybody against everybody" not in said


def test_a_failure_is_told_and_can_be_tried_again() -> None:
    four = event(pairs=4)
    published(four)
    press(four, "documents/", kind="score_sheets", round=1, language="en")
    Document.objects.update(state=Document.State.FAILED, error="There is no paper.")
    said = shown(four, "documents/")
    assert "There is no paper." in said
    assert "Try again" in said
    press(four, f"documents/{Document.objects.get().pk}/again/")
    assert Document.objects.get().state == Document.State.ASKED
    assert "so there is nothing to try again" in words(press(four, f"documents/{Document.objects.get().pk}/again/"))


def test_characters_that_could_not_be_printed_are_told() -> None:
    four = event(pairs=4)
    drawn(four)
    press(four, "documents/", kind="pairings", round=1, language="en")
    Document.objects.update(state=Document.State.DONE, missing_glyphs=["<b>ꦄꦤꦏ</b>"])
    page = four.client().get(address(four, "documents/")).content.decode()
    assert "The typefaces of the sheets do not have every character." in page
    assert "&lt;b&gt;ꦄꦤꦏ&lt;/b&gt;" in page


def test_why_a_name_is_printed_otherwise_is_told_in_the_language_of_the_reader() -> None:
    four = event(pairs=4)
    drawn(four)
    press(four, "documents/", kind="pairings", round=1, language="en")
    kept = [{"name": "李小龙", "why": "boxes", "characters": "李 (U+674E)"}, "小: as older programs kept it"]
    Document.objects.update(state=Document.State.DONE, missing_glyphs=kept)
    page = four.client().get(address(four, "documents/"), headers={"accept-language": "ru"}).content.decode()
    assert "李小龙: напечатано с рамками вместо знаков 李 (U+674E); 小: as older programs kept it" in page
    told = four.client().get(f"/api/v1/events/{four.tournament.slug}/documents/").json()["results"][0]
    assert told["missing_glyphs"][0] == "李小龙: printed with boxes in place of 李 (U+674E)"
    alone = four.client().get(f"/api/v1/events/{four.tournament.slug}/documents/{told['id']}/").json()
    assert alone["missing_glyphs"] == told["missing_glyphs"]


RUSSIAN = {"accept-language": "ru"}


def told_in_russian(event_: Event, path: str = "documents/") -> str:
    response = event_.client().get(address(event_, path), headers=RUSSIAN)
    assert response.status_code == 200
    return words(response)


def test_a_title_is_told_in_the_language_of_the_reader_wherever_it_stands() -> None:
    four = with_women()
    for kind, category in (("score_sheets", ""), ("standings", "women")):
        press(four, "documents/", kind=kind, round=1, category=category, language="en")
    for document in Document.objects.filter(kind="standings"):
        documents.make_document(document.pk)
    for path in ("documents/", "documents/list/", "", "audit/"):
        said = told_in_russian(four, path)
        assert "Бланки партий, тур 1" in said, path
        assert "Положение после 1-го тура: Women" in said, path
        assert "Score sheets of round 1" not in said, path
        assert "Score sheets of round 1" in shown(four, path), path
    # Once among the last documents, and once more where the search finds it by what the reader reads.
    assert told_in_russian(four, "?q=бланки").count("Бланки партий, тур 1") == 2
    assert told_in_russian(four, "?q=sheets").count("Бланки партий, тур 1") == 1


def test_the_api_tells_titles_and_failures_in_the_language_that_is_asked_for() -> None:
    four = event(pairs=4)
    drawn(four)
    wanted = {"kind": "pairings", "round": 1, "language": "en"}
    doors, client = f"/api/v1/events/{four.tournament.slug}/documents/", four.client()
    asked = client.post(doors, wanted, content_type="application/json", headers=RUSSIAN).json()
    assert asked["title"] == "Пары тура 1"
    Document.objects.update(state=Document.State.FAILED, kind="results")
    Document.objects.update(error="no_result")
    for path in (doors, f"{doors}{asked['id']}/"):
        russian, english = client.get(path, headers=RUSSIAN).json(), client.get(path).json()
        russian, english = (told.get("results", [told])[0] for told in (russian, english))
        assert (russian["title"], english["title"]) == ("Результаты 1-го тура", "Results of round 1")
        assert russian["error"] == "В туре 1 ещё нет результатов. Они появятся с первой принятой партией."
        assert english["error"] == "Round 1 has no result yet. Results come with the first game that is accepted."


def test_why_nothing_was_printed_is_told_in_the_language_of_the_reader() -> None:
    four = event(pairs=4)
    drawn(four)
    actor, many = four.actor(), "standings"
    for kind, params in (
        ("score_sheets", {"round": 1, "tables": [9]}), ("pairings", {"round": 8}), ("results", {"round": 1}),
        (many, {"round": 1, "category": "<b>"}), (many, {"club": "x"}), ("protocols", {"round": 1}),
        ("protocol", {"protocol": 7}), ("cross_table", {"round": 1, "country": "SWE"}),
    ):  # fmt: skip
        document = documents.ask_for_document(four.tournament, kind, params, actor=actor, language="en")
        documents.make_document(document.pk)
    assert set(Document.objects.values_list("state", flat=True)) == {"failed"}
    codes = set(Document.objects.values_list("error", flat=True))
    assert codes == {
        "no_such_table", "no_such_round", "no_result", "nobody", "none_accepted", "no_such_protocol",
    }  # fmt: skip
    said, english = told_in_russian(four), shown(four, "documents/")
    for sentence in (
        "В туре 1 нет такого стола.", "Тура 8 ещё нет.", "В туре 1 ещё нет принятых протоколов.",
        "В этой таблице никто не относится к «&lt;b&gt;».", "Такого протокола в этом турнире нет.",
    ):  # fmt: skip
        assert sentence in said
    assert "Round 1 has no such table." in english
    assert "Nobody in these standings belongs to “&lt;b&gt;”." in english


def test_only_a_round_robin_of_two_or_more_prints_everybody_against_everybody() -> None:
    four = with_women()
    Category.objects.get().entries.set(four.tournament.entries.filter(number=2))
    alone = {"round": 1, "category": "women"}
    asked = documents.ask_for_document(four.tournament, "cross_table", alone, actor=four.actor())
    documents.make_document(asked.pk)
    Regulations.objects.update(system="swiss")
    asked = documents.ask_for_document(four.tournament, "cross_table", {"round": 1}, actor=four.actor())
    documents.make_document(asked.pk)
    assert list(Document.objects.order_by("pk").values_list("error", flat=True)) == ["one_alone", "not_everybody"]


def test_what_an_older_program_kept_in_words_stays_where_nothing_says_more() -> None:
    four = with_women()
    for kind in ("standings", "pairings", "protocol", "sheets of old"):
        Document.objects.create(tournament=four.tournament, kind=kind, title=f"Kept of {kind}", params={"round": "1"})
    Document.objects.create(
        tournament=four.tournament, kind="standings", title="Kept of juniors", state=Document.State.FAILED,
        params={"round": 1, "category": "juniors"}, error="100 % of a sentence",
    )  # fmt: skip
    Document.objects.create(tournament=four.tournament, kind="results", title="Results", params={"round": 1})
    said = told_in_russian(four)
    for kept in ("standings", "pairings", "protocol", "sheets of old", "juniors"):
        assert f"Kept of {kept}" in said
    assert "100 % of a sentence" in said
    assert "Результаты 1-го тура" in said


@pytest.mark.parametrize("kinds", [["standings"], ["standings", "protocol"] * 20])
def test_the_titles_take_two_queries_however_many_there_are(kinds: list[str], django_assert_num_queries: Any) -> None:
    four = with_women()
    for kind in kinds:
        params = {"round": 1, "category": "women", "protocol": 1}
        Document.objects.create(tournament=four.tournament, kind=kind, title="x", params=params)
    with django_assert_num_queries(2 + ("protocol" in kinds)):
        assert len(document_lines(four.tournament)) == len(kinds)


@pytest.mark.parametrize(
    "params",
    [
        {"round": True}, {"round": 1, "category": ["women"]}, {"round": 1, "category": {}}, {"protocol": "1"},
        {"protocol": [1, 2]}, {"protocol": 10**30}, {"round": {"number": 1}, "club": ["x"]}, {"round": 1, "club": "x"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["standings", "protocol"])
def test_what_a_file_brought_in_as_params_breaks_no_list(kind: str, params: dict[str, Any]) -> None:
    four = event(pairs=4)
    Document.objects.create(
        tournament=four.tournament, kind=kind, title="As kept", params=params, state="failed", error="nobody"
    )
    assert "As kept" in shown(four, "documents/")


@pytest.mark.parametrize("kept", [None, 7, [None, {}, {"why": ["boxes"]}, 3]])
def test_what_a_file_brought_in_as_missing_characters_breaks_no_list(kept: object) -> None:
    four = event(pairs=4)
    drawn(four)
    press(four, "documents/", kind="pairings", round=1, language="en")
    Document.objects.update(state=Document.State.DONE, missing_glyphs=Value(kept, JSONField()))
    assert "Open the PDF" in shown(four, "documents/")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "poem", "round": 1, "language": "en"},
        {"kind": "pairings", "round": 9, "language": "en"},
        {"kind": "pairings", "round": "x", "language": "en"},
        {"kind": "pairings", "round": 1, "language": "xx"},
        {"kind": "standings", "round": 1, "language": "en"},
        {"kind": "results", "round": 1, "language": "en"},
        {"kind": "cross_table", "round": 1, "language": "en"},
    ],
)
def test_a_document_that_cannot_be_is_not_asked_for(data: dict[str, Any]) -> None:
    four = event(pairs=4)
    drawn(four)
    four.client().post(address(four, "documents/"), data)
    assert not Document.objects.exists()


def test_the_file_of_another_event_is_not_given() -> None:
    four, other = event(pairs=4), event(pairs=4)
    drawn(four)
    press(four, "documents/", kind="pairings", round=1, language="en")
    document = Document.objects.get()
    documents.make_document(document.pk)
    assert other.client().get(address(other, f"documents/{document.pk}/")).status_code == 404
    assert other.client().post(address(other, f"documents/{document.pk}/again/")).status_code == 404
