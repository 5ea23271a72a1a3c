"""The desk runs a round: every button, who may press it, and what it says when it cannot be done."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from referees.acts.links import make_table_links
from tests.builders import Event, add_pairs, event
from tests.tournaments.playing import accept, closed, drawn, play, published
from tournaments.acts import clock, documents, rounds
from tournaments.acts.officials import give_pin
from tournaments.models import AuditEntry, Document, Game, Result, Round
from tournaments.reads.clock import clock_of
from tournaments.reads.frame import frame_of

pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def address(event_: Event, path: str = "") -> str:
    return f"/desk/{event_.tournament.slug}/{path}"


def shown(event_: Event, path: str = "", who: str = "organiser") -> str:
    response = event_.client(who).get(address(event_, path))
    assert response.status_code == 200
    return words(response)


def press(event_: Event, path: str, who: str = "organiser", **data: Any) -> Any:
    """Press a button of the desk and look at the page that comes."""
    page = {"Referer": f"http://testserver{address(event_)}"}
    return event_.client(who).post(address(event_, path), data, follow=True, headers=page)


# ── today ────────────────────────────────────────────────────────────────────


def test_the_next_step_leads_from_the_entries_to_the_final_standings() -> None:
    two = event(planned_rounds=1)
    assert "Enter the pairs" in shown(two)
    add_pairs(two.tournament, 2)
    assert "Draw round 1" in shown(two)
    press(two, "rounds/draw/")
    assert "Publish round 1" in shown(two)
    press(two, "rounds/1/publish/")
    assert "Print the score sheets of round 1" in shown(two)
    press(two, "documents/", kind="score_sheets", round=1, language="en")
    assert "Start the clock of round 1" in shown(two)
    press(two, "rounds/1/clock/start/")
    assert "Round 1 is being played" in shown(two)
    play(two, Round.objects.get())
    assert "All results are in." in shown(two)
    press(two, "rounds/1/close/")
    assert "Print the final standings" in shown(two)
    press(two, "documents/", kind="standings", round=1, language="en")
    assert "All rounds are played" in shown(two)


def test_before_round_1_the_next_step_asks_for_a_referee_with_a_pin_and_for_the_tables() -> None:
    two = event(pairs=2)
    two.tournament.officials.filter(role__in=["referee", "chief_referee"]).update(pin_hash="")
    said = shown(two)
    assert "Give a referee a PIN" in said
    assert "Officials: a referee with a PIN 0 people" in said
    assert "Draw round 1" in said  # nobody is held up
    assert "“Name the officials” is for the organiser." in shown(two, who="desk")
    give_pin(two.referee, actor=two.actor())
    said = shown(two)
    assert "Lay out the tables" in said
    assert "Officials: a referee with a PIN 1 person" in said
    assert "Links of the tables 0 tables" in said
    make_table_links(two.tournament, [1], actor=two.actor())
    said = shown(two)
    assert "Links of the tables 1 table" in said
    assert "Entries closed?" in said
    published(two)
    assert "Links of the tables" not in shown(two)


@pytest.mark.parametrize("later", ["published", "closed"])
def test_a_round_opened_again_under_a_later_one_is_to_be_corrected_and_closed_first(later: str) -> None:
    four = event(pairs=4)
    first = closed(four)
    clock.start_clock(published(four), actor=four.actor())
    if later == "closed":
        play(four, four.tournament.rounds.get(number=2))
        rounds.close_round(four.tournament.rounds.get(number=2), actor=four.actor())
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="Sheet misread")
    said = shown(four)
    assert "Correct and close round 1" in said
    assert "Round 1 opened again: correct and close it" in said
    page = four.client().get(address(four)).content.decode()
    assert f'href="{address(four, "rounds/1/")}"' in page
    assert ("Round clock" in said) == (later == "published")
    assert "Round clock" not in shown(four, "rounds/1/")


def test_people_find_their_table_of_the_latest_round_while_an_earlier_one_is_corrected() -> None:
    four = event(pairs=4)
    first = closed(four)
    closed(four)
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="Sheet misread")
    assert "Table 2 A1 A2" in shown(four, "?q=громов")  # at table 1 it sat in round 1


def test_while_a_round_is_corrected_the_one_that_is_played_stays_in_sight() -> None:
    four = event(pairs=4)
    first = closed(four)
    clock.start_clock(published(four), actor=four.actor())
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="Sheet misread")
    said = shown(four)
    assert "Round 2: 2 tables still missing" in said
    assert "0 of 2" in said
    assert "Round 2 of 8" in said


def test_the_clock_of_a_closed_round_does_not_run_on_when_it_is_opened_again() -> None:
    four = event(pairs=4)
    round_ = clock.start_clock(published(four), actor=four.actor())
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - timedelta(minutes=10))
    play(four, round_)
    rounds.reopen_round(
        rounds.close_round(round_, actor=four.actor()), actor=four.actor("chief_referee"), reason="Sheet misread"
    )
    now = clock_of(Round.objects.get(), timezone.now() + timedelta(hours=2))
    assert (now.state, now.seconds_left // 60) == ("paused", 29)
    assert frame_of(four.tournament).clock_state == "paused"


def test_after_a_closed_round_the_next_is_drawn() -> None:
    four = event(pairs=4)
    closed(four)
    assert "Draw round 2" in shown(four)
    assert "Round 1 closed" in shown(four)


def test_what_is_missing_is_listed_worst_first() -> None:
    ten = event(pairs=10)
    round_ = clock.start_clock(published(ten), actor=ten.actor())
    ago = timezone.now() - timedelta(minutes=11, seconds=30)
    round_.games.filter(table=4).update(state=Game.State.RUNNING, last_line_at=ago, score_a=148, score_b=163)
    round_.games.filter(table=2).update(state=Game.State.RUNNING, last_line_at=timezone.now(), deals_played=6)
    round_.games.filter(table=1).update(state=Game.State.SIGNING, last_line_at=ago)
    round_.games.filter(table=5).update(state=Game.State.FINISHED)
    page = ten.client().get(address(ten)).content.decode()
    assert re.findall(r'class="table-no">(\d+)<', page) == ["4", "3", "2", "5", "1"]
    said = shown(ten)
    assert "Table 4 has been silent for 11 minutes" in said
    assert "Last score 148 to 163." in said
    assert "5 tables still missing" in said
    assert "0 of 5" in said


def test_time_over_is_said_with_the_tables_that_are_missing() -> None:
    four = event(pairs=4)
    round_ = clock.start_clock(published(four), actor=four.actor())
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - timedelta(minutes=41))
    assert "Time is over, 2 tables are still missing" in shown(four)


def test_who_may_not_press_sees_whose_button_it_is() -> None:
    two = event(pairs=2)
    said = shown(two, who="desk")
    assert "“Draw round 1” is for the organiser or the chief referee." in said
    page = two.client("desk").get(address(two)).content.decode()
    assert "<button" not in page.split("next-step")[1].split("</section>")[0]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("громов", "Table 1 A1 A2"),
        ("RUS-1002", "Громов Илья"),
        ("4", "Table 1 B1 B2"),
        ("nobody", "Nobody found for “nobody”."),
    ],
)
def test_the_desk_finds_people_by_name_licence_and_number(asked: str, found: str) -> None:
    four = event(pairs=4)
    published(four)
    assert found in shown(four, f"?q={asked}")


def test_an_event_that_ended_has_nothing_left_to_do() -> None:
    two = event(pairs=2)
    two.tournament.ended_at = timezone.now()
    two.tournament.save()
    assert "The event has ended" in shown(two)


# ── rounds ───────────────────────────────────────────────────────────────────


def test_a_drawn_round_is_seen_by_the_desk_alone() -> None:
    four = event(pairs=4)
    said = words(press(four, "rounds/draw/"))
    assert "Round 1 is drawn. Only the desk sees it so far." in said
    assert "Undo the draw of round 1" in said


def test_a_round_is_undone_drawn_published_and_closed_by_its_buttons() -> None:
    four = event(pairs=4)
    press(four, "rounds/draw/")
    assert "The draw of round 1 is undone." in words(press(four, "rounds/1/undo/"))
    assert not Round.objects.exists()
    press(four, "rounds/draw/")
    assert "Round 1 is published." in words(press(four, "rounds/1/publish/"))
    play(four, Round.objects.get())
    assert "Round 1 is closed. The standings after it are final." in words(press(four, "rounds/1/close/"))
    assert Round.objects.get().state == Round.State.CLOSED


def test_a_refusal_is_told_on_the_page_and_changes_nothing() -> None:
    four = event(pairs=4)
    published(four)
    said = words(press(four, "rounds/1/close/"))
    assert "Round 1 cannot be closed yet. Not accepted so far: tables 1, 2." in said
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_the_button_to_close_says_which_tables_are_missing() -> None:
    four = event(pairs=4)
    accept(published(four).games.select_related("round__tournament").get(table=1), 200, 90, four)
    said = shown(four, "rounds/1/")
    assert "Not accepted so far: table 2." in said


def test_the_chief_referee_reopens_with_a_reason() -> None:
    four = event(pairs=4)
    closed(four)
    assert "Only the chief referee can open it again." in shown(four, "rounds/1/")
    said = words(press(four, "rounds/1/reopen/", "chief_referee", reason="  Sheet   misread "))
    assert "Round 1 is open again." in said
    assert AuditEntry.objects.get(act="reopen_round").reason == "Sheet misread"


@pytest.mark.parametrize("reason", ["", " ", "x" * 301])
def test_without_a_good_reason_the_round_stays_closed(reason: str) -> None:
    four = event(pairs=4)
    closed(four)
    assert "Reason:" in words(press(four, "rounds/1/reopen/", "chief_referee", reason=reason))
    assert Round.objects.get().state == Round.State.CLOSED


def test_a_round_past_the_table_says_that_sides_are_swapped() -> None:
    two = event(pairs=2)
    closed(two)
    closed(two)
    assert "Everybody has met everybody after 1 rounds." not in shown(two, "rounds/1/")
    assert "the table is played again with the sides swapped" in shown(two, "rounds/2/")


# ── the clock ────────────────────────────────────────────────────────────────


def test_the_clock_is_started_paused_and_goes_on() -> None:
    two = event(pairs=2)
    published(two)
    assert "40:00" in shown(two)
    press(two, "rounds/1/clock/start/", "desk")
    assert Round.objects.get().state == Round.State.RUNNING
    press(two, "rounds/1/clock/pause/", "desk")
    assert Round.objects.get().clock_paused_at
    assert "Go on" in shown(two)
    press(two, "rounds/1/clock/go-on/", "desk")
    assert Round.objects.get().clock_paused_at is None
    press(two, "rounds/1/clock/minutes/", "desk", minutes=10)
    assert Round.objects.get().minutes == 50


@pytest.mark.parametrize("minutes", ["", "abc", "-1", "0", "121", "1e3"])
def test_senseless_minutes_are_refused_in_a_sentence(minutes: str) -> None:
    two = event(pairs=2)
    published(two)
    assert "Minutes to add:" in words(press(two, "rounds/1/clock/minutes/", minutes=minutes))
    assert Round.objects.get().minutes == 40


# ── doors ────────────────────────────────────────────────────────────────────

BUTTONS = {
    "rounds/draw/": {"organiser", "chief_referee"},
    "rounds/1/undo/": {"organiser", "chief_referee"},
    "rounds/1/publish/": {"organiser", "chief_referee"},
    "rounds/1/close/": {"organiser", "chief_referee"},
    "rounds/1/reopen/": {"chief_referee"},
    "rounds/1/clock/start/": {"organiser", "chief_referee", "desk"},
    "rounds/1/clock/pause/": {"organiser", "chief_referee", "desk"},
    "rounds/1/clock/go-on/": {"organiser", "chief_referee", "desk"},
    "rounds/1/clock/minutes/": {"organiser", "chief_referee", "desk"},
    "documents/": {"organiser", "chief_referee", "desk"},
}
PAGES = {
    "": {"organiser", "chief_referee", "desk"},
    "rounds/": {"organiser", "chief_referee", "desk"},
    "rounds/1/": {"organiser", "chief_referee", "desk"},
    "documents/": {"organiser", "chief_referee", "desk"},
    "documents/list/": {"organiser", "chief_referee", "desk"},
    "audit/": {"organiser", "chief_referee"},
}
CAST = ["organiser", "chief_referee", "desk", "referee", "scorer", "player"]


@pytest.mark.parametrize("path", BUTTONS)
def test_buttons_open_to_those_who_may_and_to_nobody_else(path: str) -> None:
    four = event(pairs=4)
    drawn(four)
    for who in CAST:
        status = four.client(who).post(address(four, path)).status_code
        assert (status != 403) == (who in BUTTONS[path]), who
    signed_out = four.client("stranger").post(address(four, path))
    assert signed_out["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("path", PAGES)
def test_pages_open_to_those_who_may_and_to_nobody_else(path: str) -> None:
    four = event(pairs=4)
    drawn(four)
    for who in CAST:
        assert four.client(who).get(address(four, path)).status_code == (200 if who in PAGES[path] else 403), who
    assert four.client("stranger").get(address(four, path)).status_code == 302


@pytest.mark.parametrize("path", [path for path in BUTTONS if path != "documents/"])
def test_buttons_cannot_be_pressed_by_following_a_link(path: str) -> None:
    four = event(pairs=4)
    assert four.client().get(address(four, path)).status_code == 405


def test_an_organiser_of_another_event_has_no_desk_here() -> None:
    here, there = event(pairs=2), event(pairs=2)
    assert there.client("organiser").post(address(here, "rounds/draw/")).status_code == 403


def test_a_round_that_is_not_there_is_not_found() -> None:
    four = event(pairs=4)
    assert four.client().get(address(four, "rounds/7/")).status_code == 404
    assert four.client().post(address(four, "rounds/7/publish/")).status_code == 404


# ── documents ────────────────────────────────────────────────────────────────


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
    for kind in ("pairings", "standings"):
        press(four, "documents/", kind=kind, round=1, language="en")
    for document in Document.objects.all():
        documents.make_document(document.pk)
    assert list(Document.objects.values_list("state", flat=True)) == ["done", "done"]


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


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "poem", "round": 1, "language": "en"},
        {"kind": "pairings", "round": 9, "language": "en"},
        {"kind": "pairings", "round": "x", "language": "en"},
        {"kind": "pairings", "round": 1, "language": "xx"},
        {"kind": "standings", "round": 1, "language": "en"},
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


# ── audit, and the cost of pages ─────────────────────────────────────────────


def test_the_audit_record_says_who_did_what_and_why() -> None:
    four = event(pairs=4)
    rounds.reopen_round(closed(four), actor=four.actor("chief_referee"), reason="<i>Sheet</i> misread")
    said = four.client().get(address(four, "audit/")).content.decode()
    assert "round opened again" in said
    assert "&lt;i&gt;Sheet&lt;/i&gt; misread" in said
    assert "Henrike Vos" in said
    assert four.client().get(address(four, "audit/?page=zzz")).status_code == 200


@pytest.mark.parametrize(
    ("path", "queries"), [("", 10), ("?q=oak", 11), ("rounds/", 6), ("rounds/2/", 8), ("documents/", 7), ("audit/", 8)]
)
@pytest.mark.parametrize("pairs", [4, 40])
def test_desk_pages_take_the_same_few_queries_for_few_and_many_pairs(
    path: str, queries: int, pairs: int, django_assert_num_queries: Any
) -> None:
    many = event(pairs=pairs)
    closed(many)
    published(many)
    client = many.client()
    client.get(address(many, path))
    of_copies = connection.vendor == "sqlite" and path in ("", "?q=oak")  # when the last result was accepted
    with django_assert_num_queries(queries + of_copies):
        client.get(address(many, path))


def test_byes_are_counted_apart_from_tables() -> None:
    five = event(pairs=5)
    clock.start_clock(published(five), actor=five.actor())
    said = shown(five)
    assert "2 tables still missing 0 of 2" in said
    assert "0 of 2 results are in." in said
    assert "Results of round 1 0 of 2" in said
    assert "2 tables, 1 bye" in shown(five, "rounds/1/")
    assert "0 of 2" in shown(five, "rounds/")
    assert "0 of 2 in" in words(five.client().get(f"/e/{five.tournament.slug}/"))
    assert "0 of 2 accepted, 1 bye" in words(five.client().get(f"/e/{five.tournament.slug}/results/"))
    assert Result.objects.count() == 2


@pytest.mark.parametrize("act", ["publish", "undo"])
def test_a_button_of_a_draw_that_is_no_more_does_nothing(act: str) -> None:
    made = event(pairs=4)
    old = drawn(made)
    stamp = old.draw_stamp
    rounds.undo_draw(old, actor=made.actor())
    drawn(made)
    desk = made.client()
    response = desk.post(f"/desk/{made.tournament.slug}/rounds/1/{act}/", {"draw": stamp}, follow=True)
    assert "Round 1 was changed meanwhile. Nothing was done: look at it again." in response.content.decode()
    assert made.tournament.rounds.get().state == "drawn"


def test_the_desk_sends_the_draw_it_shows() -> None:
    made = event(pairs=4)
    stamp = drawn(made).draw_stamp
    for page in ("", "rounds/1/"):
        response = made.client().get(address(made, page))
        assert f'name="draw" value="{stamp}"' in response.content.decode()


def test_a_refusal_leads_back_to_a_page_even_where_the_browser_does_not_say_whence() -> None:
    made = event(pairs=4)
    drawn(made)
    response = made.client().post(f"/desk/{made.tournament.slug}/rounds/1/close/", follow=True)
    assert response.redirect_chain == [(f"/desk/{made.tournament.slug}/rounds/1/", 302)]
