"""Substitution: another player takes a member's place, and what was played stays with who played it."""

from __future__ import annotations

from typing import Any

import pytest

from tests import builders
from tests.builders import Event
from tournaments.acts.entries import withdraw_entry
from tournaments.acts.substitutions import substitute_player
from tournaments.entry_list import Person
from tournaments.models import AuditEntry, Entry, EntryMember, Player, Round, Seat
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db
State = Round.State
NEW = Person("Elm, Ben", "SWE-1", "1600")


def replace_second(event: Event, person: Person = NEW, **more: object) -> Entry:
    options: dict[str, Any] = {"reason": "fell ill", "actor": event.actor(), **more}
    return substitute_player(event.entries()[0], 2, person, **options)


def refusal(event: Event, person: Person = NEW, **more: object) -> Refused:
    before = list(EntryMember.objects.order_by("pk").values()), list(Seat.objects.order_by("pk").values())
    with pytest.raises(Refused) as caught:
        replace_second(event, person, **more)
    assert (list(EntryMember.objects.order_by("pk").values()), list(Seat.objects.order_by("pk").values())) == before
    return caught.value


def seated(event: Event, number: int) -> list[str]:
    seats = Seat.objects.filter(round__tournament=event.tournament, round__number=number, entry__number=1)
    return list(seats.order_by("seat").values_list("player__name", flat=True))


def test_closed_rounds_keep_who_played_and_drawn_rounds_get_the_new_player() -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, 1, state=State.CLOSED)
    builders.add_round(event.tournament, 2, state=State.DRAWN)
    entry = replace_second(event)
    assert entry.name == "Громов – Elm"
    assert seated(event, 1) == ["Громов Илья", "Ветров Пётр"]
    assert seated(event, 2) == ["Громов Илья", "Elm, Ben"]
    new = Player.objects.get(licence="SWE-1")
    assert (new.name, new.rating) == ("Elm, Ben", 1600)
    note = AuditEntry.objects.get(act="substitute_player")
    assert (note.reason, note.details["leaves"], note.details["comes"]) == (
        "fell ill",
        "Ветров Пётр RUS-1003",
        "Elm, Ben SWE-1",
    )


@pytest.mark.parametrize("state", [State.PUBLISHED, State.RUNNING])
def test_while_a_round_is_played_the_substitute_sits_down_at_the_table(state: Round.State) -> None:
    event = builders.event(pairs=4)
    builders.add_round(event.tournament, 1, state=state)
    refused = refusal(event)
    assert refused.code == "round_open"
    assert str(refused).startswith("1 Громов – Ветров sits at table 1 of round 1, which is not closed.")
    assert "Put the substitute in at the table" in str(refused)


def test_a_known_player_comes_by_the_licence_and_who_left_may_play_elsewhere() -> None:
    event = builders.event(pairs=4)
    known = builders.player("Elm, Ben", "SWE-1", federation=event.tournament.federation)
    replace_second(event)
    assert event.entries()[0].members.all()[1].player == known
    left = Person("Ветров Пётр", "RUS-1003")
    second = substitute_player(event.entries()[1], 1, left, reason="moves", actor=event.actor())
    assert second.name == "Ветров – Щукин"


@pytest.mark.parametrize(
    ("person", "code"),
    [
        (Person("Ветров Пётр", ""), "same_player"),
        (Person("Somebody", "RUS-1003"), "same_player"),
        (Person("Громов Илья", "RUS-1002"), "with_himself"),
        (Person("Ёлкин Семён", "RUS-1004"), "player_entered"),
        (Person("", "SWE-1"), "no_name"),
        (Person("Elm, Ben", "SWE-1", "strong"), "bad_rating"),
        (Person("Elm\x00, Ben", "SWE-1"), "unprintable"),
    ],
)
def test_who_cannot_take_the_place_is_refused_in_a_sentence(person: Person, code: str) -> None:
    event = builders.event(pairs=4)
    refused = refusal(event, person)
    assert refused.code == code
    assert str(refused).endswith(".")


def test_a_licence_of_somebody_else_is_asked_about() -> None:
    event = builders.event(pairs=1)
    known = builders.player("Elm, Bernard", "SWE-1", federation=event.tournament.federation)
    assert refusal(event).code == "licence_of_another"
    entry = replace_second(event, keep_known=True)
    assert EntryMember.objects.get(entry=entry, place=2).player == known


def test_it_needs_a_reason_a_place_and_an_entry_that_takes_part() -> None:
    event = builders.event(pairs=2)
    assert refusal(event, reason="  ").code == "reason_missing"
    with pytest.raises(Refused) as caught:
        substitute_player(event.entries()[0], 3, NEW, reason="ill", actor=event.actor())
    assert caught.value.code == "no_such_place"
    withdraw_entry(event.entries()[0], actor=event.actor())
    assert refusal(event).code == "withdrawn"


def test_who_saw_an_older_entry_is_told() -> None:
    event = builders.event(pairs=1)
    assert refusal(event, seen="0" * 16).code == "changed_meanwhile"


@pytest.mark.parametrize("who", ["chief_referee", "referee", "player", "stranger"])
def test_who_may_not_change_entries_replaces_nobody(who: str) -> None:
    event = builders.event(pairs=1)
    assert isinstance(refusal(event, actor=event.actor(who)), NotPermitted)
