"""The builders' event is what they say it is; every other test stands on it."""

import pytest

from tests import builders

pytestmark = pytest.mark.django_db


def test_an_event_has_its_cast_and_the_pairs_of_the_case_file() -> None:
    event = builders.event(pairs=25)
    entries = event.entries()
    assert len(entries) == 25
    assert (entries[0].name, str(entries[0].club), entries[0].country) == ("Громов – Ветров", "Рыбинск", "RUS")
    assert [m.player.name for m in entries[6].members.all()] == ["Peña Ibáñez, José", "Núñez Calvo, Íñigo"]
    assert entries[6].name == "Peña Ibáñez – Núñez Calvo"
    assert event.actor("organiser").may("change_entries")
    assert not event.actor("player").may("see_desk")
    assert not event.actor("stranger").may("see_desk")


def test_two_events_stand_side_by_side() -> None:
    first, second = builders.event(pairs=3), builders.event(pairs=3)
    assert first.tournament.slug != second.tournament.slug
    assert not second.actor("organiser").may("see_desk") or first.organiser.user != second.organiser.user
    assert first.tournament.entries.count() == second.tournament.entries.count() == 3


def test_a_round_seats_four_at_each_table_and_gives_the_odd_pair_a_bye() -> None:
    event = builders.event(pairs=5)
    round_ = builders.add_round(event.tournament)
    games = list(round_.games.all())
    assert [game.table for game in games if not game.bye] == [1, 2]
    assert [len(game.seats.all()) for game in games if not game.bye] == [4, 4]
    bye = next(game for game in games if game.bye)
    assert [(seat.seat, seat.entry.number) for seat in bye.seats.all()] == [("A1", 5), ("A2", 5)]
