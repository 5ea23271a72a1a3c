"""The registry of players and clubs: who comes in, what is found, what is corrected."""

from __future__ import annotations

from typing import Any

import pytest

from tests import builders
from tests.builders import Event
from tournaments.acts.substitutions import substitute_player
from tournaments.entry_list import Person
from tournaments.models import AuditEntry, Club, Entry, Player, Result, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return builders.event(pairs=24)


def names(event: Event, words: str, who: str = "desk") -> list[str]:
    return [p.licence for p in event.client(who).get("/registry/", {"q": words}).context["people"]]


def of(licence: str) -> Player:
    return Player.objects.get(licence=licence)


@pytest.mark.parametrize(
    ("words", "licences"),
    [
        ("gromov", ["RUS-1002"]),
        ("ГРОМОВ", ["RUS-1002"]),
        ("pappas", ["GRC-1028"]),
        ("munoz begona", ["ESP-1016"]),
        ("esp-1017", ["ESP-1017"]),
        ("сокол ёлкин", ["RUS-1004"]),
        ("ใจดี", ["THA-1036"]),
        ("zzz", []),
    ],
)
def test_a_player_is_found_in_any_script(event: Event, words: str, licences: list[str]) -> None:
    assert names(event, words) == licences


def test_only_the_federations_of_ones_own_events_are_shown(event: Event) -> None:
    stranger = builders.player("Gromov, Other", "SWE-1", federation=builders.federation("SWE", "Another"))
    assert names(event, "gromov") == ["RUS-1002"]
    assert sorted(names(event, "gromov", "administrator")) == ["RUS-1002", "SWE-1"]
    client = event.client("organiser")
    assert client.get(f"/registry/players/{stranger.pk}/").status_code == 404
    assert client.post(f"/registry/players/{stranger.pk}/", {"name": "X"}).status_code == 404


@pytest.mark.parametrize(
    ("who", "status"),
    [("chief_referee", 403), ("referee", 403), ("player", 403), ("stranger", 302), ("organiser", 200), ("desk", 200),
     ("administrator", 200)],
)  # fmt: skip
def test_the_registry_is_for_who_changes_entries_somewhere(event: Event, who: str, status: int) -> None:
    client = event.client(who)
    club, player = Club.objects.first(), Player.objects.first()
    assert club and player
    for page in ("", "clubs/", f"players/{player.pk}/", f"clubs/{club.pk}/"):
        assert client.get(f"/registry/{page}").status_code == status


def test_a_desk_whose_office_was_taken_back_comes_in_no_more(event: Event) -> None:
    event.desk.active = False
    event.desk.save()
    assert event.client("desk").get("/registry/").status_code == 403


