"""Standings of single players whose partners change: two opponents in a game, and what is a person's own."""

from __future__ import annotations

import csv
from collections import defaultdict
from typing import Any

import pytest

from tests.builders import CASES, Event, event, player
from tests.tournaments.playing import outcome
from tournaments.acts.results import record_result
from tournaments.models import Entry, EntryMember, Game, Regulations, Result, Round, Seat, Tournament
from tournaments.reads.disqualification import open_games
from tournaments.reads.standings import Row, Table, standings

pytestmark = pytest.mark.django_db

PLACES = {"1": "A1", "2": "A2", "3": "B1", "4": "B2"}


def case(name: str) -> list[dict[str, str]]:
    with (CASES / "individual-event" / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def single_event(names: str, **regulations: Any) -> Event:
    """Make an event of single players, numbered in this order."""
    made = event(entry_kind=Tournament.EntryKind.PLAYER)
    Regulations.objects.filter(tournament=made.tournament).update(**regulations)
    for number, name in enumerate(names, start=1):
        entry = Entry.objects.create(tournament=made.tournament, number=number, kind="player", name=name)
        one = player(name, f"S-{made.tournament.pk}-{number}", federation=made.tournament.federation)
        EntryMember.objects.create(entry=entry, tournament=made.tournament, player=one, place=1)
    return made


def seat(made: Event, round_: Round, table: int | None, seated: dict[str, str]) -> Game:
    """Seat players by name: {"A1": "A", "A2": "D", ...}; without a table it is a bye."""
    code = f"{round_.pk}-{table}-{seated['A1']}"
    game = Game.objects.create(round=round_, table=table, bye=table is None, code=code, rules={})
    entries = {entry.name: entry for entry in made.entries()}
    for place, name in seated.items():
        entry = entries[name]
        who = entry.members.get().player
        Seat.objects.create(game=game, round=round_, seat=place, player=who, entry=entry)
    return game


def record(made: Event, game: Game, a: int, b: int, reason: str = "target", **seats: dict[str, Any]) -> None:
    state = outcome(a, b, **seats) | {"reason": reason}
    record_result(game, state, source=Result.Source.PROTOCOL, actor=made.actor("chief_referee"))


def played_case() -> Event:
    """Play the event of the case file."""
    made = single_event("ABCDEFGHIJKLMNO", bye_counts="half")
    tables: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in case("results.csv"):
        where = f"BYE {row['player']}" if row["table"] == "BYE" else row["table"]
        tables[row["round"], where].append(row)
    rounds = {n: Round.objects.create(tournament=made.tournament, number=n, state="closed") for n in (1, 2, 3)}
    for (number, table), rows in tables.items():
        seats = {PLACES[row["seat"]]: row["player"] for row in rows}
        game = seat(made, rounds[int(number)], None if table.startswith("BYE") else int(table), seats)
        fined = {
            PLACES[row["seat"]]: {"fines": int(row["sanction"]), "cards": ["yellow"]}
            for row in rows
            if row["sanction"] != "0"
        }
        a = rows[0]
        record(made, game, int(a["points_for"]), int(a["points_against"]), "bye" if game.bye else "target", **fined)
    return made


def line(table: Table, name: str) -> Row:
    return next(row for row in table.rows if row.entry.name == name)


def test_the_event_of_the_case_file_has_its_known_standings() -> None:
    table = standings(Tournament.objects.get(pk=played_case().tournament.pk))
    told = [
        {
            "player": row.entry.name,
            "position": str(row.place),
            "won": str(row.wins),
            "lost": str(row.losses),
            "efectividad": str(row.effectiveness),
            "points_for": str(row.points),
        }
        for row in table.rows
    ]
    assert told == case("standings.csv")


def test_a_cell_names_both_opponents_and_the_partner_and_what_it_counts() -> None:
    table = standings(Tournament.objects.get(pk=played_case().tournament.pk))
    first, second, third = line(table, "F").cells
    assert first and second and third
    assert [o.name for o in first.opponents] == ["I", "L"]
    assert [o.name for o in first.partners] == ["C"]
    assert (first.points_for, first.points_against, first.counts, first.side) == (245, 121, 124, "A")
    bye = line(table, "M").cells[0]
    assert bye
    assert (bye.opponents, bye.partners, bye.points_for, bye.counts) == ((), (), 200, 100)


def test_what_a_person_is_fined_and_forfeits_is_his_own() -> None:
    made = single_event("ABCD")
    round_ = Round.objects.create(tournament=made.tournament, number=1, state="closed")
    game = seat(made, round_, 1, {"A1": "A", "A2": "B", "B1": "C", "B2": "D"})
    record(made, game, 210, 120, A1={"points_for": 185, "fines": 25})
    table = standings(made.tournament)
    assert [(line(table, n).points, line(table, n).effectiveness) for n in "ABCD"] == [
        (185, 65), (210, 90), (120, -90), (120, -90),
    ]  # fmt: skip


def test_the_partner_of_who_did_not_come_keeps_the_bye_he_is_credited_with() -> None:
    made = single_event("ABCD", walkover_counts="half")
    round_ = Round.objects.create(tournament=made.tournament, number=1, state="closed")
    game = seat(made, round_, 1, {"A1": "A", "A2": "B", "B1": "C", "B2": "D"})
    record(made, game, 0, 200, "no_show", A2={"won": True, "points_for": 200, "points_against": 0})
    table = standings(Tournament.objects.get(pk=made.tournament.pk))
    assert [(r.entry.name, r.wins, r.effectiveness, r.points) for r in table.rows] == [
        ("B", 1, 100, 200), ("C", 1, 100, 200), ("D", 1, 100, 200), ("A", 0, -200, 0),
    ]  # fmt: skip


def test_a_game_still_open_is_found_for_both_who_sit_on_one_side() -> None:
    made = single_event("ABCD")
    round_ = Round.objects.create(tournament=made.tournament, number=1, state=Round.State.RUNNING)
    game = seat(made, round_, 1, {"A1": "A", "B1": "B", "A2": "C", "B2": "D"})
    assert [[one.table.game for one in open_games(entry)] for entry in made.entries()] == [[game.pk]] * 4
