"""Two people do the same at the same moment: one does it, the other is told. On PostgreSQL, where they really meet."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from tests.builders import event
from tests.tournaments.playing import drawn, play, published
from tournaments.acts import clock, documents, draws, rounds
from tournaments.acts.results import take_back_result
from tournaments.acts.swaps import swap_entries
from tournaments.models import AuditEntry, Document, Game, Regulations, Result, Round
from tournaments.refusals import Refused

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*acts: Callable[[], Any]) -> list[str]:
    """Do the acts in threads that start together; give the code of each refusal, "done" for what was done."""
    barrier = Barrier(len(acts))

    def one(act: Callable[[], Any]) -> str:
        try:
            barrier.wait()
            act()
            return "done"
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(one, acts))


def test_a_round_is_drawn_once() -> None:
    eight = event(pairs=8)
    actor = eight.actor()
    told = at_once(*[lambda: draws.draw_round(eight.tournament, actor=actor, number=1)] * 4)
    assert told == ["already_drawn", "already_drawn", "already_drawn", "done"]
    assert Game.objects.count() == 4


def test_a_round_is_published_once_and_its_bye_has_one_result() -> None:
    five = event(pairs=5)
    round_, actor = drawn(five), five.actor()
    told = at_once(*[lambda: rounds.publish_round(round_, actor=actor)] * 4)
    assert told == ["done", "round_not_drawn", "round_not_drawn", "round_not_drawn"]
    assert Result.objects.count() == 2
    assert AuditEntry.objects.filter(act="publish_round").count() == 1
    assert Regulations.objects.get().frozen_at


def test_the_clock_is_started_once() -> None:
    four = event(pairs=4)
    round_, actor = published(four), four.actor()
    assert at_once(*[lambda: clock.start_clock(round_, actor=actor)] * 4) == ["clock_started"] * 3 + ["done"]


@pytest.mark.parametrize("attempt", range(5))
def test_a_round_is_not_closed_over_a_result_that_is_being_taken_back(attempt: int) -> None:
    four = event(pairs=4)
    round_ = published(four)
    play(four, round_)
    actor = four.actor("chief_referee")

    def take_back() -> None:
        with transaction.atomic():
            game = (
                Game.objects.select_for_update(of=("self",))
                .select_related("round__tournament")
                .get(round=round_, table=2)
            )
            if Round.objects.get(pk=round_.pk).state == Round.State.CLOSED:
                raise Refused("round_closed", "")
            take_back_result(game, actor=actor, reason="misread")

    told = at_once(take_back, lambda: rounds.close_round(round_, actor=actor))
    assert told in (["done", "tables_missing"], ["done", "round_closed"])
    closed = Round.objects.get().state == Round.State.CLOSED
    assert closed == (Result.objects.count() == 8)


def test_a_document_is_made_by_one_of_two_workers() -> None:
    four = event(pairs=4)
    published(four)
    document = documents.ask_for_document(four.tournament, "pairings", {"round": 1}, actor=four.actor())
    at_once(*[lambda: documents.make_document(document.pk)] * 4)
    made = Document.objects.get()
    assert (made.state, made.attempts) == (Document.State.DONE, 1)


def test_of_several_who_swap_what_they_saw_one_does_it() -> None:
    eight = event(pairs=8)
    round_, actor = drawn(eight), eight.actor()
    first, second = (eight.tournament.entries.get(number=number).pk for number in (1, 2))
    stamp = round_.draw_stamp
    told = at_once(*[lambda: swap_entries(round_, first, second, actor=actor, reason="late", seen=stamp)] * 4)
    assert told == ["done", "drawn_anew", "drawn_anew", "drawn_anew"]
    assert len(Round.objects.get().drawing["swaps"]) == 1
