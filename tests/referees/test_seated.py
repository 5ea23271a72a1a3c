"""Who really sits at a table, where the log says otherwise than the draw."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.models import TableLink
from tests import builders
from tests.builders import Event
from tests.referees.games import START, event_with_game, holding
from tournaments.models import Game, Player
from tournaments.reads.record import record_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Event:
    return event_with_game()[0]


@pytest.fixture
def game(made: Event) -> Game:
    return Game.objects.select_related("round").get(round__tournament=made.tournament)


@pytest.fixture
def link(made: Event) -> TableLink:
    return make_table_links(made.tournament, [1], actor=made.actor())[0]


@pytest.fixture
def substitute(made: Event) -> Player:
    return builders.player("Nour <b>Haddad</b>", "SUB-1", federation=made.tournament.federation)


def drawn(game: Game) -> dict[str, Player]:
    return {seat.seat: seat.player for seat in game.seats.select_related("player")}


def seat(made: Event, game: Game, *seats: tuple[str, Player]) -> None:
    lines = [{"kind": "seat", "seat": chair, "player": player.key} for chair, player in seats]
    answers = append_lines(game.pk, [*lines, START], actor=holding(made.referee))[2]
    assert {answer.answer for answer in answers} == {"applied"}


def pages(made: Event, game: Game, link: TableLink) -> dict[str, tuple[Client, str]]:
    return {
        "table": (Client(), f"/t/{link.token}/"),
        "public": (Client(), f"/e/{made.tournament.slug}/games/{game.pk}/"),
        "desk": (made.client("desk"), f"/desk/{made.tournament.slug}/games/{game.pk}/"),
    }


def chairs(page: str) -> str:
    """Give the part of a page that says who sits where."""
    found = re.search(
        r'aria-label="Table in play">(.*?)<div class="middle">|Who sits where(.*?)</ul>|<p class="chairs">(.*?)</p>',
        page,
        re.DOTALL,
    )
    assert found
    return next(part for part in found.groups() if part)


def test_a_substitute_is_named_where_he_sits(made: Event, game: Game, link: TableLink, substitute: Player) -> None:
    people = drawn(game)
    seat(made, game, ("B2", people["B2"]), ("B2", substitute))
    for where, (client, address) in pages(made, game, link).items():
        shown = chairs(client.get(address).content.decode())
        assert "Nour &lt;b&gt;Haddad&lt;/b&gt;" in shown, where
        assert people["B2"].name not in shown, where
        assert people["B1"].name in shown, where


def test_players_who_changed_chairs_are_shown_on_the_new_ones(made: Event, game: Game, link: TableLink) -> None:
    people = drawn(game)
    seat(made, game, ("A1", people["A2"]), ("A2", people["A1"]))
    seated = {chair.seat: chair.player for chair in record_of(Game.objects.get(pk=game.pk)).chairs}
    assert seated == {
        "A1": people["A2"].name, "B1": people["B1"].name, "A2": people["A1"].name, "B2": people["B2"].name,
    }  # fmt: skip
    for where, (client, address) in pages(made, game, link).items():
        shown = chairs(client.get(address).content.decode())
        assert {player.name: shown.count(player.name) for player in people.values()} == {
            player.name: 1 for player in people.values()
        }, where


def test_a_chair_that_was_left_is_shown_empty(made: Event, game: Game) -> None:
    people = drawn(game)
    seat(made, game, ("A1", people["A2"]))
    seated = {chair.seat: chair.player for chair in record_of(Game.objects.get(pk=game.pk)).chairs}
    assert (seated["A1"], seated["A2"]) == (people["A2"].name, "–")


def test_lists_of_tables_keep_the_name_of_the_entry(made: Event, game: Game, substitute: Player) -> None:
    people = drawn(game)
    entry = game.seats.get(seat="B2").entry
    seat(made, game, ("B2", people["B2"]), ("B2", substitute))
    page = Client().get(f"/e/{made.tournament.slug}/live/").content.decode()
    assert entry.name in page
    assert "Haddad" not in page


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as counted:
        client.get(address)
    return len(counted)


@pytest.mark.parametrize("strangers", [1, 3])
def test_naming_substitutes_costs_one_query_however_many_they_are(
    made: Event, game: Game, link: TableLink, strangers: int
) -> None:
    before = {where: queries(*page) for where, page in pages(made, game, link).items()}
    people: dict[str, Any] = drawn(game)
    for number, chair in enumerate(("A1", "B1", "B2")[:strangers]):
        new = builders.player(f"Substitute {number}", f"SUB-{number}", federation=made.tournament.federation)
        append_lines(
            game.pk,
            [{"kind": "seat", "seat": chair, "player": player.key} for player in (people[chair], new)],
            actor=holding(made.referee),
        )
    after = {where: queries(*page) for where, page in pages(made, game, link).items()}
    assert after == {where: count + 1 for where, count in before.items()}
