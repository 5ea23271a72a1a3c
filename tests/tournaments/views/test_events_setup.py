"""The steps of a new event: begun from a preset or an old event, its system and rounds, what it means; copying."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from referees.acts.links import make_table_links
from tests import builders
from tests.builders import Event
from tournaments.forms.regulations import as_typed
from tournaments.models import AuditEntry, Regulations, RegulationsPreset, Tournament
from tournaments.reads.event_settings import settings_of, stamp_of
from tournaments.reads.presets import BUILT_IN

pytestmark = pytest.mark.django_db


def page_of(event: Event, name: str) -> str:
    return f"/desk/{event.tournament.slug}/event/{name}/"


def kept(event: Event) -> Regulations:
    return Regulations.objects.select_related("preset").get(tournament=event.tournament)


def old_and_new() -> tuple[Event, Event]:
    """Give an old event with four pairs and two tables, and a new one of the same organiser."""
    old = builders.event(pairs=4, name="Last Year Open", rules={"target": 150})
    make_table_links(old.tournament, [1, 2], actor=old.actor())
    new = builders.event(name="This Year Open", federation=old.tournament.federation)
    new.organiser.user = old.organiser.user
    new.organiser.save(update_fields=["user"])
    return old, new


def test_each_step_leads_to_the_next_and_all_can_be_come_back_to() -> None:
    event = builders.event()
    client = event.client()
    for name in ("begin", "system", "summary"):
        page = client.get(page_of(event, name)).content.decode()
        assert page.count('aria-current="step"') == 1
        for other in ("begin", "system", "summary"):
            assert f'href="{page_of(event, other)}"' in page
    assert 'aria-current="step"' in client.get(f"/desk/{event.tournament.slug}/event/").content.decode()


def test_the_first_choice_keeps_what_there_is() -> None:
    event = builders.event(rules={"target": 150})
    response = event.client().post(page_of(event, "begin"), {"start": "keep"})
    assert (response.status_code, response["Location"]) == (302, page_of(event, "system"))
    assert kept(event).rules == {"target": 150}


@pytest.mark.parametrize("name", list(BUILT_IN))
def test_an_event_begins_from_a_preset_of_the_program(name: str) -> None:
    event = builders.event()
    assert str(BUILT_IN[name].words) in event.client().get(page_of(event, "begin")).content.decode()
    assert event.client().post(page_of(event, "begin"), {"start": f"book:{name}"}).status_code == 302
    assert kept(event).rules == BUILT_IN[name].rules


def test_the_choices_to_begin_from_tell_themselves_apart() -> None:
    event = builders.event(rules={"target": 150}, planned_rounds=12)
    federation = event.tournament.federation
    federation.presets.create(name="Long evening", rules={"deals": 8, "minutes": 60}, settings={"planned_rounds": 4})
    html = event.client().get(page_of(event, "begin")).content.decode()
    page = " ".join(re.sub("<[^>]+>", " ", html).split())
    assert "Keep what is set now to 150, 40 minutes, round robin, 12 rounds · begun from “Federation”" in page
    assert "Federation of the federation · to 200, 40 minutes · rounds in fours" in page
    assert "Long evening of the federation · 8 deals, 60 minutes, 4 rounds" in page
    assert "Rule book To 200, 40 minutes, 8 rounds; rounds in multiples of four." in page


def test_an_event_begins_from_a_preset_of_its_federation_or_club_and_no_other() -> None:
    event, other = builders.event(), builders.event(name="Other")
    federation = event.tournament.federation
    club = federation.clubs.create(name="Сокол")
    preset = RegulationsPreset.objects.create(
        federation=federation, club=club, name="Evening", rules={"target": 100}, rounds_in_fours=False
    )
    theirs = RegulationsPreset.objects.create(federation=other.tournament.federation, name="Theirs")
    client = event.client()
    page = client.get(page_of(event, "begin")).content.decode()
    assert "Evening" in page and "Сокол" in page and "Theirs" not in page
    assert client.post(page_of(event, "begin"), {"start": f"preset:{theirs.pk}"}).status_code == 200
    assert client.post(page_of(event, "begin"), {"start": f"preset:{preset.pk}"}).status_code == 302
    assert (kept(event).preset, kept(event).rules) == (preset, {"target": 100})


def test_an_event_begins_like_an_old_one_with_its_people_and_tables() -> None:
    old, new = old_and_new()
    client = old.client()
    assert "Last Year Open" in client.get(page_of(new, "begin")).content.decode()
    sent = {"start": f"event:{old.tournament.pk}", "tables": "on", "entries": "on"}
    assert client.post(page_of(new, "begin"), sent).status_code == 302
    assert kept(new).rules == {"target": 150}
    assert list(new.tournament.table_links.values_list("table", flat=True)) == [1, 2]
    assert new.tournament.entries.count() == 4


def test_what_the_old_event_cannot_give_is_told_and_nothing_is_half_done() -> None:
    old, new = old_and_new()
    builders.add_pairs(new.tournament, 0)
    builders.pair(new.tournament, 1, builders.player("Ada", "X-1"), builders.player("Ben", "X-2"))
    sent = {"start": f"event:{old.tournament.pk}", "tables": "on", "entries": "on"}
    response = old.client().post(page_of(new, "begin"), sent)
    assert "This event has entries already." in response.content.decode()
    assert response.context["form"].chosen == f"event:{old.tournament.pk}"
    assert kept(new).rules == {} and not new.tournament.table_links.exists()


@pytest.mark.parametrize("start", ["", "event:0", "preset:x", "book:chess", "\x00", "keep" * 500])
def test_a_start_that_is_none_is_told(start: str) -> None:
    event = builders.event()
    response = event.client().post(page_of(event, "begin"), {"start": start})
    assert response.status_code == 200
    assert response.context["form"].errors["start"]


def test_events_of_other_organisers_are_not_offered() -> None:
    event, _other = builders.event(), builders.event(name="Somebody else’s")
    assert "Somebody else’s" not in event.client().get(page_of(event, "begin")).content.decode()
    assert "Somebody else’s" in event.client("administrator").get(page_of(event, "begin")).content.decode()


def test_beginning_anew_does_not_overwrite_what_was_changed_meanwhile() -> None:
    event = builders.event()
    shown = event.client().get(page_of(event, "begin")).context["form"]["stamp"].value()
    Regulations.objects.update(rules={"target": 150})
    told = event.client().post(page_of(event, "begin"), {"start": "book:final", "stamp": shown})
    assert "changed the regulations since you opened this page" in told.content.decode()
    assert kept(event).rules == {"target": 150}
    again = {"start": "book:final", "stamp": told.context["form"]["stamp"].value()}
    assert event.client().post(page_of(event, "begin"), again).status_code == 302


def test_beginning_anew_after_round_1_is_published_is_refused_in_a_sentence() -> None:
    event = builders.event()
    Regulations.objects.update(frozen_at=timezone.now())
    page = event.client().post(page_of(event, "begin"), {"start": "book:final"}).content.decode()
    assert "The regulations are fixed since round 1 was published." in page


def test_system_and_rounds_are_kept_and_everything_else_stays() -> None:
    event = builders.event(rules={"scoring": "opponents", "tariff": {"late": [10]}})
    now = settings_of(kept(event))
    sent = {**as_typed(now), "stamp": stamp_of(now), "system": "swiss", "planned_rounds": "12", "target": "300"}
    response = event.client().post(page_of(event, "system"), sent)
    assert (response.status_code, response["Location"]) == (302, page_of(event, "summary"))
    after = kept(event)
    assert (after.system, after.planned_rounds) == ("swiss", 12)
    assert after.rules == {"scoring": "opponents", "tariff": {"late": [10]}, "target": 300}
    details = AuditEntry.objects.get(act="change_regulations").details
    assert (details["before"]["system"], details["after"]["system"]) == ("round_robin", "swiss")


def test_the_step_of_the_system_says_why_fours_and_how_long_a_round_robin_is() -> None:
    event = builders.event(pairs=10)
    page = event.client().get(page_of(event, "system")).content.decode()
    assert "four sit at a table, so in four deals each leads once" in page
    assert "10 entries 9" in page
    assert "With the 10 entries of now the whole table has 9 rounds." in page


def test_the_summary_of_a_copied_event_asks_for_the_pins_that_stayed_behind() -> None:
    event = builders.event(pairs=4)
    event.tournament.officials.update(pin_hash="")
    page = event.client().get(page_of(event, "summary")).content.decode()
    assert "Next: the officials" in page
    assert "Everything is set" not in page


@pytest.mark.parametrize(
    ("pairs", "officials", "next_step"),
    [(0, 1, "Next: the entries"), (4, 1, "Next: the officials"), (4, 5, "Everything is set")],
)
def test_the_summary_says_what_the_event_is_and_what_comes_next(pairs: int, officials: int, next_step: str) -> None:
    event = builders.event(pairs=pairs)
    if officials == 1:
        event.tournament.officials.exclude(pk=event.organiser.pk).update(active=False)
    page = event.client().get(page_of(event, "summary")).content.decode()
    assert next_step in page
    assert "A game goes to 200 points." in page
    assert "All rounds take about 7:05 hours" in page


@pytest.mark.parametrize(("who", "status"), [("desk", 403), ("chief_referee", 403), ("player", 403), ("stranger", 302)])
@pytest.mark.parametrize("name", ["begin", "system", "copy"])
def test_the_steps_are_for_organisers(name: str, who: str, status: int) -> None:
    event = builders.event()
    assert event.client(who).get(page_of(event, name)).status_code == status
    assert event.client(who).post(page_of(event, name), {"start": "book:final"}).status_code == status
    assert kept(event).rules == {}


COPY = {
    "name": "Next Year Open",
    "venue": "Harbour Hall",
    "starts_on": "2027-11-27",
    "ends_on": "2027-11-28",
    "language": "en",
}


def test_an_event_is_copied_with_what_is_ticked() -> None:
    old, _new = old_and_new()
    page = old.client().get(page_of(old, "copy")).content.decode()
    assert 'value="Last Year Open"' in page
    response = old.client().post(page_of(old, "copy"), {**COPY, "tables": "on"})
    assert (response.status_code, response["Location"]) == (302, "/desk/next-year-open/event/summary/")
    copy = Tournament.objects.get(slug="next-year-open")
    assert (copy.regulations.rules, copy.table_links.count(), copy.officials.count()) == ({"target": 150}, 2, 1)
    assert (copy.entries.count(), copy.federation) == (0, old.tournament.federation)


def test_a_copy_that_cannot_be_keeps_what_was_typed() -> None:
    event = builders.event()
    response = event.client().post(page_of(event, "copy"), {**COPY, "ends_on": "2027-11-01", "entries": "on"})
    page = response.content.decode()
    assert "The last day lies before the first." in page
    assert 'value="Next Year Open"' in page
    assert response.context["form"]["entries"].value() is True
    assert Tournament.objects.count() == 1


def test_the_days_proposed_for_a_copy_are_to_come_and_as_many_as_there_were() -> None:
    event = builders.event()
    form = event.client().get(page_of(event, "copy")).context["form"]
    first, last = form["starts_on"].value(), form["ends_on"].value()
    assert first >= timezone.localdate()
    assert last - first == event.tournament.ends_on - event.tournament.starts_on


@pytest.mark.parametrize(("name", "queries"), [("begin", 8), ("system", 8), ("summary", 8)])
def test_a_step_takes_as_many_queries_however_many_events_there_are(
    name: str, queries: int, django_assert_num_queries: Any
) -> None:
    event = builders.event(pairs=2)
    client = event.client("administrator")
    with django_assert_num_queries(queries):
        client.get(page_of(event, name))
    for _ in range(5):
        builders.event(federation=event.tournament.federation)
    with django_assert_num_queries(queries):
        client.get(page_of(event, name))
