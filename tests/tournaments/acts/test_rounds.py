"""Rounds: drawn, published, closed, reopened; and every reason for which they are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.builders import Event, add_pairs, event, pair, player
from tests.tournaments.playing import accept, closed, drawn, play, published
from tournaments.acts import clock, rounds
from tournaments.models import AuditEntry, Entry, Game, Regulations, Result, Round, Seat
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def refusal(act: Any, *arguments: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*arguments, **more)
    return caught.value


def meetings(round_: Round) -> list[tuple[int | None, int, int | None]]:
    """List table, number of the entry on side A, number of the entry on side B."""
    listed = []
    for game in round_.games.order_by("bye", "table"):
        numbers = {seat.seat[0]: seat.entry.number for seat in game.seats.select_related("entry")}
        listed.append((game.table, numbers["A"], numbers.get("B")))
    return listed


def withdraw(event_: Event, number: int) -> None:
    event_.tournament.entries.filter(number=number).update(withdrawn_at=timezone.now())


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
    rounds.draw_round(four.tournament, actor=four.actor(), number=1)
    refused = refusal(rounds.draw_round, four.tournament, actor=four.actor(), number=1)
    assert (refused.code, str(refused)) == ("already_drawn", "Round 1 is drawn already.")
    assert refusal(rounds.draw_round, four.tournament, actor=four.actor(), number=3).code == "not_next"
    assert Round.objects.count() == 1


def test_no_more_rounds_are_drawn_than_are_planned() -> None:
    four = event(pairs=4, planned_rounds=1)
    drawn(four)
    refused = refusal(rounds.draw_round, four.tournament, actor=four.actor())
    assert refused.code == "all_drawn"
    assert str(refused) == "The regulations plan 1 round, and it is drawn. Plan more rounds there to play on."


@pytest.mark.parametrize("pairs", [0, 1])
def test_fewer_than_two_pairs_are_not_drawn(pairs: int) -> None:
    few = event(pairs=pairs)
    assert refusal(rounds.draw_round, few.tournament, actor=few.actor()).code == "too_few_entries"
    assert not Round.objects.exists()


def test_a_pair_without_its_second_player_is_named_and_nothing_is_drawn() -> None:
    three = event(pairs=3)
    three.tournament.entries.get(number=2).members.get(place=2).delete()
    refused = refusal(rounds.draw_round, three.tournament, actor=three.actor())
    assert refused.code == "entry_incomplete"
    assert "Entry 2 " in str(refused)
    assert not Round.objects.exists()


def test_an_event_without_regulations_is_not_drawn() -> None:
    two = event(pairs=2)
    Regulations.objects.all().delete()
    assert refusal(rounds.draw_round, two.tournament, actor=two.actor()).code == "no_regulations"


def test_rules_that_cannot_be_played_by_are_told() -> None:
    two = event(pairs=2, rules={"deals": 6})
    refused = refusal(rounds.draw_round, two.tournament, actor=two.actor())
    assert refused.code == "bad_regulations"
    assert "multiple of four" in str(refused)


def test_an_event_that_ended_is_not_drawn_further() -> None:
    two = event(pairs=2)
    two.tournament.ended_at = timezone.now()
    two.tournament.save()
    assert refusal(rounds.draw_round, two.tournament, actor=two.actor()).code == "event_ended"


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
    rounds.undo_draw(round_, actor=five.actor())
    assert not Round.objects.exists()
    assert not Game.objects.exists()
    assert meetings(drawn(five)) == before


def test_a_published_round_in_which_nothing_was_recorded_can_be_undone_with_its_byes() -> None:
    five = event(pairs=5)
    rounds.undo_draw(published(five), actor=five.actor())
    assert not Result.objects.exists()
    assert not Round.objects.exists()
    assert AuditEntry.objects.filter(act="undo_draw").count() == 1


def test_a_round_with_a_recorded_line_is_not_undone() -> None:
    four = event(pairs=4)
    round_ = published(four)
    round_.games.filter(table=2).update(log_length=1)
    refused = refusal(rounds.undo_draw, round_, actor=four.actor())
    assert refused.code == "recorded"
    assert "table 2" in str(refused)


def test_a_round_whose_clock_runs_is_not_undone() -> None:
    four = event(pairs=4)
    round_ = clock.start_clock(published(four), actor=four.actor())
    assert refusal(rounds.undo_draw, round_, actor=four.actor()).code == "round_begun"


def test_only_the_last_draw_is_undone() -> None:
    four = event(pairs=4)
    first, _second = drawn(four), drawn(four)
    refused = refusal(rounds.undo_draw, first, actor=four.actor())
    assert refused.code == "later_round_drawn"
    assert str(refused) == "Round 2 is drawn already. Undo its draw first, then that of round 1."


def test_a_round_undone_a_moment_ago_is_said_to_be_gone() -> None:
    four = event(pairs=4)
    round_ = drawn(four)
    stale = Round.objects.get(pk=round_.pk)
    rounds.undo_draw(round_, actor=four.actor())
    assert refusal(rounds.publish_round, stale, actor=four.actor()).code == "round_gone"


# ── publish ──────────────────────────────────────────────────────────────────


def test_publishing_freezes_the_regulations_once_and_gives_games_their_rules() -> None:
    two = event(pairs=3, rules={"target": 150, "minutes": 50})
    round_ = published(two)
    frozen_at = Regulations.objects.get().frozen_at
    assert frozen_at
    assert round_.minutes == 50
    assert [game.rules for game in round_.games.all()] == [{"target": 150, "minutes": 50}] * 2
    play(two, round_)
    rounds.close_round(round_, actor=two.actor())
    published(two)
    assert Regulations.objects.get().frozen_at == frozen_at


@pytest.mark.parametrize(
    ("rules", "points"), [({}, 200), ({"target": 150}, 150), ({"deals": 8}, 200), ({"walkover": 100}, 100)]
)
def test_a_bye_is_won_by_the_walkover_to_nothing(rules: dict[str, Any], points: int) -> None:
    bye = published(event(pairs=3, rules=rules)).games.get(bye=True)
    rows = list(bye.results.values_list("seat", "won", "points_for", "points_against", "source", "reason"))
    assert rows == [("A1", True, points, 0, "bye", "bye"), ("A2", True, points, 0, "bye", "bye")]
    assert bye.state == Game.State.ACCEPTED


def test_later_games_carry_cards_and_warnings_of_the_player_wherever_he_sits() -> None:
    four = event(pairs=4)
    round_ = published(four)
    first, second = round_.games.select_related("round__tournament").order_by("table")
    accept(first, 200, 90, four, B1={"cards": ["yellow"]})
    accept(second, 200, 90, four)
    Result.objects.filter(game=first, seat="B1").update(warnings={"slow_play": 1})
    Result.objects.filter(game=second, seat="A2").update(warnings={"talking": 2})
    rounds.close_round(round_, actor=four.actor())
    carried = {game.table: game.carried for game in published(four).games.all()}
    assert carried == {
        1: {"A1": {"cards": ["yellow"], "warnings": {"slow_play": 1}}},  # entry 4 sat on side B
        2: {"B2": {"cards": [], "warnings": {"talking": 2}}},  # entry 2 sat on side A
    }


def test_what_is_carried_adds_up_over_the_rounds() -> None:
    two = event(pairs=2, planned_rounds=3)
    for card in ("yellow", "red"):
        round_ = published(two)
        accept(round_.games.select_related("round__tournament").get(), 200, 100, two)
        Result.objects.filter(game__round=round_, entry__number=1, seat__endswith="1").update(
            cards=[card], warnings={"late": 1}
        )
        rounds.close_round(round_, actor=two.actor())
    assert published(two).games.get().carried == {"A1": {"cards": ["yellow", "red"], "warnings": {"late": 2}}}


def test_a_round_is_published_only_when_those_before_are_closed() -> None:
    four = event(pairs=4)
    published(four)
    refused = refusal(rounds.publish_round, drawn(four), actor=four.actor())
    assert refused.code == "round_before_open"
    assert str(refused).startswith("Round 1 is not closed.")


def test_a_round_is_published_once() -> None:
    four = event(pairs=4)
    round_ = published(four)
    assert str(refusal(rounds.publish_round, round_, actor=four.actor())) == "Round 1 is published already."


def test_a_round_drawn_with_somebody_who_withdrew_since_is_not_published() -> None:
    four = event(pairs=4)
    round_ = drawn(four)
    withdraw(four, 3)
    refused = refusal(rounds.publish_round, round_, actor=four.actor())
    assert refused.code == "withdrawn_since"
    assert "Entry 3 " in str(refused)
    assert Regulations.objects.get().frozen_at is None


# ── close and reopen ─────────────────────────────────────────────────────────


def test_closing_names_the_tables_that_are_missing_and_changes_nothing() -> None:
    eight = event(pairs=8)
    round_ = published(eight)
    accept(round_.games.select_related("round__tournament").get(table=2), 200, 100, eight)
    refused = refusal(rounds.close_round, round_, actor=eight.actor())
    assert refused.code == "tables_missing"
    assert str(refused) == "Round 1 cannot be closed yet. Not accepted so far: tables 1, 3, 4."
    assert Round.objects.get().state == Round.State.PUBLISHED


def test_a_round_is_closed_when_all_are_accepted_and_only_once() -> None:
    four = event(pairs=4)
    round_ = closed(four)
    assert (round_.state, bool(round_.closed_at)) == (Round.State.CLOSED, True)
    assert str(refusal(rounds.close_round, round_, actor=four.actor())) == "Round 1 is closed already."


def test_a_drawn_round_is_not_closed() -> None:
    four = event(pairs=4)
    refused = refusal(rounds.close_round, drawn(four), actor=four.actor())
    assert str(refused) == "Round 1 is drawn but not published yet. Publish it first."


def test_a_closed_round_opens_again_with_a_reason() -> None:
    four = event(pairs=4)
    round_ = rounds.reopen_round(closed(four), actor=four.actor("chief_referee"), reason="Sheet of table 2 misread")
    assert (round_.state, round_.closed_at) == (Round.State.PUBLISHED, None)
    assert AuditEntry.objects.get(act="reopen_round").reason == "Sheet of table 2 misread"


@pytest.mark.parametrize("reason", ["", "   "])
def test_without_a_reason_it_stays_closed(reason: str) -> None:
    four = event(pairs=4)
    chief = four.actor("chief_referee")
    assert refusal(rounds.reopen_round, closed(four), actor=chief, reason=reason).code == "reason_missing"
    assert Round.objects.get().state == Round.State.CLOSED


def test_an_open_round_is_not_reopened() -> None:
    four = event(pairs=4)
    refused = refusal(rounds.reopen_round, published(four), actor=four.actor("chief_referee"), reason="?")
    assert refused.code == "round_not_closed"


def test_a_correction_of_an_earlier_round_reaches_the_games_that_have_not_begun() -> None:
    four = event(pairs=4)
    first = closed(four)
    second = published(four)
    second.games.filter(table=2).update(log_length=3, state=Game.State.RUNNING)
    rounds.reopen_round(first, actor=four.actor("chief_referee"), reason="A card was forgotten")
    Result.objects.filter(game__round=first, seat="B1").update(cards=["yellow"])
    rounds.close_round(first, actor=four.actor())
    carried = dict(second.games.values_list("table", "carried"))
    assert carried == {
        1: {"A1": {"cards": ["yellow"], "warnings": {}}, "B1": {"cards": ["yellow"], "warnings": {}}},
        2: {},
    }


# ── who may, and what the database holds ─────────────────────────────────────


@pytest.mark.parametrize("who", ["desk", "referee", "scorer", "player", "stranger"])
def test_only_organisers_and_the_chief_referee_draw(who: str) -> None:
    two = event(pairs=2)
    with pytest.raises(NotPermitted):
        rounds.draw_round(two.tournament, actor=two.actor(who))
    assert rounds.draw_round(two.tournament, actor=two.actor("chief_referee")).number == 1


@pytest.mark.parametrize("who", ["organiser", "desk", "referee", "scorer", "player", "stranger"])
def test_only_the_chief_referee_reopens(who: str) -> None:
    two = event(pairs=2)
    round_ = closed(two)
    with pytest.raises(NotPermitted):
        rounds.reopen_round(round_, actor=two.actor(who), reason="x")


def test_the_database_refuses_a_table_twice_in_a_round() -> None:
    round_ = drawn(event(pairs=4))
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(round=round_, table=1, code="R1-T1-COPY")


def test_the_database_refuses_a_player_twice_in_a_round() -> None:
    round_ = drawn(event(pairs=4))
    seat = Seat.objects.filter(round=round_, game__table=1).first()
    other = Game.objects.create(round=round_, table=9, code="R1-T9-NEW")
    assert seat
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=other, round=round_, seat="A1", player=seat.player, entry=seat.entry)


def test_a_draw_of_many_pairs_takes_no_more_queries_than_of_few(django_assert_num_queries: Any) -> None:
    few, many = event(pairs=4), event()
    add_pairs(many.tournament, 60)
    for drawn_event in (few, many):
        with django_assert_num_queries(15):
            rounds.draw_round(drawn_event.tournament, actor=drawn_event.actor())
