"""An event of single players whose partners change, row by row: the case file with its known standings."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

from scoring.counting import Counting, Met, add_up, effect
from scoring.standings import rank

CASE = Path(__file__).parent.parent / "cases" / "individual-event"
COUNTING = Counting(half_byes=True, half_walkovers=True)  # byes are written 200-0 and bring +100


def rows(name: str) -> list[dict[str, str]]:
    with (CASE / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def games() -> list[tuple[dict[str, str], Met]]:
    """Read each row as what it brought its player; seats 1 and 2 of a table play 3 and 4."""
    tables: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in rows("results.csv"):
        tables[row["round"], row["table"]].append(row)
    found = []
    for (round_, table), seated in tables.items():
        for row in seated:
            others = [o for o in seated if table != "BYE" and (o["seat"] in "12") != (row["seat"] in "12")]
            own, other = int(row["points_for"]), int(row["points_against"])
            opponents = tuple(ord(o["player"]) for o in others)
            walkover = row["forfeit"] != "0"
            met = Met(ord(row["player"]), int(round_), opponents, own > other, own, other, walkover=walkover)
            found.append((row, met))
    return found


def test_three_rounds_have_three_tables_of_two_against_two_and_three_byes() -> None:
    sizes = [len(met.opponents) for _row, met in games()]
    assert (len(sizes), sizes.count(2), sizes.count(0)) == (45, 36, 9)


def test_each_row_of_results_has_the_effectiveness_of_the_file() -> None:
    for row, met in games():
        assert effect(met, COUNTING) == int(row["efectividad"]), row


def test_the_standings_are_those_of_the_file_line_by_line() -> None:
    played = [met for _row, met in games()]
    players = sorted({met.entry for met in played})
    standings = rank(add_up(players, played, COUNTING), ["wins", "effectiveness", "points"])
    told = [
        {
            "player": chr(standing.total.entry),
            "position": str(standing.place),
            "won": str(standing.total.wins),
            "lost": str(standing.total.losses),
            "efectividad": str(standing.total.effectiveness),
            "points_for": str(standing.total.points),
        }
        for standing in standings
    ]
    assert told == rows("standings.csv")


def test_the_sanction_of_a_person_stands_beside_his_score_and_takes_nothing_from_it() -> None:
    (row,) = (row for row in rows("results.csv") if row["sanction"] != "0")
    assert (row["player"], row["sanction"], row["card"], row["points_for"]) == ("C", "80", "1", "245")
    played = [met for _row, met in games() if met.entry == ord("C")]
    (total,) = add_up([ord("C")], played, COUNTING)
    assert (total.points, total.effectiveness) == (245 + 120 + 200, 124 - 134 + 100)
