"""The list of events, a new one, and its regulations in words."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests import builders
from tournaments.models import Federation, Player, Regulations, Tournament

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Кубок Рыбинска",
    "venue": "Дом культуры",
    "starts_on": "2026-11-28",
    "ends_on": "2026-11-29",
    "language": "ru",
    "federation_name": "Федерация домино",
    "planned_rounds": "8",
}


def test_an_event_is_made_from_nothing_and_leads_to_its_entries() -> None:
    client = Client()
    client.force_login(builders.administrator())
    response = client.post("/events/new/", {**NEW, "minutes": "30"})
    assert (response.status_code, response["Location"]) == (302, "/desk/kubok-rybinska/entries/")
    event = Tournament.objects.get()
    assert (event.venue, event.language, event.federation.name) == ("Дом культуры", "ru", "Федерация домино")
    assert event.regulations.rules == {"minutes": 30}
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"ends_on": "2026-11-27"}, "The last day lies before the first."),
        ({"starts_on": "tomorrow"}, "Enter a valid date."),
        ({"planned_rounds": "7"}, "The preset “Federation” asks for rounds in multiples of four"),
        ({"planned_rounds": "0"}, "greater than or equal to 1"),
        ({"minutes": "9999"}, "less than or equal to 600"),
        ({"target": "two hundred"}, "Enter a whole number."),
        ({"federation_name": ""}, "This field is required."),
        ({"federation_name": " \t "}, "This field is required."),
        ({"language": "de"}, "Select a valid choice."),
    ],
)
def test_an_event_that_cannot_be_is_told_at_its_field_and_what_was_typed_stays(
    change: dict[str, str], sentence: str
) -> None:
    client = Client()
    client.force_login(builders.administrator())
    response = client.post("/events/new/", {**NEW, **change})
    page = response.content.decode()
    assert response.status_code == 200
    assert sentence in page
    assert 'value="Дом культуры"' in page
    assert not Tournament.objects.exists()
    assert not Federation.objects.exists()


def test_a_known_federation_is_chosen_or_a_new_one_named_but_not_both() -> None:
    event = builders.event()
    client = event.client("administrator")
    federation = event.tournament.federation_id
    both = client.post("/events/new/", {**NEW, "federation": federation})
    assert "A federation is chosen above" in both.content.decode()
    neither = client.post("/events/new/", {**NEW, "federation_name": ""})
    assert "Choose the federation above" in neither.content.decode()
    client.post("/events/new/", {**NEW, "federation": federation, "federation_name": ""})
    assert Tournament.objects.get(slug="kubok-rybinska").federation_id == federation


@pytest.mark.parametrize(
    ("who", "status"), [("administrator", 200), ("organiser", 200), ("desk", 403), ("player", 403)]
)
def test_a_new_event_is_for_administrators_and_organisers(who: str, status: int) -> None:
    assert builders.event().client(who).get("/events/new/").status_code == status


def test_a_stranger_signs_in_before_making_an_event() -> None:
    builders.administrator()
    assert Client().get("/events/new/")["Location"] == "/sign-in/?next=/events/new/"


def test_the_list_of_events_tells_the_state_of_each_and_shows_a_desk_to_those_who_have_one() -> None:
    today = timezone.localdate()
    week = datetime.timedelta(days=7)
    running = builders.event(pairs=4, name="Running Open", starts_on=today, ends_on=today)
    builders.add_round(running.tournament)
    builders.event(name="Coming Open", starts_on=today + week, ends_on=today + week)
    builders.event(name="Past Open", starts_on=today - week, ends_on=today - week)
    page = Client().get("/").content.decode()
    assert page.index("Coming Open") < page.index("Running Open") < page.index("Past Open")
    assert "round 1 of 8" in page
    assert "being prepared" in page
    assert ">over<" in page
    assert "4 pairs" in page
    assert "The desk of this event" not in page
    assert running.client("desk").get("/").content.decode().count("The desk of this event") == 1
    assert running.client("administrator").get("/").content.decode().count("The desk of this event") == 3


def test_the_list_of_events_takes_as_many_queries_for_ten_as_for_one(django_assert_num_queries: object) -> None:
    builders.event(pairs=2)
    with django_assert_num_queries(4):  # type: ignore[operator]
        Client().get("/")
    for _ in range(9):
        builders.event(pairs=2)
    with django_assert_num_queries(4):  # type: ignore[operator]
        Client().get("/")


def test_html_in_names_is_shown_as_it_was_typed() -> None:
    event = builders.event(name="<b>Open</b>", venue="<script>alert(1)</script>")
    page = Client().get("/").content.decode()
    assert "&lt;b&gt;Open&lt;/b&gt;" in page
    assert "<script>alert(1)</script>" not in page
    desk = event.client().get(f"/desk/{event.tournament.slug}/event/").content.decode()
    assert "<script>alert(1)</script>" not in desk


def test_an_event_is_renamed_at_its_desk() -> None:
    event = builders.event()
    sent = {**NEW, "name": "Amber Coast Masters"}
    assert event.client().post(f"/desk/{event.tournament.slug}/event/", sent).status_code == 302
    event.tournament.refresh_from_db()
    assert (event.tournament.name, event.tournament.language) == ("Amber Coast Masters", "ru")


def test_everybody_reads_every_rule_of_the_event_in_words() -> None:
    late = {"late": ["warning", 10, "game_loss"]}
    event = builders.event(rules={"target": 150, "level_fish": "carry", "tariff": late})
    page = Client().get(f"/e/{event.tournament.slug}/regulations/").content.decode()
    for sentence in (
        "Round robin.",
        "8 rounds are planned.",
        "A game goes to 150 points.",
        "After a level fish the pips of all four hands go to the next deal that is decided.",
        "Coming late: a warning, 10 points, then the game is lost.",
        "Not fixed yet",
    ):
        assert sentence in page
    assert page.count('class="differs"') == 3


def regulations_form(**change: object) -> dict[str, object]:
    return {
        "planned_rounds": 8, "override_reason": "", "target": 200, "deals": "", "minutes": 40,
        "time_rule": "finish_deal", "lead": "rotate", "scoring": "all", "level_fish": "no_score", "no_show_minutes": 5,
        "walkover": "", "fines_to": "opponents", "reason": "", **change,
    }  # fmt: skip


def test_the_organiser_changes_the_main_rules_and_the_others_stay() -> None:
    event = builders.event(rules={"tariff": {"late": [10]}, "target": 150})
    address = f"/desk/{event.tournament.slug}/regulations/"
    response = event.client().post(address, regulations_form(minutes=30, lead="winner"))
    assert (response.status_code, response["Location"]) == (302, address)
    assert Regulations.objects.get().rules == {"tariff": {"late": [10]}, "minutes": 30, "lead": "winner"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"deals": 6}, "A fixed number of deals is a multiple of four"),
        ({"planned_rounds": 7}, "Plan such a number, or write why this event departs from it."),
        ({"target": 0}, "greater than or equal to 1"),
        ({"lead": "loser"}, "Select a valid choice."),
        ({"minutes": ""}, "This field is required."),
    ],
)
def test_a_rule_that_cannot_be_is_told_at_its_field(change: dict[str, object], sentence: str) -> None:
    event = builders.event()
    response = event.client().post(f"/desk/{event.tournament.slug}/regulations/", regulations_form(**change))
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert Regulations.objects.get().rules == {}


def test_frozen_regulations_ask_for_a_reason() -> None:
    event = builders.event()
    Regulations.objects.update(frozen_at=timezone.now())
    address, client = f"/desk/{event.tournament.slug}/regulations/", event.client()
    assert "Why the regulations are changed now" in client.get(address).content.decode()
    refused = client.post(address, regulations_form(target=150))
    assert "Write why they are changed now." in refused.content.decode()
    assert client.post(address, regulations_form(target=150, reason="committee, noon")).status_code == 302
    assert Regulations.objects.get().rules == {"target": 150}


def test_who_may_only_read_the_regulations_gets_no_form() -> None:
    event = builders.event()
    page = event.client("chief_referee").get(f"/desk/{event.tournament.slug}/regulations/").content.decode()
    assert "The organiser changes the regulations" in page
    assert 'name="target"' not in page


def test_the_regulations_page_of_an_event_without_regulations_is_not_found() -> None:
    event = builders.event()
    Regulations.objects.all().delete()
    assert Client().get(f"/e/{event.tournament.slug}/regulations/").status_code == 404
    assert not Player.objects.exists()
