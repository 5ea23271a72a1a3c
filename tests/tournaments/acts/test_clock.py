"""One clock for all tables of a round, read from its row alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.builders import Event, event
from tests.tournaments.playing import closed, drawn, published
from tournaments.acts import clock
from tournaments.models import AuditEntry, Round
from tournaments.permissions import Actor
from tournaments.reads.clock import clock_of, clock_of_game
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def started(event_: Event, ago: timedelta = timedelta()) -> Round:
    """Publish a round whose clock was started some time ago."""
    round_ = clock.start_clock(published(event_), actor=event_.actor("desk"))
    round_.clock_started_at = timezone.now() - ago
    round_.save()
    return round_


def at(minute: float, round_: Round) -> datetime:
    assert round_.clock_started_at
    return round_.clock_started_at + timedelta(minutes=minute)


def test_before_the_start_the_clock_shows_the_whole_time() -> None:
    read = clock_of(published(event(pairs=2, rules={"minutes": 50})))
    assert (read.state, read.minutes, read.seconds_left, read.deadline) == ("idle", 50, 3000, None)


def test_starting_the_clock_makes_the_round_run() -> None:
    round_ = Round.objects.get(pk=started(event(pairs=2)).pk)
    assert round_.state == Round.State.RUNNING
    read = clock_of(round_, at(10, round_))
    assert (read.state, read.seconds_left, read.deadline) == ("running", 1800, at(40, round_))


def test_the_clock_survives_a_restart_because_the_row_is_all_there_is() -> None:
    round_ = started(event(pairs=2), ago=timedelta(minutes=15))
    assert clock_of(Round.objects.get(pk=round_.pk)).seconds_left in (1499, 1500)


@pytest.mark.parametrize(
    ("minute", "left", "last", "over"),
    [
        (34.5, 330, False, False),
        (35, 300, True, False),
        (39.5, 30, True, False),
        (40, 0, False, True),
        (55, 0, False, True),
    ],
)
def test_the_last_five_minutes_are_a_warning_and_then_time_is_over(
    minute: float, left: int, last: bool, over: bool
) -> None:
    round_ = started(event(pairs=2))
    read = clock_of(round_, at(minute, round_))
    assert (read.seconds_left, read.last_minutes, read.over) == (left, last, over)


def test_a_pause_stops_the_clock_and_going_on_adds_it() -> None:
    two = event(pairs=2)
    round_ = clock.pause_clock(started(two, ago=timedelta(minutes=10)), actor=two.actor("desk"))
    assert clock_of(round_, at(25, round_)).state == "paused"
    assert clock_of(round_, at(25, round_)).seconds_left in (1799, 1800)
    assert clock_of(round_).deadline is None
    round_.clock_started_at = timezone.now() - timedelta(minutes=16)
    round_.clock_paused_at = timezone.now() - timedelta(minutes=6)
    round_.save()
    round_ = clock.go_on_with_clock(round_, actor=two.actor("desk"))
    assert round_.paused_seconds == 360
    assert clock_of(round_).seconds_left in (1799, 1800)


def test_minutes_can_be_added() -> None:
    two = event(pairs=2)
    round_ = clock.add_minutes(started(two, ago=timedelta(minutes=39)), 5, actor=two.actor())
    assert clock_of(round_, at(39, round_)).seconds_left == 360
    assert AuditEntry.objects.get(act="add_minutes").details == {"minutes": 5}


@pytest.mark.parametrize("minutes", [0, -5, 121, 10**9])
def test_a_senseless_number_of_minutes_is_refused(minutes: int) -> None:
    two = event(pairs=2)
    with pytest.raises(Refused) as caught:
        clock.add_minutes(started(two), minutes, actor=two.actor())
    assert str(caught.value) == "Add 1 to 120 minutes at a time."
    assert Round.objects.get().minutes == 40


@pytest.mark.parametrize(
    ("make", "act", "code"),
    [
        (drawn, clock.start_clock, "round_not_open"),
        (closed, clock.start_clock, "round_not_open"),
        (started, clock.start_clock, "clock_started"),
        (published, clock.pause_clock, "clock_idle"),
        (published, clock.go_on_with_clock, "clock_not_paused"),
        (started, clock.go_on_with_clock, "clock_not_paused"),
    ],
)
def test_the_clock_refuses_what_makes_no_sense(
    make: Callable[[Event], Round], act: Callable[..., Round], code: str
) -> None:
    two = event(pairs=2)
    with pytest.raises(Refused) as caught:
        act(make(two), actor=two.actor())
    assert caught.value.code == code


def test_a_paused_clock_is_not_paused_again() -> None:
    two = event(pairs=2)
    round_ = clock.pause_clock(started(two), actor=two.actor())
    with pytest.raises(Refused) as caught:
        clock.pause_clock(round_, actor=two.actor())
    assert caught.value.code == "clock_paused"


@pytest.mark.parametrize("who", ["referee", "scorer", "player", "stranger"])
def test_the_clock_is_run_by_the_desk_only(who: str) -> None:
    two = event(pairs=2)
    actor: Actor = two.actor(who)
    with pytest.raises(NotPermitted):
        clock.start_clock(published(two), actor=actor)


def test_the_clock_of_a_round_undone_a_moment_ago_is_not_started() -> None:
    event_ = event(pairs=2)
    gone = published(event_)
    Round.objects.get(pk=gone.pk).delete()
    with pytest.raises(Refused) as refused:
        clock.start_clock(gone, actor=event_.actor("desk"))
    assert refused.value.code == "round_gone"


def test_more_minutes_for_one_table_begin_now_when_its_time_is_over() -> None:
    two = event(pairs=2, rules={"minutes": 40})
    game = started(two, ago=timedelta(minutes=43, seconds=30)).games.get()
    given = clock.add_minutes_at_table(game, 5, actor=two.actor("desk"), reason="a tile was missing")
    assert given.extra_minutes == 9  # four for the time that is gone, begun ones whole
    assert 5 * 60 <= clock_of_game(given).seconds_left <= 6 * 60


def test_more_minutes_for_one_table_are_added_while_its_time_runs() -> None:
    two = event(pairs=2, rules={"minutes": 40})
    game = started(two, ago=timedelta(minutes=30)).games.get()
    assert clock.add_minutes_at_table(game, 5, actor=two.actor("desk"), reason="a tile was missing").extra_minutes == 5
