"""Entries after the first draw, reserves, fees, categories, and two organisers at one entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests import builders
from tests.builders import Event
from tournaments.acts.entries import (
    add_entry,
    change_entry,
    correct_names,
    delete_entry,
    return_entry,
    set_categories,
    set_fee,
    take_in,
    withdraw_entry,
)
from tournaments.acts.entry_list import take_entries
from tournaments.entry_list import Pair, Person
from tournaments.models import AuditEntry, Category, Entry, Regulations, Round
from tournaments.reads.entries import as_pair, door, entry_stamp
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db
State = Round.State


def swiss(pairs: int = 4, entries_close: int = 2, planned_rounds: int = 8) -> Event:
    event = builders.event(pairs=pairs, planned_rounds=planned_rounds)
    Regulations.objects.filter(tournament=event.tournament).update(system="swiss", entries_close=entries_close)
    event.tournament.refresh_from_db()
    return event


def typed(name: str = "Oak, Ada", **more: Any) -> Pair:
    return replace(Pair(0, "", (Person(name, ""), Person(f"{name} B", "")), "", ""), **more)


def code(act: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*args, **kwargs)
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_who_comes_late_plays_from_the_next_round_to_be_drawn() -> None:
    event = swiss()
    assert add_entry(event.tournament, typed(), actor=event.actor()).from_round == 1
    builders.add_round(event.tournament, 1, state=State.PUBLISHED)
    late = add_entry(event.tournament, typed("Elm, Ben"), actor=event.actor("desk"))
    assert (late.from_round, late.number) == (2, 6)
    assert door(event.tournament).late


def test_entries_close_when_the_round_that_the_regulations_name_is_published() -> None:
    event = swiss()
    builders.add_round(event.tournament, 1, state=State.CLOSED)
    second = builders.add_round(event.tournament, 2, state=State.DRAWN)
    assert add_entry(event.tournament, typed(), actor=event.actor()).from_round == 3
    Round.objects.filter(pk=second.pk).update(state=State.PUBLISHED)
    with pytest.raises(Refused) as caught:
        add_entry(event.tournament, typed("Elm, Ben"), actor=event.actor())
    assert caught.value.code == "entries_closed"
    assert str(caught.value).startswith("Entries closed when round 2 was published.")


def test_nobody_is_entered_when_the_last_round_is_drawn() -> None:
    event = swiss(entries_close=9, planned_rounds=1)
    builders.add_round(event.tournament, 1, state=State.DRAWN)
    assert code(add_entry, event.tournament, typed(), actor=event.actor()) == "all_drawn"


def test_a_round_robin_takes_nobody_in_after_its_first_draw() -> None:
    event = builders.event(pairs=4)
    add_entry(event.tournament, typed(reserve_text="yes"), actor=event.actor())
    builders.add_round(event.tournament, 1, state=State.PUBLISHED)
    assert code(add_entry, event.tournament, typed("Elm, Ben"), actor=event.actor()) == "entries_fixed"
    assert code(take_in, event.entries()[4], actor=event.actor()) == "entries_fixed"


def test_an_entry_on_which_no_draw_rests_is_changed_and_deleted_though_rounds_are_drawn() -> None:
    event = swiss()
    builders.add_round(event.tournament, 1)
    late = add_entry(event.tournament, typed(), actor=event.actor())
    change_entry(late, replace(as_pair(late), country="SWE"), actor=event.actor())
    assert Entry.objects.get(pk=late.pk).country == "SWE"
    delete_entry(late, actor=event.actor())
    first = event.entries()[0]
    assert code(change_entry, first, as_pair(first), actor=event.actor()) == "entries_fixed"


def test_a_reserve_moves_in_once_and_plays_from_the_next_round() -> None:
    event = swiss()
    reserve = add_entry(event.tournament, typed(reserve_text="yes"), actor=event.actor())
    assert reserve.reserve
    builders.add_round(event.tournament, 1)
    taken = take_in(reserve, actor=event.actor("desk"))
    assert (taken.reserve, taken.from_round) == (False, 2)
    assert code(take_in, reserve, actor=event.actor()) == "no_reserve"
    assert AuditEntry.objects.get(act="take_in").details == {"from_round": 2, "entry": reserve.pk}


def test_a_reserve_that_is_withdrawn_does_not_move_in() -> None:
    event = swiss()
    reserve = add_entry(event.tournament, typed(reserve_text="yes"), actor=event.actor())
    withdraw_entry(reserve, actor=event.actor())
    assert code(take_in, reserve, actor=event.actor()) == "withdrawn"


def test_in_a_swiss_event_who_was_withdrawn_at_the_first_draw_returns() -> None:
    event = swiss(pairs=5)
    entry = event.entries()[4]
    withdraw_entry(entry, actor=event.actor())
    builders.add_round(event.tournament, 1)
    return_entry(entry, actor=event.actor())
    assert Entry.objects.get(pk=entry.pk).withdrawn_at is None


def test_the_fee_is_paid_once_and_can_be_taken_back() -> None:
    event = builders.event(pairs=1)
    entry = event.entries()[0]
    paid = set_fee(entry, paid=True, actor=event.actor("desk")).fee_paid_at
    assert paid is not None
    assert set_fee(entry, paid=True, actor=event.actor()).fee_paid_at == paid
    assert set_fee(entry, paid=False, actor=event.actor()).fee_paid_at is None
    assert AuditEntry.objects.filter(act="set_fee").count() == 2


def test_categories_are_made_once_by_name_or_code_and_can_change_after_the_draw() -> None:
    event = builders.event(pairs=2)
    first, second = event.entries()
    builders.add_round(event.tournament)
    set_categories(first, ["Женщины", "U-18"], actor=event.actor())
    set_categories(second, ["женщины", "u-18"], actor=event.actor())
    assert list(Category.objects.values_list("name", "code")) == [("U-18", "u-18"), ("Женщины", "zhenshchiny")]
    assert set(second.categories.all()) == set(first.categories.all())
    set_categories(second, ["zhenshchiny"], actor=event.actor())
    assert [category.name for category in second.categories.all()] == ["Женщины"]
    assert code(set_categories, second, ["x" * 61], actor=event.actor()) == "too_long"
    assert code(set_categories, second, ["x\x07"], actor=event.actor()) == "unprintable"


def test_an_event_has_so_many_categories_and_no_more() -> None:
    event = builders.event(pairs=5)
    for n, entry in enumerate(event.entries()[:4]):
        set_categories(entry, [f"{n}.{k}" for k in range(10)], actor=event.actor())
    assert code(set_categories, event.entries()[4], ["one more"], actor=event.actor()) == "too_many_categories"
    assert Category.objects.count() == 40


def test_a_list_brings_fees_reserves_and_categories() -> None:
    event = builders.event()
    pairs = [
        typed(categories=("Women", "Juniors"), fee_text="yes"),
        typed("Elm, Ben", categories=("women",), reserve_text="да"),
    ]
    first, second = take_entries(event.tournament, pairs, actor=event.actor())
    assert {category.name for category in first.categories.all()} == {"Women", "Juniors"}
    assert (first.fee_paid_at is not None, first.reserve) == (True, False)
    assert ([c.name for c in second.categories.all()], second.fee_paid_at, second.reserve) == (["Women"], None, True)


def test_a_change_keeps_when_the_fee_was_paid_and_writes_the_rest() -> None:
    event = builders.event(pairs=1)
    entry = set_fee(event.entries()[0], paid=True, actor=event.actor())
    paid = entry.fee_paid_at
    changed = change_entry(
        entry, replace(as_pair(entry), categories=("Seniors",), reserve_text="yes"), actor=event.actor()
    )
    assert (changed.fee_paid_at, changed.reserve) == (paid, True)
    assert as_pair(event.entries()[0]).categories == ("Seniors",)


def test_who_changes_what_was_changed_meanwhile_is_told_by_whom() -> None:
    event = builders.event(pairs=2)
    entry = event.entries()[0]
    seen = entry_stamp(entry)
    pair = as_pair(entry)
    change_entry(entry, replace(pair, club="Новый клуб"), actor=event.actor("desk"), seen=seen)
    for act in (
        lambda: change_entry(entry, replace(pair, country="SWE"), actor=event.actor(), seen=seen),
        lambda: correct_names(entry, ("A B", "C D"), actor=event.actor(), seen=seen),
        lambda: set_categories(entry, ["Women"], actor=event.actor(), seen=seen),
    ):
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.code == "changed_meanwhile"
        assert str(caught.value).startswith("1 Громов – Ветров was changed meanwhile by Kerem Demir at ")
    fresh = event.entries()[0]
    assert (str(fresh.club), fresh.country) == ("Новый клуб", "RUS")
    change_entry(fresh, replace(pair, country="SWE"), actor=event.actor(), seen=entry_stamp(fresh))


@pytest.mark.parametrize("who", ["chief_referee", "referee", "player", "stranger"])
def test_who_may_not_change_entries_takes_nobody_in(who: str) -> None:
    event = builders.event(pairs=1)
    entry, actor = event.entries()[0], event.actor(who)
    for act in (
        lambda: take_in(entry, actor=actor),
        lambda: set_fee(entry, paid=True, actor=actor),
        lambda: set_categories(entry, ["x"], actor=actor),
    ):
        with pytest.raises(NotPermitted):
            act()
