"""Events: made with their regulations, found under an address, changed."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from tests import builders
from tournaments.acts.events import EventData, change_event, create_event
from tournaments.models import (
    AuditEntry,
    Federation,
    Official,
    Regulations,
    RegulationsPreset,
    Role,
    Tournament,
)
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 11, 28)
CUP = EventData(name="Кубок Рыбинска", starts_on=DAY, ends_on=DAY, federation_name="Федерация домино")


def test_an_event_is_made_with_its_organiser_its_federation_and_the_rules_of_the_book() -> None:
    event = create_event(replace(CUP, minutes=30, target=150), user=builders.administrator())
    assert (event.slug, event.federation.name, event.federation.code) == ("kubok-rybinska", "Федерация домино", "FD")
    regulations = event.regulations
    assert regulations.rules == {"minutes": 30, "target": 150}
    assert (regulations.planned_rounds, RegulationsPreset.objects.get().rounds_in_fours) == (8, True)
    organiser = event.officials.get()
    assert (organiser.role, organiser.user) == (Role.ORGANISER, builders.administrator())
    assert AuditEntry.objects.get(tournament=event).act == "create_event"


def test_a_second_event_of_a_name_gets_an_address_of_its_own_in_the_same_federation() -> None:
    user = builders.administrator()
    slugs = [create_event(CUP, user=user).slug for _ in range(3)]
    assert slugs == ["kubok-rybinska", "kubok-rybinska-2", "kubok-rybinska-3"]
    assert Federation.objects.count() == RegulationsPreset.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "slug"),
    [("โดมิโน", "event-1"), ("!!!", "event-1"), ("Διπλό Έξι 2026", "diplo-exi-2026"), ("n" * 120, "n" * 50)],
)
def test_an_address_is_made_of_any_name(name: str, slug: str) -> None:
    assert create_event(replace(CUP, name=name), user=builders.administrator()).slug == slug


def test_names_that_leave_nothing_are_counted() -> None:
    user = builders.administrator()
    assert [create_event(replace(CUP, name="โดมิโน"), user=user).slug for _ in range(2)] == ["event-1", "event-2"]


def test_federations_with_the_same_letters_get_different_codes() -> None:
    user = builders.administrator()
    names = ["Domino Federation of the Coast", "Domino Friends of the Capital", "โดมิโน"]
    codes = [create_event(replace(CUP, federation_name=n), user=user).federation.code for n in names]
    assert codes == ["DFOTC", "DFOTC1", "FED"]


def test_a_club_event_begins_from_the_preset_of_the_club() -> None:
    federation = builders.federation()
    club = federation.clubs.create(name="Сокол")
    preset = RegulationsPreset.objects.create(
        federation=federation, club=club, name="Club evening", rules={"target": 100}, rounds_in_fours=False
    )
    data = replace(CUP, federation=federation, federation_name="", preset=preset, planned_rounds=3, minutes=25)
    event = create_event(data, user=builders.administrator())
    assert event.regulations.rules == {"target": 100, "minutes": 25}
    assert event.club == club


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"planned_rounds": 7}, "rounds_not_in_fours"),
        ({"ends_on": DAY - datetime.timedelta(days=1)}, "last_day_before_first"),
        ({"federation_name": ""}, "no_federation"),
        ({"target": 0}, "bad_rules"),
        ({"minutes": 0}, "bad_rules"),
    ],
)
def test_an_event_that_cannot_be_is_refused_and_leaves_nothing(change: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as caught:
        create_event(replace(CUP, **change), user=builders.administrator())  # type: ignore[arg-type]
    assert caught.value.code == code
    assert str(caught.value).endswith(".")
    assert not Tournament.objects.exists()
    assert not Federation.objects.exists()


def test_the_preset_of_another_federation_is_refused() -> None:
    preset = RegulationsPreset.objects.create(federation=builders.federation(), name="Theirs")
    with pytest.raises(Refused) as caught:
        create_event(replace(CUP, preset=preset), user=builders.administrator())
    assert caught.value.code == "preset_of_another"


def test_seven_rounds_need_a_reason_and_keep_it() -> None:
    event = create_event(
        replace(CUP, planned_rounds=7, override_reason="the hall closes at six"), user=builders.administrator()
    )
    assert (event.regulations.planned_rounds, event.regulations.override_reason) == (7, "the hall closes at six")


def test_events_are_made_by_administrators_and_organisers_only() -> None:
    event = builders.event()
    assert create_event(CUP, user=event.account("organiser")).officials.get().name == f"organiser-{event.tournament.pk}"
    for who in ("chief_referee", "desk", "referee", "scorer", "player"):
        with pytest.raises(NotPermitted):
            create_event(CUP, user=event.account(who))
    Official.objects.filter(user=event.organiser.user).update(active=False)
    with pytest.raises(NotPermitted):
        create_event(CUP, user=event.account("organiser"))


def test_an_event_is_renamed_and_keeps_its_address() -> None:
    event = builders.event()
    slug = event.tournament.slug
    changed = change_event(
        event.tournament, actor=event.actor(), name="Amber Coast Masters", venue="Harbour Hall", starts_on=DAY,
        ends_on=DAY, language="ru",
    )  # fmt: skip
    assert (changed.name, changed.venue, changed.slug, changed.language) == (
        "Amber Coast Masters", "Harbour Hall", slug, "ru",
    )  # fmt: skip
    before = AuditEntry.objects.get(act="change_event").details["before"]
    assert before == {"name": "Amber Coast Open", "venue": "Seaside Hall", "ends_on": "2026-11-29", "language": "en"}


@pytest.mark.parametrize("who", ["chief_referee", "desk", "referee", "player", "stranger"])
def test_only_the_organiser_changes_the_event(who: str) -> None:
    event = builders.event()
    with pytest.raises(NotPermitted):
        change_event(
            event.tournament, actor=event.actor(who), name="Mine", venue="", starts_on=DAY, ends_on=DAY, language="en"
        )


def test_the_database_holds_days_and_rounds_to_what_can_be() -> None:
    builders.event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(ends_on=DAY - datetime.timedelta(days=5))
    with pytest.raises(IntegrityError), transaction.atomic():
        Regulations.objects.update(planned_rounds=0)


def test_a_new_event_takes_over_what_its_preset_says_beside_the_rules() -> None:
    event = builders.event()
    preset = event.tournament.federation.presets.get()
    preset.settings = {"system": "swiss", "planned_rounds": 6, "entries_close": 6, "ranking": ["points"]}
    preset.save()
    of_coast = replace(CUP, federation=event.tournament.federation, federation_name="")
    made = create_event(of_coast, user=builders.administrator()).regulations
    assert (made.system, made.ranking) == ("swiss", ["points"])
    assert (made.planned_rounds, made.entries_close) == (4, 4)  # it asks for multiples of four
    asked = create_event(replace(of_coast, planned_rounds=12), user=builders.administrator()).regulations
    assert (asked.planned_rounds, asked.entries_close) == (12, 6)


def test_an_organiser_makes_no_event_of_a_federation_that_others_run() -> None:
    theirs = builders.event(slug="theirs")
    Federation.objects.update(code="SWE", name="Swedish Federation")
    own = builders.event(slug="own")
    assert own.tournament.federation != Federation.objects.get(code="SWE")
    organiser = own.account("organiser")
    Official.objects.filter(tournament=theirs.tournament, user=organiser).delete()
    for wanted in (
        replace(CUP, federation_name="Swedish Federation"),
        replace(CUP, federation=Federation.objects.get(code="SWE"), federation_name=""),
    ):
        with pytest.raises(Refused) as caught:
            create_event(wanted, user=organiser)
        assert (caught.value.code, caught.value.params["field"]) == ("federation_of_others", "federation")
    assert create_event(CUP, user=organiser).federation.name == "Федерация домино"  # a new one is his own
    assert create_event(replace(CUP, federation_name="Swedish Federation"), user=builders.administrator())