def test_a_player_is_corrected_and_his_entries_with_him(event: Event) -> None:
    person = of("RUS-1002")
    client = event.client("desk")
    page = client.get(f"/registry/players/{person.pk}/")
    sent = {"name": "Громова Илона", "latin_name": "Gromova Ilona", "club": "Новый", "country": "bel", "rating": "1600",
            "stamp": page.context["form"].initial["stamp"]}  # fmt: skip
    assert "Громова Илона is corrected." in client.post(page.request["PATH_INFO"], sent, follow=True).content.decode()
    person.refresh_from_db()
    assert (person.name, person.latin_name, str(person.club), person.country, person.rating) == (
        "Громова Илона", "Gromova Ilona", "Новый", "BEL", 1600,
    )  # fmt: skip
    assert Entry.objects.get(number=1).name == "Громова – Ветров"
    note = AuditEntry.objects.get(act="correct_player")
    assert (note.actor, note.tournament, note.subject) == ("desk-" + str(event.tournament.pk), None, "Громова Илона")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "A" * 121}, "name"),
        ({"name": "A\u202e"}, "name"),
        ({"country": "R1"}, "country"),
        ({"country": "Russia"}, "country"),
        ({"rating": "strong"}, "rating"),
        ({"rating": "100000"}, "rating"),
        ({"rating": "9" * 40}, "rating"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_kept(event: Event, change: dict[str, str], field: str) -> None:
    sent = {"name": "Громов Илья", "latin_name": "Typed", "club": "", "country": "RUS", "rating": "", **change}
    page = event.client().post(f"/registry/players/{of('RUS-1002').pk}/", sent)
    assert page.status_code == 200
    assert page.context["form"].errors[field]
    assert 'value="Typed"' in page.content.decode()
    assert of("RUS-1002").latin_name == ""


def test_a_player_who_was_changed_meanwhile_is_not_overwritten_unseen(event: Event) -> None:
    person = of("RUS-1002")
    address = f"/registry/players/{person.pk}/"
    stamp = event.client().get(address).context["form"].initial["stamp"]
    event.client("desk").post(address, {"name": "Громов И.", "stamp": stamp})
    page = event.client().post(address, {"name": "Громов Илья Ильич", "stamp": stamp})
    assert "Громов И. was changed meanwhile by desk-" in page.content.decode()
    assert 'value="Громов Илья Ильич"' in page.content.decode()
    assert of("RUS-1002").name == "Громов И."
    event.client().post(address, {"name": "Громов Илья Ильич", "stamp": page.context["form"]["stamp"].value()})
    assert of("RUS-1002").name == "Громов Илья Ильич"


def test_a_players_events_tell_his_games(event: Event) -> None:
    person = of("RUS-1002")
    round_ = builders.add_round(event.tournament, 1, state=Round.State.CLOSED)
    game = round_.games.get(table=1)
    for won, seat in ((True, "A1"), (False, "B1")):
        there = game.seats.get(seat=seat)
        Result.objects.create(
            game=game, seat=seat, entry=there.entry, player=there.player, won=won, points_for=200 * won,
            points_against=200 * (not won), side_points=0, reason="target", source="protocol",
        )  # fmt: skip
    page = event.client().get(f"/registry/players/{person.pk}/")
    (played,) = page.context["events"]
    assert (played.tournament, played.entry.number, played.games, played.won) == (event.tournament, 1, 1, 1)
    assert (played.points_for, played.points_against) == (200, 0)
    assert "1 Громов – Ветров" in page.content.decode()


def test_who_was_replaced_has_played_in_the_event_he_left() -> None:
    made = builders.event(pairs=2)
    builders.add_round(made.tournament, 1, state=Round.State.CLOSED)
    left = made.entries()[0].members.all()[1].player
    comes = Person("Salim, Samir", "SWE-1")
    substitute_player(made.entries()[0], 2, comes, reason="left", actor=made.actor())
    client = made.client()
    people = client.get("/registry/").context["people"]
    events = {person.name: person.events for person in people}
    assert (events[left.name], events["Salim, Samir"], events["Громов Илья"]) == (1, 1, 1)
    (there,) = client.get(f"/registry/players/{left.pk}/").context["events"]
    assert (there.tournament, there.entry, there.games) == (made.tournament, None, 0)


def test_a_club_is_corrected_and_its_name_stays_its_own(event: Event) -> None:
    club = Club.objects.get(name="Сокол")
    client = event.client()
    page = client.get(f"/registry/clubs/{club.pk}/").content.decode()
    assert "Ёлкин Семён" in page
    told = client.post(f"/registry/clubs/{club.pk}/", {"name": "Рыбинск"}).content.decode()
    assert "Another club is called Рыбинск already." in told
    sent = {"name": "Кречет", "country": "rus"}
    told = client.post(f"/registry/clubs/{club.pk}/", sent, follow=True).content.decode()
    assert "Кречет is corrected." in told
    club.refresh_from_db()
    assert (club.name, club.country) == ("Кречет", "RUS")
    assert [c.name for c in client.get("/registry/clubs/", {"q": "krechet"}).context["clubs"]] == ["Кречет"]
    told = client.post(f"/registry/clubs/{club.pk}/", {"name": "X", "stamp": "0" * 16}).content.decode()
    assert "Кречет was changed meanwhile by " in told


def test_an_erased_person_cannot_be_written_on(event: Event) -> None:
    person = of("RUS-1002")
    Player.objects.filter(pk=person.pk).update(erased_at="2026-11-01T00:00Z", name="")
    client = event.client()
    assert "was erased from the registry" in client.get(f"/registry/players/{person.pk}/").content.decode()
    client.post(f"/registry/players/{person.pk}/", {"name": "Back"})
    assert of("RUS-1002").name == ""


def test_pages_of_fifty_are_turned_and_nonsense_shows_the_first(event: Event) -> None:
    builders.add_pairs(builders.event().tournament, 60)
    client = event.client("administrator")
    assert len(client.get("/registry/").context["people"]) == 50
    assert client.get("/registry/", {"page": "3"}).context["page"].number == 3
    assert client.get("/registry/", {"page": "zz"}).context["page"].number == 1
    assert client.get("/registry/", {"page": "9" * 30}).status_code == 200
    assert client.get(f"/registry/players/{'9' * 26}/").status_code == 404


def test_the_registry_of_400_takes_as_many_queries_as_of_four(django_assert_num_queries: Any) -> None:
    for pairs in (2, 200):
        client = builders.event(pairs=pairs).client()
        client.get("/registry/")
        for page, queries in (("", 5), ("clubs/", 5)):
            with django_assert_num_queries(queries):
                client.get(f"/registry/{page}")
