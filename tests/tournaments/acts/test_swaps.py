"""Two pairs swapped by hand: where it can be, what speaks against it, what is kept of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.builders import Event, event
from tests.tournaments.acts.test_swiss import change, meetings, swiss, why
from tests.tournaments.playing import closed, drawn, play, published
from tournaments.acts import clock, rounds
from tournaments.acts.swaps import swap_entries
from tournaments.models import AuditEntry, Game, Result, Round
from tournaments.reads.act_words import reason_words
from tournaments.reads.drawing import swaps
from tournaments.reads.rounds import tables_of
from tournaments.reads.swaps import swap_of
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def ids(made: Event, *numbers: int) -> list[int]:
    return [made.tournament.entries.get(number=number).pk for number in numbers]


def swap(made: Event, round_: Round, first: int, second: int, who: str = "organiser", **more: Any) -> Round:
    return swap_entries(round_, *ids(made, first, second), actor=made.actor(who), **more)


def refusal(made: Event, round_: Round, first: int, second: int, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        swap(made, round_, first, second, **more)
    return caught.value


def warnings(made: Event, round_: Round, first: int, second: int) -> list[str]:
    return [warned.code for warned in swap_of(round_, *ids(made, first, second)).warnings]


def test_two_pairs_change_places_with_their_players() -> None:
    eight = swiss(8)
    round_ = drawn(eight)
    seated = dict(round_.games.get(table=1).seats.filter(entry__number=1).values_list("seat", "player"))
    swap(eight, round_, 1, 2)
    assert meetings(round_) == [(2, 5), (6, 1), (3, 7), (8, 4)]
    moved = dict(round_.games.get(table=2).seats.filter(entry__number=1).values_list("seat", "player"))
    assert moved == {"B1": seated["A1"], "B2": seated["A2"]}


def test_a_swap_is_kept_with_the_draw_and_in_the_audit_record() -> None:
    eight = swiss(8)
    round_ = swap(eight, drawn(eight), 1, 2, reason="  They  asked for it ")
    kept = Round.objects.get().drawing["swaps"]
    assert [(one["a"], one["b"], one["reason"], one["warnings"]) for one in kept] == [
        (*ids(eight, 1, 2), "They asked for it", [])
    ]
    note = AuditEntry.objects.get(act="swap_entries")
    assert (note.reason, note.details["entries"]) == ("They asked for it", [1, 2])
    assert why(round_)[:2] == ["Put together by hand: see the swaps."] * 2
    assert "The first round" in why(round_)[2]
    assert [one.words.startswith("1 ") for one in swaps(round_, tables_of(round_))] == [True]


def test_a_rematch_is_told_and_needs_a_reason() -> None:
    eight = swiss(8)
    closed(eight)  # 1-5 2-6 3-7 4-8
    round_ = drawn(eight)  # 4-2 1-3 8-6 5-7
    assert warnings(eight, round_, 3, 5) == ["rematch", "rematch"]
    told = refusal(eight, round_, 3, 5)
    assert told.code == "reason_missing"
    assert "meet in round 1 too." in str(told)
    swap(eight, round_, 3, 5, reason="The hall asked")
    assert {frozenset(m) for m in meetings(round_)} >= {frozenset({1, 5}), frozenset({3, 7})}
    assert Round.objects.get(number=2).drawing["swaps"][0]["warnings"] == ["rematch", "rematch"]


def test_one_club_in_round_1_and_a_second_bye_are_told() -> None:
    five = swiss(5, clubs_apart=True)
    clubs = list(five.tournament.entries.values_list("club", flat=True))
    change(five, 1, club=clubs[0])
    change(five, 2, club=clubs[0])
    for number in (3, 4, 5):
        change(five, number, club=None)
    round_ = drawn(five)
    assert meetings(round_) == [(1, 3), (4, 2), (5,)]
    assert warnings(five, round_, 3, 2) == ["same_club"]
    rounds.publish_round(round_, actor=five.actor())
    play(five, round_)
    rounds.close_round(round_, actor=five.actor())
    second = drawn(five)
    bye = next(m[0] for m in meetings(second) if len(m) == 1)
    assert "bye_twice" in warnings(five, second, bye, 5)


def test_in_a_round_robin_it_is_told_that_the_table_goes_on() -> None:
    four = event(pairs=4)
    assert warnings(four, drawn(four), 1, 2) == ["table_left"]


def test_the_bye_of_a_published_round_goes_with_its_result_and_cards_go_with_the_players() -> None:
    five = swiss(5)
    first = closed(five)
    Result.objects.filter(game__round=first, seat="A1", entry__number=1).update(cards=["yellow"])
    round_ = published(five)
    bye = next(m[0] for m in meetings(round_) if len(m) == 1)
    assert bye != 1
    swap(five, round_, 1, bye, reason="One of them is late")
    game = round_.games.get(bye=True)
    assert set(game.results.values_list("entry__number", "points_for")) == {(1, 200)}
    assert game.state == Game.State.ACCEPTED
    assert all(not one.carried for one in round_.games.filter(bye=False))
    swap(five, round_, 1, bye, reason="He came")
    assert [list(one.carried.values()) for one in round_.games.filter(bye=False) if one.carried] == [
        [{"cards": ["yellow"], "warnings": {}}]
    ]


def test_why_a_swapped_bye_was_taken_back_is_told_in_the_language_of_the_reader() -> None:
    five = swiss(5)
    round_ = published(five)
    bye = next(m[0] for m in meetings(round_) if len(m) == 1)
    with translation.override("ru"):
        swap(five, round_, 1 if bye != 1 else 2, bye, reason="Один из них опаздывает")
    note = AuditEntry.objects.get(act="take_back_result")
    assert (note.reason, note.details) == ("", {"why": "entries_swapped"})
    assert reason_words(note) == "The pairs were swapped by hand."
    assert reason_words(note, "player") == "The players were swapped by hand."
    with translation.override("ru"):
        assert reason_words(note) == "Пары поменяли местами вручную."
    assert reason_words(AuditEntry.objects.get(act="swap_entries")) == "Один из них опаздывает"


def test_what_cannot_be_swapped_is_refused() -> None:
    eight = swiss(8)
    change(eight, 8, reserve=True)
    change(eight, 7, reserve=True)
    round_ = published(eight)  # 1-4 5-2 3-6
    assert refusal(eight, round_, 1, 4).code == "same_table"
    assert refusal(eight, round_, 1, 1).code == "same_table"
    assert refusal(eight, round_, 1, 8).code == "not_in_round"
    round_.games.filter(table=2).update(log_length=1)
    told = refusal(eight, round_, 1, 2)
    assert (told.code, "table 2" in str(told)) == ("recorded", True)
    swap(eight, round_, 1, 3)
    clock.start_clock(round_, actor=eight.actor())
    assert refusal(eight, round_, 1, 3).code == "round_begun"


def test_who_looked_at_the_draw_before_another_swapped_is_told() -> None:
    eight = swiss(8)
    round_ = drawn(eight)
    seen = round_.draw_stamp
    swap(eight, round_, 1, 2, seen=seen)
    assert refusal(eight, round_, 3, 4, seen=seen).code == "drawn_anew"
    assert len(Round.objects.get().drawing["swaps"]) == 1


def test_only_who_draws_swaps() -> None:
    eight = swiss(8)
    round_ = drawn(eight)
    with pytest.raises(NotPermitted):
        swap(eight, round_, 1, 2, who="desk")
    swap(eight, round_, 1, 2, who="chief_referee")


def test_a_swap_takes_as_many_queries_in_a_large_round_as_in_a_small_one() -> None:
    taken = []
    for pairs in (6, 40):
        made = swiss(pairs)
        round_ = drawn(made)
        with CaptureQueriesContext(connection) as captured:
            swap(made, round_, 1, 2)
        taken.append(len(captured) - 2)  # ids
    assert taken[0] == taken[1] <= 20
