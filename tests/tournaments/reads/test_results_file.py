"""The results file: JSON after its schema, CSV and a workbook with the same figures, and no formula in any of them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.builders import Event, add_pairs, event
from tests.tournaments.playing import closed, published
from tournaments.models import Entry, Tournament
from tournaments.reads.results_file import harmless, headings, results_file

pytestmark = pytest.mark.django_db

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "results-file.schema.json").read_text())


def played() -> Event:
    """Make five pairs with two closed rounds and a third one that is on."""
    made = event(pairs=5, slug="amber")
    closed(made)
    closed(made)
    published(made)
    return made


def get(kind: str, query: str = "", client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(f"/e/amber/results.{kind}{query}", headers=headers)


def rows(query: str) -> list[dict[str, str]]:
    text = get("csv", query).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("query", ["", "?after=1", "?after=3", "?after=9", "?after=x"])
def test_the_json_keeps_to_its_schema(query: str) -> None:
    played()
    jsonschema.validate(get("json", query).json(), SCHEMA, jsonschema.Draft202012Validator)


def test_an_event_before_its_first_round_has_a_results_file_too() -> None:
    event(pairs=2, slug="amber")
    file = get("json").json()
    jsonschema.validate(file, SCHEMA, jsonschema.Draft202012Validator)
    assert (file["after"], file["rounds"]) == (0, [])


def test_it_says_what_the_standings_and_the_tables_say() -> None:
    played()
    file = get("json", "?after=2").json()
    assert (file["format"], file["after"], file["provisional"]) == (1, 2, False)
    api = Client().get("/api/v1/events/amber/standings/?after=2").json()["rows"]
    assert [(r["place"], r["number"], r["wins"], r["effectiveness"]) for r in file["standings"]] == [
        (r["place"], r["number"], r["wins"], r["effectiveness"]) for r in api
    ]
    assert [round_["number"] for round_ in file["rounds"]] == [1, 2]
    first, _second, bye = file["rounds"][0]["games"]
    assert (first["table"], first["score"], first["winner"]) == (1, {"A": 201, "B": 101}, "A")
    assert [seat["points_for"] for side in (first["a"], first["b"]) for seat in side["seats"]] == [201, 201, 101, 101]
    assert (bye["table"], bye["b"], bye["reason"]) == (None, None, "bye")


def test_a_game_that_is_not_accepted_credits_nobody() -> None:
    played()
    game = get("json", "?after=3").json()["rounds"][2]["games"][0]
    assert game["state"] == "waiting"
    assert {seat["points_for"] for seat in game["a"]["seats"]} == {None}


def test_licences_are_for_officials_of_the_desk_alone() -> None:
    made = played()
    licence = made.entries()[0].members.all()[0].player.licence
    for kind, query in (("json", ""), ("csv", "?part=entries")):
        assert licence not in get(kind, query).content.decode()
        assert licence not in get(kind, query, made.client("player")).content.decode()
        assert licence in get(kind, query, made.client("desk")).content.decode()


def test_the_csv_has_the_same_figures() -> None:
    played()
    file = get("json", "?after=2").json()
    table = rows("?after=2")
    assert [int(row["number"]) for row in table] == [row["number"] for row in file["standings"]]
    assert [int(row["effectiveness"]) for row in table] == [row["effectiveness"] for row in file["standings"]]
    games = rows("?after=2&part=games")
    assert next((g["round"], g["table"], g["points_a"], g["points_b"]) for g in games) == ("1", "1", "201", "101")
    assert len(games) == 6
    assert [row["number"] for row in rows("?part=entries")] == ["1", "2", "3", "4", "5"]


def test_standings_and_games_carry_the_full_names_in_columns_of_their_own() -> None:
    played()
    first = next(row for row in rows("?after=2") if row["number"] == "1")
    assert (first["name"], first["player_1"], first["player_2"]) == ("Громов – Ветров", "Громов Илья", "Ветров Пётр")
    assert "licence_1" not in first
    games = rows("?part=games&after=2")
    names = ("player_a1", "player_a2", "player_b1", "player_b2")
    assert {row["name_a"]: [row[name] for name in names[:2]] for row in games}["Ёлкин – Щукин"] == [
        "Ёлкин Семён",
        "Щукин Артём",
    ]
    (bye, *_rest) = [row for row in games if not row["table"]]
    assert [bool(bye[name]) for name in names] == [True, True, False, False]
    book = load_workbook(io.BytesIO(get("xlsx", "?after=2").content))
    heads, *lines = book["Standings"].values
    assert list(heads)[-2:] == ["Player 1", "Player 2"]
    assert ("Громов Илья", "Ветров Пётр") in [line[-2:] for line in lines]


def test_the_csv_begins_with_the_mark_that_spreadsheets_know() -> None:
    played()
    response = get("csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbfplace,number,name,")
    assert response.content.endswith(b"\r\n")
    assert 'filename="amber-after-round-2-standings.csv"' in response["Content-Disposition"]


@pytest.mark.parametrize("text", ["=1+1", "+7 900", "-2", "@SUM(A1)", "\t=1", "\r=1", "  =1"])
def test_a_text_is_no_formula_in_a_spreadsheet(text: str) -> None:
    assert harmless(text) == f"'{text}"


def test_numbers_below_zero_stay_numbers() -> None:
    assert (harmless(-100), harmless("Oak, Ada"), harmless("")) == (-100, "Oak, Ada", "")


def test_a_name_that_is_a_formula_is_run_nowhere() -> None:
    made = event(pairs=2, slug="amber")
    Entry.objects.filter(tournament=made.tournament, number=1).update(name='=HYPERLINK("http://x","y")')
    closed(made)
    assert rows("")[0]["name"] == '\'=HYPERLINK("http://x","y")'
    sheet = load_workbook(io.BytesIO(get("xlsx").content)).worksheets[0]
    assert (sheet["C2"].value, sheet["C2"].data_type) == ('=HYPERLINK("http://x","y")', "s")


def test_the_workbook_has_a_sheet_for_each_part_with_numbers_as_numbers() -> None:
    played()
    book = load_workbook(io.BytesIO(get("xlsx", "?after=2").content))
    assert book.sheetnames == ["Standings", "Results", "Entries"]
    standings = list(book["Standings"].values)
    assert list(standings[0]) == [words for _name, words in headings("standings")]
    assert [row[1] for row in standings[1:]] == [row["number"] for row in get("json", "?after=2").json()["standings"]]
    assert book["Standings"].max_row == 6


def test_who_has_the_file_as_it_is_gets_304_and_officials_another_one() -> None:
    made = played()
    known = get("json")["ETag"]
    assert get("json", **{"If-None-Match": known}).status_code == 304
    assert get("json", "", made.client("desk"), **{"If-None-Match": known}).status_code == 200
    assert get("csv", **{"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize("pairs", [4, 40])
def test_it_takes_the_same_few_queries_for_few_and_many_pairs(pairs: int, django_assert_num_queries: Any) -> None:
    made = event(slug="amber")
    add_pairs(made.tournament, pairs)
    closed(made)
    tournament = Tournament.objects.select_related("regulations", "federation").get(slug="amber")
    with django_assert_num_queries(10):
        results_file(tournament)


def test_an_event_that_is_not_there_has_no_results() -> None:
    for kind in ("json", "csv", "xlsx"):
        assert get(kind).status_code == 404
    assert Client().get("/e/amber/results.pdf").status_code == 404
