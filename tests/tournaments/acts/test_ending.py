"""The end of an event, after any round, and what nobody can do afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import Event, event
from tests.tournaments.playing import accept, closed, drawn, play, published
from tournaments.acts import rounds
from tournaments.acts.disqualifications import disqualify
from tournaments.acts.ending import end_event, reopen_event
from tournaments.acts.events import lock_event
from tournaments.models import AuditEntry, Result, Round, Tournament
from tournaments.reads.ending import ending_of, obstacles
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

RAIN = "The hall is under water."


def fresh(event_: Event) -> Tournament:
    return Tournament.objects.select_related("regulations").get(pk=event_.tournament.pk)


def refusal(act: Callable[..., Any], *arguments: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        act(*arguments, **more)
    return refused.value


def ended(pairs: int = 4, planned_rounds: int = 8) -> Event:
    """Give an event that was ended after its first round."""
    made = event(pairs=pairs, planned_rounds=planned_rounds)
    closed(made)
    end_event(made.tournament, actor=made.actor(), reason=RAIN)
    return made


def test_an_event_ends_after_any_round_with_a_reason_that_is_kept() -> None:
    four = ended()
    told = ending_of(fresh(four))
    assert told
    assert (told.after, told.planned, told.early, told.by, told.reason) == (1, 8, True, "Ingrid Sandell", RAIN)
    note = AuditEntry.objects.get(act="end_event")
    assert (note.reason, note.details) == (RAIN, {"after": 1, "planned": 8})


def test_an_event_that_goes_on_has_no_ending() -> None:
    four = event(pairs=4)
    closed(four)
    assert ending_of(fresh(four)) is None


def test_an_early_end_needs_a_reason_and_a_planned_one_does_not() -> None:
    four = event(pairs=4, planned_rounds=2)
    closed(four)
    assert refusal(end_event, four.tournament, actor=four.actor(), reason="  ").code == "reason_missing"
    closed(four)
    end_event(four.tournament, actor=four.actor())
    told = ending_of(fresh(four))
    assert told
    assert (told.early, told.reason) == (False, "")


def test_an_open_round_is_named_with_its_missing_tables() -> None:
    six = event(pairs=6)
    closed(six)
    round_ = published(six)
    accept(round_.games.select_related("round__tournament").get(table=2), 200, 100, six)
    said = refusal(end_event, six.tournament, actor=six.actor(), reason=RAIN)
    assert (said.code, said.params["tables"]) == ("round_open", [1, 3])
    assert "Round 2 is open. Not accepted so far: tables 1, 3." in str(said)
    assert fresh(six).ended_at is None


def test_an_open_round_with_all_results_has_to_be_closed() -> None:
    four = event(pairs=4)
    play(four, published(four))
    said = refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN)
    assert str(said) == "All results of round 1 are in, but it is open. Close it first."


def test_a_round_that_is_only_drawn_is_undone_first() -> None:
    four = event(pairs=4)
    closed(four)
    second = drawn(four)
    said = refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN)
    assert said.code == "round_drawn"
    assert "Undo its draw first" in str(said)
    Round.objects.filter(pk=second.pk).delete()
    end_event(four.tournament, actor=four.actor(), reason=RAIN)


def test_a_result_that_awaits_a_decision_is_decided_first() -> None:
    four = event(pairs=4)
    round_ = closed(four)
    Result.objects.filter(game__round=round_, game__table=2).update(provisional=True)
    said = refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN)
    assert str(said) == "A result of round 1 awaits a decision: table 2. Decide the protest first."


def test_before_the_first_round_is_closed_there_is_nothing_to_end() -> None:
    four = event(pairs=4)
    assert refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN).code == "nothing_played"


def test_it_ends_once_and_not_after_another_round_than_was_meant() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    assert refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN, after=1).code == "stale"
    end_event(four.tournament, actor=four.actor(), reason=RAIN, after=2)
    assert refusal(end_event, four.tournament, actor=four.actor(), reason=RAIN).code == "event_ended"


@pytest.mark.parametrize("who", ["desk", "referee", "scorer", "player", "stranger"])
def test_only_organisers_and_the_chief_referee_end_and_open_an_event(who: str) -> None:
    four = event(pairs=4)
    closed(four)
    with pytest.raises(NotPermitted):
        end_event(four.tournament, actor=four.actor(who), reason=RAIN)
    end_event(four.tournament, actor=four.actor("chief_referee"), reason=RAIN)
    with pytest.raises(NotPermitted):
        reopen_event(four.tournament, actor=four.actor(who), reason=RAIN)


def test_after_the_end_nothing_is_drawn_reopened_or_decided() -> None:
    four = ended()
    entry, round_ = four.entries()[0], four.tournament.rounds.get()
    chief = four.actor("chief_referee")
    assert refusal(drawn, four).code == "event_ended"
    assert refusal(rounds.reopen_round, round_, actor=chief, reason="misread").code == "event_ended"
    decided = {"from_round": 1, "opponents": "keep", "reason": "a sign"}
    assert refusal(disqualify, entry, actor=chief, **decided).code == "event_ended"
    assert refusal(lock_event, four.tournament).code == "event_ended"


def test_an_event_is_opened_again_with_a_reason_and_goes_on() -> None:
    four = ended()
    chief = four.actor("chief_referee")
    assert refusal(reopen_event, four.tournament, actor=chief, reason="").code == "reason_missing"
    reopen_event(four.tournament, actor=chief, reason="The rain has stopped.")
    assert AuditEntry.objects.get(act="reopen_event").reason == "The rain has stopped."
    assert ending_of(fresh(four)) is None
    assert closed(four).number == 2
    assert refusal(reopen_event, four.tournament, actor=chief, reason="again").code == "event_going_on"


def test_the_reason_of_the_last_end_is_told() -> None:
    four = ended()
    reopen_event(four.tournament, actor=four.actor(), reason="dry")
    end_event(four.tournament, actor=four.actor(), reason="Wet again.")
    told = ending_of(fresh(four))
    assert told
    assert told.reason == "Wet again."


def test_obstacles_are_listed_all_at_once_the_last_draw_first() -> None:
    four = event(pairs=4)
    published(four)
    drawn(four)
    drawn(four)
    assert [(one.code, one.round) for one in obstacles(fresh(four))] == [
        ("round_open", 1), ("round_drawn", 3), ("round_drawn", 2),
    ]  # fmt: skip
