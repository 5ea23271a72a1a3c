"""The organiser's day: the one next step, what is missing, where a step is undone, and who is found."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from referees.acts.links import make_table_links
from tests.builders import add_pairs, event
from tests.tournaments.playing import closed, drawn, play, published, withdraw
from tests.tournaments.views.desk import address, press, shown, words
from tournaments.acts import clock, rounds
from tournaments.acts.check_in import check_everybody_in, check_in
from tournaments.acts.disqualifications import disqualify
from tournaments.acts.ending import end_event
from tournaments.acts.officials import give_pin
from tournaments.acts.results import take_back_result
from tournaments.models import Game, Result, Round
from tournaments.reads.clock import clock_of
from tournaments.reads.frame import frame_of

pytestmark = pytest.mark.django_db


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
    assert "All rounds are played" in shown(two)
    assert "End the event" in shown(two)
    assert "“End the event” is for the organiser." in shown(two, who="desk")
    end_event(two.tournament, actor=two.actor(), reason="Played in one round")
    assert "The event has ended" in shown(two)
    assert "Print the final standings" in shown(two)
    press(two, "documents/", kind="standings", round=1, language="en")
    assert "Everything can still be printed." in shown(two)


def test_the_final_standings_are_printed_after_the_end_and_not_before() -> None:
    two = event(pairs=2, planned_rounds=1)
    closed(two)
    press(two, "documents/", kind="standings", round=1, language="en")  # headed "Standings after round 1"
    assert "Print the final standings" not in shown(two)
    assert "Final standings printed" not in shown(two)
    end_event(two.tournament, actor=two.actor(), reason="Played in one round")
    page = two.client().get(address(two)).content.decode()
    assert 'name="kind" value="standings"' in page
    assert page.count(">Print the final standings</button>") == 1
    assert page.index("Event ended") < page.index("Final standings printed")
    press(two, "documents/", kind="standings", round=1, language="en")
    assert "Print the final standings" not in shown(two)
    assert 'class="step now"' not in two.client().get(address(two)).content.decode()


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
    assert "Tick off who has come" in said
    published(two)
    assert "Links of the tables" not in shown(two)


def test_a_round_that_nobody_can_accept_asks_for_a_referee_with_a_pin() -> None:
    two = event(pairs=4)
    round_ = published(two)
    clock.start_clock(round_, actor=two.actor())
    assert "Round 1 is being played" in shown(two)
    two.tournament.officials.update(pin_hash="")  # as after an event file: PINs stay behind
    Game.objects.update(state=Game.State.RUNNING, last_line_at=timezone.now() - timedelta(minutes=12))
    said = shown(two)
    assert "Give a referee a PIN" in said
    assert "There is nothing to do" not in said
    assert "has been silent" not in said
    give_pin(two.referee, actor=two.actor())
    assert "has been silent for 12 minutes" in shown(two)
    two.tournament.officials.update(pin_hash="")
    play(two, round_)
    assert "All results are in." in shown(two)  # from paper or by rulings


def test_the_day_begins_with_who_has_come() -> None:
    two = event(pairs=2)
    make_table_links(two.tournament, [1], actor=two.actor())
    assert "Check-in 0 of 2" in shown(two)
    check_in(two.entries()[0], actor=two.actor())
    said = shown(two)
    assert "1 of 2 pairs are here" in said
    assert "Draw round 1" in said  # nobody is held up
    check_everybody_in(two.tournament, actor=two.actor())
    assert "Entries closed?" in shown(two)


def test_each_step_says_where_it_is_taken_back() -> None:
    two = event(pairs=2)
    round_ = published(two)
    page = two.client().get(address(two)).content.decode()
    assert 'rounds/1/">Undo<span class="off-screen">: Round 1 published</span></a>' in page
    assert ">Undo<" not in two.client("desk").get(address(two)).content.decode()
    clock.start_clock(round_, actor=two.actor())
    assert ">Undo<" not in two.client().get(address(two)).content.decode()


def test_the_last_closed_round_alone_is_offered_to_be_opened_again() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    page = four.client("chief_referee").get(address(four)).content.decode()
    assert "Rounds 1–2 closed" in page
    assert f'<a href="{address(four, "rounds/2/")}">Open round 2 again</a>' in page
    assert ">Undo<" not in page


def test_who_withdrew_after_the_draw_makes_it_be_drawn_again() -> None:
    five = event(pairs=5)
    round_ = drawn(five)
    assert "Publish round 1" in shown(five)
    withdraw(five, 2)
    page = five.client().get(address(five)).content.decode()
    assert "Undo the draw of round 1 and draw it again" in page
    entry = five.entries()[1]
    assert f"{entry} withdrew after round 1 was drawn: it cannot be published." in page
    assert "Draw round 1 again: somebody withdrew" in page
    assert address(five, "rounds/1/publish/") not in page
    said = words(press(five, "rounds/1/undo/", draw=round_.draw_stamp))
    assert "The draw of round 1 is undone." in said
    drawn(five)
    assert "Publish round 1" in shown(five)


def test_of_rounds_drawn_ahead_the_last_is_undone_first() -> None:
    four = event(pairs=4)
    drawn(four)
    drawn(four)
    withdraw(four, 2)
    page = four.client().get(address(four)).content.decode()
    assert "Undo the draw of round 1 and draw it again" in page
    assert "Later rounds are drawn ahead: undo their draws first, the last one before all others." in page
    assert f'action="{address(four, "rounds/2/undo/")}"' in page
    assert f'action="{address(four, "rounds/1/undo/")}"' not in page


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("waiting", "If it is not played, the chief referee rules that side %s forfeits it, and the others win"),
        ("running", "If they broke it off, the chief referee rules that the side that left forfeits it."),
    ],
)
def test_the_table_that_a_pair_left_comes_first_and_says_how_it_ends(state: str, told: str) -> None:
    six = event(pairs=6)
    round_ = clock.start_clock(published(six), actor=six.actor())
    ago = timezone.now() - timedelta(minutes=12)
    round_.games.filter(table=1).update(state=Game.State.RUNNING, last_line_at=ago)
    game = round_.games.get(table=3)
    seat = game.seats.select_related("entry").get(seat="B1")
    Game.objects.filter(pk=game.pk).update(state=state, last_line_at=ago if state == "running" else None)
    withdraw(six, seat.entry.number)
    page = six.client("chief_referee").get(address(six)).content.decode()
    assert re.findall(r'class="table-no">(\d+)<', page)[0] == "3"
    assert f"Table 3: {seat.entry} withdrew" in page
    assert (told % "B" if "%s" in told else told) in page
    assert f'href="{address(six, f"games/{game.pk}/rule/")}">Rule on the game</a>' in page
    assert page.count("<span>withdrawn</span>") == 1
    assert "There is nothing to do until the next ones come." not in page
    assert "“Rule on the game” is for the chief referee." in shown(six)
    play(six, round_)
    assert "Close round 1" in shown(six)


@pytest.mark.parametrize("state", ["running", "finished", "signing"])
def test_a_pair_that_plays_on_after_it_withdrew_hides_no_silent_table(state: str) -> None:
    six = event(pairs=6)
    round_ = clock.start_clock(published(six), actor=six.actor())
    now = timezone.now()
    round_.games.filter(table=3).update(state=state, last_line_at=now)
    withdraw(six, round_.games.get(table=3).seats.get(seat="B1").entry.number)
    page = six.client("chief_referee").get(address(six)).content.decode()
    assert "Rule on the game" not in page
    assert "Round 1 is being played" in page
    assert page.count("<span>withdrawn</span>") == 1
    round_.games.filter(table=1).update(state=Game.State.RUNNING, last_line_at=now - timedelta(minutes=12))
    page = six.client("chief_referee").get(address(six)).content.decode()
    assert "Table 1 has been silent for 12 minutes" in page
    assert re.findall(r'class="table-no">(\d+)<', page)[0] == "1"
    assert page.count("<span>withdrawn</span>") == 1


def test_a_game_of_a_round_opened_again_is_corrected_and_not_ruled_on_though_its_pair_withdrew() -> None:
    four = event(pairs=4)
    round_ = closed(four)
    game = round_.games.select_related("round__tournament").get(table=2)
    withdraw(four, game.seats.get(seat="A1").entry.number)
    chief = four.actor("chief_referee")
    rounds.reopen_round(round_, actor=chief, reason="Sheet misread")
    take_back_result(game, actor=chief, reason="Sheet misread")
    said = shown(four, who="chief_referee")
    assert "1 table still missing" in said
    assert "withdrew" not in said
    assert "Rule on the game" not in said


def test_while_a_round_is_corrected_only_a_draw_with_somebody_who_withdrew_is_to_be_made_again() -> None:
    six = event(pairs=6)
    first = closed(six)
    closed(six)
    withdraw(six, 2)
    drawn(six)
    game = first.games.select_related("round__tournament").get(table=1)
    chief = six.actor("chief_referee")
    rounds.reopen_round(first, actor=chief, reason="Sheet misread")
    take_back_result(game, actor=chief, reason="Sheet misread")
    assert "Correct and close round 1" in shown(six)
    assert "somebody withdrew" not in shown(six)
    withdraw(six, game.seats.get(seat="A1").entry.number)
    page = six.client().get(address(six)).content.decode()
    assert "Draw round 3 again: somebody withdrew" in page
    assert "<span>withdrawn</span>" not in page  # at the table of round 1 it played to the end


def test_a_disqualified_pair_is_not_said_to_have_withdrawn() -> None:
    six = event(pairs=6)
    round_ = clock.start_clock(published(six), actor=six.actor())
    out, left = (round_.games.get(table=2).seats.select_related("entry").get(seat=seat).entry for seat in ("A1", "B1"))
    disqualify(out, from_round=1, opponents="keep", reason="Struck a referee", actor=six.actor("chief_referee"))
    page = six.client("chief_referee").get(address(six)).content.decode()
    assert f"Table 2: {out}, disqualified<" in page
    assert "withdrew" not in page
    assert page.count("<span>disqualified</span>") == 1
    assert "<span>withdrawn</span>" not in page
    withdraw(six, left.number)
    page = six.client("chief_referee").get(address(six)).content.decode()
    assert f"Table 2: {out}, disqualified; {left}, withdrawn<" in page
    assert page.count("<span>disqualified</span>") == page.count("<span>withdrawn</span>") == 1


def test_a_draw_with_a_disqualified_pair_is_not_said_to_be_left_by_it() -> None:
    four = event(pairs=4)
    closed(four)
    drawn(four)
    out = four.entries()[1]
    disqualify(out, from_round=1, opponents="keep", reason="Struck a referee", actor=four.actor("chief_referee"))
    said = shown(four)
    assert f"Round 2 is drawn with {out}, disqualified. Undo its draw and draw it again" in said
    assert "withdrew" not in said
    assert said.count("Undo the draw of round 2 and draw it again") == 2  # the next step, and its line in the list


def test_of_a_game_that_both_sides_left_nobody_is_asked_to_play_it() -> None:
    four = event(pairs=4)
    round_ = clock.start_clock(published(four), actor=four.actor())
    for seat in round_.games.get(table=1).seats.select_related("entry"):
        withdraw(four, seat.entry.number)
    assert "Nobody is left to play the game. The chief referee rules that both sides have lost." in shown(four)


def test_who_withdraws_before_the_clock_starts_does_not_hold_the_others_up() -> None:
    four = event(pairs=4)
    published(four)
    withdraw(four, 1)
    said = shown(four, who="chief_referee")
    assert "Table 1: 1 Громов – Ветров withdrew" in said
    assert "Print the score sheets" in said
    assert "Start the clock" in said


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


def test_the_search_on_top_finds_documents_too() -> None:
    two = event(pairs=2)
    published(two)
    press(two, "documents/", kind="score_sheets", round=1, language="en")
    said = shown(two, "?q=score+sheets")
    assert "Score sheets of round 1 asked" in said.split("The next step")[0]
    assert "Nobody found" not in said
    assert "Look for “score sheets” among all players" in said
    assert "Nobody found for “pairings”" in shown(two, "?q=pairings")


def test_a_protest_is_decided_before_the_standings_are_printed_and_the_event_ends() -> None:
    two = event(pairs=2, planned_rounds=1)
    round_ = published(two)
    play(two, round_)
    Result.objects.update(provisional=True)
    said = two.client().post(address(two, "rounds/1/close/"), follow=True).content.decode()
    assert "A protest is not decided: until then the standings are provisional." in said
    said = shown(two)
    assert "Decide the protest A result waits for it." in said
    assert "Print the final standings" not in said
    assert "All rounds are played" not in said
    Result.objects.update(provisional=False)
    assert "All rounds are played" in shown(two)
