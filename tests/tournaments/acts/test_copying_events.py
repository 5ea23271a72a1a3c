"""Copying an event: what comes along, what stays behind, who may."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone

from referees.acts.links import make_table_links
from tests import builders
from tests.builders import Event
from tournaments.acts.copies_of_events import Luggage, begin_like, bring_along, copy_event
from tournaments.acts.events import EventData
from tournaments.models import AuditEntry, Category, Federation, Official, Regulations, Role, Tournament
from tournaments.permissions import actor_for
from tournaments.reads.event_settings import settings_of
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

DAY = datetime.date(2027, 11, 27)
NEXT = EventData(name="Amber Coast Open", starts_on=DAY, ends_on=DAY, venue="Harbour Hall", language="ru")
EVERYTHING = Luggage(entries=True)


@pytest.fixture
def old() -> Event:
    """Give an event of six pairs that was played: with categories, tables, a withdrawn pair and a round."""
    event = builders.event(pairs=6, rules={"target": 150, "tariff": {"late": [10]}})
    Regulations.objects.update(
        system="swiss", ranking=["points", "lots"], effectiveness="share", entries_close=2, clubs_apart=False,
        frozen_at=timezone.now(),
    )  # fmt: skip
    women = Category.objects.create(tournament=event.tournament, code="women", name="Women")
    event.entries()[0].categories.add(women)
    event.tournament.entries.filter(number=6).update(withdrawn_at=timezone.now())
    event.tournament.entries.filter(number=5).update(reserve=True, fee_paid_at=timezone.now())
    make_table_links(event.tournament, [1, 2, 7], actor=event.actor())
    builders.add_round(event.tournament)
    return event


def copied(old: Event, luggage: Luggage = EVERYTHING, who: str = "organiser") -> Tournament:
    return copy_event(old.tournament, NEXT, luggage, user=old.account(who))


def test_a_copy_has_the_regulations_of_the_old_event_and_is_not_frozen(old: Event) -> None:
    theirs = Regulations.objects.get()
    kept = copied(old).regulations
    assert settings_of(kept) == settings_of(theirs)
    assert (kept.preset, kept.frozen_at) == (theirs.preset, None)
    assert kept.seed != theirs.seed


def test_officials_come_with_their_roles_and_without_their_pins(old: Event) -> None:
    Official.objects.filter(role=Role.SCORER).update(active=False)
    event = copied(old)
    came = list(event.officials.order_by("role").values_list("role", "user_id", "pin_hash"))
    assert came == [
        (one.role, one.user_id, "") for one in old.tournament.officials.filter(active=True).order_by("role")
    ]
    assert len(came) == 4


def test_tables_come_as_many_as_there_were_with_links_of_their_own(old: Event) -> None:
    event = copied(old)
    assert list(event.table_links.values_list("table", flat=True)) == [1, 2, 7]
    codes = set(event.table_links.values_list("token", flat=True))
    assert not codes & set(old.tournament.table_links.values_list("token", flat=True))


def test_entries_come_with_number_members_and_categories_but_not_who_withdrew(old: Event) -> None:
    event = copied(old)
    entries = list(event.entries.prefetch_related("members__player", "categories").order_by("number"))
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
    theirs = old.entries()
    for entry, one in zip(entries, theirs, strict=False):
        assert (entry.name, entry.club_id, entry.country) == (one.name, one.club_id, one.country)
        assert [m.player_id for m in entry.members.all()] == [m.player_id for m in one.members.all()]
    assert [category.tournament for category in entries[0].categories.all()] == [event]
    assert (entries[4].reserve, entries[4].fee_paid_at) == (True, None)
    assert not event.rounds.exists()


def test_a_person_who_was_erased_is_not_entered_again(old: Event) -> None:
    gone = old.entries()[1].members.all()[0].player
    type(gone).objects.filter(pk=gone.pk).update(erased_at=timezone.now())
    assert not copied(old).entries.filter(number=2).exists()


def test_without_luggage_only_the_regulations_come(old: Event) -> None:
    event = copied(old, Luggage(officials=False, categories=False, tables=False))
    assert [official.role for official in event.officials.all()] == [Role.ORGANISER]
    assert not event.categories.exists() and not event.table_links.exists() and not event.entries.exists()
    assert AuditEntry.objects.filter(tournament=event, act="copy_event").exists()


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "scorer", "player"])
def test_only_the_organiser_of_an_event_copies_it(old: Event, who: str) -> None:
    with pytest.raises(NotPermitted):
        copied(old, who=who)
    assert Tournament.objects.count() == 1


def test_an_administrator_copies_any_event(old: Event) -> None:
    assert copied(old, who="administrator").officials.filter(role=Role.ORGANISER).count() == 2


def test_bringing_along_twice_brings_nothing_twice(old: Event) -> None:
    event = copied(old, Luggage())
    organiser = actor_for(old.account("organiser"), event)
    again = bring_along(event, old.tournament, Luggage(), actor=organiser)
    assert again == {"officials": 0, "categories": 0, "tables": 0, "entries": 0}
    assert bring_along(event, old.tournament, EVERYTHING, actor=organiser)["entries"] == 5
    with pytest.raises(Refused) as caught:
        bring_along(event, old.tournament, EVERYTHING, actor=organiser)
    assert caught.value.code == "entries_there"


def test_an_event_begins_like_one_of_ones_own_only(old: Event) -> None:
    other = builders.event(name="Other")
    with pytest.raises(Refused) as caught:
        begin_like(other.tournament, old.tournament, Luggage(), actor=other.actor())
    assert caught.value.code == "not_your_event"
    assert other.tournament.regulations.rules == {}


def test_copying_takes_as_many_queries_for_forty_entries_as_for_five(
    old: Event, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(60):
        copied(old)
    many = builders.event(pairs=40, name="Many")
    with django_assert_max_num_queries(60):
        copied(many)


def test_entries_do_not_come_from_another_federation(old: Event) -> None:
    Federation.objects.update(code="SWE", name="Swedish Federation")
    other = builders.event(slug="other")
    with pytest.raises(Refused) as caught:
        bring_along(other.tournament, old.tournament, EVERYTHING, actor=other.actor("administrator"))
    assert caught.value.code == "other_federation"
    assert not other.tournament.entries.exists()


def test_the_rounds_of_a_whole_round_robin_come_too(old: Event) -> None:
    Regulations.objects.update(system="round_robin", planned_rounds=5)
    theirs = copied(old, Luggage()).regulations
    assert (theirs.planned_rounds, theirs.override_reason) == (5, "as many as in “Amber Coast Open”")
