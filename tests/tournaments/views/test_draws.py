"""The desk draws a round: what will be drawn, why these two meet, and two pairs swapped by hand."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring import lots
from tests.builders import Event, event
from tests.tournaments.playing import closed, drawn
from tests.tournaments.views.test_rounds import press, shown, words
from tournaments.models import Regulations, Round

pytestmark = pytest.mark.django_db


def swiss(pairs: int, **regulations: Any) -> Event:
    made = event(pairs=pairs)
    Regulations.objects.filter(tournament=made.tournament).update(
        **{"system": "swiss", "clubs_apart": False, **regulations}
    )
    return made


def swap_path(made: Event, first: int, second: int) -> str:
    ids = dict(made.tournament.entries.values_list("number", "pk"))
    return f"rounds/1/swap/?first={ids[first]}&second={ids[second]}"


def test_the_button_says_what_will_be_drawn() -> None:
    five = swiss(5)
    assert "Draw round 1 by Swiss: 2 tables, 1 bye" in shown(five, "rounds/")
    assert "Draw round 1 by round robin: 2 tables" in shown(event(pairs=4), "rounds/")
    assert "Draw round 1 by" not in shown(five, "rounds/", "desk")
    closed(five)
    assert "Allow rematches where there is no other way" in shown(five, "rounds/")


def test_by_swiss_there_is_no_button_before_all_results_are_in() -> None:
    four = swiss(4)
    drawn(four)
    said = shown(four, "rounds/")
    assert "Round 2 is drawn by the standings: when all results of round 1 are in." in said
    assert "Draw round 2" not in said


def test_an_event_that_ended_shows_no_button_to_draw() -> None:
    two = swiss(2)
    two.tournament.ended_at = timezone.now()
    two.tournament.save()
    assert "Draw round 1" not in shown(two, "rounds/")


def test_who_is_not_checked_in_is_named_before_the_draw_and_drawn_only_when_that_is_ticked() -> None:
    four = swiss(4)
    four.tournament.entries.exclude(number=3).update(checked_in_at=timezone.now())
    third = four.tournament.entries.get(number=3)
    assert f"Not checked in: {third}." in shown(four, "rounds/")
    assert f"Not checked in: {third}." in words(press(four, "rounds/draw/", number=1))
    assert not Round.objects.exists()
    assert "Drawn without being checked in: 3." in words(press(four, "rounds/draw/", number=1, also_absent="on"))


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, "1\x00"])
def test_a_number_that_is_none_draws_nothing(number: str) -> None:
    four = event(pairs=4)
    assert "open the page of the rounds anew" in words(press(four, "rounds/draw/", number=number))
    assert not Round.objects.exists()


def test_a_round_says_of_every_table_why_these_two_meet() -> None:
    five = swiss(5, first_round="lot", seed=77)
    closed(five)
    said = shown(five, "rounds/1/")
    assert said.count("Why these two The first round: the top half meets the bottom half. They stand by lot.") == 2
    assert "Why a bye The number of pairs is odd." in said
    assert f"The order by lot: {', '.join(map(str, lots.drawn(77, range(1, 6))))}" in said
    assert "The seed is 77." in said
    drawn(five)
    assert "had 1 win" in shown(five, "rounds/2/")


def test_a_round_drawn_before_reasons_were_kept_is_shown_without_them() -> None:
    four = event(pairs=4)
    drawn(four)
    assert "Round 1 of the table: place 1 meets place 4." in shown(four, "rounds/1/")
    Round.objects.update(drawing={})
    assert "Why these two" not in shown(four, "rounds/1/")


def test_two_pairs_are_chosen_looked_at_and_swapped() -> None:
    eight = swiss(8)
    drawn(eight)
    assert "Swap two pairs by hand" in shown(eight, "rounds/1/")
    assert "Which two change places" in shown(eight, "rounds/1/swap/")
    said = shown(eight, swap_path(eight, 1, 2))
    assert "This is what changes" in said
    assert "This speaks against it." not in said
    assert "Reason may stay empty" in said
    stamp = Round.objects.get().draw_stamp
    said = words(press(eight, swap_path(eight, 1, 2), draw=stamp, reason="They asked for it"))
    assert "changed places. Print again what shows the tables." in said
    assert "Swapped by hand" in said
    assert "They asked for it" in said


def test_what_speaks_against_a_swap_is_told_before_and_asks_for_a_reason() -> None:
    four = event(pairs=4)
    drawn(four)
    said = shown(four, swap_path(four, 1, 2))
    assert "This speaks against it. Later rounds of the table stay as they are" in said
    assert "Reason, needed here" in said
    assert "may stay empty" not in said
    stamp = Round.objects.get().draw_stamp
    assert "Say why they are swapped all the same." in words(press(four, swap_path(four, 1, 2), draw=stamp, reason=" "))
    assert Round.objects.get().drawing["swaps"] == []


def test_a_swap_of_a_draw_that_was_changed_meanwhile_does_nothing_and_keeps_the_reason() -> None:
    eight = swiss(8)
    drawn(eight)
    stamp = Round.objects.get().draw_stamp
    press(eight, swap_path(eight, 1, 2), draw=stamp)
    response = press(eight, swap_path(eight, 3, 4), "chief_referee", draw=stamp, reason="He asked")
    assert "Nothing was swapped: look at the tables as they are now." in words(response)
    assert 'value="He asked"' in response.content.decode()
    assert len(Round.objects.get().drawing["swaps"]) == 1
    refused = words(press(eight, "rounds/1/publish/", draw=stamp))
    assert "Round 1 was changed meanwhile." in refused
    assert Round.objects.get().state == Round.State.DRAWN


@pytest.mark.parametrize(
    "query", ["first=&second=", "first=x&second=y", "first=999999999999999999999&second=1", "first=1%00&second=2"]
)
def test_a_choice_that_is_none_is_told(query: str) -> None:
    four = event(pairs=4)
    drawn(four)
    assert "Which two change places" in shown(four, f"rounds/1/swap/?{query}")
    assert press(four, f"rounds/1/swap/?{query}", reason="x", draw="y").status_code == 200


def test_a_pair_is_not_swapped_with_itself_nor_with_its_opponent() -> None:
    four = event(pairs=4)
    drawn(four)
    for other in (1, 4):
        assert "Choose two pairs of different tables" in shown(four, swap_path(four, 1, other))
