"""The desk runs a round: every button, who may press it, and what it says when it cannot be done."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from tests.builders import event
from tests.tournaments.playing import accept, closed, drawn, play, published, withdraw
from tests.tournaments.views.desk import address, press, shown, words
from tournaments.acts import clock, draws, rounds
from tournaments.acts.check_in import check_in
from tournaments.acts.disqualifications import disqualify
from tournaments.models import AuditEntry, Game, Result, Round

pytestmark = pytest.mark.django_db


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
    "rounds/1/swap/": {"organiser", "chief_referee"},
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
    "rounds/1/swap/": {"organiser", "chief_referee"},
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


@pytest.mark.parametrize("path", [path for path in BUTTONS if path not in ("documents/", "rounds/1/swap/")])
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
    ("path", "queries"),
    [
        ("", 9),
        ("?q=oak", 10),
        ("rounds/", 8),
        ("rounds/2/", 7),
        ("rounds/2/swap/", 8),
        ("documents/", 7),
        ("audit/", 7),
    ],
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


def test_the_page_of_a_drawn_round_marks_who_withdrew_and_does_not_publish_it() -> None:
    four = event(pairs=4)
    drawn(four)
    page = four.client().get(address(four, "rounds/1/")).content.decode()
    assert "withdrew" not in page
    assert "<span>withdrawn</span>" not in page
    withdraw(four, 2)
    page = four.client().get(address(four, "rounds/1/")).content.decode()
    assert f"{four.entries()[1]} withdrew after round 1 was drawn: it cannot be published." in page
    assert page.count("<span>withdrawn</span>") == 1
    assert address(four, "rounds/1/publish/") not in page
    assert f'action="{address(four, "rounds/1/undo/")}"' in page


def test_the_page_of_an_open_round_says_how_the_game_of_who_withdrew_ends() -> None:
    four = event(pairs=4)
    game = published(four).games.get(table=2)
    seat = game.seats.select_related("entry").get(seat="A1")
    withdraw(four, seat.entry.number)
    page = four.client("chief_referee").get(address(four, "rounds/1/")).content.decode()
    assert f"Table 2: {seat.entry} withdrew" in page
    assert "If it is not played, the chief referee rules that side A forfeits it" in page
    assert f'href="{address(four, f"games/{game.pk}/rule/")}">Rule on the game</a>' in page
    assert page.count("<span>withdrawn</span>") == 1
    assert "Rule on the game" not in shown(four, "rounds/1/")
    Game.objects.update(state=Game.State.ACCEPTED)
    assert "withdrew" not in shown(four, "rounds/1/", "chief_referee")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("running", "If they broke it off, the chief referee rules that the side that left forfeits it."),
        ("signing", "If its signatures do not come, the chief referee closes it by a ruling."),
    ],
)
def test_the_page_of_an_open_round_says_what_becomes_of_a_game_that_goes_on(state: str, told: str) -> None:
    four = event(pairs=4)
    game = published(four).games.get(table=2)
    Game.objects.filter(pk=game.pk).update(state=state)
    withdraw(four, game.seats.get(seat="A1").entry.number)
    assert told in shown(four, "rounds/1/")


def test_the_page_of_a_round_says_of_a_disqualified_pair_that_it_is_disqualified() -> None:
    four = event(pairs=4)
    out = published(four).games.get(table=2).seats.select_related("entry").get(seat="A1").entry
    disqualify(out, from_round=1, opponents="keep", reason="Struck a referee", actor=four.actor("chief_referee"))
    page = four.client("chief_referee").get(address(four, "rounds/1/")).content.decode()
    assert f"Table 2: {out}, disqualified<" in page
    assert "withdrew" not in page
    assert page.count("<span>disqualified</span>") == 1
    assert "<span>withdrawn</span>" not in page


def test_the_page_of_a_drawn_round_says_of_a_disqualified_pair_that_it_is_disqualified() -> None:
    four = event(pairs=4)
    closed(four)
    drawn(four)
    out = four.entries()[1]
    disqualify(out, from_round=1, opponents="keep", reason="Struck a referee", actor=four.actor("chief_referee"))
    page = four.client().get(address(four, "rounds/2/")).content.decode()
    assert f"Round 2 is drawn with {out}, disqualified. Undo its draw and draw it again" in page
    assert "withdrew" not in page
    assert page.count("<span>disqualified</span>") == 1


def test_the_page_of_an_old_round_opened_again_marks_nobody_who_played_it_and_withdrew_later() -> None:
    four = event(pairs=4)
    first = closed(four)
    withdraw(four, 2)
    published(four)
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="Sheet misread")
    page = four.client().get(address(four, "rounds/1/")).content.decode()
    assert "Round 1" in page
    assert "<span>withdrawn</span>" not in page


def test_who_is_missing_before_the_draw_is_checked_in_from_there() -> None:
    four = event(pairs=4)
    check_in(four.entries()[0], actor=four.actor())
    notice = four.client().get(address(four, "rounds/")).content.decode().split("Not checked in:")[1]
    assert f'<a href="{address(four, "check-in/")}">Check-in</a>' in notice.split("</form>")[0]


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
    draws.undo_draw(old, actor=made.actor())
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
