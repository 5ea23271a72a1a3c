"""A replaced player stays where he played: old games name a pair as it sat there, lists name it as it is now."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referees.reads.board import board_of
from referees.reads.games import seats_shown
from tests import builders
from tests.builders import Event
from tests.tournaments.playing import closed, drawn, published
from tournaments.acts.entries import correct_names
from tournaments.acts.substitutions import substitute_player
from tournaments.entry_list import Person
from tournaments.models import Entry, Game, Player, Round
from tournaments.reads.rounds import tables_of
from tournaments.reads.seated import name_as_seated
from tournaments.reads.standings import standings

pytestmark = pytest.mark.django_db

BEFORE, NOW = "Громов – Ветров", "Громов – Salim"


def replaced(event: Event) -> Entry:
    """Let Samir Salim take the second place of entry 1."""
    comes = Person("Salim, Samir", "SWE-1")
    return substitute_player(event.entries()[0], 2, comes, reason="left", actor=event.actor())


@pytest.fixture
def event() -> Event:
    """Make a Swiss event of four pairs: round 1 is closed, then a player of entry 1 is replaced, then comes round 2."""
    made = builders.event(pairs=4, slug="amber")
    made.tournament.regulations.system = "swiss"
    made.tournament.regulations.save()
    closed(made)
    replaced(made)
    published(made)
    return made


def game_of_first(event: Event, number: int) -> Game:
    return Game.objects.get(round__tournament=event.tournament, round__number=number, seats__entry__number=1,
                            seats__player__licence="RUS-1002")  # fmt: skip


def names_of(event: Event, number: int) -> set[str]:
    round_ = event.tournament.rounds.get(number=number)
    return {name for table in tables_of(round_) for side in table.sides for _n, name in side.entries} | {
        side.name for table in tables_of(round_) for side in table.sides
    }


def get(path: str) -> str:
    return Client().get(f"/e/amber/{path}").content.decode()


def test_a_round_played_names_who_sat_there_and_the_next_one_who_sits_there_now(event: Event) -> None:
    assert BEFORE in names_of(event, 1)
    assert NOW not in names_of(event, 1)
    assert NOW in names_of(event, 2)
    assert BEFORE not in names_of(event, 2)


@pytest.mark.parametrize("path", ["results/?round=1", "results.csv?part=games&after=1", "draw/?round=1"])
def test_pages_and_files_of_an_old_round_do_not_name_who_came_later(event: Event, path: str) -> None:
    said = get(path)
    assert BEFORE in said
    assert "Salim" not in said


def test_the_page_of_an_old_game_names_who_sat_there(event: Event) -> None:
    said = get(f"games/{game_of_first(event, 1).pk}/")
    assert BEFORE in said
    assert "Salim" not in said
    assert NOW in get(f"games/{game_of_first(event, 2).pk}/")


def test_lists_name_the_pair_as_it_is_now(event: Event) -> None:
    assert NOW in get("entries/")
    assert BEFORE not in get("entries/")
    assert NOW in get("standings/")


def test_the_results_file_and_the_api_name_who_sat_there(event: Event) -> None:
    games = [
        game for round_ in Client().get("/e/amber/results.json?after=2").json()["rounds"] for game in round_["games"]
    ]
    sides = [side for game in games for side in (game["a"], game["b"]) if side["number"] == 1]
    assert [side["name"] for side in sides] == [BEFORE, NOW]
    tables = Client().get("/api/v1/events/amber/rounds/1/").json()["tables"]
    assert BEFORE in {side["name"] for table in tables for side in (table["a"], table["b"])}


def test_who_met_the_pair_reads_whom_he_met(event: Event) -> None:
    table = standings(event.tournament, 1)
    met = {
        other.name for row in table.rows for cell in row.cells if cell for other in cell.opponents if other.number == 1
    }
    assert met == {BEFORE}
    assert {row.entry.name for row in table.rows if row.entry.number == 1} == {NOW}
    rows: list[dict[str, Any]] = Client().get("/api/v1/events/amber/standings/?after=1").json()["rows"]
    opponents = [cell["opponent"] for row in rows for cell in row["rounds"]]
    assert [one["name"] for one in opponents if one["number"] == 1] == [BEFORE]
    opponent = next(
        row.entry.number for row in table.rows for cell in row.cells if cell and cell.opponents[0].number == 1
    )
    assert BEFORE in get(f"entries/{opponent}/")


def test_a_replaced_player_costs_the_standings_one_query_however_many_rounds(event: Event) -> None:
    unchanged = builders.event(pairs=4)
    closed(unchanged)
    counts = []
    for one in (unchanged, event):
        with CaptureQueriesContext(connection) as queries:
            standings(one.tournament)
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1


def test_the_table_and_the_board_of_a_reopened_round_name_who_sat_there(event: Event) -> None:
    game = game_of_first(event, 1)
    assert {one["entry"]["name"] for one in seats_shown(game) if one["entry"]["number"] == 1} == {BEFORE}
    first = Round.objects.get(tournament=event.tournament, number=1)
    first.state = Round.State.RUNNING
    board = board_of([first])
    assert BEFORE in {name for spot in board.spots for name in (spot.a, spot.b)}


def test_a_draw_that_is_not_published_names_the_pair_as_it_is_now() -> None:
    made = builders.event(pairs=4)
    closed(made)
    drawn(made)
    replaced(made)
    assert NOW in names_of(made, 2)
    assert BEFORE in names_of(made, 1)


def test_a_name_put_right_is_put_right_in_rounds_played_too(event: Event) -> None:
    correct_names(event.entries()[0], ("Громова Илья", "Salim, Samir"), actor=event.actor())
    left = Player.objects.get(licence="RUS-1003")
    left.name = "Ветер Пётр"
    left.save()
    assert "Громова – Ветер" in names_of(event, 1)
    assert "Громова – Salim" in names_of(event, 2)


def test_who_was_erased_leaves_his_partner_alone_in_the_name() -> None:
    assert name_as_seated("now", [("", False), ("Berg, Anna", True)]) == "Berg"
    assert name_as_seated("now", [("", False)]) == "–"
    assert name_as_seated("now", [("", True), ("Berg, Anna", True)]) == "now"
