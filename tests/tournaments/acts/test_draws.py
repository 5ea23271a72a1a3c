"""Draws, made and undone; and every reason for which they are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone, translation

from tests.builders import add_pairs, event, pair, player
from tests.tournaments.playing import drawn, meetings, published, refusal, withdraw
from tournaments.acts import clock, draws, rounds
from tournaments.models import AuditEntry, Entry, Game, Regulations, Result, Round, Seat
from tournaments.reads.act_words import reason_words
from tournaments.refusals import NotPermitted

pytestmark = pytest.mark.django_db


# ── draw ─────────────────────────────────────────────────────────────────────


def test_a_draw_follows_the_berger_table_by_entry_number() -> None:
    eight = event(pairs=8)
    assert meetings(drawn(eight)) == [(1, 1, 8), (2, 2, 7), (3, 3, 6), (4, 4, 5)]
    assert meetings(drawn(eight)) == [(1, 8, 5), (2, 6, 4), (3, 7, 3), (4, 1, 2)]


def test_numbers_with_gaps_take_the_places_in_their_order() -> None:
    four = event(pairs=4)
    four.tournament.entries.filter(number=1).update(number=17)
    assert meetings(drawn(four)) == [(1, 2, 17), (2, 3, 4)]


def test_partners_sit_opposite_each_other() -> None:
    round_ = drawn(event(pairs=2))
    entry = Entry.objects.get(number=1)
    seated = dict(Seat.objects.filter(round=round_, entry=entry).values_list("seat", "player"))
    assert seated == {"A1": entry.members.all()[0].player_id, "A2": entry.members.all()[1].player_id}


def test_an_odd_number_gives_a_bye_with_the_two_chairs_of_its_pair() -> None:
    round_ = drawn(event(pairs=5))
    assert meetings(round_) == [(1, 2, 5), (2, 3, 4), (None, 1, None)]
    bye = round_.games.get(bye=True)
    assert sorted(bye.seats.values_list("seat", flat=True)) == ["A1", "A2"]


def test_the_code_of_a_game_names_round_and_table() -> None:
    codes = drawn(event(pairs=3)).games.order_by("bye").values_list("code", flat=True)
    assert [code.rpartition("-")[0] for code in codes] == ["R1-T1", "R1-BYE"]
    assert all(len(code.rpartition("-")[2]) == 4 for code in codes)


def test_a_code_that_another_event_has_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = event(pairs=2), event(pairs=2)
    Game.objects.filter(pk=drawn(first).games.get().pk).update(code="R1-T1-AAAA")
    chance = iter(["aaaa", "aaaa", "bbbb"])
    monkeypatch.setattr("secrets.token_hex", lambda _size: next(chance))
    assert drawn(second).games.get().code == "R1-T1-BBBB"


def test_rounds_may_be_drawn_ahead() -> None:
    four = event(pairs=4)
    assert [drawn(four).number for _ in range(3)] == [1, 2, 3]


def test_rounds_past_the_table_have_the_sides_swapped() -> None:
    four = event(pairs=4, planned_rounds=6)
    there = [meetings(drawn(four)) for _ in range(3)]
    back = [meetings(drawn(four)) for _ in range(3)]
    assert back == [[(table, b, a) for table, a, b in round_] for round_ in there]


def test_of_two_who_press_the_same_button_one_draws() -> None:
    four = event(pairs=4)
    draws.draw_round(four.tournament, actor=four.actor(), number=1)
    refused = refusal(draws.draw_round, four.tournament, actor=four.actor(), number=1)
    assert (refused.code, str(refused)) == ("already_drawn", "Round 1 is drawn already.")
    assert refusal(draws.draw_round, four.tournament, actor=four.actor(), number=3).code == "not_next"
    assert Round.objects.count() == 1


def test_no_more_rounds_are_drawn_than_are_planned() -> None:
    four = event(pairs=4, planned_rounds=1)
    drawn(four)
    refused = refusal(draws.draw_round, four.tournament, actor=four.actor())
    assert refused.code == "all_drawn"
    assert str(refused) == "The regulations plan 1 round, and it is drawn. Plan more rounds there to play on."


@pytest.mark.parametrize("pairs", [0, 1])
def test_fewer_than_two_pairs_are_not_drawn(pairs: int) -> None:
    few = event(pairs=pairs)
    assert refusal(draws.draw_round, few.tournament, actor=few.actor()).code == "too_few_entries"
    assert not Round.objects.exists()


def test_a_pair_without_its_second_player_is_named_and_nothing_is_drawn() -> None:
    three = event(pairs=3)
    three.tournament.entries.get(number=2).members.get(place=2).delete()
    refused = refusal(draws.draw_round, three.tournament, actor=three.actor())
    assert refused.code == "entry_incomplete"
    assert "Entry 2 " in str(refused)
    assert not Round.objects.exists()


def test_an_event_without_regulations_is_not_drawn() -> None:
    two = event(pairs=2)
    Regulations.objects.all().delete()
    assert refusal(draws.draw_round, two.tournament, actor=two.actor()).code == "no_regulations"


def test_rules_that_cannot_be_played_by_are_told() -> None:
    two = event(pairs=2, rules={"deals": 6})
    refused = refusal(draws.draw_round, two.tournament, actor=two.actor())
    assert refused.code == "bad_regulations"
    assert "multiple of four" in str(refused)


def test_an_event_that_ended_is_not_drawn_further() -> None:
    two = event(pairs=2)
    two.tournament.ended_at = timezone.now()
    two.tournament.save()
    assert refusal(draws.draw_round, two.tournament, actor=two.actor()).code == "event_ended"


# ── withdrawn ────────────────────────────────────────────────────────────────


def test_who_withdrew_before_the_first_draw_has_no_place() -> None:
    five = event(pairs=5)
    withdraw(five, 3)
    assert meetings(drawn(five)) == [(1, 1, 5), (2, 2, 4)]


def test_opponents_of_who_withdrew_later_have_a_bye() -> None:
    four = event(pairs=4)
    drawn(four)
    withdraw(four, 2)
    assert meetings(drawn(four)) == [(1, 4, 3), (None, 1, None)]


def test_two_who_withdrew_and_would_have_met_leave_no_game_behind() -> None:
    four = event(pairs=4)
    drawn(four)
    withdraw(four, 1)
    withdraw(four, 2)
    assert meetings(drawn(four)) == [(1, 4, 3)]


def test_who_was_not_there_at_the_first_draw_has_no_place_afterwards() -> None:
    three = event(pairs=3)
    drawn(three)
    pair(three.tournament, 30, player("Late, Ann", "L-1"), player("Late, Bea", "L-2"))
    assert meetings(drawn(three)) == [(1, 1, 2), (None, 3, None)]


# ── undo ─────────────────────────────────────────────────────────────────────


def test_a_draw_can_be_undone_and_drawn_again() -> None:
    five = event(pairs=5)
    before = meetings(round_ := drawn(five))
    draws.undo_draw(round_, actor=five.actor())
    assert not Round.objects.exists()
    assert not Game.objects.exists()
    assert meetings(drawn(five)) == before


def test_a_published_round_in_which_nothing_was_recorded_can_be_undone_with_its_byes() -> None:
    five = event(pairs=5)
    draws.undo_draw(published(five), actor=five.actor())
    assert not Result.objects.exists()
    assert not Round.objects.exists()
    assert AuditEntry.objects.filter(act="undo_draw").count() == 1


def test_why_a_bye_was_taken_back_is_told_in_the_language_of_the_reader() -> None:
    five = event(pairs=5)
    with translation.override("ru"):
        draws.undo_draw(published(five), actor=five.actor())
    note = AuditEntry.objects.get(act="take_back_result")
    assert (note.reason, note.details) == ("", {"why": "draw_undone"})
    assert reason_words(note) == "The draw was undone."
    with translation.override("ru"):
        assert reason_words(note) == "Жеребьёвка отменена."


def test_a_round_with_a_recorded_line_is_not_undone() -> None:
    four = event(pairs=4)
    round_ = published(four)
    round_.games.filter(table=2).update(log_length=1)
    refused = refusal(draws.undo_draw, round_, actor=four.actor())
    assert refused.code == "recorded"
    assert "table 2" in str(refused)


def test_a_round_whose_clock_runs_is_not_undone() -> None:
    four = event(pairs=4)
    round_ = clock.start_clock(published(four), actor=four.actor())
    assert refusal(draws.undo_draw, round_, actor=four.actor()).code == "round_begun"


def test_only_the_last_draw_is_undone() -> None:
    four = event(pairs=4)
    first, _second = drawn(four), drawn(four)
    refused = refusal(draws.undo_draw, first, actor=four.actor())
    assert refused.code == "later_round_drawn"
    assert str(refused) == "Round 2 is drawn already. Undo its draw first, then that of round 1."


def test_a_round_undone_a_moment_ago_is_said_to_be_gone() -> None:
    four = event(pairs=4)
    round_ = drawn(four)
    stale = Round.objects.get(pk=round_.pk)
    draws.undo_draw(round_, actor=four.actor())
    assert refusal(rounds.publish_round, stale, actor=four.actor()).code == "round_gone"


# ── who may, and how much it asks of the database ────────────────────────────


@pytest.mark.parametrize("who", ["desk", "referee", "scorer", "player", "stranger"])
def test_only_organisers_and_the_chief_referee_draw(who: str) -> None:
    two = event(pairs=2)
    with pytest.raises(NotPermitted):
        draws.draw_round(two.tournament, actor=two.actor(who))
    assert draws.draw_round(two.tournament, actor=two.actor("chief_referee")).number == 1


def test_a_draw_of_many_pairs_takes_no_more_queries_than_of_few(django_assert_num_queries: Any) -> None:
    few, many = event(pairs=4), event()
    add_pairs(many.tournament, 60)
    for drawn_event in (few, many):
        with django_assert_num_queries(15):
            draws.draw_round(drawn_event.tournament, actor=drawn_event.actor())
