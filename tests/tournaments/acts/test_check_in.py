"""Check-in: said twice it is said once, taken back, for everybody, and over again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from tests import builders
from tournaments.acts.check_in import check_everybody_in, check_in, start_check_in_over, undo_check_in
from tournaments.models import AuditEntry, Entry
from tournaments.reads.check_in import arrivals, meant
from tournaments.reads.entries import all_entries
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def here() -> list[int]:
    return list(Entry.objects.filter(checked_in_at__isnull=False).order_by("number").values_list("number", flat=True))


@pytest.mark.parametrize("who", ["organiser", "chief_referee", "desk", "administrator"])
def test_an_entry_is_checked_in_once_and_taken_back_once(who: str) -> None:
    event = builders.event(pairs=2)
    entry, actor = event.entries()[0], event.actor(who)
    assert check_in(entry, actor=actor)
    first = Entry.objects.get(pk=entry.pk).checked_in_at
    assert not check_in(entry, actor=actor)
    assert (here(), Entry.objects.get(pk=entry.pk).checked_in_at) == ([1], first)
    assert undo_check_in(entry, actor=actor)
    assert not undo_check_in(entry, actor=actor)
    assert here() == []
    assert AuditEntry.objects.filter(act="check_in").count() == 1


def test_who_is_withdrawn_is_not_checked_in() -> None:
    event = builders.event(pairs=1)
    Entry.objects.update(withdrawn_at=timezone.now())
    with pytest.raises(Refused) as caught:
        check_in(event.entries()[0], actor=event.actor())
    assert str(caught.value).startswith("1 Громов – Ветров is withdrawn. Let it return")


def test_everybody_who_plays_is_checked_in_and_all_of_it_begins_anew() -> None:
    event = builders.event(pairs=5)
    Entry.objects.filter(number=2).update(reserve=True)
    Entry.objects.filter(number=3).update(withdrawn_at=timezone.now())
    check_in(event.entries()[0], actor=event.actor())
    assert check_everybody_in(event.tournament, actor=event.actor()) == 2
    assert check_everybody_in(event.tournament, actor=event.actor()) == 0
    assert here() == [1, 4, 5]
    assert AuditEntry.objects.get(act="check_everybody_in").details["numbers"] == [4, 5]
    assert start_check_in_over(event.tournament, actor=event.actor()) == 3
    assert here() == []


def test_the_missing_are_counted_without_reserves_and_withdrawn() -> None:
    event = builders.event(pairs=5)
    Entry.objects.filter(number=2).update(reserve=True)
    Entry.objects.filter(number=3).update(withdrawn_at=timezone.now())
    check_in(event.entries()[0], actor=event.actor())
    found = arrivals(all_entries(event.tournament))
    assert ([e.number for e in found.here], [e.number for e in found.missing], found.expected) == ([1], [4, 5], 3)
    assert [e.number for e in found.reserves] == [2]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("7", [7]),
        ("007", [7]),
        ("1004", [2]),
        ("99", []),
        ("gromov", [1]),
        ("ЁЛКИН", [2]),
        ("pena", [7, 8, 9, 24]),
        ("pappas", [14]),
        ("стручков", []),
        ("", []),
        ("٣", [3]),
    ],
)
def test_a_number_is_that_entry_alone_and_a_name_is_found_in_any_script(typed: str, found: list[int]) -> None:
    event = builders.event(pairs=24)
    assert [entry.number for entry in meant(all_entries(event.tournament), typed)] == found


@pytest.mark.parametrize("who", ["referee", "scorer", "player", "stranger"])
def test_who_may_not_check_in_checks_nobody_in(who: str) -> None:
    event = builders.event(pairs=1)
    entry, actor = event.entries()[0], event.actor(who)
    for act in (
        lambda: check_in(entry, actor=actor),
        lambda: undo_check_in(entry, actor=actor),
        lambda: check_everybody_in(event.tournament, actor=actor),
        lambda: start_check_in_over(event.tournament, actor=actor),
    ):
        with pytest.raises(NotPermitted):
            act()


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_check_the_same_pair_in_at_one_moment_write_it_once() -> None:
    event = builders.event(pairs=1)
    entry, actor, start = event.entries()[0], event.actor(), Barrier(2)

    def say(_desk: int) -> bool:
        try:
            start.wait(timeout=10)
            return check_in(entry, actor=actor)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as desks:
        assert sorted(desks.map(say, range(2))) == [False, True]
    assert AuditEntry.objects.filter(act="check_in").count() == 1
