"""Two hundred entries in eight rounds: no page of an event takes twelve queries, whoever looks at it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks import records
from referees.acts.links import make_table_links
from referees.playing import play_game, sign_game
from tests import full_house
from tests.builders import Event, event
from tests.pages import PAGES, Look, client_of, seen
from tests.referees.games import holding
from tournaments.acts import draws
from tournaments.models import Game, Round

pytestmark = pytest.mark.django_db

MOST = 11
#: Compares each list of a file with what is here, a query each; codes that are taken are tried anew together.
ALLOWED = {"event_import_preview": 21}


@pytest.fixture
def championship() -> Event:
    """Play seven rounds of 200 pairs; the eighth is at a hundred tables, with a log at the first of them."""
    made = event(200, slug="championship")
    games = records.published_rounds(made.tournament, 8)
    records.play_rounds(games[:7], Random(7))
    last = Round.objects.filter(tournament=made.tournament, number=8)
    last.update(state=Round.State.RUNNING, clock_started_at=timezone.now() - timedelta(minutes=20))
    make_table_links(made.tournament, range(1, 101), actor=made.actor())
    at_tables(made, list(Game.objects.filter(round=last.get()).select_related("round__tournament").order_by("table")))
    return made


def at_tables(made: Event, games: list[Game]) -> None:
    rng, referee = Random(7), holding(made.referee)
    full_house.accepted_under_protest(made, games[1])
    for game in (games[2], games[3]):
        play_game(game, rng, actor=referee)
    sign_game(games[3], rng, actor=referee, signers=("A1", "B1"))
    for game in games[5:10]:
        play_game(game, rng, actor=referee, share=0.5)


def too_many(championship: Event, looks: dict[str, Look]) -> list[str]:
    """Name each page that takes too many queries at its second visit, and how many."""
    found: list[str] = []
    clients = {who: client_of(who, championship, championship) for who in {look.who for look in looks.values()}}
    for name in looks:
        for one in seen(name, championship.tournament):
            client = clients[one.who]
            client.get(one.address)
            with CaptureQueriesContext(connection) as queries:
                response = client.get(one.address)
            assert response.status_code in (200, 302, 304), one
            if len(queries) > ALLOWED.get(name, MOST):
                found.append(f"{one.name}: {len(queries)}")
    return found


def test_no_page_of_a_championship_takes_twelve_queries(championship: Event) -> None:
    looks = {name: look for name, look in PAGES.items() if look.events != ("drawn",)}
    found = too_many(championship, looks)
    assert not found, "\n".join(found)


def test_changing_a_draw_of_a_hundred_tables_takes_fewer_than_twelve() -> None:
    made = event(200, slug="championship")
    draws.draw_round(made.tournament, actor=made.actor())
    assert too_many(made, {name: PAGES[name] for name in ("swap", "round", "rounds", "today")}) == []


def test_everybody_of_the_cast_is_served_as_cheaply(championship: Event) -> None:
    """An organiser is looked up among the officials, an administrator is not."""
    for who in ("organiser", "chief_referee", "desk"):
        client = championship.client(who)
        for name in ("today", "board", "entries", "round", "documents", "check_in"):
            address = next(seen(name, championship.tournament)).address
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            assert len(queries) <= MOST, (who, name)
