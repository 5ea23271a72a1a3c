"""Rounds drawn by Swiss, with results recorded; check-in, reserves and those who come late."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import lots
from tests.builders import Event, add_pairs, event, pair, player
from tests.tournaments.playing import accept, closed, drawn, play, published
from tournaments.acts import draws, rounds
from tournaments.acts.results import take_back_result
from tournaments.models import AuditEntry, Game, Regulations, Round
from tournaments.reads.drawing import lines
from tournaments.reads.field import plan, rounds_of_the_table
from tournaments.reads.rounds import tables_of
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


def swiss(pairs: int, **regulations: Any) -> Event:
    """Make an event that is drawn by Swiss; clubs are not kept apart unless asked for."""
    made = event(pairs=pairs)
    of_event(made).update(**{"system": "swiss", "clubs_apart": False, **regulations})
    return made


def of_event(made: Event) -> Any:
    return Regulations.objects.filter(tournament=made.tournament)


def refused(made: Event, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        draws.draw_round(made.tournament, actor=made.actor(), **more)
    return caught.value


def meetings(round_: Round) -> list[tuple[int, ...]]:
    """List who meets whom by table, numbers of the entries, side A first; who has a bye is alone."""
    return [tuple(side.number for side in table.sides) for table in tables_of(round_)]


def why(round_: Round) -> list[str]:
    return [" ".join(line.why) for line in lines(round_, tables_of(round_))]


def change(made: Event, number: int, **fields: Any) -> None:
    made.tournament.entries.filter(number=number).update(**fields)


# ── by the standings ─────────────────────────────────────────────────────────


def test_the_second_round_is_drawn_by_the_standings_after_the_first() -> None:
    eight = swiss(8)
    assert meetings(published(eight)) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    play(eight, Round.objects.get())
    rounds.close_round(Round.objects.get(), actor=eight.actor())
    # side A won tables 1 and 3, side B tables 2 and 4, all by 100: 4 scored 204, 3 203, 2 202, 1 201
    round_ = drawn(eight)
    assert meetings(round_) == [(4, 2), (1, 3), (8, 6), (5, 7)]
    assert why(round_)[0] == "Both had 1 win: in this group the top half meets the bottom half."
    assert round_.drawing["system"] == "swiss"


def test_an_event_of_five_pairs_has_a_bye_each_and_no_rematch_and_then_says_that_only_rematches_are_left() -> None:
    five = swiss(5)
    met, byes = [], []
    for _ in range(5):
        listed = meetings(closed(five))
        met += [frozenset(pair_) for pair_ in listed if len(pair_) == 2]
        byes += [pair_[0] for pair_ in listed if len(pair_) == 1]
    assert sorted(byes) == [1, 2, 3, 4, 5]
    assert len(set(met)) == len(met) == 10
    assert refused(five).code == "only_rematches"
    assert Round.objects.count() == 5
    round_ = draws.draw_round(five.tournament, actor=five.actor(), rematches=True)
    assert any("a rematch could not be avoided" in said for said in why(round_))
    assert AuditEntry.objects.filter(act="draw_round").latest("pk").details["rematches"] is True


def test_a_round_is_not_drawn_while_a_result_of_those_before_is_missing() -> None:
    eight = swiss(8)
    drawn(eight)
    assert refused(eight).code == "round_before_open"
    rounds.publish_round(Round.objects.get(), actor=eight.actor())
    for game in Game.objects.filter(table__in=[1, 3]).select_related("round__tournament"):
        accept(game, 200, 100, eight)
    assert str(refused(eight)) == (
        "Round 2 is drawn by the standings, and round 1 is not finished. Not accepted so far: tables 2, 4."
    )
    for game in Game.objects.filter(table__in=[2, 4]).select_related("round__tournament"):
        accept(game, 200, 100, eight)
    assert drawn(eight).number == 2  # accepted is enough: the round need not be closed


def test_the_first_round_by_rating_and_by_lot() -> None:
    four = swiss(4, first_round="rating")
    for number, rating in ((1, None), (2, 1400), (3, 1800), (4, 1600)):
        entry = four.tournament.entries.get(number=number)
        entry.players.update(rating=rating)
    assert meetings(drawn(four)) == [(3, 2), (1, 4)]
    draws.undo_draw(Round.objects.get(), actor=four.actor())
    of_event(four).update(first_round="lot", seed=20261130)
    one, two, three, last = lots.drawn(20261130, [1, 2, 3, 4])
    round_ = drawn(four)
    assert meetings(round_) == [(one, three), (last, two)]
    assert (round_.drawing["seed"], round_.drawing["order"]) == (20261130, [one, two, three, last])
    assert "They stand by lot." in why(round_)[0]


def test_clubs_are_kept_apart_in_round_1() -> None:
    made = swiss(8, clubs_apart=True)
    clubs = list(dict.fromkeys(made.tournament.entries.values_list("club", flat=True)))[:2]
    for entry in made.entries():
        change(made, entry.number, club=clubs[entry.number % 2])
    round_ = drawn(made)
    assert all((a + b) % 2 for a, b in meetings(round_))
    assert "so that pairs of one club do not meet" in why(round_)[0]


# ── who takes part ───────────────────────────────────────────────────────────


def test_who_comes_late_scores_nothing_for_rounds_missed_and_who_withdrew_is_drawn_no_more() -> None:
    six = swiss(6)
    change(six, 2, from_round=2)
    change(six, 3, reserve=True)
    assert meetings(closed(six)) == [(1, 5), (6, 4)]  # 1 and 4 win
    change(six, 6, withdrawn_at=timezone.now())
    round_ = drawn(six)
    assert {frozenset(m) for m in meetings(round_)} == {frozenset({1, 4}), frozenset({2, 5})}


def test_a_round_robin_keeps_the_place_of_who_comes_later_and_has_none_for_a_reserve() -> None:
    five = event(pairs=5)
    change(five, 4, from_round=2)
    change(five, 2, reserve=True)
    assert meetings(drawn(five)) == [(1, 5), (3,)]  # the places are 1, 3, 4, 5: 3 would meet 4
    assert meetings(drawn(five)) == [(5, 4), (1, 3)]


def test_pairs_that_are_not_checked_in_are_named_and_drawn_only_when_that_is_meant() -> None:
    four = swiss(4)
    four.tournament.entries.exclude(number=3).update(checked_in_at=timezone.now())
    told = refused(four)
    assert told.code == "not_checked_in"
    assert str(told).startswith("Not checked in: 3 ")
    assert told.params["entries"] == [3]
    round_ = draws.draw_round(four.tournament, actor=four.actor(), also_absent=True)
    assert len(meetings(round_)) == 2
    assert round_.drawing["also_absent"] == [3]


def test_a_withdrawn_pair_need_not_check_in_and_nobody_need_where_nobody_has() -> None:
    four = swiss(4)
    drawn(four)
    draws.undo_draw(Round.objects.get(), actor=four.actor())
    four.tournament.entries.exclude(number=3).update(checked_in_at=timezone.now())
    change(four, 3, withdrawn_at=timezone.now())
    assert len(meetings(drawn(four))) == 2


def test_a_pair_entered_between_two_rounds_plays_from_the_next() -> None:
    four = swiss(4)
    closed(four)
    pair(four.tournament, 30, player("Late, Ann", "L-1"), player("Late, Bea", "L-2"))
    assert 30 in {number for m in meetings(drawn(four)) for number in m}


# ── a double round robin, and what a draw will make ──────────────────────────


def test_a_double_round_robin_is_the_table_twice_with_the_sides_swapped() -> None:
    four = event(pairs=4)
    of_event(four).update(system="double_round_robin")
    there, back = ([meetings(drawn(four)) for _ in range(3)] for _ in range(2))
    assert back == [[(b, a) for a, b in listed] for listed in there]
    assert rounds_of_the_table(4) == 3
    assert rounds_of_the_table(5, "double_round_robin") == 10
    assert rounds_of_the_table(5, "swiss") == 0


@pytest.mark.parametrize("system", ["swiss", "round_robin"])
def test_the_plan_counts_what_the_draw_then_makes(system: str) -> None:
    seven = swiss(7, system=system)
    change(seven, 3, from_round=2)
    for number in (1, 2):
        regulations = Regulations.objects.get()
        planned = plan(seven.tournament, regulations, number)
        round_ = published(seven)
        listed = meetings(round_)
        assert (planned.tables, planned.byes) == (sum(len(m) == 2 for m in listed), sum(len(m) == 1 for m in listed))
        play(seven, round_)
        rounds.close_round(round_, actor=seven.actor())
        change(seven, 5, withdrawn_at=timezone.now())


def test_a_draw_by_swiss_of_many_pairs_takes_no_more_queries_than_of_few() -> None:
    taken = []
    for pairs in (4, 60):
        made = swiss(0)
        add_pairs(made.tournament, pairs)
        closed(made)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            draws.draw_round(made.tournament, actor=made.actor())
        taken.append(len(captured))
    assert taken[0] == taken[1] <= 26


# ── what changes after a draw ────────────────────────────────────────────────


def test_a_round_drawn_from_results_that_were_corrected_since_is_not_published() -> None:
    eight = swiss(8)
    first = published(eight)
    play(eight, first)
    round_ = drawn(eight)
    game = first.games.get(table=1)
    take_back_result(game, actor=eight.actor("chief_referee"), reason="sides mixed up")
    accept(game, 101, 201, event=eight)
    rounds.close_round(first, actor=eight.actor())
    with pytest.raises(Refused) as caught:
        rounds.publish_round(round_, actor=eight.actor())
    assert caught.value.code == "drawn_from_old_standings"
    draws.undo_draw(round_, actor=eight.actor())
    assert published(eight).state == Round.State.PUBLISHED


def test_who_entered_after_a_draw_is_in_the_draw_that_follows_its_undoing() -> None:
    four = swiss(4)
    round_ = drawn(four)
    pair(four.tournament, 5, player("Late, Ann", "L-1"), player("Late, Bea", "L-2"))
    pair(four.tournament, 6, player("Late, Cid", "L-3"), player("Late, Dan", "L-4"))
    change(four, 5, from_round=2)
    change(four, 6, from_round=2)
    draws.undo_draw(round_, actor=four.actor())
    assert sorted(number for meeting in meetings(drawn(four)) for number in meeting) == [1, 2, 3, 4, 5, 6]


def test_a_draw_that_another_person_changed_meanwhile_is_neither_published_nor_undone() -> None:
    four = swiss(4)
    seen = drawn(four).draw_stamp
    draws.undo_draw(Round.objects.get(), actor=four.actor())
    anew = drawn(four)
    for act in (rounds.publish_round, draws.undo_draw):
        with pytest.raises(Refused) as caught:
            act(anew, actor=four.actor(), seen=seen)
        assert caught.value.code == "drawn_anew"
    assert rounds.publish_round(anew, actor=four.actor(), seen=anew.draw_stamp).state == Round.State.PUBLISHED
